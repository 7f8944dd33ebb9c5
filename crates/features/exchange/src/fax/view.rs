// SPDX-License-Identifier: AGPL-3.0-or-later

//! A fax as shown to patients and staff.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::fax::FaxState;
use salal_domain::prescriptions::copies::FaxFact;
use salal_domain::subjects::SubjectKind;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::entity::{fax, fax_attempt};
use super::{repo, stop};
use crate::context::Context;
use crate::error::Result;

/// The newest fax of a subject.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FaxView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The document that was sent.
    #[serde(skip)]
    pub document: Uuid,
    /// The state of each transmission of that document, oldest first.
    #[serde(skip)]
    pub facts: Vec<FaxFact>,
    pub state: FaxState,
    #[serde(rename = "toNumber")]
    pub to_number: String,
    #[serde(rename = "recipientName")]
    pub recipient_name: String,
    /// When it last changed: delivered, sent or queued.
    pub at: DateTime<Utc>,
    /// When the first copy was sent.
    #[serde(skip)]
    pub first_sent_at: Option<DateTime<Utc>>,
    pub pages: Option<i64>,
    pub attempts: i64,
    pub reason: Option<String>,
    /// 1 for the first copy.
    pub copy: i64,
    /// It failed, its outcome is unknown, or a different machine answered; and no one has acted on it yet.
    #[serde(skip)]
    pub trouble: bool,
    /// A copy failed, and none was delivered since.
    pub undelivered: bool,
}

impl FaxView {
    /// As it is after `settle_by_hand`.
    pub fn settle(&mut self) {
        if self.trouble {
            self.trouble = false;
            self.reason = None;
        }
    }
}

/// Why a fax waits after a restore.
const HELD: &str =
    "Salal was restored from a backup. The fax will be sent once an administrator releases it.";

/// The reason as shown: that of the fax, or that it is held after a restore.
pub(super) fn shown_reason(
    ctx: &Context,
    state: FaxState,
    reason: Option<String>,
) -> Option<String> {
    let is_held = state.is_waiting() && ctx.services.hold.is_held();
    is_held.then(|| HELD.to_owned()).or(reason)
}

/// Has faxes that are held after a restore say so.
pub fn say_held<'a>(ctx: &Context, faxes: impl Iterator<Item = &'a mut FaxView>) {
    for fax in faxes {
        fax.reason = shown_reason(ctx, fax.state, fax.reason.take());
    }
}

/// The newest fax of each subject, in one query.
pub async fn latest(
    db: &Connection,
    kind: SubjectKind,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, FaxView>> {
    let mut read = JointRead::for_connection(db);
    let latest = LatestPart::add(&mut read, kind, ids);
    latest.take(&mut read.run(db).await?)
}

/// The newest fax of each subject in a joint read.
pub struct LatestPart(Option<(Part<fax::Model>, Part<fax_attempt::Model>)>);

impl LatestPart {
    pub fn add(read: &mut JointRead, kind: SubjectKind, ids: &[Uuid]) -> Self {
        let asked = !ids.is_empty();
        Self(asked.then(|| {
            let ids_of = ids.iter().map(|id| (*id).into());
            let values: Vec<_> = [kind.code().into()].into_iter().chain(ids_of).collect();
            (
                read.add_again(values.clone(), || repo::faxes_of(kind, ids)),
                read.add_again(values, || repo::attempts_of(kind, ids)),
            )
        }))
    }

    /// By subject.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, FaxView>> {
        let Some((faxes, attempts)) = &self.0 else {
            return Ok(HashMap::new());
        };
        Ok(latest_of(found.take(faxes)?, &found.take(attempts)?))
    }
}

fn latest_of(faxes: Vec<fax::Model>, attempts: &[fax_attempt::Model]) -> HashMap<Uuid, FaxView> {
    let mut all: HashMap<Uuid, FaxView> = HashMap::new();
    for fax in faxes {
        // A fax of a different document was a different copy, and is void.
        let before = all
            .get(&fax.subject_id)
            .filter(|before| before.document == fax.document_id);
        let first_sent_at = before.and_then(|fax| fax.first_sent_at).or(fax.sent_at);
        let failed_before = before.is_some_and(|fax| fax.undelivered);
        let mut facts = before.map(|fax| fax.facts.clone()).unwrap_or_default();
        facts.push(stop::fact(&fax, attempts));
        let tries = attempts
            .iter()
            .filter(|attempt| attempt.fax_id == fax.id)
            .count();
        all.insert(
            fax.subject_id,
            FaxView {
                id: fax.id,
                document: fax.document_id,
                facts,
                undelivered: *fax.state == FaxState::Failed
                    || (failed_before && *fax.state != FaxState::Delivered),
                trouble: fax.trouble,
                at: fax.delivered_at.or(fax.sent_at).unwrap_or(fax.queued_at),
                state: *fax.state,
                to_number: fax.to_number,
                recipient_name: fax.recipient_name,
                first_sent_at,
                pages: fax.pages,
                attempts: i64::try_from(tries).unwrap_or_default(),
                reason: fax.reason,
                copy: fax.copy_number,
            },
        );
    }
    all
}

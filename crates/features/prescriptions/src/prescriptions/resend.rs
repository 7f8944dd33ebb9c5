// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends another copy of a fax through the patient's link (decisions 55 and 142): at most two per
//! prescription, the same bytes to the same number, and only if the last copy failed, was reported missing,
//! or was sent a day ago. The cover says that it is a copy, and the front desk is notified.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Connection;
use salal_domain::days::date_time_text;
use salal_domain::fax::{FaxNumber, FaxState};
use salal_domain::prescriptions::copies::CopyState;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::texts::not_received as texts;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::not_received::ByLink;
use super::prescription::Prescription;
use super::{KIND, cancellation, faxing, judge, repo, signing};
use crate::api::{Json, NoBody, Request, Scope};
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use salal_exchange::fax::{self, NewFax, Newest};
use salal_exchange::messages::{self, MessageGroup, NewMessage, To};
use salal_people::links::{self, Link, Purpose};
use salal_reference::pharmacies;

/// Copies by the patient's link (constant of section 9: 2 more times).
pub(super) const MOST: i64 = 2;

/// The message when something on it may no longer be sent.
const NOT_BY_LINK: &str =
    "This prescription cannot be sent again by this link. Please email for assistance.";

/// The message when the pharmacy is no destination any more.
const ELSEWHERE: &str = "We can no longer fax to this pharmacy. Please email for assistance.";

/// Whether another copy can be sent by a link.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ResendState {
    allowed: bool,
    /// How many more copies are allowed.
    left: i64,
    /// The earliest time for another copy, while it is too early.
    #[serde(rename = "possibleAt")]
    possible_at: Option<DateTime<Utc>>,
    /// Why not now.
    reason: Option<String>,
}

/// Another copy will be sent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ResendAnswer {
    /// The text to show.
    message: String,
    /// How many more copies are allowed.
    left: i64,
}

/// Why no copy can be sent now.
struct NotNow {
    code: &'static str,
    text: String,
    from: Option<DateTime<Utc>>,
}

impl NotNow {
    fn new(code: &'static str, text: &str) -> Self {
        Self {
            code,
            text: text.to_owned(),
            from: None,
        }
    }
}

/// Whether another copy may be sent now.
fn allowed(ctx: &Context, newest: &Newest, reported: bool) -> Result<(), NotNow> {
    if newest.resends >= MOST {
        return Err(NotNow::new("RESEND_USED_UP", texts::USED_UP));
    }
    match newest.state {
        FaxState::Queued | FaxState::Sending => {
            return Err(NotNow::new("ON_ITS_WAY", texts::ON_ITS_WAY));
        }
        FaxState::Failed => return Ok(()),
        FaxState::Sent | FaxState::Delivered | FaxState::Unknown => {}
    }
    let sent = newest.sent_at.unwrap_or(newest.queued_at);
    let from = sent + TimeDelta::hours(ctx.settings.links.resend_after_hours);
    if reported || ctx.now() >= from {
        return Ok(());
    }
    Err(NotNow {
        code: "TOO_EARLY",
        text: texts::too_early(&date_time_text(from)),
        from: Some(from),
    })
}

/// The newest fax of the link's prescription, and whether another copy may be sent.
async fn look(db: &Connection, ctx: &Context, link: &Link) -> Result<(Newest, Result<(), NotNow>)> {
    let newest = fax::newest(db, KIND, link.subject_id).await?;
    let newest = newest.ok_or_else(links::expired)?;
    // A copy that is void or being voided is never sent again, and no copy is sent while another is waiting.
    let copy = repo::copy_in_force(db, link.subject_id).await?;
    let is_valid = copy.as_ref().is_some_and(|copy| {
        copy.document_id == newest.document_id && *copy.state != CopyState::Voiding
    });
    if !is_valid {
        return Ok((newest, Err(NotNow::new("CHANGED", texts::CHANGED))));
    }
    if let Some(copy) = copy {
        let pharmacy = cancellation::pharmacy_of(&copy)?;
        let places = pharmacies::destinations(db, &[pharmacy.id]).await?;
        if let Err(refusal) = places.number_of(&pharmacy) {
            return Ok((newest, Err(NotNow::new(refusal.code, ELSEWHERE))));
        }
    }
    let since = newest.queued_at;
    let reported = links::was_used(db, Purpose::NotReceived, KIND, link.subject_id, since).await?;
    let mut allowed = allowed(ctx, &newest, reported);
    if allowed.is_ok() {
        match judge::allow_approved(db, link.subject_id, Step::SendAgain, By::Patient).await {
            Ok(()) => {}
            // The staff are told which drug may not be sent; the holder of a link is not.
            Err(error) if error.kind == Kind::Conflict => {
                allowed = Err(NotNow::new("NOT_BY_LINK", NOT_BY_LINK));
            }
            Err(error) => return Err(error),
        }
    }
    Ok((newest, allowed))
}

async fn link(ctx: &Context, secret: &str) -> Result<Link> {
    let found = links::find_link(ctx.db.read(), ctx, Purpose::Resend, secret).await?;
    found.ok_or_else(links::expired)
}

fn left(newest: &Newest) -> i64 {
    (MOST - newest.resends).max(0)
}

/// GET /fax/{id}/resend
pub(super) async fn state(request: Request<NoBody, ByLink>) -> Result<Json<ResendState>> {
    let link = link(&request.ctx, &request.path.id).await?;
    let (newest, allowed) = look(request.ctx.db.read(), &request.ctx, &link).await?;
    request.audit_access(link.person);
    let left = left(&newest);
    Ok(Json(match allowed {
        Ok(()) => ResendState {
            allowed: true,
            left,
            possible_at: None,
            reason: None,
        },
        Err(why) => ResendState {
            allowed: false,
            left,
            possible_at: why.from,
            reason: Some(why.text),
        },
    }))
}

/// POST /fax/{id}/resend
pub(super) async fn resend(request: Request<NoBody, ByLink>) -> Result<Json<ResendAnswer>> {
    let ctx = &request.ctx;
    let link = link(ctx, &request.path.id).await?;
    let scope = Scope::for_proved_person(link.person);
    let tx = request.begin().await?;
    // Concurrent callers wait here, and then count the first one's copy.
    let row = repo::lock_for_update(&tx, &scope, link.subject_id).await?;
    let (newest, allowed) = look(&tx, ctx, &link).await?;
    allowed.map_err(|why| Error::conflict(why.code, why.text))?;
    let prescription = Prescription::of_row(&tx, ctx, &scope, row, None).await?;
    let (id, person) = (prescription.row.id, prescription.row.person_id);
    let changed = || Error::conflict("CHANGED", texts::CHANGED);
    let signature = prescription
        .signature()
        .filter(|signature| signature.document_id == newest.document_id)
        .ok_or_else(changed)?;
    let to = prescription.number()?;
    if FaxNumber::parse(&newest.to_number).ok().as_ref() != Some(&to) {
        return Err(changed());
    }
    let doctor = signing::doctor(&tx, signature.signed_by).await?;
    let bytes = fax::document(&tx, &scope, newest.document_id).await?;
    let new = NewFax {
        subject_kind: KIND,
        subject_id: id,
        person,
        document_id: newest.document_id,
        to,
        recipient_name: newest.recipient_name.clone(),
        copy_number: newest.copy_number + 1,
        is_resend: true,
        by: None,
        cover: faxing::cover(&prescription, &doctor, fax::pages_of(&bytes))?,
    };
    fax::queue(&tx, ctx, new).await?;
    let told = tell_front_desk(&tx, ctx, id, person, &prescription.label()).await?;
    request.audit_access(person);
    request.publish_after_commit("message", told, person);
    request.publish_after_commit(KIND.code(), id, person);
    let answer = ResendAnswer {
        message: texts::RESENT.into(),
        left: left(&newest) - 1,
    };
    request.commit(tx, answer).await
}

async fn tell_front_desk(
    tx: &Connection,
    ctx: &Context,
    prescription: Uuid,
    person: Uuid,
    label: &str,
) -> Result<Uuid> {
    let new = NewMessage {
        subject: format!("Prescription sent again: {label}"),
        body: format!(
            "The patient asked for one more copy of {label} to the pharmacy, by the link in the email. It was queued."
        ),
        from: None,
        to: To::Group(MessageGroup::Office),
        about: Some(person),
        subject_kind: Some(KIND),
        subject_id: Some(prescription),
        tells_of: None,
    };
    messages::post(tx, ctx, new).await
}

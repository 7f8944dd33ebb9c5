// SPDX-License-Identifier: AGPL-3.0-or-later

//! Clarifications: what a pharmacy (or a sleep clinic) asked about a fax, and what it was told. Dated entries
//! that cannot be changed; one thread per subject, whichever copy it was about. An entry may be forwarded to
//! the doctors. Internal: patients never see them.

use std::collections::HashMap;

use salal_db::JointRead;
use salal_domain::fax::ClarificationKind;
use salal_domain::subjects::SubjectKind;
use salal_domain::unseen;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::aggregate::Fax;
use super::dto::{Clarification, NewClarification};
use super::entity::fax_clarification;
use super::{Question, repo, subjects};
use crate::api::{Created, Json, NoBody, Request};
use crate::error::{Error, Result};
use salal_people::people::{self, PersonRef};

/// Maximum length of an entry, in characters.
const LONGEST: usize = 1000;

/// How a question reached the clinic; `None` for a kind that no person may enter: `confirmed` is written by
/// the confirmation itself.
const fn how(kind: ClarificationKind) -> Option<&'static str> {
    match kind {
        ClarificationKind::Called => Some("The pharmacy called"),
        ClarificationKind::FaxedBack => Some("The pharmacy faxed back"),
        ClarificationKind::WeCalled => Some("The clinic called the pharmacy"),
        ClarificationKind::Answered => Some("The pharmacy was answered"),
        ClarificationKind::Confirmed => None,
    }
}

/// Validates the text of an entry: not empty, and not too long.
pub(super) fn check_text(field: &str, text: &str) -> Result<String> {
    let text = unseen::trim(text);
    if text.is_empty() {
        return Err(Error::field(field, "Please write down what was said."));
    }
    if text.chars().count() > LONGEST {
        return Err(Error::field(
            field,
            format!("At most {LONGEST} characters."),
        ));
    }
    Ok(text.to_owned())
}

/// An entry as shown.
pub(super) fn show(
    row: &fax_clarification::Model,
    names: &HashMap<Uuid, PersonRef>,
) -> Clarification {
    Clarification {
        id: row.id,
        kind: *row.kind,
        text: row.text.clone(),
        needs_doctor: row.needs_doctor,
        by: names.get(&row.by_person).cloned().unwrap_or_default(),
        at: row.at,
    }
}

/// Something that was faxed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct BySubject {
    /// What kind of thing it is.
    #[schemars(with = "SubjectKind")]
    kind: String,
    /// Its id.
    id: Uuid,
}

/// GET /fax/clarifications/{kind}/{id}
pub(super) async fn list_clarifications(
    request: Request<NoBody, BySubject>,
) -> Result<Json<Vec<Clarification>>> {
    let (db, id) = (request.ctx.db.read(), request.path.id);
    let kind = SubjectKind::from_code(&request.path.kind).ok_or_else(Error::not_found)?;
    let mut read = JointRead::for_connection(db);
    let faxes = read.add(&repo::faxes_of(kind, &[id]));
    let entries = read.add(&repo::clarifications(&request.scope, kind, id));
    let mut found = read.run(db).await?;
    let (faxes, entries) = (found.take(&faxes)?, found.take(&entries)?);
    // Never faxed: there is no thread, and no record was opened.
    let fax = faxes.first().ok_or_else(Error::not_found)?;
    let authors: Vec<Uuid> = entries.iter().map(|entry| entry.by_person).collect();
    let names = people::names(db, &authors).await?;
    request.audit_access(fax.person_id);
    let entries = entries.iter().map(|entry| show(entry, &names));
    Ok(Json(entries.collect()))
}

/// POST /fax/clarification
pub(super) async fn create(
    request: Request<Json<NewClarification>>,
) -> Result<Created<Clarification>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?.person_id, &request.body.0);
    let (kind, how) = ClarificationKind::from_code(&sent.kind)
        .and_then(|kind| Some((kind, how(kind)?)))
        .ok_or_else(|| Error::field("kind", "Please choose who called whom."))?;
    let text = check_text("text", &sent.text)?;
    let tx = request.begin().await?;
    let mut fax = Fax::load(&tx, ctx, &request.scope, sent.fax_id, Some(me)).await?;
    fax.add_clarification(ctx, kind, text, sent.needs_doctor, me);
    let entry = fax.last_clarification()?;
    let (id, person) = (fax.row.id, fax.row.person_id);
    if entry.needs_doctor {
        let subject = subjects::find_subject(ctx, *fax.row.subject_kind)?;
        let question = Question {
            subject_id: fax.row.subject_id,
            label: &fax.row.label,
            person,
            how,
            text: &entry.text,
            by: me,
        };
        (subject.ask_doctor)(&tx, ctx, question).await?;
    }
    request.audit_access(person);
    request.publish_after_commit("fax", id, person);
    if entry.needs_doctor {
        request.publish_after_commit("message", id, person);
    }
    let writes = fax.writes().take();
    request.commit_with(tx, writes, 201, &entry).await?;
    Ok(Created(entry))
}

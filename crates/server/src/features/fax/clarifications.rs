// SPDX-License-Identifier: AGPL-3.0-or-later

//! Clarifications: what a pharmacy (or a sleep clinic) asked about a fax, and what it was told. Dated entries
//! that cannot be changed; one thread per subject, whichever copy it was about. An entry may be forwarded to
//! the doctors. Internal: patients never see them.

use salal_db::Transaction;
use salal_domain::fax::ClarificationKind;
use salal_domain::unseen;
use schemars::JsonSchema;
use sea_orm::{ActiveModelTrait, ConnectionTrait, Set};
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{Clarification, NewClarification};
use super::entity::{fax, fax_clarification};
use super::{Question, repo, subjects};
use crate::api::{Created, Json, NoBody, Request, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::people;

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

/// Adds an entry to the thread of the fax's subject.
pub(super) async fn add(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    fax: &fax::Model,
    kind: ClarificationKind,
    text: String,
    needs_doctor: bool,
    by: Uuid,
) -> Result<fax_clarification::Model> {
    Ok(fax_clarification::ActiveModel {
        id: Set(ctx.new_id()),
        fax_id: Set(fax.id),
        subject_kind: Set(fax.subject_kind.clone()),
        subject_id: Set(fax.subject_id),
        person_id: Set(fax.person_id),
        kind: Set(kind.into()),
        text: Set(text),
        needs_doctor: Set(needs_doctor),
        by_person: Set(by),
        at: Set(ctx.now()),
    }
    .insert(tx)
    .await?)
}

/// The thread of a subject, oldest first.
pub(super) async fn list_of_subject(
    db: &impl ConnectionTrait,
    scope: &Scope,
    kind: &str,
    id: Uuid,
) -> Result<Vec<Clarification>> {
    let rows = repo::clarifications(db, scope, kind, id).await?;
    let authors: Vec<Uuid> = rows.iter().map(|row| row.by_person).collect();
    let names = people::names(db, &authors).await?;
    let view = |row: fax_clarification::Model| Clarification {
        id: row.id,
        kind: *row.kind,
        text: row.text,
        needs_doctor: row.needs_doctor,
        by: names.get(&row.by_person).cloned().unwrap_or_default(),
        at: row.at,
    };
    Ok(rows.into_iter().map(view).collect())
}

/// Something that was faxed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct BySubject {
    /// What kind of thing it is.
    kind: String,
    /// Its id.
    id: Uuid,
}

/// GET /fax/clarifications/{kind}/{id}
pub(super) async fn list_clarifications(
    request: Request<NoBody, BySubject>,
) -> Result<Json<Vec<Clarification>>> {
    let db = request.ctx.db.read();
    let (kind, id) = (request.path.kind.as_str(), request.path.id);
    let faxes = repo::faxes_of(kind, &[id]).all(db).await?;
    // Never faxed: there is no thread, and no record was opened.
    let fax = faxes.first().ok_or_else(Error::not_found)?;
    let all = list_of_subject(db, &request.scope, kind, id).await?;
    request.audit_access(fax.person_id);
    Ok(Json(all))
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
    let fax = repo::within(&tx, &request.scope, sent.fax_id).await?;
    let row = add(&tx, ctx, &fax, kind, text, sent.needs_doctor, me).await?;
    if row.needs_doctor {
        ask(&tx, ctx, &fax, &row, how).await?;
    }
    let by = people::names(&tx, &[me])
        .await?
        .remove(&me)
        .unwrap_or_default();
    let entry = Clarification {
        id: row.id,
        kind: *row.kind,
        text: row.text,
        needs_doctor: row.needs_doctor,
        by,
        at: row.at,
    };
    request.audit_access(fax.person_id);
    request.publish_after_commit("fax", fax.id, fax.person_id);
    if entry.needs_doctor {
        request.publish_after_commit("message", fax.id, fax.person_id);
    }
    request.commit_as(tx, 201, &entry).await?;
    Ok(Created(entry))
}

async fn ask(
    tx: &Transaction,
    ctx: &Context,
    fax: &fax::Model,
    entry: &fax_clarification::Model,
    how: &str,
) -> Result<()> {
    let subject = subjects::find_subject(ctx, &fax.subject_kind)?;
    let question = Question {
        subject_id: fax.subject_id,
        label: &fax.label,
        person: fax.person_id,
        how,
        text: &entry.text,
        by: entry.by_person,
    };
    (subject.ask_doctor)(tx, ctx, question).await
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Drafts of notes: saved while typing, on any device, and signed. A save over a newer version from another
//! device is refused with that version's text, so that nothing is lost.

pub(super) mod repo;

use salal_db::Connection;
use salal_domain::notes::{draft_faults, draft_text, note_faults, tidied};
use uuid::Uuid;

use super::DRAFT_EVENT;
use super::dto::{NoteDraft, NoteView, SaveNoteDraft, SignDraft};
use super::entity::note_draft;
use super::note::Note;
use super::repo as notes;
use super::view::Bundle;
use crate::api::{Json, Request};
use crate::error::{Error, Result};

/// The draft of a save. The first save names the patient: by `personId`, or in place of the draft's id
/// (decision 63).
async fn meant(
    request: &Request<Json<SaveNoteDraft>>,
    tx: &Connection,
    me: Uuid,
) -> Result<note_draft::Model> {
    let sent = &request.body.0;
    if let Some(id) = sent.id
        && let Some(own) = repo::find_draft(tx, &request.scope, id, me).await?
    {
        let elsewhere = sent.person_id.is_some_and(|person| person != own.person_id);
        return if elsewhere {
            Err(Error::not_found())
        } else {
            Ok(own)
        };
    }
    let person = match (sent.person_id, sent.id) {
        (None, Some(id)) => id,
        (Some(person), None) => person,
        (Some(_), Some(_)) => return Err(Error::not_found()),
        (None, None) => return Err(Error::field("personId", "Please say whose draft it is.")),
    };
    notes::is_patient(tx, &request.scope, person).await?;
    let (draft, made) = repo::open(tx, &request.ctx, &request.scope, person, me).await?;
    // Another device started a draft that this page has not seen.
    if !made
        && sent.version.is_none()
        && !draft.text.is_empty()
        && draft.text != draft_text(&sent.text)
    {
        return Err(Error::stale(&repo::draft_view(draft)));
    }
    Ok(draft)
}

/// PUT /notedraft
pub(super) async fn save_draft(request: Request<Json<SaveNoteDraft>>) -> Result<Json<NoteDraft>> {
    let sent = &request.body.0;
    let me = request.me()?.person_id;
    let text = draft_text(&sent.text);
    let faults = draft_faults(&text);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = request.begin().await?;
    let draft = meant(&request, &tx, me).await?;
    if sent.version.is_some_and(|seen| seen != draft.version) {
        return Err(Error::stale(&repo::draft_view(draft)));
    }
    let edit = sent.edit.unwrap_or(draft.edit);
    let Some(saved) = repo::write(&tx, &request.ctx, &draft, &text, edit).await? else {
        let now = repo::get_draft(&tx, &request.scope, draft.id, me).await?;
        return Err(Error::stale(&repo::draft_view(now)));
    };
    request.audit_access(draft.person_id);
    // Only its author's pages need the event. It names the patient: a page that was opened before there was a draft
    // knows no id of one.
    request.publish_after_commit(DRAFT_EVENT, draft.person_id, me);
    request.commit(tx, saved).await
}

/// PUT /notedraft/sign
pub(super) async fn sign(request: Request<Json<SignDraft>>) -> Result<Json<NoteView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    request.same_actor(sent.from)?;
    let me = request.me()?.person_id;
    let written = tidied(&sent.text);
    let faults = note_faults(&written);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = request.begin().await?;
    notes::is_patient(&tx, &request.scope, sent.person_id).await?;
    if let Some(draft) = signed_draft(&request, &tx, me).await? {
        if repo::write(&tx, ctx, &draft, "", true).await?.is_none() {
            let now = repo::get_draft(&tx, &request.scope, draft.id, me).await?;
            return Err(Error::stale(&repo::draft_view(now)));
        }
        request.publish_after_commit(DRAFT_EVENT, draft.person_id, me);
    }
    let names = Bundle::load(&tx, &[], &[me]).await?;
    let number = notes::next_number(&tx).await?;
    let note = Note::sign(ctx, number, sent.person_id, written, me, names);
    note.save(&request, tx).await
}

/// The draft that becomes the note. Without its id, it is the author's own for this patient, and only if the
/// text is identical: text from another device remains a draft.
async fn signed_draft(
    request: &Request<Json<SignDraft>>,
    tx: &Connection,
    me: Uuid,
) -> Result<Option<note_draft::Model>> {
    let sent = &request.body.0;
    let Some(id) = sent.id else {
        let own = repo::list_drafts(tx, &request.scope, sent.person_id, me).await?;
        return Ok(own.filter(|draft| tidied(&draft.text) == tidied(&sent.text)));
    };
    let draft = repo::get_draft(tx, &request.scope, id, me).await?;
    if draft.person_id != sent.person_id {
        return Err(Error::not_found());
    }
    if sent.version.is_some_and(|seen| seen != draft.version) {
        return Err(Error::stale(&repo::draft_view(draft)));
    }
    Ok(Some(draft))
}

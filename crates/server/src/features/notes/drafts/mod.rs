//! What somebody is writing: saved while it is written, on whichever machine, and signed. A save on top
//! of another machine's newer one is refused with that one's text, so that no words are lost.

pub(super) mod repo;

use salal_rules::notes::{Deed, draft_faults, draft_text, note_faults, tidied};
use uuid::Uuid;

use super::entity::note_draft;
use super::repo as notes;
use super::dto::{NoteDraft, NoteView, SaveDraft, SignDraft};
use super::{DRAFT_EVENT, EVENT, view};
use crate::api::{Request, Json};
use crate::error::{Error, Result};

/// The draft a save is meant for. The first save names the patient: by `personId`, or in the place of
/// the draft's id (decision 63).
async fn meant(
    call: &Request<Json<SaveDraft>>,
    tx: &impl notes::ConnectionTrait,
    me: Uuid,
) -> Result<note_draft::Model> {
    let sent = &call.body.0;
    if let Some(id) = sent.id
        && let Some(own) = repo::find_draft(tx, &call.scope, id, me).await?
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
    notes::is_patient(tx, &call.scope, person).await?;
    let (draft, made) = repo::open(tx, &call.ctx, &call.scope, person, me).await?;
    // Another machine began one that this page has not seen.
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
pub(super) async fn save_draft(call: Request<Json<SaveDraft>>) -> Result<Json<NoteDraft>> {
    let sent = &call.body.0;
    let me = call.me()?.person_id;
    let text = draft_text(&sent.text);
    let faults = draft_faults(&text);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = call.begin().await?;
    let draft = meant(&call, &tx, me).await?;
    if sent.version.is_some_and(|seen| seen != draft.version) {
        return Err(Error::stale(&repo::draft_view(draft)));
    }
    let edit = sent.edit.unwrap_or(draft.edit);
    let Some(saved) = repo::write(&tx, &call.ctx, &draft, &text, edit).await? else {
        let now = repo::get_draft(&tx, &call.scope, draft.id, me).await?;
        return Err(Error::stale(&repo::draft_view(now)));
    };
    call.audit_access(draft.person_id);
    // Only its author's own pages need to hear of it.
    call.publish_after_commit(DRAFT_EVENT, draft.id, me);
    call.commit(tx, saved).await
}

/// PUT /notedraft/sign
pub(super) async fn sign(call: Request<Json<SignDraft>>) -> Result<Json<NoteView>> {
    let (ctx, sent) = (&call.ctx, &call.body.0);
    call.same_actor(sent.from)?;
    let me = call.me()?.person_id;
    let written = tidied(&sent.text);
    let faults = note_faults(&written);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = call.begin().await?;
    notes::is_patient(&tx, &call.scope, sent.person_id).await?;
    if let Some(draft) = signed_draft(&call, &tx, me).await? {
        if repo::write(&tx, ctx, &draft, "", true).await?.is_none() {
            let now = repo::get_draft(&tx, &call.scope, draft.id, me).await?;
            return Err(Error::stale(&repo::draft_view(now)));
        }
        call.publish_after_commit(DRAFT_EVENT, draft.id, me);
    }
    let signed = notes::Signed {
        written: &written,
        signature: view::marker_of(&tx, ctx, Deed::Signed, me).await?,
        by: me,
    };
    let id = notes::add(&tx, ctx, sent.person_id, signed).await?;
    let answer = view::get_note_view(&tx, &call.scope, id).await?;
    call.audit_access(sent.person_id);
    call.publish_after_commit(EVENT, id, sent.person_id);
    call.commit(tx, answer).await
}

/// The draft that becomes the note. Without its id it is the author's own on this patient, and only when
/// it says nothing else: what another machine wrote stays a draft.
async fn signed_draft(
    call: &Request<Json<SignDraft>>,
    tx: &impl notes::ConnectionTrait,
    me: Uuid,
) -> Result<Option<note_draft::Model>> {
    let sent = &call.body.0;
    let Some(id) = sent.id else {
        let own = repo::list_drafts(tx, &call.scope, sent.person_id, me).await?;
        return Ok(own.filter(|draft| tidied(&draft.text) == tidied(&sent.text)));
    };
    let draft = repo::get_draft(tx, &call.scope, id, me).await?;
    if draft.person_id != sent.person_id {
        return Err(Error::not_found());
    }
    if sent.version.is_some_and(|seen| seen != draft.version) {
        return Err(Error::stale(&repo::draft_view(draft)));
    }
    Ok(Some(draft))
}

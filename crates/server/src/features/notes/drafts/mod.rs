//! What somebody is writing: saved while it is written, on whichever machine, and signed. A save on top
//! of another machine's newer one is refused with that one's text, so that no words are lost.

pub(super) mod store;

use salal_rules::notes::{Deed, draft_faults, draft_text, note_faults, tidied};
use uuid::Uuid;

use super::rows::note_draft;
use super::store as notes;
use super::wire::{NoteDraft, NoteView, SaveDraft, SignDraft};
use super::{DRAFT_EVENT, EVENT, view};
use crate::door::{Call, Json};
use crate::error::{Error, Result};

/// The draft a save is meant for. The first save names the patient: by `personId`, or in the place of
/// the draft's id (decision 63).
async fn meant(
    call: &Call<Json<SaveDraft>>,
    tx: &impl notes::ConnectionTrait,
    me: Uuid,
) -> Result<note_draft::Model> {
    let sent = &call.body.0;
    if let Some(id) = sent.id
        && let Some(own) = store::find(tx, &call.reach, id, me).await?
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
    notes::is_patient(tx, &call.reach, person).await?;
    let (draft, made) = store::open(tx, &call.ctx, &call.reach, person, me).await?;
    // Another machine began one that this page has not seen.
    if !made
        && sent.version.is_none()
        && !draft.text.is_empty()
        && draft.text != draft_text(&sent.text)
    {
        return Err(Error::stale(&store::view(draft)));
    }
    Ok(draft)
}

/// PUT /notedraft
pub(super) async fn save(call: Call<Json<SaveDraft>>) -> Result<Json<NoteDraft>> {
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
        return Err(Error::stale(&store::view(draft)));
    }
    let edit = sent.edit.unwrap_or(draft.edit);
    let Some(saved) = store::write(&tx, &call.ctx, &draft, &text, edit).await? else {
        let now = store::get(&tx, &call.reach, draft.id, me).await?;
        return Err(Error::stale(&store::view(now)));
    };
    call.saw(draft.person_id);
    // Only its author's own pages need to hear of it.
    call.changed(DRAFT_EVENT, draft.id, me);
    call.commit(tx, saved).await
}

/// PUT /notedraft/sign
pub(super) async fn sign(call: Call<Json<SignDraft>>) -> Result<Json<NoteView>> {
    let (ctx, sent) = (&call.ctx, &call.body.0);
    call.same_actor(sent.from)?;
    let me = call.me()?.person_id;
    let written = tidied(&sent.text);
    let faults = note_faults(&written);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = call.begin().await?;
    notes::is_patient(&tx, &call.reach, sent.person_id).await?;
    if let Some(draft) = signed_draft(&call, &tx, me).await? {
        if store::write(&tx, ctx, &draft, "", true).await?.is_none() {
            let now = store::get(&tx, &call.reach, draft.id, me).await?;
            return Err(Error::stale(&store::view(now)));
        }
        call.changed(DRAFT_EVENT, draft.id, me);
    }
    let signed = notes::Signed {
        written: &written,
        signature: view::marker_of(&tx, ctx, Deed::Signed, me).await?,
        by: me,
    };
    let id = notes::add(&tx, ctx, sent.person_id, signed).await?;
    let answer = view::one(&tx, &call.reach, id).await?;
    call.saw(sent.person_id);
    call.changed(EVENT, id, sent.person_id);
    call.commit(tx, answer).await
}

/// The draft that becomes the note. Without its id it is the author's own on this patient, and only when
/// it says nothing else: what another machine wrote stays a draft.
async fn signed_draft(
    call: &Call<Json<SignDraft>>,
    tx: &impl notes::ConnectionTrait,
    me: Uuid,
) -> Result<Option<note_draft::Model>> {
    let sent = &call.body.0;
    let Some(id) = sent.id else {
        let own = store::of(tx, &call.reach, sent.person_id, me).await?;
        return Ok(own.filter(|draft| tidied(&draft.text) == tidied(&sent.text)));
    };
    let draft = store::get(tx, &call.reach, id, me).await?;
    if draft.person_id != sent.person_id {
        return Err(Error::not_found());
    }
    if sent.version.is_some_and(|seen| seen != draft.version) {
        return Err(Error::stale(&store::view(draft)));
    }
    Ok(Some(draft))
}

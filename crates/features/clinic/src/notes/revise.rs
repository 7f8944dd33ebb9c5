// SPDX-License-Identifier: AGPL-3.0-or-later

//! Revises a note: the signed version is kept, and a new one is added.

use salal_domain::notes::{note_faults, tidied};

use super::dto::{NoteView, Revise};
use super::note::Note;
use crate::api::{Json, Request};
use crate::error::{Error, Result};

/// PUT /note
pub(super) async fn revise(request: Request<Json<Revise>>) -> Result<Json<NoteView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    request.same_actor(sent.from)?;
    let me = request.me()?.person_id;
    let written = tidied(&sent.text);
    let faults = note_faults(&written);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = request.begin().await?;
    let mut note = Note::lock(&tx, ctx, &request.scope, sent.note_id, Some(me)).await?;
    note.allow_change(sent.person_id, sent.last_version)?;
    note.revise(ctx, written, me)?;
    note.save(&request, tx).await
}

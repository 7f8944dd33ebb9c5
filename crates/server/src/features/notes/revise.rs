// SPDX-License-Identifier: AGPL-3.0-or-later

//! Revises a note: the signed version is kept, and a new one is added.

use salal_domain::notes::{Deed, note_faults, tidied};
use salal_domain::texts::notes as texts;
use uuid::Uuid;

use super::dto::{NoteView, Revise};
use super::entity::{note, note_version};
use super::repo::{self, ConnectionTrait};
use super::{EVENT, view};
use crate::api::{Json, Request, Scope};
use crate::error::{Error, Result};

/// Locks a note that was seen in its newest version, belongs to that patient, and has not been sent.
pub(super) async fn take_unsent(
    tx: &impl ConnectionTrait,
    scope: &Scope,
    (note, person): (Uuid, Uuid),
    seen: Option<Uuid>,
) -> Result<(note::Model, note_version::Model)> {
    let row = repo::lock_for_update(tx, scope, note).await?;
    if row.person_id != person {
        return Err(Error::not_found());
    }
    let refused = if row.message_id.is_some() || row.clinic_note_id.is_some() {
        Some(Error::conflict("NOTE_SENT", texts::SENT_ALREADY))
    } else if row.sending_id.is_some() {
        Some(Error::conflict("NOTE_LEAVING", texts::LEAVING))
    } else {
        None
    };
    if let Some(mut error) = refused {
        error.current = serde_json::to_value(view::get_note_view(tx, scope, note).await?).ok();
        return Err(error);
    }
    let newest = repo::newest_version(tx, note).await?;
    if seen.is_some_and(|seen| seen != newest.id) {
        return Err(Error::stale(&view::get_note_view(tx, scope, note).await?));
    }
    Ok((row, newest))
}

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
    let which = (sent.note_id, sent.person_id);
    let (row, newest) = take_unsent(&tx, &request.scope, which, sent.last_version).await?;
    // The same text is not a revision.
    if newest.written != written {
        let signed = repo::Signed {
            written: &written,
            signature: view::marker_of(&tx, ctx, Deed::Signed, me).await?,
            by: me,
        };
        repo::revise(&tx, ctx, &row, signed).await?;
    }
    let answer = view::get_note_view(&tx, &request.scope, row.id).await?;
    request.audit_access(row.person_id);
    request.publish_after_commit(EVENT, row.id, row.person_id);
    request.commit(tx, answer).await
}

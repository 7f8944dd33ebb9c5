// SPDX-License-Identifier: AGPL-3.0-or-later

//! Acknowledgement of a patient's reply to a note.

use salal_domain::notes::{Deed, NoteMarkKind, without_markers};
use salal_domain::texts::notes as texts;

use super::dto::{Acknowledge, NoteView};
use super::repo::{self, NewMark};
use super::{EVENT, view};
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use crate::features::messages;

/// An error with the current note.
fn conflict(code: &'static str, text: &str, now: &NoteView) -> Error {
    let mut error = Error::conflict(code, text);
    error.current = serde_json::to_value(now).ok();
    error
}

/// PUT /note/reply/acknowledge
pub(super) async fn acknowledge(request: Request<Json<Acknowledge>>) -> Result<Json<NoteView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let found = repo::by_message(&tx, &request.scope, sent.message_id).await?;
    let row = repo::lock_for_update(&tx, &request.scope, found.id).await?;
    if sent.person_id != row.person_id && sent.person_id != me {
        return Err(Error::not_found());
    }
    let mut threads = messages::answers(&tx, &[sent.message_id]).await?;
    let replies = threads.remove(&sent.message_id).unwrap_or_default();
    let reply = replies
        .iter()
        .find(|reply| reply.id == sent.reply_id && reply.from.id == row.person_id)
        .ok_or_else(Error::not_found)?;
    let read = sent.reply_text.as_deref().map(without_markers);
    if read.is_some_and(|read| !read.is_empty() && read != without_markers(&reply.body)) {
        let now = view::get_note_view(&tx, &request.scope, row.id).await?;
        return Err(conflict("STALE_VERSION", texts::REPLY_DIFFERS, &now));
    }
    let mark = NewMark {
        note: row.id,
        kind: NoteMarkKind::Acknowledged,
        subject: reply.id,
        marker: &view::marker_of(&tx, ctx, Deed::Acknowledged, me).await?,
        by: me,
    };
    if !repo::mark(&tx, ctx, mark).await? {
        let now = view::get_note_view(&tx, &request.scope, row.id).await?;
        return Err(conflict(
            "ALREADY_ACKNOWLEDGED",
            texts::ACKNOWLEDGED_ALREADY,
            &now,
        ));
    }
    messages::mark_read(&tx, sent.message_id, me, request.now()).await?;
    let answer = view::get_note_view(&tx, &request.scope, row.id).await?;
    request.audit_access(row.person_id);
    request.publish_after_commit(EVENT, row.id, row.person_id);
    request.publish_after_commit("message", sent.message_id, row.person_id);
    request.commit(tx, answer).await
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Acknowledgement of a patient's reply to a note.

use super::dto::{Acknowledge, NoteView};
use super::note::Note;
use crate::api::{Json, Request};
use crate::error::{Error, Result};

/// PUT /note/reply/acknowledge
pub(super) async fn acknowledge(request: Request<Json<Acknowledge>>) -> Result<Json<NoteView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let mut note = Note::lock_by_message(&tx, ctx, &request.scope, sent.message_id, me).await?;
    if sent.person_id != note.row.person_id && sent.person_id != me {
        return Err(Error::not_found());
    }
    note.acknowledge(ctx, sent.reply_id, sent.reply_text.as_deref(), me)?;
    note.save(&request, tx).await
}

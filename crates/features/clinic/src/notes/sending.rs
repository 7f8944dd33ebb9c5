// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends a note some seconds after the click, so that it can be cancelled. Sending is one transaction: the
//! message to the patient with its email, the copy for the clinic's record (whose own job retries until it is
//! stored, decision 69), and the mark.

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::notes::SendingTo;
use salal_domain::texts::notes as texts;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dto::{ByNote, NoteView, SendNote, SendToEmr};
use super::note::Note;
use crate::api::{Json, NoBody, Request};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, JobKind, JobOutcome, JobRun, Reach};
use crate::notifications;
use salal_people::people::Visits;

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Sends a note.
        Send = "notes.send",
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) note: Uuid,
    /// Identifies the click: a note cancelled and sent again has a new one.
    pub(super) way: Uuid,
}

/// PUT /note/sendNote
pub(super) async fn to_patient(request: Request<Json<SendNote>>) -> Result<Json<NoteView>> {
    let sent = &request.body.0;
    request.same_actor(sent.from)?;
    if sent
        .subject
        .as_deref()
        .is_some_and(|subject| subject != texts::SENT_YOU_A_NOTE)
    {
        return Err(Error::field("subject", texts::SUBJECT_IS_FIXED));
    }
    let tx = request.begin().await?;
    if let Some(prescription) = sent.prescription_id
        && !(request.ctx.hooks.get::<Visits>().is_of_person)(&tx, prescription, sent.to).await?
    {
        return Err(Error::not_found());
    }
    leave(
        &request,
        tx,
        sent.note_id,
        sent.to,
        sent.last_version,
        SendingTo::Patient,
        sent.prescription_id,
    )
    .await
}

/// PUT /note/emr
pub(super) async fn to_emr(request: Request<Json<SendToEmr>>) -> Result<Json<NoteView>> {
    let sent = &request.body.0;
    request.same_actor(sent.from)?;
    let tx = request.begin().await?;
    leave(
        &request,
        tx,
        sent.note_id,
        sent.person_id,
        sent.last_version,
        SendingTo::Emr,
        None,
    )
    .await
}

/// Schedules the sending of a note.
async fn leave<B>(
    request: &Request<B>,
    tx: Transaction,
    id: Uuid,
    person: Uuid,
    seen: Uuid,
    to: SendingTo,
    prescription: Option<Uuid>,
) -> Result<Json<NoteView>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let mut note = Note::lock(&tx, ctx, &request.scope, id, Some(me)).await?;
    note.allow_change(person, Some(seen))?;
    note.leave(ctx, to, prescription, me)?;
    note.save(request, tx).await
}

/// PUT /note/undo/{id}
pub(super) async fn undo(request: Request<NoBody, ByNote>) -> Result<Json<NoteView>> {
    let tx = request.begin().await?;
    let mut note = Note::lock(&tx, &request.ctx, &request.scope, request.path.id, None).await?;
    let too_late = || Error::conflict("TOO_LATE", texts::TOO_LATE);
    let way = note.row.sending_id.ok_or_else(too_late)?;
    if !jobs::cancel(&tx, Job::Send, way).await? {
        return Err(too_late());
    }
    note.hold_back();
    note.save(&request, tx).await
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Send.code(),
        run: send,
        max_attempts: 20,
        longest_run: Duration::from_mins(2),
        reach: Reach::Inside,
        needs: None,
        on_failure: not_sent,
    }]
}

fn send(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let mut note = Note::lock(&tx, &ctx, &run.scope, payload.note, None).await?;
        // Cancelled, or sent by an earlier attempt.
        if note.row.sending_id != Some(payload.way) {
            return Ok(JobOutcome::Done);
        }
        note.carry_out(&tx, &ctx).await?;
        let changed = note.write(&tx).await?;
        crash::point("notes.before_commit");
        tx.commit().await?;
        crash::point("notes.after_commit");
        ctx.notify_worker();
        for change in changed {
            ctx.publish(change);
        }
        Ok(JobOutcome::Done)
    })
}

/// A note that could not be sent is no longer marked as being sent, and staff are notified.
fn not_sent(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let mut note = Note::lock(&tx, &ctx, &run.scope, payload.note, None).await?;
        let what = format!("Note #{} was not sent", note.row.number);
        if note.row.sending_id == Some(payload.way) {
            note.hold_back();
        }
        note.write(&tx).await?;
        tx.commit().await?;
        notifications::notify_staff(&ctx, &what, &why).await
    })
}

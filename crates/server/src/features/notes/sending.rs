// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends a note some seconds after the click, so that it can be cancelled. Sending is one transaction: the
//! message to the patient with its email, the copy for the clinic's record (whose own job retries until it is
//! stored, decision 69), and the mark.

use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::notes::{Deed, NoteMarkKind, SendingTo, with_markers};
use salal_domain::texts::notes as texts;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dto::{ByNote, NoteView, SendNote, SendToEmr};
use super::entity::note;
use super::repo::{self, NewMark, Way};
use super::revise::take_unsent;
use super::{EVENT, KIND, view};
use crate::api::{Json, NoBody, Request, Role};
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::features::clinic_notes::{self, NewClinicNote};
use crate::features::messages::{self, NewMessage, To};
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob};
use crate::notifications;

/// The job that sends a note.
const SEND: &str = "notes.send";

#[derive(Serialize, Deserialize)]
struct Payload {
    note: Uuid,
    /// Identifies the click: a note cancelled and sent again has a new one.
    way: Uuid,
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
        && !repo::is_request_of(&tx, prescription, sent.to).await?
    {
        return Err(Error::not_found());
    }
    let which = (sent.note_id, sent.to);
    leave(
        &request,
        tx,
        which,
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
    let which = (sent.note_id, sent.person_id);
    leave(&request, tx, which, sent.last_version, SendingTo::Emr, None).await
}

/// Schedules the sending of a note.
async fn leave<B>(
    request: &Request<B>,
    tx: Transaction,
    which: (Uuid, Uuid),
    seen: Uuid,
    to: SendingTo,
    prescription: Option<Uuid>,
) -> Result<Json<NoteView>> {
    let ctx = &request.ctx;
    let (row, _) = take_unsent(&tx, &request.scope, which, Some(seen)).await?;
    let way = Way {
        id: ctx.new_id(),
        to,
        by: request.me()?.person_id,
        at: ctx.now() + TimeDelta::seconds(ctx.settings.jobs.undo_seconds),
        prescription,
    };
    repo::set_leaving(&tx, row.id, &way).await?;
    let payload = Payload {
        note: row.id,
        way: way.id,
    };
    let job = NewJob::new(SEND, &payload)?.once(way.id);
    jobs::enqueue(&tx, ctx, job.undoable(ctx).about(row.person_id)).await?;
    let answer = view::get_note_view(&tx, &request.scope, row.id).await?;
    request.audit_access(row.person_id);
    request.publish_after_commit(EVENT, row.id, row.person_id);
    request.commit(tx, answer).await
}

/// PUT /note/undo/{id}
pub(super) async fn undo(request: Request<NoBody, ByNote>) -> Result<Json<NoteView>> {
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, request.path.id).await?;
    let too_late = || Error::conflict("TOO_LATE", texts::TOO_LATE);
    let way = row.sending_id.ok_or_else(too_late)?;
    if !jobs::cancel(&tx, SEND, way).await? {
        return Err(too_late());
    }
    repo::update(&tx, row.id, repo::held_back()).await?;
    let answer = view::get_note_view(&tx, &request.scope, row.id).await?;
    request.audit_access(row.person_id);
    request.publish_after_commit(EVENT, row.id, row.person_id);
    request.commit(tx, answer).await
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: SEND,
        run: send,
        max_attempts: 20,
        on_failure: not_sent,
    }]
}

fn send(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let row = repo::lock_for_update(&tx, &run.scope, payload.note).await?;
        // Cancelled, or sent by an earlier attempt.
        if row.sending_id != Some(payload.way) {
            return Ok(JobOutcome::Done);
        }
        let message = carry_out(&tx, &ctx, &row).await?;
        crash::point("notes.before_commit");
        tx.commit().await?;
        crash::point("notes.after_commit");
        ctx.notify_worker();
        let tell = |kind, id| {
            ctx.publish(ChangeEvent {
                kind,
                id,
                person: row.person_id,
            });
        };
        tell(EVENT, row.id);
        if let Some(message) = message {
            tell("message", message);
        }
        Ok(JobOutcome::Done)
    })
}

/// Carries out the sending; returns the message, if it is to the patient.
async fn carry_out(tx: &Transaction, ctx: &Context, row: &note::Model) -> Result<Option<Uuid>> {
    let by = row
        .sending_by
        .ok_or_else(|| Error::broken("a note that nobody sends"))?;
    let newest = repo::newest_version(tx, row.id).await?;
    let to = row
        .sending_to
        .ok_or_else(|| Error::broken("a note that is sent nowhere"))?;
    let (deed, kind) = match *to {
        SendingTo::Patient => (Deed::SentToPatient, NoteMarkKind::SentToPatient),
        SendingTo::Emr => (Deed::SentToEmr, NoteMarkKind::SentToEmr),
    };
    let marker = view::marker_of(tx, ctx, deed, by).await?;
    let text = with_markers(&newest.written, &[&newest.signature, &marker]);
    let copy = NewClinicNote {
        person: row.person_id,
        subject: Some((KIND, row.id)),
        text: &text,
    };
    let clinic_note = clinic_notes::queue(tx, ctx, copy).await?;
    let message = match *to {
        SendingTo::Patient => Some(post_note(tx, ctx, row, &newest.written, by).await?),
        SendingTo::Emr => None,
    };
    let mark = NewMark {
        note: row.id,
        kind,
        subject: message.unwrap_or(clinic_note),
        marker: &marker,
        by,
    };
    repo::mark(tx, ctx, mark).await?;
    repo::update(tx, row.id, repo::left(message, clinic_note)).await?;
    Ok(message)
}

/// The message to the patient, without the staff's markers.
async fn post_note(
    tx: &Transaction,
    ctx: &Context,
    row: &note::Model,
    written: &str,
    by: Uuid,
) -> Result<Uuid> {
    let new = NewMessage {
        subject: texts::SENT_YOU_A_NOTE.into(),
        body: written.to_owned(),
        from: Some(by),
        to: To::Person(row.person_id),
        about: Some(row.person_id),
        subject_kind: Some(KIND),
        subject_id: Some(row.id),
        tells_of: None,
    };
    let message = messages::post(tx, ctx, new).await?;
    messages::tell_patient(tx, ctx, message, row.person_id, Role::Doctor).await?;
    Ok(message)
}

/// A note that could not be sent is no longer marked as being sent, and staff are notified.
fn not_sent(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let row = repo::lock_for_update(&tx, &run.scope, payload.note).await?;
        if row.sending_id == Some(payload.way) {
            repo::update(&tx, row.id, repo::held_back()).await?;
        }
        tx.commit().await?;
        let what = format!("Note #{} was not sent", row.number);
        notifications::notify_staff(&ctx, &what, &why).await
    })
}

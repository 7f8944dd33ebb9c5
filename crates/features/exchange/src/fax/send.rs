// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends one fax. The attempt is recorded, then made; if its response is lost, the provider is asked by the
//! attempt's own code before anything is sent again (reference fax 5).

use std::time::Duration;

use chrono::TimeDelta;
use salal_db::{Connection, StatementBatch};
use salal_domain::fax::{AttemptOutcome, FaxNumber, FaxState};
use salal_domain::subjects::SubjectKind;
use salal_integrations::fax::{FaxFile, NewFax as ToProvider};
use salal_integrations::{Failure, ServiceError};
use sea_orm::{EntityTrait, IntoActiveModel, QueryTrait, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::aggregate::Fax;
use super::covers::{Cover, Paper, cover_pdf};
use super::entity::{fax, fax_attempt};
use super::subjects::{find_subject, tell};
use super::{Change, Job, State, documents, repo, restored};
use crate::api::Scope;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, JobOutcome, NewJob};

/// The interval between checks for a fax whose response was lost.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// A fax that the service has not accepted for this long is shown as work, while retries continue: someone
/// may want to telephone, or to send it elsewhere.
///
/// Retries in the first nine minutes are closer together than later ones, so it is reported by then.
const WAITS: TimeDelta = TimeDelta::minutes(8);
/// The message shown for it.
const WAITING: &str = "The fax service has not accepted it yet. We will retry automatically. If it is urgent, please call the pharmacy.";

/// Why nothing of a void copy is sent.
pub(super) const VOID: &str = "This copy is void and will not be sent.";

/// Why a fax failed whose copy was voided in the meantime.
pub(super) const VOIDED: &str = "It was voided before it left.";

/// A fax to queue.
pub struct NewFax {
    pub subject_kind: SubjectKind,
    pub subject_id: Uuid,
    pub person: Uuid,
    pub document_id: Uuid,
    pub to: FaxNumber,
    pub recipient_name: String,
    /// 1 for the first copy.
    pub copy_number: i64,
    /// Requested through the patient's link.
    pub is_resend: bool,
    pub by: Option<Uuid>,
    pub cover: Cover,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) fax: Uuid,
    pub(super) cover: Option<Cover>,
}

/// Queues a fax in the caller's transaction. Nothing is sent yet.
pub async fn queue(tx: &Connection, ctx: &Context, new: NewFax) -> Result<Uuid> {
    refuse_stopped(tx, new.document_id).await?;
    let mut writes = ctx.db.batch();
    let id = queue_with(&mut writes, ctx, new)?;
    writes.run(tx).await?;
    Ok(id)
}

/// Like `queue`, added to the transaction's pending writes; the caller has asked whether the copy was voided.
pub fn queue_with(writes: &mut StatementBatch, ctx: &Context, new: NewFax) -> Result<Uuid> {
    Ok(queue_row(writes, ctx, new)?.id)
}

/// Like `queue_with`, with the whole fax as it is queued.
pub(super) fn queue_row(
    writes: &mut StatementBatch,
    ctx: &Context,
    new: NewFax,
) -> Result<fax::Model> {
    let id = ctx.new_id();
    // Superseded copies no longer need attention.
    repo::untroubled(writes, new.subject_kind, new.subject_id);
    let row = fax::Model {
        id,
        subject_kind: new.subject_kind.into(),
        subject_id: new.subject_id,
        person_id: new.person,
        document_id: new.document_id,
        to_number: new.to.digits().to_owned(),
        recipient_name: new.recipient_name,
        state: FaxState::Queued.into(),
        copy_number: new.copy_number,
        is_resend: new.is_resend,
        queued_by: new.by,
        queued_at: ctx.now(),
        sent_at: None,
        delivered_at: None,
        pages: None,
        remote_id: None,
        reason: None,
        reason_permanent: None,
        notify_token_hash: None,
        label: new.cover.label.clone(),
        trouble: false,
        transmitted_at: None,
        confirmed_by: None,
        confirmed_at: None,
        version: 1,
    };
    writes.add(&fax::Entity::insert(row.clone().into_active_model()).into_query());
    let is_cancellation = new.cover.paper == Paper::Cancellation;
    let payload = Payload {
        fax: id,
        cover: Some(new.cover),
    };
    let job = NewJob::new(Job::Send, &payload)?.once(id).about(new.person);
    // A fax sent by staff can be cancelled for a while; a cancellation fax is sent at once.
    let job = if new.by.is_some() && !is_cancellation {
        job.undoable(ctx)
    } else {
        job
    };
    jobs::enqueue_with(writes, ctx, job);
    Ok(row)
}

/// Refuses to send a copy that was voided.
pub async fn refuse_stopped(tx: &Connection, document: Uuid) -> Result<()> {
    if repo::is_stopped(tx, document).await? {
        return Err(Error::conflict("COPY_VOID", VOID));
    }
    Ok(())
}

/// Sends a fax, or finds out that it was sent; a long delay is reported.
pub(super) async fn send(
    ctx: &Context,
    payload: Payload,
    was_released: bool,
) -> Result<JobOutcome> {
    let fax = payload.fax;
    let end = try_once(ctx, payload, was_released).await?;
    if matches!(end, JobOutcome::Retry { .. }) {
        tell_of_wait(ctx, fax).await?;
    }
    Ok(end)
}

/// Reports a fax that has been waiting for the fax service for [`WAITS`].
async fn tell_of_wait(ctx: &Context, id: Uuid) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let mut fax = Fax::load_in_job(&tx, ctx, id).await?;
    let is_waiting = fax.row.state.is_waiting();
    let is_long = ctx.now() - fax.row.queued_at >= WAITS;
    if !is_waiting || !is_long || fax.row.trouble || !fax.troubles() {
        return Ok(());
    }
    fax.is_waiting_long(WAITING);
    // If it changed in between, it is checked again at the next attempt.
    if fax.step(&tx).await? {
        tx.commit().await?;
        tell(ctx, change(&fax.row, State::Waiting)).await?;
    }
    Ok(())
}

async fn try_once(ctx: &Context, payload: Payload, was_released: bool) -> Result<JobOutcome> {
    let mut fax = Fax::load_in_job(ctx.db.read(), ctx, payload.fax).await?;
    if !fax.row.state.is_waiting() {
        return tell_again(ctx, &fax.row).await;
    }
    crash::point("fax.after_queue");
    if let Some(open) = fax.open_attempt() {
        return ask_about(ctx, open).await;
    }
    if was_released {
        match restored::find_unknown(ctx, &fax).await {
            Ok(Some(found)) => return restored::accepted_before(ctx, payload.fax, found).await,
            Ok(None) => {}
            Err(error) => {
                return Ok(JobOutcome::Retry {
                    why: error.to_string(),
                });
            }
        }
    }
    let (id, document) = (fax.row.id, fax.row.document_id);
    if fax.is_stopped() {
        failed(ctx, id, VOIDED, true).await?;
        return Ok(JobOutcome::Done);
    }
    let subject = find_subject(ctx, *fax.row.subject_kind)?;
    let may_leave = (subject.may_leave)(ctx.db.read(), fax.row.subject_id, document).await?;
    if let Err(refusal) = may_leave {
        failed(ctx, id, &refusal.message, true).await?;
        return Ok(JobOutcome::Done);
    }
    let cover = payload
        .cover
        .ok_or_else(|| Error::broken("a fax without a cover"))?;
    let file = match cover.paper {
        Paper::Prescription => "prescription.pdf",
        Paper::SleepStudy => "request.pdf",
        Paper::Cancellation => "cancellation.pdf",
    };
    let pages = documents::read(ctx.db.read(), &Scope::for_job(), document).await?;
    // A cancellation is complete on its one page.
    let cover = match cover.paper {
        Paper::Cancellation => None,
        _ => Some(cover_pdf(ctx, &cover, ctx.now()).await?),
    };
    let tx = ctx.db.begin().await?;
    fax.row.state = FaxState::Sending.into();
    // Voiding the copy changes the same row: one of the two sees the other.
    if !fax.step(&tx).await? || repo::is_stopped(&tx, document).await? {
        return Ok(JobOutcome::Retry {
            why: "the fax changed in the meantime".into(),
        });
    }
    let attempt = fax.begin_attempt(ctx, cover.as_deref(), &pages);
    fax.write(tx).await?;
    crash::point("fax.after_attempt");
    let cover = cover.as_deref().map(|bytes| FaxFile {
        name: "cover.pdf",
        bytes,
    });
    let pages = FaxFile {
        name: file,
        bytes: &pages,
    };
    let files: Vec<FaxFile<'_>> = cover.into_iter().chain([pages]).collect();
    let number = &fax.row.to_number;
    let ten = number.chars().skip(number.len().saturating_sub(10));
    let ten: String = ten.collect();
    let answer = ctx
        .services
        .fax
        .queue(&ToProvider {
            to_number: &ten,
            files: &files,
            account_code: &attempt.account_code,
            notify_url: None,
        })
        .await;
    crash::point("fax.after_effect");
    match answer {
        Ok(provider_id) => accepted(ctx, id, attempt.id, provider_id).await,
        Err(error) if error.is_unknown() => Ok(JobOutcome::Retry {
            why: error.to_string(),
        }),
        Err(error) if error.worth_retrying() => {
            not_sent(ctx, &attempt, plain(&error)).await?;
            Ok(JobOutcome::Retry {
                why: error.to_string(),
            })
        }
        Err(error) => {
            not_sent(ctx, &attempt, plain(&error)).await?;
            failed(ctx, id, "The fax service refused the fax.", true).await?;
            Ok(JobOutcome::Done)
        }
    }
}

/// The response to an attempt was lost: asks the provider by the attempt's own code.
async fn ask_about(ctx: &Context, attempt: &fax_attempt::Model) -> Result<JobOutcome> {
    match ctx
        .services
        .fax
        .find_by_account_code(&attempt.account_code)
        .await
    {
        Ok(Some(status)) => accepted(ctx, attempt.fax_id, attempt.id, status.provider_id).await,
        Ok(None)
            if ctx.now() - attempt.started_at
                < TimeDelta::seconds(ctx.settings.prescriptions.fax_unlisted_seconds) =>
        {
            // It may still be in transit, or not be in the provider's list yet: if it were sent again now, it
            // would arrive twice.
            Ok(JobOutcome::Postpone { after: LOOK_AGAIN })
        }
        Ok(None) => {
            not_sent(ctx, attempt, "The fax service never had it.").await?;
            Ok(JobOutcome::Retry {
                why: "the fax was not sent; it is sent again".into(),
            })
        }
        Err(error) => Ok(JobOutcome::Retry {
            why: error.to_string(),
        }),
    }
}

/// Why an attempt failed, as a readable message.
fn plain(error: &ServiceError) -> &'static str {
    match error.kind {
        Failure::Refused { .. } => "The fax service refused the fax.",
        Failure::Busy { .. } => "The fax service asked to wait.",
        Failure::Unknown { .. } => "The answer of the fax service was lost.",
        Failure::Unreachable { .. } => "The fax service couldn’t be reached.",
        Failure::Held => "Salal was restored: faxes wait until an administrator releases them.",
        Failure::Misconfigured { .. } => "The fax service does not accept the clinic’s account.",
    }
}

async fn not_sent(ctx: &Context, attempt: &fax_attempt::Model, why: &str) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let to = fax_attempt::ActiveModel {
        outcome: Set(Some(AttemptOutcome::NotSent.into())),
        reason: Set(Some(why.to_owned())),
        ended_at: Set(Some(ctx.now())),
        ..Default::default()
    };
    repo::update_attempt(&tx, attempt.id, to).await?;
    tx.commit().await?;
    Ok(())
}

/// The provider has the fax: polls for the outcome from now on.
pub(super) async fn accepted(
    ctx: &Context,
    id: Uuid,
    attempt: Uuid,
    provider_id: String,
) -> Result<JobOutcome> {
    let tx = ctx.db.begin().await?;
    let mut fax = Fax::load_in_job(&tx, ctx, id).await?;
    fax.accepted(ctx, attempt, provider_id)?;
    if !fax.step(&tx).await? {
        // Nothing is stored; the next attempt finds the fax at the service, and sends nothing again.
        return Ok(JobOutcome::Retry {
            why: "the fax changed in the meantime".into(),
        });
    }
    fax.write(tx).await?;
    crash::point("fax.after_record");
    tell(ctx, change(&fax.row, State::Sent)).await?;
    Ok(JobOutcome::Done)
}

/// Queues the job that polls for the outcome of a fax that was just accepted.
pub(super) fn poll_first(writes: &mut StatementBatch, ctx: &Context, fax: Uuid) -> Result<()> {
    let first = ctx.now() + TimeDelta::milliseconds(ctx.settings.jobs.first_wait_milliseconds);
    let payload = Payload { fax, cover: None };
    jobs::enqueue_with(
        writes,
        ctx,
        NewJob::new(Job::Poll, &payload)?.once(fax).at(first),
    );
    Ok(())
}

/// A fax that will not arrive, with a readable reason.
pub(super) async fn failed(ctx: &Context, id: Uuid, reason: &str, permanent: bool) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let mut fax = Fax::load_in_job(&tx, ctx, id).await?;
    fax.failed(ctx, reason, permanent);
    fax.save_in_job(tx).await?;
    let reason = reason.to_owned();
    tell(ctx, change(&fax.row, State::Failed { reason })).await
}

/// Queues a job that notifies the subject's hooks of the state.
pub(super) fn tell_later(
    writes: &mut StatementBatch,
    ctx: &Context,
    fax: Uuid,
    what: &str,
) -> Result<()> {
    let payload = Payload { fax, cover: None };
    let job = NewJob::new(Job::Poll, &payload)?.once(format!("{what}:{fax}"));
    jobs::enqueue_with(writes, ctx, job);
    Ok(())
}

/// The state was stored, but the process may have stopped before the hooks were notified.
pub(super) async fn tell_again(ctx: &Context, fax: &fax::Model) -> Result<JobOutcome> {
    let reason = || fax.reason.clone().unwrap_or_default();
    let state = match *fax.state {
        FaxState::Queued | FaxState::Sending if fax.trouble => State::Waiting,
        FaxState::Sent => State::Sent,
        FaxState::Delivered => State::Delivered,
        FaxState::Failed => State::Failed { reason: reason() },
        FaxState::Unknown => State::Unknown,
        FaxState::Queued | FaxState::Sending => return Ok(JobOutcome::Done),
    };
    let doubt = fax
        .reason
        .clone()
        .filter(|_| fax.trouble && state == State::Delivered);
    let change = Change {
        doubt,
        ..change(fax, state)
    };
    tell(ctx, change).await?;
    Ok(JobOutcome::Done)
}

pub(super) fn change(fax: &fax::Model, state: State) -> Change {
    Change {
        subject_kind: *fax.subject_kind,
        subject_id: fax.subject_id,
        person: fax.person_id,
        fax: fax.id,
        document: fax.document_id,
        copy: fax.copy_number,
        state,
        doubt: None,
    }
}

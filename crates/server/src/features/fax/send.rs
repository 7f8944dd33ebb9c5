// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends one fax. The attempt is recorded, then made; if its response is lost, the provider is asked by the
//! attempt's own code before anything is sent again (reference fax 5).

use std::time::Duration;

use chrono::TimeDelta;
use salal_db::StatementBatch;
use salal_domain::fax::{AttemptOutcome, FaxNumber, FaxState};
use salal_integrations::fax::{FaxFile, NewFax as ToProvider};
use salal_integrations::{Failure, ServiceError};
use sea_orm::{ConnectionTrait, EntityTrait, QueryTrait, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::covers::{Cover, Paper, cover_pdf};
use super::entity::{fax, fax_attempt};
use super::subjects::tell;
use super::{Change, State, documents, repo};
use crate::api::Scope;
use crate::context::{Context, sha256_hex};
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
const WAITING: &str = "The fax service has not taken it yet. It is tried again by itself; if it is urgent, please call the pharmacy.";
/// The job that sends one fax.
pub(super) const SEND: &str = "fax.send";
/// The job that polls for its outcome.
pub(super) const POLL: &str = "fax.poll";

/// Why nothing of a void copy is sent.
pub(super) const VOID: &str = "This copy is void. Nothing of it is sent any more.";

/// A fax to queue.
pub struct NewFax {
    pub subject_kind: &'static str,
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
pub async fn queue(tx: &impl ConnectionTrait, ctx: &Context, new: NewFax) -> Result<Uuid> {
    refuse_stopped(tx, new.document_id).await?;
    let mut writes = ctx.db.batch();
    let id = queue_with(&mut writes, ctx, new)?;
    writes.run(tx).await?;
    Ok(id)
}

/// Like `queue`, added to the transaction's pending writes; the caller has asked whether the copy was voided.
pub fn queue_with(writes: &mut StatementBatch, ctx: &Context, new: NewFax) -> Result<Uuid> {
    let id = ctx.new_id();
    // Superseded copies no longer need attention.
    repo::untroubled(writes, new.subject_kind, new.subject_id);
    let row = fax::ActiveModel {
        id: Set(id),
        subject_kind: Set(new.subject_kind.into()),
        subject_id: Set(new.subject_id),
        person_id: Set(new.person),
        document_id: Set(new.document_id),
        to_number: Set(new.to.digits().to_owned()),
        recipient_name: Set(new.recipient_name),
        state: Set(FaxState::Queued.into()),
        copy_number: Set(new.copy_number),
        is_resend: Set(new.is_resend),
        queued_by: Set(new.by),
        queued_at: Set(ctx.now()),
        sent_at: Set(None),
        delivered_at: Set(None),
        pages: Set(None),
        remote_id: Set(None),
        reason: Set(None),
        reason_permanent: Set(None),
        notify_token_hash: Set(None),
        label: Set(new.cover.label.clone()),
        trouble: Set(false),
        transmitted_at: Set(None),
        confirmed_by: Set(None),
        confirmed_at: Set(None),
        version: Set(1),
    };
    writes.add(&fax::Entity::insert(row).into_query());
    let is_cancellation = new.cover.paper == Paper::Cancellation;
    let payload = Payload {
        fax: id,
        cover: Some(new.cover),
    };
    let job = NewJob::new(SEND, &payload)?.once(id);
    // A fax sent by staff can be cancelled for a while; a cancellation fax is sent at once.
    let job = if new.by.is_some() && !is_cancellation {
        job.undoable(ctx)
    } else {
        job
    };
    jobs::enqueue_with(writes, ctx, job);
    Ok(id)
}

/// Refuses to send a copy that was voided.
pub async fn refuse_stopped(tx: &impl ConnectionTrait, document: Uuid) -> Result<()> {
    if repo::is_stopped(tx, document).await? {
        return Err(Error::conflict("COPY_VOID", VOID));
    }
    Ok(())
}

/// Sends a fax, or finds out that it was sent; a long delay is reported.
pub(super) async fn send(ctx: &Context, payload: Payload) -> Result<JobOutcome> {
    let fax = payload.fax;
    let end = try_once(ctx, payload).await?;
    if matches!(end, JobOutcome::Retry { .. }) {
        tell_of_wait(ctx, fax).await?;
    }
    Ok(end)
}

/// Reports a fax that has been waiting for the fax service for [`WAITS`].
async fn tell_of_wait(ctx: &Context, id: Uuid) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let fax = repo::get_fax(&tx, id).await?;
    let is_waiting = fax.state.is_waiting();
    let is_long = ctx.now() - fax.queued_at >= WAITS;
    if !is_waiting || !is_long || fax.trouble || !troubles(&tx, &fax).await? {
        return Ok(());
    }
    let to = fax::ActiveModel {
        trouble: Set(true),
        reason: Set(Some(WAITING.into())),
        ..Default::default()
    };
    // If it changed in between, it is checked again at the next attempt.
    if repo::step(&tx, &fax, to).await? {
        tx.commit().await?;
        tell(ctx, change(&fax, State::Waiting)).await?;
    }
    Ok(())
}

async fn try_once(ctx: &Context, payload: Payload) -> Result<JobOutcome> {
    let fax = repo::get_fax(ctx.db.read(), payload.fax).await?;
    if !fax.state.is_waiting() {
        return tell_again(ctx, &fax).await;
    }
    crash::point("fax.after_queue");
    let attempts = repo::attempts(ctx.db.read(), &[fax.id]).await?;
    if let Some(open) = attempts.iter().find(|attempt| attempt.outcome.is_none()) {
        return ask_about(ctx, &fax, open).await;
    }
    if repo::is_stopped(ctx.db.read(), fax.document_id).await? {
        failed(ctx, fax.id, "It was voided before it left.", true).await?;
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
    let number = i64::try_from(attempts.len()).unwrap_or_default() + 1;
    let pages = documents::read(ctx.db.read(), &Scope::for_job(), fax.document_id).await?;
    // A cancellation is complete on its one page.
    let cover = match cover.paper {
        Paper::Cancellation => None,
        _ => Some(cover_pdf(ctx, &cover, ctx.now()).await?),
    };
    let tx = ctx.db.begin().await?;
    let to = fax::ActiveModel {
        state: Set(FaxState::Sending.into()),
        ..Default::default()
    };
    // Voiding the copy changes the same row: one of the two sees the other.
    if !repo::step(&tx, &fax, to).await? || repo::is_stopped(&tx, fax.document_id).await? {
        return Ok(JobOutcome::Retry {
            why: "the fax changed meanwhile".into(),
        });
    }
    let sha256 = sha256_hex([cover.as_deref().unwrap_or_default(), &pages].concat());
    let cover_id = match &cover {
        Some(bytes) => {
            let kept = documents::NewDocument {
                subject_kind: "fax",
                subject_id: fax.id,
                person: fax.person_id,
                kind: "cover",
                bytes: bytes.clone(),
            };
            Some(documents::store_document(&tx, ctx, kept).await?.0)
        }
        None => None,
    };
    let attempt = repo::add_attempt(&tx, ctx, &fax, number, sha256, cover_id).await?;
    tx.commit().await?;
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
    let ten: String = fax
        .to_number
        .chars()
        .skip(fax.to_number.len().saturating_sub(10))
        .collect();
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
        Ok(provider_id) => accepted(ctx, fax.id, &attempt, provider_id).await,
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
            failed(ctx, fax.id, "The fax service refused the fax.", true).await?;
            Ok(JobOutcome::Done)
        }
    }
}

/// The response to an attempt was lost: asks the provider by the attempt's own code.
async fn ask_about(
    ctx: &Context,
    fax: &fax::Model,
    attempt: &fax_attempt::Model,
) -> Result<JobOutcome> {
    match ctx
        .services
        .fax
        .find_by_account_code(&attempt.account_code)
        .await
    {
        Ok(Some(status)) => accepted(ctx, fax.id, attempt, status.provider_id).await,
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
        Failure::Unreachable { .. } => "The fax service could not be reached.",
        Failure::Misconfigured { .. } => "The fax service does not accept the clinic's account.",
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
async fn accepted(
    ctx: &Context,
    id: Uuid,
    attempt: &fax_attempt::Model,
    provider_id: String,
) -> Result<JobOutcome> {
    let now = ctx.now();
    let tx = ctx.db.begin().await?;
    let fax = repo::get_fax(&tx, id).await?;
    let to = fax_attempt::ActiveModel {
        provider_id: Set(Some(provider_id)),
        outcome: Set(Some(AttemptOutcome::Accepted.into())),
        ..Default::default()
    };
    repo::update_attempt(&tx, attempt.id, to).await?;
    let to = fax::ActiveModel {
        state: Set(FaxState::Sent.into()),
        sent_at: Set(Some(now)),
        trouble: Set(false),
        reason: Set(None),
        ..Default::default()
    };
    if !repo::step(&tx, &fax, to).await? {
        // Nothing is stored; the next attempt finds the fax at the service, and sends nothing again.
        return Ok(JobOutcome::Retry {
            why: "the fax changed meanwhile".into(),
        });
    }
    let first = now + TimeDelta::milliseconds(ctx.settings.jobs.first_wait_milliseconds);
    jobs::enqueue(
        &tx,
        ctx,
        NewJob::new(
            POLL,
            &Payload {
                fax: id,
                cover: None,
            },
        )?
        .once(id)
        .at(first),
    )
    .await?;
    tx.commit().await?;
    crash::point("fax.after_record");
    tell(ctx, change(&fax, State::Sent)).await?;
    Ok(JobOutcome::Done)
}

/// Whether the outcome of a fax needs attention: no newer copy is queued, and it was not voided.
pub(super) async fn troubles(tx: &impl ConnectionTrait, fax: &fax::Model) -> Result<bool> {
    Ok(repo::is_newest(tx, fax).await? && !repo::is_stopped(tx, fax.document_id).await?)
}

/// A fax that will not arrive, with a readable reason.
pub(super) async fn failed(ctx: &Context, id: Uuid, reason: &str, permanent: bool) -> Result<()> {
    let fax = repo::get_fax(ctx.db.read(), id).await?;
    let tx = ctx.db.begin().await?;
    let to = fax::ActiveModel {
        state: Set(FaxState::Failed.into()),
        reason: Set(Some(reason.to_owned())),
        reason_permanent: Set(Some(permanent)),
        trouble: Set(troubles(&tx, &fax).await?),
        ..Default::default()
    };
    repo::step(&tx, &fax, to).await?;
    repo::end_attempt(&tx, fax.id, AttemptOutcome::Failed, Some(reason), ctx.now()).await?;
    tx.commit().await?;
    tell(
        ctx,
        change(
            &fax,
            State::Failed {
                reason: reason.to_owned(),
            },
        ),
    )
    .await
}

/// Queues a job that notifies the subject's hooks of the state, in the caller's transaction.
pub(super) async fn tell_later(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    fax: Uuid,
    what: &str,
) -> Result<()> {
    let payload = Payload { fax, cover: None };
    let job = NewJob::new(POLL, &payload)?.once(format!("{what}:{fax}"));
    jobs::enqueue(tx, ctx, job).await
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
        subject_kind: fax.subject_kind.clone(),
        subject_id: fax.subject_id,
        person: fax.person_id,
        fax: fax.id,
        document: fax.document_id,
        copy: fax.copy_number,
        state,
        doubt: None,
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The worker: claims due jobs, runs them concurrently, and stores their outcomes.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::circuit_breaker::{self, CircuitBreakers};
use super::queue::{self, Ending};
use super::{Handler, JobOutcome, JobRun, OnFailure, payload};
use crate::api::Scope;
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::Result;

/// A kind of job, and its handler.
#[derive(Clone, Copy)]
pub struct JobKind {
    pub name: &'static str,
    pub run: Handler,
    /// The job fails after this many attempts.
    pub max_attempts: i64,
    /// Notifies someone. Required for every kind: no job ends silently.
    pub on_failure: OnFailure,
}

/// Runs until stopped; running jobs are finished first.
pub async fn work(ctx: Context, kinds: Arc<Vec<JobKind>>, stop: CancellationToken) {
    let side_by_side = ctx.settings.jobs.side_by_side;
    let places = Arc::new(Semaphore::new(side_by_side));
    let pause = Duration::from_millis(ctx.settings.jobs.poll_milliseconds);
    let breakers = Arc::new(CircuitBreakers::default());
    loop {
        if stop.is_cancelled() {
            break;
        }
        match take(&ctx).await {
            Ok(Some(run)) => {
                let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                    break;
                };
                let (ctx, kinds) = (ctx.clone(), Arc::clone(&kinds));
                let breakers = Arc::clone(&breakers);
                tokio::spawn(async move {
                    in_turn(&ctx, &kinds, run, &breakers).await;
                    drop(place);
                });
            }
            Ok(None) => {
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = ctx.job_committed() => {}
                    () = tokio::time::sleep(pause) => {}
                }
            }
            Err(error) => {
                ctx.note_storage(&error);
                tracing::error!(cause = %error, "the worker could not look for jobs");
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = tokio::time::sleep(Duration::from_secs(2)) => {}
                }
            }
        }
    }
    let all = u32::try_from(side_by_side).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(Duration::from_secs(20), places.acquire_many(all)).await;
}

async fn take(ctx: &Context) -> Result<Option<JobRun>> {
    let now = ctx.now();
    if !queue::any_due(&ctx.db, now).await? {
        if queue::requeue_expired(&ctx.db, now).await? == 0 {
            return Ok(None);
        }
        tracing::warn!("jobs of a lost worker were given back");
    }
    Ok(queue::claim(&ctx.db, now, now, lease(ctx))
        .await?
        .map(|claimed| run_of(ctx, claimed)))
}

fn run_of(ctx: &Context, claimed: queue::Claimed) -> JobRun {
    let opened = payload::open(ctx, &claimed.kind, claimed.id, claimed.payload);
    JobRun {
        id: claimed.id,
        kind: claimed.kind,
        payload: opened.payload,
        is_sealed: opened.was_sealed,
        attempts: claimed.tries,
        cancelled_because: claimed
            .ended_by
            .map(|_| claimed.last_error.unwrap_or_default()),
        person: claimed.person_id,
        scope: Scope::for_job(),
    }
}

fn lease(ctx: &Context) -> TimeDelta {
    TimeDelta::seconds(ctx.settings.jobs.lease_seconds)
}

/// Runs a job, unless the service it needs is paused.
async fn in_turn(ctx: &Context, kinds: &[JobKind], run: JobRun, breakers: &CircuitBreakers) {
    let needs = &ctx.hooks.required_services;
    let service = needs.service(&run.kind);
    let Some(service) = service.filter(|_| run.cancelled_because.is_none()) else {
        carry_out(ctx, kinds, run).await;
        return;
    };
    if let Some(after) = circuit_breaker::wait(breakers, &ctx.db, service, ctx.now()).await {
        finish(ctx, None, &run, JobOutcome::Postpone { after }).await;
        return;
    }
    let told = match carry_out(ctx, kinds, run).await {
        Served::Yes => {
            let moment = circuit_breaker::RetryWindow::at(ctx);
            circuit_breaker::answered(breakers, &ctx.db, needs, service, moment).await
        }
        Served::No => circuit_breaker::failed(breakers, &ctx.db, service, ctx.now()).await,
        Served::Unsaid => Ok(()),
    };
    if let Err(error) = told {
        tracing::warn!(service, cause = %error, "the outage of a service could not be recorded");
    }
}

/// Whether the service responded during a run.
enum Served {
    Yes,
    No,
    Unsaid,
}

async fn carry_out(ctx: &Context, kinds: &[JobKind], run: JobRun) -> Served {
    crash::point("job.after_claim");
    let Some(kind) = kinds.iter().find(|kind| kind.name == run.kind) else {
        tracing::error!(job = %run.id, kind = %run.kind, "no such kind of job");
        finish(
            ctx,
            None,
            &run,
            JobOutcome::Failed {
                why: "This version does not know the kind of job.".into(),
            },
        )
        .await;
        return Served::Unsaid;
    };
    if let Some(why) = run.cancelled_because.clone() {
        finish(ctx, Some(kind), &run, JobOutcome::Failed { why }).await;
        return Served::Unsaid;
    }
    let keeper = keep_lease(ctx.clone(), run.id);
    let ended = (kind.run)(ctx.clone(), run.clone()).await;
    keeper.abort();
    crash::point("job.after_work");
    let served = match &ended {
        Ok(JobOutcome::Done) => Served::Yes,
        Err(error) if error.kind == crate::error::Kind::OutsideDown => Served::No,
        Ok(_) | Err(_) => Served::Unsaid,
    };
    let end = ended.unwrap_or_else(|error| {
        ctx.note_storage(&error);
        tracing::warn!(job = %run.id, kind = %run.kind, cause = %error, "a job failed and is tried again");
        if error.storage.is_some() {
            // The database cannot store changes at the moment: not the job's fault, so no attempt is used.
            return JobOutcome::Postpone { after: Duration::from_secs(2) };
        }
        JobOutcome::Retry { why: error.to_string() }
    });
    finish(ctx, Some(kind), &run, end).await;
    served
}

/// Renews the lease of a long job while it runs.
fn keep_lease(ctx: Context, id: uuid::Uuid) -> tokio::task::JoinHandle<()> {
    let third = Duration::from_millis(
        u64::try_from(lease(&ctx).num_milliseconds() / 3)
            .unwrap_or(1000)
            .max(200),
    );
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(third).await;
            let _ = queue::renew(&ctx.db, id, ctx.now() + lease(&ctx)).await;
        }
    })
}

/// 2 s, 4 s, 8 s … to 15 minutes.
fn growing_wait(ctx: &Context, tries: i64) -> TimeDelta {
    let doublings = u32::try_from(tries.clamp(1, 12)).unwrap_or(12);
    let first = ctx.settings.jobs.first_wait_milliseconds;
    TimeDelta::milliseconds((first << (doublings - 1)).min(15 * 60 * 1000))
}

async fn finish(ctx: &Context, kind: Option<&JobKind>, run: &JobRun, end: JobOutcome) {
    let now = ctx.now();
    let end = match (end, kind) {
        (JobOutcome::Retry { why }, Some(kind)) if run.attempts >= kind.max_attempts => {
            JobOutcome::Failed { why }
        }
        (end, _) => end,
    };
    let again = |at, tries, why| Ending::Again { at, tries, why };
    let ending = match end {
        JobOutcome::Done => Ending::Done,
        JobOutcome::Retry { why } => again(now + growing_wait(ctx, run.attempts), None, Some(why)),
        JobOutcome::Postpone { after } => {
            let after = TimeDelta::from_std(after).unwrap_or_else(|_| TimeDelta::seconds(1));
            again(now + after, Some(run.attempts - 1), None)
        }
        JobOutcome::Failed { why } => {
            tracing::error!(job = %run.id, kind = %run.kind, %why, "a job was given up");
            metrics::counter!("salal_jobs_given_up_total", "kind" => run.kind.clone()).increment(1);
            if let Some(kind) = kind
                && let Err(error) = (kind.on_failure)(ctx.clone(), run.clone(), why.clone()).await
            {
                tracing::error!(job = %run.id, cause = %error, "nobody could be told of a given-up job");
                // Notification is part of the outcome: retry both later.
                let later = again(now + TimeDelta::seconds(60), None, Some(why));
                let _ = queue::end(&ctx.db, run.id, later, now).await;
                return;
            }
            Ending::GivenUp {
                why,
                keeps_payload: !run.is_sealed,
            }
        }
    };
    let written = queue::end(&ctx.db, run.id, ending, now).await;
    if let Err(error) = written {
        ctx.note_storage(&error);
        // The lease expires and the job runs again: handlers must tolerate that.
        tracing::error!(job = %run.id, cause = %error, "the end of a job could not be written");
    }
    if let Some(person) = run.person {
        // Pages that show waiting jobs are updated.
        ctx.publish(ChangeEvent {
            kind: "job",
            id: run.id,
            person,
        });
    }
    ctx.notify_worker();
}

/// Runs every queued job, due or not, until none is left; for tests. Returns the number of runs. A job that
/// keeps postponing stops it after 200 runs.
#[cfg(any(test, debug_assertions))]
pub async fn settle(ctx: &Context, kinds: &[JobKind]) -> Result<usize> {
    let mut runs = 0;
    while runs < 200 {
        let now = ctx.now();
        let some_day = now + TimeDelta::days(365);
        let Some(claimed) = queue::claim(&ctx.db, now, some_day, lease(ctx)).await? else {
            break;
        };
        carry_out(ctx, kinds, run_of(ctx, claimed)).await;
        runs += 1;
    }
    Ok(runs)
}

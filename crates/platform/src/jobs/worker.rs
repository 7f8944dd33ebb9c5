// SPDX-License-Identifier: AGPL-3.0-or-later

//! The worker: claims due jobs, runs them concurrently, and stores their outcomes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use salal_integrations::{Hold, OutsideWaits};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::circuit_breaker::{self, CircuitBreakers, RequiredService};
use super::queue::{self, Ending, LeaseToken, Left, Which};
use super::shares::Shares;
use super::{Handler, JobOutcome, JobRun, OnFailure, Reach, payload};
use crate::api::Scope;
use crate::changes::JOB;
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::hold;
use crate::hooks::Hook;
use crate::lasting::Lasting;
use crate::telemetry;
use crate::traces::Attribute;

/// A kind of job, and its handler.
#[derive(Clone, Copy)]
pub struct JobKind {
    /// The word of a feature's `Job`; `app` has a test that each has one kind.
    pub name: &'static str,
    pub run: Handler,
    /// The job fails after this many attempts.
    pub max_attempts: i64,
    /// A run that takes longer is ended where it is and counts as a failed attempt.
    pub longest_run: Duration,
    /// Whether it does something outside: after a restore such jobs wait for a person.
    pub reach: Reach,
    /// The service without which it can do nothing: while that is away, the jobs wait and use no attempts.
    pub needs: Option<RequiredService>,
    /// Notifies someone. Required for every kind: no job ends silently.
    pub on_failure: OnFailure,
}

/// All kinds of job.
pub struct JobKinds(pub Vec<JobKind>);

impl Hook for JobKinds {
    const NAME: &'static str = "who does the jobs";
}

impl JobKinds {
    /// The kind of this name.
    pub fn find(&self, name: &str) -> Option<&JobKind> {
        self.0.iter().find(|kind| kind.name == name)
    }

    /// The names of the kinds that do something outside.
    pub fn reaching_outside(&self) -> Vec<&'static str> {
        let reaches = |kind: &&JobKind| matches!(kind.reach, Reach::Outside(_));
        self.0
            .iter()
            .filter(reaches)
            .map(|kind| kind.name)
            .collect()
    }

    /// The names of the kinds that need this service.
    pub fn needing(&self, service: &str) -> Vec<&'static str> {
        let needs = |kind: &&JobKind| kind.needs.is_some_and(|needed| needed.name == service);
        self.0.iter().filter(needs).map(|kind| kind.name).collect()
    }
}

/// Runs until stopped; running jobs are finished first. A job is claimed only when there is a place to run it:
/// its lease would pass while it waited for one.
pub async fn work(ctx: Context, kinds: Arc<JobKinds>, stop: CancellationToken) {
    let side_by_side = ctx.settings.jobs.side_by_side;
    let places = Arc::new(Semaphore::new(side_by_side));
    let pause = Duration::from_millis(ctx.settings.jobs.poll_milliseconds);
    let breakers = Arc::new(CircuitBreakers::default());
    let shares = Arc::new(Shares::of(side_by_side));
    let mut looking = Lasting::new("the worker couldn't look for jobs");
    while let Some(place) = free_place(&places, &stop).await {
        let taken = take(&ctx, shares.full(&kinds)).await;
        looking.note(&ctx, &taken);
        match taken {
            Ok(Some(claimed)) => {
                let (ctx, kinds) = (ctx.clone(), Arc::clone(&kinds));
                let breakers = Arc::clone(&breakers);
                let stop = stop.clone();
                let share = shares.take(kinds.find(&claimed.run.kind));
                tokio::spawn(async move {
                    in_turn(&ctx, &kinds, claimed, (&breakers, &stop)).await;
                    drop(place);
                    drop(share);
                });
            }
            Ok(None) => {
                drop(place);
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = ctx.job_committed() => {}
                    () = shares.given_back() => {}
                    () = tokio::time::sleep(pause) => {}
                }
            }
            Err(_) => {
                drop(place);
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

/// Waits for a place to run a job; `None` when the worker is stopped.
async fn free_place(
    places: &Arc<Semaphore>,
    stop: &CancellationToken,
) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        biased;
        () = stop.cancelled() => None,
        place = Arc::clone(places).acquire_owned() => place.ok(),
    }
}

/// A job that this worker holds, and the run of it.
struct ClaimedRun {
    run: JobRun,
    lease: Lease,
}

async fn take(ctx: &Context, full: Vec<&'static str>) -> Result<Option<ClaimedRun>> {
    let now = ctx.now();
    let held = held_kinds(ctx).await?;
    let left = Left { held, full };
    if !queue::any_due(&ctx.db, now, &left).await? {
        if queue::requeue_expired(&ctx.db).await? == 0 {
            return Ok(None);
        }
        tracing::warn!("jobs of a lost worker were given back");
    }
    claim(ctx, now, &Which::AllBut(left)).await
}

/// The kinds that are held after a restore; none in ordinary times.
async fn held_kinds(ctx: &Context) -> Result<Vec<&'static str>> {
    if hold::refresh(ctx).await? {
        return Ok(ctx.hooks.get::<JobKinds>().reaching_outside());
    }
    Ok(Vec::new())
}

/// What somebody who runs one job after the other may claim.
async fn all_but_held(ctx: &Context) -> Result<Which> {
    let held = held_kinds(ctx).await?;
    Ok(Which::AllBut(Left {
        held,
        full: Vec::new(),
    }))
}

/// Claims the next job that is due by this time, and keeps its lease from now on.
async fn claim(
    ctx: &Context,
    due: chrono::DateTime<chrono::Utc>,
    which: &Which,
) -> Result<Option<ClaimedRun>> {
    let asked = Instant::now();
    let claimed = queue::claim(&ctx.db, due, lease_time(ctx), which).await?;
    Ok(claimed.map(|(token, claimed)| ClaimedRun {
        run: run_of(ctx, claimed),
        lease: Lease::keep(ctx.clone(), token, asked),
    }))
}

fn run_of(ctx: &Context, claimed: queue::Claimed) -> JobRun {
    let opened = payload::open(ctx, &claimed.kind, claimed.id, claimed.payload);
    JobRun {
        id: claimed.id,
        kind: claimed.kind,
        payload: opened.payload,
        is_sealed: opened.was_sealed,
        attempts: claimed.tries,
        was_released: claimed.released_at.is_some(),
        cancelled_because: claimed
            .ended_by
            .map(|_| claimed.last_error.unwrap_or_default()),
        person: claimed.person_id,
        scope: Scope::for_job(),
    }
}

fn lease_time(ctx: &Context) -> Duration {
    Duration::from_secs(ctx.settings.jobs.lease_seconds.unsigned_abs())
}

/// The lease of a job. It is renewed as long as this exists, so that it ends with the run however the run ends.
struct Lease {
    token: LeaseToken,
    lost: CancellationToken,
    /// Ends the renewal when this is dropped.
    _ended: DropGuard,
}

impl Lease {
    /// Begins to renew a lease that was asked for at this instant.
    fn keep(ctx: Context, token: LeaseToken, asked: Instant) -> Self {
        let (lost, ended) = (CancellationToken::new(), CancellationToken::new());
        let (losing, ending) = (lost.clone(), ended.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = ending.cancelled() => {}
                () = renew_until_lost(&ctx, token, asked) => losing.cancel(),
            }
        });
        Self {
            token,
            lost,
            _ended: ended.drop_guard(),
        }
    }

    /// Whether the job is still this run's, asked of the database.
    async fn is_held(&self, ctx: &Context) -> Result<bool> {
        queue::renew(&ctx.db, self.token, lease_time(ctx)).await
    }
}

/// Renews a lease three times as often as it needs. Ends when another worker has the job, or may have it because
/// no renewal succeeded in time.
async fn renew_until_lost(ctx: &Context, token: LeaseToken, asked: Instant) {
    let whole = lease_time(ctx);
    let third = (whole / 3).max(Duration::from_millis(200));
    let mut sure_until = asked + whole;
    loop {
        tokio::time::sleep(third.min(sure_until.saturating_duration_since(Instant::now()))).await;
        let asked = Instant::now();
        match tokio::time::timeout_at(sure_until, queue::renew(&ctx.db, token, whole)).await {
            Ok(Ok(true)) => sure_until = asked + whole,
            // Asked again, as long as nobody else can have it.
            Ok(Err(_)) if asked < sure_until => {}
            Ok(Ok(false) | Err(_)) | Err(_) => return,
        }
    }
}

/// Runs a job, unless the service it needs is paused.
async fn in_turn(
    ctx: &Context,
    kinds: &JobKinds,
    claimed: ClaimedRun,
    (breakers, stop): (&CircuitBreakers, &CancellationToken),
) {
    let kind = kinds.find(&claimed.run.kind);
    let service = kind.and_then(|kind| kind.needs);
    let Some(service) = service.filter(|_| claimed.run.cancelled_because.is_none()) else {
        carry_out(ctx, kinds, claimed, stop).await;
        return;
    };
    if let Some(after) = circuit_breaker::wait(breakers, &ctx.db, service.name, ctx.now()).await {
        finish(ctx, None, &claimed, JobOutcome::Postpone { after }).await;
        return;
    }
    let told = match carry_out(ctx, kinds, claimed, stop).await {
        Served::Yes => {
            let moment = circuit_breaker::RetryWindow::at(ctx);
            let waiting = kinds.needing(service.name);
            circuit_breaker::answered(breakers, &ctx.db, service.name, &waiting, moment).await
        }
        Served::No => circuit_breaker::failed(breakers, &ctx.db, service, ctx.now()).await,
        Served::Unsaid => Ok(()),
    };
    if let Err(error) = told {
        tracing::warn!(service = service.name, cause = %error, "the outage of a service couldn't be recorded");
    }
}

/// Whether the service responded during a run.
enum Served {
    Yes,
    No,
    Unsaid,
}

async fn carry_out(
    ctx: &Context,
    kinds: &JobKinds,
    claimed: ClaimedRun,
    stop: &CancellationToken,
) -> Served {
    crash::point("job.after_claim");
    let run = &claimed.run;
    let Some(kind) = kinds.find(&run.kind) else {
        tracing::error!(job = %run.id, kind = %run.kind, "no such kind of job");
        let why = "This version does not know the kind of job.".into();
        finish(ctx, None, &claimed, JobOutcome::Failed { why }).await;
        return Served::Unsaid;
    };
    if let Some(why) = run.cancelled_because.clone() {
        finish(ctx, Some(kind), &claimed, JobOutcome::Failed { why }).await;
        return Served::Unsaid;
    }
    let began = Instant::now();
    let traced = ctx.traces.job(kind.name, run.attempts);
    let waits = OutsideWaits::default();
    let ended = tokio::select! {
        biased;
        // Dropped where it stands, as if the process had died: whoever has the job now goes on from there.
        () = claimed.lease.lost.cancelled() => {
            tracing::warn!(job = %run.id, kind = %run.kind, "a job is another worker's now; this run was ended");
            return Served::Unsaid;
        }
        // As above, but it is known that nobody has it, and that nothing of its request left: it is given back for the
        // next start.
        () = given_up_waiting(stop, &waits) => {
            give_back(ctx, &claimed).await;
            return Served::Unsaid;
        }
        ended = traced.within(waits.of(run_once(ctx, kind, run))) => ended,
    };
    telemetry::JOB_SECONDS.record([&run.kind], began.elapsed());
    crash::point("job.after_work");
    let served = match &ended {
        Ok(JobOutcome::Done) => Served::Yes,
        // A wait that ended because the process stops says nothing about the service.
        Err(error) if error.kind == crate::error::Kind::OutsideDown && !stop.is_cancelled() => {
            Served::No
        }
        Ok(_) | Err(_) => Served::Unsaid,
    };
    let end = ended.unwrap_or_else(|error| {
        ctx.note_storage(&error);
        if error.kind == crate::error::Kind::OutsideDown {
            // The service's going away was told once.
            tracing::debug!(job = %run.id, kind = %run.kind, cause = %error, "a job waits for a service");
        } else if is_known(ctx, &error) {
            tracing::debug!(job = %run.id, kind = %run.kind, cause = %error, "a job waits for the database");
        } else {
            tracing::warn!(job = %run.id, kind = %run.kind, cause = %error, "a job failed and is tried again");
        }
        if error.storage.is_some() {
            // The database cannot store changes at the moment: not the job's fault, so no attempt is used.
            return JobOutcome::Postpone { after: Duration::from_secs(2) };
        }
        JobOutcome::Retry { why: error.to_string() }
    });
    let outcome = traced.within(finish(ctx, Some(kind), &claimed, end)).await;
    let is_failed = ["retry", "given_up"].contains(&outcome);
    traced.end(is_failed, &[Attribute::Outcome(outcome)]);
    served
}

/// Whether the error is the database's, whose going away was told once.
fn is_known(ctx: &Context, error: &Error) -> bool {
    error.storage.is_some() && ctx.db.trouble().is_some()
}

/// How long a process that stops still waits for services.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// Returns when the process has been stopping for a while and the run waits with a request that has not left. One that
/// has left ends with an unknown outcome, and its run goes on from there.
async fn given_up_waiting(stop: &CancellationToken, waits: &OutsideWaits) {
    stop.cancelled().await;
    tokio::time::sleep(LAST_WAIT).await;
    waits.give_up().await;
}

/// Gives a job back that was waiting for a service when the process stopped. If that fails its lease ends by itself.
async fn give_back(ctx: &Context, claimed: &ClaimedRun) {
    let run = &claimed.run;
    tracing::info!(job = %run.id, kind = %run.kind, "a job was waiting for a service; it is kept for the next start");
    let again = Ending::Again {
        at: ctx.now(),
        tries: Some(run.attempts - 1),
        why: None,
    };
    if let Err(error) = queue::end(&ctx.db, claimed.lease.token, again, ctx.now()).await {
        tracing::debug!(job = %run.id, cause = %error, "a job couldn't be given back");
    }
}

/// What is kept as the reason when a handler panicked.
const PANICKED: &str = "The program made an error in this job.";

/// Calls the handler. A panic and a run that does not end are failed attempts like any other.
async fn run_once(ctx: &Context, kind: &JobKind, run: &JobRun) -> Result<JobOutcome> {
    let work = unless_it_panics(ctx, kind.run, run);
    match tokio::time::timeout(kind.longest_run, work).await {
        Ok(Some(ended)) => ended,
        Ok(None) => Ok(JobOutcome::Retry {
            why: PANICKED.into(),
        }),
        Err(_) => {
            let seconds = kind.longest_run.as_secs();
            tracing::error!(job = %run.id, kind = %run.kind, seconds, "a job took too long and was ended");
            telemetry::JOBS_OVERDUE.count([&run.kind]);
            let why = format!("It was not finished after {seconds} seconds.");
            Ok(JobOutcome::Retry { why })
        }
    }
}

/// What a handler answers; `None` when it panicked, which is logged and counted.
async fn unless_it_panics(
    ctx: &Context,
    handler: Handler,
    run: &JobRun,
) -> Option<Result<JobOutcome>> {
    // The handler's values are dropped with it; what it shares is behind locks that a panic poisons.
    let work = AssertUnwindSafe(async { handler(ctx.clone(), run.clone()).await }).catch_unwind();
    let ended = if run.was_released {
        Hold::released(work).await.ok()
    } else {
        work.await.ok()
    };
    if ended.is_none() {
        panicked(run);
    }
    ended
}

/// The panic's own message goes to standard error; here it is told which job it was.
fn panicked(run: &JobRun) {
    tracing::error!(job = %run.id, kind = %run.kind, "a job panicked");
    telemetry::JOBS_PANICKED.count([&run.kind]);
}

/// The longest wait between two attempts.
const LONGEST_WAIT: TimeDelta = TimeDelta::minutes(15);

/// 2 s, 4 s, 8 s … to 15 minutes, or to the longest pause of the service that the job needs.
fn growing_wait(ctx: &Context, run: &JobRun, needs: Option<RequiredService>) -> TimeDelta {
    let doublings = u32::try_from(run.attempts.clamp(1, 12)).unwrap_or(12);
    let first = ctx.settings.jobs.first_wait_milliseconds;
    // Not less often than its service is tried again.
    let longest = needs.map_or(LONGEST_WAIT, |service| {
        service.longest_pause.min(LONGEST_WAIT)
    });
    TimeDelta::milliseconds(first << (doublings - 1)).min(longest)
}

/// Stores how a run ended, and returns the word of it.
async fn finish(
    ctx: &Context,
    kind: Option<&JobKind>,
    claimed: &ClaimedRun,
    end: JobOutcome,
) -> &'static str {
    let (run, now) = (&claimed.run, ctx.now());
    let end = match (end, kind) {
        (JobOutcome::Retry { why }, Some(kind)) if run.attempts >= kind.max_attempts => {
            JobOutcome::Failed { why }
        }
        (end, _) => end,
    };
    let word = end.word();
    telemetry::JOB_RUNS.count([&run.kind, word]);
    let again = |at, tries, why| Ending::Again { at, tries, why };
    let ending = match end {
        JobOutcome::Done => Ending::Done,
        JobOutcome::Retry { why } => {
            let needs = kind.and_then(|kind| kind.needs);
            again(now + growing_wait(ctx, run, needs), None, Some(why))
        }
        JobOutcome::Postpone { after } => {
            let after = TimeDelta::from_std(after).unwrap_or_else(|_| TimeDelta::seconds(1));
            again(now + after, Some(run.attempts - 1), None)
        }
        JobOutcome::Failed { why } => match give_up(ctx, kind, claimed, &why).await {
            Ok(true) => Ending::GivenUp {
                why,
                keeps_payload: !run.is_sealed,
            },
            Ok(false) => {
                lost_at_the_end(run);
                return word;
            }
            Err(error) => {
                tracing::error!(job = %run.id, cause = %error, "no one could be notified of an abandoned job");
                // Notification is part of the outcome: retry both later.
                again(now + TimeDelta::seconds(60), None, Some(why))
            }
        },
    };
    match queue::end(&ctx.db, claimed.lease.token, ending, now).await {
        Ok(true) => {}
        Ok(false) => {
            lost_at_the_end(run);
            return word;
        }
        Err(error) => {
            ctx.note_storage(&error);
            // The lease expires and the job runs again: handlers must tolerate that.
            if is_known(ctx, &error) {
                tracing::debug!(job = %run.id, cause = %error, "the end of a job couldn't be written");
            } else {
                tracing::error!(job = %run.id, cause = %error, "the end of a job couldn't be written");
            }
        }
    }
    if let Some(person) = run.person {
        // Pages that show waiting jobs are updated.
        ctx.publish(ChangeEvent {
            kind: JOB,
            id: run.id,
            person,
        });
    }
    ctx.notify_worker();
    word
}

/// Tells somebody that a job failed for good; false when another worker has the job by now, whose outcome counts.
async fn give_up(
    ctx: &Context,
    kind: Option<&JobKind>,
    claimed: &ClaimedRun,
    why: &str,
) -> Result<bool> {
    let run = &claimed.run;
    if !claimed.lease.is_held(ctx).await? {
        return Ok(false);
    }
    tracing::error!(job = %run.id, kind = %run.kind, %why, "a job was given up");
    telemetry::JOBS_GIVEN_UP.count([&run.kind]);
    if let Some(kind) = kind {
        let telling = async { (kind.on_failure)(ctx.clone(), run.clone(), why.to_owned()).await };
        let told = AssertUnwindSafe(telling).catch_unwind().await;
        told.unwrap_or_else(|_| {
            panicked(run);
            Err(Error::broken(PANICKED))
        })?;
    }
    Ok(true)
}

/// A run whose job another worker has by now: what it would have written is dropped.
fn lost_at_the_end(run: &JobRun) {
    tracing::warn!(job = %run.id, kind = %run.kind, "a job is another worker's now; this run's end was not written");
}

/// Runs the jobs that are due by the context's clock, one after the other, until none is: for one who sets that clock
/// and lets time pass, such as the demo's history. What is due of the kinds in `taken` is ended at once without being
/// run, all of it with one statement: the caller is the service that it would have called, and has taken what was sent.
pub async fn run_due(ctx: &Context, kinds: &JobKinds, taken: &[&'static str]) -> Result<()> {
    let which = all_but_held(ctx).await?;
    loop {
        queue::end_as_done(&ctx.db, ctx.now(), taken, &which).await?;
        let Some(claimed) = claim(ctx, ctx.now(), &which).await? else {
            return Ok(());
        };
        carry_out(ctx, kinds, claimed, &CancellationToken::new()).await;
    }
}

/// Runs the due jobs of these kinds, one after the other: for a process that is no worker and must not wait for one.
pub async fn run_kinds(
    ctx: &Context,
    kinds: &JobKinds,
    names: &[&'static str],
    stop: &CancellationToken,
) -> Result<()> {
    let which = Which::Only(names.to_vec());
    while let Some(claimed) = claim(ctx, ctx.now(), &which).await? {
        carry_out(ctx, kinds, claimed, stop).await;
    }
    Ok(())
}

/// Runs every queued job, due or not, until none is left; for tests. Returns the number of runs. A job that
/// keeps postponing stops it after 200 runs.
#[cfg(any(test, debug_assertions))]
pub async fn settle(ctx: &Context, kinds: &JobKinds) -> Result<usize> {
    let mut runs = 0;
    while runs < 200 {
        let some_day = ctx.now() + TimeDelta::days(365);
        let which = all_but_held(ctx).await?;
        let Some(claimed) = claim(ctx, some_day, &which).await? else {
            break;
        };
        carry_out(ctx, kinds, claimed, &CancellationToken::new()).await;
        runs += 1;
    }
    Ok(runs)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The queue to the partner clinic's record system: waiting jobs and their reasons, retry, cancel, and
//! resuming after an outage of the clinic.

use salal_db::Connection;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{
    ClinicOutage, ClinicQueue, ClinicQueueQuery, ClinicQueueState, GiveUp, GiveUpReason,
    WaitingJob, WaitingState, Woken,
};
use super::labels;
use crate::api::{Json, NoBody, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::admin::{self, JobFilter, JobSummary};
use crate::jobs::{CLINIC, JobKinds, JobState};
use salal_people::people;
use salal_platform::changes::JOB;

/// A job for the partner clinic.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The job's id.
    id: Uuid,
}

fn kinds(ctx: &Context) -> Vec<&'static str> {
    ctx.hooks.get::<JobKinds>().needing(CLINIC.name)
}

/// How much waits for the partner clinic's record system. It opens no record.
pub async fn count_waiting(db: &Connection, ctx: &Context) -> Result<i64> {
    Ok(admin::count_jobs(db, &kinds(ctx)).await?.waiting)
}

/// GET /clinic-queue
pub(super) async fn list_clinic_queue(
    request: Request<NoBody, (), ClinicQueueQuery>,
) -> Result<Json<ClinicQueue>> {
    let (query, db, kinds) = (&request.query, request.ctx.db.read(), kinds(&request.ctx));
    let state = query.state.as_deref().map(str::parse).transpose();
    let state = state.map_err(|_| Error::field("state", "Choose waiting, givenUp or done."))?;
    let which = match state.unwrap_or(ClinicQueueState::Waiting) {
        ClinicQueueState::Waiting => JobFilter::Waiting,
        ClinicQueueState::GivenUp => JobFilter::GivenUp,
        ClinicQueueState::Done => JobFilter::Done,
    };
    let limit = u64::from(query.limit.unwrap_or(20).clamp(1, 100));
    let cursor = query
        .cursor
        .as_deref()
        .map(str::parse::<Uuid>)
        .transpose()
        .map_err(|_| Error::malformed("The cursor cannot be read."))?;
    let (mut rows, counts, outage) = tokio::try_join!(
        admin::list_jobs(db, &kinds, which, cursor, limit + 1),
        admin::count_jobs(db, &kinds),
        admin::find_outage(db, CLINIC.name),
    )?;
    let limit = usize::try_from(limit).unwrap_or(20);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    request.audit_list(rows.iter().filter_map(|row| row.person_id));
    Ok(Json(ClinicQueue {
        items: views(db, &request.ctx, rows).await?,
        next_cursor,
        waiting: counts.waiting,
        given_up: counts.given_up,
        outage: outage.map(|outage| ClinicOutage {
            since: outage.since,
            until: outage.until,
            failures: outage.failures,
        }),
    }))
}

async fn views(db: &Connection, ctx: &Context, rows: Vec<JobSummary>) -> Result<Vec<WaitingJob>> {
    let ids: Vec<Uuid> = rows
        .iter()
        .flat_map(|row| [row.person_id, row.ended_by])
        .flatten()
        .collect();
    let names = people::names(db, &ids).await?;
    let name = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());
    let view = |row: JobSummary| {
        let (kind, what) = labels::kind(&row.kind);
        let state = state(&row);
        let limit = ctx.hooks.get::<JobKinds>().find(&row.kind);
        WaitingJob {
            id: row.id,
            what,
            kind,
            person: name(row.person_id).unwrap_or_default(),
            state,
            why: row.last_error.as_deref().map(labels::why),
            tries: row.tries,
            most_tries: limit.map_or(0, |kind| kind.max_attempts),
            next_try: (state == WaitingState::Waiting).then_some(row.run_at),
            created_at: row.created_at,
            ended_at: row.ended_at,
            ended_by: name(row.ended_by),
        }
    };
    Ok(rows.into_iter().map(view).collect())
}

fn state(row: &JobSummary) -> WaitingState {
    match *row.state {
        JobState::Done => WaitingState::Done,
        JobState::GivenUp => WaitingState::GivenUp,
        // Cancelled by staff; the worker notifies the people concerned.
        JobState::Queued | JobState::Running if row.ended_by.is_some() => WaitingState::GivenUp,
        JobState::Running => WaitingState::Running,
        JobState::Queued => WaitingState::Waiting,
    }
}

/// One of the clinic's jobs.
async fn one(db: &Connection, ctx: &Context, id: Uuid) -> Result<(JobSummary, Uuid)> {
    let found = admin::find_job(db, &kinds(ctx), id).await?;
    let found = found.and_then(|row| row.person_id.map(|person| (row, person)));
    found.ok_or_else(Error::not_found)
}

fn moved() -> Error {
    Error::conflict(
        "MOVED_ON",
        "This has changed in the meantime: it is running, done, or was given up.",
    )
}

/// PUT /clinic-queue/retry/{id}
pub(super) async fn retry(request: Request<NoBody, ById>) -> Result<Json<WaitingJob>> {
    let (ctx, tx) = (&request.ctx, request.begin().await?);
    let (seen, person) = one(&tx, ctx, request.path.id).await?;
    if !request.scope.allows(person) {
        return Err(Error::not_found());
    }
    if !admin::retry_job(&tx, seen.id, ctx.now()).await? {
        return Err(moved());
    }
    request.audit_access(person);
    request.publish_after_commit(JOB, seen.id, person);
    let (seen, _) = one(&tx, ctx, seen.id).await?;
    let view = views(&tx, ctx, vec![seen]).await?;
    let view = view.into_iter().next().ok_or_else(Error::not_found)?;
    request.commit(tx, view).await
}

/// PUT /clinic-queue/give-up/{id}
pub(super) async fn give_up(request: Request<Json<GiveUp>, ById>) -> Result<Json<WaitingJob>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let reason = GiveUpReason::from_code(&request.body.0.reason)
        .ok_or_else(|| Error::field("reason", "Please choose a reason."))?;
    let why = labels::reason(reason);
    let tx = request.begin().await?;
    let (seen, person) = one(&tx, ctx, request.path.id).await?;
    if !request.scope.allows(person) {
        return Err(Error::not_found());
    }
    if !admin::cancel_job(&tx, seen.id, me, why, ctx.now()).await? {
        return Err(moved());
    }
    request.audit_access(person);
    request.publish_after_commit(JOB, seen.id, person);
    let (seen, _) = one(&tx, ctx, seen.id).await?;
    let view = views(&tx, ctx, vec![seen]).await?;
    let view = view.into_iter().next().ok_or_else(Error::not_found)?;
    request.commit(tx, view).await
}

/// PUT /clinic-queue/wake
pub(super) async fn retry_clinic_queue(request: Request) -> Result<Json<Woken>> {
    let (ctx, tx) = (&request.ctx, request.begin().await?);
    let kinds = kinds(ctx);
    admin::retry_service(&tx, ctx, CLINIC.name, &kinds).await?;
    let waiting = admin::count_jobs(&tx, &kinds).await?.waiting;
    let me = request.me()?.person_id;
    request.publish_after_commit(JOB, me, me);
    request.commit(tx, Woken { waiting }).await
}

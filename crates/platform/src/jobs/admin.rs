// SPDX-License-Identifier: AGPL-3.0-or-later

//! Staff-facing job administration: list jobs, retry one now, cancel one. Reading changes nothing, and
//! payloads are never shown. Not here: display texts for kinds and reasons, and who may see which kinds; both
//! belong to the feature that shows the page.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::JobState;
use super::circuit_breaker;
use super::entity::job;
pub use super::entity::service_outage::Model as ServiceOutage;
use crate::context::Context;
use crate::error::Result;

/// The states of an unfinished job.
const OPEN: [JobState; 2] = [JobState::Queued, JobState::Running];

/// A job without its payload.
#[derive(Clone, Debug, FromQueryResult)]
pub struct JobSummary {
    pub id: Uuid,
    pub kind: String,
    pub state: Coded<JobState>,
    pub run_at: DateTime<Utc>,
    pub tries: i64,
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    pub person_id: Option<Uuid>,
    pub ended_by: Option<Uuid>,
}

/// Which jobs of the given kinds to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobFilter {
    Waiting,
    GivenUp,
    Done,
}

impl JobFilter {
    fn states(self) -> &'static [JobState] {
        match self {
            Self::Waiting => &OPEN,
            Self::GivenUp => &[JobState::GivenUp],
            Self::Done => &[JobState::Done],
        }
    }
}

/// Counts of waiting and failed jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    pub waiting: i64,
    pub given_up: i64,
}

/// Jobs about people. Waiting jobs are sorted oldest first, finished jobs newest first.
pub async fn list_jobs(
    db: &Connection,
    kinds: &[&str],
    which: JobFilter,
    cursor: Option<Uuid>,
    limit: u64,
) -> Result<Vec<JobSummary>> {
    let mut found = about_people(kinds)
        .filter(job::Column::State.is_in(which.states().iter().map(|state| state.code())))
        .limit(limit);
    let oldest_first = which == JobFilter::Waiting;
    if let Some(cursor) = cursor {
        found = found.filter(if oldest_first {
            job::Column::Id.gt(cursor)
        } else {
            job::Column::Id.lt(cursor)
        });
    }
    let found = if oldest_first {
        found.order_by_asc(job::Column::Id)
    } else {
        found.order_by_desc(job::Column::Id)
    };
    Ok(found.into_model::<JobSummary>().all(db).await?)
}

/// One job about a person, of the given kinds.
pub async fn find_job(db: &Connection, kinds: &[&str], id: Uuid) -> Result<Option<JobSummary>> {
    let found = about_people(kinds).filter(job::Column::Id.eq(id));
    Ok(found.into_model::<JobSummary>().one(db).await?)
}

fn about_people(kinds: &[&str]) -> sea_orm::Select<job::Entity> {
    job::Entity::find()
        .filter(job::Column::PersonId.is_not_null())
        .filter(job::Column::Kind.is_in(kinds.iter().copied()))
}

/// Counts the waiting and failed jobs of these kinds.
pub async fn count_jobs(db: &Connection, kinds: &[&str]) -> Result<JobCounts> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct OfState {
        state: Coded<JobState>,
        n: i64,
    }
    let of_states = about_people(kinds)
        .select_only()
        .column(job::Column::State)
        .column_as(job::Column::Id.count(), "n")
        .filter(job::Column::State.ne(JobState::Done.code()))
        .group_by(job::Column::State);
    let mut read = JointRead::for_connection(db);
    let of_states = read.add_as::<OfState>(&of_states);
    let mut counts = JobCounts::default();
    for OfState { state, n } in read.run(db).await?.take(&of_states)? {
        match *state {
            JobState::GivenUp => counts.given_up += n,
            JobState::Queued | JobState::Running => counts.waiting += n,
            JobState::Done => {}
        }
    }
    Ok(counts)
}

/// Retries a job now and keeps its attempt count; false when it is running or done.
pub async fn retry_job(tx: &Connection, id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let done = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Queued.code()))
        .col_expr(job::Column::RunAt, Expr::value(now))
        // Only a first attempt may assume that nothing has been done yet.
        .col_expr(job::Column::Tries, Expr::value(1i64))
        .col_expr(job::Column::EndedAt, Expr::value(None::<DateTime<Utc>>))
        .col_expr(job::Column::EndedBy, Expr::value(None::<Uuid>))
        .filter(job::Column::Id.eq(id))
        .filter(
            Condition::any()
                .add(job::Column::State.eq(JobState::GivenUp.code()))
                .add(
                    Condition::all()
                        .add(job::Column::State.eq(JobState::Queued.code()))
                        .add(job::Column::EndedBy.is_null()),
                ),
        )
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Cancels a waiting job; the worker then notifies the people concerned. False when it is running or has
/// ended.
pub async fn cancel_job(
    tx: &Connection,
    id: Uuid,
    by: Uuid,
    why: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = job::Entity::update_many()
        .col_expr(job::Column::LastError, Expr::value(Some(why.to_owned())))
        .col_expr(job::Column::RunAt, Expr::value(now))
        .col_expr(job::Column::EndedBy, Expr::value(Some(by)))
        .filter(job::Column::Id.eq(id))
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .filter(job::Column::EndedBy.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// The outage of a service; `None` while it responds.
pub async fn find_outage(db: &Connection, service: &str) -> Result<Option<ServiceOutage>> {
    circuit_breaker::find_outage(db, service).await
}

/// Ends the outage of a service and retries all jobs waiting for it now.
pub async fn retry_service(
    tx: &Connection,
    ctx: &Context,
    service: &str,
    kinds: &[&str],
) -> Result<()> {
    circuit_breaker::close_now(tx, service, ctx.now()).await?;
    circuit_breaker::retry_waiting(tx, kinds, circuit_breaker::RetryWindow::at(ctx)).await
}

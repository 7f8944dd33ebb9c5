// SPDX-License-Identifier: AGPL-3.0-or-later

//! Overview of the whole queue for administrators: by kind, how many jobs are waiting, running and failed,
//! since when, and the latest reason. Reading changes nothing; payloads are never shown.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter,
    QuerySelect, Statement,
};

use super::JobState;
use super::entity::{job, service_outage};
use crate::error::Result;

/// The jobs of one kind and state.
#[derive(Clone, Debug, FromQueryResult)]
pub struct JobGroup {
    pub kind: String,
    /// Never done.
    pub state: Coded<JobState>,
    pub jobs: i64,
    pub oldest: DateTime<Utc>,
    /// When the first of the waiting jobs is due.
    pub due: DateTime<Utc>,
    pub last_ended: Option<DateTime<Utc>>,
}

/// Why a job of a kind and state is not done.
#[derive(Clone, Debug, FromQueryResult)]
pub struct FailureCause {
    pub kind: String,
    pub state: Coded<JobState>,
    pub last_error: String,
}

/// Which jobs may be tried again by their kind.
pub struct RetryRules<'a> {
    /// Kinds whose jobs are tried again even after they were given up.
    pub given_up: &'a [&'static str],
    /// Kinds that are held after a restore: of these only released jobs.
    pub held: Vec<&'static str>,
}

impl RetryRules<'_> {
    /// The jobs that a retry would run. Those cancelled by staff stay cancelled, and those that were never attempted
    /// keep their time: they may still be cancelled.
    fn condition(&self) -> Condition {
        let is_waiting = Condition::all()
            .add(job::Column::State.eq(JobState::Queued.code()))
            .add(job::Column::LastError.is_not_null());
        let is_given_up = Condition::all()
            .add(job::Column::State.eq(JobState::GivenUp.code()))
            .add(job::Column::Kind.is_in(self.given_up.iter().copied()));
        let is_held = Condition::all()
            .add(job::Column::Kind.is_in(self.held.iter().copied()))
            .add(job::Column::ReleasedAt.is_null());
        Condition::all()
            .add(job::Column::EndedBy.is_null())
            .add(Condition::any().add(is_waiting).add(is_given_up))
            .add(is_held.not())
    }
}

const GROUPS: &str = "SELECT kind, state, count(*) AS jobs, min(created_at) AS oldest, \
    min(run_at) AS due, max(ended_at) AS last_ended FROM job \
    WHERE state IN ('queued', 'running', 'given_up') GROUP BY kind, state ORDER BY kind, state";

const CAUSES: &str = "SELECT kind, state, last_error FROM (SELECT kind, state, last_error, row_number() OVER \
    (PARTITION BY kind, state ORDER BY coalesce(ended_at, run_at) DESC, id DESC) AS place FROM job \
    WHERE state IN ('queued', 'running', 'given_up') AND last_error IS NOT NULL) AS latest \
    WHERE place = 1";

/// All unfinished jobs, by kind and state.
pub async fn list_job_groups(db: &Connection) -> Result<Vec<JobGroup>> {
    let statement = Statement::from_string(db.get_database_backend(), GROUPS);
    Ok(JobGroup::find_by_statement(statement).all(db).await?)
}

/// The latest failure reason of each kind and state: what waits and what was given up may have failed for different
/// reasons.
pub async fn list_failure_causes(db: &Connection) -> Result<Vec<FailureCause>> {
    let statement = Statement::from_string(db.get_database_backend(), CAUSES);
    Ok(FailureCause::find_by_statement(statement).all(db).await?)
}

/// Every service whose jobs are paused.
pub async fn list_outages(db: &Connection) -> Result<Vec<service_outage::Model>> {
    Ok(service_outage::Entity::find().all(db).await?)
}

/// When the job with a key was done; `None` while it is not.
pub async fn done_at(
    db: &Connection,
    kind: impl Into<&'static str>,
    key: impl std::fmt::Display,
) -> Result<Option<DateTime<Utc>>> {
    let kind = kind.into();
    let found = job::Entity::find()
        .filter(job::Column::Dedupe.eq(format!("{kind}:{key}")))
        .filter(job::Column::State.eq(JobState::Done.code()))
        .one(db)
        .await?;
    Ok(found.and_then(|job| job.ended_at))
}

/// The kinds of which a retry would run a job.
pub async fn list_retriable_kinds(db: &Connection, rules: &RetryRules<'_>) -> Result<Vec<String>> {
    let found = job::Entity::find()
        .select_only()
        .column(job::Column::Kind)
        .filter(rules.condition())
        .group_by(job::Column::Kind);
    Ok(found.into_tuple().all(db).await?)
}

/// Retries the jobs of a kind that the rules allow: failed attempts that are waiting, and those given up; returns how
/// many.
pub async fn retry_failed(
    tx: &Connection,
    kind: &str,
    rules: &RetryRules<'_>,
    now: DateTime<Utc>,
) -> Result<u64> {
    let done = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Queued.code()))
        .col_expr(job::Column::RunAt, Expr::value(now))
        // Only a first attempt may assume that nothing has been done yet.
        .col_expr(job::Column::Tries, Expr::value(1i64))
        .col_expr(job::Column::EndedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(job::Column::Kind.eq(kind))
        .filter(rules.condition())
        .exec(tx)
        .await?;
    Ok(done.rows_affected)
}

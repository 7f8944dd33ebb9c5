// SPDX-License-Identifier: AGPL-3.0-or-later

//! Overview of the whole queue for administrators: by kind, how many jobs are waiting, running and failed,
//! since when, and the latest reason. Reading changes nothing; payloads are never shown.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, Statement,
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

/// Why a job of a kind is not done, latest first.
#[derive(Clone, Debug, FromQueryResult)]
pub struct FailureCause {
    pub kind: String,
    pub last_error: String,
}

const GROUPS: &str = "SELECT kind, state, count(*) AS jobs, min(created_at) AS oldest, \
    min(run_at) AS due, max(ended_at) AS last_ended FROM job \
    WHERE state IN ('queued', 'running', 'given_up') GROUP BY kind, state ORDER BY kind, state";

const CAUSES: &str = "SELECT kind, last_error FROM (SELECT kind, last_error, row_number() OVER \
    (PARTITION BY kind ORDER BY coalesce(ended_at, run_at) DESC, id DESC) AS place FROM job \
    WHERE state IN ('queued', 'running', 'given_up') AND last_error IS NOT NULL) AS latest \
    WHERE place = 1";

/// All unfinished jobs, by kind and state.
pub async fn list_job_groups(db: &Connection) -> Result<Vec<JobGroup>> {
    let statement = Statement::from_string(db.get_database_backend(), GROUPS);
    Ok(JobGroup::find_by_statement(statement).all(db).await?)
}

/// The latest failure reason of each kind.
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

/// Retries failed attempts that are waiting, and permanently failed jobs if `given_up` is set; returns how
/// many. Jobs that were never attempted keep their time: they may still be cancelled.
pub async fn retry_failed(
    tx: &Connection,
    kind: &str,
    given_up: bool,
    now: DateTime<Utc>,
) -> Result<u64> {
    let mut which = Condition::any().add(
        Condition::all()
            .add(job::Column::State.eq(JobState::Queued.code()))
            .add(job::Column::LastError.is_not_null())
            .add(job::Column::EndedBy.is_null()),
    );
    if given_up {
        // Jobs cancelled by staff stay cancelled.
        which = which.add(
            Condition::all()
                .add(job::Column::State.eq(JobState::GivenUp.code()))
                .add(job::Column::EndedBy.is_null()),
        );
    }
    let done = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Queued.code()))
        .col_expr(job::Column::RunAt, Expr::value(now))
        // Only a first attempt may assume that nothing has been done yet.
        .col_expr(job::Column::Tries, Expr::value(1i64))
        .col_expr(job::Column::EndedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(job::Column::Kind.eq(kind))
        .filter(which)
        .exec(tx)
        .await?;
    Ok(done.rows_affected)
}

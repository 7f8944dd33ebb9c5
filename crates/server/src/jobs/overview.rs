//! The whole queue at a glance, for those who look after the installation: by kind how much waits, runs and
//! was given up, since when, and why last. Reading changes nothing; a payload is never shown.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, Statement,
};

use super::entity::{job, service_rest};
use crate::error::Result;

/// The jobs of one kind and state.
#[derive(Clone, Debug, FromQueryResult)]
pub(crate) struct JobGroup {
    pub(crate) kind: String,
    /// queued, running or `given_up`
    pub(crate) state: String,
    pub(crate) jobs: i64,
    pub(crate) oldest: DateTime<Utc>,
    /// Of those that wait: when the first is due.
    pub(crate) due: DateTime<Utc>,
    pub(crate) last_ended: Option<DateTime<Utc>>,
}

/// Why a job of a kind is not done, latest first.
#[derive(Clone, Debug, FromQueryResult)]
pub(crate) struct FailureCause {
    pub(crate) kind: String,
    pub(crate) last_error: String,
}

const GROUPS: &str = "SELECT kind, state, count(*) AS jobs, min(created_at) AS oldest, \
    min(run_at) AS due, max(ended_at) AS last_ended FROM job \
    WHERE state IN ('queued', 'running', 'given_up') GROUP BY kind, state ORDER BY kind, state";

const CAUSES: &str = "SELECT kind, last_error FROM (SELECT kind, last_error, row_number() OVER \
    (PARTITION BY kind ORDER BY coalesce(ended_at, run_at) DESC, id DESC) AS place FROM job \
    WHERE state IN ('queued', 'running', 'given_up') AND last_error IS NOT NULL) AS latest \
    WHERE place = 1";

/// Everything that is not done, by kind and state.
pub(crate) async fn list_job_groups(db: &impl ConnectionTrait) -> Result<Vec<JobGroup>> {
    let statement = Statement::from_string(db.get_database_backend(), GROUPS);
    Ok(JobGroup::find_by_statement(statement).all(db).await?)
}

/// By kind, why one was not done the last time.
pub(crate) async fn list_failure_causes(db: &impl ConnectionTrait) -> Result<Vec<FailureCause>> {
    let statement = Statement::from_string(db.get_database_backend(), CAUSES);
    Ok(FailureCause::find_by_statement(statement).all(db).await?)
}

/// Every service that is left in peace.
pub(crate) async fn list_outages(db: &impl ConnectionTrait) -> Result<Vec<service_rest::Model>> {
    Ok(service_rest::Entity::find().all(db).await?)
}

/// When the job with a key was done; none while it is not.
pub(crate) async fn done_at(
    db: &impl ConnectionTrait,
    kind: &str,
    key: impl std::fmt::Display,
) -> Result<Option<DateTime<Utc>>> {
    let found = job::Entity::find()
        .filter(job::Column::Dedupe.eq(format!("{kind}:{key}")))
        .filter(job::Column::State.eq("done"))
        .one(db)
        .await?;
    Ok(found.and_then(|job| job.ended_at))
}

/// Has what failed and waits tried now, and what was given up as well where `given_up` says so; how many.
/// What was never tried keeps its time: it may still be taken back.
pub(crate) async fn retry_failed(
    tx: &impl ConnectionTrait,
    kind: &str,
    given_up: bool,
    now: DateTime<Utc>,
) -> Result<u64> {
    let mut which = Condition::any().add(
        Condition::all()
            .add(job::Column::State.eq("queued"))
            .add(job::Column::LastError.is_not_null())
            .add(job::Column::EndedBy.is_null()),
    );
    if given_up {
        // What somebody of the staff gave up stays so.
        which = which.add(
            Condition::all()
                .add(job::Column::State.eq("given_up"))
                .add(job::Column::EndedBy.is_null()),
        );
    }
    let done = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value("queued"))
        .col_expr(job::Column::RunAt, Expr::value(now))
        // Only a first try may take it for granted that nothing was done yet.
        .col_expr(job::Column::Tries, Expr::value(1i64))
        .col_expr(job::Column::EndedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(job::Column::Kind.eq(kind))
        .filter(which)
        .exec(tx)
        .await?;
    Ok(done.rows_affected)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The jobs that wait for a person after a restore: those whose kind reaches outside and that nobody has released.
//! Payloads are never shown. Not here: the hold itself (`hold`).

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, UpdateMany,
};
use uuid::Uuid;

use super::entity::job;
use super::{JobKinds, JobRun, JobState, Reach, payload, queue};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

/// A job that waits for a person.
#[derive(Clone, Debug, FromQueryResult)]
pub struct HeldJob {
    pub id: Uuid,
    pub kind: String,
    pub created_at: DateTime<Utc>,
    pub person_id: Option<Uuid>,
}

fn select(kinds: &JobKinds) -> Select<job::Entity> {
    job::Entity::find()
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .filter(job::Column::ReleasedAt.is_null())
        .filter(job::Column::EndedBy.is_null())
        .filter(job::Column::Kind.is_in(kinds.reaching_outside()))
}

/// The held jobs, oldest first, from the one after `after` on.
pub async fn list_held(
    db: &Connection,
    kinds: &JobKinds,
    after: Option<Uuid>,
    limit: u64,
) -> Result<Vec<HeldJob>> {
    let mut all = select(kinds).order_by_asc(job::Column::Id).limit(limit);
    if let Some(after) = after {
        all = all.filter(job::Column::Id.gt(after));
    }
    Ok(all.into_model::<HeldJob>().all(db).await?)
}

/// How many jobs are held.
pub async fn count_held(db: &Connection, kinds: &JobKinds) -> Result<u64> {
    Ok(select(kinds).count(db).await?)
}

/// One held job.
pub async fn find_held(db: &Connection, kinds: &JobKinds, id: Uuid) -> Result<Option<HeldJob>> {
    let found = select(kinds).filter(job::Column::Id.eq(id));
    Ok(found.into_model::<HeldJob>().one(db).await?)
}

/// Lets one held job run now, although the hold is open. It does not count as a first attempt: only such a one may
/// assume that nothing has been done yet. False when it is not held any more.
pub async fn release(tx: &Connection, id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let done = released(now)
        .col_expr(job::Column::RunAt, Expr::value(now))
        .col_expr(job::Column::Tries, tried())
        .filter(job::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Lets all held jobs run; returns how many. Those of before the restore do not count as first attempts.
pub(crate) async fn release_all(
    tx: &Connection,
    ctx: &Context,
    restored_at: DateTime<Utc>,
) -> Result<u64> {
    let outside = ctx.hooks.get::<JobKinds>().reaching_outside();
    let now = ctx.now();
    let before = released(now)
        .col_expr(job::Column::Tries, tried())
        .filter(job::Column::Kind.is_in(outside.iter().copied()))
        .filter(job::Column::CreatedAt.lte(restored_at))
        .exec(tx)
        .await?;
    let since = released(now)
        .filter(job::Column::Kind.is_in(outside))
        .exec(tx)
        .await?;
    Ok(before.rows_affected + since.rows_affected)
}

fn released(now: DateTime<Utc>) -> UpdateMany<job::Entity> {
    job::Entity::update_many()
        .col_expr(job::Column::ReleasedAt, Expr::value(Some(now)))
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .filter(job::Column::ReleasedAt.is_null())
        .filter(job::Column::EndedBy.is_null())
}

/// At least one attempt.
fn tried() -> sea_orm::sea_query::SimpleExpr {
    Expr::cust("CASE WHEN tries < 1 THEN 1 ELSE tries END")
}

/// After a restore nothing counts as released, and nothing as running: whoever ran it is of another time.
pub(crate) async fn hold_all(tx: &Connection) -> Result<()> {
    job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Queued.code()))
        .col_expr(job::Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(job::Column::LeaseUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(job::Column::State.eq(JobState::Running.code()))
        .exec(tx)
        .await?;
    job::Entity::update_many()
        .col_expr(job::Column::ReleasedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(job::Column::ReleasedAt.is_not_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Records that what a held job was to do happened after the copy was made: its kind records what it must, and the job
/// ends without being run. The refusal of the kind says what to do instead.
pub async fn take_over(ctx: &Context, id: Uuid) -> Result<HeldJob> {
    #[derive(FromQueryResult)]
    struct Row {
        payload: serde_json::Value,
        tries: i64,
        state: Coded<JobState>,
    }
    let kinds = ctx.hooks.get::<JobKinds>();
    let held = find_held(ctx.db.read(), kinds, id).await?;
    let held = held.ok_or_else(Error::not_found)?;
    let row = job::Entity::find_by_id(id)
        .into_model::<Row>()
        .one(ctx.db.read())
        .await?
        .filter(|row| *row.state == JobState::Queued)
        .ok_or_else(Error::not_found)?;
    let opened = payload::open(ctx, &held.kind, id, row.payload);
    let run = JobRun {
        id,
        kind: held.kind.clone(),
        payload: opened.payload,
        is_sealed: opened.was_sealed,
        attempts: row.tries + 1,
        was_released: true,
        cancelled_because: None,
        person: held.person_id,
        scope: Scope::for_job(),
    };
    if let Some(Reach::Outside(taken_over)) = kinds.find(&held.kind).map(|kind| kind.reach) {
        taken_over(ctx.clone(), run).await?;
    }
    Ok(held)
}

/// Ends a held job that was taken over, in the caller's transaction; false when it is not held any more.
pub async fn end_held(tx: &Connection, id: Uuid, why: &str, now: DateTime<Utc>) -> Result<bool> {
    queue::end_without_run(tx, id, why, now).await
}

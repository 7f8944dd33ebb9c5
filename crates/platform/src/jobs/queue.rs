// SPDX-License-Identifier: AGPL-3.0-or-later

//! Adds jobs to the queue, and claims them under a lease.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Connection, Db, FileHold, StatementBatch, skip_locked};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, Insert, IntoActiveModel,
    QueryFilter, QueryTrait, Statement,
};
use serde::Serialize;
use uuid::Uuid;

use super::entity::job;
use super::{JobState, payload};
use crate::context::Context;
use crate::error::Result;

/// A job to be queued.
pub struct NewJob {
    kind: &'static str,
    payload: serde_json::Value,
    dedupe: Option<String>,
    run_at: Option<DateTime<Utc>>,
    person: Option<Uuid>,
    is_public: bool,
    is_awaited: bool,
}

impl NewJob {
    /// A job of `kind` that runs as soon as its transaction is committed.
    pub fn new(kind: impl Into<&'static str>, payload: &impl Serialize) -> Result<Self> {
        Ok(Self {
            kind: kind.into(),
            payload: serde_json::to_value(payload)?,
            dedupe: None,
            run_at: None,
            person: None,
            is_public: false,
            is_awaited: false,
        })
    }

    /// A payload that anybody may read, such as a signed head: stored as it is, and kept if the job fails.
    #[must_use]
    pub fn public(mut self) -> Self {
        self.is_public = true;
        self
    }

    /// Someone waits for it before they can get in, such as for a code that they just asked for: it runs even while
    /// effects are held after a restore, because it cannot have been sent before.
    #[must_use]
    pub fn awaited(mut self) -> Self {
        self.is_awaited = true;
        self
    }

    /// At most one job with this key while it is kept (`retention` in the settings): a duplicate is dropped. The
    /// key is stored as it is, so it names records and no addresses.
    #[must_use]
    pub fn once(mut self, key: impl std::fmt::Display) -> Self {
        self.dedupe = Some(format!("{}:{key}", self.kind));
        self
    }

    /// The patient the job is about: staff can see it in their queue (`admin`).
    #[must_use]
    pub fn about(mut self, person: Uuid) -> Self {
        self.person = Some(person);
        self
    }

    /// Runs after the undo period of the settings, unless it is cancelled first: see `cancel`.
    #[must_use]
    pub fn undoable(self, ctx: &Context) -> Self {
        self.at(ctx.now() + TimeDelta::seconds(ctx.settings.jobs.undo_seconds))
    }

    /// Runs no earlier than this time.
    #[must_use]
    pub fn at(mut self, time: DateTime<Utc>) -> Self {
        self.run_at = Some(time);
        self
    }
}

/// Queues a job in the caller's transaction. The request's commit notifies the worker.
pub async fn enqueue(tx: &Connection, ctx: &Context, new: NewJob) -> Result<()> {
    row(ctx, new).exec_without_returning(tx).await?;
    Ok(())
}

/// Like `enqueue`, added to the transaction's pending writes.
pub fn enqueue_with(last: &mut StatementBatch, ctx: &Context, new: NewJob) {
    last.add(&row(ctx, new).into_query());
}

/// The insert of a job; an existing job with the same key is left unchanged.
fn row(ctx: &Context, new: NewJob) -> Insert<job::ActiveModel> {
    let (id, now) = (ctx.new_id(), ctx.now());
    let row = job::Model {
        id,
        kind: new.kind.to_owned(),
        dedupe: new.dedupe,
        payload: payload::stored(ctx, new.kind, id, new.payload, new.is_public),
        state: JobState::Queued.into(),
        run_at: new.run_at.unwrap_or(now),
        tries: 0,
        lease: None,
        lease_until: None,
        last_error: None,
        created_at: now,
        ended_at: None,
        person_id: new.person,
        ended_by: None,
        released_at: new.is_awaited.then_some(now),
    };
    job::Entity::insert(row.into_active_model()).on_conflict(
        OnConflict::column(job::Column::Dedupe)
            .do_nothing()
            .to_owned(),
    )
}

/// Whether a job of the same kind with one of these keys is kept.
pub async fn is_kept(db: &Connection, job: &NewJob, keys: &[String]) -> Result<bool> {
    use sea_orm::PaginatorTrait;
    if keys.is_empty() {
        return Ok(false);
    }
    let keys = keys.iter().map(|key| format!("{}:{key}", job.kind));
    let kept = job::Entity::find().filter(job::Column::Dedupe.is_in(keys));
    Ok(kept.count(db).await? > 0)
}

/// Runs a waiting job soon, because its outcome is needed now.
pub async fn run_soon(
    db: &Connection,
    kind: impl Into<&'static str>,
    key: impl std::fmt::Display,
    now: DateTime<Utc>,
) -> Result<()> {
    let kind = kind.into();
    job::Entity::update_many()
        .col_expr(job::Column::RunAt, Expr::value(now))
        .filter(job::Column::Dedupe.eq(format!("{kind}:{key}")))
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .exec(db)
        .await?;
    Ok(())
}

/// Cancels a job that was never started; false when it has already run. Runs in the caller's transaction: the
/// job and the work it was to do are cancelled together or not at all. A kind whose handler returns
/// `JobOutcome::Postpone` after it acted must check its own rows as well, because such a run is not counted.
pub async fn cancel(
    tx: &Connection,
    kind: impl Into<&'static str>,
    key: impl std::fmt::Display,
) -> Result<bool> {
    let kind = kind.into();
    let gone = job::Entity::delete_many()
        .filter(job::Column::Dedupe.eq(format!("{kind}:{key}")))
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .filter(job::Column::Tries.eq(0i64))
        .exec(tx)
        .await?;
    Ok(gone.rows_affected == 1)
}

#[derive(FromQueryResult)]
pub(super) struct Claimed {
    pub(super) id: Uuid,
    pub(super) kind: String,
    pub(super) payload: serde_json::Value,
    pub(super) tries: i64,
    pub(super) last_error: Option<String>,
    pub(super) ended_by: Option<Uuid>,
    pub(super) person_id: Option<Uuid>,
    pub(super) released_at: Option<DateTime<Utc>>,
}

/// The claim of one run on one job. Whoever renews or ends a job names it, so that a worker whose lease was given to
/// another one changes nothing any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeaseToken {
    pub(super) job: Uuid,
    token: Uuid,
}

impl LeaseToken {
    fn holds(self) -> Condition {
        Condition::all()
            .add(job::Column::Id.eq(self.job))
            .add(job::Column::Lease.eq(self.token))
            .add(job::Column::State.eq(JobState::Running.code()))
    }
}

/// Claims the next due job with one conditional update that sets the lease. The lease runs by the database's clock.
pub(super) async fn claim(
    db: &Db,
    due: DateTime<Utc>,
    lease: Duration,
    which: &Which,
) -> Result<Option<(LeaseToken, Claimed)>> {
    let lock = skip_locked(db.engine());
    let until = db.engine().seconds_from_now("$2");
    let which = which.condition();
    let sql = format!(
        "UPDATE job SET state = 'running', tries = tries + 1, lease = $1, lease_until = {until} WHERE id = (\
         SELECT id FROM job WHERE state = 'queued' AND run_at <= $3{which} ORDER BY run_at, id LIMIT 1{lock}) \
         AND state = 'queued' RETURNING id, kind, payload, tries, last_error, ended_by, person_id, released_at"
    );
    let token = Uuid::new_v4();
    let statement = Statement::from_sql_and_values(
        db.write().get_database_backend(),
        sql,
        [token.into(), lease.as_secs_f64().into(), due.into()],
    );
    let claimed = Claimed::find_by_statement(statement)
        .one(db.write())
        .await?;
    Ok(claimed.map(|claimed| {
        let job = claimed.id;
        (LeaseToken { job, token }, claimed)
    }))
}

/// Which jobs may be claimed. The names are the program's own.
pub(super) enum Which {
    /// All but these.
    AllBut(Left),
    /// Those of these kinds.
    Only(Vec<&'static str>),
}

/// Kinds of job that are not claimed.
#[derive(Default)]
pub(super) struct Left {
    /// Of these only jobs that a person released or ended.
    pub(super) held: Vec<&'static str>,
    /// None of these: their service has as many places as it may.
    pub(super) full: Vec<&'static str>,
}

impl Which {
    fn condition(&self) -> String {
        let list = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
            names.join(", ")
        };
        let left = match self {
            Self::Only(names) => return format!(" AND kind IN ({})", list(names)),
            Self::AllBut(left) => left,
        };
        let mut condition = String::new();
        if !left.held.is_empty() {
            condition += &format!(
                " AND (released_at IS NOT NULL OR ended_by IS NOT NULL OR kind NOT IN ({}))",
                list(&left.held)
            );
        }
        if !left.full.is_empty() {
            condition += &format!(" AND kind NOT IN ({})", list(&left.full));
        }
        condition
    }
}

/// Whether any job is due that may be claimed; a read, so that an idle worker does not write.
pub(super) async fn any_due(db: &Db, due: DateTime<Utc>, left: &Left) -> Result<bool> {
    use sea_orm::QuerySelect;
    let is_held = Condition::all()
        .add(job::Column::Kind.is_in(left.held.iter().copied()))
        .add(job::Column::ReleasedAt.is_null())
        .add(job::Column::EndedBy.is_null());
    let found: Option<Uuid> = job::Entity::find()
        .select_only()
        .column(job::Column::Id)
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .filter(job::Column::RunAt.lte(due))
        .filter(is_held.not())
        .filter(job::Column::Kind.is_not_in(left.full.iter().copied()))
        .limit(1)
        .into_tuple()
        .one(db.read())
        .await?;
    Ok(found.is_some())
}

/// When the next job is due; `None` when none waits.
pub async fn next_due(db: &Db) -> Result<Option<DateTime<Utc>>> {
    use sea_orm::{QueryOrder, QuerySelect};
    let found = job::Entity::find()
        .select_only()
        .column(job::Column::RunAt)
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .order_by_asc(job::Column::RunAt)
        .limit(1)
        .into_tuple()
        .one(db.read())
        .await?;
    Ok(found)
}

/// Requeues the jobs of lost workers whose lease has expired by the database's clock.
pub(super) async fn requeue_expired(db: &Db) -> Result<u64> {
    let now = db.engine().seconds_from_now("$1");
    let sql = format!(
        "UPDATE job SET state = 'queued', lease = NULL, lease_until = NULL \
         WHERE state = 'running' AND lease_until < {now}"
    );
    let on = db.write();
    let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, [0_f64.into()]);
    Ok(on.execute_raw(statement).await?.rows_affected())
}

/// Requeues all running jobs at start-up. Only for a process that holds its database's file, beside which no
/// other worker can be running.
pub async fn requeue_running(ctx: &Context, _: &FileHold) -> Result<()> {
    job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Queued.code()))
        .col_expr(job::Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(job::Column::LeaseUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(job::Column::State.eq(JobState::Running.code()))
        .exec(ctx.db.write())
        .await?;
    Ok(())
}

/// Renews the lease of a running job; false when it was lost.
pub(super) async fn renew(db: &Db, held: LeaseToken, lease: Duration) -> Result<bool> {
    let until = db.engine().seconds_from_now("$1");
    let sql = format!(
        "UPDATE job SET lease_until = {until} WHERE id = $2 AND lease = $3 AND state = 'running'"
    );
    let on = db.write();
    let values = [
        lease.as_secs_f64().into(),
        held.job.into(),
        held.token.into(),
    ];
    let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, values);
    Ok(on.execute_raw(statement).await?.rows_affected() == 1)
}

/// What a run leaves behind.
pub(super) enum Ending {
    /// It runs again.
    Again {
        at: DateTime<Utc>,
        /// Set when the run does not count as an attempt.
        tries: Option<i64>,
        why: Option<String>,
    },
    Done,
    GivenUp {
        why: String,
        /// Whether its payload is kept, for a retry by hand.
        keeps_payload: bool,
    },
}

/// Ends a job that is not to run; false when it is running or has ended.
pub(super) async fn end_without_run(
    tx: &Connection,
    id: Uuid,
    why: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let ended = job::Entity::update_many()
        .col_expr(job::Column::State, Expr::value(JobState::Done.code()))
        .col_expr(job::Column::EndedAt, Expr::value(Some(now)))
        .col_expr(job::Column::LastError, Expr::value(Some(why.to_owned())))
        .col_expr(job::Column::Payload, Expr::value(payload::emptied()))
        .filter(job::Column::Id.eq(id))
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .filter(job::Column::ReleasedAt.is_null())
        .exec(tx)
        .await?;
    Ok(ended.rows_affected == 1)
}

/// Stores that the due jobs of these kinds are done, as a run of each would have left them: those that may be claimed.
pub(super) async fn end_as_done(
    db: &Db,
    due: DateTime<Utc>,
    kinds: &[&'static str],
    which: &Which,
) -> Result<()> {
    let (kinds, which) = (Which::Only(kinds.to_vec()).condition(), which.condition());
    let sql = format!(
        "UPDATE job SET state = 'done', tries = tries + 1, last_error = NULL, ended_at = $1, payload = $2 \
         WHERE state = 'queued' AND run_at <= $1{kinds}{which}"
    );
    let on = db.write();
    let values = [due.into(), payload::emptied().into()];
    let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, values);
    on.execute_raw(statement).await?;
    Ok(())
}

/// Stores the outcome of a run; false when its lease was lost, and nothing was stored. When no further run can
/// follow, the payload is emptied in the same statement.
pub(super) async fn end(
    db: &Db,
    held: LeaseToken,
    ending: Ending,
    now: DateTime<Utc>,
) -> Result<bool> {
    let mut update = job::Entity::update_many()
        .col_expr(job::Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(job::Column::LeaseUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(held.holds());
    let (state, why, keeps_payload) = match ending {
        Ending::Again { at, tries, why } => {
            update = update.col_expr(job::Column::RunAt, Expr::value(at));
            if let Some(tries) = tries {
                update = update.col_expr(job::Column::Tries, Expr::value(tries));
            }
            (JobState::Queued, why, true)
        }
        Ending::Done => (JobState::Done, None, false),
        Ending::GivenUp { why, keeps_payload } => (JobState::GivenUp, Some(why), keeps_payload),
    };
    if state != JobState::Queued {
        update = update.col_expr(job::Column::EndedAt, Expr::value(Some(now)));
    }
    if !keeps_payload {
        update = update.col_expr(job::Column::Payload, Expr::value(payload::emptied()));
    }
    let ended = update
        .col_expr(job::Column::State, Expr::value(state.code()))
        .col_expr(job::Column::LastError, Expr::value(why))
        .exec(db.write())
        .await?;
    Ok(ended.rows_affected == 1)
}

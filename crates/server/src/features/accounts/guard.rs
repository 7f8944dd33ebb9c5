// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lockout: five failures lock what they were counted by for 300 seconds, and again for 600 and 900, on the
//! server (decisions 79, 183). An attempt is counted before the secret is looked at, so that attempts side by
//! side cannot outrun the count; a correct one is given back. The same counter limits other requests. Attempts
//! are stored outside the request's transaction, so that a refused request still counts.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use salal_domain::texts::sign_in as texts;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, Set};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::entity::sign_in_guard::{ActiveModel, Column, Entity, Model};
use crate::api::ClientAddress;
use crate::context::Context;
use crate::error::{Error, Result};

/// Addresses are shared by households and clinics, so they are allowed more failures than an account.
const ADDRESS_FACTOR: i64 = 10;
/// The longest lock, in lengths of the first.
const LONGEST: i64 = 3;
/// How long an earlier lock makes the next one longer.
const LOCKS_COUNT_HOURS: i64 = 24;

/// How many turns the names are spread over; two on one turn only wait for one another.
const TURNS: usize = 1024;

/// Attempts of one name go one after another within this process: pressing twice with the right password
/// must not look like guessing, and a guesser keeps one thread busy at most.
struct Turns {
    locks: Vec<Arc<Mutex<()>>>,
    /// Seeded by chance, so that nobody can choose names that share a turn with another's.
    seed: RandomState,
}

impl Turns {
    fn new() -> Self {
        Self {
            locks: (0..TURNS).map(|_| Arc::default()).collect(),
            seed: RandomState::new(),
        }
    }

    async fn wait(&self, name: &str) -> OwnedMutexGuard<()> {
        let turn = self.seed.hash_one(name) % TURNS as u64;
        let lock = usize::try_from(turn)
            .ok()
            .and_then(|turn| self.locks.get(turn));
        lock.cloned().unwrap_or_default().lock_owned().await
    }
}

/// The right to make the next attempt of a name.
#[must_use]
pub(super) struct Turn {
    _held: OwnedMutexGuard<()>,
}

/// Waits until the attempts of this name that came earlier are settled. Not while a transaction is open in
/// the same task: whoever has the turn may wait for it.
pub(super) async fn turn(ctx: &Context, name: &str) -> Turn {
    Turn {
        _held: ctx.get_or_init(Turns::new).wait(name).await,
    }
}

/// An attempt that is counted already. Dropped, it stays counted: a request that breaks off in the middle may
/// have looked at the secret. Every transaction takes its rows in this order, so that no two wait for one
/// another.
#[must_use]
pub(super) struct Attempt {
    /// What is counted for the secret that is looked at first.
    own: String,
    /// The same for a second secret in one request.
    next: Option<String>,
    address: String,
    /// The next attempt begins when this one is settled.
    _turn: Turn,
}

/// Counts an attempt before anything is compared; refuses while locked, with the seconds left. `next` is what
/// a second secret in the same request is counted by. The last attempt allowed locks as it is taken, so that
/// no more than those allowed are ever undecided, in whatever number of processes.
pub(super) async fn take(
    ctx: &Context,
    turn: Turn,
    own: String,
    next: Option<String>,
    from: ClientAddress,
) -> Result<Attempt> {
    let limits = &ctx.settings.limits;
    let most = limits.login_failures;
    let address = format!("address:{}", from.limit_key());
    let buckets: Vec<(&str, i64)> = [(own.as_str(), most)]
        .into_iter()
        .chain(next.as_deref().map(|next| (next, most)))
        .chain([(address.as_str(), most * ADDRESS_FACTOR)])
        .collect();
    let window = TimeDelta::seconds(limits.login_lockout_seconds);
    match count(ctx, &buckets, window, Window::FromFailures).await? {
        Some(until) => Err(locked(ctx, until)),
        None => Ok(Attempt {
            own,
            next,
            address,
            _turn: turn,
        }),
    }
}

impl Attempt {
    /// The first secret was right: its count is cleared, and the second is looked at now.
    pub(super) async fn next(mut self, db: &impl ConnectionTrait) -> Result<Self> {
        if let Some(next) = self.next.take() {
            let right = std::mem::replace(&mut self.own, next);
            clear(db, right).await?;
        }
        Ok(self)
    }

    /// The secret was right: its count is cleared; the address, which others share, gets back this attempt
    /// only.
    pub(super) async fn right(self, db: &impl ConnectionTrait) -> Result<()> {
        clear(db, self.own).await?;
        if let Some(next) = self.next {
            give_back(db, next).await?;
        }
        give_back(db, self.address).await
    }

    /// Nothing wrong was sent, and the proof is not complete either: the attempt is given back, and the
    /// failures before it stay.
    pub(super) async fn give_back(self, db: &impl ConnectionTrait) -> Result<()> {
        give_back(db, self.own).await?;
        if let Some(next) = self.next {
            give_back(db, next).await?;
        }
        give_back(db, self.address).await
    }

    /// The secret was wrong: the attempt stays counted, and the window runs from now. A second secret was not
    /// looked at, so it counts for nothing. The error to answer with: `answer`, or the lockout once the last
    /// attempt is used up.
    pub(super) async fn wrong(self, ctx: &Context, answer: Error) -> Error {
        match self.renew_window(ctx).await {
            Ok(Some(until)) => locked(ctx, until),
            Ok(None) => answer,
            Err(error) => error,
        }
    }

    async fn renew_window(self, ctx: &Context) -> Result<Option<DateTime<Utc>>> {
        let (db, now) = (ctx.db.write(), ctx.now());
        if let Some(next) = self.next {
            give_back(db, next).await?;
        }
        let mut until = Vec::new();
        for key in [self.own, self.address] {
            let rows = Entity::update_many()
                .col_expr(Column::LastFailureAt, Expr::value(now))
                .filter(Column::Key.eq(key))
                .exec_with_returning(db)
                .await?;
            until.extend(rows.into_iter().filter_map(|row| row.locked_until));
        }
        Ok(until.into_iter().max().filter(|until| *until > now))
    }
}

/// Refuses while this key is locked, without counting: for something that asks for no secret, at a place
/// where one was just guessed at.
pub(super) async fn refuse_locked(ctx: &Context, key: String) -> Result<()> {
    let row = Entity::find_by_id(key).one(ctx.db.read()).await?;
    match row.and_then(|row| row.locked_until) {
        Some(until) if until > ctx.now() => Err(locked(ctx, until)),
        _ => Ok(()),
    }
}

/// Counts a use of something limited to `most` times per `window`; further uses are refused.
pub(super) async fn spend(
    ctx: &Context,
    key: String,
    most: i64,
    window: TimeDelta,
    message: &str,
) -> Result<()> {
    match count(ctx, &[(&key, most)], window, Window::FromUses).await? {
        Some(until) => Err(Error::too_many(message, seconds_left(ctx, until))),
        None => Ok(()),
    }
}

/// Clears a count, after a proof.
pub(super) async fn clear(tx: &impl ConnectionTrait, key: String) -> Result<()> {
    Entity::delete_by_id(key).exec(tx).await?;
    Ok(())
}

/// From when a count's window runs.
#[derive(Clone, Copy, PartialEq)]
enum Window {
    /// From the last failure: attempts that are given back must not keep a shared address's count alive.
    FromFailures,
    /// From the last use.
    FromUses,
}

impl Window {
    /// How long the lock lasts that is the `locks`th in a row.
    fn lock(self, window: TimeDelta, locks: i64) -> TimeDelta {
        let lengths = match self {
            Self::FromFailures => locks.clamp(1, LONGEST),
            Self::FromUses => 1,
        };
        window * i32::try_from(lengths).unwrap_or(1)
    }
}

/// Counts once by each key, or by none of them while one is locked; then returns until when. The insert holds
/// the rows, so that concurrent attempts are counted one by one on both engines.
async fn count(
    ctx: &Context,
    buckets: &[(&str, i64)],
    window: TimeDelta,
    runs: Window,
) -> Result<Option<DateTime<Utc>>> {
    let now = ctx.now();
    let tx = ctx.db.begin().await?;
    let rows = buckets.iter().map(|(key, _)| ActiveModel {
        key: Set((*key).to_owned()),
        failures: Set(1),
        last_failure_at: Set(now),
        locked_until: Set(None),
        locks: Set(0),
    });
    let counted = Entity::insert_many(rows)
        .on_conflict(one_more(now, window, runs))
        .exec_with_returning(&tx)
        .await?;
    if let Some(until) = counted.iter().filter_map(|row| row.locked_until).max() {
        tx.rollback().await?;
        return Ok(Some(until));
    }
    for (key, most) in buckets {
        let used_up = |row: &&Model| row.key == *key && row.failures >= *most;
        if let Some(row) = counted.iter().find(used_up) {
            let locks = row.locks + 1;
            let until = now + runs.lock(window, locks);
            Entity::update_many()
                .col_expr(Column::LockedUntil, Expr::value(Some(until)))
                .col_expr(Column::Locks, Expr::value(locks))
                .filter(Column::Key.eq(*key))
                .exec(&tx)
                .await?;
        }
    }
    tx.commit().await?;
    Ok(None)
}

/// One more on a row that is there already, or the first of a new window. A lock that lasts is kept, and tells
/// the caller to count nothing.
fn one_more(now: DateTime<Utc>, window: TimeDelta, runs: Window) -> OnConflict {
    let present = |column| Expr::col((Entity, column));
    let over = Condition::any()
        .add(Column::LastFailureAt.lte(now - window))
        .add(Column::LockedUntil.is_not_null());
    let failures = Expr::case(over.clone(), 1i64).finally(present(Column::Failures).add(1i64));
    let runs_from = match runs {
        Window::FromUses => Expr::value(now),
        Window::FromFailures => Expr::case(over, now)
            .finally(present(Column::LastFailureAt))
            .into(),
    };
    let lasts = Column::LockedUntil.gt(now);
    let locked_until =
        Expr::case(lasts, present(Column::LockedUntil)).finally(Expr::value(None::<DateTime<Utc>>));
    let forgotten = Column::LastFailureAt.lte(now - TimeDelta::hours(LOCKS_COUNT_HOURS));
    let locks = Expr::case(forgotten, 0i64).finally(present(Column::Locks));
    OnConflict::column(Column::Key)
        .value(Column::Failures, failures)
        .value(Column::LastFailureAt, runs_from)
        .value(Column::LockedUntil, locked_until)
        .value(Column::Locks, locks)
        .to_owned()
}

/// Takes one attempt off a count, and the lock that it completed.
async fn give_back(db: &impl ConnectionTrait, key: String) -> Result<()> {
    let completed = Condition::all()
        .add(Column::LockedUntil.is_not_null())
        .add(Column::Locks.gt(0));
    let locks =
        Expr::case(completed, Expr::col(Column::Locks).sub(1i64)).finally(Expr::col(Column::Locks));
    Entity::update_many()
        .col_expr(Column::Failures, Expr::col(Column::Failures).sub(1i64))
        .col_expr(Column::LockedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(Column::Locks, locks.into())
        .filter(Column::Key.eq(key))
        .filter(Column::Failures.gt(0))
        .exec(db)
        .await?;
    Ok(())
}

fn seconds_left(ctx: &Context, until: DateTime<Utc>) -> i64 {
    (until - ctx.now()).num_seconds() + 1
}

fn locked(ctx: &Context, until: DateTime<Utc>) -> Error {
    let seconds = seconds_left(ctx, until);
    let minutes = (seconds - 1).div_euclid(60) + i64::from((seconds - 1).rem_euclid(60) > 0);
    let mut error = if minutes > 5 {
        Error::too_many(texts::locked_for(minutes), seconds)
    } else {
        Error::too_many(texts::LOCKED, seconds)
    };
    error.code = "LOCKED";
    error
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lockout: five failures lock sign-in for 300 seconds, counted on the server by account and by address
//! (decision 79). An attempt is counted before the secret is looked at, so that attempts side by side cannot
//! outrun the count; a correct one is given back. The same counter limits other requests. Attempts are stored
//! outside the request's transaction, so that a refused request still counts.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, Set};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::entity::sign_in_guard::{ActiveModel, Column, Entity};
use crate::context::Context;
use crate::error::{Error, Result};

/// Addresses are shared by households and clinics, so they are allowed more failures than an account.
const ADDRESS_FACTOR: i64 = 10;

fn own_key(name: &str) -> String {
    format!("account:{name}")
}

/// The account's key, then the address's: every transaction takes the rows in this order, so that no two wait
/// for one another.
fn keys(name: &str, ip: &str) -> [String; 2] {
    [own_key(name), format!("address:{ip}")]
}

/// How many turns an account's key is spread over; two accounts on one turn only wait for one another.
const TURNS: usize = 1024;

/// Attempts on one account go one after another within this process: pressing twice with the right password
/// must not look like guessing, and a guesser keeps one thread busy at most.
struct Turns {
    locks: Vec<Arc<Mutex<()>>>,
    /// Seeded by chance, so that nobody can choose addresses that share a turn with another's.
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

/// An attempt that is counted already. Dropped, it stays counted: a request that breaks off in the middle may
/// have looked at the secret.
#[must_use]
pub(super) struct Attempt {
    keys: [String; 2],
    /// The next attempt on the account begins when this one is settled.
    _turn: OwnedMutexGuard<()>,
}

/// Counts an attempt before anything is compared; refuses while locked, with the seconds left. The last
/// attempt allowed locks as it is taken, so that no more than those allowed are ever undecided, in whatever
/// number of processes. Not while a transaction is open in the same task: whoever has the turn may wait for it.
pub(super) async fn take(ctx: &Context, name: &str, ip: &str) -> Result<Attempt> {
    let limits = &ctx.settings.limits;
    let keys = keys(name, ip);
    let most = limits.login_failures;
    let buckets = [
        (keys[0].as_str(), most),
        (keys[1].as_str(), most * ADDRESS_FACTOR),
    ];
    let window = TimeDelta::seconds(limits.login_lockout_seconds);
    let turn = ctx.get_or_init(Turns::new).wait(name).await;
    match count(ctx, &buckets, window, Window::FromFailures).await? {
        Some(until) => Err(locked(ctx, until)),
        None => Ok(Attempt { keys, _turn: turn }),
    }
}

impl Attempt {
    /// The whole proof was correct: the account's count is cleared; the address, which others share, gets back
    /// this attempt only.
    pub(super) async fn right(self, db: &impl ConnectionTrait) -> Result<()> {
        let [own, address] = self.keys;
        Entity::delete_by_id(own).exec(db).await?;
        give_back(db, address).await
    }

    /// Nothing wrong was sent, and the proof is not complete either: the attempt is given back, and the
    /// failures before it stay.
    pub(super) async fn give_back(self, db: &impl ConnectionTrait) -> Result<()> {
        for key in self.keys {
            give_back(db, key).await?;
        }
        Ok(())
    }

    /// The secret was wrong: the attempt stays counted, and the window runs from now. The error to answer
    /// with: `answer`, or the lockout once the last attempt is used up.
    pub(super) async fn wrong(self, ctx: &Context, answer: Error) -> Error {
        match self.renew_window(ctx).await {
            Ok(Some(until)) => locked(ctx, until),
            Ok(None) => answer,
            Err(error) => error,
        }
    }

    async fn renew_window(&self, ctx: &Context) -> Result<Option<DateTime<Utc>>> {
        for key in &self.keys {
            Entity::update_many()
                .col_expr(Column::LastFailureAt, Expr::value(ctx.now()))
                .filter(Column::Key.eq(key.as_str()))
                .exec(ctx.db.write())
                .await?;
        }
        locked_until(ctx.db.read(), ctx.now(), self.keys.clone()).await
    }
}

/// Refuses while this name is locked, without counting: for something that asks for no secret, at a place
/// where one was just guessed at.
pub(super) async fn refuse_locked(ctx: &Context, name: &str) -> Result<()> {
    match locked_until(ctx.db.read(), ctx.now(), [own_key(name)]).await? {
        Some(until) => Err(locked(ctx, until)),
        None => Ok(()),
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

/// Clears an account's count without an attempt, after another proof than its password.
pub(super) async fn cleared(tx: &impl ConnectionTrait, name: &str) -> Result<()> {
    Entity::delete_by_id(own_key(name)).exec(tx).await?;
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
    });
    let counted = Entity::insert_many(rows)
        .on_conflict(one_more(now, window, runs))
        .exec_with_returning(&tx)
        .await?;
    if counted.len() < buckets.len() {
        let keys = buckets.iter().map(|(key, _)| (*key).to_owned());
        let until = locked_until(&tx, now, keys).await?;
        tx.rollback().await?;
        return Ok(Some(until.unwrap_or(now)));
    }
    for (key, most) in buckets {
        if counted
            .iter()
            .any(|row| row.key == *key && row.failures >= *most)
        {
            Entity::update_many()
                .col_expr(Column::LockedUntil, Expr::value(Some(now + window)))
                .filter(Column::Key.eq(*key))
                .exec(&tx)
                .await?;
        }
    }
    tx.commit().await?;
    Ok(None)
}

/// One more on a row that is there already, or the first of a new window; a locked row stays as it is.
fn one_more(now: DateTime<Utc>, window: TimeDelta, runs: Window) -> OnConflict {
    let old = Condition::any()
        .add(Column::LastFailureAt.lte(now - window))
        .add(Column::LockedUntil.is_not_null());
    let failures =
        Expr::case(old.clone(), 1i64).finally(Expr::col((Entity, Column::Failures)).add(1i64));
    let runs_from = match runs {
        Window::FromUses => Expr::value(now),
        Window::FromFailures => Expr::case(old, now)
            .finally(Expr::col((Entity, Column::LastFailureAt)))
            .into(),
    };
    OnConflict::column(Column::Key)
        .value(Column::Failures, failures)
        .value(Column::LastFailureAt, runs_from)
        .value(Column::LockedUntil, Expr::value(None::<DateTime<Utc>>))
        .action_cond_where(
            Condition::any()
                .add(Column::LockedUntil.is_null())
                .add(Column::LockedUntil.lte(now)),
        )
        .to_owned()
}

/// Takes one attempt off a count, and the lock that it completed.
async fn give_back(db: &impl ConnectionTrait, key: String) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Failures, Expr::col(Column::Failures).sub(1i64))
        .col_expr(Column::LockedUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Key.eq(key))
        .filter(Column::Failures.gt(0))
        .exec(db)
        .await?;
    Ok(())
}

/// Until when the longest lock of these keys lasts, if one does.
async fn locked_until(
    db: &impl ConnectionTrait,
    now: DateTime<Utc>,
    keys: impl IntoIterator<Item = String>,
) -> Result<Option<DateTime<Utc>>> {
    Ok(Entity::find()
        .filter(Column::Key.is_in(keys))
        .all(db)
        .await?
        .into_iter()
        .filter_map(|row| row.locked_until)
        .filter(|until| *until > now)
        .max())
}

fn seconds_left(ctx: &Context, until: DateTime<Utc>) -> i64 {
    (until - ctx.now()).num_seconds() + 1
}

fn locked(ctx: &Context, until: DateTime<Utc>) -> Error {
    let text = salal_domain::texts::sign_in::LOCKED;
    let mut error = Error::too_many(text, seconds_left(ctx, until));
    error.code = "LOCKED";
    error
}

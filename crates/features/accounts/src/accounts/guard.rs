// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lockout: five failures lock what they were counted by for 300 seconds, and again for 600 and 900, on the
//! server (decisions 79, 183). An attempt is counted before the secret is looked at, so that attempts side by
//! side cannot outrun the count; a correct one is given back. The same counter limits other requests. Attempts
//! are stored outside the request's transaction, so that a refused request still counts.

mod adopted;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Connection, Transaction};
use salal_domain::texts::sign_in as texts;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, Set};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::entity::sign_in_guard::{ActiveModel, Column, Entity, Model};
use super::security::{self, Door};
use crate::api::{AccountOwner, RequestContext, SecurityEvent};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::sealing::{self, KeyUse};
use crate::settings::Limits;

/// The error code of a lockout.
const LOCKED: &str = "LOCKED";

/// Addresses are shared by households and clinics, so they are allowed more failures than an account.
const ADDRESS_FACTOR: i64 = 10;
/// The longest lock, in lengths of the first.
const LONGEST: i64 = 3;
/// How long an earlier lock makes the next one longer.
const LOCKS_COUNT_HOURS: i64 = 24;

/// Attempts of one name go one after another within this process: pressing twice with the right password
/// must not look like guessing, and a guesser keeps one thread busy at most. Each name has a lock of its own, as
/// long as somebody has it or waits for it: a name never waits for another.
#[derive(Default)]
struct Turns {
    locks: std::sync::Mutex<HashMap<String, Arc<Mutex<()>>>>,
}

impl Turns {
    async fn wait(self: Arc<Self>, name: String) -> Turn {
        let lock = Arc::clone(self.locks().entry(name.clone()).or_default());
        let place = PlaceInLine { turns: self, name };
        Turn {
            _held: lock.lock_owned().await,
            _place: place,
        }
    }

    fn locks(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Mutex<()>>>> {
        self.locks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who has a name's lock or waits for it; the last one to go takes the name away, also a caller who hangs
/// up. Dropped after what it holds of the lock.
struct PlaceInLine {
    turns: Arc<Turns>,
    name: String,
}

impl Drop for PlaceInLine {
    fn drop(&mut self) {
        let mut locks = self.turns.locks();
        if (locks.get(&self.name)).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            locks.remove(&self.name);
        }
    }
}

/// The right to make the next attempt of a name. Its fields are dropped in this order.
#[must_use]
pub(super) struct Turn {
    _held: OwnedMutexGuard<()>,
    _place: PlaceInLine,
}

/// Waits until the attempts of this name that came earlier are settled. Not while a transaction is open in
/// the same task: whoever has the turn may wait for it.
pub(super) async fn turn(ctx: &Context, name: &str) -> Turn {
    let turns = ctx.get_or_init(Turns::default);
    turns.wait(name.to_owned()).await
}

/// What something is counted by: its kind, and a keyed hash of whom it is about. So a count tells nobody who reads
/// the database which address was tried, and no text that was typed is stored, however long.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GuardKey {
    /// By the present master key.
    own: String,
    /// The same by the others: counts are older than a rotation, or of a process that was not started again yet.
    others: Vec<String>,
}

impl GuardKey {
    /// A kind of counts, and whom this one is about.
    pub(super) fn new(ctx: &Context, kind: &'static str, whom: &str) -> Self {
        let hashes = sealing::keyed_hashes(ctx, KeyUse::Guard, &format!("{kind} {whom}"));
        let mut keys = hashes.into_iter().map(|hash| format!("{kind}:{hash}"));
        Self {
            own: keys.next().unwrap_or_default(),
            others: keys.collect(),
        }
    }

    /// By all master keys.
    fn all(&self) -> impl Iterator<Item = &str> {
        let others = self.others.iter().map(String::as_str);
        std::iter::once(self.own.as_str()).chain(others)
    }
}

/// What an attempt is counted by. Every transaction takes its rows in this order, so that no two wait for one
/// another.
#[derive(Clone)]
pub(super) struct Counts {
    /// The secret that is looked at first.
    pub(super) own: GuardKey,
    /// A second secret in the same request.
    pub(super) next: Option<GuardKey>,
    /// The address, which others share.
    pub(super) address: Option<GuardKey>,
    /// All failures of a day, against guesses that are too slow for the window.
    pub(super) day: Option<GuardKey>,
}

impl Counts {
    pub(super) fn of(own: GuardKey, next: Option<GuardKey>) -> Self {
        Self {
            own,
            next,
            address: None,
            day: None,
        }
    }

    /// In the order in which their rows are taken.
    fn keys(&self) -> impl Iterator<Item = &GuardKey> {
        let others = [&self.next, &self.address, &self.day];
        std::iter::once(&self.own).chain(others.into_iter().flatten())
    }

    fn buckets(&self, limits: &Limits) -> Vec<Bucket<'_>> {
        let bucket = |key, most| Bucket {
            key,
            most,
            window: TimeDelta::seconds(limits.login_lockout_seconds),
            runs: Window::FromFailures,
        };
        let most = limits.login_failures;
        let own = [Some(&self.own), self.next.as_ref()];
        let own = own.into_iter().flatten().map(|key| bucket(key, most));
        let address = self.address.as_ref();
        let day = self.day.as_ref().map(|key| Bucket {
            key,
            most: limits.login_failures_per_day,
            window: TimeDelta::days(1),
            runs: Window::FromFirst,
        });
        own.chain(address.map(|key| bucket(key, most * ADDRESS_FACTOR)))
            .chain(day)
            .collect()
    }
}

/// An attempt that is counted already. Dropped, it stays counted: a request that breaks off in the middle may
/// have looked at the secret.
#[must_use]
pub(super) struct Attempt {
    counts: Counts,
    door: Door,
    owner: Option<AccountOwner>,
    /// It was the day's last.
    pub(super) ends_the_day: bool,
    /// The next attempt begins when this one is settled.
    _turn: Turn,
}

/// Counts an attempt before anything is compared; refuses while locked, with the seconds left. The last attempt
/// allowed locks as it is taken, so that no more than those allowed are ever undecided, in whatever number of
/// processes.
pub(super) async fn take(
    ctx: &Context,
    turn: Turn,
    counts: Counts,
    door: Door,
    owner: Option<AccountOwner>,
) -> Result<Attempt> {
    let buckets = counts.buckets(&ctx.settings.limits);
    match count(ctx, &buckets).await? {
        Counted::Locked(row) => Err(refusal(ctx, &counts, &row)),
        Counted::Taken { used_up } => Ok(Attempt {
            ends_the_day: counts
                .day
                .as_ref()
                .is_some_and(|day| used_up.contains(&day.own)),
            counts,
            door,
            owner,
            _turn: turn,
        }),
    }
}

impl Attempt {
    /// The first secret was right: its count is cleared, and the second is looked at now.
    pub(super) async fn next(mut self, db: &Connection) -> Result<Self> {
        if let Some(next) = self.counts.next.take() {
            self.door = Door::SecondStep;
            let right = std::mem::replace(&mut self.counts.own, next);
            clear(db, right).await?;
        }
        Ok(self)
    }

    /// The secret was right: its count is cleared; what others share gets back this attempt only. All in the
    /// transaction of what the secret allows: one commit instead of one a count.
    pub(super) async fn right(self, tx: &Transaction) -> Result<()> {
        clear(tx, self.counts.own.clone()).await?;
        for key in self.counts.keys().skip(1) {
            give_back(tx, key).await?;
        }
        Ok(())
    }

    /// `right`, where nothing else is written.
    pub(super) async fn right_alone(self, ctx: &Context) -> Result<()> {
        let tx = ctx.db.begin().await?;
        self.right(&tx).await?;
        Ok(tx.commit().await?)
    }

    /// Nothing wrong was sent, and the proof is not complete either: the attempt is given back, and the
    /// failures before it stay.
    pub(super) async fn give_back(self, tx: &Transaction) -> Result<()> {
        for key in self.counts.keys() {
            give_back(tx, key).await?;
        }
        Ok(())
    }

    /// `give_back`, where nothing else is written.
    pub(super) async fn give_back_alone(self, ctx: &Context) -> Result<()> {
        let tx = ctx.db.begin().await?;
        self.give_back(&tx).await?;
        Ok(tx.commit().await?)
    }

    /// The secret was wrong: the attempt stays counted, and the window runs from now. A second secret was not
    /// looked at, so it counts for nothing. The log and the audit are told. The error to answer with: `answer`, or
    /// the lockout once the last attempt is used up.
    pub(super) async fn wrong(self, request: &RequestContext, answer: Error) -> Error {
        let ctx = &request.ctx;
        let report = |event| security::report(request, event, self.owner, &self.counts.own.own);
        report(self.door.refused());
        let refused = match self.renew_window(ctx).await {
            Ok(()) => refuse_locked(ctx, &self.counts).await,
            Err(error) => Err(error),
        };
        if self.ends_the_day && self.owner.is_some() {
            report(SecurityEvent::AccountLocked);
        } else if refused.as_ref().is_err_and(|error| error.code == LOCKED) {
            report(self.door.locked());
        }
        refused.err().unwrap_or(answer)
    }

    async fn renew_window(&self, ctx: &Context) -> Result<()> {
        let (db, counts) = (ctx.db.write(), &self.counts);
        if let Some(next) = &counts.next {
            give_back(db, next).await?;
        }
        let keys = [Some(&counts.own), counts.address.as_ref()];
        let keys = keys.into_iter().flatten().flat_map(GuardKey::all);
        Entity::update_many()
            .col_expr(Column::LastFailureAt, Expr::value(ctx.now()))
            .filter(Column::Key.is_in(keys))
            .exec(db)
            .await?;
        Ok(())
    }
}

/// Refuses while one of these is locked, without counting: before an attempt waits for its turn, and for
/// something that asks for no secret, at a place where one was just guessed at.
pub(super) async fn refuse_locked(ctx: &Context, counts: &Counts) -> Result<()> {
    let longest = Entity::find()
        .filter(Column::Key.is_in(counts.keys().flat_map(GuardKey::all)))
        .filter(Column::LockedUntil.gt(ctx.now()))
        .order_by_desc(Column::LockedUntil)
        .one(ctx.db.read())
        .await?;
    longest.map_or(Ok(()), |row| Err(refusal(ctx, counts, &row)))
}

/// Counts a use of something limited to `most` times per `window`; further uses are refused.
pub(super) async fn spend(
    ctx: &Context,
    key: GuardKey,
    most: i64,
    window: TimeDelta,
    message: &str,
) -> Result<()> {
    let bucket = Bucket {
        key: &key,
        most,
        window,
        runs: Window::FromFirst,
    };
    match count(ctx, &[bucket]).await? {
        Counted::Locked(row) => Err(Error::too_many(message, seconds_left(ctx, &row))),
        Counted::Taken { .. } => Ok(()),
    }
}

/// Clears a count, after a proof.
pub(super) async fn clear(tx: &Connection, key: GuardKey) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Key.is_in(key.all()))
        .exec(tx)
        .await?;
    Ok(())
}

/// One count, and what it allows.
#[derive(Clone, Copy)]
struct Bucket<'a> {
    key: &'a GuardKey,
    most: i64,
    window: TimeDelta,
    runs: Window,
}

impl Bucket<'_> {
    /// When the lock ends that its last use begins.
    fn locked_until(self, row: &Model, now: DateTime<Utc>) -> DateTime<Utc> {
        match self.runs {
            Window::FromFailures => {
                let lengths = (row.locks + 1).clamp(1, LONGEST);
                now + self.window * i32::try_from(lengths).unwrap_or(1)
            }
            Window::FromFirst => row.last_failure_at + self.window,
        }
    }
}

/// From when a count's window runs.
#[derive(Clone, Copy, PartialEq)]
enum Window {
    /// From the last failure: attempts that are given back must not keep a shared address's count alive. Locks
    /// that follow one another last longer.
    FromFailures,
    /// From the first use, and a lock lasts for the rest of it.
    FromFirst,
}

/// What came of counting.
enum Counted {
    /// Nothing was counted: this one is locked, and the longest.
    Locked(Model),
    /// Counted by every key. Those of which this was the last use allowed are locked from now.
    Taken { used_up: Vec<String> },
}

/// Counts once by each key, or by none of them while one is locked. The insert holds the rows, so that concurrent
/// attempts are counted one by one on both engines.
async fn count(ctx: &Context, buckets: &[Bucket<'_>]) -> Result<Counted> {
    let now = ctx.now();
    let tx = ctx.db.begin().await?;
    adopted::adopt(&tx, buckets.iter().map(|bucket| bucket.key)).await?;
    let mut counted = Vec::new();
    for alike in buckets.chunk_by(|one, next| one.window == next.window) {
        let rows = alike.iter().map(|bucket| ActiveModel {
            key: Set(bucket.key.own.clone()),
            failures: Set(1),
            last_failure_at: Set(now),
            locked_until: Set(None),
            locks: Set(0),
        });
        let window = alike[0].window;
        counted.extend(
            Entity::insert_many(rows)
                .on_conflict(one_more(now, window))
                .exec_with_returning(&tx)
                .await?,
        );
    }
    let longest = counted.iter().max_by_key(|row| row.locked_until);
    if let Some(row) = longest.filter(|row| row.locked_until.is_some()) {
        tx.rollback().await?;
        return Ok(Counted::Locked(row.clone()));
    }
    let mut used_up_keys = Vec::new();
    for bucket in buckets {
        let used_up = |row: &&Model| row.key == bucket.key.own && row.failures >= bucket.most;
        if let Some(row) = counted.iter().find(used_up) {
            let until = bucket.locked_until(row, now);
            Entity::update_many()
                .col_expr(Column::LockedUntil, Expr::value(Some(until)))
                .col_expr(Column::Locks, Expr::value(row.locks + 1))
                .filter(Column::Key.eq(row.key.as_str()))
                .exec(&tx)
                .await?;
            used_up_keys.push(row.key.clone());
        }
    }
    tx.commit().await?;
    Ok(Counted::Taken {
        used_up: used_up_keys,
    })
}

/// One more on a row that is there already, or the first of a new window. A lock that lasts is kept, and tells
/// the caller to count nothing.
fn one_more(now: DateTime<Utc>, window: TimeDelta) -> OnConflict {
    let present = |column| Expr::col((Entity, column));
    let over = Condition::any()
        // Where all attempts were given back, nothing is counted that a window could have begun with.
        .add(Column::Failures.lte(0))
        .add(Column::LastFailureAt.lte(now - window))
        .add(Column::LockedUntil.is_not_null());
    let failures = Expr::case(over.clone(), 1i64).finally(present(Column::Failures).add(1i64));
    let runs_from = Expr::case(over, now).finally(present(Column::LastFailureAt));
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
async fn give_back(db: &Connection, key: &GuardKey) -> Result<()> {
    let completed = Condition::all()
        .add(Column::LockedUntil.is_not_null())
        .add(Column::Locks.gt(0));
    let locks =
        Expr::case(completed, Expr::col(Column::Locks).sub(1i64)).finally(Expr::col(Column::Locks));
    Entity::update_many()
        .col_expr(Column::Failures, Expr::col(Column::Failures).sub(1i64))
        .col_expr(Column::LockedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(Column::Locks, locks.into())
        .filter(Column::Key.is_in(key.all()))
        .filter(Column::Failures.gt(0))
        .exec(db)
        .await?;
    Ok(())
}

fn seconds_left(ctx: &Context, row: &Model) -> i64 {
    let until = row.locked_until.unwrap_or_else(|| ctx.now());
    (until - ctx.now()).num_seconds() + 1
}

/// The refusal of whoever is locked by this row.
fn refusal(ctx: &Context, counts: &Counts, row: &Model) -> Error {
    let seconds = seconds_left(ctx, row);
    let rounded_up =
        |unit: i64| (seconds - 1).div_euclid(unit) + i64::from((seconds - 1).rem_euclid(unit) > 0);
    let of_the_day = counts
        .day
        .as_ref()
        .is_some_and(|day| day.all().any(|key| key == row.key));
    let minutes = rounded_up(60);
    let mut error = if of_the_day {
        Error::too_many(texts::locked_for_the_day(rounded_up(3600)), seconds)
    } else if minutes > 5 {
        Error::too_many(texts::locked_for(minutes), seconds)
    } else {
        Error::too_many(texts::LOCKED, seconds)
    };
    error.code = LOCKED;
    error
}

#[cfg(test)]
mod tests {
    use futures_util::poll;

    use super::*;

    fn wait(turns: &Arc<Turns>, name: &str) -> std::pin::Pin<Box<dyn Future<Output = Turn>>> {
        Box::pin(Arc::clone(turns).wait(name.to_owned()))
    }

    #[tokio::test]
    async fn a_name_waits_for_itself_and_for_no_other() {
        let turns = Arc::new(Turns::default());
        let first = wait(&turns, "doctor").await;
        let mut again = wait(&turns, "doctor");
        assert!(poll!(&mut again).is_pending());
        // So many that some would share a lock if there were a thousand.
        let strangers = async {
            for n in 0..5000 {
                let mut other = wait(&turns, &format!("stranger {n}"));
                assert!(poll!(&mut other).is_ready(), "stranger {n} waits");
            }
        };
        tokio::task::unconstrained(strangers).await;
        drop(first);
        assert!(poll!(&mut again).is_ready());
    }

    #[tokio::test]
    async fn nothing_is_kept_of_a_name_that_nobody_waits_for() {
        let turns = Arc::new(Turns::default());
        let first = wait(&turns, "doctor").await;
        let (mut second, mut third) = (wait(&turns, "doctor"), wait(&turns, "doctor"));
        assert!(poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        // A caller who hangs up leaves the line.
        drop(second);
        drop(first);
        let last = third.await;
        assert_eq!(turns.locks().len(), 1);
        drop(last);
        assert!(turns.locks().is_empty());
    }
}

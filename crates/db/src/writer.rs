// SPDX-License-Identifier: AGPL-3.0-or-later

//! `SQLite`'s only writing connection, and one commit for many. A transaction that ends while others wait for their
//! turn leaves its changes in the open transaction of the file; the next ones join it, each within a savepoint, and
//! one commit puts all of them on the disk. Nobody is told of success before that. A transaction that fails undoes its
//! own changes only; if the disk fails, all of them fail.
//!
//! Waiting for others is worth it only where a commit is dear: see [`Costs::is_worth_waiting`]. Deliberately not here:
//! the pools (`db`), and `PostgreSQL`, which commits for many by itself.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseTransaction, DbErr, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use crate::connection::{Connection, Transaction};
use crate::error::refusal;
use crate::load::Load;
use crate::storage::storage_trouble;

/// What became of the commit of a group.
type Outcome = Result<(), DbErr>;

/// The first error after which `SQLite` may have undone the whole transaction of the file by itself.
pub(crate) type Fault = Arc<OnceLock<DbErr>>;

/// The writing connection.
#[derive(Debug)]
pub(crate) struct Writer {
    pool: Arc<Connection>,
    turn: Arc<Mutex<Option<Group>>>,
    /// How many wait for their turn.
    queued: AtomicUsize,
    /// How long a caller waits for its turn before it fails.
    patience: Duration,
    costs: Costs,
    /// Whether a transaction without a result has ended that may have read what is not on the disk yet.
    is_unsettled: AtomicBool,
    load: Arc<Load>,
}

/// Transactions that ended, and are not on the disk yet.
#[derive(Debug)]
struct Group {
    /// The open transaction of the file.
    outer: DatabaseTransaction,
    waiting: Vec<oneshot::Sender<Outcome>>,
    broken: Option<DbErr>,
}

/// Typical times, nanoseconds: the newest counts an eighth.
#[derive(Debug)]
struct Costs {
    commit: AtomicU64,
    /// How long a transaction has its turn, without the commit.
    turn: AtomicU64,
}

impl Costs {
    /// Whether those who ended wait for one more transaction: `queued` people are each served earlier by one commit,
    /// `ended` people each wait longer by one transaction.
    fn is_worth_waiting(&self, queued: usize, ended: usize) -> bool {
        let cost = |people: usize, each: &AtomicU64| {
            u128::from(each.load(Ordering::Relaxed)) * people as u128
        };
        queued > 0 && cost(queued, &self.commit) > cost(ended, &self.turn)
    }

    fn note(cost: &AtomicU64, began: Instant) {
        let taken = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let before = cost.load(Ordering::Relaxed);
        cost.store(before - before / 8 + taken / 8, Ordering::Relaxed);
    }
}

impl Writer {
    pub(crate) fn new(pool: Arc<Connection>, load: Arc<Load>, patience: Duration) -> Self {
        Self {
            pool,
            turn: Arc::default(),
            queued: AtomicUsize::new(0),
            patience,
            costs: Costs {
                commit: AtomicU64::new(1_000_000),
                turn: AtomicU64::new(1_000_000),
            },
            is_unsettled: AtomicBool::new(false),
            load,
        }
    }

    /// How many wait for their turn.
    pub(crate) fn queued(&self) -> u64 {
        u64::try_from(self.queued.load(Ordering::Relaxed)).unwrap_or(u64::MAX)
    }

    /// Begins a transaction once it is this caller's turn: in the order of asking.
    pub(crate) async fn begin(self: &Arc<Self>) -> Result<Transaction, DbErr> {
        let guard = self.turn().await?;
        let guard = match guard.as_ref() {
            Some(Group {
                broken: Some(_), ..
            }) => self.end(guard).await?,
            _ => guard,
        };
        if guard.is_none() {
            return self.begin_in(guard).await;
        }
        // On a task of its own: a savepoint whose caller goes away before it is reported would be undone twice, and
        // the second time it is the group that is undone.
        let writer = Arc::clone(self);
        tokio::spawn(async move { writer.begin_in(guard).await })
            .await
            .map_err(|error| DbErr::Custom(error.to_string()))?
    }

    /// Begins a transaction within the group, or the first one of a group.
    async fn begin_in(
        self: &Arc<Self>,
        guard: OwnedMutexGuard<Option<Group>>,
    ) -> Result<Transaction, DbErr> {
        let began = Instant::now();
        let transaction = match guard.as_ref() {
            Some(group) => group.outer.begin().await?,
            None => self.begin_outer().await?,
        };
        Ok(self.transaction(guard, transaction, Some(began)))
    }

    /// Like [`Writer::begin`], for a transaction that takes long: nobody waits for its commit, and it waits for nobody.
    pub(crate) async fn begin_alone(self: &Arc<Self>) -> Result<Transaction, DbErr> {
        let guard = self.turn().await?;
        let guard = self.end(guard).await?;
        let transaction = self.begin_outer().await?;
        Ok(self.transaction(guard, transaction, None))
    }

    /// Returns once everything that a transaction without a result has read is on the disk.
    pub(crate) async fn settled(self: &Arc<Self>) {
        if !self.is_unsettled.load(Ordering::Acquire) {
            return;
        }
        if let Ok(guard) = self.turn().await {
            // A failure is told to those whose changes they were.
            let _ = self.end(guard).await;
        }
    }

    fn transaction(
        self: &Arc<Self>,
        guard: OwnedMutexGuard<Option<Group>>,
        transaction: DatabaseTransaction,
        began: Option<Instant>,
    ) -> Transaction {
        let fault = Fault::default();
        let turn = Turn {
            writer: Arc::clone(self),
            guard: Some(guard),
            fault: Arc::clone(&fault),
            began,
        };
        Transaction::in_turn(transaction, fault, turn, Arc::clone(&self.load))
    }

    async fn turn(&self) -> Result<OwnedMutexGuard<Option<Group>>, DbErr> {
        let _queued = Queued::count(&self.queued);
        tokio::time::timeout(self.patience, Arc::clone(&self.turn).lock_owned())
            .await
            .map_err(|_| DbErr::ConnectionAcquire(ConnAcquireErr::Timeout))
    }

    /// `BEGIN IMMEDIATE`: a later upgrade of a reading transaction can fail at once, whatever the busy timeout.
    async fn begin_outer(&self) -> Result<DatabaseTransaction, DbErr> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        self.pool.pool()?.begin_with_options(options).await
    }

    /// Puts the group on the disk, or undoes it if it is broken, and says so to those who wait. On a task of its own,
    /// so that none of them loses the answer when this caller goes away.
    async fn end(
        self: &Arc<Self>,
        guard: OwnedMutexGuard<Option<Group>>,
    ) -> Result<OwnedMutexGuard<Option<Group>>, DbErr> {
        if guard.is_none() {
            return Ok(guard);
        }
        let writer = Arc::clone(self);
        tokio::spawn(async move { writer.end_here(guard).await })
            .await
            .map_err(|error| DbErr::Custom(error.to_string()))
    }

    async fn end_here(
        &self,
        mut guard: OwnedMutexGuard<Option<Group>>,
    ) -> OwnedMutexGuard<Option<Group>> {
        if let Some(group) = guard.take() {
            let outcome = match group.broken {
                None if group.waiting.len() > 1 && is_undone(&group.outer).await => {
                    Err(without_turn())
                }
                None => {
                    let began = Instant::now();
                    let outcome = group.outer.commit().await;
                    Costs::note(&self.costs.commit, began);
                    outcome
                }
                Some(error) => {
                    // The file may have undone it already.
                    let _ = group.outer.rollback().await;
                    Err(error)
                }
            };
            for caller in group.waiting {
                // A caller that went away needs no answer.
                let _ = caller.send(outcome.clone());
            }
        }
        self.is_unsettled.store(false, Ordering::Release);
        guard
    }
}

/// One who waits for a turn.
struct Queued<'a>(&'a AtomicUsize);

impl<'a> Queued<'a> {
    fn count(queued: &'a AtomicUsize) -> Self {
        queued.fetch_add(1, Ordering::Relaxed);
        Self(queued)
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The right to use the writing connection. Dropped without a result, the transaction's own changes are undone.
#[derive(Debug)]
pub(crate) struct Turn {
    writer: Arc<Writer>,
    guard: Option<OwnedMutexGuard<Option<Group>>>,
    fault: Fault,
    /// When it began; `None` for one that commits alone.
    began: Option<Instant>,
}

impl Turn {
    /// Returns once the changes are on the disk.
    pub(crate) async fn commit(mut self, transaction: DatabaseTransaction) -> Outcome {
        if let Some(error) = self.fault.get() {
            return Err(error.clone());
        }
        let Some(began) = self.began else {
            return transaction.commit().await;
        };
        let Some(guard) = self.guard.as_mut() else {
            return Err(without_turn());
        };
        let (sender, answer) = oneshot::channel();
        let ended = if let Some(group) = guard.as_mut() {
            if let Err(error) = transaction.commit().await {
                let _ = self.fault.set(error.clone());
                return Err(error);
            }
            group.waiting.push(sender);
            group.waiting.len()
        } else {
            **guard = Some(Group {
                outer: transaction,
                waiting: vec![sender],
                broken: None,
            });
            1
        };
        let writer = Arc::clone(&self.writer);
        Costs::note(&writer.costs.turn, began);
        let queued = writer.queued.load(Ordering::Relaxed);
        let waits = writer.costs.is_worth_waiting(queued, ended);
        let guard = self.guard.take().filter(|_| !waits);
        // Without a guard of its own, those who are queued go first.
        settle(writer, guard, answer).await
    }

    /// Returns once the changes are undone, and what was read meanwhile is on the disk.
    pub(crate) async fn rollback(self, transaction: DatabaseTransaction) -> Outcome {
        if let Err(error) = transaction.rollback().await {
            let _ = self.fault.set(error.clone());
            return Err(error);
        }
        let writer = Arc::clone(&self.writer);
        drop(self);
        writer.settled().await;
        Ok(())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(mut guard) = self.guard.take() else {
            return;
        };
        if let Some(group) = guard.as_mut() {
            if let Some(error) = self.fault.get() {
                group.broken.get_or_insert_with(|| error.clone());
            }
            self.writer.is_unsettled.store(true, Ordering::Release);
        }
    }
}

/// Waits for the group's commit, or makes it once everybody who was queued has had their turn.
async fn settle(
    writer: Arc<Writer>,
    guard: Option<OwnedMutexGuard<Option<Group>>>,
    mut answer: oneshot::Receiver<Outcome>,
) -> Outcome {
    let mut ends = EndsAnyway(Some(Arc::clone(&writer)));
    let guard = match guard {
        Some(guard) => guard,
        None => tokio::select! {
            biased;
            outcome = &mut answer => {
                ends.0 = None;
                return outcome.unwrap_or_else(|_| Err(without_turn()));
            }
            guard = Arc::clone(&writer.turn).lock_owned() => guard,
        },
    };
    let is_alone = matches!(guard.as_ref(), Some(group) if group.waiting.len() == 1);
    if is_alone {
        writer.end_here(guard).await;
    } else {
        writer.end(guard).await?;
    }
    ends.0 = None;
    answer.await.unwrap_or_else(|_| Err(without_turn()))
}

/// Has the group put on the disk although the caller that should have done it went away.
struct EndsAnyway(Option<Arc<Writer>>);

impl Drop for EndsAnyway {
    fn drop(&mut self) {
        let (Some(writer), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current())
        else {
            return;
        };
        runtime.spawn(async move {
            let guard = Arc::clone(&writer.turn).lock_owned().await;
            writer.end_here(guard).await;
        });
    }
}

/// Whether the file has no open transaction any more: the driver counts for itself, and would report a commit of
/// nothing as done.
async fn is_undone(outer: &DatabaseTransaction) -> bool {
    // Within a transaction, another cannot begin.
    let begun = outer.execute_unprepared("BEGIN").await.is_ok();
    if begun {
        let _ = outer.execute_unprepared("ROLLBACK").await;
    }
    begun
}

fn without_turn() -> DbErr {
    DbErr::Custom("the end of a transaction was not reported".into())
}

/// Whether `SQLite` may have undone the whole transaction of the file at this error: out of memory (7), interrupted
/// (9), or a disk that does not take it. <https://sqlite.org/lang_transaction.html>
pub(crate) fn may_undo_all(error: &DbErr) -> bool {
    let code = refusal(error).and_then(sea_orm::sqlx::error::DatabaseError::code);
    let plain = code
        .and_then(|code| code.parse::<u32>().ok())
        .map(|code| code & 0xff);
    storage_trouble(error).is_some() || matches!(plain, Some(7 | 9))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;

    use sea_orm::ConnectionTrait;
    use tokio::sync::Notify;
    use tokio::task::JoinHandle;

    use super::{Costs, Writer};
    use crate::{Connection, Db, DbSettings, StorageTrouble, Transaction, storage_trouble};

    /// A database in which a commit is so dear that everybody waits for everybody.
    struct House {
        db: Db,
        writer: Arc<Writer>,
        folder: std::path::PathBuf,
    }

    impl House {
        async fn open(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("salal-writer-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            let url = format!("sqlite://{}?mode=rwc", folder.join("db").display());
            let db = Db::open(&url, &DbSettings::default()).await.unwrap();
            let table = "CREATE TABLE kept (id INTEGER PRIMARY KEY, bytes BLOB)";
            db.write().execute_unprepared(table).await.unwrap();
            let writer = db.turns.clone().unwrap();
            writer.costs.commit.store(u64::MAX / 8, Relaxed);
            Self { db, writer, folder }
        }

        /// Begins, keeps a row, waits for `until`, and commits; each once the one before it is in the queue.
        async fn keeps(
            &self,
            id: u32,
            until: Arc<Notify>,
        ) -> JoinHandle<Result<(), sea_orm::DbErr>> {
            let before = self.writer.queued.load(Relaxed);
            let db = self.db.clone();
            let task = tokio::spawn(async move {
                let tx = db.begin().await?;
                keep(&tx, id).await?;
                until.notified().await;
                tx.commit().await
            });
            self.until(|queued| queued != before).await;
            task
        }

        /// Lets the others go on until so many are queued.
        async fn until(&self, reached: impl Fn(usize) -> bool) {
            while !reached(self.writer.queued.load(Relaxed)) {
                tokio::task::yield_now().await;
            }
        }

        async fn kept(&self) -> Vec<i64> {
            kept(self.db.read()).await
        }
    }

    impl Drop for House {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    async fn keep(tx: &Transaction, id: u32) -> Result<(), sea_orm::DbErr> {
        let sql = format!("INSERT INTO kept (id) VALUES ({id})");
        tx.execute_unprepared(&sql).await.map(|_| ())
    }

    async fn kept(on: &Connection) -> Vec<i64> {
        let sql = sea_orm::Statement::from_string(
            on.get_database_backend(),
            "SELECT id FROM kept ORDER BY id",
        );
        let rows = on.query_all_raw(sql).await.unwrap();
        rows.iter()
            .map(|row| row.try_get("", "id").unwrap())
            .collect()
    }

    fn go() -> Arc<Notify> {
        let now = Arc::new(Notify::new());
        now.notify_one();
        now
    }

    #[tokio::test]
    async fn those_who_waited_share_a_commit_and_one_failure_hurts_nobody_else() {
        let house = House::open("shared").await;
        let first = house.db.begin().await.unwrap();
        keep(&first, 1).await.unwrap();
        let twice = house.keeps(1, go()).await;
        let wait = Arc::new(Notify::new());
        let last = house.keeps(3, Arc::clone(&wait)).await;
        let first = tokio::spawn(first.commit());
        let twice = twice.await.unwrap().unwrap_err();
        assert!(crate::is_unique_violation(&twice).is_some(), "{twice}");
        assert!(
            !first.is_finished(),
            "nobody is told of what is not on the disk"
        );
        assert_eq!(house.kept().await, [0_i64; 0]);
        wait.notify_one();
        first.await.unwrap().unwrap();
        last.await.unwrap().unwrap();
        assert_eq!(house.kept().await, [1, 3]);
    }

    #[tokio::test]
    async fn a_caller_that_goes_away_takes_nothing_along() {
        let house = House::open("gone").await;
        let first = house.db.begin().await.unwrap();
        keep(&first, 1).await.unwrap();
        let wait = Arc::new(Notify::new());
        let second = house.keeps(2, Arc::clone(&wait)).await;
        let third = house.keeps(3, Arc::new(Notify::new())).await;
        let first = tokio::spawn(first.commit());
        house.until(|queued| queued <= 1).await;
        first.abort();
        let _ = first.await;
        wait.notify_one();
        house.until(|queued| queued == 0).await;
        // It has its turn, and does not end by itself.
        third.abort();
        second.await.unwrap().unwrap();
        assert_eq!(house.kept().await, [1, 2]);
        house.db.begin().await.unwrap().commit().await.unwrap();
    }

    #[tokio::test]
    async fn a_full_disk_fails_all_that_share_the_commit_and_tells_them() {
        let house = House::open("full").await;
        let writer = house.db.write();
        writer
            .execute_unprepared("PRAGMA max_page_count = 20")
            .await
            .unwrap();
        let first = house.db.begin().await.unwrap();
        keep(&first, 1).await.unwrap();
        let db = house.db.clone();
        let large = tokio::spawn(async move {
            let tx = db.begin().await.unwrap();
            let sql = format!("INSERT INTO kept VALUES (2, '{}')", "x".repeat(1_000_000));
            tx.execute_unprepared(&sql).await.unwrap_err()
        });
        house.until(|queued| queued > 0).await;
        let after = house.keeps(3, go()).await;
        let first = tokio::spawn(first.commit());
        let large = large.await.unwrap();
        assert_eq!(storage_trouble(&large), Some(StorageTrouble::Full));
        let first = first.await.unwrap().unwrap_err();
        assert_eq!(storage_trouble(&first), Some(StorageTrouble::Full));
        after.await.unwrap().unwrap();
        assert_eq!(house.kept().await, [3]);
    }

    #[tokio::test]
    async fn nobody_is_told_of_a_commit_of_nothing() {
        let house = House::open("undone").await;
        let first = house.db.begin().await.unwrap();
        keep(&first, 1).await.unwrap();
        let second = house.keeps(2, go()).await;
        let db = house.db.clone();
        let undoing = tokio::spawn(async move {
            let tx = db.begin().await.unwrap();
            tx.execute_unprepared("ROLLBACK").await.unwrap();
        });
        house.until(|queued| queued > 1).await;
        first.commit().await.unwrap_err();
        second.await.unwrap().unwrap_err();
        undoing.await.unwrap();
        assert_eq!(house.kept().await, [0_i64; 0]);
    }

    #[tokio::test]
    async fn what_was_read_is_on_the_disk_before_anybody_is_told() {
        let house = House::open("settled").await;
        let first = house.db.begin().await.unwrap();
        keep(&first, 1).await.unwrap();
        let db = house.db.clone();
        let reading = tokio::spawn(async move {
            let tx = db.begin().await.unwrap();
            let seen = kept(&tx).await;
            drop(tx);
            db.settled().await;
            (seen, kept(db.read()).await)
        });
        house.until(|queued| queued > 0).await;
        let first = first.commit().await;
        assert_eq!(reading.await.unwrap(), (vec![1], vec![1]));
        first.unwrap();
        let tx = house.db.begin().await.unwrap();
        keep(&tx, 2).await.unwrap();
        tx.rollback().await.unwrap();
        assert_eq!(house.kept().await, [1]);
    }

    #[tokio::test]
    async fn nobody_waits_for_a_long_piece_of_work() {
        let house = House::open("alone").await;
        let first = house.db.begin().await.unwrap();
        keep(&first, 1).await.unwrap();
        let db = house.db.clone();
        let long = tokio::spawn(async move { db.begin_alone().await });
        house.until(|queued| queued > 0).await;
        first.commit().await.unwrap();
        let long = long.await.unwrap().unwrap();
        assert_eq!(house.kept().await, [1], "before the long one ends");
        keep(&long, 2).await.unwrap();
        long.commit().await.unwrap();
        assert_eq!(house.kept().await, [1, 2]);
    }

    #[test]
    fn waiting_is_worth_it_where_a_commit_is_dear() {
        let costs = |commit: u64, turn: u64| Costs {
            commit: commit.into(),
            turn: turn.into(),
        };
        for (commit, turn, queued, ended, expected) in [
            (10, 2, 1, 1, true),
            (10, 2, 1, 5, false),
            (1, 8, 4, 1, false),
            (1, 8, 31, 1, true),
            (1, 8, 31, 4, false),
            (10, 1, 0, 1, false),
        ] {
            let worth = costs(commit, turn).is_worth_waiting(queued, ended);
            assert_eq!(worth, expected, "{commit} {turn} {queued} {ended}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The database handle: connection pools, reading, writing and transactions. Not here: our tables, and
//! decisions about retries.

use crate::address::{is_sqlite, sqlite_file};
use crate::connection::{Connection, Transaction};
use crate::engine::Engine;
use crate::error::{DbError, may_not};
use crate::load::{Load, PoolLoad};
use crate::reach;
use crate::side_by_side::SideBySide;
use crate::statement_batch::StatementBatch;
use crate::storage::{Session, Storage, StorageTrouble, storage_trouble};
use crate::tally;
use crate::writer::Writer;
use crate::{migrations, new_file};
use chrono::{DateTime, Utc};
use sea_orm::sqlx::sqlite::{SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sea_orm::sqlx::{Connection as _, Executor, Row as _};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbErr, Statement};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// After so long without an answer to the smallest question, a `PostgreSQL` server counts as away.
const SILENCE: Duration = Duration::from_millis(1400);
/// Disables parallel workers and JIT: queries are short, and the start-up cost exceeds the gain. A server that
/// reports commits before they are on its disk is not believed; one that waits for its replicas goes on doing so.
/// The database's own functions and operators come before all others, whatever search path somebody gave the database
/// or the role: `pg_catalog` is first where no path names it.
const POSTGRES_SESSION: &str = "SELECT pg_catalog.set_config('search_path', pg_catalog.btrim(pg_catalog.regexp_replace(\
    pg_catalog.current_setting('search_path'), '(^|,)\\s*\"?pg_catalog\"?\\s*(?=,|$)', '', 'g'), ', '), false); \
    SET max_parallel_workers_per_gather = 0; SET jit = off; \
    SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
/// Whether a new session may change something: it is not read-only, and the role may write into the tables, or make them
/// where there are none yet.
const POSTGRES_MAY_WRITE: &str = "SELECT current_setting('transaction_read_only') = 'off' AND \
    COALESCE(has_table_privilege(to_regclass('person'), 'UPDATE'), has_schema_privilege(current_schema(), 'CREATE'), true) \
    AS may_write";
/// A change of no row, which a read-only session and a role without the right refuse all the same, and a transaction of
/// its own number, which is committed.
const POSTGRES_TRIAL: &str = "UPDATE person SET id = id WHERE false; SELECT pg_current_xact_id()";
/// The liveness check is skipped for connections used within this interval.
const POSTGRES_TESTED_AFTER: Duration = Duration::from_secs(1);
/// Pages in `SQLite`'s write-ahead log before a checkpoint, about 32 MB. A page that changed often is written
/// once per checkpoint, so a longer log means less disk traffic; but it is also read by the first start after
/// a crash, so it must not be too long.
const SQLITE_LOG_PAGES: &str = "8000";

/// Statements that a `SQLite` connection keeps prepared: the product has some 800, of which a day's work uses half.
/// With the library's 100, one in seven had to be planned again.
const KEPT_STATEMENTS: usize = 400;

/// Sizes and timeouts of the pools.
#[derive(Clone, Debug)]
pub struct DbSettings {
    /// Reading connections on `SQLite`; the writer is always one.
    pub sqlite_readers: u32,
    /// Connections on `PostgreSQL`, for reading and writing together.
    pub postgres_connections: u32,
    /// How long a caller waits for a free connection before it fails.
    pub acquire_timeout: Duration,
    /// Bytes of disk space reserved beside the `SQLite` file, released when the disk is full so that started
    /// work can be completed; 0 reserves nothing.
    pub sqlite_reserve: u64,
    /// How long a `SQLite` connection waits for a lock that another program has. Short for a server, whose
    /// callers wait; while the lock is known to be another's, its writer does not wait at all.
    pub sqlite_lock_timeout: Duration,
}

impl Default for DbSettings {
    fn default() -> Self {
        Self {
            sqlite_readers: 4,
            postgres_connections: 16,
            acquire_timeout: Duration::from_secs(30),
            sqlite_reserve: 0,
            sqlite_lock_timeout: Duration::from_secs(30),
        }
    }
}

/// The database of this installation. Clones share the same pools.
#[derive(Clone, Debug)]
pub struct Db {
    writer: Arc<Connection>,
    /// The turns of `SQLite`'s one writer.
    pub(crate) turns: Option<Arc<Writer>>,
    reader: Arc<Connection>,
    /// A connection of its own to a database that is not on this machine's disk, so that no queue is in front
    /// of it.
    probe: Option<DatabaseConnection>,
    engine: Engine,
    sent: Arc<AtomicU64>,
    storage: Storage,
}

impl Db {
    /// Opens the database at `sqlite://path?mode=rwc` or `postgres://…`. A missing folder of a `SQLite` file
    /// is created. The schema is not changed: see [`Db::migrate`].
    pub async fn open(url: &str, settings: &DbSettings) -> Result<Self, DbError> {
        if is_sqlite(url) {
            Self::open_sqlite(url, settings).await
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let mut options = pool(url, settings, settings.postgres_connections);
            options.set_application_name("salal");
            options.test_before_acquire_if_idle_for(POSTGRES_TESTED_AFTER);
            let storage = Storage::default();
            replace_worn(&mut options, &storage);
            options.map_sqlx_postgres_pool_opts(|pool| {
                pool.after_connect(|connection, _| {
                    Box::pin(async move {
                        connection.execute(POSTGRES_SESSION).await?;
                        Ok(())
                    })
                })
            });
            let both = match Database::connect(options).await {
                Ok(both) => both,
                Err(error) => return Err(reach::explained(url, error).await),
            };
            let waiting = DbSettings {
                acquire_timeout: SILENCE,
                ..settings.clone()
            };
            let mut probe = pool(url, &waiting, 1);
            probe
                .set_application_name("salal probe")
                .connect_lazy(true)
                .min_connections(0);
            replace_worn(&mut probe, &storage);
            let probe = Database::connect(probe).await?;
            let db = Self::counting(both.clone(), both, Engine::Postgres, storage);
            Ok(Self {
                probe: Some(probe),
                ..db
            })
        } else {
            Err(DbError::UnknownAddress)
        }
    }

    /// One writer and several readers. One writer is faster than several that compete for the file's lock,
    /// and serves waiting callers in order. Health records: every commit is on disk before it is reported
    /// (`synchronous=FULL`).
    async fn open_sqlite(url: &str, settings: &DbSettings) -> Result<Self, DbError> {
        let file = sqlite_file(url)?;
        make_folder(&file)?;
        if url.contains("mode=rwc") && !file.exists() {
            new_file::make(&file).await?;
        }
        let patience = settings.sqlite_lock_timeout;
        let storage = Storage::with_reserve(&file, settings.sqlite_reserve);
        let mut write = pool(url, settings, 1);
        write.test_before_acquire(false);
        write.map_sqlx_sqlite_opts(move |options| {
            options
                // It is made above. A connection of later would begin an empty one where somebody moved it away.
                .create_if_missing(false)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(patience)
                .foreign_keys(true)
                .pragma("wal_autocheckpoint", SQLITE_LOG_PAGES)
                // What is deleted is overwritten with zeros, not only marked as free.
                .pragma("secure_delete", "ON")
                // REPLACE deletes rows as well, and so meets the triggers that refuse it.
                .pragma("recursive_triggers", "ON")
                .statement_cache_capacity(KEPT_STATEMENTS)
        });
        let (state, waits) = (storage.clone(), Arc::new(AtomicBool::new(true)));
        write.map_sqlx_sqlite_before_acquire(move |connection, _| {
            let (state, waits) = (state.clone(), Arc::clone(&waits));
            Box::pin(async move {
                // Whoever queued behind the one that found the lock taken has waited long enough.
                let may_wait = state.trouble() != Some(StorageTrouble::Locked);
                if waits.swap(may_wait, Ordering::Relaxed) != may_wait {
                    let patience = if may_wait { patience.as_millis() } else { 0 };
                    let pragma = format!("PRAGMA busy_timeout = {patience}");
                    connection
                        .execute(sea_orm::sqlx::AssertSqlSafe(pragma))
                        .await?;
                }
                Ok(is_between_transactions(connection))
            })
        });
        // The writer comes first: it turns on the write-ahead log.
        let writer = Database::connect(write).await?;
        let mut read = pool(url, settings, settings.sqlite_readers.max(1));
        read.test_before_acquire(false);
        read.map_sqlx_sqlite_opts(move |options| {
            options
                .create_if_missing(false)
                .busy_timeout(patience)
                .foreign_keys(true)
                .pragma("query_only", "ON")
                .statement_cache_capacity(KEPT_STATEMENTS)
        });
        read.map_sqlx_sqlite_before_acquire(|connection, _| {
            Box::pin(async move { Ok(is_between_transactions(connection)) })
        });
        let reader = Database::connect(read).await?;
        let db = Self::counting(writer, reader, Engine::Sqlite, storage);
        let load = Arc::clone(db.writer.load()?);
        let turns = Writer::new(Arc::clone(&db.writer), load, settings.acquire_timeout);
        Ok(Self {
            turns: Some(Arc::new(turns)),
            ..db
        })
    }

    /// Wraps the pools to count round trips.
    fn counting(
        mut writer: DatabaseConnection,
        mut reader: DatabaseConnection,
        engine: Engine,
        storage: Storage,
    ) -> Self {
        let sent = Arc::new(AtomicU64::new(0));
        for pool in [&mut writer, &mut reader] {
            let sent = Arc::clone(&sent);
            pool.set_metric_callback(move |info| {
                sent.fetch_add(1, Ordering::Relaxed);
                tally::count(info.elapsed);
            });
        }
        let written = Arc::<Load>::default();
        // One pool for both has one count.
        let read = match engine {
            Engine::Sqlite => Arc::default(),
            Engine::Postgres => Arc::clone(&written),
        };
        Self {
            writer: Arc::new(Connection::of_pool(writer, written)),
            reader: Arc::new(Connection::of_pool(reader, read)),
            turns: None,
            probe: None,
            engine,
            sent,
            storage,
        }
    }

    /// Migrates the schema. Safe to call at every start, and from two processes at once.
    pub async fn migrate(&self) -> Result<(), DbError> {
        if let Some(why) = self.schema().await?.refusal() {
            return Err(DbError::OtherVersion { why });
        }
        let transaction = self.begin_alone().await?;
        migrations::run(transaction.inner()?, self.engine).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// For queries that change nothing. On `SQLite` a change through it is refused.
    pub fn read(&self) -> &Connection {
        &self.reader
    }

    /// For a single statement that changes something. Not while a [`Transaction`] is open in the
    /// same task: on `SQLite` the only writing connection is then taken.
    pub fn write(&self) -> &Connection {
        &self.writer
    }

    /// Begins a transaction that may write: `BEGIN IMMEDIATE` on `SQLite`, where those that wait for one another may
    /// share a commit ([`Writer`]), `READ COMMITTED` on `PostgreSQL`. Read the data that a decision depends on within
    /// the transaction, and write with a conditional update.
    pub async fn begin(&self) -> Result<Transaction, DbErr> {
        match &self.turns {
            Some(turns) => self.begun(turns.begin().await),
            // The session's isolation level: to set it for each transaction is a trip of its own.
            None => Transaction::begin(&self.writer).await,
        }
    }

    /// Like [`Db::begin`], for an import or another long piece of work: no other transaction waits for its commit.
    pub async fn begin_alone(&self) -> Result<Transaction, DbErr> {
        match &self.turns {
            Some(turns) => self.begun(turns.begin_alone().await),
            None => self.begin().await,
        }
    }

    fn begun(&self, begun: Result<Transaction, DbErr>) -> Result<Transaction, DbErr> {
        if let Err(error) = &begun
            && storage_trouble(error) == Some(StorageTrouble::Locked)
        {
            // At once, for those that are queued for the writer.
            self.storage.note(StorageTrouble::Locked);
        }
        begun
    }

    /// Returns once everything that a transaction has read, and that ended without a commit, is on the disk: before
    /// anybody is told of it. At once in nearly every case.
    pub async fn settled(&self) {
        if let Some(turns) = &self.turns {
            turns.settled().await;
        }
    }

    /// An empty batch of statements for this database.
    pub fn batch(&self) -> StatementBatch {
        StatementBatch::new(self.engine)
    }

    /// A reading connection for functions that run side by side: their joint reads travel together.
    pub fn side_by_side(&self) -> SideBySide {
        SideBySide::new(Arc::clone(&self.reader))
    }

    /// The number of round trips since the database was opened, without beginning and ending transactions, and
    /// without notices to other processes, for which no caller waits.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// How busy the pools of this process are.
    pub fn load(&self) -> Vec<PoolLoad> {
        let of = |name, on: &Connection| {
            let (load, pool) = (on.load().ok()?, on.pool().ok()?);
            Some(load.of(name, self.engine, pool))
        };
        match &self.turns {
            None => of("all", &self.writer).into_iter().collect(),
            Some(turns) => {
                let mut write = of("write", &self.writer);
                if let Some(write) = &mut write {
                    write.waiting += turns.queued();
                }
                let read = of("read", &self.reader);
                write.into_iter().chain(read).collect()
            }
        }
    }

    /// How many transactions of this process could not be committed.
    pub fn commit_failures(&self) -> u64 {
        self.writer.load().map_or(0, |load| load.commit_failures())
    }

    pub(crate) fn uncount(&self) {
        self.sent.fetch_sub(1, Ordering::Relaxed);
    }

    /// Which engine this is.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Why changes cannot be stored at the moment; `None` if they can.
    pub fn trouble(&self) -> Option<StorageTrouble> {
        self.storage.trouble()
    }

    /// Records that the database refused a write, so that new work is refused early.
    pub fn note_trouble(&self, trouble: StorageTrouble) {
        self.storage.note(trouble);
    }

    /// Waits until the database is recorded as away.
    pub async fn away(&self) {
        self.storage.away().await;
    }

    /// The database server's time; `None` where the database is a file, which has no clock of its own.
    pub async fn clock(&self) -> Result<Option<DateTime<Utc>>, DbErr> {
        if self.engine.is_file() {
            return Ok(None);
        }
        let on = self.read();
        let statement =
            Statement::from_string(on.get_database_backend(), "SELECT clock_timestamp() AS at");
        let row = on.query_one_raw(statement).await?;
        row.map(|row| row.try_get("", "at")).transpose()
    }

    /// Why nothing could be stored just now, asked of the database itself, and recorded: a `PostgreSQL` server that
    /// does not answer or takes no changes, a `SQLite` file that another program has locked. `None` if nothing is
    /// known against it, which includes a writer that has been at work for a while.
    pub async fn ask(&self) -> Option<StorageTrouble> {
        let found = match &self.probe {
            // A connection of its own, however many wait for the others.
            Some(probe) => {
                let backend = probe.get_database_backend();
                let statement = Statement::from_string(backend, POSTGRES_MAY_WRITE);
                let asking = tokio::time::timeout(SILENCE, probe.query_one_raw(statement));
                match asking.await {
                    Ok(Ok(Some(row))) if row.try_get("", "may_write") == Ok(false) => {
                        Some(StorageTrouble::ReadOnlyServer)
                    }
                    Ok(Ok(_)) => None,
                    Ok(Err(_)) | Err(_) => Some(StorageTrouble::Away),
                }
            }
            None => {
                let locking = async { self.begin().await?.rollback().await };
                match tokio::time::timeout(SILENCE, locking).await {
                    Ok(Err(error)) => {
                        storage_trouble(&error).filter(|why| *why == StorageTrouble::Locked)
                    }
                    _ => None,
                }
            }
        };
        if let Some(found) = found {
            self.storage.note(found);
        }
        found
    }

    /// Like [`Db::ask`], of a server alone: `None` for a file, whose lock another program may have for a while.
    pub async fn ask_server(&self) -> Option<StorageTrouble> {
        self.probe.as_ref()?;
        self.ask().await
    }

    /// Tests whether changes are stored, by committing a small one. Clears the recorded trouble on success;
    /// records the new one on failure.
    pub async fn try_writing(&self) -> Option<StorageTrouble> {
        match self.write_something().await {
            Ok(()) => self.storage.recovered(),
            Err(error) => {
                let trouble = match storage_trouble(&error) {
                    Some(trouble) => trouble,
                    None if may_not(&error) => StorageTrouble::ReadOnlyServer,
                    None => StorageTrouble::Failing,
                };
                self.storage.note(trouble);
                Some(trouble)
            }
        }
    }

    /// A commit without visible effect, which is refused wherever a change would be. On `SQLite` it writes the file's
    /// user version (otherwise unused), which takes the same path to the disk as any change.
    async fn write_something(&self) -> Result<(), DbErr> {
        if self.engine == Engine::Sqlite {
            // A checkpoint may find room in the file, and then the log has room again.
            let _ = self
                .writer
                .execute_unprepared("PRAGMA wal_checkpoint(PASSIVE)")
                .await;
        }
        let transaction = self.begin().await?;
        let change = match self.engine {
            Engine::Sqlite => "PRAGMA user_version = 0",
            Engine::Postgres => POSTGRES_TRIAL,
        };
        transaction.execute_unprepared(change).await?;
        transaction.commit().await
    }

    /// Whether a commit waits until it is on the disk, as it does unless this says otherwise. Without that the file stays
    /// whole when the power fails, but what was written last may be gone: for data that can be made again. The next
    /// commit that waits puts all of it on the disk. Only on `SQLite`.
    pub async fn wait_for_disk(&self, waits: bool) -> Result<(), DbErr> {
        let level = match (self.engine, waits) {
            (Engine::Sqlite, true) => "PRAGMA synchronous = FULL",
            (Engine::Sqlite, false) => "PRAGMA synchronous = NORMAL",
            (Engine::Postgres, _) => return Ok(()),
        };
        self.writer.execute_unprepared(level).await.map(drop)
    }

    /// Whether the database responds, for the readiness check.
    pub async fn ping(&self) -> Result<(), DbError> {
        self.reader.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Closes the pools; callers waiting for a connection get an error.
    pub async fn close(&self) {
        let pools = [&self.reader, &self.writer].into_iter();
        let pools = pools.filter_map(|connection| connection.pool().ok());
        for pool in pools.chain(&self.probe) {
            if let Err(error) = pool.close_by_ref().await {
                tracing::warn!(%error, "A database pool did not close cleanly");
            }
        }
    }
}

/// Whether a pooled connection is outside of any transaction. After a failed COMMIT or ROLLBACK the driver
/// still counts an open one and would turn the next transaction into a savepoint of one that never ends:
/// reported as committed, but never on disk. Such a connection is discarded. If the driver counts none,
/// `BEGIN IMMEDIATE` fails if the database still has one open.
fn is_between_transactions(connection: &SqliteConnection) -> bool {
    let left_open = connection.is_in_transaction();
    if left_open {
        tracing::warn!("a database connection whose transaction did not end is replaced");
    }
    !left_open
}

/// While a server takes no changes, its sessions are replaced: each keeps what it was told when it began. So are those
/// that grew old: the server keeps plans and more for each.
fn replace_worn(options: &mut ConnectOptions, storage: &Storage) {
    let storage = storage.clone();
    options.map_sqlx_postgres_before_acquire(move |connection, known| {
        let session = storage.judge_session(known.age);
        Box::pin(async move {
            match session {
                Session::Keep => Ok(true),
                Session::Replace => Ok(false),
                Session::Ask => {
                    let row = connection.fetch_one("SHOW transaction_read_only").await?;
                    Ok(row.try_get::<String, _>(0)? == "off")
                }
            }
        })
    });
}

/// A pool's options.
fn pool(url: &str, settings: &DbSettings, connections: u32) -> ConnectOptions {
    let mut options = pool_options(url);
    options
        .max_connections(connections)
        .acquire_timeout(settings.acquire_timeout)
        .connect_timeout(settings.acquire_timeout);
    options
}

/// What every pool has in common. Statements are not logged: they show what was searched for. The library closes no
/// connection for its age or for being idle: its task for that may count the idle ones wrongly (sqlx 0.9.0,
/// transact-rs/sqlx#3645) and then goes round for ever, with a processor and whatever waits behind it. There is no such
/// task where neither is asked for. `PostgreSQL`'s sessions are replaced for their age when they are taken
/// (`replace_worn`).
#[expect(
    clippy::disallowed_methods,
    reason = "the one place where they are made"
)]
pub(crate) fn pool_options(url: &str) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_lifetime(None)
        .idle_timeout(None)
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    options
}

/// Creates the folder of a database's file, readable only by this user where supported.
fn make_folder(file: &Path) -> Result<(), DbError> {
    let Some(folder) = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|source| DbError::Folder {
        folder: folder.to_path_buf(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use crate::testing;

    #[tokio::test]
    async fn no_pool_has_the_task_that_may_go_round_for_ever() {
        let file = testing::sqlite().await;
        let db = &file.db;
        for connection in [&db.reader, &db.writer] {
            let pool = connection.pool().unwrap().get_sqlite_connection_pool();
            let options = pool.options();
            let limits = (options.get_max_lifetime(), options.get_idle_timeout());
            assert_eq!(limits, (None, None));
        }
        let server = testing::postgres().await;
        let db = &server.db;
        for pool in [db.reader.pool().unwrap(), db.probe.as_ref().unwrap()] {
            let options = pool.get_postgres_connection_pool().options();
            let limits = (options.get_max_lifetime(), options.get_idle_timeout());
            assert_eq!(limits, (None, None));
        }
    }
}

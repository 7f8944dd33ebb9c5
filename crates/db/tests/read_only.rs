// SPDX-License-Identifier: AGPL-3.0-or-later

//! A `PostgreSQL` server that answers and takes no changes: it is noticed without waiting for a change, stays noticed
//! while that lasts, and is over by itself, although a session keeps what it was told when it began.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::time::{Duration, Instant};

use salal_db::testing::TestDatabase;
use salal_db::{Db, DbError, DbSettings, StorageTrouble, on_both, ping, testing};
use sea_orm::ConnectionTrait;

const PATIENCE: Duration = Duration::from_secs(5);
const REFUSES: Option<StorageTrouble> = Some(StorageTrouble::ReadOnlyServer);

async fn run(db: &Db, sql: &str) {
    let done = db.write().execute_unprepared(sql).await;
    done.expect("it is done");
}

/// Sets a setting of the database for new sessions, from a session that may.
async fn set(on: &Db, change: &str) {
    let sql = format!(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I {change}', current_database()); END $$"
    );
    run(on, &sql).await;
}

/// A session of one's own that may change the database.
async fn operator(of: &TestDatabase) -> Db {
    let few = DbSettings {
        postgres_connections: 1,
        ..DbSettings::default()
    };
    let db = Db::open(&of.url, &few).await.unwrap();
    db.ping().await.unwrap();
    db
}

/// Asks as a running process does, until this is the answer.
async fn until(db: &Db, expected: Option<StorageTrouble>) {
    let begun = Instant::now();
    let mut pause = tokio::time::interval(Duration::from_millis(100));
    loop {
        let found = match db.ask().await {
            None if db.trouble().is_some() => db.try_writing().await,
            found => found,
        };
        if found == expected && db.trouble() == expected {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{found:?}");
        pause.tick().await;
    }
}

#[tokio::test]
async fn a_server_that_becomes_read_only_is_noticed_until_it_is_over() {
    let there = testing::postgres().await;
    let (db, operator) = (&there.db, operator(&there).await);
    assert_eq!((db.ask().await, db.try_writing().await), (None, None));
    set(&operator, "SET default_transaction_read_only = on").await;
    // As a provider does, with all sessions but this.
    run(
        &operator,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> \
         pg_backend_pid()",
    )
    .await;
    until(db, REFUSES).await;
    // It stays so, whoever asks: neither a try nor a look finds all well in between.
    for _ in 0..5 {
        assert_eq!((db.ask().await, db.try_writing().await), (REFUSES, REFUSES));
        assert_eq!(db.trouble(), REFUSES);
    }
    db.ping().await.expect("it is read from");
    let told = ping(&there.url, PATIENCE).await.unwrap_err();
    assert!(matches!(told, DbError::TakesNoChanges), "{told}");
    // Sessions of ours began while it was read-only, and nobody ends them.
    set(&operator, "RESET default_transaction_read_only").await;
    until(db, None).await;
    for _ in 0..5 {
        assert_eq!((db.ask().await, db.try_writing().await), (None, None));
    }
    run(db, "INSERT INTO counter (name, value) VALUES ('kept', 1)").await;
}

/// Only new sessions are told: a change fails on one of them, while an old one still takes changes.
#[tokio::test]
async fn old_sessions_that_still_write_do_not_hide_it() {
    let there = testing::postgres().await;
    let (db, operator) = (&there.db, operator(&there).await);
    assert_eq!(db.ask().await, None);
    set(&operator, "SET default_transaction_read_only = on").await;
    assert_eq!(db.ask().await, None, "the old session may");
    let fresh = Db::open(&there.url, &DbSettings::default()).await.unwrap();
    let sql = "INSERT INTO counter (name, value) VALUES ('lost', 1)";
    let refused = fresh.write().execute_unprepared(sql).await.unwrap_err();
    assert_eq!(salal_db::storage_trouble(&refused), REFUSES);
    db.note_trouble(StorageTrouble::ReadOnlyServer);
    for _ in 0..3 {
        assert_eq!(db.try_writing().await, REFUSES);
    }
    set(&operator, "RESET default_transaction_read_only").await;
    until(db, None).await;
}

#[tokio::test]
async fn a_role_that_may_only_read_is_named_before_a_start() {
    let there = testing::postgres().await;
    let role = format!("reader_{}", uuid::Uuid::new_v4().simple());
    run(
        &there.db,
        &format!("CREATE ROLE {role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}"),
    )
    .await;
    let url = there.url.replace("://salal@", &format!("://{role}@"));
    let reader = Db::open(&url, &DbSettings::default()).await.unwrap();
    assert_eq!(reader.try_writing().await, REFUSES);
    assert_eq!(reader.ask().await, REFUSES);
    let told = ping(&url, PATIENCE).await.unwrap_err();
    assert!(matches!(told, DbError::TakesNoChanges), "{told}");
    let sql = "CREATE TABLE made (id bigint)";
    let refused = reader.write().execute_unprepared(sql).await.unwrap_err();
    let told = salal_db::plain(&refused);
    assert!(told.contains("GRANT CREATE ON SCHEMA"), "{told}");
    let told = DbError::from(refused).to_string();
    assert!(!told.contains("at line"), "{told}");
    run(
        &there.db,
        &format!("DROP OWNED BY {role}; DROP ROLE {role}"),
    )
    .await;
}

on_both!(a_try_changes_nothing);

async fn a_try_changes_nothing(db: Db) {
    assert_eq!((db.ask().await, db.try_writing().await), (None, None));
    db.note_trouble(StorageTrouble::Failing);
    assert_eq!(db.try_writing().await, None);
    assert_eq!(db.trouble(), None);
}

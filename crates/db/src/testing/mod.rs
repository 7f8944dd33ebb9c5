// SPDX-License-Identifier: AGPL-3.0-or-later

//! Test databases of both engines, each created and migrated for one test. Not here: test data. Tests of
//! every crate may use this; the product does not.

mod catalogue;
mod postgres;

pub use catalogue::{Rows, catalogue, contents, contents_as};
pub use postgres::Postgres;

use crate::{Connection, Db, DbSettings, Engine, guards, texts};
use sea_orm::{ConnectionTrait, DbErr, Statement};
use std::path::PathBuf;

/// Takes every trigger and rule of some tables away, as somebody who has the database can.
pub async fn lift_guards(db: &Connection, tables: &[&str]) -> Result<(), DbErr> {
    guards::lift(db, tables).await
}

/// Makes the triggers of some tables again.
pub async fn put_guards_back(db: &Connection, tables: &[&str]) -> Result<(), DbErr> {
    guards::put_back(db, tables).await
}

/// From now on each select that is put together once is compared with what it would be.
pub fn compare_texts() {
    texts::compare_all();
}

/// A migrated database that is removed when this is dropped. (A `PostgreSQL` one goes with its
/// server, at the end of the test process.)
#[derive(Debug)]
pub struct TestDatabase {
    /// The open handle.
    pub db: Db,
    /// The address, to open the same database a second time.
    pub url: String,
    folder: Option<PathBuf>,
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // A file that is still open can be removed on every system the tests run on.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A fresh `SQLite` database in a folder of its own.
///
/// # Panics
/// When it cannot be made: the test cannot go on.
pub async fn sqlite() -> TestDatabase {
    let folder = std::env::temp_dir().join(format!("salal-test-{}", uuid::Uuid::new_v4().simple()));
    let url = format!("sqlite://{}?mode=rwc", folder.join("salal.db").display());
    opened(url, Some(folder)).await
}

/// A fresh `PostgreSQL` database on the server of this test process.
///
/// # Panics
/// When the server cannot be started or the database not made: the test cannot go on.
pub async fn postgres() -> TestDatabase {
    let url = Postgres::shared().create_database().await;
    opened(url, None).await
}

async fn opened(url: String, folder: Option<PathBuf>) -> TestDatabase {
    compare_texts();
    let settings = DbSettings {
        postgres_connections: 8,
        ..DbSettings::default()
    };
    let db = Db::open(&url, &settings)
        .await
        .expect("a fresh test database opens");
    db.migrate().await.expect("a fresh test database migrates");
    TestDatabase { db, url, folder }
}

/// The query plan as text, which names the indexes used. `PostgreSQL` is told to avoid sequential scans, as
/// it would with production data.
pub async fn plan(db: &Db, query: Statement) -> Result<String, DbErr> {
    let transaction = db.begin().await?;
    let explain = match db.engine() {
        Engine::Sqlite => "EXPLAIN QUERY PLAN",
        Engine::Postgres => {
            transaction
                .execute_unprepared("SET LOCAL enable_seqscan = off")
                .await?;
            "EXPLAIN"
        }
    };
    let column = match db.engine() {
        Engine::Sqlite => "detail",
        Engine::Postgres => "QUERY PLAN",
    };
    let explained = Statement {
        sql: format!("{explain} {}", query.sql),
        ..query
    };
    let rows = transaction.query_all_raw(explained).await?;
    let lines = rows.iter().map(|row| row.try_get::<String>("", column));
    Ok(lines.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// Runs each test on both engines: `on_both!(name)` makes of `async fn name(db: Db)` the tests `name::sqlite` and
/// `name::postgres`. The calling crate needs tokio.
#[macro_export]
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        $(
            mod $name {
                #[tokio::test]
                async fn sqlite() {
                    let database = $crate::testing::sqlite().await;
                    super::$name(database.db.clone()).await;
                }

                #[tokio::test]
                async fn postgres() {
                    let database = $crate::testing::postgres().await;
                    super::$name(database.db.clone()).await;
                }
            }
        )+
    };
}

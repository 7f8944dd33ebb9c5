//! What an operator asks about the database itself: its version, how far its schema is, how much it
//! holds; and a copy of it while it is in use. Deliberately not here: when a copy is due, and where
//! copies are kept.

use crate::db::Db;
use crate::engine::Engine;
use crate::error::DbError;
use crate::migrations;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{ConnectOptions as _, Connection as _, Row as _, query};
use sea_orm::{DbErr, FromQueryResult, Statement};
use std::path::Path;
use std::str::FromStr;

/// How far the schema of a database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The newest step of this program that the database has.
    pub newest: Option<String>,
    /// Steps of this program that the database does not have yet.
    pub missing: Vec<&'static str>,
    /// Steps of the database that this program does not know: a later program made them.
    pub unknown: Vec<String>,
}

#[derive(FromQueryResult)]
struct Text {
    text: String,
}

impl Db {
    /// The engine's own version: `3.50.2`, or `15.13 (Debian …)`.
    pub async fn version(&self) -> Result<String, DbErr> {
        let sql = match self.engine() {
            Engine::Sqlite => "SELECT sqlite_version() AS text",
            Engine::Postgres => "SELECT current_setting('server_version') AS text",
        };
        Ok(self.texts(sql).await?.pop().unwrap_or_default())
    }

    /// How far the schema is. A database without any step answers with all of them missing.
    pub async fn schema(&self) -> Result<Schema, DbErr> {
        let there = match self.engine() {
            Engine::Sqlite => {
                "SELECT name AS text FROM sqlite_master WHERE name = 'seaql_migrations'"
            }
            Engine::Postgres => {
                "SELECT table_name::text AS text FROM information_schema.tables \
                 WHERE table_name = 'seaql_migrations' AND table_schema = current_schema()"
            }
        };
        let applied = if self.texts(there).await?.is_empty() {
            Vec::new()
        } else {
            self.texts("SELECT version AS text FROM seaql_migrations ORDER BY version")
                .await?
        };
        let known = migrations::names();
        let missing = known.iter().copied();
        let missing = missing.filter(|name| !applied.iter().any(|one| one == name));
        Ok(Schema {
            missing: missing.collect(),
            newest: known
                .iter()
                .rev()
                .find(|name| applied.iter().any(|one| one == *name))
                .map(ToString::to_string),
            unknown: applied
                .iter()
                .filter(|one| !known.contains(&one.as_str()))
                .cloned()
                .collect(),
        })
    }

    async fn texts(&self, sql: &str) -> Result<Vec<String>, DbErr> {
        let backend = self.read().get_database_backend();
        let rows = Text::find_by_statement(Statement::from_string(backend, sql.to_owned()))
            .all(self.read())
            .await?;
        Ok(rows.into_iter().map(|row| row.text).collect())
    }
}

/// Copies a `SQLite` database at `url` into a file that is not there yet, while the program may go on
/// reading and writing, and looks whether the copy is sound.
pub async fn copy_sqlite(url: &str, into: &Path) -> Result<(), DbError> {
    let into = into.to_str().ok_or(DbError::UnknownAddress)?;
    let options = SqliteConnectOptions::from_str(url)
        .map_err(of_sqlx)?
        .create_if_missing(false);
    let mut source = options.connect().await.map_err(of_sqlx)?;
    let copied = query("VACUUM INTO ?").bind(into).execute(&mut source).await;
    let _ = source.close().await;
    copied.map_err(of_sqlx)?;
    let options = SqliteConnectOptions::new()
        .filename(into)
        .create_if_missing(false);
    let mut copy = options.connect().await.map_err(of_sqlx)?;
    let said = query("PRAGMA quick_check(1)").fetch_one(&mut copy).await;
    let said = said.and_then(|row| row.try_get::<String, _>(0));
    let _ = copy.close().await;
    match said.map_err(of_sqlx)?.as_str() {
        "ok" => Ok(()),
        _ => Err(DbError::Unsound),
    }
}

fn of_sqlx(error: sea_orm::sqlx::Error) -> DbError {
    DbError::from(DbErr::Conn(sea_orm::RuntimeErr::SqlxError(error.into())))
}

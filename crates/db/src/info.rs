// SPDX-License-Identifier: AGPL-3.0-or-later

//! Information about the database for operators: version, state of the schema, size; and copying it while it
//! is in use. Not here: when a copy is due, and where copies are stored.

use crate::address::file_of;
use crate::db::{Db, DbSettings};
use crate::engine::Engine;
use crate::error::DbError;
use crate::migrations;
use crate::ping::{is_absent, look_at_file};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sea_orm::sqlx::{ConnectOptions as _, Connection as _, Row as _, query};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// The state of a database's schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The newest migration of this program that was applied.
    pub newest: Option<String>,
    /// Migrations of this program that were not applied yet.
    pub missing: Vec<&'static str>,
    /// Applied migrations that this program does not know: a later version made them.
    pub unknown: Vec<String>,
    /// Whether it has some of the migrations of programs before 0.1.0 and not all of them.
    pub is_halfway: bool,
    /// Where its tables are, if it has none in the first schema of the search path (`PostgreSQL`).
    pub elsewhere: Option<Elsewhere>,
}

/// Tables of ours in another schema than the one in which this program would work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The schema with the tables.
    pub tables: String,
    /// The first of the search path, in which new tables would be made.
    pub first: String,
}

const LATER: &str = "a later version of the program has changed this database: use that version, or restore a backup \
                     from before the change";

const HALFWAY: &str = "this database was made by a program from before 0.1.0, and not brought up to date with the last \
                       of them. Nothing was changed. Run salal migrate of that program (its last step is m0063_alerts), \
                       then start this one";

impl Schema {
    /// Why this program cannot work with it, even after migrating; `None` if it can.
    pub fn refusal(&self) -> Option<String> {
        if let Some(Elsewhere { tables, first }) = &self.elsewhere {
            Some(format!(
                "the tables of Salal are in the schema \"{tables}\", and the first schema of the search path is \
                 \"{first}\", which has none of them. Nothing was changed. Put \"{tables}\" first: ALTER ROLE … SET \
                 search_path = \"{tables}\" (or ALTER DATABASE, where it was set for that)"
            ))
        } else if self.is_halfway {
            Some(HALFWAY.to_owned())
        } else if self.unknown.is_empty() {
            None
        } else {
            Some(LATER.to_owned())
        }
    }

    fn of(applied: &[String]) -> Self {
        let known = migrations::names();
        let is_halfway = migrations::is_halfway(applied);
        let applied = migrations::renamed(applied);
        let is_applied = |name: &&'static str| applied.iter().any(|one| one == name);
        Self {
            missing: known
                .iter()
                .copied()
                .filter(|name| !is_applied(name))
                .collect(),
            newest: known
                .iter()
                .rev()
                .find(|name| is_applied(name))
                .map(ToString::to_string),
            unknown: applied
                .iter()
                .filter(|one| !known.contains(&one.as_str()))
                .cloned()
                .collect(),
            is_halfway,
            elsewhere: None,
        }
    }
}

/// The state of the schema at `url`, without changing anything, not even the journal mode of a file. `None` for a
/// database that does not exist yet.
pub async fn schema_at(url: &str, patience: Duration) -> Result<Option<Schema>, DbError> {
    if is_absent(url) {
        return Ok(None);
    }
    if file_of(url).is_none() {
        let few = DbSettings {
            postgres_connections: 1,
            acquire_timeout: patience,
            ..DbSettings::default()
        };
        let db = Db::open(url, &few).await?;
        let schema = db.schema().await;
        db.close().await;
        return Ok(Some(schema?));
    }
    let mut there = connected(url).await?;
    let applied = applied(&mut there).await;
    let _ = there.close().await;
    Ok(Some(Schema::of(&applied?)))
}

async fn applied(connection: &mut SqliteConnection) -> Result<Vec<String>, DbError> {
    let (_, ours) = tables(&mut *connection).await?;
    if ours != OURS {
        return Ok(Vec::new());
    }
    let rows = query("SELECT version FROM seaql_migrations ORDER BY version")
        .fetch_all(connection)
        .await
        .map_err(of_sqlx)?;
    rows.iter()
        .map(|row| row.try_get(0).map_err(of_sqlx))
        .collect()
}

/// How long one question to the database may take, such as about a table that another session has locked.
pub const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// That a question was not answered in that time.
pub fn unanswered(question: &str) -> String {
    format!(
        "the database did not answer within {} seconds {question}. Another session may hold a lock on the table, or the disk \
         may be slow. Nothing was changed. On PostgreSQL, pg_stat_activity and pg_blocking_pids() say which session it is",
        LONGEST_QUESTION.as_secs()
    )
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

    /// The state of the schema. For a database without migrations, all are missing. Another session may have locked the
    /// table, so that the question has a limit.
    pub async fn schema(&self) -> Result<Schema, DbErr> {
        let asked = tokio::time::timeout(LONGEST_QUESTION, self.ask_schema()).await;
        asked.unwrap_or_else(|_| {
            Err(DbErr::Custom(unanswered(
                "which version it is of (the table seaql_migrations)",
            )))
        })
    }

    async fn ask_schema(&self) -> Result<Schema, DbErr> {
        let there = match self.engine() {
            Engine::Sqlite => {
                "SELECT name AS text FROM sqlite_master WHERE name = 'seaql_migrations'"
            }
            Engine::Postgres => {
                "SELECT table_name::text AS text FROM information_schema.tables \
                 WHERE table_name = 'seaql_migrations' AND table_schema = current_schema()"
            }
        };
        if !self.texts(there).await?.is_empty() {
            let applied = "SELECT version AS text FROM seaql_migrations ORDER BY version";
            return Ok(Schema::of(&self.texts(applied).await?));
        }
        let elsewhere = match self.engine() {
            Engine::Sqlite => None,
            Engine::Postgres => self.elsewhere().await?,
        };
        Ok(Schema {
            elsewhere,
            ..Schema::of(&[])
        })
    }

    /// The first schema of the search path that has our tables. A schema outside of the path is another installation's.
    async fn elsewhere(&self) -> Result<Option<Elsewhere>, DbErr> {
        let sql = "SELECT pair.text FROM (SELECT place.name::text AS text, place.n FROM \
             unnest(current_schemas(false)) WITH ORDINALITY AS place (name, n) WHERE place.n = 1 OR (SELECT count(*) FROM \
             pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = place.name AND relkind IN \
             ('r', 'p') AND relname IN ('seaql_migrations', 'person')) = 2) AS pair ORDER BY pair.n LIMIT 2";
        let mut found = self.texts(sql).await?.into_iter();
        let (first, tables) = (found.next(), found.next());
        Ok(first
            .zip(tables)
            .map(|(first, tables)| Elsewhere { tables, first }))
    }

    /// What the engine's own quick check of a database file finds wrong first; `None` when it finds nothing, or
    /// when the database is not a file. It reads the whole file.
    pub async fn quick_check(&self) -> Result<Option<String>, DbErr> {
        if self.engine() != Engine::Sqlite {
            return Ok(None);
        }
        let found = self
            .texts("SELECT quick_check AS text FROM pragma_quick_check LIMIT 1")
            .await?;
        Ok(found.into_iter().find(|line| line != "ok"))
    }

    async fn texts(&self, sql: &str) -> Result<Vec<String>, DbErr> {
        let backend = self.read().get_database_backend();
        let rows = Text::find_by_statement(Statement::from_string(backend, sql.to_owned()))
            .all(self.read())
            .await?;
        Ok(rows.into_iter().map(|row| row.text).collect())
    }
}

/// The tables by which our databases are recognized.
pub(crate) const OURS: i64 = 2;

/// Refuses the file of a `SQLite` address if it is empty, not a database, or another program's: one with
/// tables, but not ours. The check changes nothing. A missing file and a database without any table pass, as
/// does an address of another kind.
pub async fn refuse_foreign(url: &str) -> Result<(), DbError> {
    look_at_file(url)?;
    let Some(file) = file_of(url).filter(|file| file.is_file()) else {
        return Ok(());
    };
    let mut there = connected(url).await?;
    let counted = tables(&mut there).await;
    let _ = there.close().await;
    match counted? {
        (0, _) | (_, OURS) => Ok(()),
        _ => Err(DbError::NotOurs { file }),
    }
}

/// A connection to an existing file, without changing its settings.
pub(crate) async fn connected(url: &str) -> Result<SqliteConnection, DbError> {
    let options = SqliteConnectOptions::from_str(url)
        .map_err(of_sqlx)?
        .create_if_missing(false);
    options.connect().await.map_err(of_sqlx)
}

/// The number of tables, and of those by which ours are recognized.
pub(crate) async fn tables(connection: &mut SqliteConnection) -> Result<(i64, i64), DbError> {
    let sql = "SELECT count(*), count(CASE WHEN name IN ('seaql_migrations', 'person') THEN 1 END) \
               FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite|_%' ESCAPE '|'";
    let row = query(sql).fetch_one(connection).await.map_err(of_sqlx)?;
    Ok((
        row.try_get(0).map_err(of_sqlx)?,
        row.try_get(1).map_err(of_sqlx)?,
    ))
}

/// Checks a closed `SQLite` file with the engine's own full check; [`DbError::Unsound`] if it finds anything.
pub async fn check_integrity(file: &Path) -> Result<(), DbError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false);
    let mut there = options.connect().await.map_err(of_sqlx)?;
    let said = query("PRAGMA integrity_check(1)")
        .fetch_one(&mut there)
        .await
        .and_then(|row| row.try_get::<String, _>(0));
    let _ = there.close().await;
    match said {
        Ok(said) if said == "ok" => Ok(()),
        Ok(_) => Err(DbError::Unsound),
        Err(error) if error.as_database_error().is_some() => Err(DbError::Unsound),
        Err(error) => Err(of_sqlx(error)),
    }
}

/// How many other processes of ours are connected to a `PostgreSQL` database; 0 for another address.
pub async fn count_others(url: &str) -> Result<i64, DbError> {
    if file_of(url).is_some() {
        return Ok(0);
    }
    let few = DbSettings {
        postgres_connections: 1,
        ..DbSettings::default()
    };
    let db = Db::open(url, &few).await?;
    let sql = "SELECT count(*)::bigint FROM pg_stat_activity WHERE datname = current_database() AND application_name \
               LIKE 'salal%' AND pid <> pg_backend_pid()";
    let on = db.read();
    let statement = Statement::from_string(on.get_database_backend(), sql);
    let row = on.query_one_raw(statement).await;
    let counted = row.and_then(|row| match row {
        Some(row) => row.try_get_by_index(0),
        None => Ok(0),
    });
    db.close().await;
    Ok(counted?)
}

pub(crate) fn of_sqlx(error: sea_orm::sqlx::Error) -> DbError {
    DbError::from(DbErr::Conn(sea_orm::RuntimeErr::SqlxError(error.into())))
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The schema, as migrations that are only ever added to: those of the first release, one a feature (`first`), and
//! numbered ones since. Each migration is one text of plain SQL for both engines: its types are in capitals and
//! replaced by the engine's own. Not here: data; a migration creates only the single row of `catalogue`.
//!
//! All that are missing are applied in one transaction, each with its mark: a program that is stopped in between
//! leaves what was there before.
//!
//! Rules of the schema: times are UTC; integers are always `BIGINT` (a value bound with the wrong width fails
//! on `PostgreSQL` only); money is in cents; text sorts by code point on both engines, so pages have the same
//! order; every unique index has its name in `crate::constraint`; a table whose rows are never changed has a
//! line `frozen TABLE;`; a series of numbers has a line `numbered SERIES from FIRST;`.

mod before;
mod first;

pub(crate) use before::{is_halfway, renamed};

use crate::engine::Engine;
use crate::guards::frozen;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager};

/// The advisory lock that keeps two starting servers from migrating at once: any fixed number.
const MIGRATION_LOCK: i64 = 7_235_525_101;

/// The migrations since the first release, oldest first: `Step("m0064_NAME", m0064_NAME::SQL)`, in a module of that
/// name beside `first`. A released migration is never changed.
const SINCE: &[Step] = &[];

/// All migrations, oldest first.
fn steps() -> impl Iterator<Item = &'static Step> {
    first::STEPS.iter().chain(SINCE)
}

/// Applies the missing migrations inside the caller's transaction: all of them or none.
pub(crate) async fn run(transaction: &DatabaseTransaction, engine: Engine) -> Result<(), DbErr> {
    if engine == Engine::Postgres {
        transaction
            .execute_unprepared(&format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            .await?;
    }
    Migrator::install(transaction).await?;
    before::adopt(transaction, engine).await?;
    Migrator::up(transaction, None).await
}

/// The names of all migrations, oldest first.
pub(crate) fn names() -> Vec<&'static str> {
    steps().map(|step| step.0).collect()
}

struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        steps()
            .map(|step| -> Box<dyn MigrationTrait> { Box::new(*step) })
            .collect()
    }
}

/// The name under which the database records the migration, and its text.
#[derive(Clone, Copy)]
struct Step(&'static str, &'static str);

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.0
    }
}

#[sea_orm_migration::async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let engine = Engine::from_backend(connection.get_database_backend());
        let sql = with_series(engine, &with_frozen(engine, self.1));
        let sql = with_types_of(engine, &sql);
        connection.execute_unprepared(&sql).await?;
        Ok(())
    }
}

/// The table of a line `frozen TABLE;`.
fn frozen_table(line: &str) -> Option<&str> {
    line.strip_prefix("frozen ")?.strip_suffix(';')
}

/// Whether a migration froze a table.
pub(crate) fn is_frozen(table: &str) -> bool {
    let mut lines = steps().flat_map(|step| step.1.lines());
    lines.any(|line| frozen_table(line) == Some(table))
}

/// The tables that these migrations froze.
pub(crate) fn frozen_tables(applied: &[String]) -> Vec<&'static str> {
    lines_of(applied).filter_map(frozen_table).collect()
}

/// The tables that these migrations made.
pub(crate) fn tables(applied: &[String]) -> Vec<&'static str> {
    let made = |line: &'static str| line.strip_prefix("create table ")?.strip_suffix(" (");
    lines_of(applied).filter_map(made).collect()
}

fn lines_of(applied: &[String]) -> impl Iterator<Item = &'static str> {
    let applied = renamed(applied);
    let steps = steps().filter(move |step| applied.iter().any(|name| name == step.0));
    steps.flat_map(|step| step.1.lines())
}

/// The statements that make a table and its indexes, in an engine's own words.
pub(crate) fn statements_of(engine: Engine, table: &str) -> Vec<String> {
    let (made, on) = (format!("create table {table} ("), format!(" on {table} ("));
    let is_of = |text: &&str| {
        text.starts_with(&made) || (text.starts_with("create ") && text.contains(&on))
    };
    let texts = steps().flat_map(|step| step.1.split(';')).map(str::trim);
    let texts = texts.filter(is_of);
    texts.map(|text| with_types_of(engine, text)).collect()
}

/// Replaces each line `frozen TABLE;` with triggers that refuse to change or delete a row of the table,
/// whatever a program tries.
fn with_frozen(engine: Engine, sql: &str) -> String {
    let of_line = |line: &str| {
        let table = frozen_table(line)?;
        let triggers = frozen(engine, table).into_iter().map(|(_, text)| text);
        Some(triggers.collect::<Vec<_>>().join("\n"))
    };
    let lines = sql.lines();
    lines
        .map(|line| of_line(line).unwrap_or_else(|| line.to_owned()) + "\n")
        .collect()
}

/// Replaces each line `numbered SERIES from FIRST;` with what gives out its numbers (`crate::next_number`). On
/// `SQLite` that is a row of `counter`, made with the first number.
fn with_series(engine: Engine, sql: &str) -> String {
    let series = |line: &str| {
        let (name, first) = line
            .strip_prefix("numbered ")?
            .strip_suffix(';')?
            .split_once(" from ")?;
        Some(match engine {
            Engine::Postgres => format!(
                "create sequence {name}_number start with {first};
                 select setval('{name}_number', value) from counter where name = '{name}';
                 delete from counter where name = '{name}';"
            ),
            Engine::Sqlite => String::new(),
        })
    };
    let lines = sql.lines();
    lines
        .map(|line| series(line).unwrap_or_else(|| line.to_owned()) + "\n")
        .collect()
}

/// Replaces the type names of a migration with the engine's own. The `SQLite` names are those that `SeaORM`
/// uses there, so values are stored and read as it expects.
fn with_types_of(engine: Engine, sql: &str) -> String {
    let mut out = String::with_capacity(sql.len() * 2);
    for part in sql.split_inclusive(|c: char| !c.is_ascii_uppercase()) {
        let end = part
            .find(|c: char| !c.is_ascii_uppercase())
            .unwrap_or(part.len());
        let (word, rest) = part.split_at(end);
        out.push_str(own_type(engine, word));
        out.push_str(rest);
    }
    out
}

fn own_type(engine: Engine, word: &str) -> &str {
    match (engine, word) {
        (Engine::Sqlite, "UUID") => "uuid_text",
        (Engine::Sqlite, "TIMESTAMPTZ") => "timestamp_with_timezone_text",
        (Engine::Sqlite, "DATE") => "date_text",
        (Engine::Sqlite, "JSONB") => "jsonb_text",
        (Engine::Sqlite, "BYTEA") => "blob",
        // A table that is read only by its primary key: stored in key order.
        (Engine::Sqlite, "KEYED") => "without rowid",
        (Engine::Postgres, "KEYED") => "",
        (Engine::Postgres, "TEXT") => "text collate \"C\"",
        (_, other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::with_types_of;
    use crate::engine::Engine;

    #[test]
    fn type_words_become_the_engine_s_own_and_nothing_else_changes() {
        let step = "create table x (id UUID, at TIMESTAMPTZ check (at <> 'UUID_'), n TEXT);";
        assert_eq!(
            with_types_of(Engine::Postgres, step),
            "create table x (id UUID, at TIMESTAMPTZ check (at <> 'UUID_'), n text collate \"C\");"
        );
        assert!(
            with_types_of(Engine::Sqlite, "id UUID, n TEXT").starts_with("id uuid_text, n TEXT")
        );
    }
}

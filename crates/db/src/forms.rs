// SPDX-License-Identifier: AGPL-3.0-or-later

//! In which form values are stored. `SQLite` keeps a value in whatever form it is given, and compares by form: what was
//! written past this program can read as the same value and yet be found by no query. Not here: what the values say.

use sea_orm::{ConnectionTrait, DbErr, Statement, Value};

use crate::connection::Connection;
use crate::engine::Engine;

/// The form of a column.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Id,
    Text,
    Time,
    Number,
}

impl Form {
    /// True for a value in another form.
    fn is_other(self, column: &str) -> String {
        let digits = |count: usize| "[0-9]".repeat(count);
        match self {
            Self::Id => format!("(typeof({column}) <> 'blob' OR length({column}) <> 16)"),
            Self::Text => format!("typeof({column}) <> 'text'"),
            Self::Number => format!("typeof({column}) <> 'integer'"),
            // A time has no more digits after the second than it needs, in groups of three: one text for each value.
            Self::Time => {
                let (two, three, four) = (digits(2), digits(3), digits(4));
                let second = format!("{four}-{two}-{two}T{two}:{two}:[0-5][0-9]");
                format!(
                    "(typeof({column}) <> 'text' OR {column} GLOB '*000+00:00' OR NOT ({column} GLOB '{second}+00:00' OR \
                     {column} GLOB '{second}.{three}+00:00' OR {column} GLOB '{second}.{three}{three}+00:00'))"
                )
            }
        }
    }
}

/// True for a value that is stored in another form than this program stores it, as SQL text.
pub fn is_other_form(engine: Engine, column: &str, form: Form) -> String {
    match engine {
        Engine::Sqlite => form.is_other(column),
        Engine::Postgres => "false".to_owned(),
    }
}

/// The rows of a table with a value that is stored in another form than this program stores it; null is none. Of those
/// that fulfil the condition, with its values, if there is one. `PostgreSQL` knows one form of each value.
pub async fn count_other_forms(
    db: &Connection,
    table: &str,
    columns: &[(&str, Form)],
    only: Option<(&str, Vec<Value>)>,
) -> Result<i64, DbErr> {
    if Engine::from_connection(db) == Engine::Postgres {
        return Ok(0);
    }
    let wrong: Vec<String> = columns
        .iter()
        .map(|(column, form)| format!("({column} IS NOT NULL AND {})", form.is_other(column)))
        .collect();
    let (condition, values) = only.unwrap_or(("true", Vec::new()));
    let sql = format!(
        "SELECT COUNT(*) AS n FROM {table} WHERE ({condition}) AND ({})",
        wrong.join(" OR ")
    );
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    match db.query_one_raw(statement).await? {
        Some(row) => row.try_get("", "n"),
        None => Ok(0),
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Differences between the two engines that a query may depend on, each behind one function. Not here: pools
//! and the schema.

use crate::connection::Connection;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use sea_orm::sea_query::{ColumnType, Expr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, IdenStatic, Iterable, QuerySelect, Select,
};

/// Which database this installation runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// One file, for a single clinic and for development.
    Sqlite,
    /// A separate server.
    Postgres,
}

impl Engine {
    /// The engine behind a connection.
    pub fn from_connection(connection: &Connection) -> Self {
        Self::from_backend(connection.get_database_backend())
    }

    /// The engine as the library names it.
    ///
    /// # Panics
    /// On `MySQL`, which [`crate::Db::open`] never opens.
    pub(crate) fn from_backend(backend: DbBackend) -> Self {
        match backend {
            DbBackend::Sqlite => Self::Sqlite,
            DbBackend::Postgres => Self::Postgres,
            other => panic!("only SQLite and PostgreSQL are opened, not {other:?}"),
        }
    }
}

impl Engine {
    /// The engine's name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }

    /// Whether the database is a local file, which this program can copy.
    pub fn is_file(self) -> bool {
        self == Self::Sqlite
    }

    /// Whether rows that a decision depends on must be locked: `SQLite` has one writer anyway.
    pub fn locks_rows(self) -> bool {
        self == Self::Postgres
    }

    /// The database's own time, so many seconds from now, as SQL text; the value of the placeholder is an `f64`.
    /// Processes that share a database agree on this time, whatever their machines' clocks say.
    pub fn seconds_from_now(self, placeholder: &str) -> String {
        match self {
            // As the driver writes times; milliseconds are as much as SQLite knows.
            Self::Sqlite => {
                format!("strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', {placeholder} || ' seconds')")
            }
            Self::Postgres => format!("clock_timestamp() + make_interval(secs => {placeholder})"),
        }
    }

    /// The hour of a stored time, as text to group by: `2026-11-21T09`, UTC.
    pub fn hour_of(self, column: &str) -> String {
        match self {
            // As the driver writes times.
            Self::Sqlite => format!("substr({column}, 1, 13)"),
            Self::Postgres => {
                format!("to_char({column} at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24')")
            }
        }
    }

    /// A stored time as far as this program can read it: null for infinity, and beyond the years of four digits.
    pub fn readable_time(self, column: &str) -> String {
        match self {
            // What is no time there is a text that is none.
            Self::Sqlite => column.to_owned(),
            Self::Postgres => format!(
                "CASE WHEN {column} BETWEEN '0001-01-01 00:00:00+00' AND '9999-12-31 00:00:00+00' THEN {column} END"
            ),
        }
    }

    /// A query for all columns of its table, with times and days as far as this program can read them: the driver ends a
    /// task that meets another.
    pub fn readable<E: EntityTrait>(self, query: Select<E>) -> Select<E> {
        E::Column::iter().fold(query.select_only(), |query, column| {
            match column.def().get_column_type() {
                ColumnType::TimestampWithTimeZone | ColumnType::Date => query.expr_as(
                    Expr::cust(self.readable_time(column.as_str())),
                    column.as_str(),
                ),
                _ => query.column(column),
            }
        })
    }

    /// A join that looks up one row after another by an index, however many rows the planner takes the table to have:
    /// for pages of a large table. The row is null where there is none.
    pub fn look_up(self, table: &str, alias: &str, column: &str, of: &str) -> String {
        match self {
            Self::Sqlite => format!("LEFT JOIN {table} {alias} ON {alias}.{column} = {of}"),
            Self::Postgres => format!(
                "LEFT JOIN LATERAL (SELECT * FROM {table} WHERE {column} = {of} OFFSET 0) {alias} ON true"
            ),
        }
    }

    /// The whole seconds from one stored time to another, to sort by.
    pub fn seconds_between(self, from: &str, until: &str) -> String {
        match self {
            Self::Sqlite => format!("unixepoch({until}) - unixepoch({from})"),
            Self::Postgres => {
                format!("(trunc(extract(epoch from {until}) - extract(epoch from {from})))::bigint")
            }
        }
    }

    /// A stored time so many seconds later, exactly, to compare with other stored times.
    pub fn later(self, column: &str, seconds: i64) -> Expr {
        let later = match self {
            // As the driver writes times. What is behind the seconds stays: SQLite knows no more than milliseconds.
            Self::Sqlite => format!(
                "strftime('%Y-%m-%dT%H:%M:%S', substr({column}, 1, 19), ? || ' seconds') || substr({column}, 20)"
            ),
            Self::Postgres => format!("{column} + make_interval(secs => $1)"),
        };
        Expr::cust_with_values(later, [seconds])
    }

    /// Bytes that are letters and digits, as text.
    pub fn bytes_as_text(self, bytes: &str) -> String {
        match self {
            Self::Sqlite => format!("CAST({bytes} AS TEXT)"),
            Self::Postgres => format!("encode({bytes}, 'escape')"),
        }
    }

    /// The placeholder of a numbered value in a statement with thousands of values. `SQLite` looks numbered
    /// placeholders up one by one, which is slow in such a text.
    pub fn place(self, number: usize) -> String {
        match self {
            Self::Sqlite => "?".to_owned(),
            Self::Postgres => format!("${number}"),
        }
    }

    /// The statement that updates the planner's statistics after a bulk insert.
    pub fn settle(self) -> &'static str {
        match self {
            Self::Sqlite => "analyze",
            // Index-only scans need the visibility map.
            Self::Postgres => "vacuum analyze",
        }
    }

    /// How many pages of a long table are read side by side. A file's connections for reading are four, and two are left
    /// to others.
    pub fn pages_at_once(self) -> usize {
        match self {
            Self::Sqlite => 2,
            Self::Postgres => 3,
        }
    }
}

/// The suffix of a `SELECT` that picks rows for one of several workers, so that `PostgreSQL` workers skip
/// rows locked by another. `SQLite` has one writer and needs nothing.
pub fn skip_locked(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "",
        Engine::Postgres => " FOR UPDATE SKIP LOCKED",
    }
}

/// Truncates a time to whole microseconds, the precision of `PostgreSQL`. Stored times must be truncated when
/// created, or they differ from the stored value and page keys miss a row.
pub fn to_micros(at: DateTime<Utc>) -> DateTime<Utc> {
    at.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::to_micros;
    use chrono::DateTime;

    #[test]
    fn times_lose_only_their_nanoseconds() {
        let made = DateTime::from_timestamp(1_767_225_600, 123_456_789).expect("a valid time");
        let kept = DateTime::from_timestamp(1_767_225_600, 123_456_000).expect("a valid time");
        assert_eq!(to_micros(made), kept);
        assert_eq!(to_micros(kept), kept);
    }
}

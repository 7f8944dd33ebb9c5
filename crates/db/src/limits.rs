// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many rows a select is for, as `SQLite` plans it. Its planner asks what is bound to `LIMIT ?`, and so plans the
//! statement anew each time something is: that was a quarter of the work of reading a list. With the number in the text
//! it is planned once. Deliberately not here: any other value, which is always bound.

use std::borrow::Cow;

use sea_orm::{DbBackend, Statement, Value};

/// What the builder writes where a limit comes.
const BOUND: &str = "LIMIT ?";

/// The statement with its limits in its text, for `SQLite`. One without a limit, or whose placeholders have numbers of
/// their own, stays as it is.
pub(crate) fn with_limits(mut statement: Statement) -> Statement {
    if statement.db_backend == DbBackend::Sqlite
        && statement.sql.contains(BOUND)
        && let Some(values) = &mut statement.values
        && let Cow::Owned(sql) = written(&statement.sql, &mut values.0)
    {
        statement.sql = sql;
    }
    statement
}

/// The text with the limits that are whole numbers; they are taken out of the values.
fn written<'a>(sql: &'a str, values: &mut Vec<Value>) -> Cow<'a, str> {
    let Some(places) = placeholders(sql).filter(|places| places.len() == values.len()) else {
        return Cow::Borrowed(sql);
    };
    let mut text = String::with_capacity(sql.len());
    let mut copied = 0;
    let mut places = places.into_iter();
    values.retain(|value| {
        let place = places.next().unwrap_or_default();
        let is_limit = sql[..=place].ends_with(BOUND);
        let Some(rows) = whole(value).filter(|_| is_limit) else {
            return true;
        };
        text.push_str(&sql[copied..place]);
        text.push_str(&rows.to_string());
        copied = place + 1;
        false
    });
    if copied == 0 {
        return Cow::Borrowed(sql);
    }
    text.push_str(&sql[copied..]);
    Cow::Owned(text)
}

fn whole(value: &Value) -> Option<u64> {
    match value {
        Value::BigUnsigned(rows) => *rows,
        Value::BigInt(rows) => rows.and_then(|rows| u64::try_from(rows).ok()),
        _ => None,
    }
}

/// Where the placeholders (`?`) of a text are, outside of what is quoted; none if some have numbers (`$1`).
fn placeholders(sql: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut quoted_by = None;
    for (at, byte) in sql.bytes().enumerate() {
        match (quoted_by, byte) {
            // A doubled quote ends the text and begins it again.
            (Some(quote), _) if quote == byte => quoted_by = None,
            (None, b'\'' | b'"') => quoted_by = Some(byte),
            (None, b'?') => found.push(at),
            (None, b'$') => return None,
            _ => {}
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(sql: &str, values: Vec<Value>) -> (String, Vec<Value>) {
        let statement = Statement::from_sql_and_values(DbBackend::Sqlite, sql, values);
        let done = with_limits(statement);
        (
            done.sql,
            done.values.map(|values| values.0).unwrap_or_default(),
        )
    }

    #[test]
    fn only_limits_come_into_the_text() {
        let (sql, values) = limited(
            "SELECT 'LIMIT ?', \"it''s ?\" FROM a WHERE b = ? AND EXISTS(SELECT 1 FROM c LIMIT ?) LIMIT ? OFFSET ?",
            vec!["x".into(), 1_u64.into(), 51_u64.into(), 20_u64.into()],
        );
        assert_eq!(
            sql,
            "SELECT 'LIMIT ?', \"it''s ?\" FROM a WHERE b = ? AND EXISTS(SELECT 1 FROM c LIMIT 1) LIMIT 51 OFFSET ?"
        );
        assert_eq!(values, vec![Value::from("x"), 20_u64.into()]);
    }

    #[test]
    fn what_is_no_number_of_rows_stays_bound() {
        for (sql, value) in [
            ("SELECT 1 LIMIT ?", Value::from(-1_i64)),
            ("SELECT 1 LIMIT ?", "1; DROP TABLE a".into()),
            ("SELECT 1 WHERE a = ?", 5_u64.into()),
            ("SELECT 1 WHERE a = $1 LIMIT $2", 5_u64.into()),
        ] {
            let same = (sql.to_owned(), vec![value.clone()]);
            assert_eq!(limited(sql, vec![value]), same);
        }
        // A value too few: nothing is guessed.
        let few = vec![Value::from(5_u64)];
        let sql = "SELECT 1 WHERE a = ? LIMIT ?";
        assert_eq!(limited(sql, few.clone()), (sql.to_owned(), few));
    }

    #[test]
    fn the_other_engine_binds_its_limits() {
        let sql = "SELECT 1 LIMIT ?";
        let statement =
            Statement::from_sql_and_values(DbBackend::Postgres, sql, [Value::from(1_u64)]);
        assert_eq!(with_limits(statement).sql, sql);
    }
}

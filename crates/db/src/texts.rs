// SPDX-License-Identifier: AGPL-3.0-or-later

//! Selects that are put together once. Most selects of a record's parts have the same text each time, but for how many
//! ids they ask for; to put one together, to write it out and to take it apart again costs more than to read its rows.
//! So the text is kept by where the select is written and by the number of its values, and the values of each time are
//! bound to it. No value is ever in a kept text. Deliberately not here: selects whose text depends on anything else, as
//! on a scope.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::panic::Location;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use sea_orm::{DbBackend, Statement, Value, Values};

/// More texts than there are places and lengths of a page; what comes after them is put together each time.
const MOST: usize = 2_000;

/// A place in the program, the engine, and the number of values.
type Key = (&'static str, u32, u32, bool, usize);

static KEPT: RwLock<Option<HashMap<Key, Arc<Kept>>>> = RwLock::new(None);

/// Whether each kept text is compared with the select as it would be put together.
static COMPARED: AtomicBool = AtomicBool::new(false);

#[derive(Debug)]
struct Kept {
    sql: String,
    kinds: Vec<Discriminant<Value>>,
}

/// From now on a select that is not what is kept for its place stops the program: for tests.
pub(crate) fn compare_all() {
    COMPARED.store(true, Ordering::Relaxed);
}

/// The select that is written at this place, with these values. It is put together if it is not kept, or would have
/// other values than these.
pub(crate) fn again(
    place: &'static Location<'static>,
    backend: DbBackend,
    values: Vec<Value>,
    select: impl FnOnce() -> Statement,
) -> Statement {
    let is_compared = COMPARED.load(Ordering::Relaxed);
    kept_or_new(place, backend, values, select, is_compared)
}

fn kept_or_new(
    place: &'static Location<'static>,
    backend: DbBackend,
    values: Vec<Value>,
    select: impl FnOnce() -> Statement,
    is_compared: bool,
) -> Statement {
    let is_postgres = backend == DbBackend::Postgres;
    let key = (
        place.file(),
        place.line(),
        place.column(),
        is_postgres,
        values.len(),
    );
    let kept = {
        let all = KEPT.read().unwrap_or_else(PoisonError::into_inner);
        all.as_ref().and_then(|all| all.get(&key)).map(Arc::clone)
    };
    let Some(kept) = kept else {
        return keep(key, &values, select());
    };
    if !kept
        .kinds
        .iter()
        .copied()
        .eq(values.iter().map(discriminant))
    {
        return select();
    }
    let statement = Statement {
        sql: kept.sql.clone(),
        values: Some(Values(values)),
        db_backend: backend,
    };
    if is_compared {
        assert_eq!(
            statement,
            select(),
            "the text of the select at {place} depends on more than its values"
        );
    }
    statement
}

/// Keeps the text of a select that has these values and no others.
fn keep(key: Key, values: &[Value], statement: Statement) -> Statement {
    let own = statement.values.as_ref().map(|values| values.0.as_slice());
    if own.unwrap_or_default() == values {
        let mut kept = KEPT.write().unwrap_or_else(PoisonError::into_inner);
        let all = kept.get_or_insert_default();
        if all.len() < MOST {
            let kinds = values.iter().map(discriminant).collect();
            let sql = statement.sql.clone();
            all.insert(key, Arc::new(Kept { sql, kinds }));
        }
    } else {
        debug_assert!(false, "the values of the select at {key:?} are others");
    }
    statement
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sql: &str, values: &[Value]) -> Statement {
        Statement::from_sql_and_values(DbBackend::Sqlite, sql, values.to_vec())
    }

    #[track_caller]
    fn asked(values: &[Value], select: impl FnOnce() -> Statement, is_compared: bool) -> Statement {
        let place = Location::caller();
        kept_or_new(
            place,
            DbBackend::Sqlite,
            values.to_vec(),
            select,
            is_compared,
        )
    }

    #[test]
    fn a_text_is_kept_and_its_values_are_bound_anew() {
        let sql = "SELECT 1 WHERE a = ? AND b = ?";
        let mut built = 0;
        for turn in 0..3_i64 {
            let values = [turn.into(), "x".into()];
            let select = || {
                built += 1;
                written(sql, &values)
            };
            assert_eq!(asked(&values, select, false), written(sql, &values));
        }
        assert_eq!(built, 1);
    }

    #[test]
    fn a_select_with_other_values_is_put_together_anew() {
        let ask = |values: &[Value], sql: &str| asked(values, || written(sql, values), false).sql;
        let (number, word) = (Value::from(1_i64), Value::from("x"));
        assert_eq!(ask(std::slice::from_ref(&number), "a IN (?)"), "a IN (?)");
        assert_eq!(
            ask(&[number.clone(), number.clone()], "a IN (?, ?)"),
            "a IN (?, ?)"
        );
        assert_eq!(ask(&[number], "not asked for"), "a IN (?)");
        // A text where a number was.
        assert_eq!(ask(&[word], "b = ?"), "b = ?");
    }

    #[test]
    #[should_panic(expected = "depends on more than its values")]
    fn a_test_stops_at_a_text_that_depends_on_more() {
        for sql in ["SELECT 1 WHERE a = ?", "SELECT 1 WHERE b = ?"] {
            let values = [Value::from(7_i64)];
            asked(&values, || written(sql, &values), true);
        }
    }

    #[test]
    #[should_panic(expected = "are others")]
    fn a_test_stops_at_values_that_are_not_the_select_s() {
        let own = [Value::from(1_i64), Value::from(2_i64)];
        let said = [Value::from(2_i64), Value::from(1_i64)];
        asked(
            &said,
            || written("SELECT 1 WHERE a = ? AND b = ?", &own),
            true,
        );
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table `counter`, the one table that belongs to no feature: numbers that are given one after the other, each by
//! its name. A number that may leave the installation is given by a `Series`, so that a restored database can move all
//! of them on. Not here: who gives which numbers.

use sea_orm::sea_query::{
    Alias, Asterisk, Expr, ExprTrait, Func, InsertStatement, LockType, OnConflict, Query,
    SelectStatement,
};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use crate::connection::Connection;
use crate::engine::Engine;

const TABLE: &str = "counter";
const NAME: &str = "name";
const VALUE: &str = "value";

/// A series of numbers that may leave the installation. There are no others than those of `ALL`: after a restore each
/// is moved on past what may have been given out since the copy was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    name: &'static str,
    first: i64,
    /// On `PostgreSQL` the numbers come from a sequence.
    has_sequence: bool,
}

impl Series {
    /// Prescriptions.
    pub const PRESCRIPTION: Self = Self::new("prescription", 20_001, true);
    /// Orders of sleep studies.
    pub const SLEEP_ORDER: Self = Self::new("sleep_assessment", 30_001, false);
    /// Encounter notes.
    pub const NOTE: Self = Self::new("note", 1_001, false);
    /// Folio numbers of bills.
    pub const BILL: Self = Self::new("bill", 1, false);
    /// Files of claims.
    pub const CLAIM_FILE: Self = Self::new("claim_file", 1, false);
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::PRESCRIPTION,
        Self::SLEEP_ORDER,
        Self::NOTE,
        Self::BILL,
        Self::CLAIM_FILE,
    ];

    const fn new(name: &'static str, first: i64, has_sequence: bool) -> Self {
        Self {
            name,
            first,
            has_sequence,
        }
    }

    /// Moves the series on by so many numbers, which are never given.
    pub async fn move_on(self, tx: &Connection, more: i64) -> Result<(), DbErr> {
        if self.has_sequence && Engine::from_connection(tx) == Engine::Postgres {
            let sql = format!(
                "SELECT setval('{0}_number', CASE WHEN is_called THEN last_value ELSE last_value - 1 END + $1) \
                 FROM {0}_number",
                self.name
            );
            let moved =
                Statement::from_sql_and_values(tx.get_database_backend(), sql, [more.into()]);
            tx.query_one_raw(moved).await?;
            return Ok(());
        }
        counted(tx, &counting(self.name, self.first - 1 + more, more)).await?;
        Ok(())
    }
}

/// Adds to a counter, which begins with `first`, and returns its value.
fn counting(name: &str, first: i64, more: i64) -> InsertStatement {
    let value = Alias::new(VALUE);
    let present = Expr::col((Alias::new(TABLE), value.clone()));
    let mut insert = Query::insert();
    insert
        .into_table(Alias::new(TABLE))
        .columns([Alias::new(NAME), value.clone()])
        .values_panic([Expr::value(name), Expr::value(first)])
        .on_conflict(
            OnConflict::column(Alias::new(NAME))
                .value(value.clone(), present.add(more))
                .to_owned(),
        )
        .returning_col(value);
    insert
}

async fn counted(tx: &Connection, counting: &InsertStatement) -> Result<i64, DbErr> {
    let row = tx.query_one(counting).await?;
    let row = row.ok_or_else(|| DbErr::RecordNotFound("a counter gave no number".into()))?;
    row.try_get("", VALUE)
}

/// The next number of a series without gaps; holds the series until the end of the transaction.
pub async fn count(tx: &Connection, series: Series) -> Result<i64, DbErr> {
    counted(tx, &counting(series.name, series.first, 1)).await
}

/// Holds a counter until the end of the transaction, and returns its value: 0 if it was never used.
pub async fn hold_counter(tx: &Connection, name: &str) -> Result<i64, DbErr> {
    counted(tx, &counting(name, 0, 0)).await
}

/// The value of a counter; `None` if it was never used.
pub async fn counter_value(db: &Connection, name: &str) -> Result<Option<i64>, DbErr> {
    let mut select = Query::select();
    select
        .column(Alias::new(VALUE))
        .from(Alias::new(TABLE))
        .and_where(Expr::col(Alias::new(NAME)).eq(name));
    let row = db.query_one(&select).await?;
    row.map(|row| row.try_get("", VALUE)).transpose()
}

/// Sets a counter that is held.
pub async fn set_counter(tx: &Connection, name: &str, value: i64) -> Result<(), DbErr> {
    let mut update = Query::update();
    update
        .table(Alias::new(TABLE))
        .value(Alias::new(VALUE), value)
        .and_where(Expr::col(Alias::new(NAME)).eq(name));
    tx.execute(&update).await?;
    Ok(())
}

/// The statement that takes the next number of a series as its only column `value`, and holds the rows that `held` selects until the end of the transaction: whoever else holds one of them waits.
///
/// On `PostgreSQL` the numbers come from a sequence (`numbered` in a migration), so that transactions which hold
/// different rows do not wait for one another; a number whose transaction was undone is a gap. `SQLite` has one
/// writer, so nothing needs to be held, and a row of `counter` has no gaps.
pub fn next_number(engine: Engine, series: Series, mut held: SelectStatement) -> Statement {
    match engine {
        Engine::Sqlite => DbBackend::Sqlite.build(&counting(series.name, series.first, 1)),
        Engine::Postgres => {
            held.lock(LockType::NoKeyUpdate);
            // Counted, so that all of them are held before the number is given.
            let mut all = Query::select();
            all.expr_as(Func::count(Expr::col(Asterisk)), Alias::new("rows"))
                .from_subquery(held, Alias::new("one"));
            let mut next = Query::select();
            next.expr_as(
                Func::cust(Alias::new("nextval")).arg(format!("{}_number", series.name)),
                Alias::new(VALUE),
            )
            .from_subquery(all, Alias::new("held"));
            DbBackend::Postgres.build(&next)
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table `counter`, the one table that belongs to no feature: numbers that are given one after the other, each by
//! its name. Not here: who gives which numbers.

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

/// The next number of a counter, from `first` on without gaps; holds the counter until the end of the transaction.
pub async fn count(tx: &Connection, name: &str, first: i64) -> Result<i64, DbErr> {
    counted(tx, &counting(name, first, 1)).await
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

/// The statement that takes the next number of a series, from `first` on, as its only column `value`, and holds the
/// rows that `held` selects until the end of the transaction: whoever else holds one of them waits.
///
/// On `PostgreSQL` the numbers come from a sequence (`numbered` in a migration), so that transactions which hold
/// different rows do not wait for one another; a number whose transaction was undone is a gap. `SQLite` has one
/// writer, so nothing needs to be held, and a row of `counter` has no gaps.
pub fn next_number(
    engine: Engine,
    series: &'static str,
    first: i64,
    mut held: SelectStatement,
) -> Statement {
    match engine {
        Engine::Sqlite => DbBackend::Sqlite.build(&counting(series, first, 1)),
        Engine::Postgres => {
            held.lock(LockType::NoKeyUpdate);
            // Counted, so that all of them are held before the number is given.
            let mut all = Query::select();
            all.expr_as(Func::count(Expr::col(Asterisk)), Alias::new("rows"))
                .from_subquery(held, Alias::new("one"));
            let mut next = Query::select();
            next.expr_as(
                Func::cust(Alias::new("nextval")).arg(format!("{series}_number")),
                Alias::new(VALUE),
            )
            .from_subquery(all, Alias::new("held"));
            DbBackend::Postgres.build(&next)
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Writes that go together: one round trip, and none of them if one fails.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use salal_db::{ConstraintName, Db, JointRead, is_unique_violation, on_both};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, InsertStatement, Query};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use serde::Deserialize;

fn counter(name: &str, value: i64) -> InsertStatement {
    let mut insert = Query::insert();
    insert
        .into_table(Alias::new("counter"))
        .columns([Alias::new("name"), Alias::new("value")])
        .values_panic([Expr::value(name), Expr::value(value)]);
    insert
}

#[derive(Debug, PartialEq, FromQueryResult, Deserialize)]
struct Value {
    value: i64,
}

fn value_of(db: &Db, name: &str) -> Statement {
    let backend = db.read().get_database_backend();
    let sql = "SELECT value FROM counter WHERE name = $1";
    Statement::from_sql_and_values(backend, sql, [name.into()])
}

async fn counters(db: &Db) -> i64 {
    let sql = "SELECT COUNT(*) FROM counter";
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let row = db.read().query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn counter_of(db: &Db, name: &str, value: i64) {
    let mut one = db.batch();
    one.add(&counter(name, value));
    one.run(db.write()).await.unwrap();
}

on_both!(
    writes_that_go_together_keep_their_values,
    the_first_failure_ends_it_and_the_transaction_takes_all_back,
    an_empty_one_sends_nothing
);

async fn writes_that_go_together_keep_their_values(db: Db) {
    counter_of(&db, "first; 'one", 1).await;
    let mut all = db.batch();
    all.add(
        Query::update()
            .table(Alias::new("counter"))
            .value(Alias::new("value"), 7_i64)
            .and_where(Expr::col(Alias::new("name")).eq("first; 'one")),
    );
    all.add(&counter("second", 2));
    all.add(&counter("third $1", 3));
    let before = db.sent();
    all.run(db.write()).await.unwrap();
    assert_eq!(db.sent() - before, 1);
    assert_eq!(counters(&db).await, 3);
    let mut read = JointRead::for_connection(db.read());
    let first = read.add_statement::<Value>(value_of(&db, "first; 'one"));
    let second = read.add_statement::<Value>(value_of(&db, "second"));
    let mut found = read.run(db.read()).await.unwrap();
    assert_eq!(found.take(&first).unwrap(), [Value { value: 7 }]);
    assert_eq!(found.take(&second).unwrap(), [Value { value: 2 }]);
}

async fn the_first_failure_ends_it_and_the_transaction_takes_all_back(db: Db) {
    let tx = db.begin().await.unwrap();
    let mut all = db.batch();
    all.add(&counter("twice", 1));
    all.add(&counter("twice", 2));
    all.add(&counter("never", 3));
    let error = all.run(&tx).await.unwrap_err();
    assert_eq!(
        is_unique_violation(&error),
        Some(ConstraintName::CounterName)
    );
    drop(tx);
    assert_eq!(counters(&db).await, 0);
}

async fn an_empty_one_sends_nothing(db: Db) {
    let before = db.sent();
    db.batch().run(db.write()).await.unwrap();
    assert_eq!(db.sent(), before);
}

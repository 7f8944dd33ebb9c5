// SPDX-License-Identifier: AGPL-3.0-or-later

//! Writes that go together: one round trip, and none of them if one fails.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use salal_db::{ConstraintName, Db, is_unique_violation, on_both};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, InsertStatement, Query, SelectStatement};
use sea_orm::{ConnectionTrait, Statement};

fn counter(name: &str, value: i64) -> InsertStatement {
    let mut insert = Query::insert();
    insert
        .into_table(Alias::new("counter"))
        .columns([Alias::new("name"), Alias::new("value")])
        .values_panic([Expr::value(name), Expr::value(value)]);
    insert
}

fn value_of(name: &str) -> SelectStatement {
    let mut select = Query::select();
    select
        .column(Alias::new("value"))
        .from(Alias::new("counter"))
        .and_where(Expr::col(Alias::new("name")).eq(name));
    select
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

on_both! {
    async fn writes_that_go_together_keep_their_values(db: Db) {
        counter_of(&db, "first; 'one", 1).await;
        let mut all = db.batch();
        all.add(Query::update().table(Alias::new("counter")).value(Alias::new("value"), 7_i64)
            .and_where(Expr::col(Alias::new("name")).eq("first; 'one")));
        all.add(&counter("second", 2));
        all.add(&counter("third $1", 3));
        let before = db.sent();
        all.run(db.write()).await.unwrap();
        assert_eq!(db.sent() - before, 1);
        assert_eq!(counters(&db).await, 3);
        let mut asked = db.batch();
        asked.add(&value_of("second"));
        asked.add(&value_of("first; 'one"));
        let rows = asked.rows(db.read()).await.unwrap();
        let values: Vec<i64> = rows.iter().map(|row| row.try_get("", "value").unwrap()).collect();
        assert_eq!(values, [2, 7]);
    }

    async fn the_first_failure_ends_it_and_the_transaction_takes_all_back(db: Db) {
        let tx = db.begin().await.unwrap();
        let mut all = db.batch();
        all.add(&counter("twice", 1));
        all.add(&counter("twice", 2));
        all.add(&counter("never", 3));
        let error = all.run(&tx).await.unwrap_err();
        assert_eq!(is_unique_violation(&error), Some(ConstraintName::CounterName));
        drop(tx);
        assert_eq!(counters(&db).await, 0);
    }

    async fn an_answer_too_many_or_too_few_is_an_error(db: Db) {
        let mut none = db.batch();
        none.add(&value_of("nobody"));
        assert!(none.rows(db.read()).await.is_err());
        db.batch().run(db.write()).await.unwrap();
        assert!(db.batch().rows(db.read()).await.unwrap().is_empty());
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Looking into the books of the server itself, for what no call shows: its jobs, and counts of rows.

use std::collections::BTreeMap;

use salal_db::Db;
use sea_orm::{ConnectionTrait, Statement};

/// How many jobs stand in each state; with the kinds of those that are not done.
pub async fn jobs_by_state(db: &Db) -> BTreeMap<String, Vec<String>> {
    let statement = Statement::from_string(
        db.read().get_database_backend(),
        "SELECT state, kind FROM job WHERE state <> 'done' ORDER BY kind",
    );
    let rows = db
        .read()
        .query_all_raw(statement)
        .await
        .expect("jobs can be read");
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows {
        let text = |column: &str| row.try_get::<String>("", column).expect("a text column");
        all.entry(text("state")).or_default().push(text("kind"));
    }
    all
}

/// The one number of a query such as `SELECT COUNT(*) AS n FROM audit`.
pub async fn number(db: &Db, sql: &str) -> i64 {
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let row = db
        .read()
        .query_one_raw(statement)
        .await
        .expect("the query runs")
        .expect("the query gives one row");
    row.try_get::<i64>("", "n").expect("a number named n")
}

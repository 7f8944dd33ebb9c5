// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads that are asked for side by side: each gets its own rows, all in one trip, on both engines.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use salal_db::{Db, ReadBatcher, on_both};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query};
use sea_orm::{ConnectionTrait, DbErr, Statement, Value};
use uuid::Uuid;

/// Texts as people write them: quotes, a dollar, a backslash, more than one byte a letter.
const NAMES: [&str; 3] = [
    "O'Brien's $1 \\ shop",
    "Québec; SELECT 2 --",
    "\"Tidewater\"",
];

async fn add(db: &Db, id: Uuid, name: &str) {
    let sql = "INSERT INTO pharmacy (id, name, address, city, province, postal_code, phone, fax, \
        folded, active) VALUES ($1, $2, '', '', 'BC', '', '', '', '', $3)";
    let values: Vec<Value> = vec![id.into(), name.into(), true.into()];
    let statement = Statement::from_sql_and_values(db.read().get_database_backend(), sql, values);
    db.write().execute_raw(statement).await.unwrap();
}

/// By a built statement.
async fn by_id(db: &ReadBatcher, id: Uuid) -> Result<Option<String>, DbErr> {
    let mut query = Query::select();
    query
        .column(Alias::new("name"))
        .from(Alias::new("pharmacy"))
        .and_where(Expr::col(Alias::new("id")).eq(id));
    let row = db.query_one(&query).await?;
    row.map(|row| row.try_get("", "name")).transpose()
}

/// By a written one, whose numbered places stand in another order and twice.
async fn by_name(db: &ReadBatcher, name: &str) -> Result<Vec<Uuid>, DbErr> {
    let sql = "SELECT id FROM pharmacy WHERE active = $2 AND (name = $1 OR folded = $1)";
    let values: Vec<Value> = vec![name.into(), true.into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = db.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get("", "id")).collect()
}

on_both!(
    each_question_gets_its_own_rows_in_one_trip,
    what_rests_on_an_answer_goes_on_the_next_trip,
    a_fault_is_told_and_nothing_can_be_changed
);

async fn each_question_gets_its_own_rows_in_one_trip(db: Db) {
    let ids = [1u128, 2, 3].map(Uuid::from_u128);
    for (id, name) in ids.into_iter().zip(NAMES) {
        add(&db, id, name).await;
    }
    let gather = db.read_batcher();
    let before = db.sent();
    let found = gather
        .run(async {
            tokio::try_join!(
                by_name(&gather, NAMES[1]),
                by_id(&gather, ids[0]),
                by_name(&gather, "nobody's"),
                by_id(&gather, Uuid::nil()),
                by_name(&gather, NAMES[0]),
                by_id(&gather, ids[2]),
            )
        })
        .await
        .unwrap();
    assert_eq!(db.sent() - before, 1);
    let first = Some(NAMES[0].to_owned());
    assert_eq!(
        found,
        (
            vec![ids[1]],
            first,
            vec![],
            None,
            vec![ids[0]],
            Some(NAMES[2].to_owned())
        )
    );
}

async fn what_rests_on_an_answer_goes_on_the_next_trip(db: Db) {
    add(&db, Uuid::from_u128(1), NAMES[0]).await;
    let gather = db.read_batcher();
    let before = db.sent();
    let chain = async {
        let ids = by_name(&gather, NAMES[0]).await?;
        by_id(&gather, ids[0]).await
    };
    let beside = by_id(&gather, Uuid::nil());
    let (name, nobody) = gather
        .run(async { tokio::try_join!(chain, beside) })
        .await
        .unwrap();
    assert_eq!((name.as_deref(), nobody), (Some(NAMES[0]), None));
    assert_eq!(db.sent() - before, 2);
}

async fn a_fault_is_told_and_nothing_can_be_changed(db: Db) {
    let gather = db.read_batcher();
    let wrong =
        Statement::from_string(gather.get_database_backend(), "SELECT nothing FROM nowhere");
    let failed = gather
        .run(async { tokio::join!(gather.query_all_raw(wrong), by_id(&gather, Uuid::nil())) })
        .await;
    assert!(
        failed.0.is_err() && failed.1.is_err(),
        "they travel together"
    );
    assert!(
        gather
            .run(by_id(&gather, Uuid::nil()))
            .await
            .unwrap()
            .is_none(),
        "the next trip is a good one"
    );
    let change = Statement::from_string(gather.get_database_backend(), "DELETE FROM pharmacy");
    assert!(gather.execute_raw(change).await.is_err());
}

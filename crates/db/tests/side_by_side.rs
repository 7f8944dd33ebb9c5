// SPDX-License-Identifier: AGPL-3.0-or-later

//! Joint reads that are asked for side by side: each gets its own rows, all in one trip, on both engines.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use salal_db::{Connection, Db, JointRead, on_both};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement, Value};
use serde::Deserialize;
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

#[derive(FromQueryResult, Deserialize)]
struct Named {
    name: String,
}

#[derive(FromQueryResult, Deserialize)]
struct Found {
    id: Uuid,
}

/// By a built statement.
async fn by_id(db: &Connection, id: Uuid) -> Result<Option<String>, DbErr> {
    let mut query = Query::select();
    query
        .column(Alias::new("name"))
        .from(Alias::new("pharmacy"))
        .and_where(Expr::col(Alias::new("id")).eq(id));
    let mut read = JointRead::for_connection(db);
    let named = read.add_statement::<Named>(db.get_database_backend().build(&query));
    let mut rows = read.run(db).await?.take(&named)?;
    Ok(rows.pop().map(|row| row.name))
}

/// By written ones, whose numbered places stand in another order and twice: the shops of a name, and how many others
/// there are.
async fn by_name(db: &Connection, name: &str) -> Result<(Vec<Uuid>, usize), DbErr> {
    let backend = db.get_database_backend();
    let values = || -> Vec<Value> { vec![name.into(), true.into()] };
    let own = "SELECT id FROM pharmacy WHERE active = $2 AND (name = $1 OR folded = $1)";
    let others = "SELECT id FROM pharmacy WHERE active = $2 AND name <> $1";
    let mut read = JointRead::for_connection(db);
    let own = read.add_statement::<Found>(Statement::from_sql_and_values(backend, own, values()));
    let others =
        read.add_statement::<Found>(Statement::from_sql_and_values(backend, others, values()));
    let mut found = read.run(db).await?;
    let own = found.take(&own)?.into_iter().map(|row| row.id).collect();
    Ok((own, found.take(&others)?.len()))
}

on_both!(
    each_read_gets_its_own_rows_in_one_trip,
    what_rests_on_an_answer_goes_on_the_next_trip,
    what_is_no_joint_read_goes_by_itself,
    a_fault_is_told_and_nothing_can_be_changed
);

async fn each_read_gets_its_own_rows_in_one_trip(db: Db) {
    let ids = [1u128, 2, 3].map(Uuid::from_u128);
    for (id, name) in ids.into_iter().zip(NAMES) {
        add(&db, id, name).await;
    }
    let reads = db.side_by_side();
    let before = db.sent();
    let found = reads
        .run(async {
            tokio::try_join!(
                by_name(&reads, NAMES[1]),
                by_id(&reads, ids[0]),
                by_name(&reads, "nobody's"),
                by_id(&reads, Uuid::nil()),
                by_name(&reads, NAMES[0]),
                by_id(&reads, ids[2]),
            )
        })
        .await
        .unwrap();
    assert_eq!(db.sent() - before, 1);
    let first = Some(NAMES[0].to_owned());
    assert_eq!(
        found,
        (
            (vec![ids[1]], 2),
            first,
            (vec![], 3),
            None,
            (vec![ids[0]], 2),
            Some(NAMES[2].to_owned())
        )
    );
}

async fn what_rests_on_an_answer_goes_on_the_next_trip(db: Db) {
    add(&db, Uuid::from_u128(1), NAMES[0]).await;
    let reads = db.side_by_side();
    let before = db.sent();
    let chain = async {
        let (ids, _) = by_name(&reads, NAMES[0]).await?;
        by_id(&reads, ids[0]).await
    };
    let beside = by_id(&reads, Uuid::nil());
    let (name, nobody) = reads
        .run(async { tokio::try_join!(chain, beside) })
        .await
        .unwrap();
    assert_eq!((name.as_deref(), nobody), (Some(NAMES[0]), None));
    assert_eq!(db.sent() - before, 2);
}

async fn what_is_no_joint_read_goes_by_itself(db: Db) {
    add(&db, Uuid::from_u128(1), NAMES[0]).await;
    let reads = db.side_by_side();
    let backend = reads.get_database_backend();
    let alone = Statement::from_string(backend, "SELECT name FROM pharmacy");
    let before = db.sent();
    let (rows, one, other) = reads
        .run(async {
            tokio::try_join!(
                reads.query_all_raw(alone),
                by_id(&reads, Uuid::from_u128(1)),
                by_name(&reads, "nobody's")
            )
        })
        .await
        .unwrap();
    assert_eq!(db.sent() - before, 2);
    assert_eq!(rows.len(), 1);
    assert_eq!((one.as_deref(), other), (Some(NAMES[0]), (vec![], 1)));
}

async fn a_fault_is_told_and_nothing_can_be_changed(db: Db) {
    let reads = db.side_by_side();
    let backend = reads.get_database_backend();
    let wrong = async {
        let mut read = JointRead::for_connection(&reads);
        let wrong = Statement::from_string(backend, "SELECT nothing AS name FROM nowhere");
        let wrong = read.add_statement::<Named>(wrong);
        read.run(&reads).await?.take(&wrong)
    };
    let failed = reads
        .run(async { tokio::join!(wrong, by_id(&reads, Uuid::nil())) })
        .await;
    assert!(
        failed.0.is_err() && failed.1.is_err(),
        "they travel together"
    );
    assert!(
        reads
            .run(by_id(&reads, Uuid::nil()))
            .await
            .unwrap()
            .is_none(),
        "the next trip is a good one"
    );
    let change = Statement::from_string(backend, "DELETE FROM pharmacy");
    assert!(reads.execute_raw(change).await.is_err());
}

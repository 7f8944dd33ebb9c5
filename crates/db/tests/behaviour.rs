// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the handle promises on both engines: migrating, transactions, writers that compete,
//! pages by key, and errors that say which rule was broken.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use salal_db::{
    Connection, ConstraintName, Db, DbError, DbSettings, Engine, Series, is_transient,
    is_unique_violation, next_number, on_both, skip_locked, testing,
};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query};
use sea_orm::{ConnectionTrait, DbErr, ExecResult, Statement, Value};
use uuid::Uuid;

async fn run(on: &Connection, sql: &str, values: Vec<Value>) -> Result<ExecResult, DbErr> {
    let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, values);
    on.execute_raw(statement).await
}

async fn number(on: &Connection, sql: &str) -> i64 {
    let statement = Statement::from_string(on.get_database_backend(), sql);
    let row = on.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn count_up(on: &Connection, name: &str) -> Result<ExecResult, DbErr> {
    let sql = "INSERT INTO counter (name, value) VALUES ($1, $2)";
    run(on, sql, vec![name.into(), 0i64.into()]).await
}

async fn add_pharmacy(on: &Connection, id: Uuid, name: &str) -> Result<ExecResult, DbErr> {
    let sql = "INSERT INTO pharmacy (id, name, address, city, province, postal_code, phone, fax, \
        folded, active) VALUES ($1, $2, '', '', 'BC', '', '', '', '', $3)";
    run(on, sql, vec![id.into(), name.into(), true.into()]).await
}

async fn add_person(on: &Connection, id: Uuid) -> Result<ExecResult, DbErr> {
    let sql = "INSERT INTO person (id, first_name, last_name, cell_phone, best_phone, address, \
        city, province, postal_code, is_private_pay, first_login_done, name_folded, created_at, \
        version) VALUES ($1, '', '', '', '', '', '', 'BC', '', $2, $2, '', $3, $4)";
    let at = chrono::DateTime::UNIX_EPOCH;
    run(
        on,
        sql,
        vec![id.into(), false.into(), at.into(), 1i64.into()],
    )
    .await
}

async fn add_payment(
    on: &Connection,
    person: Uuid,
    subject: Uuid,
    state: &str,
) -> Result<ExecResult, DbErr> {
    let sql = "INSERT INTO payment (id, subject_kind, subject_id, person_id, method, state, \
        amount_cents, currency, created_at, version) \
        VALUES ($1, 'prescription', $2, $3, 'card', $4, $5, 'CAD', $6, $7)";
    let values = vec![
        Uuid::new_v4().into(),
        subject.into(),
        person.into(),
        state.into(),
        5000i64.into(),
        chrono::DateTime::UNIX_EPOCH.into(),
        1i64.into(),
    ];
    run(on, sql, values).await
}

on_both!(
    migrating_again_and_from_two_sides_changes_nothing,
    a_transaction_that_is_dropped_leaves_nothing,
    a_broken_rule_is_named,
    one_payment_is_in_force_a_subject,
    sixteen_writers_lose_no_update,
    pages_by_key_show_every_row_once_in_code_point_order,
    a_page_is_read_from_its_index,
    a_worker_passes_over_what_another_holds,
    numbers_wait_for_those_who_hold_the_same_row_alone,
    a_commit_is_on_the_disk_before_it_is_reported
);

async fn migrating_again_and_from_two_sides_changes_nothing(db: Db) {
    let before = number(db.read(), "SELECT count(*) FROM seaql_migrations").await;
    count_up(db.write(), "kept").await.unwrap();
    db.migrate().await.unwrap();
    let (one, other) = tokio::join!(db.migrate(), db.migrate());
    one.unwrap();
    other.unwrap();
    assert_eq!(
        number(db.read(), "SELECT count(*) FROM seaql_migrations").await,
        before
    );
    assert_eq!(number(db.read(), "SELECT count(*) FROM counter").await, 1);
    db.ping().await.unwrap();
}

async fn a_transaction_that_is_dropped_leaves_nothing(db: Db) {
    let dropped = db.begin().await.unwrap();
    count_up(&dropped, "dropped").await.unwrap();
    drop(dropped);
    let kept = db.begin().await.unwrap();
    count_up(&kept, "kept").await.unwrap();
    assert_eq!(number(&kept, "SELECT count(*) FROM counter").await, 1);
    assert_eq!(number(db.read(), "SELECT count(*) FROM counter").await, 0);
    kept.commit().await.unwrap();
    assert_eq!(number(db.read(), "SELECT count(*) FROM counter").await, 1);
}

async fn a_broken_rule_is_named(db: Db) {
    count_up(db.write(), "prescription").await.unwrap();
    let twice = count_up(db.write(), "prescription").await.unwrap_err();
    assert_eq!(
        is_unique_violation(&twice),
        Some(ConstraintName::CounterName)
    );
    assert!(!is_transient(&twice));

    let id = Uuid::new_v4();
    add_person(db.write(), id).await.unwrap();
    let same_id = add_person(db.write(), id).await.unwrap_err();
    assert_eq!(is_unique_violation(&same_id), Some(ConstraintName::RowId));

    let nobody = add_payment(db.write(), Uuid::new_v4(), id, "charged")
        .await
        .unwrap_err();
    assert_eq!(
        is_unique_violation(&nobody),
        None,
        "a foreign key is another matter"
    );
    let no_state = add_payment(db.write(), id, id, "paid").await.unwrap_err();
    assert_eq!(
        is_unique_violation(&no_state),
        None,
        "a CHECK is another matter"
    );
}

async fn one_payment_is_in_force_a_subject(db: Db) {
    let (person, subject) = (Uuid::new_v4(), Uuid::new_v4());
    add_person(db.write(), person).await.unwrap();
    for state in ["declined", "ordered", "failed", "declined", "unknown"] {
        add_payment(db.write(), person, subject, state)
            .await
            .unwrap();
    }
    for state in ["intended", "capturing", "charged", "unknown"] {
        let second = add_payment(db.write(), person, subject, state)
            .await
            .unwrap_err();
        assert_eq!(
            is_unique_violation(&second),
            Some(ConstraintName::PaymentInForce)
        );
    }
    add_payment(db.write(), person, Uuid::new_v4(), "charged")
        .await
        .unwrap();
}

async fn sixteen_writers_lose_no_update(db: Db) {
    count_up(db.write(), "prescription").await.unwrap();
    let writers = (0..16).map(|_| {
        let db = db.clone();
        tokio::spawn(async move {
            let mut won = 0;
            while won < 5 {
                let transaction = db.begin().await.unwrap();
                let seen = number(&transaction, "SELECT value FROM counter").await;
                let sql = "UPDATE counter SET value = $1 WHERE value = $2";
                let values = vec![(seen + 1).into(), seen.into()];
                won += run(&transaction, sql, values)
                    .await
                    .unwrap()
                    .rows_affected();
                transaction.commit().await.unwrap();
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(number(db.read(), "SELECT value FROM counter").await, 80);
}

async fn pages_by_key_show_every_row_once_in_code_point_order(db: Db) {
    let names = [
        "apple", "Élan", "Zebra", "a b", "Zebra", "ab", "A-b", "Zebra", "zebra", "Zebra",
    ];
    for (place, name) in names.iter().enumerate() {
        let id = Uuid::from_u128(0xF000 - place as u128);
        add_pharmacy(db.write(), id, name).await.unwrap();
    }
    let mut shown: Vec<(String, Uuid)> = Vec::new();
    loop {
        let page = page_after(&db, shown.last()).await;
        if page.is_empty() {
            break;
        }
        shown.extend(page);
    }
    let mut expected = names.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(
        shown
            .iter()
            .map(|(name, _)| name.clone())
            .collect::<Vec<_>>(),
        expected
    );
    assert!(shown.is_sorted(), "rows of one name come by id");
}

async fn a_page_is_read_from_its_index(db: Db) {
    let after = ("b".to_owned(), Uuid::nil());
    let query = db
        .read()
        .get_database_backend()
        .build(&page_query(Some(&after)));
    let plan = testing::plan(&db, query).await.unwrap();
    assert!(plan.contains("pharmacy_name_idx"), "{plan}");
}

async fn a_worker_passes_over_what_another_holds(db: Db) {
    for name in ["one", "two"] {
        count_up(db.write(), name).await.unwrap();
    }
    let take = format!(
        "SELECT count(*) FROM (SELECT name FROM counter ORDER BY name LIMIT 1{}) t",
        skip_locked(db.engine())
    );
    let first = db.begin().await.unwrap();
    assert_eq!(number(&first, &take).await, 1);
    if db.engine() == Engine::Postgres {
        let second = db.begin().await.unwrap();
        assert_eq!(number(&second, &take).await, 1, "the other row is free");
        let third = db.begin().await.unwrap();
        assert_eq!(number(&third, &take).await, 0, "both rows are held");
    }
}

async fn take_number(on: &Connection, held: Uuid) -> Result<i64, DbErr> {
    let mut row = Query::select();
    row.column(Alias::new("id"))
        .from(Alias::new("pharmacy"))
        .and_where(Expr::col(Alias::new("id")).eq(held));
    let next = next_number(Engine::from_connection(on), Series::PRESCRIPTION, row);
    let given = on.query_one_raw(next).await?.unwrap();
    given.try_get("", "value")
}

async fn numbers_wait_for_those_who_hold_the_same_row_alone(db: Db) {
    let (mine, theirs) = (Uuid::from_u128(1), Uuid::from_u128(2));
    add_pharmacy(db.write(), mine, "mine").await.unwrap();
    add_pharmacy(db.write(), theirs, "theirs").await.unwrap();
    let first = db.begin().await.unwrap();
    assert_eq!(take_number(&first, mine).await.unwrap(), 20_001);
    if db.engine() == Engine::Sqlite {
        first.commit().await.unwrap();
        let second = db.begin().await.unwrap();
        assert_eq!(take_number(&second, mine).await.unwrap(), 20_002);
        return;
    }
    let other = db.begin().await.unwrap();
    assert_eq!(take_number(&other, theirs).await.unwrap(), 20_002);
    let same = db.begin().await.unwrap();
    same.execute_unprepared("SET LOCAL lock_timeout = '50ms'")
        .await
        .unwrap();
    let refused = take_number(&same, mine).await.unwrap_err().to_string();
    assert!(refused.contains("lock timeout"), "{refused}");
    same.rollback().await.unwrap();
    first.commit().await.unwrap();
    // Held again, and a number that nobody kept is not given out twice.
    let last = db.begin().await.unwrap();
    assert_eq!(take_number(&last, mine).await.unwrap(), 20_003);
}

async fn a_commit_is_on_the_disk_before_it_is_reported(db: Db) {
    match db.engine() {
        Engine::Sqlite => {
            let full = 2;
            assert_eq!(number(db.write(), "PRAGMA synchronous").await, full);
        }
        Engine::Postgres => {
            // The tests' own server says off.
            let said = "SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' \
                AND setting = 'on' AND reset_val = 'off'";
            assert_eq!(number(db.write(), said).await, 1);
        }
    }
}

#[tokio::test]
async fn a_prepared_statement_stays_prepared_whatever_is_bound_to_it() {
    let database = testing::sqlite().await;
    let sampling =
        "SELECT count(*) FROM pragma_compile_options WHERE compile_options LIKE 'ENABLE_STAT%'";
    assert_eq!(number(database.db.read(), sampling).await, 0);
}

fn page_query(after: Option<&(String, Uuid)>) -> sea_orm::sea_query::SelectStatement {
    let (name, id) = (Alias::new("name"), Alias::new("id"));
    let mut query = Query::select();
    query
        .columns([name.clone(), id.clone()])
        .from(Alias::new("pharmacy"))
        .order_by(name.clone(), sea_orm::Order::Asc)
        .order_by(id.clone(), sea_orm::Order::Asc)
        .limit(3);
    if let Some((last_name, last_id)) = after {
        let key = Expr::tuple([Expr::col(name), Expr::col(id)]);
        query.and_where(key.gt(Expr::tuple([Expr::val(last_name), Expr::val(*last_id)])));
    }
    query
}

async fn page_after(db: &Db, after: Option<&(String, Uuid)>) -> Vec<(String, Uuid)> {
    let rows = db.read().query_all(&page_query(after)).await.unwrap();
    rows.iter()
        .map(|row| {
            (
                row.try_get("", "name").unwrap(),
                row.try_get("", "id").unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn the_readers_of_a_file_refuse_to_write() {
    let database = testing::sqlite().await;
    let refused = count_up(database.db.read(), "x").await.unwrap_err();
    assert!(refused.to_string().contains("readonly"), "{refused}");
}

#[tokio::test]
async fn a_second_handle_on_the_same_file_sees_what_the_first_wrote() {
    let database = testing::sqlite().await;
    count_up(database.db.write(), "x").await.unwrap();
    database.db.close().await;
    let again = Db::open(&database.url, &DbSettings::default())
        .await
        .unwrap();
    assert_eq!(
        number(again.read(), "SELECT count(*) FROM counter").await,
        1
    );
}

#[tokio::test]
async fn another_kind_of_address_is_refused_without_being_repeated() {
    let address = "mysql://salal:secret@localhost/salal";
    let error = Db::open(address, &DbSettings::default()).await.unwrap_err();
    assert!(matches!(error, DbError::UnknownAddress));
    assert!(!error.to_string().contains("secret"));
}

#[tokio::test]
async fn a_server_of_one_s_own_is_gone_when_it_is_dropped() {
    let server = testing::Postgres::start();
    let url = server.create_database().await;
    let db = Db::open(&url, &DbSettings::default()).await.unwrap();
    db.migrate().await.unwrap();
    db.close().await;
    let folder = url.split_once("host=").unwrap().1.to_owned();
    assert!(std::path::Path::new(&folder).exists());
    drop(server);
    assert!(!std::path::Path::new(&folder).exists());
}

/// A schema that comes before ours would be filled with empty tables, and the clinic's would seem lost.
#[tokio::test]
async fn tables_behind_the_first_schema_of_the_search_path_are_named_and_not_made_again() {
    let there = testing::postgres().await;
    let put_first = "CREATE SCHEMA \"other\"; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = \
                     other, public', current_database()); END $$";
    there
        .db
        .write()
        .execute_unprepared(put_first)
        .await
        .unwrap();
    let db = Db::open(&there.url, &DbSettings::default()).await.unwrap();
    let why = db.schema().await.unwrap().refusal().unwrap();
    assert!(
        why.contains("are in the schema \"public\"") && why.contains("is \"other\""),
        "{why}"
    );
    assert_eq!(db.migrate().await.unwrap_err().to_string(), why);
    let made = "SELECT count(*) FROM pg_class WHERE relnamespace = 'other'::regnamespace";
    assert_eq!(number(db.read(), made).await, 0);
    // A path that does not name ours is that of another installation in the same database.
    let alone = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = other', current_database()); END $$";
    db.write().execute_unprepared(alone).await.unwrap();
    db.close().await;
    let db = Db::open(&there.url, &DbSettings::default()).await.unwrap();
    db.migrate().await.unwrap();
    assert_eq!(db.schema().await.unwrap().refusal(), None);
    db.close().await;
}

/// Whoever restores a backup moves the file away first. A connection that is opened later begins no empty database in
/// its place, which would be in the way of the restore.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_moved_away_is_not_begun_anew() {
    let folder = std::env::temp_dir().join(format!("salal-moved-{}", Uuid::new_v4().simple()));
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("salal.db");
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let settings = DbSettings {
        sqlite_readers: 4,
        ..DbSettings::default()
    };
    let db = Db::open(&url, &settings).await.unwrap();
    std::fs::rename(&file, folder.join("old.db")).unwrap();
    let long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) FROM n";
    let read = || db.read().execute_unprepared(long);
    // More at once than there are connections.
    let answers = tokio::join!(read(), read(), read(), read());
    let refused = [answers.0, answers.1, answers.2, answers.3]
        .iter()
        .filter(|one| one.is_err())
        .count();
    assert!(refused > 0, "no connection was opened later");
    assert!(!file.exists());
    db.close().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Several selects by one statement: each gets its own rows, with the types it would have alone, on both
//! engines.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use chrono::{TimeZone, Utc};
use salal_db::{Db, JointRead, on_both};
use sea_orm::{
    ColumnTrait, DbBackend, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

/// A table with most of the types that rows have.
mod job {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "job")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) kind: String,
        pub(crate) dedupe: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) payload: Json,
        pub(crate) state: String,
        pub(crate) run_at: DateTimeUtc,
        pub(crate) tries: i64,
        pub(crate) lease_until: Option<DateTimeUtc>,
        pub(crate) last_error: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) ended_at: Option<DateTimeUtc>,
        pub(crate) person_id: Option<Uuid>,
        pub(crate) ended_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    salal_db::table!();
}

#[derive(Debug, PartialEq, FromQueryResult, Deserialize)]
struct Kind {
    kind: String,
    tries: i64,
}

fn row(id: u128, kind: &str, tries: i64) -> job::Model {
    let at = Utc.timestamp_micros(1_763_800_000_123_456).unwrap();
    job::Model {
        id: Uuid::from_u128(id),
        kind: kind.into(),
        dedupe: None,
        payload: json!({"text": "O'Brien's $1 \\ \"Québec\"", "list": [1, null, true]}),
        state: "queued".into(),
        run_at: at,
        tries,
        lease_until: (tries > 1).then_some(at),
        last_error: None,
        created_at: at,
        ended_at: None,
        person_id: None,
        ended_by: None,
    }
}

#[test]
fn a_table_selects_whole_rows_with_the_same_text_each_time() {
    for backend in [DbBackend::Sqlite, DbBackend::Postgres] {
        for _ in 0..2 {
            let own = job::Entity::find().filter(job::Column::Kind.eq("fax"));
            let usual = <job::Entity as EntityTrait>::find().filter(job::Column::Kind.eq("fax"));
            assert_eq!(own.build(backend), usual.build(backend));
            let id = Uuid::from_u128(7);
            assert_eq!(
                job::Entity::find_by_id(id).build(backend),
                <job::Entity as EntityTrait>::find_by_id(id).build(backend)
            );
        }
    }
}

on_both!(
    each_select_gets_its_own_rows_by_one_statement,
    nothing_is_sent_for_nothing
);

async fn each_select_gets_its_own_rows_by_one_statement(db: Db) {
    let rows = [
        row(1, "first $1", 3),
        row(2, "second; SELECT", 2),
        row(3, "third", 1),
    ];
    for row in &rows {
        job::Entity::insert(row.clone().into_active_model())
            .exec(db.write())
            .await
            .unwrap();
    }
    let tx = db.begin().await.unwrap();
    let mut read = JointRead::for_connection(&tx);
    let sorted = read.add(&job::Entity::find().order_by_asc(job::Column::Tries));
    let none = read.add(&job::Entity::find().filter(job::Column::Kind.eq("none")));
    let by_kind = read.add(
        &job::Entity::find()
            .filter(job::Column::Kind.is_in(["first $1", "third"]))
            .filter(job::Column::Tries.gt(2)),
    );
    let kinds = read.add_as::<Kind>(
        &job::Entity::find()
            .select_only()
            .columns([job::Column::Kind, job::Column::Tries])
            .filter(job::Column::Id.eq(Uuid::from_u128(2))),
    );
    let before = db.sent();
    let mut found = read.run(&tx).await.unwrap();
    assert_eq!(db.sent() - before, 1);
    let [first, second, third] = rows;
    assert_eq!(
        found.take(&kinds).unwrap(),
        [Kind {
            kind: "second; SELECT".into(),
            tries: 2
        }]
    );
    assert_eq!(found.take(&sorted).unwrap(), [third, second, first.clone()]);
    assert_eq!(found.take(&none).unwrap(), []);
    assert_eq!(found.take(&by_kind).unwrap(), [first]);
}

async fn nothing_is_sent_for_nothing(db: Db) {
    let before = db.sent();
    JointRead::for_connection(db.read())
        .run(db.read())
        .await
        .unwrap();
    assert_eq!(db.sent(), before);
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Columns whose words are an enum, on both engines: written, compared, read alone and in a joint read; and a
//! word that is not on the list.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::str::FromStr;

use chrono::{TimeZone, Utc};
use salal_db::{Coded, Db, JointRead, on_both};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use uuid::Uuid;

/// The state of a job, as far as this test needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Queued,
    Done,
}

impl From<State> for &'static str {
    fn from(state: State) -> Self {
        match state {
            State::Queued => "queued",
            State::Done => "done",
        }
    }
}

impl FromStr for State {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "queued" => Ok(Self::Queued),
            "done" => Ok(Self::Done),
            _ => Err(format!("{word:?} is not a State")),
        }
    }
}

/// A table whose schema takes any word for one of the columns (`last_error`).
mod job {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use super::State;

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "job")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) kind: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) payload: Json,
        pub(crate) state: Coded<State>,
        pub(crate) run_at: DateTimeUtc,
        pub(crate) tries: i64,
        pub(crate) last_error: Option<Coded<State>>,
        pub(crate) created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

fn row(id: u128, last_error: Option<State>) -> job::Model {
    let at = Utc.timestamp_micros(1_763_800_000_123_456).unwrap();
    job::Model {
        id: Uuid::from_u128(id),
        kind: "test".into(),
        payload: serde_json::json!({}),
        state: Coded(State::Queued),
        run_at: at,
        tries: 0,
        last_error: last_error.map(Coded),
        created_at: at,
    }
}

on_both!(
    a_column_holds_an_enum,
    a_word_that_is_not_on_the_list_is_an_error
);

async fn a_column_holds_an_enum(db: Db) {
    let rows = [row(1, Some(State::Done)), row(2, None)];
    for row in &rows {
        job::Entity::insert(row.clone().into_active_model())
            .exec(db.write())
            .await
            .unwrap();
    }
    let alone = job::Entity::find()
        .filter(job::Column::State.eq(Coded(State::Queued)))
        .filter(job::Column::LastError.eq(Coded(State::Done)));
    assert_eq!(alone.clone().all(db.read()).await.unwrap(), rows[..1]);
    let none = job::Entity::find().filter(job::Column::State.is_in([Coded(State::Done)]));
    assert_eq!(none.all(db.read()).await.unwrap(), []);

    let mut joint = JointRead::for_connection(db.read());
    let first = joint.add(&alone);
    let second = joint.add(&job::Entity::find().filter(job::Column::LastError.is_null()));
    let mut answers = joint.run(db.read()).await.unwrap();
    assert_eq!(answers.take(&first).unwrap(), rows[..1]);
    assert_eq!(answers.take(&second).unwrap(), rows[1..]);
}

async fn a_word_that_is_not_on_the_list_is_an_error(db: Db) {
    job::Entity::insert(row(1, None).into_active_model())
        .exec(db.write())
        .await
        .unwrap();
    job::Entity::update_many()
        .col_expr(job::Column::LastError, Expr::value("lost"))
        .exec(db.write())
        .await
        .unwrap();
    let error = job::Entity::find()
        .all(db.read())
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("last_error") && error.contains("\"lost\" is not a State"),
        "{error}"
    );

    let mut joint = JointRead::for_connection(db.read());
    let part = joint.add(&job::Entity::find());
    let mut answers = joint.run(db.read()).await.unwrap();
    let error = answers.take(&part).unwrap_err().to_string();
    assert!(error.contains("\"lost\" is not a State"), "{error}");
}

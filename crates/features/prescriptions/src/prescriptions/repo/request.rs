// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stores new requests: counting, inserting, and the draft until then.

use chrono::{DateTime, Utc};
use salal_db::{
    Coded, Connection, Engine, JointAnswers, JointRead, Part, Series, StatementBatch, next_number,
};
use salal_domain::prescriptions::status::PrescriptionStatus;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, Insert, IntoActiveModel,
    JoinType, QueryFilter, QuerySelect, QueryTrait, RelationDef, Select, Set,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::{Error, Result};
use crate::prescriptions::create::NewRequest;
use crate::prescriptions::entity::{
    medication, medication_change, prescription, prescription_status, request_draft,
};
use crate::prescriptions::repo::again::{Standing, StandingPart};
use salal_people::people;

/// The counts for a new request.
pub(in crate::prescriptions) struct Counted {
    /// The next prescription number.
    pub(in crate::prescriptions) number: i64,
    /// An identical request was made since `a_moment_ago`.
    pub(in crate::prescriptions) is_equal: bool,
    /// Medications requested since `today`.
    pub(in crate::prescriptions) today: u32,
    /// The patient's other lines.
    pub(in crate::prescriptions) standing: Vec<Standing>,
}

/// Counts a new request. The accounts of the person are held until the end of the transaction, so that their
/// concurrent requests are counted one after the other; the counts are read after that. `same` are all these
/// accounts, including this one.
pub(in crate::prescriptions) async fn count_in(
    tx: &Connection,
    scope: &Scope,
    person: Uuid,
    same: &[Uuid],
    hash: &str,
    a_moment_ago: DateTime<Utc>,
    today: DateTime<Utc>,
) -> Result<Counted> {
    // An identical request just before (decision 99).
    let equal = prescription::Entity::find()
        .select_only()
        .column_as(prescription::Column::Id.count(), "value")
        .filter(prescription::Column::PersonId.eq(person))
        .filter(prescription::Column::RequestHash.eq(hash))
        .filter(prescription::Column::CreatedAt.gt(a_moment_ago));
    let engine = Engine::from_connection(tx);
    let number = next_number(
        engine,
        Series::PRESCRIPTION,
        people::accounts_in_order(same),
    );
    let row = tx.query_one_raw(number).await?;
    let row = row.ok_or_else(|| Error::broken("the series gave no number"))?;
    let mut read = JointRead::for_connection(tx);
    let equal = read.add_as::<Count>(&equal);
    let asked = read.add_as::<Count>(&asked(same, today));
    let standing = StandingPart::add(&mut read, scope, person);
    let mut found = read.run(tx).await?;
    let count = |found: &mut JointAnswers, part: &Part<Count>| -> Result<i64> {
        let counts = found.take(part)?;
        Ok(counts.first().map(|count| count.value).unwrap_or_default())
    };
    Ok(Counted {
        number: row.try_get("", "value")?,
        is_equal: count(&mut found, &equal)? > 0,
        today: u32::try_from(count(&mut found, &asked)?).unwrap_or(u32::MAX),
        standing: standing.take(&mut found)?,
    })
}

#[derive(FromQueryResult, serde::Deserialize)]
struct Count {
    value: i64,
}

/// Inserts a request with its lines, and ends its draft.
pub(in crate::prescriptions) fn insert_request(last: &mut StatementBatch, new: &NewRequest) {
    last.add(&prescription::Entity::insert(new.row.clone().into_active_model()).into_query());
    last.add(
        &prescription_status::Entity::insert(new.first.clone().into_active_model()).into_query(),
    );
    let lines = new
        .lines
        .iter()
        .cloned()
        .map(IntoActiveModel::into_active_model);
    last.add(&medication::Entity::insert_many::<medication::ActiveModel, _>(lines).into_query());
    let changes = new
        .changes
        .iter()
        .cloned()
        .map(IntoActiveModel::into_active_model);
    last.add(
        &medication_change::Entity::insert_many::<medication_change::ActiveModel, _>(changes)
            .into_query(),
    );
    last.add(&ended_draft(new.row.person_id, new.row.created_at).into_query());
}

/// Requests that were not cancelled. One whose fee was returned after the cancellation is Refunded; its history tells
/// that it was cancelled.
pub(in crate::prescriptions) fn not_cancelled() -> Condition {
    let is = |status| prescription::Column::Status.eq(Coded(status));
    let mut cancelled = Query::select();
    cancelled
        .column(prescription_status::Column::PrescriptionId)
        .from(prescription_status::Entity)
        .and_where(
            Expr::col((
                prescription_status::Entity,
                prescription_status::Column::PrescriptionId,
            ))
            .equals((prescription::Entity, prescription::Column::Id)),
        )
        .and_where(prescription_status::Column::Status.eq(Coded(PrescriptionStatus::Canceled)));
    Condition::all()
        .add(is(PrescriptionStatus::Canceled).not())
        .add(
            Condition::all()
                .add(is(PrescriptionStatus::Refunded))
                .add(Expr::exists(cancelled))
                .not(),
        )
}

/// Medications requested by the accounts of a person since a time, without cancelled requests (decisions 85
/// and 170).
fn asked(same: &[Uuid], since: DateTime<Utc>) -> Select<medication::Entity> {
    let of_request: RelationDef = medication::Entity::belongs_to(prescription::Entity)
        .from(medication::Column::PrescriptionId)
        .to(prescription::Column::Id)
        .into();
    medication::Entity::find()
        .select_only()
        .column_as(medication::Column::Id.count(), "value")
        .join(JoinType::InnerJoin, of_request)
        .filter(prescription::Column::PersonId.is_in(same.iter().copied()))
        .filter(prescription::Column::CreatedAt.gte(since))
        .filter(not_cancelled())
}

/// Counts the medications requested by the accounts of a person since a time.
pub(in crate::prescriptions) async fn asked_since(
    db: &Connection,
    same: &[Uuid],
    since: DateTime<Utc>,
) -> Result<u32> {
    let asked: Option<i64> = asked(same, since).into_tuple().one(db).await?;
    Ok(u32::try_from(asked.unwrap_or_default()).unwrap_or(u32::MAX))
}

/// A person's draft.
pub(in crate::prescriptions) async fn draft(
    db: &Connection,
    person: Uuid,
) -> Result<Option<request_draft::Model>> {
    Ok(request_draft::Entity::find_by_id(person).one(db).await?)
}

/// Saves a draft over the version seen; false if another device saved in between.
pub(in crate::prescriptions) async fn save_draft(
    tx: &Connection,
    person: Uuid,
    content: serde_json::Value,
    seen: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    if seen == 0 {
        let row = request_draft::ActiveModel {
            person_id: Set(person),
            content: Set(content),
            version: Set(1),
            updated_at: Set(now),
        };
        let added = request_draft::Entity::insert(row)
            .on_conflict(
                OnConflict::column(request_draft::Column::PersonId)
                    .do_nothing()
                    .to_owned(),
            )
            .exec_without_returning(tx)
            .await?;
        return Ok(added == 1);
    }
    let done = request_draft::Entity::update_many()
        .set(request_draft::ActiveModel {
            content: Set(content),
            version: Set(seen + 1),
            updated_at: Set(now),
            ..Default::default()
        })
        .filter(request_draft::Column::PersonId.eq(person))
        .filter(request_draft::Column::Version.eq(seen))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// The empty draft that replaces a submitted one. Its version is incremented, so that a save still in transit
/// when the request was created is refused and does not restore the submitted content.
fn ended_draft(person: Uuid, now: DateTime<Utc>) -> Insert<request_draft::ActiveModel> {
    use request_draft::Column::{Content, PersonId, UpdatedAt, Version};
    let row = request_draft::ActiveModel {
        person_id: Set(person),
        content: Set(serde_json::Value::Null),
        version: Set(1),
        updated_at: Set(now),
    };
    let known = Expr::col((request_draft::Entity, Version));
    request_draft::Entity::insert(row).on_conflict(
        OnConflict::column(PersonId)
            .update_columns([Content, UpdatedAt])
            .value(Version, known.add(1))
            .to_owned(),
    )
}

/// Discards a person's draft.
pub(in crate::prescriptions) async fn end_draft(
    tx: &Connection,
    person: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    ended_draft(person, now).exec_without_returning(tx).await?;
    Ok(())
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on lab results. A patient's tests are read and written under a `Scope`; reports without a patient
//! have none.

pub(super) mod definitions;

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointRead};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, FromQueryResult, JoinType, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Set,
};
use uuid::Uuid;

use super::entity::{lab_exception, lab_file, lab_result, lab_test};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::messages;

/// The maximum number of versions in one response.
const MOST: u64 = 400;
/// Values per query.
const AT_ONCE: usize = 500;

/// A test with its report.
pub(super) type Filed = (lab_test::Model, lab_result::Model);

fn joined() -> sea_orm::SelectTwo<lab_test::Entity, lab_result::Entity> {
    <lab_test::Entity as EntityTrait>::find()
        .join(
            JoinType::InnerJoin,
            lab_test::Entity::belongs_to(lab_result::Entity)
                .from(lab_test::Column::Id)
                .to(lab_result::Column::LabTestId)
                .into(),
        )
        .select_also(lab_result::Entity)
}

fn both(rows: Vec<(lab_test::Model, Option<lab_result::Model>)>) -> Vec<Filed> {
    rows.into_iter()
        .filter_map(|(test, result)| result.map(|result| (test, result)))
        .collect()
}

/// All versions of a person's tests, newest first.
pub(super) async fn list_of_person(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<Filed>> {
    let tests = lab_test::Entity::find()
        .filter(scope.condition(lab_test::Column::PersonId))
        .filter(lab_test::Column::PersonId.eq(person))
        .order_by_desc(lab_test::Column::CreatedAt)
        .order_by_desc(lab_test::Column::Id)
        .limit(MOST);
    let ids = tests.clone().select_only().column(lab_test::Column::Id);
    let results = lab_result::Entity::find()
        .filter(lab_result::Column::LabTestId.in_subquery(ids.into_query()));
    let mut read = JointRead::for_connection(db);
    let tests = read.add(&tests);
    let results = read.add(&results);
    let mut found = read.run(db).await?;
    let results = found.take(&results)?.into_iter();
    let mut results: HashMap<Uuid, lab_result::Model> =
        results.map(|one| (one.lab_test_id, one)).collect();
    let filed = |test: lab_test::Model| {
        let result = results.remove(&test.id)?;
        Some((test, result))
    };
    Ok(found.take(&tests)?.into_iter().filter_map(filed).collect())
}

/// A version of a person's test, within scope.
pub(super) async fn get_lab_test(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    id: Uuid,
) -> Result<lab_test::Model> {
    lab_test::Entity::find_by_id(id)
        .filter(scope.condition(lab_test::Column::PersonId))
        .filter(lab_test::Column::PersonId.eq(person))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Acknowledges a current, unacknowledged version; otherwise false.
pub(super) async fn acknowledge(
    tx: &Connection,
    id: Uuid,
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<bool> {
    let to = lab_test::ActiveModel {
        acknowledged_at: Set(Some(at)),
        acknowledged_by: Set(Some(by)),
        ..Default::default()
    };
    let done = lab_test::Entity::update_many()
        .set(to)
        .filter(lab_test::Column::Id.eq(id))
        .filter(lab_test::Column::ReplacedAt.is_null())
        .filter(lab_test::Column::AcknowledgedAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Whether a message is about any version of a test.
pub(super) async fn is_told_by(
    db: &Connection,
    test: &lab_test::Model,
    message: Uuid,
) -> Result<bool> {
    let told = messages::select_subject(message, super::KIND);
    let found = lab_test::Entity::find()
        .filter(lab_test::Column::Id.in_subquery(told))
        .filter(lab_test::Column::Lab.eq(test.lab.as_str()))
        .filter(lab_test::Column::OrderNumber.eq(test.order_number.as_str()))
        .filter(lab_test::Column::PersonId.eq(test.person_id))
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// Whether a file was read before.
pub(super) async fn has_file(db: &Connection, sha256: &str) -> Result<bool> {
    let found = lab_file::Entity::find()
        .filter(lab_file::Column::Sha256.eq(sha256))
        .count(db)
        .await?;
    Ok(found > 0)
}

/// Records a file.
pub(super) async fn add_file(
    tx: &Connection,
    ctx: &Context,
    sha256: String,
    form: &str,
    reports: usize,
) -> Result<Uuid> {
    let id = ctx.new_id();
    lab_file::ActiveModel {
        id: Set(id),
        sha256: Set(sha256),
        form: Set(form.to_owned()),
        reports: Set(i64::try_from(reports).unwrap_or(i64::MAX)),
        created_at: Set(ctx.now()),
    }
    .insert(tx)
    .await?;
    Ok(id)
}

/// Which of these reports were received already, filed or as exceptions.
pub(super) async fn prints(db: &Connection, prints: &[String]) -> Result<HashSet<String>> {
    let mut found = HashSet::new();
    for some in prints.chunks(AT_ONCE) {
        let filed: Vec<String> = lab_result::Entity::find()
            .select_only()
            .column(lab_result::Column::Print)
            .filter(lab_result::Column::Print.is_in(some))
            .into_tuple()
            .all(db)
            .await?;
        let waiting: Vec<String> = lab_exception::Entity::find()
            .select_only()
            .column(lab_exception::Column::Print)
            .filter(lab_exception::Column::Print.is_in(some))
            .into_tuple()
            .all(db)
            .await?;
        found.extend(filed);
        found.extend(waiting);
    }
    Ok(found)
}

/// The current versions of these orders, by laboratory and number. For the import, before the patient is
/// known.
pub(super) async fn find_existing_reports(
    db: &Connection,
    orders: &[String],
) -> Result<HashMap<(String, String), Filed>> {
    let mut found = HashMap::new();
    for some in orders.chunks(AT_ONCE) {
        let rows = joined()
            .filter(lab_test::Column::OrderNumber.is_in(some))
            .filter(lab_test::Column::ReplacedAt.is_null())
            .all(db)
            .await?;
        for (test, result) in both(rows) {
            let key = (test.lab.clone(), test.order_number.clone());
            found.insert(key, (test, result));
        }
    }
    Ok(found)
}

/// Stores a version of a test and replaces the one before in the same step; otherwise the caller lost a race.
pub(super) async fn add(
    tx: &Connection,
    test: lab_test::Model,
    result: lab_result::Model,
    replaces: Option<Uuid>,
) -> Result<()> {
    if let Some(before) = replaces {
        let done = lab_test::Entity::update_many()
            .col_expr(lab_test::Column::ReplacedAt, Expr::val(test.created_at))
            .filter(lab_test::Column::Id.eq(before))
            .filter(lab_test::Column::ReplacedAt.is_null())
            .exec(tx)
            .await?;
        if done.rows_affected != 1 {
            return Err(Error::conflict(
                "NEWER_RESULT",
                "A newer report of this order arrived in the meantime.",
            ));
        }
    }
    lab_test::Entity::insert(lab_test::ActiveModel::from(test).reset_all())
        .exec_without_returning(tx)
        .await?;
    lab_result::Entity::insert(lab_result::ActiveModel::from(result).reset_all())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Puts a report on the list of exceptions.
pub(super) async fn add_exception(tx: &Connection, row: lab_exception::Model) -> Result<()> {
    lab_exception::Entity::insert(lab_exception::ActiveModel::from(row).reset_all())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

fn open_exceptions() -> Select<lab_exception::Entity> {
    lab_exception::Entity::find().filter(lab_exception::Column::SettledAt.is_null())
}

/// How many reports have no patient. It opens no record: the caller checks who may see it.
pub async fn count_exceptions(db: &Connection) -> Result<i64> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Count {
        n: i64,
    }
    let count = open_exceptions()
        .select_only()
        .column_as(lab_exception::Column::Id.count(), "n");
    let mut read = JointRead::for_connection(db);
    let count = read.add_as::<Count>(&count);
    let found = read.run(db).await?.take(&count)?.pop();
    Ok(found.map_or(0, |count| count.n))
}

/// Reports without a patient, oldest first, after a cursor; and their total number.
pub(super) async fn exceptions(
    db: &Connection,
    after: Option<(DateTime<Utc>, Uuid)>,
    limit: u64,
) -> Result<(Vec<lab_exception::Model>, u64)> {
    let open = open_exceptions();
    let total = open.clone().count(db).await?;
    let mut page = open;
    if let Some((at, id)) = after {
        page = page.filter(
            Expr::tuple([
                Expr::col(lab_exception::Column::CreatedAt),
                Expr::col(lab_exception::Column::Id),
            ])
            .gt(Expr::tuple([Expr::val(at), Expr::val(id)])),
        );
    }
    let rows = page
        .order_by_asc(lab_exception::Column::CreatedAt)
        .order_by_asc(lab_exception::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok((rows, total))
}

/// An exception, settled or not.
pub(super) async fn exception(db: &Connection, id: Uuid) -> Result<lab_exception::Model> {
    lab_exception::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// How an exception is settled.
pub(super) struct Settled {
    pub(super) by: Uuid,
    pub(super) at: DateTime<Utc>,
    pub(super) test: Option<Uuid>,
    pub(super) note: Option<String>,
}

/// Settles an exception once; false when it was settled before.
pub(super) async fn settle(tx: &Connection, id: Uuid, to: Settled) -> Result<bool> {
    let row = lab_exception::ActiveModel {
        settled_at: Set(Some(to.at)),
        settled_by: Set(Some(to.by)),
        lab_test_id: Set(to.test),
        note: Set(to.note),
        ..Default::default()
    };
    let done = lab_exception::Entity::update_many()
        .set(row)
        .filter(lab_exception::Column::Id.eq(id))
        .filter(lab_exception::Column::SettledAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// An unacknowledged test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub id: Uuid,
    pub person: Uuid,
    pub since: DateTime<Utc>,
}

/// The oldest unacknowledged tests, at most `limit`, in one query over an index of exactly these. It opens no
/// record: the caller checks who may see them.
pub async fn waiting(db: &Connection, limit: u64) -> Result<Vec<Waiting>> {
    let rows: Vec<(Uuid, Uuid, DateTime<Utc>)> = lab_test::Entity::find()
        .select_only()
        .column(lab_test::Column::Id)
        .column(lab_test::Column::PersonId)
        .column(lab_test::Column::CreatedAt)
        .filter(lab_test::Column::AcknowledgedAt.is_null())
        .filter(lab_test::Column::ReplacedAt.is_null())
        .order_by_asc(lab_test::Column::CreatedAt)
        .order_by_asc(lab_test::Column::Id)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(id, person, since)| Waiting { id, person, since })
        .collect())
}

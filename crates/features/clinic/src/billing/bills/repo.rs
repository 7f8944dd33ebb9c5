// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on bills. A patient's data is read and written only under a `Scope`.

use std::collections::HashMap;

use chrono::NaiveDate;
use salal_db::{Connection, JointRead, StatementBatch};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::billing::claim::Claim;
use crate::billing::entity::{bill, bill_event};
use crate::error::{Error, Result};

pub(in crate::billing) use sea_orm::{ConnectionTrait, DbErr};

/// The bill with this id within scope.
pub(in crate::billing) fn by_id(scope: &Scope, id: Uuid) -> Select<bill::Entity> {
    in_scope(scope).filter(bill::Column::Id.eq(id))
}

/// Bills within scope.
pub(in crate::billing) fn in_scope(scope: &Scope) -> Select<bill::Entity> {
    bill::Entity::find().filter(scope.condition(bill::Column::PersonId))
}

/// Some bills with their histories, in their order, in one statement.
pub(in crate::billing) async fn load(
    db: &Connection,
    wanted: &Select<bill::Entity>,
) -> Result<Vec<Claim>> {
    let mut read = JointRead::for_connection(db);
    let bills = read.add(wanted);
    let ids = wanted.clone().select_only().column(bill::Column::Id);
    let events = read.add(
        &bill_event::Entity::find()
            .filter(bill_event::Column::BillId.in_subquery(ids.into_query()))
            .order_by_asc(bill_event::Column::Seq),
    );
    let mut found = read.run(db).await?;
    let (bills, events) = (found.take(&bills)?, found.take(&events)?);
    Ok(joined(bills, events))
}

/// Bills that were just read or locked, with their histories.
pub(in crate::billing) async fn with_histories(
    db: &Connection,
    rows: Vec<bill::Model>,
) -> Result<Vec<Claim>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids = rows.iter().map(|row| row.id);
    let events = bill_event::Entity::find()
        .filter(bill_event::Column::BillId.is_in(ids))
        .order_by_asc(bill_event::Column::Seq)
        .all(db)
        .await?;
    Ok(joined(rows, events))
}

fn joined(rows: Vec<bill::Model>, events: Vec<bill_event::Model>) -> Vec<Claim> {
    let mut histories: HashMap<Uuid, Vec<bill_event::Model>> = HashMap::new();
    for event in events {
        histories.entry(event.bill_id).or_default().push(event);
    }
    let with = |row: bill::Model| {
        let history = histories.remove(&row.id).unwrap_or_default();
        Claim::of_rows(row, history)
    };
    rows.into_iter().map(with).collect()
}

/// Locks a bill for the rest of the transaction and increments its version; `None` if it has another one.
pub(in crate::billing) async fn lock_version(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
    version: i64,
) -> Result<Option<bill::Model>> {
    let seen = Condition::all()
        .add(bill::Column::Id.eq(id))
        .add(bill::Column::Version.eq(version));
    Ok(lock(tx, scope, seen).await?.pop())
}

/// Locks bills for the rest of the transaction and increments their versions.
pub(in crate::billing) async fn lock_rows(
    tx: &Connection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<bill::Model>> {
    let wanted = bill::Column::Id.is_in(ids.iter().copied());
    lock(tx, scope, Condition::all().add(wanted)).await
}

/// Locks the bill with our own number.
pub(in crate::billing) async fn lock_folio(
    tx: &Connection,
    scope: &Scope,
    folio: i64,
) -> Result<Vec<bill::Model>> {
    let wanted = bill::Column::Folio.eq(folio);
    lock(tx, scope, Condition::all().add(wanted)).await
}

async fn lock(tx: &Connection, scope: &Scope, wanted: Condition) -> Result<Vec<bill::Model>> {
    let version = Expr::col(bill::Column::Version).add(1i64);
    let mut locked = bill::Entity::update_many()
        .col_expr(bill::Column::Version, version)
        .filter(wanted)
        .filter(scope.condition(bill::Column::PersonId))
        .into_query();
    locked.returning_all();
    let rows = tx.query_all(&locked).await?;
    let row = |row| bill::Model::from_query_result(row, "");
    Ok(rows.iter().map(row).collect::<Result<_, _>>()?)
}

/// Whether the prescription, or the visit, is billed already.
pub(super) async fn exists(
    db: &Connection,
    prescription: Uuid,
    person: Uuid,
    day: NaiveDate,
    service: &str,
) -> Result<bool> {
    let visit = Condition::all()
        .add(bill::Column::PersonId.eq(person))
        .add(bill::Column::ServiceDate.eq(day))
        .add(bill::Column::ServiceCode.eq(service));
    let wanted = Condition::any()
        .add(bill::Column::PrescriptionId.eq(prescription))
        .add(visit);
    let found = bill::Entity::find().filter(wanted).limit(1).one(db).await?;
    Ok(found.is_some())
}

/// The next number on claims; locks the counter until the end of the transaction.
pub(super) async fn next_folio(tx: &Connection) -> Result<i64> {
    let folio = salal_db::count(tx, salal_db::Series::BILL).await?;
    if folio > 9_999_999 {
        return Err(Error::broken("the counter of bills is above seven digits"));
    }
    Ok(folio)
}

/// Adds a bill.
pub(in crate::billing) fn insert(writes: &mut StatementBatch, row: bill::Model) {
    writes.add(&bill::Entity::insert(row.into_active_model()).into_query());
}

/// Writes a bill locked in this transaction.
pub(in crate::billing) fn update(writes: &mut StatementBatch, row: bill::Model) {
    let id = row.id;
    let changed = bill::Entity::update_many()
        .set(row.into_active_model().reset_all())
        .filter(bill::Column::Id.eq(id));
    writes.add(&changed.into_query());
}

/// What files and lines change of a bill.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::billing) struct Moved {
    state: &'static str,
    paid_cents: i64,
    waits_for: Option<String>,
}

impl Moved {
    pub(in crate::billing) fn of(row: &bill::Model) -> Self {
        Self {
            state: row.state.code(),
            paid_cents: row.paid_cents,
            waits_for: row.waits_for.clone(),
        }
    }
}

/// Writes the same to bills locked in this transaction.
pub(in crate::billing) fn move_rows(writes: &mut StatementBatch, to: Moved, ids: Vec<Uuid>) {
    let moved = bill::Entity::update_many()
        .col_expr(bill::Column::State, Expr::value(to.state))
        .col_expr(bill::Column::PaidCents, Expr::value(to.paid_cents))
        .col_expr(bill::Column::WaitsFor, Expr::value(to.waits_for))
        .filter(bill::Column::Id.is_in(ids));
    writes.add(&moved.into_query());
}

/// Notes why bills were left out of a file. Nothing else of them changes, so they are not locked.
pub(in crate::billing) fn leave_out(
    writes: &mut StatementBatch,
    scope: &Scope,
    ids: Vec<Uuid>,
    why: String,
) {
    let left = bill::Entity::update_many()
        .col_expr(bill::Column::WaitsFor, Expr::value(Some(why)))
        .filter(bill::Column::Id.is_in(ids))
        .filter(scope.condition(bill::Column::PersonId));
    writes.add(&left.into_query());
}

/// Adds entries to histories of bills that are new or locked.
pub(in crate::billing) fn insert_events(
    writes: &mut StatementBatch,
    events: impl IntoIterator<Item = bill_event::Model>,
) {
    let rows: Vec<_> = events
        .into_iter()
        .map(IntoActiveModel::into_active_model)
        .collect();
    if !rows.is_empty() {
        writes.add(&bill_event::Entity::insert_many(rows).into_query());
    }
}

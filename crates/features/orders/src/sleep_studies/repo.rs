// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on sleep studies. A patient's data is read and written only under a `Scope`; clinics have none.

pub(super) mod import_list;
pub(super) mod requesters;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead, StatementBatch};
use salal_domain::destinations::Standing;
use salal_domain::sleep::SleepCompany;
use salal_domain::sleep::status::SleepStatus;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Select, Set,
};
use uuid::Uuid;

use super::KIND;
use super::dto::{SleepClinicView, SleepInfo};
use super::entity::{sleep_assessment, sleep_assessment_status, sleep_clinic, sleep_info};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::orders::{self, Entry, LockedBy, StatusRow};
use salal_exchange::fax;

/// The maximum number of versions or orders in a response.
const MOST: u64 = 200;

fn read(row: sleep_info::Model) -> Result<SleepInfo> {
    Ok(serde_json::from_value(row.content)?)
}

/// All versions of a person's information, the newest first.
fn newest_first(scope: &Scope, person: Uuid) -> Select<sleep_info::Entity> {
    sleep_info::Entity::find()
        .filter(sleep_info::Column::PersonId.eq(person))
        .filter(scope.condition(sleep_info::Column::PersonId))
        .order_by_desc(sleep_info::Column::CreatedAt)
        .order_by_desc(sleep_info::Column::Id)
}

/// The same, as far as a response holds.
pub(super) async fn infos(db: &Connection, scope: &Scope, person: Uuid) -> Result<Vec<SleepInfo>> {
    let found = newest_first(scope, person).limit(MOST).all(db).await?;
    found.into_iter().map(read).collect()
}

/// The newest version.
pub(super) async fn newest_info(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Option<SleepInfo>> {
    let mut found = JointRead::all(db, &newest_first(scope, person).limit(1)).await?;
    found.pop().map(read).transpose()
}

fn select_info(scope: &Scope, id: Uuid) -> Select<sleep_info::Entity> {
    sleep_info::Entity::find_by_id(id).filter(scope.condition(sleep_info::Column::PersonId))
}

/// One version.
pub(super) async fn info(db: &Connection, scope: &Scope, id: Uuid) -> Result<SleepInfo> {
    let row = select_info(scope, id).one(db).await?;
    row.map(read).transpose()?.ok_or_else(Error::not_found)
}

/// Versions by id.
pub(super) fn select_infos(ids: &[Uuid]) -> Select<sleep_info::Entity> {
    sleep_info::Entity::find().filter(sleep_info::Column::Id.is_in(ids.iter().copied()))
}

/// The same from their rows.
pub(super) fn infos_by_id(rows: Vec<sleep_info::Model>) -> Result<HashMap<Uuid, SleepInfo>> {
    let by_id = |row: sleep_info::Model| Ok((row.id, read(row)?));
    rows.into_iter().map(by_id).collect()
}

/// What an order is to be made of, as far as it is there.
pub(super) struct Choice {
    pub(super) info: Option<SleepInfo>,
    /// The newest version of the person's information.
    pub(super) newest: Option<Uuid>,
    /// The branches that are offered.
    pub(super) clinics: Vec<sleep_clinic::Model>,
}

/// A version of a person's information, the newest one, and the offered branches, in one query.
pub(super) async fn choice(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    info: Uuid,
    without: Option<SleepCompany>,
) -> Result<Choice> {
    let mut read = JointRead::for_connection(db);
    let info = read.add(&select_info(scope, info));
    let newest = read.add(&newest_first(scope, person).limit(1));
    let clinics = read.add(&select_clinics(without));
    let mut found = read.run(db).await?;
    Ok(Choice {
        info: found.take(&info)?.pop().map(self::read).transpose()?,
        newest: found.take(&newest)?.pop().map(|newest| newest.id),
        clinics: found.take(&clinics)?,
    })
}

/// Stores a version; its id, person and time are already set.
pub(super) async fn add_info(tx: &Connection, by: Uuid, info: &SleepInfo) -> Result<()> {
    sleep_info::ActiveModel {
        id: Set(info.id),
        person_id: Set(info.person),
        created_by: Set(by),
        created_at: Set(info.created_at),
        content: Set(serde_json::to_value(info)?),
    }
    .insert(tx)
    .await?;
    Ok(())
}

/// A branch to be stored; phone and fax are ten digits.
#[derive(Clone, Debug)]
pub struct NewSleepClinic {
    pub company: SleepCompany,
    pub name: String,
    pub address: String,
    pub phone: String,
    pub fax: String,
}

/// Stores new branches, by company and name.
pub async fn create_clinics(
    tx: &Connection,
    ctx: &Context,
    new: Vec<NewSleepClinic>,
) -> Result<()> {
    if new.is_empty() {
        return Ok(());
    }
    let rows = new.into_iter().map(|one| sleep_clinic::ActiveModel {
        id: Set(ctx.new_id()),
        company: Set(one.company.into()),
        name: Set(one.name),
        address: Set(one.address),
        phone: Set(one.phone),
        fax: Set(one.fax),
        active: Set(true),
    });
    sleep_clinic::Entity::insert_many(rows)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// The offered branches, by name, except those of the company `without`.
fn select_clinics(without: Option<SleepCompany>) -> Select<sleep_clinic::Entity> {
    let mut query = sleep_clinic::Entity::find().filter(sleep_clinic::Column::Active.eq(true));
    if let Some(company) = without {
        query = query.filter(sleep_clinic::Column::Company.ne(company.code()));
    }
    query
        .order_by_asc(sleep_clinic::Column::Name)
        .order_by_asc(sleep_clinic::Column::Id)
}

/// The same, read.
pub(super) async fn clinics(
    db: &Connection,
    without: Option<SleepCompany>,
) -> Result<Vec<sleep_clinic::Model>> {
    Ok(select_clinics(without).all(db).await?)
}

/// Those of some branches that are in the list.
pub(super) fn select_listed(ids: &[Uuid]) -> Select<sleep_clinic::Entity> {
    sleep_clinic::Entity::find()
        .filter(sleep_clinic::Column::Id.is_in(ids.iter().copied()))
        .filter(sleep_clinic::Column::Active.eq(true))
}

/// What the list says now of the clinic of an order.
pub(super) async fn standing(db: &Connection, order: &sleep_assessment::Model) -> Result<Standing> {
    let clinic: SleepClinicView = serde_json::from_value(order.clinic.clone())?;
    let listed = select_listed(&[order.sleep_clinic_id]).one(db).await?;
    let listed = listed.as_ref().map(|row| row.fax.as_str());
    Ok(Standing::of(listed, &clinic.fax_number))
}

/// Whether a company has a branch.
pub(super) async fn has_company(db: &Connection, company: SleepCompany) -> Result<bool> {
    let found = sleep_clinic::Entity::find()
        .filter(sleep_clinic::Column::Company.eq(company.code()))
        .count(db)
        .await?;
    Ok(found > 0)
}

/// The orders whose request is to be rendered and sent, oldest first: all that wait for a doctor, and those whose
/// job has not run yet.
pub(super) async fn unsent(db: &Connection) -> Result<Vec<Uuid>> {
    let due = [SleepStatus::Paid.code(), SleepStatus::Free.code()];
    Ok(sleep_assessment::Entity::find()
        .select_only()
        .column(sleep_assessment::Column::Id)
        .filter(sleep_assessment::Column::Status.is_in(due))
        .filter(sleep_assessment::Column::RequestId.is_null())
        .order_by_asc(sleep_assessment::Column::CreatedAt)
        .order_by_asc(sleep_assessment::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// An order within scope.
pub(super) async fn get_order(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<sleep_assessment::Model> {
    sleep_assessment::Entity::find_by_id(id)
        .filter(scope.condition(sleep_assessment::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Locks the order for the rest of the transaction and increments its version: a concurrent caller waits, and
/// then sees the committed changes.
pub(super) async fn lock_for_update(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<sleep_assessment::Model> {
    orders::lock_row::<sleep_assessment::Entity>(tx, scope, id, LOCKED_BY).await
}

/// Holds an order until the transaction ends, without changing it.
pub(super) async fn hold(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<sleep_assessment::Model> {
    orders::hold_row::<sleep_assessment::Entity>(tx, scope, id, LOCKED_BY).await
}

const LOCKED_BY: LockedBy<sleep_assessment::Column> = LockedBy {
    id: sleep_assessment::Column::Id,
    person: sleep_assessment::Column::PersonId,
    version: sleep_assessment::Column::Version,
};

/// The order in force of the same answers at the same clinic.
pub(super) async fn in_force(
    db: &Connection,
    scope: &Scope,
    info: Uuid,
    clinic: Uuid,
) -> Result<Option<sleep_assessment::Model>> {
    let over = [SleepStatus::Canceled.code(), SleepStatus::Refunded.code()];
    Ok(sleep_assessment::Entity::find()
        .filter(scope.condition(sleep_assessment::Column::PersonId))
        .filter(sleep_assessment::Column::SleepInfoId.eq(info))
        .filter(sleep_assessment::Column::SleepClinicId.eq(clinic))
        .filter(sleep_assessment::Column::Status.is_not_in(over))
        .one(db)
        .await?)
}

/// The next order number; locks the counter until the end of the transaction.
pub(super) async fn next_number(tx: &Connection) -> Result<i64> {
    Ok(salal_db::count(tx, salal_db::Series::SLEEP_ORDER).await?)
}

/// Adds a new order.
pub(super) fn insert_order(writes: &mut StatementBatch, row: sleep_assessment::Model) {
    writes.add(&sleep_assessment::Entity::insert(row.into_active_model()).into_query());
}

/// Writes an order locked in this transaction.
pub(super) fn save_order(writes: &mut StatementBatch, row: sleep_assessment::Model) {
    let by = (sleep_assessment::Column::Id, row.id);
    orders::save_row::<sleep_assessment::Entity, sleep_assessment::ActiveModel>(writes, by, row);
}

/// Adds an entry to the status history.
pub(super) fn insert_status(writes: &mut StatementBatch, row: sleep_assessment_status::Model) {
    writes.add(&sleep_assessment_status::Entity::insert(row.into_active_model()).into_query());
}

/// Status histories, newest first.
pub(super) fn select_statuses(ids: &[Uuid]) -> Select<sleep_assessment_status::Entity> {
    sleep_assessment_status::Entity::find()
        .filter(sleep_assessment_status::Column::SleepAssessmentId.is_in(ids.iter().copied()))
        .order_by_desc(sleep_assessment_status::Column::Seq)
}

impl StatusRow for sleep_assessment_status::Model {
    type Status = SleepStatus;

    fn of_entry(entry: Entry<SleepStatus>) -> Self {
        Self {
            id: entry.id,
            sleep_assessment_id: entry.of,
            seq: entry.seq,
            status: Coded(entry.status),
            at: entry.at,
            by_person: entry.by_person,
            detail: entry.detail,
        }
    }

    fn status(&self) -> SleepStatus {
        *self.status
    }
}

/// All orders of a person, newest first.
pub(super) async fn list_orders_of_person(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<sleep_assessment::Model>> {
    Ok(sleep_assessment::Entity::find()
        .filter(scope.condition(sleep_assessment::Column::PersonId))
        .filter(sleep_assessment::Column::PersonId.eq(person))
        .order_by_desc(sleep_assessment::Column::CreatedAt)
        .order_by_desc(sleep_assessment::Column::Id)
        .limit(MOST)
        .all(db)
        .await?)
}

/// The open orders of a person, oldest first, and those faxed or refunded since a time.
pub(super) async fn pending(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    since: DateTime<Utc>,
) -> Result<Vec<sleep_assessment::Model>> {
    let open = [
        SleepStatus::Pending.code(),
        SleepStatus::Submitted.code(),
        SleepStatus::Paid.code(),
        SleepStatus::Free.code(),
    ];
    let ended = [SleepStatus::Faxed.code(), SleepStatus::Refunded.code()];
    // Asked of each of the person's own, as for prescriptions.
    let happened = sleep_assessment_status::Entity::find()
        .select_only()
        .column(sleep_assessment_status::Column::Id)
        .filter(
            sleep_assessment_status::Column::SleepAssessmentId
                .into_expr()
                .equals(sleep_assessment::Column::Id.as_column_ref()),
        )
        .filter(sleep_assessment_status::Column::At.gt(since));
    let lately = sleep_assessment::Column::Status
        .is_in(ended)
        .and(Expr::exists(happened.into_query()));
    let doubted = sleep_assessment::Column::Status
        .eq(SleepStatus::Faxed.code())
        .and(sleep_assessment::Column::Id.in_subquery(fax::in_trouble(KIND)));
    let shown = sleep_assessment::Column::Status.is_in(open);
    let rows = sleep_assessment::Entity::find()
        .filter(scope.condition(sleep_assessment::Column::PersonId))
        .filter(sleep_assessment::Column::PersonId.eq(person))
        .filter(shown.or(lately).or(doubted))
        .order_by_asc(sleep_assessment::Column::CreatedAt);
    Ok(JointRead::all(db, &rows).await?)
}

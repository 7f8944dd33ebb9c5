// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on sleep studies. A patient's data is read and written only under a `Scope`; clinics have none.

pub(super) mod import_list;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_domain::sleep::SleepCompany;
use salal_domain::sleep::status::SleepStatus;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Set, Statement,
};
use uuid::Uuid;

use super::dto::{SleepClinicView, SleepInfo};
use super::entity::{sleep_assessment, sleep_assessment_status, sleep_clinic, sleep_info};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

/// Re-exported for the steps of this feature.
pub(super) use sea_orm::ConnectionTrait;

/// The maximum number of versions or orders in a response.
const MOST: u64 = 200;

fn read(row: sleep_info::Model) -> Result<SleepInfo> {
    Ok(serde_json::from_value(row.content)?)
}

/// All versions of a person's information, the newest first.
pub(super) async fn infos(
    db: &impl ConnectionTrait,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<SleepInfo>> {
    sleep_info::Entity::find()
        .filter(sleep_info::Column::PersonId.eq(person))
        .filter(scope.condition(sleep_info::Column::PersonId))
        .order_by_desc(sleep_info::Column::CreatedAt)
        .order_by_desc(sleep_info::Column::Id)
        .limit(MOST)
        .all(db)
        .await?
        .into_iter()
        .map(read)
        .collect()
}

/// The newest version.
pub(super) async fn newest_info(
    db: &impl ConnectionTrait,
    scope: &Scope,
    person: Uuid,
) -> Result<Option<SleepInfo>> {
    sleep_info::Entity::find()
        .filter(sleep_info::Column::PersonId.eq(person))
        .filter(scope.condition(sleep_info::Column::PersonId))
        .order_by_desc(sleep_info::Column::CreatedAt)
        .order_by_desc(sleep_info::Column::Id)
        .one(db)
        .await?
        .map(read)
        .transpose()
}

/// One version.
pub(super) async fn info(db: &impl ConnectionTrait, scope: &Scope, id: Uuid) -> Result<SleepInfo> {
    let row = sleep_info::Entity::find_by_id(id)
        .filter(scope.condition(sleep_info::Column::PersonId))
        .one(db)
        .await?;
    row.map(read).transpose()?.ok_or_else(Error::not_found)
}

/// Versions by id.
pub(super) async fn infos_by_id(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, SleepInfo>> {
    let rows = sleep_info::Entity::find()
        .filter(sleep_info::Column::Id.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    rows.into_iter()
        .map(|row| Ok((row.id, read(row)?)))
        .collect()
}

/// Stores a version; its id, person and time are already set.
pub(super) async fn add_info(tx: &impl ConnectionTrait, by: Uuid, info: &SleepInfo) -> Result<()> {
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
pub(crate) struct NewSleepClinic {
    pub(crate) company: SleepCompany,
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) phone: String,
    pub(crate) fax: String,
}

/// Stores new branches, by company and name.
pub(crate) async fn create_clinics(
    tx: &impl ConnectionTrait,
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
pub(super) async fn clinics(
    db: &impl ConnectionTrait,
    without: Option<SleepCompany>,
) -> Result<Vec<sleep_clinic::Model>> {
    let mut query = sleep_clinic::Entity::find().filter(sleep_clinic::Column::Active.eq(true));
    if let Some(company) = without {
        query = query.filter(sleep_clinic::Column::Company.ne(company.code()));
    }
    Ok(query
        .order_by_asc(sleep_clinic::Column::Name)
        .order_by_asc(sleep_clinic::Column::Id)
        .all(db)
        .await?)
}

/// Whether a company has a branch.
pub(super) async fn has_company(db: &impl ConnectionTrait, company: SleepCompany) -> Result<bool> {
    let found = sleep_clinic::Entity::find()
        .filter(sleep_clinic::Column::Company.eq(company.code()))
        .count(db)
        .await?;
    Ok(found > 0)
}

/// An order within scope.
pub(super) async fn get_order(
    db: &impl ConnectionTrait,
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
    tx: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<sleep_assessment::Model> {
    let done = sleep_assessment::Entity::update_many()
        .col_expr(
            sleep_assessment::Column::Version,
            Expr::col(sleep_assessment::Column::Version).add(1i64),
        )
        .filter(sleep_assessment::Column::Id.eq(id))
        .filter(scope.condition(sleep_assessment::Column::PersonId))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Err(Error::not_found());
    }
    get_order(tx, scope, id).await
}

/// The order in force of the same answers at the same clinic.
pub(super) async fn in_force(
    db: &impl ConnectionTrait,
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
async fn next_number(tx: &impl ConnectionTrait) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Next {
        value: i64,
    }
    let sql = "INSERT INTO counter (name, value) VALUES ('sleep_assessment', 30001) \
               ON CONFLICT (name) DO UPDATE SET value = counter.value + 1 RETURNING value";
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    let next = Next::find_by_statement(statement).one(tx).await?;
    next.map(|next| next.value)
        .ok_or_else(|| Error::broken("the counter of sleep orders gave no number"))
}

/// An order to be stored.
pub(super) struct NewOrder<'a> {
    pub(super) id: Uuid,
    pub(super) person: Uuid,
    pub(super) info: Uuid,
    pub(super) clinic: &'a SleepClinicView,
    pub(super) free: bool,
    pub(super) preliminary: Uuid,
}

/// Stores an order with its first status; false when one with the same answers at the same clinic is in
/// force.
pub(super) async fn add(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    new: &NewOrder<'_>,
) -> Result<bool> {
    let row = sleep_assessment::ActiveModel {
        id: Set(new.id),
        number: Set(next_number(tx).await?),
        person_id: Set(new.person),
        sleep_info_id: Set(new.info),
        sleep_clinic_id: Set(new.clinic.id),
        clinic: Set(serde_json::to_value(new.clinic)?),
        status: Set(SleepStatus::Pending.into()),
        free: Set(new.free),
        preliminary_id: Set(new.preliminary),
        request_id: Set(None),
        created_at: Set(ctx.now()),
        version: Set(1),
    };
    let added = sleep_assessment::Entity::insert(row)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(tx)
        .await?;
    if added == 0 {
        return Ok(false);
    }
    add_status(
        tx,
        ctx,
        new.id,
        SleepStatus::Pending,
        Some(new.person),
        None,
    )
    .await?;
    Ok(true)
}

/// Adds a status to the history of an order locked in this transaction, and makes it current.
pub(super) async fn add_status(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    id: Uuid,
    status: SleepStatus,
    by: Option<Uuid>,
    detail: Option<String>,
) -> Result<()> {
    let seq = sleep_assessment_status::Entity::find()
        .filter(sleep_assessment_status::Column::SleepAssessmentId.eq(id))
        .count(tx)
        .await?;
    sleep_assessment_status::ActiveModel {
        id: Set(ctx.new_id()),
        sleep_assessment_id: Set(id),
        seq: Set(i64::try_from(seq).unwrap_or_default() + 1),
        status: Set(status.into()),
        at: Set(ctx.now()),
        by_person: Set(by),
        detail: Set(detail),
    }
    .insert(tx)
    .await?;
    let mut to = sleep_assessment::ActiveModel {
        status: Set(status.into()),
        ..Default::default()
    };
    if status == SleepStatus::Free {
        to.free = Set(true);
    }
    update(tx, id, to).await
}

/// Stores which document is faxed for an order locked in this transaction.
pub(super) async fn set_request(tx: &impl ConnectionTrait, id: Uuid, document: Uuid) -> Result<()> {
    let to = sleep_assessment::ActiveModel {
        request_id: Set(Some(document)),
        ..Default::default()
    };
    update(tx, id, to).await
}

async fn update(
    tx: &impl ConnectionTrait,
    id: Uuid,
    to: sleep_assessment::ActiveModel,
) -> Result<()> {
    sleep_assessment::Entity::update_many()
        .set(to)
        .filter(sleep_assessment::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Status histories, newest first.
pub(super) async fn statuses(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<sleep_assessment_status::Model>> {
    Ok(sleep_assessment_status::Entity::find()
        .filter(sleep_assessment_status::Column::SleepAssessmentId.is_in(ids.iter().copied()))
        .order_by_desc(sleep_assessment_status::Column::Seq)
        .all(db)
        .await?)
}

/// All orders of a person, newest first.
pub(super) async fn list_orders_of_person(
    db: &impl ConnectionTrait,
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
    db: &impl ConnectionTrait,
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
    let lately = sleep_assessment::Column::Status.is_in(ended).and(
        sleep_assessment::Column::Id.in_subquery(
            Query::select()
                .column(sleep_assessment_status::Column::SleepAssessmentId)
                .from(sleep_assessment_status::Entity)
                .and_where(sleep_assessment_status::Column::At.gt(since))
                .to_owned(),
        ),
    );
    Ok(sleep_assessment::Entity::find()
        .filter(scope.condition(sleep_assessment::Column::PersonId))
        .filter(sleep_assessment::Column::PersonId.eq(person))
        .filter(sleep_assessment::Column::Status.is_in(open).or(lately))
        .order_by_asc(sleep_assessment::Column::CreatedAt)
        .all(db)
        .await?)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on the clinic's rules on classes. A removed rule is kept, marked.

pub(super) mod all_rules;

use salal_db::{Coded, Connection};
use salal_domain::filters::{FilterStatus, MatchedBy, class_name, known_of};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};
use uuid::Uuid;

use super::dto::{FilterRow, MedicationFilterView};
use crate::context::Context;
use crate::drugs::entity::filter_offer;
use crate::drugs::entity::medication_filter::{self, Column};
use crate::drugs::repo::{also, parse_list};
use crate::error::{Error, Result};

/// The rules in force, newest first.
pub(super) async fn list_filters(db: &Connection) -> Result<Vec<MedicationFilterView>> {
    medication_filter::Entity::find()
        .filter(Column::DeletedAt.is_null())
        .order_by_desc(Column::CreatedAt)
        .order_by_asc(Column::TcAhfsNumber)
        .all(db)
        .await?
        .into_iter()
        .map(view)
        .collect()
}

/// The rule in force of exactly this class.
pub(super) async fn find_filter(
    db: &Connection,
    class: &str,
) -> Result<Option<medication_filter::Model>> {
    Ok(medication_filter::Entity::find()
        .filter(Column::TcAhfsNumber.eq(class))
        .filter(Column::DeletedAt.is_null())
        .one(db)
        .await?)
}

pub(super) async fn create(
    tx: &Connection,
    ctx: &Context,
    row: FilterRow,
    by: Uuid,
) -> Result<MedicationFilterView> {
    let also = match row.also() {
        also if also == MatchedBy::default() => None,
        also => Some(serde_json::to_value(also)?),
    };
    let status = FilterStatus::from_code(&row.status)
        .ok_or_else(|| Error::broken("a filter with an unknown status"))?;
    let made = medication_filter::ActiveModel {
        id: Set(ctx.new_id()),
        tc_ahfs_number: Set(row.tc_ahfs_number),
        status: Set(Coded(status)),
        exceptions: Set(serde_json::to_value(row.active_ingredients)?),
        also: Set(also),
        created_by: Set(Some(by)),
        created_at: Set(ctx.now()),
        deleted_at: Set(None),
    };
    view(made.insert(tx).await?)
}

/// False when it is not in force.
pub(super) async fn withdraw(tx: &Connection, ctx: &Context, id: Uuid) -> Result<bool> {
    let done = medication_filter::Entity::update_many()
        .col_expr(Column::DeletedAt, Expr::value(Some(ctx.now())))
        .filter(Column::Id.eq(id))
        .filter(Column::DeletedAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Whether there ever were any filters, and any created by a person.
pub(super) async fn history(db: &Connection) -> Result<(bool, bool)> {
    let any = medication_filter::Entity::find().limit(1).count(db).await? > 0;
    let own = medication_filter::Entity::find()
        .filter(Column::CreatedBy.is_not_null())
        .limit(1)
        .count(db)
        .await?
        > 0;
    Ok((any, own))
}

/// Withdraws the filters that came with the catalogue.
pub(super) async fn withdraw_defaults(tx: &Connection, ctx: &Context) -> Result<u64> {
    let done = medication_filter::Entity::update_many()
        .col_expr(Column::DeletedAt, Expr::value(Some(ctx.now())))
        .filter(Column::CreatedBy.is_null())
        .filter(Column::DeletedAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected)
}

/// The answer to the offer of the default set; `None` until answered.
pub(in crate::drugs) async fn accepted(db: &Connection) -> Result<Option<bool>> {
    let answer = filter_offer::Entity::find().one(db).await?;
    Ok(answer.map(|row| row.accepted))
}

/// Stores the answer; false when there is one already.
pub(super) async fn answer(
    tx: &Connection,
    ctx: &Context,
    accepted: bool,
    by: Uuid,
) -> Result<bool> {
    let row = filter_offer::ActiveModel {
        id: Set(1),
        accepted: Set(accepted),
        answered_by: Set(by),
        answered_at: Set(ctx.now()),
    };
    let done = filter_offer::Entity::insert(row)
        .on_conflict(
            OnConflict::column(filter_offer::Column::Id)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(done == 1)
}

fn view(row: medication_filter::Model) -> Result<MedicationFilterView> {
    let own = also(row.also)?;
    let known = known_of(&row.tc_ahfs_number);
    let with = |known: Vec<String>, own: &[String]| {
        let mut all = known;
        all.extend(own.iter().cloned());
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|one| seen.insert(one.clone()));
        all
    };
    Ok(MedicationFilterView {
        id: row.id,
        class_name: class_name(&row.tc_ahfs_number).map(ToOwned::to_owned),
        atc_numbers: with(known.atc_numbers, &own.atc_numbers),
        matched_ingredients: with(known.ingredients, &own.ingredients),
        schedules: own.schedules.clone(),
        own,
        tc_ahfs_number: row.tc_ahfs_number,
        status: *row.status,
        active_ingredients: parse_list(&row.exceptions)?,
        created_at: row.created_at,
    })
}

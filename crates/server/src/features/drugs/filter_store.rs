//! The rows of the clinic's rules on classes. One that was taken away stays, marked.

use salal_rules::filters::FilterStatus;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set,
};
use uuid::Uuid;

use super::filter_wire::{FilterRow, MedicationFilterView};
use super::rows::medication_filter::{self, Column};
use super::store;
use crate::context::Context;
use crate::error::Result;

/// The rules in force, the newest first.
pub(super) async fn all(db: &impl ConnectionTrait) -> Result<Vec<MedicationFilterView>> {
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
pub(super) async fn of_class(
    db: &impl ConnectionTrait,
    class: &str,
) -> Result<Option<medication_filter::Model>> {
    Ok(medication_filter::Entity::find()
        .filter(Column::TcAhfsNumber.eq(class))
        .filter(Column::DeletedAt.is_null())
        .one(db)
        .await?)
}

pub(super) async fn create(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: FilterRow,
    by: Uuid,
) -> Result<MedicationFilterView> {
    let made = medication_filter::ActiveModel {
        id: Set(ctx.new_id()),
        tc_ahfs_number: Set(row.tc_ahfs_number),
        status: Set(row.status),
        exceptions: Set(serde_json::to_value(row.active_ingredients)?),
        created_by: Set(Some(by)),
        created_at: Set(ctx.now()),
        deleted_at: Set(None),
    };
    view(made.insert(tx).await?)
}

/// False when it is not in force.
pub(super) async fn withdraw(tx: &impl ConnectionTrait, ctx: &Context, id: Uuid) -> Result<bool> {
    let done = medication_filter::Entity::update_many()
        .col_expr(Column::DeletedAt, Expr::value(Some(ctx.now())))
        .filter(Column::Id.eq(id))
        .filter(Column::DeletedAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

fn view(row: medication_filter::Model) -> Result<MedicationFilterView> {
    Ok(MedicationFilterView {
        id: row.id,
        tc_ahfs_number: row.tc_ahfs_number,
        status: FilterStatus::from_code(&row.status)
            .map_or("CROSS_OUT", FilterStatus::code)
            .to_owned(),
        active_ingredients: store::list(&row.exceptions)?,
        created_at: row.created_at,
    })
}

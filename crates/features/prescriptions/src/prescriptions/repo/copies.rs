// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on the copies of prescriptions.

use salal_db::{Connection, StatementBatch};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QueryTrait, Select, Set,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::{Error, Result};
use crate::prescriptions::entity::prescription_copy::{ActiveModel, Column, Entity, Model};
use salal_orders::orders;

/// All copies of these prescriptions, oldest first.
pub(in crate::prescriptions) fn select_copies(ids: &[Uuid]) -> Select<Entity> {
    Entity::find()
        .filter(Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(Column::Number)
}

/// A copy within scope.
pub(in crate::prescriptions) async fn copy(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<Model> {
    Entity::find_by_id(id)
        .filter(scope.condition(Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// The copy of a prescription that is not void: the first, if an earlier version created two.
pub(in crate::prescriptions) async fn copy_in_force(
    db: &Connection,
    prescription: Uuid,
) -> Result<Option<Model>> {
    Ok(Entity::find()
        .filter(Column::PrescriptionId.eq(prescription))
        .filter(Column::VoidedAt.is_null())
        .order_by_asc(Column::Number)
        .one(db)
        .await?)
}

/// The copy of a signed sheet.
pub(in crate::prescriptions) async fn copy_of_document(
    db: &Connection,
    document: Uuid,
) -> Result<Option<Model>> {
    Ok(Entity::find()
        .filter(Column::DocumentId.eq(document))
        .one(db)
        .await?)
}

pub(in crate::prescriptions) fn add_copy(writes: &mut StatementBatch, row: Model) {
    writes.add(&Entity::insert(row.into_active_model()).into_query());
}

/// Writes a copy of a prescription locked in this transaction.
pub(in crate::prescriptions) fn save_copy(writes: &mut StatementBatch, row: Model) {
    orders::save_row::<Entity, ActiveModel>(writes, (Column::Id, row.id), row);
}

/// Changes a copy if its version is unchanged; otherwise false.
pub(in crate::prescriptions) async fn change_copy(
    tx: &Connection,
    seen: &Model,
    to: ActiveModel,
) -> Result<bool> {
    let done = Entity::update_many()
        .set(ActiveModel {
            version: Set(seen.version + 1),
            ..to
        })
        .filter(Column::Id.eq(seen.id))
        .filter(Column::Version.eq(seen.version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Deletes a copy that was never sent.
pub(in crate::prescriptions) async fn forget_copy(tx: &Connection, seen: &Model) -> Result<()> {
    Entity::delete_by_id(seen.id).exec(tx).await?;
    Ok(())
}

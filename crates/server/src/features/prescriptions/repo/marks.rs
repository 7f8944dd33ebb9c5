// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries of the safety marks: the tables in force, and the marks shown when a line was decided.

use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
};
use uuid::Uuid;

use crate::error::Result;
use crate::features::prescriptions::entity::{decision_mark, safety_table};

/// The imported tables in force; `None` if none were imported.
pub(in crate::features::prescriptions) async fn tables_in_force(
    db: &impl ConnectionTrait,
) -> Result<Option<Uuid>> {
    Ok(safety_table::Entity::find()
        .select_only()
        .column(safety_table::Column::Id)
        .order_by_desc(safety_table::Column::ImportedAt)
        .order_by_desc(safety_table::Column::Id)
        .into_tuple()
        .one(db)
        .await?)
}

/// Imported tables by their id.
pub(in crate::features::prescriptions) async fn tables(
    db: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<safety_table::Model>> {
    Ok(safety_table::Entity::find_by_id(id).one(db).await?)
}

pub(in crate::features::prescriptions) async fn add_tables(
    db: &impl ConnectionTrait,
    row: safety_table::Model,
) -> Result<()> {
    row.into_active_model().insert(db).await?;
    Ok(())
}

/// The marks shown when lines of these prescriptions were decided, oldest first. The prescriptions are
/// already checked against the caller's scope.
pub(in crate::features::prescriptions) async fn decisions(
    db: &impl ConnectionTrait,
    prescriptions: &[Uuid],
) -> Result<Vec<decision_mark::Model>> {
    if prescriptions.is_empty() {
        return Ok(Vec::new());
    }
    Ok(decision_mark::Entity::find()
        .filter(decision_mark::Column::PrescriptionId.is_in(prescriptions.iter().copied()))
        .order_by_asc(decision_mark::Column::DecidedAt)
        .order_by_asc(decision_mark::Column::Id)
        .all(db)
        .await?)
}

pub(in crate::features::prescriptions) async fn add_decision(
    tx: &impl ConnectionTrait,
    row: decision_mark::Model,
) -> Result<()> {
    decision_mark::Entity::insert(row.into_active_model())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries of the safety marks: the tables in force, and the marks shown when a line was decided.

use salal_db::{Connection, JointAnswers, JointRead, Part, StatementBatch};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Select,
};
use uuid::Uuid;

use crate::error::Result;
use crate::prescriptions::entity::{decision_mark, safety_table};

/// The imported tables in force; `None` if none were imported.
pub(in crate::prescriptions) async fn tables_in_force(db: &Connection) -> Result<Option<Uuid>> {
    let found = select_tables_in_force().into_tuple().one(db).await?;
    Ok(found)
}

/// The same as a select.
fn select_tables_in_force() -> Select<safety_table::Entity> {
    safety_table::Entity::find()
        .select_only()
        .column(safety_table::Column::Id)
        .order_by_desc(safety_table::Column::ImportedAt)
        .order_by_desc(safety_table::Column::Id)
        .limit(1)
}

/// The id of the tables in force, in a joint read.
pub(in crate::prescriptions) struct TablesPart(Part<TableId>);

#[derive(FromQueryResult, serde::Deserialize)]
struct TableId {
    id: Uuid,
}

impl TablesPart {
    pub(in crate::prescriptions) fn add(read: &mut JointRead) -> Self {
        Self(read.add_as(&select_tables_in_force()))
    }

    pub(in crate::prescriptions) fn take(&self, found: &mut JointAnswers) -> Result<Option<Uuid>> {
        Ok(found.take(&self.0)?.pop().map(|row| row.id))
    }
}

/// Imported tables by their id.
pub(in crate::prescriptions) async fn tables(
    db: &Connection,
    id: Uuid,
) -> Result<Option<safety_table::Model>> {
    Ok(safety_table::Entity::find_by_id(id).one(db).await?)
}

pub(in crate::prescriptions) async fn add_tables(
    db: &Connection,
    row: safety_table::Model,
) -> Result<()> {
    row.into_active_model().insert(db).await?;
    Ok(())
}

/// The marks shown when lines of these prescriptions were decided, oldest first. The prescriptions are
/// already checked against the caller's scope.
pub(in crate::prescriptions) fn decisions(prescriptions: &[Uuid]) -> Select<decision_mark::Entity> {
    decision_mark::Entity::find()
        .filter(decision_mark::Column::PrescriptionId.is_in(prescriptions.iter().copied()))
        .order_by_asc(decision_mark::Column::DecidedAt)
        .order_by_asc(decision_mark::Column::Id)
}

pub(in crate::prescriptions) fn add_decision(
    writes: &mut StatementBatch,
    row: decision_mark::Model,
) {
    writes.add(&decision_mark::Entity::insert(row.into_active_model()).into_query());
}

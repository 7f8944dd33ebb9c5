// SPDX-License-Identifier: AGPL-3.0-or-later

//! Earlier approvals of a patient, for the mark beside a new request for the same drug.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationDef,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::Result;
use crate::features::prescriptions::entity::{medication, medication_change, prescription};

/// Approved lines of a patient decided since a date, each with its changes, oldest change first.
pub(in crate::features::prescriptions) async fn approved_since(
    db: &impl ConnectionTrait,
    scope: &Scope,
    person: Uuid,
    since: DateTime<Utc>,
) -> Result<Vec<(medication_change::Model, medication::Model)>> {
    let of_line: RelationDef = medication_change::Entity::belongs_to(medication::Entity)
        .from(medication_change::Column::MedicationId)
        .to(medication::Column::Id)
        .into();
    let rows = medication_change::Entity::find()
        .join(JoinType::InnerJoin, of_line)
        .select_also(medication::Entity)
        .filter(scope.condition(medication::Column::PersonId))
        .filter(medication::Column::PersonId.eq(person))
        .filter(medication::Column::Status.eq("Approved"))
        .filter(medication::Column::DecidedAt.gt(since))
        .order_by_asc(medication::Column::DecidedAt)
        .order_by_asc(medication::Column::Id)
        .order_by_asc(medication_change::Column::Seq)
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .filter_map(|(change, line)| Some((change, line?)))
        .collect())
}

/// The numbers of a patient's prescriptions created since a date and not cancelled.
pub(in crate::features::prescriptions) async fn numbers_since(
    db: &impl ConnectionTrait,
    scope: &Scope,
    person: Uuid,
    since: DateTime<Utc>,
) -> Result<Vec<(Uuid, i64)>> {
    Ok(prescription::Entity::find()
        .select_only()
        .columns([prescription::Column::Id, prescription::Column::Number])
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(prescription::Column::PersonId.eq(person))
        .filter(prescription::Column::CreatedAt.gt(since))
        .filter(prescription::Column::Status.is_not_in(["CREATED", "CANCELED"]))
        .into_tuple()
        .all(db)
        .await?)
}

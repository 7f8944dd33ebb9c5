// SPDX-License-Identifier: AGPL-3.0-or-later

//! The lines of a patient's other prescriptions, for the duplicate check.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointAnswers, JointRead, Part};
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter,
    QueryOrder, QuerySelect, RelationDef, Select,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::Result;
use crate::prescriptions::entity::{
    medication, medication_change, prescription, prescription_status,
};
use crate::prescriptions::repo::request::not_cancelled;

/// A line of a prescription that was not cancelled, after one of its changes.
#[derive(Debug, FromQueryResult, serde::Deserialize)]
pub(in crate::prescriptions) struct Standing {
    pub(in crate::prescriptions) prescription_id: Uuid,
    pub(in crate::prescriptions) number: i64,
    pub(in crate::prescriptions) state: Coded<PrescriptionStatus>,
    pub(in crate::prescriptions) created_at: DateTime<Utc>,
    pub(in crate::prescriptions) printed_at: Option<DateTime<Utc>>,
    pub(in crate::prescriptions) medication_id: Uuid,
    pub(in crate::prescriptions) decision: Option<Coded<MedicationStatus>>,
    pub(in crate::prescriptions) decided_at: Option<DateTime<Utc>>,
    pub(in crate::prescriptions) name: String,
    pub(in crate::prescriptions) ingredients: serde_json::Value,
    pub(in crate::prescriptions) administrations: serde_json::Value,
    pub(in crate::prescriptions) usage: serde_json::Value,
}

/// All lines of a patient that were not rejected or cancelled, each after its last change, oldest
/// prescription first.
pub(in crate::prescriptions) async fn standing_lines(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<Standing>> {
    let mut read = JointRead::for_connection(db);
    let lines = StandingPart::add(&mut read, scope, person);
    lines.take(&mut read.run(db).await?)
}

/// The standing lines of a patient, in a joint read.
pub(in crate::prescriptions) struct StandingPart(Part<Standing>);

impl StandingPart {
    pub(in crate::prescriptions) fn add(read: &mut JointRead, scope: &Scope, person: Uuid) -> Self {
        Self(read.add_as(&select_standing(scope, person)))
    }

    pub(in crate::prescriptions) fn take(&self, found: &mut JointAnswers) -> Result<Vec<Standing>> {
        Ok(found.take(&self.0)?)
    }
}

fn select_standing(scope: &Scope, person: Uuid) -> Select<medication_change::Entity> {
    let of_line: RelationDef = medication_change::Entity::belongs_to(medication::Entity)
        .from(medication_change::Column::MedicationId)
        .to(medication::Column::Id)
        .into();
    let of_prescription: RelationDef = medication::Entity::belongs_to(prescription::Entity)
        .from(medication::Column::PrescriptionId)
        .to(prescription::Column::Id)
        .into();
    let not_rejected = Condition::any()
        .add(medication::Column::Status.is_null())
        .add(medication::Column::Status.ne(Coded(MedicationStatus::Rejected)));
    // The last change of a line is in force.
    let mut last = Query::select();
    let earlier = Alias::new("earlier");
    last.expr(Expr::col((earlier.clone(), medication_change::Column::Seq)).max())
        .from_as(medication_change::Entity, earlier.clone())
        .and_where(
            Expr::col((earlier, medication_change::Column::MedicationId))
                .equals((medication::Entity, medication::Column::Id)),
        );
    medication_change::Entity::find()
        .select_only()
        .column_as(prescription::Column::Id, "prescription_id")
        .column_as(prescription::Column::Number, "number")
        .column_as(prescription::Column::Status, "state")
        .column_as(prescription::Column::CreatedAt, "created_at")
        .column_as(prescription::Column::PrintedAt, "printed_at")
        .column_as(medication::Column::Id, "medication_id")
        .column_as(medication::Column::Status, "decision")
        .column_as(medication::Column::DecidedAt, "decided_at")
        .column_as(medication_change::Column::Name, "name")
        .column_as(medication_change::Column::Ingredients, "ingredients")
        .column_as(
            medication_change::Column::Administrations,
            "administrations",
        )
        .column_as(medication_change::Column::Usage, "usage")
        .join(JoinType::InnerJoin, of_line)
        .join(JoinType::InnerJoin, of_prescription)
        .filter(medication::Column::PersonId.eq(person))
        .filter(scope.condition(medication::Column::PersonId))
        .filter(not_cancelled())
        .filter(not_rejected)
        .filter(medication_change::Column::Seq.in_subquery(last))
        .order_by_asc(prescription::Column::Number)
        .order_by_asc(medication::Column::Id)
}

/// When prescriptions were first faxed.
pub(in crate::prescriptions) async fn faxed_at(
    db: &Connection,
    ids: &[Uuid],
) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
    Ok(prescription_status::Entity::find()
        .select_only()
        .columns([
            prescription_status::Column::PrescriptionId,
            prescription_status::Column::At,
        ])
        .filter(prescription_status::Column::PrescriptionId.is_in(ids.iter().copied()))
        .filter(prescription_status::Column::Status.eq(Coded(PrescriptionStatus::Faxed)))
        .order_by_desc(prescription_status::Column::Seq)
        .into_tuple()
        .all(db)
        .await?)
}

/// Locks the unpaid requests of a patient until the end of the transaction, so that concurrent payments are
/// checked one after the other, and returns which they are.
pub(in crate::prescriptions) async fn hold_unpaid(
    tx: &Connection,
    person: Uuid,
) -> Result<Vec<Uuid>> {
    use sea_orm::QueryTrait;
    let mut held = prescription::Entity::update_many()
        .col_expr(
            prescription::Column::Version,
            Expr::col(prescription::Column::Version),
        )
        .filter(prescription::Column::PersonId.eq(person))
        .filter(prescription::Column::Status.eq(Coded(PrescriptionStatus::Created)))
        .into_query();
    held.returning_col(prescription::Column::Id);
    let rows = tx.query_all(&held).await?;
    rows.iter().map(|row| Ok(row.try_get("", "id")?)).collect()
}

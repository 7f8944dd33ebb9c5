// SPDX-License-Identifier: AGPL-3.0-or-later

//! What notes and claims ask of a prescription: the patient, the doctor who reviewed it, its label, and that the visit
//! is recorded on it.

use salal_db::{Coded, Connection};
use salal_domain::prescriptions::status::PrescriptionStatus;
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::encounters::record_encounter;
use super::entity::{prescription, prescription_status};
use super::{repo, view};
use crate::api::Scope;
use crate::error::Result;
use salal_people::people::{Billable, Labels, Visits};

/// What notes and claims ask of prescriptions.
pub fn visits() -> Visits {
    Visits {
        billable: |db, scope, id| Box::pin(billable(db, scope, id)),
        labels: |db, scope, ids| Box::pin(labels(db, scope, ids)),
        record: |tx, ctx, scope, id, met| Box::pin(record_encounter(tx, ctx, scope, id, met)),
        is_of_person: |db, id, person| Box::pin(repo::is_of_person(db, id, person)),
    }
}

/// A prescription within scope.
async fn billable(db: &Connection, scope: &Scope, id: Uuid) -> Result<Billable> {
    let row = repo::get_prescription(db, scope, id).await?;
    let met = repo::encounters(db, &[id]).await?;
    let doctor = match met.last().and_then(|one| one.seen_by) {
        Some(doctor) => Some(doctor),
        None => doctor_of(db, &row).await?,
    };
    let is_in_review = match *row.status {
        PrescriptionStatus::Created | PrescriptionStatus::Canceled => false,
        // The fee of a cancelled one was returned.
        PrescriptionStatus::Refunded => !was_canceled(db, id).await?,
        PrescriptionStatus::Pending
        | PrescriptionStatus::Acknowledged
        | PrescriptionStatus::Faxed
        | PrescriptionStatus::Rejected
        | PrescriptionStatus::Approved => true,
    };
    Ok(Billable {
        person: row.person_id,
        doctor,
        is_in_review,
    })
}

/// Whether it was cancelled at any time.
async fn was_canceled(db: &Connection, id: Uuid) -> Result<bool> {
    let cancelled = prescription_status::Entity::find()
        .filter(prescription_status::Column::PrescriptionId.eq(id))
        .filter(prescription_status::Column::Status.eq(Coded(PrescriptionStatus::Canceled)));
    Ok(cancelled.one(db).await?.is_some())
}

/// The doctor who reviewed a prescription: who acknowledged it, or decided a line.
async fn doctor_of(db: &Connection, row: &prescription::Model) -> Result<Option<Uuid>> {
    if row.acknowledged_by.is_some() {
        return Ok(row.acknowledged_by);
    }
    let lines = repo::medications(db, &[row.id]).await?;
    Ok(lines.into_iter().find_map(|line| line.decided_by))
}

/// The labels of some prescriptions, in one query.
async fn labels(db: &Connection, scope: &Scope, ids: &[Uuid]) -> Result<Labels> {
    let found: Vec<(Uuid, i64)> = prescription::Entity::find()
        .select_only()
        .columns([prescription::Column::Id, prescription::Column::Number])
        .filter(prescription::Column::Id.is_in(ids.iter().copied()))
        .filter(scope.condition(prescription::Column::PersonId))
        .into_tuple()
        .all(db)
        .await?;
    Ok(found
        .into_iter()
        .map(|(id, number)| (id, view::label(number)))
        .collect())
}

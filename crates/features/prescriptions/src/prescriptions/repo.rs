// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries of prescriptions. A patient's data is read and written only under a `Scope`.

mod again;
mod copies;
pub(super) mod counted;
mod day;
mod drawings;
mod earlier;
mod late;
mod lists;
mod marks;
mod queue;
mod request;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead, StatementBatch};
use salal_domain::prescriptions::status::PrescriptionStatus;
use sea_orm::sea_query::{Expr, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select,
};
use uuid::Uuid;

use super::entity::{medication, medication_change, prescription, prescription_status, signature};
use crate::api::Scope;
use crate::error::{Error, Result};
use salal_orders::orders::{self, Entry, LockedBy, StatusRow};
use salal_people::people::Prescribed;

pub(super) use again::{Standing, faxed_at, hold_unpaid, standing_lines};
pub(super) use copies::{
    add_copy, change_copy, copy, copy_in_force, copy_of_document, forget_copy, save_copy,
    select_copies,
};
pub(super) use day::{
    HourCount, decided_by, decided_by_hour, first_received, middle_decision, received_by_hour,
};
pub(super) use drawings::{keep_drawing, keep_places, neighbours, strokes_of};
pub(super) use earlier::{EarlierPart, Signed};
pub(super) use late::Late;
pub(super) use lists::{Found, Line, LinesPart, Wanted, Which, lines, open, page, pending};
pub(super) use marks::{TablesPart, add_decision, add_tables, decisions, tables, tables_in_force};
pub use queue::SESSIONS_IN_USE;
pub(super) use queue::{
    After, Counted, Cutoffs, FROM_PAYMENT, Living, Part, Whose, add_encounter, claim, claim_of,
    claims, counts, encounters, first_drugs, first_of_each, has_work, release, select_encounters,
    used,
};
pub(super) use request::{asked_since, count_in, draft, end_draft, insert_request, save_draft};

/// Whether a prescription is of this person.
pub(super) async fn is_of_person(db: &Connection, id: Uuid, person: Uuid) -> Result<bool> {
    let found: Option<Uuid> = prescription::Entity::find_by_id(id)
        .select_only()
        .column(prescription::Column::Id)
        .filter(prescription::Column::PersonId.eq(person))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// What people ask of prescriptions.
pub fn prescribed() -> Prescribed {
    Prescribed {
        select_one,
        count_pending,
    }
}

fn select_one(person: Uuid) -> SelectStatement {
    use prescription::Column;
    Query::select()
        .column(Column::Id)
        .from(prescription::Entity)
        .and_where(Column::PersonId.eq(person))
        .limit(1)
        .to_owned()
}

fn count_pending(person: &str) -> String {
    format!(
        "(SELECT COUNT(*) FROM prescription x WHERE x.person_id = {person} \
         AND x.status IN ('PENDING', 'ACKNOWLEDGED'))"
    )
}

/// What messages show of the prescriptions whose ids a select gives.
pub fn select_for_messages(ids: SelectStatement) -> SelectStatement {
    use prescription::Column;
    Query::select()
        .columns([Column::Id, Column::Status, Column::Number, Column::Work])
        .from(prescription::Entity)
        .and_where(Column::Id.in_subquery(ids))
        .to_owned()
}

/// A prescription within scope.
pub(super) async fn get_prescription(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<prescription::Model> {
    prescription::Entity::find_by_id(id)
        .filter(scope.condition(prescription::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Locks the prescription for the rest of the transaction and increments its version: a concurrent caller
/// waits, and then sees the committed changes.
pub(super) async fn lock_for_update(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<prescription::Model> {
    let by = LockedBy {
        id: prescription::Column::Id,
        person: prescription::Column::PersonId,
        version: prescription::Column::Version,
    };
    orders::lock_row::<prescription::Entity>(tx, scope, id, by).await
}

/// Writes a prescription locked in this transaction.
pub(super) fn save_row(writes: &mut StatementBatch, row: prescription::Model) {
    let by = (prescription::Column::Id, row.id);
    orders::save_row::<prescription::Entity, prescription::ActiveModel>(writes, by, row);
}

/// Writes a line of a prescription locked in this transaction.
pub(super) fn save_line(writes: &mut StatementBatch, line: medication::Model) {
    let by = (medication::Column::Id, line.id);
    orders::save_row::<medication::Entity, medication::ActiveModel>(writes, by, line);
}

/// Adds an entry to the status history.
pub(super) fn insert_status(writes: &mut StatementBatch, row: prescription_status::Model) {
    writes.add(&prescription_status::Entity::insert(row.into_active_model()).into_query());
}

impl StatusRow for prescription_status::Model {
    type Status = PrescriptionStatus;

    fn of_entry(entry: Entry<PrescriptionStatus>) -> Self {
        Self {
            id: entry.id,
            prescription_id: entry.of,
            seq: entry.seq,
            status: Coded(entry.status),
            at: entry.at,
            by_person: entry.by_person,
            detail: entry.detail,
        }
    }

    fn status(&self) -> PrescriptionStatus {
        *self.status
    }
}

/// Adds a signature.
pub(super) fn add_signature(writes: &mut StatementBatch, row: signature::Model) {
    writes.add(&signature::Entity::insert(row.into_active_model()).into_query());
}

/// Voids one signature.
pub(super) fn void_signature_with(writes: &mut StatementBatch, id: Uuid, now: DateTime<Utc>) {
    let voided = signature::Entity::update_many()
        .col_expr(signature::Column::VoidedAt, Expr::value(Some(now)))
        .filter(signature::Column::Id.eq(id));
    writes.add(&voided.into_query());
}

/// Lines of prescriptions, in order.
pub(super) async fn medications(db: &Connection, ids: &[Uuid]) -> Result<Vec<medication::Model>> {
    let lines = medication::Entity::find()
        .filter(medication::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(medication::Column::Position);
    Ok(JointRead::all(db, &lines).await?)
}

/// Changes of lines, oldest first.
pub(super) async fn changes(
    db: &Connection,
    lines: &[Uuid],
) -> Result<Vec<medication_change::Model>> {
    Ok(medication_change::Entity::find()
        .filter(medication_change::Column::MedicationId.is_in(lines.iter().copied()))
        .order_by_asc(medication_change::Column::Seq)
        .all(db)
        .await?)
}

/// Status histories, newest first.
pub(super) fn statuses(ids: &[Uuid]) -> Select<prescription_status::Entity> {
    prescription_status::Entity::find()
        .filter(prescription_status::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_desc(prescription_status::Column::Seq)
}

/// All signatures of these prescriptions, including voided ones, oldest first.
pub(super) async fn signatures(db: &Connection, ids: &[Uuid]) -> Result<Vec<signature::Model>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(select_signatures(ids).all(db).await?)
}

/// The same as a select.
pub(super) fn select_signatures(ids: &[Uuid]) -> Select<signature::Entity> {
    signature::Entity::find()
        .filter(signature::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(signature::Column::SignedAt)
}

/// Adds an entry to the history of a line whose prescription is locked in this transaction.
pub(super) fn add_change(writes: &mut StatementBatch, change: medication_change::Model) {
    writes.add(&medication_change::Entity::insert(change.into_active_model()).into_query());
}

/// Groups rows by a key, in order.
pub(super) fn grouped<T>(rows: Vec<T>, key: impl Fn(&T) -> Uuid) -> HashMap<Uuid, Vec<T>> {
    let mut groups: HashMap<Uuid, Vec<T>> = HashMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Prescriptions as patients and staff see them: a fixed number of queries for any number of prescriptions.

mod copies;
mod earlier;
mod line;
mod numbers;
mod reason;
mod state;
mod whole;

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use salal_domain::prescriptions::status::PrescriptionStatus;
use salal_domain::safety::Tables;
use sea_orm::ConnectionTrait;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::create::NewRequest;
use super::dto::{PrescriptionView, SafetyTables};
use super::entity::{
    decision_mark, encounter, medication, medication_change, prescription, prescription_copy,
    prescription_status, signature,
};
use super::{KIND, marks, repo, safety_tables};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::fax::{self, FaxView};
use crate::features::medical_info::{self, MedicalInfo};
use crate::features::payments::{self, PaymentSummary};
use crate::features::people::{self, PersonRef};

pub(super) use earlier::{Earlier, earlier};
pub(super) use line::month;
pub(super) use numbers::of as number_of;
pub(super) use state::{known, known_and_seen};
pub(super) use whole::fee_view;

/// P-20418
pub(super) fn label(number: i64) -> String {
    format!("P-{number}")
}

/// One prescription within scope.
pub(super) async fn load_view(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
) -> Result<PrescriptionView> {
    let row = repo::get_prescription(db, scope, id).await?;
    many(db, ctx, scope, vec![row])
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}

/// A JSON column as its type.
pub(super) fn read<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T> {
    Ok(T::deserialize(value)?)
}

/// A line and its changes, oldest first.
type Line = (medication::Model, Vec<medication_change::Model>);

/// All data of a set of prescriptions, loaded at once.
struct Bundle {
    lines: HashMap<Uuid, Vec<Line>>,
    statuses: HashMap<Uuid, Vec<prescription_status::Model>>,
    signatures: HashMap<Uuid, Vec<signature::Model>>,
    money: HashMap<Uuid, PaymentSummary>,
    faxes: HashMap<Uuid, FaxView>,
    /// Oldest first.
    copies: HashMap<Uuid, Vec<prescription_copy::Model>>,
    /// Cancellation faxes by copy.
    cancellations: HashMap<Uuid, FaxView>,
    numbers: numbers::Known,
    is_staff: bool,
    cards: HashMap<Uuid, people::PersonCard>,
    names: HashMap<Uuid, PersonRef>,
    /// By patient, folded.
    allergies: HashMap<Uuid, Vec<String>>,
    /// For staff: earlier approvals, if all prescriptions are of one patient.
    earlier: Vec<Earlier>,
    encounters: HashMap<Uuid, Vec<encounter::Model>>,
    /// By line; for staff, if all prescriptions are of one patient.
    marks: HashMap<Uuid, Vec<salal_domain::safety::Mark>>,
    decisions: HashMap<Uuid, Vec<decision_mark::Model>>,
    safety_tables: Option<SafetyTables>,
    /// Includes the doctors' comments for the record, and what only staff may read.
    for_staff: bool,
}

/// Prescriptions in the given order. The state of nine concurrent queries is large, so the future is boxed
/// once for every caller.
pub(super) async fn many(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    rows: Vec<prescription::Model>,
) -> Result<Vec<PrescriptionView>> {
    Box::pin(gathered(db, ctx, scope, rows)).await
}

#[expect(
    clippy::too_many_lines,
    reason = "the questions that are asked side by side"
)]
async fn gathered(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    rows: Vec<prescription::Model>,
) -> Result<Vec<PrescriptionView>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let patients: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
    // Unpaid requests have no signatures or faxes.
    let begun: Vec<Uuid> = rows
        .iter()
        .filter(|row| row.status != PrescriptionStatus::Created.code())
        .map(|row| row.id)
        .collect();
    // Concurrent: on a pool each query takes its own connection, in a transaction they run in turn.
    let (
        lines,
        statuses,
        signatures,
        cards,
        money,
        faxes,
        record,
        earlier,
        encounters,
        decisions,
        tables,
        copies,
        numbers,
    ) = tokio::try_join!(
        repo::lines(db, &ids),
        repo::statuses(db, &ids),
        repo::signatures(db, &begun),
        people::cards(db, scope, &patients),
        payments::payment_summaries(db, KIND, &ids),
        fax::latest(db, KIND, &begun),
        record_of(db, scope, &patients),
        earlier_of(db, ctx, scope, &patients),
        encounters_of(db, scope, &begun),
        decisions_of(db, scope, &begun),
        tables_of(db, ctx, scope, &patients),
        repo::copies(db, &begun),
        numbers::find_numbers(db, scope, &rows),
    )?;
    let cancellations = copies::cancellations(db, &copies).await?;
    let patient = only(&patients);
    let allergies = match (patient, &record) {
        (Some(patient), Some(record)) => HashMap::from([(patient, marks::allergies(record))]),
        _ => HashMap::new(),
    };
    let mut persons: Vec<Uuid> = rows
        .iter()
        .flat_map(|row| [row.printed_by, row.acknowledged_by])
        .flatten()
        .collect();
    for (line, changes) in &lines {
        persons.extend(line.decided_by);
        persons.extend(changes.iter().map(|change| change.by_person));
        persons.extend(changes.iter().filter_map(|change| change.taken_from));
    }
    persons.extend(statuses.iter().filter_map(|status| status.by_person));
    persons.extend(signatures.iter().map(|signature| signature.signed_by));
    for copy in &copies {
        persons.extend(
            [
                Some(copy.issued_by),
                copy.handed_by,
                copy.void_by,
                copy.told_by,
            ]
            .into_iter()
            .flatten(),
        );
    }
    persons.extend(numbers.values().filter_map(|known| known.by));
    persons.extend(encounters.iter().map(|encounter| encounter.recorded_by));
    persons.extend(decisions.iter().map(|one| one.decided_by));
    persons.extend(encounters.iter().filter_map(|encounter| encounter.seen_by));
    persons.sort_unstable();
    persons.dedup();
    let mut names: HashMap<Uuid, PersonRef> = cards
        .iter()
        .map(|(id, card)| (*id, card.person.clone()))
        .collect();
    persons.retain(|person| !names.contains_key(person));
    let known = tables.map(|tables| marks::Known { tables, record });
    let (named, looked) = tokio::try_join!(
        async { people::names(db, &persons).await },
        looked_for(db, known.as_ref(), &lines, &earlier),
    )?;
    names.extend(named);
    let lines = repo::grouped(lines, |(line, _)| line.prescription_id);
    let marked = match &known {
        Some(known) => marked(ctx, &rows, known, &looked, &cards, &earlier, &lines)?,
        None => HashMap::new(),
    };
    let bundle = Bundle {
        marks: marked,
        decisions: repo::grouped(decisions, |one| one.medication_id),
        safety_tables: known.map(|known| marks::tables_view(&known.tables)),
        names,
        cards,
        money,
        faxes,
        copies: repo::grouped(copies, |copy| copy.prescription_id),
        cancellations,
        numbers,
        is_staff: scope.is_any(),
        lines,
        statuses: repo::grouped(statuses, |status| status.prescription_id),
        signatures: repo::grouped(signatures, |signature| signature.prescription_id),
        encounters: repo::grouped(encounters, |encounter| encounter.prescription_id),
        allergies,
        earlier,
        for_staff: scope.is_any(),
    };
    rows.iter()
        .map(|row| whole::whole_view(ctx, row, &bundle))
        .collect()
}

/// A request just created, from its rows: nothing is paid, signed or faxed yet, and the patient is known, so
/// nothing is read.
pub(super) fn fresh(
    ctx: &Context,
    new: NewRequest,
    patient: &people::PersonFacts,
    allergies: Vec<String>,
) -> Result<PrescriptionView> {
    let NewRequest {
        row,
        first,
        lines,
        changes,
    } = new;
    let card = patient.card();
    let lines = lines
        .into_iter()
        .zip(changes.into_iter().map(|one| vec![one]));
    let bundle = Bundle {
        names: HashMap::from([(patient.id, card.person.clone())]),
        cards: HashMap::from([(patient.id, card)]),
        money: HashMap::new(),
        faxes: HashMap::new(),
        copies: HashMap::new(),
        cancellations: HashMap::new(),
        numbers: HashMap::new(),
        is_staff: false,
        signatures: HashMap::new(),
        earlier: Vec::new(),
        encounters: HashMap::new(),
        marks: HashMap::new(),
        decisions: HashMap::new(),
        safety_tables: None,
        for_staff: false,
        lines: HashMap::from([(row.id, lines.collect())]),
        statuses: HashMap::from([(row.id, vec![first])]),
        allergies: HashMap::from([(patient.id, allergies)]),
    };
    whole::whole_view(ctx, &row, &bundle)
}

/// The medical information of the single patient of a list: a page shows one patient, or the caller's own
/// list. Lists over many patients show neither matches nor marks.
async fn record_of(
    db: &impl ConnectionTrait,
    scope: &Scope,
    patients: &[Uuid],
) -> Result<Option<MedicalInfo>> {
    match only(patients) {
        Some(patient) => medical_info::newest(db, scope, patient).await,
        None => Ok(None),
    }
}

/// The tables of the marks, where marks are shown: to staff, for one patient.
async fn tables_of(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    patients: &[Uuid],
) -> Result<Option<Arc<Tables>>> {
    if only(patients).is_none() || !scope.is_any() {
        return Ok(None);
    }
    safety_tables::in_force(db, ctx).await.map(Some)
}

/// Past decisions with the marks shown at the time, for staff.
async fn decisions_of(
    db: &impl ConnectionTrait,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<decision_mark::Model>> {
    if scope.is_any() {
        repo::decisions(db, ids).await
    } else {
        Ok(Vec::new())
    }
}

/// The drugs and names needed for the marks; nothing if no marks are shown.
async fn looked_for(
    db: &impl ConnectionTrait,
    known: Option<&marks::Known>,
    lines: &[Line],
    earlier: &[Earlier],
) -> Result<marks::Looked> {
    let Some(known) = known else {
        return Ok(marks::Looked::default());
    };
    let drugs: Vec<Uuid> = lines
        .iter()
        .filter_map(|(_, changes)| changes.last().map(|change| change.drug_id))
        .collect();
    marks::find_marks(db, known, &drugs, earlier).await
}

/// The marks of every line, by line.
fn marked(
    ctx: &Context,
    rows: &[prescription::Model],
    known: &marks::Known,
    looked: &marks::Looked,
    cards: &HashMap<Uuid, people::PersonCard>,
    earlier: &[Earlier],
    lines: &HashMap<Uuid, Vec<Line>>,
) -> Result<HashMap<Uuid, Vec<salal_domain::safety::Mark>>> {
    let mut found = HashMap::new();
    for row in rows {
        let Some(of_row) = lines.get(&row.id) else {
            continue;
        };
        let card = cards.get(&row.person_id);
        let person = marks::Person {
            date_of_birth: card.and_then(|card| card.date_of_birth),
            sex: card.and_then(|card| card.sex.clone()),
        };
        let mut asked = Vec::with_capacity(of_row.len());
        for (line, changes) in of_row {
            let now = changes
                .last()
                .ok_or_else(|| Error::broken("a medication without a request"))?;
            asked.push(marks::Asked {
                drug_id: now.drug_id,
                name: now.name.clone(),
                ingredients: read(&now.ingredients)?,
                administrations: read(&now.administrations)?,
                formulations: read(&now.formulations)?,
                usage: Some(read(&now.usage)?),
                is_rejected: line.status.as_deref() == Some("Rejected"),
            });
        }
        let of_lines =
            marks::marks_of_lines(ctx, known, looked, &person, earlier, Some(row.id), &asked);
        found.extend(of_row.iter().map(|(line, _)| line.id).zip(of_lines));
    }
    Ok(found)
}

/// The single patient of all prescriptions in a list.
fn only(patients: &[Uuid]) -> Option<Uuid> {
    let first = patients.first()?;
    patients.iter().all(|one| one == first).then_some(*first)
}

/// Earlier approvals of the single patient of a list, for staff.
async fn earlier_of(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    patients: &[Uuid],
) -> Result<Vec<Earlier>> {
    match only(patients) {
        Some(patient) if scope.is_any() => earlier::earlier(db, ctx, scope, patient).await,
        _ => Ok(Vec::new()),
    }
}

/// Encounters, for the staff.
async fn encounters_of(
    db: &impl ConnectionTrait,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<encounter::Model>> {
    if scope.is_any() {
        repo::encounters(db, ids).await
    } else {
        Ok(Vec::new())
    }
}

/// When the first copy was sent, for a copy that is sent again.
pub(super) fn first_sent(view: &PrescriptionView) -> Option<DateTime<Utc>> {
    view.fax.as_ref().and_then(|fax| fax.first_sent_at)
}

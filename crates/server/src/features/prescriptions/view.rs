//! Prescriptions as the patient and the staff see them: a handful of queries for any number of them,
//! none a row.

mod earlier;
mod known;
mod line;
mod whole;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_rules::prescriptions::status::PrescriptionStatus;
use sea_orm::ConnectionTrait;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::create::NewRequest;
use super::rows::{
    encounter, medication, medication_change, prescription, prescription_status, signature,
};
use super::wire::PrescriptionView;
use super::{KIND, store};
use crate::context::Context;
use crate::door::Reach;
use crate::error::{Error, Result};
use crate::features::fax::{self, FaxView};
use crate::features::medical_info;
use crate::features::payments::{self, Standing};
use crate::features::people::{self, PersonRef};

pub(super) use known::known;
pub(super) use line::month;
pub(super) use whole::fee_view;

/// P-20418
pub(super) fn label(number: i64) -> String {
    format!("P-{number}")
}

/// One prescription within reach.
pub(super) async fn one(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Reach,
    id: Uuid,
) -> Result<PrescriptionView> {
    let row = store::get(db, reach, id).await?;
    many(db, ctx, reach, vec![row])
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

/// Everything that belongs to some prescriptions, read at once.
struct Bundle {
    lines: HashMap<Uuid, Vec<Line>>,
    statuses: HashMap<Uuid, Vec<prescription_status::Model>>,
    signatures: HashMap<Uuid, Vec<signature::Model>>,
    money: HashMap<Uuid, Standing>,
    faxes: HashMap<Uuid, FaxView>,
    cards: HashMap<Uuid, people::PersonCard>,
    names: HashMap<Uuid, PersonRef>,
    /// By patient, folded.
    allergies: HashMap<Uuid, Vec<String>>,
    /// Of the one patient whom all of them are of, for the staff.
    earlier: Vec<earlier::Earlier>,
    encounters: HashMap<Uuid, Vec<encounter::Model>>,
}

/// Prescriptions in the order given. Nine questions asked side by side are much to carry along: they
/// stand on the heap, for every caller at once.
pub(super) async fn many(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Reach,
    rows: Vec<prescription::Model>,
) -> Result<Vec<PrescriptionView>> {
    Box::pin(gathered(db, ctx, reach, rows)).await
}

async fn gathered(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Reach,
    rows: Vec<prescription::Model>,
) -> Result<Vec<PrescriptionView>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let patients: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
    // Nobody signs or faxes what waits for its payment.
    let begun: Vec<Uuid> = rows
        .iter()
        .filter(|row| row.status != PrescriptionStatus::Created.code())
        .map(|row| row.id)
        .collect();
    // Side by side: on a pool each takes a connection of its own, in a transaction they take turns.
    let (lines, statuses, signatures, cards, money, faxes, allergies, earlier, encounters) = tokio::try_join!(
        store::lines(db, &ids),
        store::statuses(db, &ids),
        store::signatures(db, &begun),
        people::cards(db, reach, &patients),
        payments::standings(db, KIND, &ids),
        fax::latest(db, KIND, &begun),
        allergies_of(db, reach, &patients),
        earlier_of(db, ctx, reach, &patients),
        encounters_of(db, reach, &begun),
    )?;
    let mut persons: Vec<Uuid> = rows
        .iter()
        .flat_map(|row| [row.printed_by, row.acknowledged_by])
        .flatten()
        .collect();
    for (line, changes) in &lines {
        persons.extend(line.decided_by);
        persons.extend(changes.iter().map(|change| change.by_person));
    }
    persons.extend(statuses.iter().filter_map(|status| status.by_person));
    persons.extend(signatures.iter().map(|signature| signature.signed_by));
    persons.extend(encounters.iter().map(|encounter| encounter.recorded_by));
    persons.sort_unstable();
    persons.dedup();
    let mut names: HashMap<Uuid, PersonRef> = cards
        .iter()
        .map(|(id, card)| (*id, card.person.clone()))
        .collect();
    persons.retain(|person| !names.contains_key(person));
    names.extend(people::names(db, &persons).await?);
    let bundle = Bundle {
        names,
        cards,
        money,
        faxes,
        lines: store::grouped(lines, |(line, _)| line.prescription_id),
        statuses: store::grouped(statuses, |status| status.prescription_id),
        signatures: store::grouped(signatures, |signature| signature.prescription_id),
        encounters: store::grouped(encounters, |encounter| encounter.prescription_id),
        allergies,
        earlier,
    };
    rows.iter()
        .map(|row| whole::view(ctx, row, &bundle))
        .collect()
}

/// A request that is just being made, from its rows: nobody paid, signed or faxed it yet, and the patient
/// is known, so nothing is read.
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
        signatures: HashMap::new(),
        earlier: Vec::new(),
        encounters: HashMap::new(),
        lines: HashMap::from([(row.id, lines.collect())]),
        statuses: HashMap::from([(row.id, vec![first])]),
        allergies: HashMap::from([(patient.id, allergies)]),
    };
    whole::view(ctx, &row, &bundle)
}

/// Recorded allergies of the patients, folded; a page shows one patient, or the own list.
async fn allergies_of(
    db: &impl ConnectionTrait,
    reach: &Reach,
    patients: &[Uuid],
) -> Result<HashMap<Uuid, Vec<String>>> {
    // Lists over many patients do not show the match.
    let Some(patient) = only(patients) else {
        return Ok(HashMap::new());
    };
    let allergies = medical_info::allergies(db, reach, patient).await?;
    Ok(HashMap::from([(patient, allergies)]))
}

/// The one patient whom all of a list are of.
fn only(patients: &[Uuid]) -> Option<Uuid> {
    let first = patients.first()?;
    patients.iter().all(|one| one == first).then_some(*first)
}

/// What still runs of the one patient of a list, for the staff.
async fn earlier_of(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Reach,
    patients: &[Uuid],
) -> Result<Vec<earlier::Earlier>> {
    match only(patients) {
        Some(patient) if reach.is_any() => earlier::running(db, ctx, reach, patient).await,
        _ => Ok(Vec::new()),
    }
}

/// Encounters, for the staff.
async fn encounters_of(
    db: &impl ConnectionTrait,
    reach: &Reach,
    ids: &[Uuid],
) -> Result<Vec<encounter::Model>> {
    if reach.is_any() {
        store::encounters(db, ids).await
    } else {
        Ok(Vec::new())
    }
}

/// When the first copy left, for a copy that is sent again.
pub(super) fn first_sent(view: &PrescriptionView) -> Option<DateTime<Utc>> {
    view.fax.as_ref().and_then(|fax| fax.first_sent_at)
}

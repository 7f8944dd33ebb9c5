// SPDX-License-Identifier: AGPL-3.0-or-later

//! Prescriptions as patients and staff see them: loaded in two statements, however many there are.

mod copies;
mod earlier;
mod line;
mod numbers;
mod reason;
mod state;
mod whole;

use std::collections::HashMap;
use std::sync::OnceLock;

use salal_db::{Connection, JointRead, Part};
use salal_domain::fax::FaxNumber;
use salal_domain::prescriptions::status::MedicationStatus;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::create::NewRequest;
use super::dto::{PrescriptionView, SafetyTables};
use super::entity::{
    decision_mark, encounter, prescription, prescription_copy, prescription_status, signature,
};
use super::repo::Line;
use super::{KIND, marks, repo, safety_tables};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::fax::{self, FaxView};
use salal_exchange::payments::{self, PaymentSummary};
use salal_people::medical_info;
use salal_people::people::{self, PersonRef};
use salal_reference::pharmacies::{Destination, Destinations, DestinationsPart, PharmacyView};

pub(super) use earlier::{Earlier, earlier};
pub(super) use line::month;
pub(super) use numbers::of as number_of;
pub(super) use state::{Known, known_of, stage_of};
pub(super) use whole::fee_view;

/// P-20418
pub(super) fn label(number: i64) -> String {
    format!("P-{number}")
}

/// One prescription within scope.
pub(super) async fn load_view(
    db: &Connection,
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

/// All data of a set of prescriptions, loaded at once.
pub(super) struct Bundle {
    pub(super) lines: HashMap<Uuid, Vec<Line>>,
    /// Newest first.
    pub(super) statuses: HashMap<Uuid, Vec<prescription_status::Model>>,
    /// Oldest first.
    pub(super) signatures: HashMap<Uuid, Vec<signature::Model>>,
    pub(super) money: HashMap<Uuid, PaymentSummary>,
    pub(super) faxes: HashMap<Uuid, FaxView>,
    /// Oldest first.
    pub(super) copies: HashMap<Uuid, Vec<prescription_copy::Model>>,
    /// Cancellation faxes by copy.
    pub(super) cancellations: HashMap<Uuid, FaxView>,
    pub(super) numbers: numbers::Known,
    /// The pharmacies of the records that are in the list.
    pub(super) places: Destinations,
    pub(super) cards: HashMap<Uuid, people::PersonCard>,
    pub(super) names: HashMap<Uuid, PersonRef>,
    /// By patient, folded.
    allergies: HashMap<Uuid, Vec<String>>,
    /// For staff: earlier approvals, if all prescriptions are of one patient.
    earlier: Vec<Earlier>,
    pub(super) encounters: HashMap<Uuid, Vec<encounter::Model>>,
    /// What the marks rest on; for staff, if all prescriptions are of one patient.
    known: Option<marks::Known>,
    /// The same as interpreted, once marks are asked for.
    compared: OnceLock<Box<marks::Compared>>,
    pub(super) looked: marks::Looked,
    pub(super) decisions: HashMap<Uuid, Vec<decision_mark::Model>>,
    /// Includes the doctors' comments for the record, and what only staff may read.
    pub(super) for_staff: bool,
}

/// The parts of the first joint read, which need the rows alone.
struct FirstRead {
    lines: repo::LinesPart,
    statuses: Part<prescription_status::Model>,
    signatures: Part<signature::Model>,
    copies: Part<prescription_copy::Model>,
    places: DestinationsPart,
    cards: people::CardsPart,
    money: payments::SummariesPart,
    faxes: fax::LatestPart,
    /// Of the single patient of a list: a page shows one patient, or the caller's own list. Lists over many
    /// patients show neither matches nor marks.
    record: Option<medical_info::NewestPart>,
    staff: Option<StaffRead>,
    /// For staff: where marks are shown, for one patient.
    marks: Option<(repo::EarlierPart, repo::TablesPart)>,
}

/// What only staff see of a prescription.
struct StaffRead {
    encounters: Part<encounter::Model>,
    decisions: Part<decision_mark::Model>,
    asked: Vec<(FaxNumber, String)>,
    numbers: fax::VerifiedPart,
}

impl FirstRead {
    fn add(
        read: &mut JointRead,
        ctx: &Context,
        scope: &Scope,
        rows: &[prescription::Model],
    ) -> Result<Self> {
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
        let patients: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
        let patient = only(&patients);
        let staff = if scope.is_any() {
            let asked = numbers::numbers_of(rows)?;
            Some(StaffRead {
                encounters: read.add_by_ids(&ids, repo::select_encounters),
                decisions: read.add_by_ids(&ids, repo::decisions),
                numbers: fax::VerifiedPart::add(read, &asked),
                asked,
            })
        } else {
            None
        };
        let marked = patient.filter(|_| scope.is_any()).map(|patient| {
            let earlier = repo::EarlierPart::add(read, scope, patient, earlier::since(ctx));
            (earlier, repo::TablesPart::add(read))
        });
        Ok(Self {
            lines: repo::LinesPart::add(read, &ids),
            statuses: read.add_by_ids(&ids, repo::statuses),
            signatures: read.add_by_ids(&ids, repo::select_signatures),
            copies: read.add_by_ids(&ids, repo::select_copies),
            places: DestinationsPart::add(read, &pharmacies_of(rows)?),
            cards: people::CardsPart::add(read, scope, &patients),
            money: payments::SummariesPart::add(read, KIND, &ids),
            faxes: fax::LatestPart::add(read, KIND, &ids),
            record: patient.map(|one| medical_info::NewestPart::add(read, scope, one)),
            staff,
            marks: marked,
        })
    }
}

/// Prescriptions in the given order, as shown.
pub(super) async fn many(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    rows: Vec<prescription::Model>,
) -> Result<Vec<PrescriptionView>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let bundle = load(db, ctx, scope, &rows, &[]).await?;
    rows.iter().map(|row| bundle.show(ctx, row)).collect()
}

/// Everything that belongs to some prescriptions, and the names of `others`, in two statements: what needs
/// the rows alone, and what needs the answers to that.
pub(super) async fn load(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    rows: &[prescription::Model],
    others: &[Uuid],
) -> Result<Bundle> {
    let mut read = JointRead::for_connection(db);
    let first = FirstRead::add(&mut read, ctx, scope, rows)?;
    let mut found = read.run(db).await?;
    let lines = first.lines.take(&mut found)?;
    let copies = found.take(&first.copies)?;
    let record = match &first.record {
        Some(record) => record.take(&mut found)?,
        None => None,
    };
    let allergies = match (rows.first(), &record) {
        (Some(row), Some(record)) => HashMap::from([(row.person_id, marks::allergies(record))]),
        _ => HashMap::new(),
    };
    let (earlier, known) = match &first.marks {
        Some((earlier, tables)) => {
            let newest = tables.take(&mut found)?;
            let tables = safety_tables::tables_of(db, ctx, newest).await?;
            (
                earlier::earlier_of(ctx, earlier.take(&mut found)?)?,
                Some(marks::Known { tables, record }),
            )
        }
        None => (Vec::new(), None),
    };
    let statuses = found.take(&first.statuses)?;
    let signatures = found.take(&first.signatures)?;
    let (encounters, decisions, numbers) = match &first.staff {
        Some(staff) => (
            found.take(&staff.encounters)?,
            found.take(&staff.decisions)?,
            staff.numbers.take(&mut found, &staff.asked)?,
        ),
        None => (Vec::new(), Vec::new(), numbers::Known::new()),
    };
    let mut faxes = first.faxes.take(&mut found)?;
    fax::say_held(ctx, faxes.values_mut());
    let mut bundle = Bundle {
        cards: first.cards.take(&mut found)?,
        money: first.money.take(&mut found)?,
        faxes,
        lines: repo::grouped(lines, |(line, _)| line.prescription_id),
        statuses: repo::grouped(statuses, |status| status.prescription_id),
        signatures: repo::grouped(signatures, |signature| signature.prescription_id),
        copies: repo::grouped(copies, |copy| copy.prescription_id),
        encounters: repo::grouped(encounters, |encounter| encounter.prescription_id),
        decisions: repo::grouped(decisions, |one| one.medication_id),
        numbers,
        places: first.places.take(&mut found)?,
        allergies,
        earlier,
        known,
        compared: OnceLock::new(),
        for_staff: scope.is_any(),
        names: HashMap::new(),
        looked: marks::Looked::default(),
        cancellations: HashMap::new(),
    };
    bundle.names = bundle
        .cards
        .iter()
        .map(|(id, card)| (*id, card.person.clone()))
        .collect();
    let mut persons = bundle.persons(rows);
    persons.extend(others);
    persons.sort_unstable();
    persons.dedup();
    persons.retain(|person| !bundle.names.contains_key(person));
    let mut read = JointRead::for_connection(db);
    let names = (!persons.is_empty()).then(|| people::NamesPart::add(&mut read, &persons));
    let looked = bundle
        .known
        .as_ref()
        .map(|known| marks::LookedPart::add(&mut read, known, &bundle.drugs(), &bundle.earlier));
    let cancellations = copies::cancellations(&mut read, bundle.copies.values().flatten());
    // Usually none: a copy is made out to the pharmacy of its prescription.
    let elsewhere = bundle.pharmacies_elsewhere(rows)?;
    let elsewhere = DestinationsPart::add(&mut read, &elsewhere);
    let mut found = read.run(db).await?;
    if let Some(names) = names {
        bundle.names.extend(names.take(&mut found)?);
    }
    if let Some(looked) = looked {
        bundle.looked = looked.take(&mut found)?;
    }
    bundle.cancellations = cancellations.take(&mut found)?;
    bundle.places.extend(elsewhere.take(&mut found)?);
    Ok(bundle)
}

impl Bundle {
    /// A prescription as shown.
    pub(super) fn show(
        &self,
        ctx: &Context,
        row: &prescription::Model,
    ) -> Result<PrescriptionView> {
        let marks = match &self.known {
            Some(known) => self.marks(ctx, row, known)?,
            None => HashMap::new(),
        };
        whole::whole_view(ctx, row, self, &marks)
    }

    /// The lines of a prescription, each with its changes.
    pub(super) fn lines_of(&self, id: Uuid) -> &[Line] {
        let lines = self.lines.get(&id);
        lines.map(Vec::as_slice).unwrap_or_default()
    }

    /// The copies of a prescription, oldest first.
    pub(super) fn copies_of(&self, id: Uuid) -> &[prescription_copy::Model] {
        let copies = self.copies.get(&id);
        copies.map(Vec::as_slice).unwrap_or_default()
    }

    /// The valid signature of a prescription.
    pub(super) fn valid_signature(&self, id: Uuid) -> Option<&signature::Model> {
        let signatures = self.signatures.get(&id)?;
        signatures.iter().rev().find(|one| one.voided_at.is_none())
    }

    /// The newest fax of the copy in force. The fax of a void copy is history, and is shown with that copy.
    pub(super) fn fax_in_force(&self, id: Uuid) -> Option<&FaxView> {
        let copies = self.copies_of(id);
        let in_force = copies.iter().find(|copy| copy.voided_at.is_none())?;
        let fax = self.faxes.get(&id);
        fax.filter(|fax| in_force.document_id == fax.document)
    }

    /// The tables of the marks, where marks are shown.
    fn safety_tables(&self) -> Option<SafetyTables> {
        let known = self.known.as_ref()?;
        Some(marks::tables_view(&known.tables))
    }

    /// The current drugs of all lines.
    pub(super) fn drugs(&self) -> Vec<Uuid> {
        let lines = self.lines.values().flatten();
        lines
            .filter_map(|(_, changes)| changes.last().map(|change| change.drug_id))
            .collect()
    }

    /// The pharmacies of copies in force, beside those of the prescriptions themselves.
    fn pharmacies_elsewhere(&self, rows: &[prescription::Model]) -> Result<Vec<Uuid>> {
        let asked = pharmacies_of(rows)?;
        let mut elsewhere = Vec::new();
        for copy in self.copies.values().flatten() {
            let pharmacy: PharmacyView = read(&copy.pharmacy)?;
            if copy.voided_at.is_none() && !asked.contains(&pharmacy.id) {
                elsewhere.push(pharmacy.id);
            }
        }
        Ok(elsewhere)
    }

    /// Everyone who is named.
    fn persons(&self, rows: &[prescription::Model]) -> Vec<Uuid> {
        let mut persons: Vec<Uuid> = rows
            .iter()
            .flat_map(|row| [row.printed_by, row.acknowledged_by])
            .flatten()
            .collect();
        for (line, changes) in self.lines.values().flatten() {
            persons.extend(line.decided_by);
            persons.extend(changes.iter().map(|change| change.by_person));
            persons.extend(changes.iter().filter_map(|change| change.taken_from));
        }
        let statuses = self.statuses.values().flatten();
        persons.extend(statuses.filter_map(|status| status.by_person));
        let signatures = self.signatures.values().flatten();
        persons.extend(signatures.map(|signature| signature.signed_by));
        for copy in self.copies.values().flatten() {
            let named = [
                Some(copy.issued_by),
                copy.handed_by,
                copy.void_by,
                copy.told_by,
            ];
            persons.extend(named.into_iter().flatten());
        }
        persons.extend(self.numbers.values().filter_map(|known| known.by));
        for encounter in self.encounters.values().flatten() {
            persons.push(encounter.recorded_by);
            persons.extend(encounter.seen_by);
        }
        let decisions = self.decisions.values().flatten();
        persons.extend(decisions.map(|one| one.decided_by));
        persons
    }

    /// The marks of a prescription's lines, by line.
    fn marks(
        &self,
        ctx: &Context,
        row: &prescription::Model,
        known: &marks::Known,
    ) -> Result<HashMap<Uuid, Vec<salal_domain::safety::Mark>>> {
        let Some(lines) = self.lines.get(&row.id) else {
            return Ok(HashMap::new());
        };
        // They are known where all prescriptions are of one patient.
        let compared = self.compared.get_or_init(|| {
            let card = self.cards.get(&row.person_id);
            let person = marks::Person {
                date_of_birth: card.and_then(|card| card.date_of_birth),
                sex: card.and_then(|card| card.sex.clone()),
            };
            let compared = marks::Compared::of(ctx, known, &self.looked, &person, &self.earlier);
            Box::new(compared)
        });
        let mut asked = Vec::with_capacity(lines.len());
        for (line, changes) in lines {
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
                is_rejected: line.decision() == Some(MedicationStatus::Rejected),
                decided_at: line.decision().and(line.decided_at),
            });
        }
        let of_lines = compared.marks(ctx, &self.looked, Some(row.id), &asked);
        let ids = lines.iter().map(|(line, _)| line.id);
        Ok(ids.zip(of_lines).collect())
    }
}

/// A request just created, from its rows: nothing is paid, signed or faxed yet, and the patient is known, so
/// nothing is read.
pub(super) fn fresh(
    ctx: &Context,
    new: NewRequest,
    patient: &people::PersonFacts,
    allergies: Vec<String>,
    pharmacy: Destination,
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
        places: Destinations::only(pharmacy),
        signatures: HashMap::new(),
        earlier: Vec::new(),
        encounters: HashMap::new(),
        known: None,
        compared: OnceLock::new(),
        looked: marks::Looked::default(),
        decisions: HashMap::new(),
        for_staff: false,
        lines: HashMap::from([(row.id, lines.collect())]),
        statuses: HashMap::from([(row.id, vec![first])]),
        allergies: HashMap::from([(patient.id, allergies)]),
    };
    bundle.show(ctx, &row)
}

/// The single patient of all prescriptions in a list.
fn only(patients: &[Uuid]) -> Option<Uuid> {
    let first = patients.first()?;
    patients.iter().all(|one| one == first).then_some(*first)
}

/// The one pharmacy for which the sheet is valid: the doctor's choice, otherwise the patient's.
pub(super) fn pharmacy_of(row: &prescription::Model) -> Result<PharmacyView> {
    read(row.dr_pharmacy.as_ref().unwrap_or(&row.pharmacy))
}

/// The patients' and the doctors' pharmacies of some prescriptions.
fn pharmacies_of(rows: &[prescription::Model]) -> Result<Vec<Uuid>> {
    let mut ids = Vec::with_capacity(rows.len());
    for row in rows {
        for named in std::iter::once(&row.pharmacy).chain(&row.dr_pharmacy) {
            ids.push(read::<PharmacyView>(named)?.id);
        }
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// The newest fax of a prescription, and the cancellation fax of each of its copies that has one.
pub(super) async fn faxes(
    db: &Connection,
    id: Uuid,
    all: &[prescription_copy::Model],
) -> Result<(HashMap<Uuid, FaxView>, HashMap<Uuid, FaxView>)> {
    let mut read = JointRead::for_connection(db);
    let faxes = fax::LatestPart::add(&mut read, KIND, &[id]);
    let cancellations = copies::cancellations(&mut read, all.iter());
    let mut found = read.run(db).await?;
    Ok((faxes.take(&mut found)?, cancellations.take(&mut found)?))
}

/// Whether the number of its pharmacy is verified.
pub(super) async fn verified_numbers(
    db: &Connection,
    row: &prescription::Model,
) -> Result<HashMap<(FaxNumber, String), fax::Verified>> {
    let asked = numbers::numbers_of(std::slice::from_ref(row))?;
    let mut read = JointRead::for_connection(db);
    let numbers = fax::VerifiedPart::add(&mut read, &asked);
    numbers.take(&mut read.run(db).await?, &asked)
}

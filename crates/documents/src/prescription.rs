// SPDX-License-Identifier: AGPL-3.0-or-later

//! The prescription sent to a pharmacy (prescription-rules 1.1, 1.2 and 5; decisions 66 and 138 to 140).
//!
//! The caller passes approved lines only, with the texts of `salal_domain`; only the layout is decided here.
//! The fax cover is a separate document, so these pages never change.

use chrono::{DateTime, Utc};
use salal_domain::days::{date_text, date_time_text};
use salal_domain::prescriptions::wording::name_and_strengths;
use salal_domain::texts::prescription_dialog::NO_REPEATS;
use serde::Serialize;

use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::{Clinic, HealthNumber, Patient, Pharmacy, Prescriber};
use crate::signature::{self, Ink};

/// A line with more text than this may break across pages (characters); a shorter one does not.
const LONGEST_WHOLE_LINE: usize = 900;
/// Longer strengths and drug names may break across lines (characters).
const LONGEST_WHOLE_STRENGTH: usize = 32;

/// Everything on the pages.
#[derive(Debug, Clone, PartialEq)]
pub struct PrescriptionDocument {
    /// `P-20418`.
    pub label: String,
    /// When it was written: the approval.
    pub written_at: DateTime<Utc>,
    /// Header of the page.
    pub clinic: Clinic,
    /// The signing doctor.
    pub prescriber: Prescriber,
    /// The patient.
    pub patient: Patient,
    /// The pharmacy where it is valid.
    pub pharmacy: Pharmacy,
    /// Approved lines in order.
    pub lines: Vec<Line>,
    /// How it is signed.
    pub signature: Signature,
    /// `Line 2 was approved by Dr. Ada Moss; the signer has taken the decision over.`; empty when the signer
    /// decided everything.
    pub taken_over: String,
}

/// One approved line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Name of the drug.
    pub name: String,
    /// Ingredients in order.
    pub ingredients: Vec<Ingredient>,
    /// What tells it apart from others of its name and strength, e.g. `Cartridge`; may be empty.
    pub container: String,
    /// The DIN where one product was chosen; may be empty.
    pub din: String,
    /// Dosage form, e.g. `TABLET`; may be empty.
    pub form: String,
    /// Route, e.g. `ORAL`; may be empty.
    pub route: String,
    /// Directions for use, as `wording::directions` gives them.
    pub directions: String,
    /// `for 3 months`; empty when the directions include it.
    pub duration: String,
    /// `90`.
    pub dispense_figures: String,
    /// `ninety`.
    pub dispense_words: String,
    /// `tablets`; may be empty.
    pub dispense_unit: String,
    /// Refills after the first fill.
    pub repeats: u32,
    /// `No refills` or number and interval, as `wording::refill_text` gives them.
    pub refills: String,
}

/// One ingredient with its strength in words a pharmacist can read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ingredient {
    /// Name of the substance.
    pub name: String,
    /// `500 mg`; may be empty.
    pub strength: String,
}

/// How a prescription is signed.
#[derive(Debug, Clone, PartialEq)]
pub enum Signature {
    /// Not signed yet: every page says so.
    Unsigned,
    /// Drawn by hand for this prescription.
    Drawn {
        /// Strokes of x, y and milliseconds.
        strokes: Vec<Vec<[f64; 3]>>,
        /// When.
        at: DateTime<Utc>,
    },
    /// To be signed in ink on paper.
    Ink {
        /// When the sheet was prepared.
        at: DateTime<Utc>,
    },
}

/// Renders the prescription.
pub fn prescription(document: &PrescriptionDocument) -> Result<Pdf, DocumentError> {
    let (data, at) = sheet(document)?;
    engine::render(Template::Prescription, &data, at)
}

fn sheet(document: &PrescriptionDocument) -> Result<(Sheet<'_>, DateTime<Utc>), DocumentError> {
    if document.lines.is_empty() {
        return Err(DocumentError::NoLines);
    }
    let (state, ink, at) = match &document.signature {
        Signature::Unsigned => (State::Unsigned, Vec::new(), None),
        Signature::Drawn { strokes, at } => (State::Drawn, signature::ink(strokes)?, Some(*at)),
        Signature::Ink { at } => (State::Ink, Vec::new(), Some(*at)),
    };
    let patient = &document.patient;
    let repeats = document.lines.iter().any(|line| line.repeats > 0);
    let data = Sheet {
        label: &document.label,
        written: date_text(document.written_at),
        clinic: &document.clinic,
        prescriber: &document.prescriber,
        pharmacy: &document.pharmacy,
        patient: PatientBlock {
            name: patient.printed_name(),
            birth: patient.printed_birth(),
            sex: patient.sex.as_deref(),
            health_number: patient.health_number.as_ref(),
            address: &patient.address,
            phone: &patient.phone,
        },
        lines: document
            .lines
            .iter()
            .map(|line| LineBlock::of(line, repeats))
            .collect(),
        state,
        ink,
        signed: at.map(date_time_text),
        taken_over: &document.taken_over,
        // The fax cover is page 1; a sheet for ink signing is handed over or mailed without one.
        first_page: if state == State::Ink { 1 } else { 2 },
    };
    Ok((data, at.unwrap_or(document.written_at)))
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Unsigned,
    Drawn,
    Ink,
}

/// The template's data.
#[derive(Serialize)]
struct Sheet<'a> {
    label: &'a str,
    written: String,
    clinic: &'a Clinic,
    prescriber: &'a Prescriber,
    pharmacy: &'a Pharmacy,
    patient: PatientBlock<'a>,
    lines: Vec<LineBlock<'a>>,
    state: State,
    ink: Vec<Ink>,
    signed: Option<String>,
    taken_over: &'a str,
    first_page: u32,
}

#[derive(Serialize)]
struct PatientBlock<'a> {
    name: String,
    birth: Option<String>,
    sex: Option<&'a str>,
    health_number: Option<&'a HealthNumber>,
    address: &'a [String],
    phone: &'a str,
}

#[derive(Serialize)]
struct LineBlock<'a> {
    /// Without a bare number at its end that stands beside it as a strength.
    name: String,
    /// Beside the name; empty when the name includes it or there are too many.
    strengths: Vec<String>,
    whole_strengths: bool,
    /// Below the name; empty when the name includes all.
    ingredients: &'a [Ingredient],
    container: &'a str,
    din: &'a str,
    form: String,
    route: String,
    directions: &'a str,
    duration: &'a str,
    figures: &'a str,
    words: &'a str,
    unit: &'a str,
    refills: &'a str,
    /// May break across pages.
    long: bool,
}

impl<'a> LineBlock<'a> {
    /// Where no line has refills, every line says so in the contract's words (decision 66).
    fn of(line: &'a Line, repeats: bool) -> Self {
        let strengths: Vec<String> = line
            .ingredients
            .iter()
            .map(|ingredient| ingredient.strength.trim().to_owned())
            .filter(|strength| !strength.is_empty())
            .collect();
        let named = match line.ingredients.as_slice() {
            [one] => folded(&line.name).contains(&folded(&one.name)),
            [] => true,
            _ => false,
        };
        let whole_strengths = strengths
            .iter()
            .all(|one| one.chars().count() <= LONGEST_WHOLE_STRENGTH);
        let (name, strengths) = if strengths.len() <= 3 {
            name_and_strengths(&line.name, &strengths)
        } else {
            (line.name.clone(), Vec::new())
        };
        let length = line.name.chars().count()
            + line.directions.chars().count()
            + line
                .ingredients
                .iter()
                .map(|one| one.name.chars().count() + 12)
                .sum::<usize>();
        Self {
            name,
            whole_strengths,
            strengths,
            ingredients: if named { &[] } else { &line.ingredients },
            container: line.container.trim(),
            din: &line.din,
            form: line.form.to_lowercase(),
            route: line.route.to_lowercase(),
            directions: &line.directions,
            duration: &line.duration,
            figures: &line.dispense_figures,
            words: &line.dispense_words,
            unit: &line.dispense_unit,
            refills: if repeats {
                line.refills.as_str()
            } else {
                NO_REPEATS
            },
            long: length > LONGEST_WHOLE_LINE,
        }
    }
}

fn folded(text: &str) -> String {
    text.chars()
        .filter(|one| !one.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests;

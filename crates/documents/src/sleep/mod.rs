// SPDX-License-Identifier: AGPL-3.0-or-later

//! The Level III sleep apnea test request: the anonymous sheet a patient sees before ordering, and the
//! request sent to the sleep clinic, which names the patient (decision 67).
//!
//! Both are rendered by one template from the same answers. The texts of the questions are part of the data.

mod cover;

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::days::{date_text, vancouver_day};
use salal_domain::people::dates::age_on;
use salal_domain::sleep::measured::measured_text;
use serde::Serialize;

use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::{Clinic, HealthNumber, Patient};

pub use cover::{SleepFaxCover, sleep_cover};

/// Everything on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct SleepRequest {
    /// When it was written: the order.
    pub written_at: DateTime<Utc>,
    /// Header of the page: the practice that sends.
    pub clinic: Clinic,
    /// The sleep clinic.
    pub to: SleepClinic,
    /// The patient.
    pub about: About,
    /// Centimetres.
    pub height_cm: f64,
    /// Kilograms.
    pub weight_kg: f64,
    /// The ten questions in order, each with its answer.
    pub answers: Vec<(String, bool)>,
    /// One to three.
    pub readings: Vec<BloodPressure>,
}

/// The sleep clinic, as printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SleepClinic {
    /// Name of the branch.
    pub name: String,
    /// Address on one line.
    pub address: String,
    /// Telephone.
    pub phone: String,
    /// Fax.
    pub fax: String,
}

/// The person to be tested.
#[derive(Debug, Clone, PartialEq)]
pub enum About {
    /// The preliminary sheet: no name and no number.
    Anonymous {
        /// For the age in years; the date itself is not printed.
        date_of_birth: Option<NaiveDate>,
        /// As recorded, e.g. `Female`.
        sex: Option<String>,
    },
    /// The request that is faxed.
    Named {
        /// `S-30001`.
        label: String,
        /// The patient as recorded when it was made.
        patient: Box<Patient>,
    },
}

/// One blood pressure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BloodPressure {
    /// mmHg.
    pub systolic: i64,
    /// mmHg.
    pub diastolic: i64,
    /// When it was measured.
    pub measured_at: DateTime<Utc>,
}

/// Renders the sheet.
pub fn sleep_request(request: &SleepRequest) -> Result<Pdf, DocumentError> {
    engine::render(Template::Sleep, &sheet(request), request.written_at)
}

fn sheet(request: &SleepRequest) -> Sheet<'_> {
    let (label, patient, anonymous) = match &request.about {
        About::Anonymous { date_of_birth, sex } => {
            let today = vancouver_day(request.written_at);
            let years = date_of_birth.map(|birth| format!("{} years", age_on(birth, today)));
            let facts = [years, sex.clone()].into_iter().flatten().collect();
            (None, None, Some(facts))
        }
        About::Named { label, patient } => (Some(label.as_str()), Some(block(patient)), None),
    };
    Sheet {
        label,
        written: date_text(request.written_at),
        clinic: &request.clinic,
        to: &request.to,
        patient,
        anonymous,
        height: measure(request.height_cm, "cm"),
        weight: measure(request.weight_kg, "kg"),
        answers: request
            .answers
            .iter()
            .map(|(question, yes)| (question.as_str(), if *yes { "Yes" } else { "No" }))
            .collect(),
        readings: request
            .readings
            .iter()
            .map(|one| {
                (
                    format!("{}/{} mmHg", one.systolic, one.diastolic),
                    measured_text(one.measured_at),
                )
            })
            .collect(),
        // The cover is page 1 of the fax.
        first_page: if label.is_some() { 2 } else { 1 },
    }
}

/// `171.5 cm`, without a trailing zero.
fn measure(value: f64, unit: &str) -> String {
    let text = format!("{value:.1}");
    format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
}

fn block(patient: &Patient) -> PatientBlock<'_> {
    PatientBlock {
        name: patient.printed_name(),
        birth: patient.printed_birth(),
        sex: patient.sex.as_deref(),
        health_number: patient.health_number.as_ref(),
        address: &patient.address,
        phone: &patient.phone,
    }
}

/// The template's data.
#[derive(Serialize)]
struct Sheet<'a> {
    label: Option<&'a str>,
    written: String,
    clinic: &'a Clinic,
    to: &'a SleepClinic,
    patient: Option<PatientBlock<'a>>,
    anonymous: Option<Vec<String>>,
    height: String,
    weight: String,
    answers: Vec<(&'a str, &'static str)>,
    readings: Vec<(String, String)>,
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

#[cfg(test)]
mod tests;

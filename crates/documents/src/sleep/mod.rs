// SPDX-License-Identifier: AGPL-3.0-or-later

//! The Level III sleep apnea test request: the anonymous sheet a patient sees before ordering, and the
//! request sent to the sleep clinic, which names the patient (decision 67) and is signed under a doctor's standing
//! order (decision 211).
//!
//! Both are rendered by one template from the same answers. The texts of the questions are part of the data.

mod cover;

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::days::{date_text, date_time_text, vancouver_day};
use salal_domain::people::dates::age_on;
use serde::Serialize;

use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::{Clinic, HealthNumber, Patient};
use crate::signature::{self, Ink};

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
        /// Who requests the test.
        practitioner: Box<RequestingPractitioner>,
    },
}

/// The doctor who requests the test, as of the day it was printed.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestingPractitioner {
    /// As printed, e.g. `Dr. Helen Varga`.
    pub name: String,
    /// The College number.
    pub college_number: String,
    /// The MSP practitioner number, if it is known.
    pub billing_number: Option<String>,
    /// The signature: strokes of x, y and milliseconds.
    pub strokes: Vec<Vec<[f64; 3]>>,
    /// When the doctor agreed to sign all requests.
    pub agreed_at: DateTime<Utc>,
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
    engine::render(Template::Sleep, &sheet(request)?, request.written_at)
}

fn sheet(request: &SleepRequest) -> Result<Sheet<'_>, DocumentError> {
    let (label, patient, practitioner, anonymous) = match &request.about {
        About::Anonymous { date_of_birth, sex } => {
            let today = vancouver_day(request.written_at);
            let years = date_of_birth.map(|birth| format!("{} years", age_on(birth, today)));
            let facts = [years, sex.clone()].into_iter().flatten().collect();
            (None, None, None, Some(facts))
        }
        About::Named {
            label,
            patient,
            practitioner,
        } => (
            Some(label.as_str()),
            Some(block(patient)),
            Some(signed_by(practitioner)?),
            None,
        ),
    };
    Ok(Sheet {
        label,
        written: date_text(request.written_at),
        clinic: &request.clinic,
        to: &request.to,
        patient,
        practitioner,
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
                    date_time_text(one.measured_at),
                )
            })
            .collect(),
        // The cover is page 1 of the fax.
        first_page: if label.is_some() { 2 } else { 1 },
    })
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

fn signed_by(doctor: &RequestingPractitioner) -> Result<PractitionerBlock<'_>, DocumentError> {
    Ok(PractitionerBlock {
        name: &doctor.name,
        college_number: &doctor.college_number,
        billing_number: doctor.billing_number.as_deref(),
        ink: signature::ink(&doctor.strokes)?,
        agreed: date_text(doctor.agreed_at),
    })
}

/// The template's data.
#[derive(Serialize)]
struct Sheet<'a> {
    label: Option<&'a str>,
    written: String,
    clinic: &'a Clinic,
    to: &'a SleepClinic,
    patient: Option<PatientBlock<'a>>,
    practitioner: Option<PractitionerBlock<'a>>,
    anonymous: Option<Vec<String>>,
    height: String,
    weight: String,
    answers: Vec<(&'a str, &'static str)>,
    readings: Vec<(String, String)>,
    first_page: u32,
}

#[derive(Serialize)]
struct PractitionerBlock<'a> {
    name: &'a str,
    college_number: &'a str,
    billing_number: Option<&'a str>,
    ink: Vec<Ink>,
    agreed: String,
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

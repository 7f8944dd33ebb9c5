// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lab results in files: HL7 v2 result messages (ORU^R01) or our own JSON format, parsed into reports. A file
//! is accepted or refused as a whole, with all errors and their lines; errors name positions, never a patient
//! or a value.
//!
//! Not here: matching results with patients (the server), and interpreting values. High or low is what the
//! laboratory reported.

mod file;
mod hl7;
mod json;
mod oru;
pub mod results;
mod values;
pub mod versions;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

pub use file::{LabFile, LabForm, read_lab_file};
use results::LabItem;

/// An error in a file, and its position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabFault {
    /// The first line is 1; 0 is the whole file.
    pub line: usize,
    pub message: String,
}

impl LabFault {
    fn at(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}

impl std::fmt::Display for LabFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line == 0 {
            out.write_str(&self.message)
        } else {
            write!(out, "line {}: {}", self.line, self.message)
        }
    }
}

/// The patient of a result, according to the laboratory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabPatient {
    /// Health numbers, capitals and digits only, each once. If there are several, a person must check.
    pub health_numbers: Vec<String>,
    pub date_of_birth: Option<NaiveDate>,
    pub first_name: String,
    pub last_name: String,
}

/// One order's results as a laboratory reported them at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabReport {
    /// Where it starts in the file.
    pub line: usize,
    /// The laboratory's name.
    pub lab: String,
    /// The laboratory's own number of the order: reports with the same number are versions of each other.
    pub order: String,
    pub patient: LabPatient,
    pub collected_at: Option<DateTime<Utc>>,
    pub reported_at: Option<DateTime<Utc>>,
    /// The laboratory's comments on the whole report.
    pub comments: Vec<String>,
    pub items: Vec<LabItem>,
    /// The report as in the file; stored with the rest.
    #[serde(skip)]
    pub source: String,
}

impl LabReport {
    /// The names of its groups, each once: the report's title in lists.
    pub fn title(&self) -> String {
        results::title(&self.items)
    }

    /// The identity of a report that is received again in another file: everything except its position.
    pub fn print(&self) -> String {
        let patient = &self.patient;
        let day = patient.date_of_birth.map(|day| day.to_string());
        let parts = serde_json::json!([
            self.lab,
            self.order,
            patient.health_numbers,
            day,
            patient.first_name,
            patient.last_name,
            self.collected_at.map(|at| at.timestamp_micros()),
            self.reported_at.map(|at| at.timestamp_micros()),
            self.comments,
            self.items,
        ]);
        parts.to_string()
    }
}

#[cfg(test)]
mod tests;

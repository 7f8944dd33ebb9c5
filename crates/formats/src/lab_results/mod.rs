//! Laboratory results as they arrive in files: HL7 v2 messages of results (ORU^R01) or our own JSON
//! form, read into plain reports. A file is read as a whole or refused as a whole, every fault with its
//! line; what a fault says names places, never a patient or a value.
//!
//! Deliberately not here: whose result it is (the server asks its database), and any judgement of a
//! value. What is high or low is what the laboratory said.

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

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabFault {
    /// The first line is 1; 0 is the file as a whole.
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

/// Whom a laboratory says a result is of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabPatient {
    /// Health numbers, capitals and digits only, each once. More than one is for a person to look at.
    pub health_numbers: Vec<String>,
    pub date_of_birth: Option<NaiveDate>,
    pub first_name: String,
    pub last_name: String,
}

/// One order's results as a laboratory reported them at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabReport {
    /// Where it begins in the file.
    pub line: usize,
    /// The laboratory's name.
    pub lab: String,
    /// The laboratory's own number of the order: reports with the same one are versions of each other.
    pub order: String,
    pub patient: LabPatient,
    pub collected_at: Option<DateTime<Utc>>,
    pub reported_at: Option<DateTime<Utc>>,
    /// What the laboratory says about the whole.
    pub comments: Vec<String>,
    pub items: Vec<LabItem>,
    /// The report as it stood in the file; kept beside the rest.
    #[serde(skip)]
    pub source: String,
}

impl LabReport {
    /// The names of its groups, each once: what a list calls the report.
    pub fn title(&self) -> String {
        results::title(&self.items)
    }

    /// What makes a report the same one when it comes again in another file: all of it but where it stood.
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

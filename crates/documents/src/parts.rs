// SPDX-License-Identifier: AGPL-3.0-or-later

//! Shared PDF building blocks: clinic, prescriber, patient, pharmacy.
//!
//! Plain texts as they are to be printed: telephone numbers arrive as `604-555-0142`.

use chrono::NaiveDate;
use serde::Serialize;

/// The clinic in the header of every page (decision 135: from the settings).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clinic {
    /// Its name.
    pub name: String,
    /// Address on one line.
    pub address: String,
    /// Telephone.
    pub phone: String,
    /// Fax.
    pub fax: String,
}

/// Who prescribes and signs (prescription-rules 1.1 and 1.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Prescriber {
    /// As printed, e.g. `Dr. Helen Varga`.
    pub name: String,
    /// The College number, never the billing number (decision 154).
    pub college_number: String,
    /// Telephone.
    pub phone: String,
    /// Fax.
    pub fax: String,
}

/// The one pharmacy a prescription is valid at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pharmacy {
    /// Its name.
    pub name: String,
    /// Address, line by line.
    pub address: Vec<String>,
    /// Telephone.
    pub phone: String,
    /// Fax.
    pub fax: String,
}

/// A patient as recorded at approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patient {
    /// Last name; printed in capitals.
    pub last_name: String,
    /// First name.
    pub first_name: String,
    /// Date of birth.
    pub date_of_birth: Option<NaiveDate>,
    /// As recorded, e.g. `Female`.
    pub sex: Option<String>,
    /// The personal health number.
    pub health_number: Option<HealthNumber>,
    /// Address, line by line.
    pub address: Vec<String>,
    /// Telephone.
    pub phone: String,
}

/// A health number with the issuing province.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HealthNumber {
    /// As printed, e.g. `9000 012 345`.
    pub number: String,
    /// `TREMBLAY, Marguerite`; a single name is printed alone.
    pub province: String,
}

impl Patient {
    /// `TREMBLAY, Marguerite`; one name stands alone.
    pub(crate) fn printed_name(&self) -> String {
        let last = self.last_name.trim().to_uppercase();
        match (last.as_str(), self.first_name.trim()) {
            ("", first) => first.to_owned(),
            (last, "") => last.to_owned(),
            (last, first) => format!("{last}, {first}"),
        }
    }

    /// `14-JUN-1968`: the month in letters, so that day and month cannot be confused.
    pub(crate) fn printed_birth(&self) -> Option<String> {
        self.date_of_birth
            .map(|birth| birth.format("%d-%b-%Y").to_string().to_uppercase())
    }
}

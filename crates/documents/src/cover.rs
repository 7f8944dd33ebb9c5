// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fax cover (prescription-rules 1.2 and 5): one page, without patient information.
//!
//! It is a separate document, rendered for each transmission; the prescription's pages remain the same bytes.

use chrono::{DateTime, Utc};
use salal_domain::days::date_time_text;
use serde::Serialize;

use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::{Clinic, Pharmacy, Prescriber};

/// Who chose the pharmacy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chooser {
    Patient,
    /// The doctor, instead of the patient.
    Doctor,
}

impl Chooser {
    /// The text on the cover.
    const fn text(self) -> &'static str {
        match self {
            Self::Patient => "Pharmacy chosen by the patient",
            Self::Doctor => {
                "The prescriber chose your pharmacy in place of the one that the patient had named"
            }
        }
    }
}

/// Everything on the cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaxCover {
    /// `P-20418`.
    pub label: String,
    /// The practice that sends.
    pub clinic: Clinic,
    /// Who prescribed.
    pub prescriber: Prescriber,
    /// Who receives.
    pub pharmacy: Pharmacy,
    /// Transmission.
    pub sent_at: DateTime<Utc>,
    /// Pages that follow this one.
    pub prescription_pages: usize,
    /// Who chose the pharmacy.
    pub chosen_by: Chooser,
    /// For a re-sent copy: when the prescription was first faxed.
    pub resent_of: Option<DateTime<Utc>>,
}

/// Renders the cover.
pub fn cover(cover: &FaxCover) -> Result<Pdf, DocumentError> {
    engine::render(Template::Cover, &sheet(cover), cover.sent_at)
}

fn sheet(cover: &FaxCover) -> Sheet<'_> {
    Sheet {
        label: &cover.label,
        clinic: &cover.clinic,
        prescriber: &cover.prescriber,
        pharmacy: &cover.pharmacy,
        sent: date_time_text(cover.sent_at),
        pages: cover.prescription_pages.saturating_add(1),
        chosen: cover.chosen_by.text(),
        resent: cover.resent_of.map(resent_text),
    }
}

/// The line that keeps a pharmacy from filling twice (prescription-rules 5).
fn resent_text(first: DateTime<Utc>) -> String {
    format!(
        "RE-SENT COPY of prescription faxed {}; do not fill twice",
        date_time_text(first)
    )
}

#[derive(Serialize)]
struct Sheet<'a> {
    label: &'a str,
    clinic: &'a Clinic,
    prescriber: &'a Prescriber,
    pharmacy: &'a Pharmacy,
    sent: String,
    pages: usize,
    chosen: &'a str,
    resent: Option<String>,
}

#[cfg(test)]
mod tests;

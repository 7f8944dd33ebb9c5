// SPDX-License-Identifier: AGPL-3.0-or-later

//! The page that cancels a prescription at the old pharmacy (decision 160), and the void mark on a sheet.
//!
//! The cancellation is its own cover, so that its meaning is clear at the fax machine. The cancelled sheet
//! keeps its bytes; the mark is laid over a rendering of it, for our own screens.

use chrono::{DateTime, Utc};
use salal_domain::days::date_time_text;
use serde::Serialize;

use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::{Clinic, Patient, Pharmacy, Prescriber};

/// Everything on the cancellation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cancellation {
    /// `P-20418`.
    pub label: String,
    /// Which copy: 1 for the first.
    pub copy: i64,
    /// When that copy was signed.
    pub signed_at: DateTime<Utc>,
    /// When it becomes void.
    pub at: DateTime<Utc>,
    /// The practice that sends.
    pub clinic: Clinic,
    /// The doctor who voids it.
    pub prescriber: Prescriber,
    /// The patient.
    pub patient: Patient,
    /// The pharmacy that received it.
    pub pharmacy: Pharmacy,
    /// The drugs of its lines, in their order.
    pub lines: Vec<String>,
}

/// Renders the cancellation.
pub fn cancellation(of: &Cancellation) -> Result<Pdf, DocumentError> {
    engine::render(Template::Cancellation, &sheet(of), of.at)
}

fn sheet(of: &Cancellation) -> Sheet<'_> {
    Sheet {
        label: &of.label,
        copy: of.copy,
        signed: date_time_text(of.signed_at),
        at: date_time_text(of.at),
        clinic: &of.clinic,
        prescriber: &of.prescriber,
        pharmacy: &of.pharmacy,
        patient: of.patient.printed_name(),
        birth: of.patient.printed_birth(),
        lines: &of.lines,
    }
}

#[derive(Serialize)]
struct Sheet<'a> {
    label: &'a str,
    copy: i64,
    signed: String,
    at: String,
    clinic: &'a Clinic,
    prescriber: &'a Prescriber,
    pharmacy: &'a Pharmacy,
    patient: String,
    birth: Option<String>,
    lines: &'a [String],
}

/// Marks every page of a sheet as VOID, for display only. `since` is printed below the word.
pub fn voided(sheet: Vec<u8>, pages: usize, since: DateTime<Utc>) -> Result<Pdf, DocumentError> {
    let mark = Mark {
        pages,
        since: date_time_text(since),
    };
    engine::render_over(Template::Void, &mark, sheet, since)
}

#[derive(Serialize)]
struct Mark {
    pages: usize,
    since: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::page_texts;
    use crate::testing;

    #[test]
    fn the_page_says_what_is_void_and_what_to_do() {
        let pages = page_texts(Template::Cancellation, &sheet(&testing::cancellation()));
        assert_eq!(pages.len(), 1);
        let page = pages.concat();
        for part in [
            "VOID: do not fill",
            "Tidewater Pharmacy",
            "604-555-0177",
            "P-20418",
            "copy 1",
            "TREMBLAY, Marguerite",
            "14-JUN-1968",
            "Metformin 500 mg tablet",
            "Dr. Helen Varga",
            "call 604-555-0110",
            "Page 1 of 1",
        ] {
            assert!(page.contains(part), "{part:?} is missing in:\n{page}");
        }
    }

    #[test]
    fn a_void_sheet_has_its_pages_and_other_bytes() {
        let sheet = crate::prescription(&testing::prescription()).unwrap();
        let since = testing::at("2026-11-21T18:04:00Z");
        let void = voided(sheet.bytes.clone(), sheet.pages, since).unwrap();
        assert_eq!(void.pages, sheet.pages);
        assert!(void.bytes.starts_with(b"%PDF-") && void.bytes != sheet.bytes);
    }
}

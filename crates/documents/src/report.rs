// SPDX-License-Identifier: AGPL-3.0-or-later

//! The report of a month: key numbers, bars and tables, with nobody's name but the doctors'. What is counted, and what
//! is not told, is decided by whoever makes the tables.

use chrono::{DateTime, Utc};
use salal_domain::days::date_time_text;
use serde::Serialize;

use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::Clinic;

/// Everything in the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Header of each page.
    pub clinic: Clinic,
    /// `Insight`
    pub title: String,
    /// `October 2026`
    pub period: String,
    /// What belongs to the period.
    pub note: String,
    /// The numbers that are read first.
    pub key_numbers: Vec<KeyNumber>,
    /// Charts and tables, in their order.
    pub parts: Vec<ReportPart>,
    /// When it was made.
    pub made_at: DateTime<Utc>,
}

/// A number that is read first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeyNumber {
    /// What it counts.
    pub label: String,
    /// As printed.
    pub value: String,
    /// What it is a part of; may be empty.
    pub note: String,
}

/// A chart with its table, or a table alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportPart {
    /// Its heading.
    pub title: String,
    /// The bars; none for a table alone.
    pub chart: Option<Chart>,
    /// The first row.
    pub header: Vec<String>,
    /// How many of the columns are texts, at the left; the others are numbers.
    pub texts: usize,
    /// The rows below.
    pub rows: Vec<Vec<String>>,
}

/// Bars side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chart {
    /// The value at the top of the axis, above nothing.
    pub top: f64,
    /// The same as printed.
    pub top_label: String,
    /// What a filled bar is.
    pub filled: String,
    /// What an outlined bar is.
    pub outlined: String,
    /// From left to right.
    pub bars: Vec<Bar>,
}

/// A bar: filled up to one value, and outlined up to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bar {
    /// Below it; empty for most.
    pub label: String,
    /// From the axis.
    pub filled: f64,
    /// From the axis as well.
    pub outlined: f64,
}

/// Renders the report.
pub fn report(report: &Report) -> Result<Pdf, DocumentError> {
    engine::render(Template::Report, &sheet(report), report.made_at)
}

fn sheet(report: &Report) -> Sheet<'_> {
    Sheet {
        clinic: &report.clinic,
        title: &report.title,
        period: &report.period,
        note: &report.note,
        made: date_time_text(report.made_at),
        key_numbers: &report.key_numbers,
        parts: &report.parts,
    }
}

#[derive(Serialize)]
struct Sheet<'a> {
    clinic: &'a Clinic,
    title: &'a str,
    period: &'a str,
    note: &'a str,
    made: String,
    key_numbers: &'a [KeyNumber],
    parts: &'a [ReportPart],
}

#[cfg(test)]
mod tests {
    use super::sheet;
    use crate::engine::{Template, page_texts};
    use crate::testing;

    #[test]
    fn the_report_shows_its_numbers_bars_and_tables() {
        let report = testing::report();
        let pages = page_texts(Template::Report, &sheet(&report));
        let text = pages.concat();
        for part in [
            "Harbour Lane Medical",
            "Insight",
            "October 2026",
            "Within the promise",
            "98.3%",
            "Requests by day",
            "Weekend",
            "Oct 08",
            "Alder Street Pharmacy",
            "not shown",
            "Made Nov 21, 2026, 10:52 AM",
        ] {
            assert!(text.contains(part), "{part:?} is missing in:\n{text}");
        }
        assert!(pages[0].contains("Page 1 of"), "{}", pages[0]);
    }

    #[test]
    fn a_month_without_anything_is_a_report_as_well() {
        let mut empty = testing::report();
        for part in &mut empty.parts {
            part.rows.clear();
            if let Some(chart) = &mut part.chart {
                chart.bars.clear();
            }
        }
        let text = page_texts(Template::Report, &sheet(&empty)).concat();
        assert!(text.contains("Nothing in this period."), "{text}");
    }

    #[test]
    fn the_same_report_is_the_same_file() {
        let report = testing::report();
        let once = super::report(&report).unwrap();
        assert_eq!(once, super::report(&report).unwrap());
        assert!(once.bytes.starts_with(b"%PDF-"));
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures as tables: for a spreadsheet, and for the report on paper. What is not told is "not shown" in both.

use chrono::NaiveDate;

use super::dto::{InsightClaimStage, InsightPart, InsightView};
use crate::api::{Cell, Csv};
use crate::error::{Error, Result};

/// Instead of a number that is not told. Not "under 5": what is hidden beside a small number may be any.
pub(super) const NOT_SHOWN: &str = "not shown";
/// The heads of times, with how exact they are: a file is read without the page.
const P50: &str = "p50 minutes (within 3%)";
const P90: &str = "p90 minutes (within 3%)";
const USUAL: &str = "Usual minutes (within 3%)";
/// Columns of the file with every table.
const WIDEST: usize = 7;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Day(NaiveDate),
    /// A number of our own.
    Count(Option<i64>),
    /// Dollars.
    Amount(Option<f64>),
    /// Minutes; none where there is nothing to measure.
    Minutes(Option<i64>),
    /// A part of one.
    Share(Option<f64>),
}

impl Value {
    fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Minutes of so many things: none where there are none, and not told where their number is not.
    fn minutes(minutes: Option<i64>, of: Option<i64>) -> Self {
        match of {
            None => Self::text(NOT_SHOWN),
            Some(_) => Self::Minutes(minutes),
        }
    }

    /// As it is printed.
    pub(super) fn printed(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Day(day) => day.format("%a, %b %d").to_string(),
            Self::Count(Some(count)) => grouped(&count.to_string()),
            Self::Minutes(Some(minutes)) => grouped(&minutes.to_string()),
            Self::Minutes(None) => String::new(),
            Self::Amount(Some(dollars)) => money(dollars),
            Self::Share(Some(share)) => percent(share),
            Self::Count(None) | Self::Amount(None) | Self::Share(None) => NOT_SHOWN.to_owned(),
        }
    }

    fn cell(self) -> Cell {
        match self {
            Self::Text(text) => text.into(),
            Self::Day(day) => day.to_string().into(),
            Self::Count(Some(count)) => Cell::Number(count.into()),
            Self::Minutes(Some(minutes)) => Cell::Number(minutes.into()),
            Self::Minutes(None) => "".into(),
            // As accountants write what is below nothing: a sign in front would begin a formula.
            Self::Amount(Some(dollars)) if dollars < 0.0 => format!("({:.2})", -dollars).into(),
            Self::Amount(Some(dollars)) => format!("{dollars:.2}").into(),
            Self::Share(Some(share)) => percent(share).into(),
            Self::Count(None) | Self::Amount(None) | Self::Share(None) => NOT_SHOWN.into(),
        }
    }
}

/// `1,417`, `12,345.67`
pub(super) fn grouped(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// `$22,460.00`, `-$50.00`
pub(super) fn money(dollars: f64) -> String {
    let sign = if dollars < 0.0 { "-" } else { "" };
    format!("{sign}${}", grouped(&format!("{:.2}", dollars.abs())))
}

/// `33.3%`
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) part: InsightPart,
    pub(super) title: &'static str,
    pub(super) header: Vec<&'static str>,
    pub(super) rows: Vec<Vec<Value>>,
}

/// Every table, in the order of the page; as there, the newest day comes first.
pub(super) fn tables(view: &InsightView) -> Vec<Table> {
    vec![
        days(view),
        decisions(view),
        reasons(view),
        faxes(view),
        revenue(view),
        claims(view),
        doctors(view),
        messages(view),
    ]
}

fn days(view: &InsightView) -> Table {
    let row = |day: &super::dto::InsightDay| {
        vec![
            Value::Day(day.day),
            Value::Count(day.requests),
            Value::Count(day.medications),
            Value::Amount(day.charged),
            Value::Amount(day.refunded),
        ]
    };
    let of = &view.totals;
    let all = vec![
        Value::text("All"),
        Value::Count(of.requests),
        Value::Count(of.medications),
        Value::Amount(of.charged),
        Value::Amount(of.refunded),
    ];
    Table {
        part: InsightPart::Days,
        title: "Requests by day",
        header: vec!["Day", "Requests", "Medications", "Charged", "Refunded"],
        rows: view.days.iter().rev().map(row).chain([all]).collect(),
    }
}

fn decisions(view: &InsightView) -> Table {
    let row = |day: &super::dto::InsightDay| {
        vec![
            Value::Day(day.day),
            Value::Count(day.decided),
            Value::minutes(day.p50, day.decided),
            Value::minutes(day.p90, day.decided),
            Value::Count(day.late),
        ]
    };
    let of = &view.totals;
    let all = vec![
        Value::text("All"),
        Value::Count(of.decided),
        Value::minutes(of.p50, of.decided),
        Value::minutes(of.p90, of.decided),
        Value::Count(of.late),
    ];
    Table {
        part: InsightPart::Decisions,
        title: "Time to decision",
        header: vec!["Day", "Decided", P50, P90, "Late"],
        rows: view.days.iter().rev().map(row).chain([all]).collect(),
    }
}

fn reasons(view: &InsightView) -> Table {
    let of = |decision: &'static str, reasons: &[super::dto::InsightReason]| {
        let row = |reason: &super::dto::InsightReason| {
            vec![
                Value::text(decision),
                Value::text(&reason.label),
                Value::Count(reason.medications),
                Value::Share(reason.share),
            ]
        };
        reasons.iter().map(row).collect::<Vec<_>>()
    };
    let all = |decision: &str, count: Option<i64>| {
        vec![
            Value::text(decision),
            Value::text("All"),
            Value::Count(count),
            Value::text(""),
        ]
    };
    let mut rows = of("Rejected", &view.reasons);
    rows.push(all("Rejected", view.totals.rejected));
    rows.extend(of("Approved", &view.approvals));
    rows.push(all("Approved", view.totals.approved));
    Table {
        part: InsightPart::Reasons,
        title: "Approved and rejected",
        header: vec!["Decision", "Reason", "Medications", "Share of reasons"],
        rows,
    }
}

fn faxes(view: &InsightView) -> Table {
    let row = |of: &super::dto::InsightPharmacy| {
        vec![
            Value::text(&of.name),
            Value::text(&of.city),
            Value::Count(of.faxes),
            Value::Count(of.first_try),
            Value::Count(of.attempts),
            Value::Count(of.failed),
            Value::minutes(of.minutes, of.faxes),
        ]
    };
    let of = &view.totals;
    let all = vec![
        Value::Text(format!("All {} pharmacies", view.pharmacy_count)),
        Value::text(""),
        Value::Count(of.faxes),
        Value::Count(of.first_try),
        Value::text(""),
        Value::Count(of.failed),
        Value::text(""),
    ];
    Table {
        part: InsightPart::Faxes,
        title: "Fax delivery by pharmacy",
        header: vec![
            "Pharmacy",
            "City",
            "Faxes",
            "First try",
            "Attempts",
            "Failed",
            USUAL,
        ],
        rows: view.pharmacies.iter().map(row).chain([all]).collect(),
    }
}

fn revenue(view: &InsightView) -> Table {
    let row = |of: &super::dto::InsightRevenue| {
        vec![
            Value::text(&of.rule),
            Value::Count(of.payments),
            Value::Amount(of.charged),
            Value::Amount(of.refunded),
            Value::Amount(of.net),
        ]
    };
    let of = &view.totals;
    let all = vec![
        Value::text("All"),
        Value::Count(of.payments),
        Value::Amount(of.charged),
        Value::Amount(of.refunded),
        Value::Amount(of.net),
    ];
    Table {
        part: InsightPart::Revenue,
        title: "Revenue",
        header: vec!["Paid by", "Payments", "Charged", "Refunded", "Net"],
        rows: view.revenue.iter().map(row).chain([all]).collect(),
    }
}

const fn stage(stage: InsightClaimStage) -> &'static str {
    match stage {
        InsightClaimStage::Paid => "Paid in the period",
        InsightClaimStage::Waiting => "Sent, no answer yet (now)",
        InsightClaimStage::Rejected => "Rejected, to correct (now)",
        InsightClaimStage::Unsent => "To be sent (now)",
    }
}

fn claims(view: &InsightView) -> Table {
    let claims = &view.claims;
    let row = |what: &str, code: &str, words: &str, count, amount| {
        vec![
            Value::text(what),
            Value::text(code),
            Value::text(words),
            Value::Count(count),
            Value::Amount(amount),
        ]
    };
    let sent = &claims.sent;
    let mut rows = vec![row("Sent in the period", "", "", sent.claims, sent.amount)];
    for one in &claims.states {
        rows.push(row(stage(one.state), "", "", one.claims, one.amount));
    }
    for one in &claims.refusals {
        let words = one.words.as_deref().unwrap_or_default();
        let what = "Refused in the period";
        rows.push(row(what, &one.code, words, one.claims, one.amount));
    }
    Table {
        part: InsightPart::Claims,
        title: "Claims to MSP",
        header: vec!["Claims", "Code", "Meaning", "Number", "Amount"],
        rows,
    }
}

fn doctors(view: &InsightView) -> Table {
    let row = |of: &super::dto::InsightDoctorRow| {
        vec![
            Value::text(&of.name),
            Value::Count(of.decided),
            Value::Count(of.late),
            Value::minutes(of.p50, of.decided),
            Value::minutes(of.p90, of.decided),
            Value::Count(of.approved),
            Value::Count(of.rejected),
        ]
    };
    Table {
        part: InsightPart::Doctors,
        title: "Doctors",
        header: vec![
            "Doctor", "Decided", "Late", P50, P90, "Approved", "Rejected",
        ],
        rows: view.by_doctor.iter().map(row).collect(),
    }
}

fn messages(view: &InsightView) -> Table {
    let row = |of: &super::dto::InsightMessages| {
        vec![
            Value::Count(Some(of.received)),
            Value::Count(Some(of.answered)),
            Value::Minutes(of.p50),
            Value::Minutes(of.p90),
        ]
    };
    Table {
        part: InsightPart::Messages,
        title: "Messages from patients",
        header: vec!["Received", "Answered", P50, P90],
        rows: view.messages.iter().map(row).collect(),
    }
}

/// A file with one table, or with all of them.
pub(super) fn csv(view: &InsightView, part: InsightPart) -> Result<Csv> {
    let name = format!("insight-{}-{}-{part}.csv", view.from, view.to);
    let mut tables = tables(view);
    if part == InsightPart::All {
        return every(&name, view, tables);
    }
    tables.retain(|table| table.part == part);
    let table = tables.pop().ok_or_else(Error::not_found)?;
    match table.header.len() {
        4 => of_width::<4>(&name, table),
        5 => of_width::<5>(&name, table),
        _ => of_width::<WIDEST>(&name, table),
    }
}

fn of_width<const N: usize>(name: &str, table: Table) -> Result<Csv> {
    let mut header = [""; N];
    for (own, title) in header.iter_mut().zip(table.header) {
        *own = title;
    }
    Csv::of(name, header, table.rows.into_iter().map(wide::<N>))
}

fn wide<const N: usize>(row: Vec<Value>) -> [Cell; N] {
    let mut cells = row.into_iter().map(Value::cell);
    std::array::from_fn(|_| cells.next().unwrap_or_else(|| "".into()))
}

fn every(name: &str, view: &InsightView, tables: Vec<Table>) -> Result<Csv> {
    let (from, to) = (view.from.to_string(), view.to.to_string());
    let mut header = [""; WIDEST];
    (header[0], header[1], header[2]) = ("Insight", &from, &to);
    let lines = tables.into_iter().flat_map(|table| {
        let title = vec![Value::text(table.title)];
        let header = table.header.iter().map(|title| Value::text(title));
        let head = [Vec::new(), title, header.collect()];
        head.into_iter().chain(table.rows)
    });
    Csv::of(name, header, lines.map(wide::<WIDEST>))
}

#[cfg(test)]
mod tests {
    use super::{grouped, money};

    #[test]
    fn numbers_on_paper_are_grouped() {
        let all = ["0", "999", "1417", "22460", "1234567"].map(grouped);
        assert_eq!(all, ["0", "999", "1,417", "22,460", "1,234,567"]);
        let all = [0.0, 22_460.0, -50.0, 1_234_567.891].map(money);
        assert_eq!(all, ["$0.00", "$22,460.00", "-$50.00", "$1,234,567.89"]);
    }
}

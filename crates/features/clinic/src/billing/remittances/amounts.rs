// SPDX-License-Identifier: AGPL-3.0-or-later

//! Amounts billed, paid, refused and outstanding, by month (decision 177). The four count the same lines or the
//! same bills, so that billed is always the sum of the other three. What was paid beyond a bill, adjustments of
//! whole payments and what is none of ours stand beside them. What a line counts for is a rule of the domain.

use std::collections::BTreeMap;

use chrono::{Datelike, Months, NaiveDate};
use salal_domain::billing::counted::{Counted, still_refused};
use salal_domain::days::vancouver_day;
use salal_domain::fees::Cents;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::repo;
use crate::api::{Json, NoBody, Request};
use crate::error::{Error, Result};

/// Records that adjust a payment as a whole.
const ADJUSTMENTS: [&str; 2] = ["S23", "S24"];
/// Years that a period may end in.
const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;

/// The months to sum up.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::billing) struct Span {
    /// How many months, the last one included: 1 to 60; 12 when absent.
    pub months: Option<u32>,
    /// The last month, `2020-12`; the current one when absent.
    pub last: Option<String>,
}

/// A month of payments. What was billed is what was paid, refused and is outstanding; the other three stand
/// beside it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct RemittanceMonth {
    /// `2026-11`
    pub month: String,
    /// What the month's lines about our bills billed; a line that was paid as billed counts with its payment.
    pub billed: f64,
    /// Paid up to the amount of each bill, less what was taken back.
    pub paid: f64,
    /// Billed and not paid by a decision of the plan, and what it took back, less what it paid in the same month after
    /// all. Never below zero.
    pub refused: f64,
    /// Billed on lines that the plan holds and has not decided.
    pub outstanding: f64,
    /// Paid beyond bills, or assigned to no bill yet; below zero when more of it, or of nothing paid, was taken back.
    pub overpaid: f64,
    /// Billed less paid.
    #[serde(rename = "notPaid")]
    pub not_paid: f64,
    /// Adjustments of the payment as a whole, which belong to no claim.
    pub adjustments: f64,
    /// Paid on lines that are none of ours: of other payees of the data centre, or said by a person to be of no bill.
    #[serde(rename = "otherPayees")]
    pub other_payees: f64,
    /// Lines about our claims, also those that are assigned to no bill yet.
    pub records: i64,
}

/// A month of visits.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct BalanceMonth {
    /// `2026-11`
    pub month: String,
    pub bills: i64,
    pub billed: f64,
    pub paid: f64,
    pub refused: f64,
    pub outstanding: f64,
    /// Paid beyond the amounts of the bills.
    pub overpaid: f64,
}

/// What lines of remittances say of a month.
#[derive(Clone, Copy, Default)]
struct Received {
    paid: Cents,
    refused: Cents,
    outstanding: Cents,
    overpaid: Cents,
    adjustments: Cents,
    other_payees: Cents,
    records: i64,
}

impl Received {
    fn add(&mut self, sum: &repo::LineSum) {
        let paid = Cents(sum.paid);
        match (sum.is_ours, sum.is_claim) {
            (false, true) => self.other_payees = self.other_payees + paid,
            (true, false) if ADJUSTMENTS.contains(&sum.kind.as_str()) => {
                self.adjustments = self.adjustments + paid;
            }
            (true, true) => {
                self.records += sum.number;
                self.paid = self.paid + Cents(sum.counted_paid);
                self.refused = self.refused + Cents(sum.counted_refused);
                self.overpaid = self.overpaid + Cents(sum.overpaid);
            }
            // Sums of the payee and of practitioners repeat what the lines say.
            (_, false) => {}
        }
    }

    /// Lines that the plan holds and has not decided.
    fn add_held(&mut self, sum: &repo::HeldSum) {
        self.outstanding = self.outstanding + Cents(sum.billed);
    }

    /// The lines of a bill: what of it was refused and paid in the same month after all is not refused.
    fn take_off_paid_after_all(&mut self, lines: &[Counted]) {
        let refused = lines.iter().map(|line| line.refused.0).sum();
        let still = still_refused(lines.iter().copied());
        self.refused = self.refused - (Cents(refused) - still);
    }

    fn month(self, month: String) -> RemittanceMonth {
        let not_paid = self.refused + self.outstanding;
        RemittanceMonth {
            month,
            billed: (self.paid + not_paid).dollars(),
            paid: self.paid.dollars(),
            refused: self.refused.dollars(),
            outstanding: self.outstanding.dollars(),
            overpaid: self.overpaid.dollars(),
            not_paid: not_paid.dollars(),
            adjustments: self.adjustments.dollars(),
            other_payees: self.other_payees.dollars(),
            records: self.records,
        }
    }
}

/// What became of the bills of a month.
#[derive(Clone, Copy, Default)]
struct Balance {
    bills: i64,
    billed: Cents,
    paid: Cents,
    refused: Cents,
    outstanding: Cents,
    overpaid: Cents,
}

/// The months of the period, oldest first, and its first day and the day after its last.
struct Period {
    from: NaiveDate,
    before: NaiveDate,
    names: Vec<String>,
}

impl Period {
    fn of(today: NaiveDate, asked: &Span) -> Result<Self> {
        let wrong = || Error::malformed("The month is not written like 2026-11.");
        let last = match asked.last.as_deref() {
            None => first_of_month(today),
            Some(month) => month_days(month).ok_or_else(wrong)?.0,
        };
        let back = |months| last.checked_sub_months(Months::new(months)).unwrap_or(last);
        let months = asked.months.unwrap_or(12).clamp(1, 60);
        Ok(Self {
            from: back(months - 1),
            before: next_month(last),
            names: (0..months).rev().map(|ago| name(back(ago))).collect(),
        })
    }
}

/// The first day of a month, `2026-11`, and the first of the next; `None` if it is no month of this time.
pub(super) fn month_days(month: &str) -> Option<(NaiveDate, NaiveDate)> {
    let first = NaiveDate::parse_from_str(&format!("{month}-01"), "%Y-%m-%d").ok()?;
    YEARS
        .contains(&first.year())
        .then(|| (first, next_month(first)))
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

fn next_month(first: NaiveDate) -> NaiveDate {
    first.checked_add_months(Months::new(1)).unwrap_or(first)
}

fn name(day: NaiveDate) -> String {
    format!("{:04}-{:02}", day.year(), day.month())
}

/// GET /tele-plan/remittance-months
pub(in crate::billing) async fn months(
    request: Request<NoBody, (), Span>,
) -> Result<Json<Vec<RemittanceMonth>>> {
    let period = Period::of(vancouver_day(request.now()), &request.query)?;
    let db = request.ctx.db.read();
    let (sums, held, refused) = tokio::try_join!(
        repo::line_sums(db, period.from, period.before),
        repo::held_sums(db, period.from, period.before),
        repo::lines_of_refused(db, period.from, period.before)
    )?;
    let mut by_month: BTreeMap<String, Received> = BTreeMap::new();
    for sum in &sums {
        by_month.entry(name(sum.day)).or_default().add(sum);
    }
    for sum in &held {
        by_month.entry(name(sum.day)).or_default().add_held(sum);
    }
    let mut by_bill: BTreeMap<(String, Uuid), Vec<Counted>> = BTreeMap::new();
    for line in &refused {
        let of_bill = by_bill.entry((name(line.day), line.bill)).or_default();
        of_bill.push(Counted {
            paid: Cents(line.paid),
            refused: Cents(line.refused),
            overpaid: Cents::ZERO,
        });
    }
    for ((month, _), lines) in by_bill {
        let sums = by_month.entry(month).or_default();
        sums.take_off_paid_after_all(&lines);
    }
    let months = period.names.into_iter().map(|month| {
        let sums = by_month.get(&month).copied().unwrap_or_default();
        sums.month(month)
    });
    Ok(Json(months.collect()))
}

/// GET /tele-plan/balance
pub(in crate::billing) async fn balance(
    request: Request<NoBody, (), Span>,
) -> Result<Json<Vec<BalanceMonth>>> {
    let period = Period::of(vancouver_day(request.now()), &request.query)?;
    let db = request.ctx.db.read();
    let sums = repo::bill_sums(db, &request.scope, period.from, period.before).await?;
    let mut by_month: BTreeMap<String, Balance> = BTreeMap::new();
    for sum in sums {
        let month = by_month.entry(name(sum.day)).or_default();
        let state = *sum.state;
        let (billed, paid) = (Cents(sum.billed), Cents(sum.within));
        month.overpaid = month.overpaid + (Cents(sum.paid) - paid);
        month.bills += sum.number;
        month.billed = month.billed + billed;
        month.paid = month.paid + paid;
        // Nothing more is expected for a claim paid in part, with a remark.
        if state.is_problematic() || state.is_settled() {
            month.refused = month.refused + (billed - paid);
        } else {
            month.outstanding = month.outstanding + (billed - paid);
        }
    }
    let month = |month: String| {
        let sums = by_month.get(&month).copied().unwrap_or_default();
        BalanceMonth {
            month,
            bills: sums.bills,
            billed: sums.billed.dollars(),
            paid: sums.paid.dollars(),
            refused: sums.refused.dollars(),
            outstanding: sums.outstanding.dollars(),
            overpaid: sums.overpaid.dollars(),
        }
    };
    Ok(Json(period.names.into_iter().map(month).collect()))
}

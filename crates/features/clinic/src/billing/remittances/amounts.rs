// SPDX-License-Identifier: AGPL-3.0-or-later

//! Amounts billed, paid, refused and outstanding, by month.

use std::collections::BTreeMap;

use chrono::{Datelike, Months, NaiveDate};
use salal_domain::days::vancouver_day;
use salal_domain::fees::Cents;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::repo;
use crate::api::{Json, NoBody, Request};
use crate::error::Result;

/// The months to sum up.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::billing) struct Span {
    /// How many months, the current one included: 1 to 60; 12 when absent.
    pub months: Option<u32>,
}

/// A month of payments.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct RemittanceMonth {
    /// `2026-11`
    pub month: String,
    pub billed: f64,
    pub paid: f64,
    #[serde(rename = "notPaid")]
    pub not_paid: f64,
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
}

/// What lines of remittances say of a month.
#[derive(Clone, Copy, Default)]
struct Received {
    billed: Cents,
    paid: Cents,
    records: i64,
}

/// What became of the bills of a month.
#[derive(Clone, Copy, Default)]
struct Balance {
    bills: i64,
    billed: Cents,
    paid: Cents,
    refused: Cents,
    outstanding: Cents,
}

/// The months of the period, oldest first, the current one last.
fn span(today: NaiveDate, months: Option<u32>) -> (NaiveDate, Vec<String>) {
    let months = months.unwrap_or(12).clamp(1, 60);
    let this = today.with_day(1).unwrap_or(today);
    let days: Vec<NaiveDate> = (0..months)
        .rev()
        .map(|back| this.checked_sub_months(Months::new(back)).unwrap_or(this))
        .collect();
    (
        days.first().copied().unwrap_or(this),
        days.iter().map(|day| name(*day)).collect(),
    )
}

fn name(day: NaiveDate) -> String {
    format!("{:04}-{:02}", day.year(), day.month())
}

/// GET /tele-plan/remittance-months
pub(in crate::billing) async fn months(
    request: Request<NoBody, (), Span>,
) -> Result<Json<Vec<RemittanceMonth>>> {
    let (from, names) = span(vancouver_day(request.now()), request.query.months);
    let sums = repo::line_sums(request.ctx.db.read(), from).await?;
    let mut by_month: BTreeMap<String, Received> = BTreeMap::new();
    for sum in sums {
        let month = by_month.entry(name(sum.day)).or_default();
        // A held claim is counted when it returns with an amount.
        if sum.kind != "S04" {
            month.billed = month.billed + Cents(sum.billed);
        }
        month.paid = month.paid + Cents(sum.paid);
        month.records += sum.number;
    }
    let month = |month: String| {
        let sums = by_month.get(&month).copied().unwrap_or_default();
        RemittanceMonth {
            month,
            billed: sums.billed.dollars(),
            paid: sums.paid.dollars(),
            not_paid: (sums.billed - sums.paid).max(Cents::ZERO).dollars(),
            records: sums.records,
        }
    };
    Ok(Json(names.into_iter().map(month).collect()))
}

/// GET /tele-plan/balance
pub(in crate::billing) async fn balance(
    request: Request<NoBody, (), Span>,
) -> Result<Json<Vec<BalanceMonth>>> {
    let (from, names) = span(vancouver_day(request.now()), request.query.months);
    let sums = repo::bill_sums(request.ctx.db.read(), &request.scope, from).await?;
    let mut by_month: BTreeMap<String, Balance> = BTreeMap::new();
    for sum in sums {
        let month = by_month.entry(name(sum.day)).or_default();
        let state = *sum.state;
        let (billed, paid) = (Cents(sum.billed), Cents(sum.paid));
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
        }
    };
    Ok(Json(names.into_iter().map(month).collect()))
}

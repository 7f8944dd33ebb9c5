// SPDX-License-Identifier: AGPL-3.0-or-later

//! The receipt of a request: the charge, how it was paid, the refund, and what was paid in the end (specification 1,
//! section 2, Invoice).
//!
//! Without drug names, because receipts are shown to employers and insurers.

use chrono::{DateTime, Utc};
use salal_domain::days::{date_text, date_time_text};
use salal_domain::fees::Cents;
use serde::Serialize;

use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::Clinic;

/// Everything on the receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Its title, by what was bought.
    pub title: &'static str,
    /// `P-20418`.
    pub label: String,
    /// Header of the page.
    pub clinic: Clinic,
    /// Name on the card, or the patient's (decision 46).
    pub payer: String,
    /// Address, line by line.
    pub address: Vec<String>,
    /// The whole charge.
    pub charge: Cents,
    /// The items of the charge; may be empty.
    pub charge_lines: Vec<ChargeLine>,
    /// The payment; none in a free deployment.
    pub payment: Option<Payment>,
    /// The refund, if any.
    pub refund: Option<Refund>,
    /// Date of the receipt.
    pub issued_at: DateTime<Utc>,
}

/// One item of the charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeLine {
    /// What it is for.
    pub text: String,
    /// The amount.
    pub cents: Cents,
}

/// A payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// The amount.
    pub cents: Cents,
    /// When.
    pub at: DateTime<Utc>,
    /// `Visa ending 4242`, `PayPal`.
    pub kind: String,
}

/// A refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// The amount.
    pub cents: Cents,
    /// When.
    pub at: DateTime<Utc>,
}

/// Renders the receipt.
pub fn receipt(receipt: &Receipt) -> Result<Pdf, DocumentError> {
    engine::render(Template::Receipt, &sheet(receipt), receipt.issued_at)
}

fn sheet(receipt: &Receipt) -> Sheet<'_> {
    Sheet {
        title: receipt.title,
        label: &receipt.label,
        issued: date_text(receipt.issued_at),
        clinic: &receipt.clinic,
        payer: &receipt.payer,
        address: &receipt.address,
        items: receipt
            .charge_lines
            .iter()
            .map(|line| (line.text.as_str(), line.cents.to_string()))
            .collect(),
        charge: receipt.charge.to_string(),
        payment: receipt.payment.as_ref().map(|payment| Entry {
            amount: payment.cents.to_string(),
            at: date_time_text(payment.at),
            kind: Some(&payment.kind),
        }),
        refund: receipt.refund.as_ref().map(|refund| Entry {
            amount: refund.cents.to_string(),
            at: date_time_text(refund.at),
            kind: None,
        }),
        net: net(receipt).map(|net| net.to_string()),
        balance: Cents::ZERO.to_string(),
    }
}

/// What was paid less what was refunded; nothing when nothing was.
fn net(receipt: &Receipt) -> Option<Cents> {
    let (payment, refund) = (receipt.payment.as_ref()?, receipt.refund.as_ref()?);
    Some(payment.cents - refund.cents)
}

#[derive(Serialize)]
struct Sheet<'a> {
    title: &'static str,
    label: &'a str,
    issued: String,
    clinic: &'a Clinic,
    payer: &'a str,
    address: &'a [String],
    items: Vec<(&'a str, String)>,
    charge: String,
    payment: Option<Entry<'a>>,
    refund: Option<Entry<'a>>,
    /// Present with a refund.
    net: Option<String>,
    /// Always zero (constant invoice.balance).
    balance: String,
}

#[derive(Serialize)]
struct Entry<'a> {
    amount: String,
    at: String,
    kind: Option<&'a str>,
}

#[cfg(test)]
mod tests;

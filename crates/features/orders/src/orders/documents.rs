// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the printed documents of orders have in common: clinic and patient as they are printed, and the
//! receipt of a payment.

use chrono::{DateTime, Utc};
use salal_documents::{ChargeLine, Clinic, HealthNumber, Patient, Payment, Receipt, Refund};
use salal_domain::people::health_numbers::display_bc_number;
use salal_domain::people::phones::display_phone;

use crate::api::Pdf;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::payments::PaymentSummary;
use salal_people::people::PersonFacts;

/// The clinic's details as printed.
pub fn clinic(ctx: &Context) -> Clinic {
    let ours = &ctx.settings.clinic;
    Clinic {
        name: ours.name.clone(),
        address: ours.address.clone(),
        phone: ours.phone.clone(),
        fax: ours.fax.clone(),
    }
}

/// The address, line by line.
pub fn address(person: &PersonFacts) -> Vec<String> {
    let place = format!(
        "{}, {} {}",
        person.city, person.province, person.postal_code
    );
    vec![person.address.clone(), place]
}

/// The patient as printed.
pub fn patient(person: PersonFacts) -> Patient {
    Patient {
        health_number: person.health_number.as_deref().map(|digits| HealthNumber {
            number: display_bc_number(digits),
            province: "BC".into(),
        }),
        address: address(&person),
        phone: display_phone(&person.best_phone),
        last_name: person.last_name,
        first_name: person.first_name,
        date_of_birth: person.date_of_birth,
        sex: person.sex,
    }
}

/// The payer's name; without a name on the card, the patient's (decision 46).
pub fn payer(money: &PaymentSummary, person: &PersonFacts) -> String {
    money.payer().unwrap_or_else(|| person.full_name())
}

/// Refuses a receipt of an order that was not charged.
pub fn refuse_without_charge(money: &PaymentSummary) -> Result<()> {
    if money.is_charged() {
        return Ok(());
    }
    Err(Error::conflict(
        "NOT_PAID",
        "There is no payment to show a receipt for.",
    ))
}

/// What a receipt says of its order.
pub struct ReceiptOf {
    pub title: &'static str,
    pub label: String,
    pub created_at: DateTime<Utc>,
    pub lines: Vec<ChargeLine>,
}

/// The receipt of a charged order: charge, payment method and refund.
pub async fn receipt(
    ctx: &Context,
    person: &PersonFacts,
    money: &PaymentSummary,
    of: ReceiptOf,
) -> Result<Pdf> {
    let charge = money.charged;
    let charged_at = money.charged_at.unwrap_or(of.created_at);
    let name = format!("{}-receipt.pdf", of.label);
    let receipt = Receipt {
        title: of.title,
        label: of.label,
        clinic: clinic(ctx),
        payer: payer(money, person),
        address: address(person),
        charge,
        charge_lines: of.lines,
        payment: Some(Payment {
            cents: charge,
            at: charged_at,
            kind: money.payment_type().unwrap_or_else(|| "Card".into()),
        }),
        refund: money.refunded_at.map(|at| Refund {
            cents: money.refunded,
            at,
        }),
        issued_at: money.refunded_at.unwrap_or(charged_at),
    };
    let pdf = tokio::task::spawn_blocking(move || salal_documents::receipt(&receipt))
        .await
        .map_err(Error::broken)?
        .map_err(|error| Error::broken(format!("receipt: {error}")))?;
    Ok(Pdf {
        name,
        bytes: pdf.bytes,
    })
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The receipt of a paid order, as PDF: charge, payment method and refund.

use salal_documents::{ChargeLine, Payment, Receipt, Refund};
use salal_domain::fees::Cents;
use salal_domain::texts::sleep as texts;

use super::info::ById;
use super::{KIND, documents, repo, view};
use crate::api::{NoBody, Pdf, Request};
use crate::error::{Error, Result};
use crate::features::{payments, people};

/// GET /sleep-assessment/receipt/{id}
pub(super) async fn receipt(request: Request<NoBody, ById>) -> Result<Pdf> {
    let db = request.ctx.db.read();
    let row = repo::get_order(db, &request.scope, request.path.id).await?;
    let money = payments::payment_summary(db, KIND.code(), row.id).await?;
    if !money.is_charged() {
        return Err(Error::conflict(
            "NOT_PAID",
            "There is no payment to show a receipt for.",
        ));
    }
    let person = people::load_facts(db, &request.scope, row.person_id).await?;
    request.audit_access(person.id);
    let (label, charge) = (view::label(row.number), Cents(money.charged_cents));
    let charged_at = money.charged_at.unwrap_or(row.created_at);
    let receipt = Receipt {
        title: texts::RECEIPT,
        label: label.clone(),
        clinic: documents::clinic(&request.ctx),
        payer: money.payer().unwrap_or_else(|| person.full_name()),
        address: documents::address(&person),
        charge,
        charge_lines: vec![ChargeLine {
            text: texts::RECEIPT_LINE.into(),
            cents: charge,
        }],
        payment: Some(Payment {
            cents: charge,
            at: charged_at,
            kind: money.payment_type().unwrap_or_else(|| "Card".into()),
        }),
        refund: money.refunded_at.map(|at| Refund {
            cents: Cents(money.refunded_cents),
            at,
        }),
        issued_at: money.refunded_at.unwrap_or(charged_at),
    };
    let pdf = tokio::task::spawn_blocking(move || salal_documents::receipt(&receipt))
        .await
        .map_err(Error::broken)?
        .map_err(|error| Error::broken(format!("receipt: {error}")))?;
    Ok(Pdf {
        name: format!("{label}-receipt.pdf"),
        bytes: pdf.bytes,
    })
}

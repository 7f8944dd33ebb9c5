// SPDX-License-Identifier: AGPL-3.0-or-later

//! The receipt of a paid order, as PDF: charge, payment method and refund.

use salal_documents::ChargeLine;
use salal_domain::texts::sleep as texts;

use super::info::ById;
use super::sleep_order::SleepOrder;
use crate::api::{NoBody, Pdf, Request};
use crate::error::Result;
use crate::orders::{self, ReceiptOf};
use salal_people::people;

/// GET /sleep-assessment/receipt/{id}
pub(super) async fn receipt(request: Request<NoBody, ById>) -> Result<Pdf> {
    let (ctx, scope, db) = (&request.ctx, &request.scope, request.ctx.db.read());
    let order = SleepOrder::load(db, ctx, scope, request.path.id).await?;
    orders::refuse_without_charge(&order.money)?;
    let person = people::load_facts(ctx, db, scope, order.row.person_id).await?;
    request.audit_access(person.id);
    let of = ReceiptOf {
        title: texts::RECEIPT,
        label: order.label(),
        created_at: order.row.created_at,
        lines: vec![ChargeLine {
            text: texts::RECEIPT_LINE.into(),
            cents: order.money.charged,
        }],
    };
    orders::receipt(ctx, &person, &order.money, of).await
}

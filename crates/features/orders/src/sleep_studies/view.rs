// SPDX-License-Identifier: AGPL-3.0-or-later

//! An order as shown to patients and staff.

use salal_domain::fees::Cents;
use salal_domain::sleep::status::{self, SleepStatus};
use uuid::Uuid;

use super::dto::{SleepAssessmentView, SleepFee, SleepStatusView};
use super::entity::sleep_assessment;
use super::sleep_order::SleepOrder;
use crate::context::Context;
use crate::orders;

/// S-30001
pub(super) fn label(number: i64) -> String {
    format!("S-{number}")
}

/// An order with this row.
pub(super) fn view(
    ctx: &Context,
    row: &sleep_assessment::Model,
    order: &SleepOrder,
) -> SleepAssessmentView {
    let status = *row.status;
    let (is_free, is_paying) = (order.is_free(ctx), order.is_paying_or_paid());
    let name = |id: &Uuid| order.names.get(id).cloned();
    let statuses = order.statuses.iter().map(|one| SleepStatusView {
        code: *one.status,
        text: one.status.label().into(),
        at: one.at,
        by: one.by_person.as_ref().and_then(name),
        detail: one.detail.clone(),
    });
    let can_cancel = status::can_cancel(status).is_ok() && !is_paying;
    SleepAssessmentView {
        id: row.id,
        number: row.number,
        label: label(row.number),
        version: row.version,
        person: name(&row.person_id).unwrap_or_default(),
        sleep_info: order.info.clone(),
        fax_number: order.clinic.fax_number.clone(),
        sleep_clinic: order.clinic.clone(),
        status,
        statuses: statuses.collect(),
        refundable: order.refundable().dollars(),
        returnable: order.returnable().unwrap_or(Cents::ZERO).dollars(),
        refund_state: order.money.refund,
        payment: order.money.payment.clone(),
        fee: SleepFee {
            amount: order.fee(ctx).dollars(),
        },
        created_date: row.created_at,
        can_fax: order.cannot_fax().map(|refusal| refusal.message),
        can_set: settable(status, order.is_paying_or_paid()),
        fax: order.fax.clone(),
        has_request: row.request_id.is_some(),
        can_pay: status::can_pay(status).is_ok()
            && order.standing.allow_clinic_fax().is_ok()
            && !is_paying
            && !is_free,
        can_cancel,
        cancel_effect: can_cancel.then(|| orders::fee_effect(&order.money).sentence()),
    }
}

/// The statuses that staff may set: nothing is cancelled while a payment is in progress.
fn settable(from: SleepStatus, paid: bool) -> Vec<SleepStatus> {
    SleepStatus::ALL
        .into_iter()
        .filter(|to| status::can_set(from, *to).is_ok() && !(from.is_open() && paid))
        .collect()
}

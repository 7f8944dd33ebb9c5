// SPDX-License-Identifier: AGPL-3.0-or-later

//! Orders as shown to patients and staff, with a fixed number of queries.

use std::collections::HashMap;

use salal_domain::fees::Cents;
use salal_domain::sleep::FEE;
use salal_domain::sleep::status::{self, SleepStatus};
use uuid::Uuid;

use super::dto::{SleepAssessmentView, SleepClinicView, SleepFee, SleepInfo, SleepStatusView};
use super::entity::{sleep_assessment, sleep_assessment_status};
use super::repo::{self, ConnectionTrait};
use super::{KIND, faxing};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::fax::{self, FaxView};
use crate::features::payments::{self, PaymentSummary};
use crate::features::people::{self, PersonRef};

/// S-30001
pub(super) fn label(number: i64) -> String {
    format!("S-{number}")
}

/// The clinic as it was selected.
pub(super) fn clinic(row: &sleep_assessment::Model) -> Result<SleepClinicView> {
    Ok(serde_json::from_value(row.clinic.clone())?)
}

/// Whether a payment with an unknown outcome is in progress.
pub(super) fn is_paying(money: &PaymentSummary) -> bool {
    money
        .payment
        .as_ref()
        .is_some_and(|payment| payment.state.is_open())
}

/// One order within scope.
pub(super) async fn load_view(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
) -> Result<SleepAssessmentView> {
    let row = repo::get_order(db, scope, id).await?;
    many(db, ctx, vec![row])
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}

/// All data of a set of orders, loaded at once.
struct Bundle {
    infos: HashMap<Uuid, SleepInfo>,
    statuses: HashMap<Uuid, Vec<sleep_assessment_status::Model>>,
    money: HashMap<Uuid, PaymentSummary>,
    faxes: HashMap<Uuid, FaxView>,
    names: HashMap<Uuid, PersonRef>,
}

/// Orders in the given order; the rows were read within scope.
pub(super) async fn many(
    db: &impl ConnectionTrait,
    ctx: &Context,
    rows: Vec<sleep_assessment::Model>,
) -> Result<Vec<SleepAssessmentView>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let infos: Vec<Uuid> = rows.iter().map(|row| row.sleep_info_id).collect();
    let mut persons: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
    let mut statuses: HashMap<Uuid, Vec<sleep_assessment_status::Model>> = HashMap::new();
    for one in repo::statuses(db, &ids).await? {
        persons.extend(one.by_person);
        statuses
            .entry(one.sleep_assessment_id)
            .or_default()
            .push(one);
    }
    let bundle = Bundle {
        infos: repo::infos_by_id(db, &infos).await?,
        money: payments::payment_summaries(db, KIND.code(), &ids).await?,
        faxes: fax::latest(db, KIND, &ids).await?,
        names: people::names(db, &persons).await?,
        statuses,
    };
    rows.iter().map(|row| view(ctx, row, &bundle)).collect()
}

fn view(ctx: &Context, row: &sleep_assessment::Model, all: &Bundle) -> Result<SleepAssessmentView> {
    let money = all.money.get(&row.id).cloned().unwrap_or_default();
    let status = *row.status;
    let (free, paying) = (row.free || ctx.settings.features.free, is_paying(&money));
    let name = |id: &Uuid| all.names.get(id).cloned();
    let clinic = clinic(row)?;
    let can_set = settable(status, paying || money.is_charged());
    let history = all.statuses.get(&row.id).map(Vec::as_slice);
    Ok(SleepAssessmentView {
        id: row.id,
        number: row.number,
        label: label(row.number),
        version: row.version,
        person: name(&row.person_id).unwrap_or_default(),
        sleep_info: all
            .infos
            .get(&row.sleep_info_id)
            .cloned()
            .ok_or_else(|| Error::broken("a sleep order without its answers"))?,
        fax_number: clinic.fax_number.clone(),
        sleep_clinic: clinic,
        status,
        statuses: history
            .unwrap_or_default()
            .iter()
            .map(|one| SleepStatusView {
                code: *one.status,
                text: one.status.label().into(),
                at: one.at,
                by: one.by_person.as_ref().and_then(name),
                detail: one.detail.clone(),
            })
            .collect(),
        refundable: refundable(status, &money).dollars(),
        refund_state: money.refund,
        payment: money.payment,
        fee: SleepFee {
            amount: if free && money.charged_cents == 0 {
                0.0
            } else {
                FEE.dollars()
            },
        },
        created_date: row.created_at,
        can_fax: faxing::reason(row, all.faxes.get(&row.id))?,
        can_set,
        fax: all.faxes.get(&row.id).cloned(),
        has_request: row.request_id.is_some(),
        can_pay: status::can_pay(status).is_ok() && !paying && !free,
        can_cancel: status::can_cancel(status).is_ok() && !paying,
    })
}

/// The statuses that staff may set: nothing is cancelled while a payment is in progress.
fn settable(from: SleepStatus, paid: bool) -> Vec<SleepStatus> {
    SleepStatus::ALL
        .into_iter()
        .filter(|to| status::can_set(from, *to).is_ok() && !(from.is_open() && paid))
        .collect()
}

/// The amount refundable now: the whole charge, unless a refund is in progress.
pub(super) fn refundable(status: SleepStatus, money: &PaymentSummary) -> Cents {
    use payments::RefundState::{Done, Failed, Intended, Unknown};
    match money.refund {
        Some(Done | Intended | Unknown) => Cents::ZERO,
        Some(Failed) | None => match status::can_refund(status, money.is_charged(), false) {
            Ok(()) => Cents(money.charged_cents),
            Err(_) => Cents::ZERO,
        },
    }
}

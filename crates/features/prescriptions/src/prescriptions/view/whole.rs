// SPDX-License-Identifier: AGPL-3.0-or-later

//! The complete view of a prescription, with the actions offered on it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_domain::fees::{Cents, Fee, Payer, fee};
use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
use salal_domain::prescriptions::steps::{self, SignatureFact};
use salal_domain::safety::Mark;
use uuid::Uuid;

use super::line::line_view;
use super::state::{Known, known_with, payer_of, stage_of};
use super::{Bundle, label, read};
use crate::context::Context;
use crate::error::Result;
use crate::prescriptions::directions::Now;
use crate::prescriptions::dto::{
    EncounterView, FeeLineView, FeeView, MedicationView, PrescriptionPerson, PrescriptionView,
    PrintedView, SignatureView, StatusView,
};
use crate::prescriptions::entity::{prescription, prescription_status};
use crate::prescriptions::marks;
use crate::prescriptions::next_action;
use crate::prescriptions::queue;
use crate::prescriptions::repo::Line;
use salal_orders::orders;
use salal_people::people::{self, PersonRef};
use salal_reference::pharmacies::PharmacyView;

#[expect(
    clippy::too_many_lines,
    reason = "the whole answer is one value; parting it would hide a field"
)]
pub(super) fn whole_view(
    ctx: &Context,
    row: &prescription::Model,
    all: &Bundle,
    line_marks: &HashMap<Uuid, Vec<Mark>>,
) -> Result<PrescriptionView> {
    let lines = all.lines_of(row.id);
    let allergies = all
        .allergies
        .get(&row.person_id)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let now: Vec<Now<'_>> = lines
        .iter()
        .map(|line| Now::of(ctx, line))
        .collect::<Result<_>>()?;
    let mut medications: Vec<MedicationView> = lines
        .iter()
        .zip(&now)
        .map(|(line, now)| {
            line_view(
                ctx,
                line,
                now,
                &all.names,
                allergies,
                &all.earlier,
                all.for_staff,
            )
        })
        .collect::<Result<_>>()?;
    marks::fill(&mut medications, line_marks, &all.decisions, &all.names)?;
    let money = all.money.get(&row.id).cloned().unwrap_or_default();
    let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    let payer = payer_of(row);
    // In free mode, nothing is due for earlier requests either.
    let free = row.free || (ctx.settings.features.free && !money.is_charged());
    let due = if free {
        Fee::NONE
    } else {
        fee(ctx.settings.fees.rule, payer, count)
    };
    let signature = all.valid_signature(row.id);
    let last_signature = all.signatures.get(&row.id).and_then(|all| all.last());
    let name = |id: Uuid| all.names.get(&id).cloned().unwrap_or_default();
    let copies = all.copies_of(row.id);
    let void_signature = last_signature.map(|last| {
        let issued = copies
            .iter()
            .any(|copy| copy.document_id == last.document_id);
        if issued {
            SignatureFact::CopyVoided
        } else {
            SignatureFact::Voided
        }
    });
    let mut known = known_with(ctx, row, all, &now)?;
    let effect = orders::fee_effect(&money);
    let refused = known.facts().destination.allow();
    let work = next_action::next_action(row, all, &known);
    let mut view = PrescriptionView {
        id: row.id,
        number: row.number,
        label: label(row.number),
        version: row.version,
        person: person_view(all.cards.get(&row.person_id)),
        medications,
        pharmacy: read(&row.pharmacy)?,
        dr_pharmacy: row
            .dr_pharmacy
            .as_ref()
            .map(read::<PharmacyView>)
            .transpose()?,
        asked_pharmacy: row
            .asked_pharmacy
            .as_ref()
            .map(read::<PharmacyView>)
            .transpose()?,
        status: *row.status,
        work,
        promised_by: work
            .filter(|work| *work == Work::Review)
            .and_then(|work| queue::promised_by(ctx, row, work)),
        statuses: all
            .statuses
            .get(&row.id)
            .map(|all_of| {
                all_of
                    .iter()
                    .map(|one| status_view(one, &all.names))
                    .collect()
            })
            .unwrap_or_default(),
        text: row.note_text.clone(),
        created_at: row.created_at,
        fee_due: if money.is_charged() || *row.status != PrescriptionStatus::Created {
            0.0
        } else {
            due.amount.dollars()
        },
        fee: fee_view(ctx, &due, payer),
        refundable: known.refundable.dollars(),
        returnable: orders::returnable(stage_of(*row.status), &money)
            .unwrap_or(Cents::ZERO)
            .dollars(),
        refund_state: money.refund,
        payment: money.payment,
        fax: all.fax_in_force(row.id).cloned(),
        pharmacy_number: super::numbers::number_view(row, all)?,
        pharmacy_refused: refused.err().map(|refusal| refusal.message),
        copies: super::copies::views(row.id, all)?,
        signature: signature.map(|one| SignatureView {
            signed_by: name(one.signed_by),
            signed_at: one.signed_at,
            document_sha256: one.document_sha256.clone(),
            for_ink: one.for_ink,
            taken_over: taken_over(lines, one.signed_at)
                .into_iter()
                .filter(|_| all.for_staff)
                .map(name)
                .collect(),
        }),
        printed: row
            .printed_by
            .zip(row.printed_at)
            .map(|(by, at)| PrintedView { by: name(by), at }),
        encounters: all
            .encounters
            .get(&row.id)
            .into_iter()
            .flatten()
            .map(|one| EncounterView {
                id: one.id,
                kind: *one.kind,
                start: one.started_at,
                end: one.ended_at,
                by: name(one.seen_by.unwrap_or(one.recorded_by)),
                seen_by: one.seen_by.map(name),
                recorded_by: name(one.recorded_by),
            })
            .collect(),
        safety_tables: all.safety_tables(),
        can_approve: None,
        can_sign: None,
        can_fax: None,
        can_print: None,
        can_refund: false,
        can_cancel: false,
        cancel_effect: None,
        can_name_pharmacy: false,
        can_pay: false,
        can_decide: false,
        can_prescribe: false,
    };
    if view.signature.is_none()
        && let Some(void) = void_signature
    {
        known.signature = void;
    }
    offer(&mut view, &known);
    view.cancel_effect = view.can_cancel.then(|| effect.sentence());
    Ok(view)
}

/// The doctors whose decisions were taken over at this signing.
fn taken_over(lines: &[Line], signed_at: DateTime<Utc>) -> Vec<Uuid> {
    let mut found: Vec<Uuid> = Vec::new();
    for change in lines.iter().flat_map(|(_, changes)| changes) {
        let Some(from) = change.taken_from.filter(|_| change.at == signed_at) else {
            continue;
        };
        if !found.contains(&from) {
            found.push(from);
        }
    }
    found
}

/// Sets which actions are offered, and why others are not.
fn offer(view: &mut PrescriptionView, known: &Known) {
    let facts = known.facts();
    let why = |allowed: Result<(), salal_domain::faults::Refusal>| {
        allowed.err().map(|refusal| refusal.message)
    };
    let is_paying = orders::is_paying(
        facts.status == PrescriptionStatus::Created,
        view.payment.as_ref(),
    );
    let on_its_way = view.fax.as_ref().is_some_and(|fax| fax.state.is_waiting());
    view.can_approve = why(steps::can_approve(&facts));
    view.can_sign = why(steps::can_sign(&facts));
    view.can_fax = why(steps::can_fax(&facts))
        .or_else(|| on_its_way.then(|| "The fax is on its way.".to_owned()));
    view.can_print = why(steps::can_print(&facts));
    view.can_refund = known.can_refund();
    view.can_cancel = steps::can_cancel(&facts).is_ok() && !is_paying;
    view.can_name_pharmacy = steps::can_name_pharmacy(&facts).is_ok();
    view.can_pay = steps::can_pay(facts.status).is_ok() && !is_paying && view.fee_due > 0.0;
    view.can_decide = steps::can_decide(&facts).is_ok();
    view.can_prescribe = steps::can_prescribe(&facts).is_ok();
}

fn person_view(card: Option<&people::PersonCard>) -> PrescriptionPerson {
    let card = card.cloned();
    PrescriptionPerson {
        person: card
            .as_ref()
            .map(|card| card.person.clone())
            .unwrap_or_default(),
        date_of_birth: card.as_ref().and_then(|card| card.date_of_birth),
        address: card
            .as_ref()
            .map(|card| card.address.clone())
            .unwrap_or_default(),
        city: card
            .as_ref()
            .map(|card| card.city.clone())
            .unwrap_or_default(),
        province: card
            .as_ref()
            .map(|card| card.province.clone())
            .unwrap_or_default(),
        postal_code: card
            .as_ref()
            .map(|card| card.postal_code.clone())
            .unwrap_or_default(),
        best_phone_number: card.map(|card| card.best_phone).unwrap_or_default(),
    }
}

fn status_view(row: &prescription_status::Model, names: &HashMap<Uuid, PersonRef>) -> StatusView {
    StatusView {
        code: *row.status,
        text: row.status.label().to_owned(),
        at: row.at,
        by: row.by_person.and_then(|id| names.get(&id).cloned()),
        detail: row.detail.clone(),
    }
}

/// A fee as a response type.
pub(in crate::prescriptions) fn fee_view(ctx: &Context, fee: &Fee, payer: Payer) -> FeeView {
    FeeView {
        amount: fee.amount.dollars(),
        lines: fee
            .lines
            .iter()
            .map(|line| FeeLineView {
                text: line.text.clone(),
                amount: line.amount.dollars(),
            })
            .collect(),
        with_card: payer.with_card(),
        rule: ctx.settings.fees.rule,
    }
}

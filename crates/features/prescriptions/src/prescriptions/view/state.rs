// SPDX-License-Identifier: AGPL-3.0-or-later

//! The state of a prescription as input of the rules.

use salal_domain::destinations::Standing;
use salal_domain::fees::{Cents, Payer};
use salal_domain::prescriptions::copies::{CopyFact, CopyState};
use salal_domain::prescriptions::refunds::refundable;
use salal_domain::prescriptions::status::PrescriptionStatus;
use salal_domain::prescriptions::steps::{self, Facts, LineFacts, SignatureFact};

use super::Bundle;
use crate::context::Context;
use crate::error::Result;
use crate::prescriptions::copies;
use crate::prescriptions::directions::Now;
use crate::prescriptions::entity::{prescription, prescription_copy};
use salal_exchange::payments::PaymentSummary;
use salal_orders::orders::{self, Stage};

/// Collects the input of the rules.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent fact of the record"
)]
pub(in crate::prescriptions) struct Known {
    pub(in crate::prescriptions) status: PrescriptionStatus,
    lines: Vec<LineFacts>,
    copy: CopyFact,
    was_refunded: bool,
    pub(super) signature: SignatureFact,
    destination: Standing,
    pub(in crate::prescriptions) has_college_number: bool,
    cancelling_allowed: bool,
    encounter_missing: bool,
    pub(super) refundable: Cents,
    has_refund: bool,
}

impl Known {
    pub(in crate::prescriptions) fn facts(&self) -> Facts<'_> {
        Facts {
            status: self.status,
            copy: self.copy,
            was_refunded: self.was_refunded,
            lines: &self.lines,
            signature: self.signature,
            destination: self.destination,
            has_college_number: self.has_college_number,
            cancelling_allowed: self.cancelling_allowed,
            encounter_missing: self.encounter_missing,
            refundable: self.refundable,
        }
    }

    /// Whether something may be given back now: no refund is in progress, or done.
    pub(in crate::prescriptions) fn can_refund(&self) -> bool {
        !self.has_refund && steps::can_refund(&self.facts()).is_ok()
    }
}

/// The payer, as determined when the request was made.
pub(super) fn payer_of(row: &prescription::Model) -> Payer {
    match (row.with_card, row.eligibility.map(|payer| payer.0)) {
        (true, _) => Payer::ValidCard,
        (false, Some(Payer::PrivatePay)) => Payer::PrivatePay,
        (false, Some(Payer::ValidCard | Payer::NoValidCard) | None) => Payer::NoValidCard,
    }
}

/// How far a prescription is, as far as its payment goes.
pub(in crate::prescriptions) fn stage_of(status: PrescriptionStatus) -> Stage {
    match status {
        PrescriptionStatus::Created => Stage::Unpaid,
        PrescriptionStatus::Canceled => Stage::Canceled,
        PrescriptionStatus::Pending
        | PrescriptionStatus::Acknowledged
        | PrescriptionStatus::Approved
        | PrescriptionStatus::Rejected
        | PrescriptionStatus::Faxed
        | PrescriptionStatus::Refunded => Stage::Ordered,
    }
}

/// The facts of a prescription, from its rows.
pub(in crate::prescriptions) fn known_of(
    ctx: &Context,
    row: &prescription::Model,
    all: &Bundle,
) -> Result<Known> {
    let now: Vec<Now<'_>> = all
        .lines_of(row.id)
        .iter()
        .map(|line| Now::of(ctx, line))
        .collect::<Result<_>>()?;
    known_with(ctx, row, all, &now)
}

/// The same, with the directions of its lines in their order.
pub(super) fn known_with(
    ctx: &Context,
    row: &prescription::Model,
    all: &Bundle,
    now: &[Now<'_>],
) -> Result<Known> {
    let copies = all.copies_of(row.id);
    // The newest that is not void; an earlier version may have created two.
    let copy = copies.iter().rev().find(|copy| !copy_is_voided(copy));
    let lines = all.lines_of(row.id);
    let statuses = all.statuses.get(&row.id).map(Vec::as_slice);
    let signature = all.valid_signature(row.id);
    let encounters = all.encounters.get(&row.id);
    Ok(Known {
        status: *row.status,
        copy: copies::fact(copy),
        was_refunded: orders::was(statuses.unwrap_or_default(), PrescriptionStatus::Refunded),
        lines: lines
            .iter()
            .zip(now)
            .map(|((line, _), now)| LineFacts {
                status: line.decision(),
                has_total: now.to_dispense.figures.is_some(),
                unsignable: now.unsignable(),
            })
            .collect(),
        signature: match signature {
            Some(signature) if signature.for_ink => SignatureFact::ForInk,
            Some(_) => SignatureFact::Signed,
            None => SignatureFact::Missing,
        },
        destination: all.places.standing_of(&super::pharmacy_of(row)?),
        has_college_number: true,
        cancelling_allowed: ctx.settings.features.cancel_prescription,
        encounter_missing: ctx.settings.prescriptions.require_encounter
            && encounters.is_none_or(Vec::is_empty),
        refundable: refundable_of(ctx, row, all),
        has_refund: all
            .money
            .get(&row.id)
            .is_some_and(PaymentSummary::has_refund),
    })
}

fn copy_is_voided(copy: &prescription_copy::Model) -> bool {
    *copy.state == CopyState::Voided
}

/// What may be given back for the rejected lines.
fn refundable_of(ctx: &Context, row: &prescription::Model, all: &Bundle) -> Cents {
    let decisions: Vec<_> = all
        .lines_of(row.id)
        .iter()
        .map(|(line, _)| line.decision())
        .collect();
    let money = all.money.get(&row.id).cloned().unwrap_or_default();
    refundable(
        ctx.settings.fees.rule,
        payer_of(row),
        money.charged,
        money.refunded,
        &decisions,
    )
}

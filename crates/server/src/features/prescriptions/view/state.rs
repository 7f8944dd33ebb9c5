// SPDX-License-Identifier: AGPL-3.0-or-later

//! The state of a prescription as input of the rules.

use salal_domain::fees::{Cents, Payer};
use salal_domain::prescriptions::copies::{CopyFact, CopyState};
use salal_domain::prescriptions::status::PrescriptionStatus;
use salal_domain::prescriptions::steps::{Facts, LineFacts, SignatureFact};

use crate::context::Context;
use crate::features::prescriptions::directions;
use crate::features::prescriptions::dto::PrescriptionView;
use crate::features::prescriptions::entity::prescription;

/// Collects the input of the rules.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent fact of the record"
)]
pub(in crate::features::prescriptions) struct Known {
    pub(in crate::features::prescriptions) status: PrescriptionStatus,
    lines: Vec<LineFacts>,
    copy: CopyFact,
    was_refunded: bool,
    pub(super) signature: SignatureFact,
    has_fax_number: bool,
    pub(in crate::features::prescriptions) has_college_number: bool,
    cancelling_allowed: bool,
    encounter_missing: bool,
    refundable: Cents,
}

impl Known {
    pub(in crate::features::prescriptions) fn facts(&self) -> Facts<'_> {
        Facts {
            status: self.status,
            copy: self.copy,
            was_refunded: self.was_refunded,
            lines: &self.lines,
            signature: self.signature,
            has_fax_number: self.has_fax_number,
            has_college_number: self.has_college_number,
            cancelling_allowed: self.cancelling_allowed,
            encounter_missing: self.encounter_missing,
            refundable: self.refundable,
        }
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

/// The copy in force, as the rules see it.
fn copy_fact(view: &PrescriptionView) -> CopyFact {
    let copy = view
        .copies
        .iter()
        .find(|copy| copy.state != CopyState::Voided);
    copy.map_or(CopyFact::None, |copy| CopyFact::of(copy.state, copy.way))
}

pub(in crate::features::prescriptions) fn known_of(
    ctx: &Context,
    row: &prescription::Model,
    view: &PrescriptionView,
) -> Known {
    let was = |code| view.statuses.iter().any(|status| status.code == code);
    let pharmacy = view.dr_pharmacy.as_ref().unwrap_or(&view.pharmacy);
    Known {
        status: *row.status,
        copy: copy_fact(view),
        was_refunded: was(PrescriptionStatus::Refunded),
        lines: view
            .medications
            .iter()
            .map(|line| LineFacts {
                status: line.status,
                has_total: line.to_dispense.figures.is_some(),
                unsignable: line
                    .cannot_sign
                    .first()
                    .map(|fault| directions::about(&line.name, &line.ingredients, &fault.message)),
            })
            .collect(),
        signature: match &view.signature {
            Some(signature) if signature.for_ink => SignatureFact::ForInk,
            Some(_) => SignatureFact::Signed,
            None => SignatureFact::Missing,
        },
        has_fax_number: salal_domain::fax::FaxNumber::parse(&pharmacy.fax).is_ok(),
        has_college_number: true,
        cancelling_allowed: ctx.settings.features.cancel_prescription,
        encounter_missing: ctx.settings.prescriptions.require_encounter
            && view.encounters.is_empty(),
        refundable: Cents::from_dollars(view.refundable).unwrap_or(Cents::ZERO),
    }
}

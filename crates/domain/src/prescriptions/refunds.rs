// SPDX-License-Identifier: AGPL-3.0-or-later

//! The refundable amount of a charge (decision 40).

use super::status::MedicationStatus;
use crate::fees::{Cents, FeeRule, Payer, fee};

/// The whole charge when every line is rejected, otherwise the charge less the fee of the approved lines;
/// less earlier refunds, and never negative. Zero while a line is undecided.
pub fn refundable(
    rule: FeeRule,
    payer: Payer,
    charged: Cents,
    already_refunded: Cents,
    lines: &[Option<MedicationStatus>],
) -> Cents {
    if lines.is_empty() || lines.iter().any(Option::is_none) {
        return Cents::ZERO;
    }
    let approved = lines
        .iter()
        .filter(|line| **line == Some(MedicationStatus::Approved))
        .count();
    let kept = fee(rule, payer, u32::try_from(approved).unwrap_or(u32::MAX)).amount;
    (charged - kept - already_refunded).max(Cents::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use MedicationStatus::{Approved, Rejected};
    use proptest::prelude::*;

    #[test]
    fn the_patient_pays_what_was_approved() {
        let of = |lines: &[Option<MedicationStatus>], refunded| {
            refundable(
                FeeRule::Schedule,
                Payer::ValidCard,
                Cents(7000),
                Cents(refunded),
                lines,
            )
            .0
        };
        assert_eq!(of(&[Some(Rejected); 3], 0), 7000);
        assert_eq!(
            of(&[Some(Approved), Some(Rejected), Some(Rejected)], 0),
            2000
        );
        assert_eq!(of(&[Some(Approved); 3], 0), 0);
        assert_eq!(of(&[Some(Approved), Some(Rejected), None], 0), 0);
        assert_eq!(of(&[Some(Rejected); 3], 7000), 0);
        assert_eq!(of(&[Some(Rejected); 3], 9000), 0);
    }

    proptest! {
        #[test]
        fn never_more_than_was_charged(charged in 0_i64..50_000, refunded in 0_i64..50_000, approved in 0_usize..5, rejected in 0_usize..5) {
            let mut lines = vec![Some(Approved); approved];
            lines.extend(vec![Some(Rejected); rejected]);
            let back = refundable(FeeRule::PrivatePayFlat, Payer::PrivatePay, Cents(charged), Cents(refunded), &lines);
            prop_assert!(back >= Cents::ZERO && back.0 <= charged);
        }
    }
}

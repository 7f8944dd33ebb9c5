// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fee of a request, line by line (decisions 35, 36 and 40; constants fee.*).
//!
//! Not here: free deployments, which charge nothing, and charging, which is done by the server.

pub use salal_formats::cents::Cents;

use crate::codes;
use crate::eligibility::{DocumentStatus, PRIVATE_PAY_CODES};

codes! {
    /// The fee rule in force in a deployment (decision 35).
    #[derive(Default)]
    pub enum FeeRule {
        /// $50 with a valid card, otherwise $150; $10 for each further medication.
        #[default]
        Schedule = "schedule",
        /// $20 for the first prescription, $10 for each further one, for everyone.
        FirstAndSubsequent = "first-and-subsequent",
        /// As `Schedule`, but private pay is $100 for 1 to 3 medications and $10 for each beyond.
        PrivatePayFlat = "private-pay-flat",
    }
}

codes! {
    /// The payer, as relevant for the fee, and as stored with a request.
    pub enum Payer {
        /// A provincial card that is valid, or whose check is still pending.
        ValidCard = "card",
        /// No card, or one found invalid.
        NoValidCard = "none",
        /// Private pay by choice, or by the plan's codes R and NE.
        PrivatePay = "private",
    }
}

impl Payer {
    /// Whether the lower fee applies.
    pub const fn with_card(self) -> bool {
        matches!(self, Self::ValidCard)
    }
}

/// The payer (decision 36). `card` is the state of the person's provincial card, `None` without one.
pub fn payer(
    is_private_pay: bool,
    eligibility_code: Option<&str>,
    card: Option<DocumentStatus>,
) -> Payer {
    if is_private_pay || eligibility_code.is_some_and(|code| PRIVATE_PAY_CODES.contains(&code)) {
        return Payer::PrivatePay;
    }
    match card {
        Some(DocumentStatus::Valid | DocumentStatus::Pending) => Payer::ValidCard,
        Some(DocumentStatus::Invalid | DocumentStatus::Unknown) | None => Payer::NoValidCard,
    }
}

/// One line of a fee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeLine {
    /// What it is for.
    pub text: String,
    /// In cents.
    pub amount: Cents,
}

/// A fee with its parts; the parts add up to the amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fee {
    /// The sum, in cents.
    pub amount: Cents,
    /// At least one line, unless there are no medications.
    pub lines: Vec<FeeLine>,
}

impl Fee {
    /// No charge: a free deployment, or a free request.
    pub const NONE: Self = Self {
        amount: Cents::ZERO,
        lines: Vec::new(),
    };
}

/// Fee of each medication after the base.
const FURTHER: Cents = Cents::from_whole_dollars(10);

/// A lab or radiology request (constant fee.lab-or-radiology).
pub const LAB_OR_RADIOLOGY: Cents = Cents::from_whole_dollars(20);
/// A sick note (constant fee.sick-note).
pub const SICK_NOTE: Cents = Cents::from_whole_dollars(65);
/// A driver medical (constant fee.driver-medical).
pub const DRIVER_MEDICAL: Cents = Cents::from_whole_dollars(150);

/// The fee of a request with `medications` medications; zero for none.
pub fn fee(rule: FeeRule, payer: Payer, medications: u32) -> Fee {
    if medications == 0 {
        return Fee::NONE;
    }
    let (base, included, text) = base(rule, payer);
    let mut lines = vec![FeeLine {
        text: text.to_owned(),
        amount: base,
    }];
    let further = medications.saturating_sub(included);
    if further > 0 {
        let noun = if further == 1 {
            "medication"
        } else {
            "medications"
        };
        lines.push(FeeLine {
            text: format!("{further} further {noun} at {FURTHER}"),
            amount: Cents(FURTHER.0 * i64::from(further)),
        });
    }
    Fee {
        amount: lines.iter().map(|line| line.amount).sum(),
        lines,
    }
}

/// The base amount, the number of medications it covers, and its line.
const fn base(rule: FeeRule, payer: Payer) -> (Cents, u32, &'static str) {
    match (rule, payer) {
        (FeeRule::FirstAndSubsequent, _) => {
            (Cents::from_whole_dollars(20), 1, "First prescription")
        }
        (FeeRule::PrivatePayFlat, Payer::PrivatePay) => (
            Cents::from_whole_dollars(100),
            3,
            "Private pay, 1 to 3 prescriptions",
        ),
        (FeeRule::Schedule | FeeRule::PrivatePayFlat, Payer::ValidCard) => (
            Cents::from_whole_dollars(50),
            1,
            "First medication, with a valid provincial card",
        ),
        (FeeRule::Schedule, Payer::NoValidCard | Payer::PrivatePay)
        | (FeeRule::PrivatePayFlat, Payer::NoValidCard) => (
            Cents::from_whole_dollars(150),
            1,
            "First medication, without a valid provincial card",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dollars(rule: FeeRule, payer: Payer) -> Vec<i64> {
        (1..=5)
            .map(|n| fee(rule, payer, n).amount.0 / 100)
            .collect()
    }

    #[test]
    fn the_three_rules_give_the_amounts_of_the_contract() {
        use FeeRule::{FirstAndSubsequent, PrivatePayFlat, Schedule};
        use Payer::{NoValidCard, PrivatePay, ValidCard};
        assert_eq!(dollars(Schedule, ValidCard), [50, 60, 70, 80, 90]);
        assert_eq!(dollars(Schedule, NoValidCard), [150, 160, 170, 180, 190]);
        assert_eq!(dollars(Schedule, PrivatePay), [150, 160, 170, 180, 190]);
        assert_eq!(dollars(FirstAndSubsequent, ValidCard), [20, 30, 40, 50, 60]);
        assert_eq!(
            dollars(FirstAndSubsequent, PrivatePay),
            [20, 30, 40, 50, 60]
        );
        assert_eq!(dollars(PrivatePayFlat, ValidCard), [50, 60, 70, 80, 90]);
        assert_eq!(
            dollars(PrivatePayFlat, NoValidCard),
            [150, 160, 170, 180, 190]
        );
        assert_eq!(
            dollars(PrivatePayFlat, PrivatePay),
            [100, 100, 100, 110, 120]
        );
    }

    #[test]
    fn a_slow_check_costs_nothing_and_private_pay_is_dearer() {
        use DocumentStatus::{Invalid, Pending, Valid};
        assert_eq!(payer(false, None, Some(Valid)), Payer::ValidCard);
        assert_eq!(payer(false, None, Some(Pending)), Payer::ValidCard);
        assert_eq!(payer(false, None, Some(Invalid)), Payer::NoValidCard);
        assert_eq!(payer(false, None, None), Payer::NoValidCard);
        assert_eq!(payer(true, None, Some(Valid)), Payer::PrivatePay);
        assert_eq!(payer(false, Some("R"), Some(Valid)), Payer::PrivatePay);
        assert_eq!(payer(false, Some("NE"), Some(Valid)), Payer::PrivatePay);
        assert_eq!(payer(false, Some("E"), Some(Valid)), Payer::ValidCard);
    }

    #[test]
    fn amounts_are_written_and_read() {
        assert_eq!(Cents(10_000).to_string(), "$100.00");
        assert_eq!(Cents(-5).to_string(), "-$0.05");
        assert_eq!(Cents::from_dollars(60.0), Some(Cents(6000)));
        assert_eq!(Cents::from_dollars(19.99), Some(Cents(1999)));
        for wrong in [
            0.001,
            19.999,
            60.000_000_000_1,
            20.005,
            f64::NAN,
            f64::INFINITY,
            1e12,
        ] {
            assert_eq!(Cents::from_dollars(wrong), None);
        }
        assert_eq!(
            serde_json::to_string(&FeeRule::PrivatePayFlat).unwrap(),
            "\"private-pay-flat\""
        );
    }

    proptest! {
        #[test]
        fn lines_add_up_and_more_is_never_cheaper(n in 0_u32..200) {
            for rule in [FeeRule::Schedule, FeeRule::FirstAndSubsequent, FeeRule::PrivatePayFlat] {
                for payer in [Payer::ValidCard, Payer::NoValidCard, Payer::PrivatePay] {
                    let one = fee(rule, payer, n);
                    prop_assert_eq!(one.lines.iter().map(|line| line.amount).sum::<Cents>(), one.amount);
                    prop_assert!(fee(rule, payer, n + 1).amount >= one.amount);
                }
            }
        }

        #[test]
        fn cents_survive_the_way_over_dollars(cents in -99_999_999_i64..=99_999_999) {
            prop_assert_eq!(Cents::from_dollars(Cents(cents).dollars()), Some(Cents(cents)));
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a line of a remittance counts for in the sums of its month, and why a person must look at it (decision
//! 177). A bill is paid up to its amount and refused for what the plan decided not to pay; what came beyond that
//! stands apart, so that billed is always what was paid, refused and is outstanding. What is outstanding is counted
//! from the lines that are held, elsewhere.

use salal_formats::teleplan::remittance::Outcome;

use super::state::BillState;
use crate::fees::Cents;

/// What a line says about its claim.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    pub outcome: Outcome,
    /// Without one, it is what was paid.
    pub billed: Option<Cents>,
    /// Below zero when the plan takes money back.
    pub paid: Cents,
}

/// The bill of a line before the line.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    pub amount: Cents,
    pub paid: Cents,
    pub state: BillState,
}

/// What a line counts for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Up to the amount of the bill; below zero for what was taken back.
    pub paid: Cents,
    /// Never below zero.
    pub refused: Cents,
    /// Beyond the amount of the bill, or of no bill yet; below zero for what was taken back of it, or beyond what
    /// was paid.
    pub overpaid: Cents,
}

impl Counted {
    /// Of a line, and its bill if one was found. Without one, nothing is known to be billed, and what it pays stands
    /// apart until a person assigns it.
    pub fn of(said: Said, bill: Option<Before>) -> Self {
        let Some(bill) = bill else {
            return Self::apart(said.paid);
        };
        let billed = match (said.outcome, said.billed) {
            (Outcome::Paid, _) | (_, None) => said.paid,
            (_, Some(billed)) => billed,
        };
        let paid_before = bill.paid.0.max(0);
        let amount = bill.amount.0.max(0);
        if said.paid.0 < 0 {
            return Self::reversal(-said.paid.0, paid_before, amount);
        }
        let paid = said.paid.0.min((amount - paid_before).max(0));
        let is_decided = paid_before > 0
            || bill.state.is_settled()
            || matches!(bill.state, BillState::Rejected | BillState::Debited);
        // What a bill was refused is counted once, with the first decision; a hold decides nothing.
        let refused = if is_decided || matches!(said.outcome, Outcome::Held) {
            0
        } else {
            (billed.0 - said.paid.0).max(0)
        };
        Self {
            paid: Cents(paid),
            refused: Cents(refused),
            overpaid: Cents(said.paid.0 - paid),
        }
    }

    /// Money taken back counts in the month it is taken: first what was paid too much, then what was paid is
    /// refused, and what was never paid stands apart. The bill is not billed a second time, and the month of the
    /// payment stays as it was reported.
    fn reversal(taken: i64, paid_before: i64, amount: i64) -> Self {
        let of_overpaid = taken.min((paid_before - amount).max(0));
        let of_paid = (taken - of_overpaid).min(paid_before.min(amount));
        Self {
            paid: Cents(-of_paid),
            refused: Cents(of_paid),
            overpaid: Cents(of_paid - taken),
        }
    }

    /// Of a line that is not assigned to a bill, or stands in its file before: what it pays stands apart.
    pub const fn apart(paid: Cents) -> Self {
        Self {
            paid: Cents::ZERO,
            refused: Cents::ZERO,
            overpaid: paid,
        }
    }
}

/// What is paid of a bill in all after a line: never below zero, whatever the plan takes back.
pub fn paid_after(before: Cents, line: Cents) -> Cents {
    Cents((before.0.max(0) + line.0).max(0))
}

/// What is still refused of a bill at the end of a month, from what its lines of that month count for, oldest first:
/// what was refused or taken back and is paid in the same month after all is not refused. Paid in a later month it
/// counts as billed again, and the month of the refusal stays as it was reported.
pub fn still_refused(lines: impl IntoIterator<Item = Counted>) -> Cents {
    lines.into_iter().fold(Cents::ZERO, |refused, line| {
        let after_all = line.paid.0.clamp(0, refused.0);
        Cents(refused.0 - after_all) + line.refused
    })
}

/// Why a person must look at a line although its bill is known.
pub fn doubt(said: Said, bill: Before) -> Option<String> {
    let (before, paid, amount) = (bill.paid, said.paid, bill.amount);
    let was_paid = before.0 > 0;
    let is_above = paid.0 > 0 && before.0 + paid.0 > amount.0;
    match said.outcome {
        _ if paid.0 < 0 && -paid.0 > before.0.max(0) => Some(format!(
            "The plan reversed {} of a claim for which it paid {}.",
            Cents(-paid.0),
            Cents(before.0.max(0))
        )),
        Outcome::Paid if paid.0 == 0 => {
            Some("The line says that the claim was paid, and pays nothing.".to_owned())
        }
        _ if was_paid && paid.0 > 0 && (is_above || matches!(said.outcome, Outcome::Paid)) => Some(
            format!("The bill of {amount} was paid before, {before}. This line pays {paid} more."),
        ),
        _ if is_above => Some(format!("The line pays {paid}; the bill is {amount}.")),
        Outcome::Held if was_paid => Some(format!(
            "The plan holds a claim that it has paid, {before}. The payment counts until it is reversed."
        )),
        Outcome::Rejected | Outcome::Refused if was_paid && paid.0 == 0 => Some(format!(
            "The plan refused a claim that it paid, {before}, without reversing the payment."
        )),
        Outcome::Paid
        | Outcome::Explained
        | Outcome::Changed
        | Outcome::Rejected
        | Outcome::Held
        | Outcome::Refused => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Before, BillState, Cents, Counted, Outcome, Said, doubt, paid_after, still_refused,
    };

    fn said(outcome: Outcome, billed: i64, paid: i64) -> Said {
        Said {
            outcome,
            billed: Some(Cents(billed)),
            paid: Cents(paid),
        }
    }

    fn bill(paid: i64, state: BillState) -> Before {
        Before {
            amount: Cents(5000),
            paid: Cents(paid),
            state,
        }
    }

    /// Checks what lines count for: paid, refused and overpaid.
    fn check(cases: &[(&str, Said, Option<Before>, [i64; 3])]) {
        for (name, line, bill, expected) in cases {
            let counted = Counted::of(*line, *bill);
            let all = [counted.paid, counted.refused, counted.overpaid].map(|cents| cents.0);
            assert_eq!(all, *expected, "{name}");
            assert!(counted.refused >= Cents::ZERO, "{name}");
            // Nothing that was paid is lost.
            assert_eq!(counted.paid + counted.overpaid, line.paid, "{name}");
        }
    }

    #[test]
    fn what_is_paid_in_the_same_month_after_all_is_not_refused() {
        let cases: &[(&str, &[[i64; 2]], i64)] = &[
            ("in two parts", &[[2000, 1479], [1479, 0]], 0),
            ("two of three parts", &[[3000, 2000], [1500, 0]], 500),
            ("refused, then paid", &[[0, 3479], [3479, 0]], 0),
            ("refused", &[[0, 3479]], 3479),
            ("paid in part", &[[2000, 1479]], 1479),
            ("without a refusal", &[[3479, 0]], 0),
            ("paid, taken back", &[[3479, 0], [-3479, 3479]], 3479),
            (
                "paid, taken back, paid",
                &[[3479, 0], [-3479, 3479], [3479, 0]],
                0,
            ),
            (
                "refused, paid, taken back",
                &[[0, 3479], [3479, 0], [-3479, 3479]],
                3479,
            ),
            // Of a payment of another month.
            ("taken back", &[[-3479, 3479]], 3479),
            ("taken back, paid", &[[-3479, 3479], [3479, 0]], 0),
            (
                "some taken back, paid",
                &[[-1000, 1000], [600, 0], [400, 0]],
                0,
            ),
        ];
        for (name, lines, expected) in cases {
            let lines = lines.iter().map(|[paid, refused]| Counted {
                paid: Cents(*paid),
                refused: Cents(*refused),
                overpaid: Cents::ZERO,
            });
            assert_eq!(still_refused(lines), Cents(*expected), "{name}");
        }
    }

    #[test]
    fn a_line_counts_what_its_bill_lacks() {
        use Outcome::{Explained, Held, Paid, Rejected};
        let sent = Some(bill(0, BillState::Sent));
        let paid = Some(bill(5000, BillState::Paid));
        let rejected = Some(bill(0, BillState::Rejected));
        let debited = Some(bill(0, BillState::Debited));
        let part = Some(bill(4000, BillState::Explained));
        let remark = Some(bill(0, BillState::Explained));
        check(&[
            ("as billed", said(Paid, 5000, 5000), sent, [5000, 0, 0]),
            ("less", said(Explained, 5000, 4000), sent, [4000, 1000, 0]),
            ("more", said(Explained, 5000, 6000), sent, [5000, 0, 1000]),
            ("refused", said(Rejected, 5000, 0), sent, [0, 5000, 0]),
            ("held", said(Held, 5000, 0), sent, [0, 0, 0]),
            ("twice", said(Paid, 5000, 5000), paid, [0, 0, 5000]),
            ("the rest", said(Explained, 5000, 1000), part, [1000, 0, 0]),
            ("no more", said(Rejected, 5000, 0), paid, [0, 0, 0]),
            ("no again", said(Rejected, 5000, 0), rejected, [0, 0, 0]),
            ("anew", said(Paid, 5000, 5000), debited, [5000, 0, 0]),
            ("decided", said(Explained, 5000, 0), remark, [0, 0, 0]),
            ("of no bill", said(Paid, 0, 3162), None, [0, 0, 3162]),
            ("of none, less", said(Explained, 50, 40), None, [0, 0, 40]),
            ("of none, refused", said(Rejected, 50, 0), None, [0, 0, 0]),
        ]);
    }

    #[test]
    fn what_is_taken_back_is_refused_once_nothing_is_overpaid() {
        use Outcome::Explained;
        let paid = Some(bill(5000, BillState::Paid));
        let twice = Some(bill(10_000, BillState::Paid));
        check(&[
            ("all", said(Explained, 5000, -5000), paid, [-5000, 5000, 0]),
            ("too much", said(Explained, 50, -5000), twice, [0, 0, -5000]),
            (
                "both",
                said(Explained, 50, -8000),
                twice,
                [-3000, 3000, -5000],
            ),
            (
                "of no bill",
                said(Explained, 5000, -700),
                None,
                [0, 0, -700],
            ),
        ]);
    }

    #[test]
    fn what_is_taken_back_of_nothing_stands_apart() {
        use Outcome::{Explained, Paid};
        let rejected = Some(bill(0, BillState::Rejected));
        let part = Some(bill(2000, BillState::Explained));
        let twice = Some(bill(10_000, BillState::Paid));
        // As an earlier version stored it.
        let below = Some(bill(-5000, BillState::Paid));
        check(&[
            ("none", said(Paid, 0, -5000), rejected, [0, 0, -5000]),
            ("again", said(Explained, 0, -9999), below, [0, 0, -9999]),
            (
                "some",
                said(Explained, 50, -5000),
                part,
                [-2000, 2000, -3000],
            ),
            (
                "more than all",
                said(Explained, 50, -11_000),
                twice,
                [-5000, 5000, -6000],
            ),
        ]);
        for (before, line, after) in [
            (0, 5000, 5000),
            (5000, -5000, 0),
            (0, -5000, 0),
            (2000, -5000, 0),
            (-5000, 5000, 5000),
        ] {
            assert_eq!(paid_after(Cents(before), Cents(line)), Cents(after));
        }
    }

    #[test]
    fn what_a_person_must_look_at() {
        let (sent, paid) = (bill(0, BillState::Sent), bill(5000, BillState::Paid));
        for (line, bill, expected) in [
            (said(Outcome::Paid, 5000, 5000), sent, None),
            (said(Outcome::Explained, 5000, 4000), sent, None),
            (said(Outcome::Rejected, 5000, 0), sent, None),
            (said(Outcome::Held, 5000, 0), sent, None),
            (said(Outcome::Explained, 5000, -5000), paid, None),
            (
                said(Outcome::Explained, 5000, 1000),
                bill(4000, BillState::Explained),
                None,
            ),
            (
                said(Outcome::Paid, 0, -3479),
                bill(0, BillState::Rejected),
                Some("The plan reversed $34.79 of a claim for which it paid $0.00."),
            ),
            (
                said(Outcome::Explained, 5000, -6000),
                paid,
                Some("The plan reversed $60.00 of a claim for which it paid $50.00."),
            ),
            (
                said(Outcome::Paid, 5000, 0),
                sent,
                Some("The line says that the claim was paid, and pays nothing."),
            ),
            (
                said(Outcome::Paid, 5000, 5000),
                paid,
                Some("The bill of $50.00 was paid before, $50.00. This line pays $50.00 more."),
            ),
            (
                said(Outcome::Explained, 5000, 6000),
                sent,
                Some("The line pays $60.00; the bill is $50.00."),
            ),
            (
                said(Outcome::Held, 5000, 0),
                paid,
                Some(
                    "The plan holds a claim that it has paid, $50.00. The payment counts until it is reversed.",
                ),
            ),
            (
                said(Outcome::Rejected, 5000, 0),
                paid,
                Some(
                    "The plan refused a claim that it paid, $50.00, without reversing the payment.",
                ),
            ),
        ] {
            assert_eq!(doubt(line, bill).as_deref(), expected, "{line:?}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a cancellation does with the fee, for every kind of order (decisions 41 and 175): a fee that was paid is not
//! refunded by itself, office and administrators may return it with a reason, and a charge that settles after an order
//! was cancelled unpaid goes back by itself.
//!
//! Not here: which orders may be cancelled, which differs by kind.

use crate::faults::{Fault, Refusal};
use crate::fees::Cents;
use crate::unseen::{HIDDEN, hides, trim};

/// The most characters of a reason for returning a fee.
pub const LONGEST_REASON: usize = 300;

/// What the patient reads when the order changed since the page with the question was shown.
pub const CHANGED: &str = "This changed after you opened it, for example by a payment. Nothing was cancelled. Please look at it again.";

/// What a caller reads who cancels a paid order without saying which version was seen.
pub const UNSEEN: &str = "This is paid. Please say which version of it you saw: what happens to the fee depends on it. Nothing was cancelled.";

/// What a cancellation does with the fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeeEffect {
    /// Nothing is charged, and nothing will be.
    NothingPaid,
    /// So much was paid and stays with the clinic.
    Kept(Cents),
}

impl FeeEffect {
    /// Of an order whose payer paid `charged`, of which `refunded` went back.
    pub fn of(charged: Cents, refunded: Cents) -> Self {
        match charged - refunded {
            kept if kept > Cents::ZERO => Self::Kept(kept),
            _ => Self::NothingPaid,
        }
    }

    /// What the patient reads before the cancellation.
    pub fn sentence(self) -> String {
        match self {
            Self::NothingPaid => {
                "You have not been charged, and you will not be charged.".to_owned()
            }
            Self::Kept(amount) => format!("The fee of {amount} is not refunded."),
        }
    }

    /// What the history says of the cancellation; nothing when nothing was paid.
    pub fn detail(self) -> Option<String> {
        match self {
            Self::NothingPaid => None,
            Self::Kept(amount) => Some(format!("Fee of {amount} not refunded")),
        }
    }
}

/// Why nothing more goes back of a charge: a refund of it is under way or done.
pub fn refund_open() -> Refusal {
    Refusal::new(
        "REFUND_OPEN",
        "A refund of this payment is already under way or done.",
    )
}

/// What staff may return of the fee of an order, or why nothing; `has_refund` if a refund is under way or done.
pub fn can_return(
    is_cancelled: bool,
    charged: Cents,
    refunded: Cents,
    has_refund: bool,
) -> Result<Cents, Refusal> {
    let refuse = |code, message| Err(Refusal::new(code, message));
    if !is_cancelled {
        return refuse(
            "NOT_CANCELED",
            "Only the fee of a cancelled order is returned this way.",
        );
    }
    if charged == Cents::ZERO {
        return refuse("NOT_PAID", "There is no payment to give back.");
    }
    match FeeEffect::of(charged, refunded) {
        FeeEffect::Kept(amount) if !has_refund => Ok(amount),
        FeeEffect::Kept(_) | FeeEffect::NothingPaid => Err(refund_open()),
    }
}

/// The reason for returning a fee, or what is wrong with it.
pub fn reason(field: &str, sent: &str) -> Result<String, Fault> {
    let words = trim(sent);
    if words.is_empty() {
        return Err(Fault::new(field, "Please say why the fee is returned."));
    }
    // The patient reads it in an e-mail.
    if hides(words) {
        return Err(Fault::new(field, HIDDEN));
    }
    if words.chars().count() > LONGEST_REASON {
        let message = format!("Please use at most {LONGEST_REASON} characters.");
        return Err(Fault::new(field, message));
    }
    Ok(words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_paid_and_not_refunded_is_kept() {
        let of = |charged, refunded| FeeEffect::of(Cents(charged), Cents(refunded));
        assert_eq!(of(0, 0), FeeEffect::NothingPaid);
        assert_eq!(of(5000, 0), FeeEffect::Kept(Cents(5000)));
        assert_eq!(of(5000, 2000), FeeEffect::Kept(Cents(3000)));
        assert_eq!(of(5000, 5000), FeeEffect::NothingPaid);
        let kept = of(5000, 0);
        assert_eq!(kept.sentence(), "The fee of $50.00 is not refunded.");
        assert_eq!(kept.detail().unwrap(), "Fee of $50.00 not refunded");
        assert_eq!(of(0, 0).detail(), None);
    }

    #[test]
    fn the_staff_return_what_was_kept_of_a_cancelled_order() {
        let of = |is_cancelled, charged, refunded, has_refund| {
            can_return(is_cancelled, Cents(charged), Cents(refunded), has_refund)
                .map_err(|refusal| refusal.code)
        };
        assert_eq!(of(true, 5000, 0, false), Ok(Cents(5000)));
        assert_eq!(of(false, 5000, 0, false), Err("NOT_CANCELED"));
        assert_eq!(of(true, 0, 0, false), Err("NOT_PAID"));
        assert_eq!(of(true, 5000, 0, true), Err("REFUND_OPEN"));
        assert_eq!(of(true, 5000, 5000, true), Err("REFUND_OPEN"));
    }

    #[test]
    fn a_reason_is_needed_and_short() {
        assert_eq!(
            reason("reason", " Asked by phone. ").unwrap(),
            "Asked by phone."
        );
        for unseen in ["  ", "\u{200b}\u{200b}", "lost \u{202e}parcel"] {
            assert!(reason("reason", unseen).is_err(), "{unseen:?}");
        }
        assert!(reason("reason", &"a".repeat(LONGEST_REASON)).is_ok());
        assert!(reason("reason", &"a".repeat(LONGEST_REASON + 1)).is_err());
    }
}

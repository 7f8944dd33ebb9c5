// SPDX-License-Identifier: AGPL-3.0-or-later

//! The states of a sleep-study order and which step is allowed in which (decisions 58 and 59; contract
//! table of transitions).

use crate::codes;
use crate::faults::Refusal;

codes! {
    /// State of an order.
    pub enum SleepStatus {
        /// Created, not paid.
        Pending = "PENDING",
        /// Viewed by staff, not paid.
        Submitted = "SUBMITTED",
        /// The charge is confirmed; the fax will be sent.
        Paid = "PAID",
        /// Ordered in the free mode; the fax will be sent.
        Free = "FREE",
        /// The sleep clinic received it.
        Faxed = "FAXED",
        /// The payment was refunded.
        Refunded = "REFUNDED",
        /// Cancelled before it was paid.
        Canceled = "CANCELED",
    }
}

impl SleepStatus {
    /// The label shown to users.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Submitted => "Submitted",
            Self::Paid => "Paid",
            Self::Free => "Free",
            Self::Faxed => "Faxed",
            Self::Refunded => "Refunded",
            Self::Canceled => "Canceled",
        }
    }

    /// Neither paid nor cancelled: waiting for the patient.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Submitted)
    }
}

type Allowed = Result<(), Refusal>;

fn refuse(code: &'static str, message: &str) -> Allowed {
    Err(Refusal::new(code, message))
}

/// The patient pays, or the free mode skips the payment.
pub fn can_pay(status: SleepStatus) -> Allowed {
    match status {
        SleepStatus::Pending | SleepStatus::Submitted => Ok(()),
        SleepStatus::Canceled => refuse("CANCELED", "This order was canceled."),
        SleepStatus::Paid | SleepStatus::Free | SleepStatus::Faxed | SleepStatus::Refunded => {
            refuse("ALREADY_PAID", "This order is already paid.")
        }
    }
}

/// The patient cancels: only before payment, since the fax is then sent automatically.
pub fn can_cancel(status: SleepStatus) -> Allowed {
    match status {
        SleepStatus::Pending | SleepStatus::Submitted => Ok(()),
        SleepStatus::Canceled => refuse("CANCELED", "This order was already canceled."),
        SleepStatus::Paid | SleepStatus::Free | SleepStatus::Faxed | SleepStatus::Refunded => {
            refuse(
                "TOO_LATE_TO_CANCEL",
                "This order was already sent to the sleep clinic.",
            )
        }
    }
}

/// Staff refund the fee: a charge is confirmed and nothing was refunded yet. The fee of a cancelled order is returned
/// with a reason (`crate::cancelling`).
pub fn can_refund(status: SleepStatus, charged: bool, refunded: bool) -> Allowed {
    match status {
        _ if refunded => refuse("ALREADY_REFUNDED", "This order is already refunded."),
        _ if !charged => refuse("NOT_PAID", "There is no payment to give back."),
        SleepStatus::Paid | SleepStatus::Faxed => Ok(()),
        SleepStatus::Pending
        | SleepStatus::Submitted
        | SleepStatus::Canceled
        | SleepStatus::Free
        | SleepStatus::Refunded => {
            refuse("NOT_REFUNDABLE", "Nothing of this order can be refunded.")
        }
    }
}

/// Staff send the request again: it was sent before, or should have been.
pub fn can_fax(status: SleepStatus) -> Allowed {
    match status {
        SleepStatus::Paid | SleepStatus::Free | SleepStatus::Faxed => Ok(()),
        SleepStatus::Pending | SleepStatus::Submitted => {
            refuse("NOT_PAID", "This order is not paid yet.")
        }
        SleepStatus::Refunded | SleepStatus::Canceled => refuse("OVER", "This order was given up."),
    }
}

/// The statuses that staff may set manually. Paid and refunded follow from the payment.
pub fn can_set(from: SleepStatus, to: SleepStatus) -> Allowed {
    use SleepStatus::{Canceled, Faxed, Free, Paid, Pending, Submitted};
    match (from, to) {
        (Pending, Submitted)
        | (Submitted, Pending)
        | (Pending | Submitted, Canceled)
        // Sent manually, when the fax failed.
        | (Paid | Free, Faxed) => Ok(()),
        _ => refuse(
            "NOT_THIS_STATUS",
            "This order cannot be given that status now.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SleepStatus as S;

    fn allowed(step: impl Fn(S) -> Allowed) -> Vec<S> {
        S::ALL
            .into_iter()
            .filter(|one| step(*one).is_ok())
            .collect()
    }

    #[test]
    fn codes_are_read_back_and_sent_alike() {
        for status in S::ALL {
            assert_eq!(S::from_code(status.code()), Some(status));
            assert_eq!(
                serde_json::to_value(status).unwrap(),
                serde_json::Value::from(status.code())
            );
            assert_eq!(status.code(), status.label().to_uppercase());
        }
        assert_eq!(S::from_code("pending"), None);
    }

    #[test]
    fn steps_are_allowed_in_the_states_of_the_contract() {
        assert_eq!(allowed(can_pay), [S::Pending, S::Submitted]);
        assert_eq!(allowed(can_cancel), [S::Pending, S::Submitted]);
        assert_eq!(
            allowed(|one| can_refund(one, true, false)),
            [S::Paid, S::Faxed]
        );
        assert_eq!(allowed(|one| can_refund(one, false, false)), []);
        assert_eq!(allowed(|one| can_refund(one, true, true)), []);
        assert_eq!(allowed(can_fax), [S::Paid, S::Free, S::Faxed]);
        assert!(
            S::ALL
                .iter()
                .all(|one| one.is_open() == can_pay(*one).is_ok())
        );
    }

    #[test]
    fn the_staff_set_only_what_money_and_fax_do_not_say() {
        let to = |from: S| allowed(|one| can_set(from, one));
        assert_eq!(to(S::Pending), [S::Submitted, S::Canceled]);
        assert_eq!(to(S::Submitted), [S::Pending, S::Canceled]);
        assert_eq!(to(S::Paid), [S::Faxed]);
        assert_eq!(to(S::Free), [S::Faxed]);
        for end in [S::Faxed, S::Refunded, S::Canceled] {
            assert_eq!(to(end), [], "{end:?}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The states of a bill, and the effect of a remittance line: a paid bill stays paid until the plan
//! explicitly takes the money back (reference teleplan 4.7).

use salal_formats::teleplan::remittance::Outcome;

use crate::codes;
use crate::fees::Cents;

codes! {
    /// The state of a bill.
    pub enum BillState {
        Unsent = "unsent",
        /// In a file that is being sent, or whose outcome is not known yet.
        Sending = "sending",
        Sent = "sent",
        Paid = "paid",
        /// Paid with an explanation or another amount.
        Explained = "explained",
        /// Changed by the plan's data centre.
        Changed = "changed",
        Held = "held",
        /// Refused after adjudication.
        Rejected = "rejected",
        /// Refused before adjudication: it must be sent again.
        Refused = "refused",
        /// Paid once, and taken back.
        Debited = "debited",
    }

    /// An entry of a bill's history: what a person did, or the state that a file or a line brought.
    pub enum BillEventKind {
        Made = "made",
        Edited = "edited",
        /// Made ready to be sent again.
        Resubmitted = "resubmitted",
        /// A line was assigned by hand.
        Linked = "linked",
        /// Not taken by the plan.
        Unsent = "unsent",
        Sending = "sending",
        Sent = "sent",
        Paid = "paid",
        Explained = "explained",
        Changed = "changed",
        Held = "held",
        Rejected = "rejected",
        Refused = "refused",
        Debited = "debited",
    }
}

impl From<BillState> for BillEventKind {
    fn from(state: BillState) -> Self {
        match state {
            BillState::Unsent => Self::Unsent,
            BillState::Sending => Self::Sending,
            BillState::Sent => Self::Sent,
            BillState::Paid => Self::Paid,
            BillState::Explained => Self::Explained,
            BillState::Changed => Self::Changed,
            BillState::Held => Self::Held,
            BillState::Rejected => Self::Rejected,
            BillState::Refused => Self::Refused,
            BillState::Debited => Self::Debited,
        }
    }
}

impl BillEventKind {
    /// Display text.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Made => "Billed",
            Self::Edited => "Edited",
            Self::Resubmitted => "Made ready to be sent again",
            Self::Linked => "A line was assigned by hand",
            Self::Unsent => "Not taken by the plan",
            Self::Sent => "Sent to the plan",
            Self::Sending => BillState::Sending.label(),
            Self::Paid => BillState::Paid.label(),
            Self::Explained => BillState::Explained.label(),
            Self::Changed => BillState::Changed.label(),
            Self::Held => BillState::Held.label(),
            Self::Rejected => BillState::Rejected.label(),
            Self::Refused => BillState::Refused.label(),
            Self::Debited => BillState::Debited.label(),
        }
    }
}

impl BillState {
    /// Display text.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Unsent => "Not sent yet",
            Self::Sending => "Being sent",
            Self::Sent => "Sent",
            Self::Paid => "Paid",
            Self::Explained => "Paid with a remark",
            Self::Changed => "Paid, changed by the plan",
            Self::Held => "Held by the plan",
            Self::Rejected | Self::Refused => "Rejected",
            Self::Debited => "Taken back",
        }
    }

    /// Whether it is on the list of problematic invoices.
    pub const fn is_problematic(self) -> bool {
        matches!(self, Self::Rejected | Self::Refused | Self::Debited)
    }

    /// Whether it can be edited: before it is sent, or after it came back.
    pub const fn can_edit(self) -> bool {
        matches!(self, Self::Unsent | Self::Rejected | Self::Refused)
    }

    /// Whether it was paid.
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Paid | Self::Explained | Self::Changed)
    }

    /// The state after a line, when `paid_after` is paid in total. A line never makes a bill paid for which nothing is
    /// paid: with a remark it is a refusal, and as billed it says nothing.
    #[must_use]
    pub const fn after(self, outcome: Outcome, paid_before: Cents, paid_after: Cents) -> Self {
        if paid_after.0 <= 0 && paid_before.0 > 0 {
            return Self::Debited;
        }
        if self.is_settled() {
            return self;
        }
        let is_unpaid = paid_after.0 <= 0;
        match outcome {
            Outcome::Paid if is_unpaid => self,
            Outcome::Paid => Self::Paid,
            Outcome::Explained | Outcome::Changed
                if is_unpaid && matches!(self, Self::Unsent | Self::Sending | Self::Debited) =>
            {
                self
            }
            Outcome::Explained | Outcome::Changed if is_unpaid => Self::Rejected,
            Outcome::Explained => Self::Explained,
            Outcome::Changed => Self::Changed,
            Outcome::Held if matches!(self, Self::Debited) => self,
            Outcome::Held => Self::Held,
            // For a bill that is ready to be sent again, this refusal is outdated.
            Outcome::Rejected | Outcome::Refused
                if matches!(self, Self::Unsent | Self::Sending | Self::Debited) =>
            {
                self
            }
            Outcome::Rejected => Self::Rejected,
            Outcome::Refused => Self::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BillState, Cents, Outcome};

    #[test]
    fn words_and_states_belong_together() {
        for state in BillState::ALL {
            assert_eq!(BillState::from_code(state.code()), Some(state));
        }
        assert_eq!(BillState::from_code("gone"), None);
    }

    #[test]
    fn a_line_that_pays_nothing_makes_no_bill_paid() {
        use Outcome::{Changed, Explained, Paid};
        for (state, outcome, after) in [
            (BillState::Sent, Explained, BillState::Rejected),
            (BillState::Held, Changed, BillState::Rejected),
            (BillState::Sent, Paid, BillState::Sent),
            (BillState::Rejected, Paid, BillState::Rejected),
            (BillState::Unsent, Explained, BillState::Unsent),
            (BillState::Debited, Explained, BillState::Debited),
        ] {
            assert_eq!(
                state.after(outcome, Cents(0), Cents(0)),
                after,
                "{state:?} {outcome:?}"
            );
        }
    }

    #[test]
    fn money_that_came_stays_until_it_is_taken_back() {
        let outcomes = [
            Outcome::Paid,
            Outcome::Explained,
            Outcome::Changed,
            Outcome::Rejected,
            Outcome::Held,
            Outcome::Refused,
        ];
        for outcome in outcomes {
            assert_eq!(
                BillState::Paid.after(outcome, Cents(3162), Cents(3162)),
                BillState::Paid,
                "{outcome:?}"
            );
            assert_eq!(
                BillState::Paid.after(outcome, Cents(3162), Cents(0)),
                BillState::Debited,
                "{outcome:?}"
            );
        }
        let sent = BillState::Sent;
        assert_eq!(
            sent.after(Outcome::Paid, Cents(0), Cents(3162)),
            BillState::Paid
        );
        assert_eq!(
            sent.after(Outcome::Explained, Cents(0), Cents(2000)),
            BillState::Explained
        );
        assert_eq!(
            sent.after(Outcome::Held, Cents(0), Cents(0)),
            BillState::Held
        );
        assert_eq!(
            sent.after(Outcome::Refused, Cents(0), Cents(0)),
            BillState::Refused
        );
        assert_eq!(
            BillState::Held.after(Outcome::Rejected, Cents(0), Cents(0)),
            BillState::Rejected
        );
        assert_eq!(
            BillState::Refused.after(Outcome::Paid, Cents(0), Cents(3162)),
            BillState::Paid
        );
        // A second refusal of the old claim does not affect the corrected one.
        assert_eq!(
            BillState::Unsent.after(Outcome::Refused, Cents(0), Cents(0)),
            BillState::Unsent
        );
    }
}

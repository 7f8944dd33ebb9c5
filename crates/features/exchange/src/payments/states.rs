// SPDX-License-Identifier: AGPL-3.0-or-later

//! The states of payments and refunds, as stored and as shown.

salal_domain::codes! {
    /// How a payment is made.
    pub enum PaymentMethod {
        Card = "card",
        Wallet = "wallet",
    }

    /// The state of a payment.
    pub enum PaymentState {
        /// Waiting for the payer's approval at the wallet; nothing is charged.
        Ordered = "ordered",
        /// The card is about to be charged.
        Intended = "intended",
        /// The wallet's order is about to be captured.
        Capturing = "capturing",
        Charged = "charged",
        /// The provider has not said what became of it.
        Unknown = "unknown",
        Declined = "declined",
        /// Nothing happened at the provider.
        Failed = "failed",
    }

    /// The state of a refund.
    pub enum RefundState {
        /// Not sent to the provider yet.
        Intended = "intended",
        Done = "done",
        /// The provider has not said what became of it.
        Unknown = "unknown",
        Failed = "failed",
    }

    /// The outcome of a click on refund.
    pub enum RefundOutcome {
        Done = "done",
        /// The provider has not said what became of it.
        Unknown = "unknown",
        /// It can still be undone.
        Waiting = "waiting",
    }
}

impl PaymentState {
    /// Whether the provider has yet to say what became of the charge.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Intended | Self::Capturing | Self::Unknown => true,
            Self::Ordered | Self::Charged | Self::Declined | Self::Failed => false,
        }
    }

    /// Whether it ended without a charge.
    pub(super) const fn is_declined(self) -> bool {
        match self {
            Self::Declined | Self::Failed => true,
            Self::Ordered | Self::Intended | Self::Capturing | Self::Charged | Self::Unknown => {
                false
            }
        }
    }
}

impl RefundState {
    /// The states in which the provider has yet to say what became of the refund.
    pub(super) const OPEN: [Self; 2] = [Self::Intended, Self::Unknown];

    /// Whether it is under way or done: no other one is made beside it.
    pub(super) const fn is_in_force(self) -> bool {
        match self {
            Self::Intended | Self::Unknown | Self::Done => true,
            Self::Failed => false,
        }
    }
}

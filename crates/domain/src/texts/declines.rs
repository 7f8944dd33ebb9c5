// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a payer reads when a charge did not go through.

/// The message for a decline, by the code that the card or wallet service gave (reference payments-and-messaging
/// 3). Each says that nothing was charged, and what to do.
pub fn decline_text(code: Option<&str>) -> &'static str {
    match code {
        Some("insufficient_funds") => {
            "The card was declined: insufficient funds. You were not charged. Please use another card."
        }
        Some("expired_card") => {
            "The card has expired. You were not charged. Please use another card."
        }
        Some("incorrect_cvc") => {
            "The card’s security code is incorrect. You were not charged. Please check it and try again."
        }
        Some("authentication_required") => {
            "Your bank asks for an extra step that cannot be done here. You were not charged. Please use another card or the wallet."
        }
        Some("unreachable") => {
            "The payment service couldn’t be reached. You were not charged. Please try again in a few minutes."
        }
        Some("DUPLICATE_INVOICE_ID") => {
            "The wallet has a payment for this already, so you were not charged again. Please do not pay by card: send us a message, and we will look it up."
        }
        Some("INSTRUMENT_DECLINED" | "ORDER_NOT_APPROVED") => {
            "The wallet did not accept the payment. You were not charged. Please choose another way to pay."
        }
        _ => "The card was declined. You were not charged. Please use another card.",
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Cards and their tokens: which test card does what (reference payments-and-messaging 1.6). The number itself is
//! never kept; a token made from a card pays once.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use chrono::Datelike;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{absent, authorize, error, invalid};
use crate::answer::Answer;
use crate::chance;
use crate::fields::{Fields, digits};
use crate::state::SandboxState;
use crate::store::Store;

const TABLE: &str = "stripe_token";

/// What a card does when charged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// The money moves.
    Succeeds,
    /// The bank says no: code, and decline code.
    Declined(String, Option<String>),
    /// The bank asks the payer first (3-D Secure).
    AsksPayer,
}

/// A card without its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Card {
    pub(super) token: String,
    pub(super) brand: String,
    pub(super) last4: String,
    pub(super) exp_month: u32,
    pub(super) exp_year: i32,
    pub(super) name: Option<String>,
    pub(super) outcome: Outcome,
    pub(super) used: bool,
}

impl Card {
    /// The card as Stripe shows it.
    pub(super) fn shown(&self) -> serde_json::Value {
        json!({
            "brand": self.brand, "last4": self.last4, "exp_month": self.exp_month,
            "exp_year": self.exp_year, "funding": "credit", "country": "CA",
        })
    }
}

fn declined(code: &str, decline_code: Option<&str>) -> Outcome {
    Outcome::Declined(code.to_owned(), decline_code.map(str::to_owned))
}

/// What the card of a number does.
fn outcome(number: &str) -> Outcome {
    match number {
        "4000000000000002" => declined("card_declined", Some("generic_decline")),
        "4000000000009995" => declined("card_declined", Some("insufficient_funds")),
        "4000000000000069" => declined("expired_card", None),
        "4000000000000127" => declined("incorrect_cvc", None),
        "4000000000000119" => declined("processing_error", None),
        "4000002500003155" => Outcome::AsksPayer,
        _ => Outcome::Succeeds,
    }
}

/// The number behind one of Stripe's ready-made tokens.
fn ready_made(token: &str) -> Option<&'static str> {
    Some(match token {
        "tok_visa" | "pm_card_visa" => "4242424242424242",
        "tok_mastercard" | "pm_card_mastercard" => "5555555555554444",
        "tok_amex" | "pm_card_amex" => "378282246310005",
        "tok_chargeDeclined" => "4000000000000002",
        "tok_chargeDeclinedInsufficientFunds" => "4000000000009995",
        "tok_chargeDeclinedExpiredCard" => "4000000000000069",
        "tok_chargeDeclinedIncorrectCvc" => "4000000000000127",
        "tok_chargeDeclinedProcessingError" => "4000000000000119",
        "tok_threeDSecureRequired" => "4000002500003155",
        _ => return None,
    })
}

fn brand(number: &str) -> &'static str {
    match number.as_bytes() {
        [b'4', ..] => "visa",
        [b'5' | b'2', ..] => "mastercard",
        [b'3', b'4' | b'7', ..] => "amex",
        [b'6', ..] => "discover",
        _ => "unknown",
    }
}

/// The Luhn rule of card numbers.
fn well_formed(number: &str) -> bool {
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let digit = u32::from(digit - b'0');
            let doubled = if place % 2 == 1 { digit * 2 } else { digit };
            if doubled > 9 { doubled - 9 } else { doubled }
        })
        .sum();
    (13..=19).contains(&number.len()) && sum.is_multiple_of(10)
}

fn card_error(code: &str, param: &str, message: &str) -> Answer {
    error(
        402,
        "card_error",
        &json!({"code": code, "param": param, "message": message}),
    )
}

/// Reads a card from `card[number]`, `card[exp_month]`, `card[exp_year]`, `card[cvc]`, `card[name]`.
fn read(fields: &Fields) -> Result<Card, Answer> {
    let number = fields.get("card[number]").map(digits).unwrap_or_default();
    if !well_formed(&number) {
        return Err(card_error(
            "invalid_number",
            "number",
            "Your card number is invalid.",
        ));
    }
    let exp_month = fields
        .get("card[exp_month]")
        .and_then(|text| text.parse::<u32>().ok())
        .filter(|month| (1..=12).contains(month))
        .ok_or_else(|| {
            let message = "Your card's expiration month is invalid.";
            card_error("invalid_expiry_month", "exp_month", message)
        })?;
    let today = chance::now();
    let exp_year = fields
        .get("card[exp_year]")
        .and_then(|text| text.parse::<i32>().ok())
        .map(|year| if year < 100 { 2000 + year } else { year })
        .filter(|year| (*year, exp_month) >= (today.year(), today.month()))
        .filter(|year| *year < today.year() + 50)
        .ok_or_else(|| {
            let message = "Your card's expiration year is invalid.";
            card_error("invalid_expiry_year", "exp_year", message)
        })?;
    let wanted = if brand(&number) == "amex" {
        3..=4
    } else {
        3..=3
    };
    let code = fields.get("card[cvc]").unwrap_or_default();
    if digits(code).len() != code.len() || !wanted.contains(&code.len()) {
        return Err(card_error(
            "invalid_cvc",
            "cvc",
            "Your card's security code is invalid.",
        ));
    }
    Ok(Card {
        token: format!("tok_{}", chance::hex(24)),
        brand: brand(&number).to_owned(),
        last4: number[number.len() - 4..].to_owned(),
        exp_month,
        exp_year,
        name: fields.get("card[name]").map(str::to_owned),
        outcome: outcome(&number),
        used: false,
    })
}

fn token(state: &SandboxState, fields: &Fields) -> Answer {
    match read(fields) {
        Err(refusal) => refusal,
        Ok(card) => {
            state.store().put(TABLE, &card.token, &card);
            let mut shown = card.shown();
            shown["name"] = json!(card.name);
            let token = json!({
                "id": card.token, "object": "token", "type": "card", "used": false,
                "livemode": false, "created": chance::unix_seconds(), "card": shown,
            });
            Answer::json(200, &token)
        }
    }
}

/// `POST /v1/tokens`, for a server.
pub(super) async fn create_token(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    match authorize(&headers) {
        Ok(()) => token(&state, &Fields::form(&body)),
        Err(refusal) => refusal,
    }
}

/// The same for the page's card frame, which has no secret key.
pub(super) async fn create_page_token(State(state): State<SandboxState>, body: Bytes) -> Answer {
    token(&state, &Fields::form(&body))
}

/// The card behind a token, marked used when it pays only once.
pub(super) fn spend(store: &mut Store, token: &str) -> Result<Card, Answer> {
    if let Some(number) = ready_made(token) {
        return Ok(Card {
            token: token.to_owned(),
            brand: brand(number).to_owned(),
            last4: number[number.len() - 4..].to_owned(),
            exp_month: 12,
            exp_year: chance::now().year() + 3,
            name: None,
            outcome: outcome(number),
            used: false,
        });
    }
    let mut card = store
        .get::<Card>(TABLE, token)
        .ok_or_else(|| absent("token", token))?;
    if card.used {
        return Err(invalid(
            "source",
            "You cannot use a Stripe token more than once.",
        ));
    }
    card.used = true;
    store.put(TABLE, token, &card);
    Ok(card)
}

#[cfg(test)]
mod tests {
    use super::well_formed;

    #[test]
    fn card_numbers_obey_their_check_digit() {
        assert!(well_formed("4242424242424242"));
        assert!(well_formed("378282246310005"));
        assert!(!well_formed("4242424242424241"));
        assert!(!well_formed("4242"));
    }
}

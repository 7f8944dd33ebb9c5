// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PayPal`'s Orders v2 and Payments v2 as far as the product uses them, with request-id
//! idempotency, and the page a payer approves on. Any client id and secret are taken.
//! Not here: authorize-and-capture-later, webhooks, the browser script.

mod orders;
mod payer;
mod payments;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::fields::{credentials, header_text};
use crate::state::{Operation, SandboxState};

const TOKENS: &str = "paypal_token";
/// About nine hours, as the real service gives.
const TOKEN_SECONDS: i64 = 32_400;

/// `PayPal`'s addresses under `/paypal`.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new()
        .route("/v1/oauth2/token", post(token))
        .route("/v2/checkout/orders", post(orders::create))
        .route("/v2/checkout/orders/{id}", get(orders::retrieve))
        .route("/v2/checkout/orders/{id}/capture", post(orders::capture))
        .route("/v2/payments/captures/{id}", get(payments::retrieve))
        .route("/v2/payments/captures/{id}/refund", post(payments::refund))
        .route("/v2/payments/refunds/{id}", get(payments::retrieve_refund))
        .route("/approve/{id}", get(payer::page).post(payer::answer))
}

/// `POST /v1/oauth2/token`
async fn token(State(state): State<SandboxState>, headers: HeaderMap) -> Answer {
    let basic =
        header_text(&headers, "authorization").is_some_and(|text| text.starts_with("Basic "));
    if !basic || credentials(&headers).is_none_or(|(_, secret)| secret.is_empty()) {
        let body =
            json!({"error": "invalid_client", "error_description": "Client Authentication failed"});
        return Answer::json(401, &body);
    }
    let token = format!("A21{}", chance::hex(60));
    state
        .store()
        .put(TOKENS, &token, &(chance::unix_seconds() + TOKEN_SECONDS));
    let body = json!({
        "scope": "https://uri.paypal.com/services/payments/realtimepayment",
        "access_token": token, "token_type": "Bearer", "app_id": "APP-SANDBOX",
        "expires_in": TOKEN_SECONDS,
    });
    Answer::json(200, &body)
}

/// A call with its token checked and its body read.
struct Call {
    body: Value,
    key: Option<String>,
    fingerprint: String,
    whole: bool,
}

impl Call {
    fn read(
        state: &SandboxState,
        path: &str,
        headers: &HeaderMap,
        bytes: &[u8],
    ) -> Result<Self, Answer> {
        authorize(state, headers)?;
        let bytes = if bytes.is_empty() { b"{}" } else { bytes };
        let body: Value = serde_json::from_slice(bytes)
            .map_err(|_| error(400, "INVALID_REQUEST", "MALFORMED_REQUEST_JSON"))?;
        let fingerprint = format!("{path} {body}");
        let key = header_text(headers, "paypal-request-id").map(str::to_owned);
        let whole = header_text(headers, "prefer") == Some("return=representation");
        Ok(Self {
            body,
            key,
            fingerprint,
            whole,
        })
    }

    fn operation(&self, name: &'static str, telling: bool) -> Operation<'_> {
        Operation {
            service: Service::Paypal,
            name,
            telling,
            key: self.key.as_deref(),
            fingerprint: self.fingerprint.clone(),
            broken: || error(503, "SERVICE_UNAVAILABLE", "TRY_AGAIN"),
            mismatch: || error(422, "UNPROCESSABLE_ENTITY", "DUPLICATE_REQUEST_ID"),
        }
    }
}

/// Refuses a call without a living token.
fn authorize(state: &SandboxState, headers: &HeaderMap) -> Result<(), Answer> {
    let known = credentials(headers)
        .and_then(|(token, _)| state.store().get::<i64>(TOKENS, &token))
        .is_some_and(|until| until > chance::unix_seconds());
    if known {
        Ok(())
    } else {
        Err(error(401, "AUTHENTICATION_FAILURE", "INVALID_TOKEN"))
    }
}

/// `PayPal`'s error shape.
fn error(status: u16, name: &str, issue: &str) -> Answer {
    let body = json!({
        "name": name, "message": "The request was not carried out.",
        "debug_id": chance::hex(13),
        "details": [{"issue": issue, "description": issue.replace('_', " ").to_lowercase()}],
        "links": [],
    });
    Answer::json(status, &body)
}

fn unprocessable(issue: &str) -> Answer {
    error(422, "UNPROCESSABLE_ENTITY", issue)
}

fn absent() -> Answer {
    error(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
}

/// A value with two decimals as cents.
fn cents(value: &str) -> Option<i64> {
    let (whole, part) = value.split_once('.')?;
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if part.len() != 2 || !plain(whole) || !plain(part) {
        return None;
    }
    whole
        .parse::<i64>()
        .ok()?
        .checked_mul(100)?
        .checked_add(part.parse().ok()?)
}

/// Cents as a value with two decimals.
fn value(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// An id in `PayPal`'s form: seventeen capitals and digits.
fn new_id() -> String {
    chance::hex(17).to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::{cents, value};

    #[test]
    fn amounts_are_texts_with_two_decimals() {
        assert_eq!(cents("20.05"), Some(2005));
        for wrong in ["20", "20.5", "-1.00", "20.005", "1,00", ".50"] {
            assert_eq!(cents(wrong), None, "{wrong}");
        }
        assert_eq!(value(2005), "20.05");
    }
}

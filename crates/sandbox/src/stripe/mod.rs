// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stripe's wire protocol as far as the product uses it: tokens, payment intents, charges,
//! refunds, with idempotency keys and signed events. Its secret key may be any non-empty text.
//! Not here: customers, saved cards, later capture, disputes.

mod cards;
mod charges;
mod intents;
mod page;
mod refunds;

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::faults::Service;
use crate::fields::{Fields, credentials, header_text};
use crate::state::{Operation, SandboxState};

/// Stripe's addresses under `/stripe`.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new()
        .route("/v1/tokens", post(cards::create_token))
        .route(
            "/v1/payment_intents",
            post(intents::create).get(intents::list),
        )
        .route("/v1/payment_intents/{id}", get(intents::retrieve))
        .route("/v1/payment_intents/{id}/confirm", post(intents::confirm))
        .route("/v1/payment_intents/{id}/cancel", post(intents::cancel))
        .route("/v1/charges", post(charges::create))
        .route("/v1/charges/{id}", get(charges::retrieve))
        .route("/v1/refunds", post(refunds::create).get(refunds::list))
        .route("/v1/refunds/{id}", get(refunds::retrieve))
        .route("/v3/", get(page::script))
        .route("/v3/card", get(page::card_frame))
        .route("/v3/tokens", post(cards::create_page_token))
        .route(
            "/v3/authenticate/{id}",
            get(page::authentication).post(page::authenticate),
        )
}

/// A call with its key checked and its fields read.
struct Call {
    fields: Fields,
    key: Option<String>,
    fingerprint: String,
}

impl Call {
    fn read(path: &str, headers: &HeaderMap, body: &[u8]) -> Result<Self, Answer> {
        authorize(headers)?;
        let fields = Fields::form(body);
        let key = header_text(headers, "idempotency-key").map(str::to_owned);
        if key.as_ref().is_some_and(|key| key.len() > 255) {
            return Err(invalid(
                "Idempotency-Key",
                "The key is longer than 255 characters.",
            ));
        }
        let fingerprint = format!("{path} {}", fields.fingerprint());
        Ok(Self {
            fields,
            key,
            fingerprint,
        })
    }

    fn operation(&self, name: &'static str, telling: bool) -> Operation<'_> {
        Operation {
            service: Service::Stripe,
            name,
            telling,
            key: self.key.as_deref(),
            fingerprint: self.fingerprint.clone(),
            broken,
            mismatch,
        }
    }

    /// The amount in cents, and the currency.
    fn money(&self) -> Result<(i64, String), Answer> {
        let amount = self
            .fields
            .get("amount")
            .and_then(|text| text.parse::<i64>().ok())
            .filter(|amount| (50..=99_999_999).contains(amount))
            .ok_or_else(|| invalid("amount", "The amount must be from 50 to 99999999 cents."))?;
        let currency = self
            .fields
            .get("currency")
            .map(str::to_lowercase)
            .filter(|currency| currency.len() == 3)
            .ok_or_else(|| invalid("currency", "The currency is missing or unknown."))?;
        Ok((amount, currency))
    }
}

/// Refuses a call without a secret key.
fn authorize(headers: &HeaderMap) -> Result<(), Answer> {
    match credentials(headers) {
        Some((key, _)) if !key.starts_with("pk_") => Ok(()),
        _ => Err(error(
            401,
            "invalid_request_error",
            &json!({"message": "Invalid API Key provided."}),
        )),
    }
}

/// Stripe's error shape.
fn error(status: u16, kind: &str, more: &Value) -> Answer {
    let mut inner = json!({"type": kind});
    if let (Some(inner), Some(more)) = (inner.as_object_mut(), more.as_object()) {
        inner.extend(more.clone());
    }
    Answer::json(status, &json!({"error": inner}))
}

fn invalid(param: &str, message: &str) -> Answer {
    error(
        400,
        "invalid_request_error",
        &json!({"param": param, "message": message}),
    )
}

fn absent(what: &str, id: &str) -> Answer {
    let message = format!("No such {what}: '{id}'");
    error(
        404,
        "invalid_request_error",
        &json!({"code": "resource_missing", "param": "id", "message": message}),
    )
}

fn broken() -> Answer {
    error(
        503,
        "api_error",
        &json!({"message": "An error occurred while processing the request."}),
    )
}

fn mismatch() -> Answer {
    let message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    error(409, "idempotency_error", &json!({"message": message}))
}

/// A page of a list that is sorted newest first: `created[gte]`, `created[lte]`, `limit` and `starting_after`.
fn listed(url: &str, mut data: Vec<Value>, wanted: &Fields) -> Answer {
    let number = |name: &str| wanted.get(name).and_then(|text| text.parse::<i64>().ok());
    if let Some(since) = number("created[gte]") {
        data.retain(|one| one["created"].as_i64().is_some_and(|at| at >= since));
    }
    if let Some(until) = number("created[lte]") {
        data.retain(|one| one["created"].as_i64().is_some_and(|at| at <= until));
    }
    if let Some(after) = wanted.get("starting_after") {
        let place = data.iter().position(|one| one["id"] == after);
        data.drain(..place.map_or(0, |place| place + 1));
    }
    let limit = number("limit").unwrap_or(10).clamp(1, 100);
    let limit = usize::try_from(limit).unwrap_or(10);
    let has_more = data.len() > limit;
    data.truncate(limit);
    Answer::json(
        200,
        &json!({"object": "list", "url": url, "has_more": has_more, "data": data}),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_page_by_page() {
        let all: Vec<Value> = (0..5)
            .rev()
            .map(|n| json!({"id": n.to_string(), "created": n}))
            .collect();
        let page = |query: &[u8]| {
            let answer = listed("/v1/refunds", all.clone(), &Fields::form(query));
            let body: Value = serde_json::from_slice(&answer.body).expect("JSON");
            let ids = body["data"].as_array().expect("a list").iter();
            let ids: Vec<String> = ids
                .filter_map(|one| one["id"].as_str().map(str::to_owned))
                .collect();
            (ids.concat(), body["has_more"].as_bool())
        };
        assert_eq!(page(b"limit=2&created[gte]=1"), ("43".into(), Some(true)));
        assert_eq!(
            page(b"limit=2&created[gte]=1&starting_after=3"),
            ("21".into(), Some(false))
        );
        assert_eq!(
            page(b"created[gte]=1&created[lte]=3"),
            ("321".into(), Some(false))
        );
        assert_eq!(page(b""), ("43210".into(), Some(false)));
    }
}

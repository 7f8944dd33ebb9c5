// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment intents: created, confirmed with a token at once or later, read back with the
//! charge expanded.

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::cards::{self, Card, Outcome};
use super::charges::{self, Declined, Taking};
use super::{Call, absent, authorize, error, invalid, listed};
use crate::answer::Answer;
use crate::chance;
use crate::deliveries::queue_event;
use crate::fields::Fields;
use crate::state::SandboxState;
use crate::store::Store;

const TABLE: &str = "stripe_intent";

/// `POST /v1/payment_intents`
pub(super) async fn create(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let call = match Call::read("POST /v1/payment_intents", &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    let confirms = call.fields.get("confirm") == Some("true");
    let name = if confirms { "charge" } else { "intent" };
    state.perform(&call.operation(name, confirms), |store, declined| {
        make(&state, store, &call, confirms, declined).unwrap_or_else(|refusal| refusal)
    })
}

fn make(
    state: &SandboxState,
    store: &mut Store,
    call: &Call,
    confirms: bool,
    declined: bool,
) -> Result<Answer, Answer> {
    let (amount, currency) = call.money()?;
    if call.fields.get("capture_method") == Some("manual") {
        return Err(invalid("capture_method", "The sandbox captures at once."));
    }
    if confirms && token(call).is_none() {
        let message =
            "You cannot confirm this PaymentIntent because it's missing a payment method.";
        return Err(invalid("payment_method", message));
    }
    let id = format!("pi_{}", chance::hex(24));
    let intent = json!({
        "id": id, "object": "payment_intent", "amount": amount, "amount_received": 0,
        "currency": currency, "status": "requires_payment_method", "livemode": false,
        "client_secret": format!("{id}_secret_{}", chance::hex(24)),
        "capture_method": "automatic", "confirmation_method": "automatic",
        "created": chance::unix_seconds(), "description": call.fields.get("description"),
        "receipt_email": call.fields.get("receipt_email"),
        "metadata": call.fields.inside("metadata"), "payment_method_types": ["card"],
        "latest_charge": Value::Null, "last_payment_error": Value::Null, "next_action": Value::Null,
    });
    if confirms {
        return settle(state, store, intent, call, declined);
    }
    store.put(TABLE, &id, &intent);
    Ok(Answer::json(200, &intent))
}

/// `POST /v1/payment_intents/{id}/confirm`
pub(super) async fn confirm(
    State(state): State<SandboxState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let path = format!("POST /v1/payment_intents/{id}/confirm");
    let call = match Call::read(&path, &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    state.perform(&call.operation("charge", true), |store, declined| {
        let Some(intent) = store.get::<Value>(TABLE, &id) else {
            return absent("payment_intent", &id);
        };
        if token(&call).is_none() {
            return invalid("payment_method", "A payment method is missing.");
        }
        if !matches!(
            status(&intent),
            "requires_payment_method" | "requires_confirmation"
        ) {
            return unexpected(&intent);
        }
        settle(&state, store, intent, &call, declined).unwrap_or_else(|refusal| refusal)
    })
}

/// `POST /v1/payment_intents/{id}/cancel`
pub(super) async fn cancel(
    State(state): State<SandboxState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let path = format!("POST /v1/payment_intents/{id}/cancel");
    let call = match Call::read(&path, &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    state.perform(&call.operation("cancel", false), |store, _| {
        let Some(mut intent) = store.get::<Value>(TABLE, &id) else {
            return absent("payment_intent", &id);
        };
        if matches!(status(&intent), "succeeded" | "canceled") {
            return unexpected(&intent);
        }
        intent["status"] = json!("canceled");
        store.put(TABLE, &id, &intent);
        Answer::json(200, &intent)
    })
}

fn status(intent: &Value) -> &str {
    intent["status"].as_str().unwrap_or_default()
}

fn unexpected(intent: &Value) -> Answer {
    let message = format!("This PaymentIntent's status is {}.", status(intent));
    let more = json!({
        "code": "payment_intent_unexpected_state", "message": message, "payment_intent": intent,
    });
    error(400, "invalid_request_error", &more)
}

/// The token or payment method a call names.
fn token(call: &Call) -> Option<&str> {
    call.fields
        .get("payment_method_data[card][token]")
        .or_else(|| call.fields.get("payment_method"))
        .or_else(|| call.fields.get("source"))
}

/// Charges the card a call names and brings the intent into its next state.
fn settle(
    state: &SandboxState,
    store: &mut Store,
    mut intent: Value,
    call: &Call,
    declined: bool,
) -> Result<Answer, Answer> {
    let card = cards::spend(store, token(call).unwrap_or_default())?;
    let id = intent["id"].as_str().unwrap_or_default().to_owned();
    if let Some(no) = Declined::of(&card, declined) {
        let answer = refuse(state, store, &mut intent, &no);
        return Ok(answer);
    }
    if card.outcome == Outcome::AsksPayer {
        let mut action = url::form_urlencoded::Serializer::new(String::new());
        if let Some(back) = call.fields.get("return_url") {
            action.append_pair("return_url", back);
        }
        let page = format!(
            "{}/stripe/v3/authenticate/{id}?{}",
            state.public_url(),
            action.finish()
        );
        intent["status"] = json!("requires_action");
        intent["next_action"] =
            json!({"type": "redirect_to_url", "redirect_to_url": {"url": page}});
        store.put(TABLE, &id, &intent);
        store.put("stripe_asked", &id, &(&card, &call.key, &call.fields.0));
        return Ok(Answer::json(200, &intent));
    }
    Ok(succeed(state, store, intent, &card, call))
}

fn refuse(state: &SandboxState, store: &mut Store, intent: &mut Value, no: &Declined) -> Answer {
    intent["status"] = json!("requires_payment_method");
    intent["last_payment_error"] = no.shown();
    intent["next_action"] = Value::Null;
    store.put(TABLE, intent["id"].as_str().unwrap_or_default(), intent);
    queue_event(state, store, "payment_intent.payment_failed", intent);
    let mut more = no.shown();
    more["payment_intent"] = intent.clone();
    error(402, "card_error", &more)
}

fn succeed(
    state: &SandboxState,
    store: &mut Store,
    mut intent: Value,
    card: &Card,
    call: &Call,
) -> Answer {
    let id = intent["id"].as_str().unwrap_or_default().to_owned();
    let amount = intent["amount"].as_i64().unwrap_or_default();
    let currency = intent["currency"].as_str().unwrap_or_default().to_owned();
    let metadata = intent["metadata"].clone();
    let taking = Taking {
        amount,
        currency: &currency,
        call,
        metadata,
        intent: Some(&id),
    };
    let charge = charges::take(state, store, card, &taking);
    intent["status"] = json!("succeeded");
    intent["amount_received"] = json!(amount);
    intent["latest_charge"] = charge["id"].clone();
    intent["last_payment_error"] = Value::Null;
    intent["next_action"] = Value::Null;
    store.put(TABLE, &id, &intent);
    queue_event(state, store, "payment_intent.succeeded", &intent);
    Answer::json(200, &expanded(store, intent, &call.fields))
}

/// Puts the charge in place of its id when the caller asked for that.
fn expanded(store: &Store, mut intent: Value, fields: &Fields) -> Value {
    let wanted = fields
        .0
        .iter()
        .any(|(name, value)| name.starts_with("expand[") && value == "latest_charge");
    if wanted {
        let charge = intent["latest_charge"]
            .as_str()
            .and_then(|id| store.get(charges::TABLE, id));
        intent["latest_charge"] = charge.unwrap_or(Value::Null);
    }
    intent
}

/// A card that waits for its payer, with the idempotency key and fields of the call.
type Asked = (
    Card,
    Option<String>,
    std::collections::BTreeMap<String, String>,
);

/// The payer answered the bank's question on the authentication page.
pub(super) fn answer_bank(state: &SandboxState, id: &str, agreed: bool) -> bool {
    let mut store = state.store();
    let Some(mut intent) = store.get::<Value>(TABLE, id) else {
        return false;
    };
    let Some((card, key, fields)) = store.get::<Asked>("stripe_asked", id) else {
        return false;
    };
    if status(&intent) != "requires_action" {
        return false;
    }
    store.remove("stripe_asked", id);
    if agreed {
        let call = Call {
            fields: Fields(fields),
            key,
            fingerprint: String::new(),
        };
        succeed(state, &mut store, intent, &card, &call);
    } else {
        let no = Declined {
            code: "payment_intent_authentication_failure".to_owned(),
            decline_code: None,
            message: "The payer did not pass the bank's check.",
        };
        refuse(state, &mut store, &mut intent, &no);
    }
    drop(store);
    state.deliveries().notify_one();
    true
}

/// `GET /v1/payment_intents/{id}`
pub(super) async fn retrieve(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Answer {
    if let Err(refusal) = authorize(&headers) {
        return refusal;
    }
    let fields = Fields::form(query.unwrap_or_default().as_bytes());
    let store = state.store();
    store.get::<Value>(TABLE, &id).map_or_else(
        || absent("payment_intent", &id),
        |intent| Answer::json(200, &expanded(&store, intent, &fields)),
    )
}

/// `GET /v1/payment_intents`, newest first.
pub(super) async fn list(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Answer {
    if let Err(refusal) = authorize(&headers) {
        return refusal;
    }
    let mut intents = state.store().all::<Value>(TABLE);
    intents.sort_by_key(|intent| std::cmp::Reverse(intent["created"].as_i64()));
    let wanted = Fields::form(query.unwrap_or_default().as_bytes());
    if wanted.get("expand[]") == Some("data.latest_charge") {
        let store = state.store();
        for intent in &mut intents {
            let id = intent["latest_charge"].as_str();
            let charge = id.and_then(|id| store.get(charges::TABLE, id));
            intent["latest_charge"] = charge.unwrap_or(Value::Null);
        }
    }
    listed("/v1/payment_intents", intents, &wanted)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Refunds of charges, whole or in part; the sum never exceeds the charge.

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::charges::{self, reference};
use super::{Call, absent, authorize, error, invalid, listed};
use crate::answer::Answer;
use crate::chance;
use crate::deliveries::queue_event;
use crate::faults::Service;
use crate::fields::Fields;
use crate::ledger::{self, LedgerEntry};
use crate::state::SandboxState;
use crate::store::Store;

const TABLE: &str = "stripe_refund";

/// `POST /v1/refunds`
pub(super) async fn create(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let call = match Call::read("POST /v1/refunds", &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    state.perform(&call.operation("refund", true), |store, declined| {
        refund(&state, store, &call, declined).unwrap_or_else(|refusal| refusal)
    })
}

/// The charge a call names by `charge` or `payment_intent`.
fn find_charge(store: &Store, call: &Call) -> Result<Value, Answer> {
    if let Some(id) = call.fields.get("charge") {
        return store
            .get(charges::TABLE, id)
            .ok_or_else(|| absent("charge", id));
    }
    let id = call
        .fields
        .get("payment_intent")
        .ok_or_else(|| invalid("charge", "One of charge and payment_intent is needed."))?;
    let charges = store.all::<Value>(charges::TABLE);
    let found = charges
        .into_iter()
        .find(|charge| charge["payment_intent"] == id);
    found.ok_or_else(|| absent("payment_intent", id))
}

fn refund(
    state: &SandboxState,
    store: &mut Store,
    call: &Call,
    declined: bool,
) -> Result<Answer, Answer> {
    let mut charge = find_charge(store, call)?;
    let left = charge["amount"].as_i64().unwrap_or_default()
        - charge["amount_refunded"].as_i64().unwrap_or_default();
    let charge_id = charge["id"].as_str().unwrap_or_default().to_owned();
    if left == 0 {
        let message = format!("Charge {charge_id} has already been refunded.");
        let more = json!({"code": "charge_already_refunded", "message": message});
        return Err(error(400, "invalid_request_error", &more));
    }
    let amount = match call.fields.get("amount") {
        None => left,
        Some(text) => text
            .parse::<i64>()
            .ok()
            .filter(|amount| *amount > 0)
            .ok_or_else(|| invalid("amount", "The amount must be a positive number of cents."))?,
    };
    if amount > left {
        let message = format!(
            "Refund amount ({amount}) is greater than unrefunded amount on charge ({left})"
        );
        return Err(invalid("amount", &message));
    }
    let metadata = json!(call.fields.inside("metadata"));
    let id = format!("re_{}", chance::hex(24));
    let refund = json!({
        "id": id, "object": "refund", "amount": amount, "currency": charge["currency"],
        "charge": charge_id, "payment_intent": charge["payment_intent"],
        "created": chance::unix_seconds(), "metadata": metadata,
        "reason": call.fields.get("reason"),
        "status": if declined { "failed" } else { "succeeded" },
        "failure_reason": declined.then_some("lost_or_stolen_card"),
    });
    store.put(TABLE, &id, &refund);
    if declined {
        return Ok(Answer::json(200, &refund));
    }
    charge["amount_refunded"] =
        json!(charge["amount_refunded"].as_i64().unwrap_or_default() + amount);
    charge["refunded"] = json!(amount == left);
    store.put(charges::TABLE, &charge_id, &charge);
    let mut entry = LedgerEntry::new(Service::Stripe, "refund", &id);
    entry.idempotency_key.clone_from(&call.key);
    entry.reference = reference(&metadata).or_else(|| reference(&charge["metadata"]));
    entry.amount = Some(amount);
    entry.currency = charge["currency"].as_str().map(str::to_uppercase);
    entry.details = json!({"charge": charge_id, "paymentIntent": charge["payment_intent"]});
    ledger::record(store, entry);
    queue_event(state, store, "charge.refunded", &charge);
    Ok(Answer::json(200, &refund))
}

/// `GET /v1/refunds/{id}`
pub(super) async fn retrieve(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    if let Err(refusal) = authorize(&headers) {
        return refusal;
    }
    state.store().get::<Value>(TABLE, &id).map_or_else(
        || absent("refund", &id),
        |refund| Answer::json(200, &refund),
    )
}

/// `GET /v1/refunds?charge=` or `?payment_intent=`, newest first.
pub(super) async fn list(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Answer {
    if let Err(refusal) = authorize(&headers) {
        return refusal;
    }
    let wanted = Fields::form(query.unwrap_or_default().as_bytes());
    let mut refunds = state.store().all::<Value>(TABLE);
    for name in ["charge", "payment_intent"] {
        if let Some(id) = wanted.get(name) {
            refunds.retain(|refund| refund[name] == id);
        }
    }
    refunds.sort_by_key(|refund| std::cmp::Reverse(refund["created"].as_i64()));
    listed("/v1/refunds", refunds, &wanted)
}

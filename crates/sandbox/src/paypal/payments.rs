// SPDX-License-Identifier: AGPL-3.0-or-later

//! Captured payments: reading them and giving them back, never more than was taken.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::orders::{CAPTURES, moment};
use super::{Call, absent, authorize, cents, error, new_id, unprocessable, value};
use crate::answer::Answer;
use crate::faults::Service;
use crate::ledger::{self, LedgerEntry};
use crate::state::SandboxState;
use crate::store::Store;

const REFUNDS: &str = "paypal_refund";

fn read(state: &SandboxState, headers: &HeaderMap, table: &str, id: &str) -> Answer {
    if let Err(refusal) = authorize(state, headers) {
        return refusal;
    }
    let Some(mut found) = state.store().get::<Value>(table, id) else {
        return absent();
    };
    if let Some(fields) = found.as_object_mut() {
        fields.remove("sandbox");
    }
    Answer::json(200, &found)
}

/// `GET /v2/payments/captures/{id}`
pub(super) async fn retrieve(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    read(&state, &headers, CAPTURES, &id)
}

/// `GET /v2/payments/refunds/{id}`
pub(super) async fn retrieve_refund(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    read(&state, &headers, REFUNDS, &id)
}

/// `POST /v2/payments/captures/{id}/refund`
pub(super) async fn refund(
    State(state): State<SandboxState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let call = match Call::read(&state, &format!("refund {id}"), &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    state.perform(&call.operation("refund", true), |store, declined| {
        give_back(store, &call, &id, declined).unwrap_or_else(|refusal| refusal)
    })
}

fn give_back(store: &mut Store, call: &Call, id: &str, declined: bool) -> Result<Answer, Answer> {
    let mut capture = store.get::<Value>(CAPTURES, id).ok_or_else(absent)?;
    if declined {
        return Err(unprocessable("REFUND_FAILED_INSUFFICIENT_FUNDS"));
    }
    let taken = capture["amount"]["value"]
        .as_str()
        .and_then(cents)
        .unwrap_or_default();
    let refunded = capture["sandbox"]["refunded"].as_i64().unwrap_or_default();
    if refunded == taken {
        return Err(unprocessable("CAPTURE_FULLY_REFUNDED"));
    }
    let amount = if call.body["amount"].is_null() {
        taken - refunded
    } else {
        if call.body["amount"]["currency_code"] != capture["amount"]["currency_code"] {
            return Err(unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH"));
        }
        call.body["amount"]["value"]
            .as_str()
            .and_then(cents)
            .filter(|amount| *amount > 0)
            .ok_or_else(|| error(400, "INVALID_REQUEST", "INVALID_PARAMETER_SYNTAX"))?
    };
    if amount > taken - refunded {
        return Err(unprocessable("REFUND_AMOUNT_EXCEEDED"));
    }
    let all = refunded + amount == taken;
    capture["sandbox"]["refunded"] = json!(refunded + amount);
    capture["status"] = json!(if all {
        "REFUNDED"
    } else {
        "PARTIALLY_REFUNDED"
    });
    store.put(CAPTURES, id, &capture);
    let refund_id = new_id();
    let currency = capture["amount"]["currency_code"].clone();
    let refund = json!({
        "id": refund_id, "status": "COMPLETED", "create_time": moment(),
        "amount": {"currency_code": currency, "value": value(amount)},
        "invoice_id": call.body["invoice_id"], "note_to_payer": call.body["note_to_payer"],
    });
    store.put(REFUNDS, &refund_id, &refund);
    let mut entry = LedgerEntry::new(Service::Paypal, "refund", &refund_id);
    entry.idempotency_key.clone_from(&call.key);
    entry.reference = ["custom_id", "invoice_id"]
        .iter()
        .find_map(|name| call.body[name].as_str())
        .or_else(|| capture["sandbox"]["reference"].as_str())
        .map(str::to_owned);
    entry.amount = Some(amount);
    entry.currency = currency.as_str().map(str::to_owned);
    entry.details = json!({"capture": id});
    ledger::record(store, entry);
    let minimal = json!({"id": refund["id"], "status": refund["status"]});
    Ok(Answer::json(
        201,
        if call.whole { &refund } else { &minimal },
    ))
}

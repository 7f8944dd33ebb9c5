// SPDX-License-Identifier: AGPL-3.0-or-later

//! Orders: created, approved by the payer on the page, captured once, read back.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::{Call, absent, authorize, cents, error, new_id, unprocessable};
use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::ledger::{self, LedgerEntry};
use crate::state::SandboxState;
use crate::store::Store;

/// Orders by id, each a whole representation with two private fields: where the payer goes
/// back to, and whether the payer's bank declines.
pub(super) const TABLE: &str = "paypal_order";
pub(super) const CAPTURES: &str = "paypal_capture";
/// The order that was captured for each invoice.
const INVOICES: &str = "paypal_invoice";

/// `POST /v2/checkout/orders`
pub(super) async fn create(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let call = match Call::read(&state, "create", &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    state.perform(&call.operation("order", false), |store, _| {
        make(&state, store, &call).unwrap_or_else(|refusal| refusal)
    })
}

fn make(state: &SandboxState, store: &mut Store, call: &Call) -> Result<Answer, Answer> {
    let wrong = |issue: &str| error(400, "INVALID_REQUEST", issue);
    if call.body["intent"] != "CAPTURE" {
        return Err(wrong("INVALID_PARAMETER_VALUE"));
    }
    let unit = &call.body["purchase_units"][0];
    let amount = unit["amount"]["value"]
        .as_str()
        .and_then(cents)
        .filter(|amount| *amount > 0)
        .ok_or_else(|| unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE"))?;
    let currency = unit["amount"]["currency_code"]
        .as_str()
        .filter(|currency| currency.len() == 3)
        .ok_or_else(|| wrong("INVALID_CURRENCY_CODE"))?;
    let context = ["paypal", "card"]
        .iter()
        .map(|source| &call.body["payment_source"][source]["experience_context"])
        .find(|context| context.is_object())
        .unwrap_or(&call.body["application_context"]);
    let id = new_id();
    let asks_payer = call.body["payment_source"].is_object();
    let order = json!({
        "id": id, "intent": "CAPTURE", "create_time": moment(),
        "status": if asks_payer { "PAYER_ACTION_REQUIRED" } else { "CREATED" },
        "purchase_units": [unit],
        "links": links(state, &id, asks_payer),
        "sandbox": {
            "return_url": context["return_url"], "cancel_url": context["cancel_url"],
            "declines": false,
        },
    });
    store.put(TABLE, &id, &order);
    let mut entry = LedgerEntry::new(Service::Paypal, "order", &id);
    entry.idempotency_key.clone_from(&call.key);
    entry.reference = reference(unit);
    entry.amount = Some(amount);
    entry.currency = Some(currency.to_owned());
    ledger::record(store, entry);
    Ok(Answer::json(
        if asks_payer { 200 } else { 201 },
        &shown(order, call.whole),
    ))
}

fn links(state: &SandboxState, id: &str, asks_payer: bool) -> Value {
    let api = format!("{}/paypal/v2/checkout/orders/{id}", state.public_url());
    let page = format!("{}/paypal/approve/{id}", state.public_url());
    let approve = if asks_payer {
        "payer-action"
    } else {
        "approve"
    };
    json!([
        {"href": api, "rel": "self", "method": "GET"},
        {"href": page, "rel": approve, "method": "GET"},
        {"href": format!("{api}/capture"), "rel": "capture", "method": "POST"},
    ])
}

/// The merchant's own reference of a purchase unit.
pub(super) fn reference(unit: &Value) -> Option<String> {
    ["custom_id", "invoice_id", "reference_id"]
        .iter()
        .find_map(|name| unit[name].as_str())
        .map(str::to_owned)
}

pub(super) fn moment() -> String {
    chance::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

/// An order as its caller sees it: whole, or without what a minimal answer leaves out.
fn shown(mut order: Value, whole: bool) -> Value {
    if let Some(fields) = order.as_object_mut() {
        fields.remove("sandbox");
        if !whole {
            for name in ["payer", "intent", "create_time"] {
                fields.remove(name);
            }
        }
    }
    order
}

/// `GET /v2/checkout/orders/{id}`
pub(super) async fn retrieve(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    if let Err(refusal) = authorize(&state, &headers) {
        return refusal;
    }
    let order = state.store().get::<Value>(TABLE, &id);
    order.map_or_else(absent, |order| Answer::json(200, &shown(order, true)))
}

/// `POST /v2/checkout/orders/{id}/capture`
pub(super) async fn capture(
    State(state): State<SandboxState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let call = match Call::read(&state, &format!("capture {id}"), &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    state.perform(&call.operation("capture", true), |store, declined| {
        take(store, &call, &id, declined).unwrap_or_else(|refusal| refusal)
    })
}

fn take(store: &mut Store, call: &Call, id: &str, declined: bool) -> Result<Answer, Answer> {
    let mut order = store.get::<Value>(TABLE, id).ok_or_else(absent)?;
    match order["status"].as_str() {
        Some("APPROVED") => {}
        Some("COMPLETED") => return Err(unprocessable("ORDER_ALREADY_CAPTURED")),
        _ => return Err(unprocessable("ORDER_NOT_APPROVED")),
    }
    if declined || order["sandbox"]["declines"] == true {
        order["status"] = json!("PAYER_ACTION_REQUIRED");
        order["sandbox"]["declines"] = json!(false);
        store.put(TABLE, id, &order);
        return Err(unprocessable("INSTRUMENT_DECLINED"));
    }
    let unit = order["purchase_units"][0].clone();
    // The setting of a new merchant: one payment for an invoice.
    if let Some(invoice) = unit["invoice_id"].as_str() {
        if store.has(INVOICES, invoice) {
            return Err(unprocessable("DUPLICATE_INVOICE_ID"));
        }
        store.put(INVOICES, invoice, &id);
    }
    let capture_id = new_id();
    let capture = json!({
        "id": capture_id, "status": "COMPLETED", "amount": unit["amount"], "final_capture": true,
        "custom_id": unit["custom_id"], "invoice_id": unit["invoice_id"],
        "create_time": moment(), "update_time": moment(),
    });
    let mut kept = capture.clone();
    kept["sandbox"] = json!({"order": id, "refunded": 0, "reference": reference(&unit)});
    store.put(CAPTURES, &capture_id, &kept);
    order["status"] = json!("COMPLETED");
    order["purchase_units"][0]["payments"] = json!({"captures": [capture]});
    store.put(TABLE, id, &order);
    let mut entry = LedgerEntry::new(Service::Paypal, "capture", &capture_id);
    entry.idempotency_key.clone_from(&call.key);
    entry.reference = reference(&unit);
    entry.amount = unit["amount"]["value"].as_str().and_then(cents);
    entry.currency = unit["amount"]["currency_code"].as_str().map(str::to_owned);
    entry.details = json!({"order": id});
    ledger::record(store, entry);
    Ok(Answer::json(201, &shown(order, call.whole)))
}

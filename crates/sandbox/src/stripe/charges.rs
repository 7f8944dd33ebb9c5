// SPDX-License-Identifier: AGPL-3.0-or-later

//! Charges: the one place where card money moves and where it is written into the ledger.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::cards::{self, Card, Outcome};
use super::{Call, absent, authorize, error, invalid};
use crate::answer::Answer;
use crate::chance;
use crate::deliveries::queue_event;
use crate::faults::Service;
use crate::ledger::{self, LedgerEntry};
use crate::state::SandboxState;
use crate::store::Store;

pub(super) const TABLE: &str = "stripe_charge";

/// Money to take from a card.
pub(super) struct Taking<'t> {
    pub(super) amount: i64,
    pub(super) currency: &'t str,
    pub(super) call: &'t Call,
    /// The metadata of the payment.
    pub(super) metadata: Value,
    /// The intent it settles.
    pub(super) intent: Option<&'t str>,
}

/// A bank's refusal: code, decline code, message.
pub(super) struct Declined {
    pub(super) code: String,
    pub(super) decline_code: Option<String>,
    pub(super) message: &'static str,
}

impl Declined {
    /// Of a card that declines, or of any card under the `decline` switch.
    pub(super) fn of(card: &Card, switched: bool) -> Option<Self> {
        let (code, decline_code) = match &card.outcome {
            Outcome::Declined(code, decline_code) => (code.clone(), decline_code.clone()),
            _ if switched => (
                "card_declined".to_owned(),
                Some("generic_decline".to_owned()),
            ),
            Outcome::Succeeds | Outcome::AsksPayer => return None,
        };
        let message = match (code.as_str(), decline_code.as_deref()) {
            (_, Some("insufficient_funds")) => "Your card has insufficient funds.",
            ("expired_card", _) => "Your card has expired.",
            ("incorrect_cvc", _) => "Your card's security code is incorrect.",
            ("processing_error", _) => "An error occurred while processing your card.",
            _ => "Your card was declined.",
        };
        Some(Self {
            code,
            decline_code,
            message,
        })
    }

    /// As an error object.
    pub(super) fn shown(&self) -> Value {
        json!({"code": self.code, "decline_code": self.decline_code, "message": self.message})
    }
}

/// Takes the money and answers the charge.
pub(super) fn take(
    state: &SandboxState,
    store: &mut Store,
    card: &Card,
    taking: &Taking<'_>,
) -> Value {
    let id = format!("ch_{}", chance::hex(24));
    let fields = &taking.call.fields;
    let name = fields
        .get("payment_method_data[billing_details][name]")
        .map(str::to_owned);
    let charge = json!({
        "id": id, "object": "charge", "status": "succeeded", "livemode": false,
        "paid": true, "captured": true, "refunded": false,
        "amount": taking.amount, "amount_captured": taking.amount, "amount_refunded": 0,
        "currency": taking.currency, "created": chance::unix_seconds(),
        "description": fields.get("description"),
        "receipt_email": fields.get("receipt_email"),
        "statement_descriptor_suffix": fields.get("statement_descriptor_suffix"),
        "metadata": taking.metadata, "payment_intent": taking.intent,
        "payment_method_details": {"type": "card", "card": card.shown()},
        "billing_details": {
            "name": name.or_else(|| card.name.clone()),
            "email": fields.get("payment_method_data[billing_details][email]"),
            "address": Value::Null,
        },
        "failure_code": Value::Null, "failure_message": Value::Null,
        "outcome": {"network_status": "approved_by_network", "type": "authorized"},
        "receipt_url": format!("{}/stripe/v1/charges/{id}", state.public_url()),
    });
    store.put(TABLE, &id, &charge);
    let mut entry = LedgerEntry::new(Service::Stripe, "charge", taking.intent.unwrap_or(&id));
    entry.idempotency_key.clone_from(&taking.call.key);
    entry.reference = reference(&taking.metadata);
    entry.amount = Some(taking.amount);
    entry.currency = Some(taking.currency.to_uppercase());
    entry.details = json!({"charge": id, "brand": card.brand, "last4": card.last4});
    ledger::record(store, entry);
    queue_event(state, store, "charge.succeeded", &charge);
    charge
}

/// The caller's own reference: `metadata[order]`, else the first value there is.
pub(super) fn reference(metadata: &Value) -> Option<String> {
    let values = metadata.as_object()?;
    values
        .get("order")
        .or_else(|| values.values().next())?
        .as_str()
        .map(str::to_owned)
}

/// `POST /v1/charges`
pub(super) async fn create(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let call = match Call::read("POST /v1/charges", &headers, &body) {
        Ok(call) => call,
        Err(refusal) => return refusal,
    };
    state.perform(&call.operation("charge", true), |store, declined| {
        charge(&state, store, &call, declined).unwrap_or_else(|refusal| refusal)
    })
}

fn charge(
    state: &SandboxState,
    store: &mut Store,
    call: &Call,
    declined: bool,
) -> Result<Answer, Answer> {
    let (amount, currency) = call.money()?;
    let source = call
        .fields
        .get("source")
        .ok_or_else(|| invalid("source", "Must provide source or customer."))?;
    let card = cards::spend(store, source)?;
    if let Some(no) = Declined::of(&card, declined) {
        return Err(error(402, "card_error", &no.shown()));
    }
    if card.outcome == Outcome::AsksPayer {
        let message = "This card asks the payer first; use a payment intent.";
        let more = json!({"code": "authentication_required", "message": message});
        return Err(error(402, "card_error", &more));
    }
    let metadata = json!(call.fields.inside("metadata"));
    let taking = Taking {
        amount,
        currency: &currency,
        call,
        metadata,
        intent: None,
    };
    Ok(Answer::json(200, &take(state, store, &card, &taking)))
}

/// `GET /v1/charges/{id}`
pub(super) async fn retrieve(
    State(state): State<SandboxState>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    if let Err(refusal) = authorize(&headers) {
        return refusal;
    }
    state.store().get::<Value>(TABLE, &id).map_or_else(
        || absent("charge", &id),
        |charge| Answer::json(200, &charge),
    )
}

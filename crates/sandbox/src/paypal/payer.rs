// SPDX-License-Identifier: AGPL-3.0-or-later

//! The page on which a payer approves or cancels an order, in place of `PayPal`'s own.

use axum::body::Bytes;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::orders::TABLE;
use crate::answer::Answer;
use crate::chance;
use crate::fields::{Fields, escape};
use crate::state::SandboxState;

/// `GET /paypal/approve/{id}`
pub(super) async fn page(State(state): State<SandboxState>, Path(id): Path<String>) -> Answer {
    let Some(order) = state.store().get::<Value>(TABLE, &id) else {
        return Answer::text(404, "There is no such order.");
    };
    let unit = &order["purchase_units"][0];
    let text = |value: &Value| escape(value.as_str().unwrap_or_default());
    let page = include_str!("../../assets/paypal.html")
        .replace("{{id}}", &escape(&id))
        .replace("{{amount}}", &text(&unit["amount"]["value"]))
        .replace("{{currency}}", &text(&unit["amount"]["currency_code"]))
        .replace("{{description}}", &text(&unit["description"]));
    Answer::html(200, page)
}

/// `POST /paypal/approve/{id}`: `answer=approve` or `answer=cancel`.
pub(super) async fn answer(
    State(state): State<SandboxState>,
    Path(id): Path<String>,
    body: Bytes,
) -> Answer {
    let fields = Fields::form(&body);
    let mut store = state.store();
    let Some(mut order) = store.get::<Value>(TABLE, &id) else {
        return Answer::text(404, "There is no such order.");
    };
    if fields.get("answer") != Some("approve") {
        return back(&order["sandbox"]["cancel_url"], &[("token", &id)]);
    }
    if order["status"] == "COMPLETED" {
        return Answer::text(409, "This order has been paid.");
    }
    let payer_id = chance::hex(13).to_uppercase();
    let given_name = fields.get("given_name").unwrap_or("Robin");
    let surname = fields.get("surname").unwrap_or("Example");
    let email = "robin.example@example.org";
    order["payer"] = json!({
        "name": {"given_name": given_name, "surname": surname},
        "email_address": email, "payer_id": payer_id, "address": {"country_code": "CA"},
    });
    order["payment_source"] = json!({"paypal": {
        "name": {"given_name": given_name, "surname": surname},
        "email_address": email, "account_id": payer_id,
    }});
    order["status"] = json!("APPROVED");
    order["sandbox"]["declines"] = json!(fields.get("declines").is_some());
    store.put(TABLE, &id, &order);
    back(
        &order["sandbox"]["return_url"],
        &[("token", &id), ("PayerID", &payer_id)],
    )
}

/// Sends the payer back to the merchant.
fn back(address: &Value, pairs: &[(&str, &str)]) -> Answer {
    let Some(mut address) = address.as_str().and_then(|text| url::Url::parse(text).ok()) else {
        return Answer::text(200, "Done. You may close this page.");
    };
    address.query_pairs_mut().extend_pairs(pairs);
    Answer::see_other(address.as_str())
}

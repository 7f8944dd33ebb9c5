// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PayPal`: order, the payer's page, capture once, refund, and the words of its refusals.

use reqwest::RequestBuilder;
use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};

use crate::test_sandbox::{TestSandbox, answer, cut};

async fn token(sandbox: &TestSandbox) -> String {
    let form = [("grant_type", "client_credentials")];
    let call = sandbox
        .post("/paypal/v1/oauth2/token")
        .basic_auth("id", Some("secret"))
        .form(&form);
    answer(call).await.1["access_token"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn call(sandbox: &TestSandbox, token: &str, key: &str, path: &str, body: &Value) -> RequestBuilder {
    sandbox
        .post(&format!("/paypal/v2/{path}"))
        .bearer_auth(token)
        .header("paypal-request-id", key)
        .header("prefer", "return=representation")
        .json(body)
}

fn order() -> Value {
    json!({
        "intent": "CAPTURE",
        "purchase_units": [{"custom_id": "order-1", "amount": {"currency_code": "CAD", "value": "50.00"}}],
        "payment_source": {"paypal": {"experience_context": {
            "return_url": "http://127.0.0.1:1/back?order=1", "cancel_url": "http://127.0.0.1:1/no",
        }}},
    })
}

/// Creates an order and lets its payer answer; its id and where the payer was sent.
async fn answered(sandbox: &TestSandbox, token: &str, form: &[(&str, &str)]) -> (String, String) {
    let create = call(sandbox, token, "create", "checkout/orders", &order());
    let (_, created) = answer(create).await;
    let link = created["links"][1]["href"].as_str().unwrap();
    assert!(
        sandbox
            .client
            .get(link)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
            .contains("50.00")
    );
    let sent = sandbox.client.post(link).form(form).send().await.unwrap();
    assert_eq!(sent.status(), 303);
    let location = sent.headers()["location"].to_str().unwrap().to_owned();
    (created["id"].as_str().unwrap().to_owned(), location)
}

#[tokio::test]
async fn an_approved_order_is_captured_once_and_refunded_within_its_amount() {
    let sandbox = TestSandbox::new().await;
    let token = token(&sandbox).await;
    let form = [
        ("answer", "approve"),
        ("given_name", "Alex"),
        ("surname", "Sample"),
    ];
    let (id, location) = answered(&sandbox, &token, &form).await;
    assert!(location.starts_with(&format!(
        "http://127.0.0.1:1/back?order=1&token={id}&PayerID="
    )));

    let path = format!("checkout/orders/{id}/capture");
    sandbox.fail(Service::Paypal, Mode::Lost, 1);
    assert!(cut(call(&sandbox, &token, "cap", &path, &json!({}))).await);
    let (status, paid) = answer(call(&sandbox, &token, "cap", &path, &json!({}))).await;
    assert_eq!((status, &paid["status"]), (201, &"COMPLETED".into()));
    assert_eq!(paid["payer"]["name"]["surname"], "Sample");
    assert_eq!(sandbox.operations(Service::Paypal), ["order", "capture"]);
    let (status, again) = answer(call(&sandbox, &token, "cap2", &path, &json!({}))).await;
    assert_eq!(
        (status, &again["details"][0]["issue"]),
        (422, &"ORDER_ALREADY_CAPTURED".into())
    );

    let capture = paid["purchase_units"][0]["payments"]["captures"][0]["id"]
        .as_str()
        .unwrap();
    let path = format!("payments/captures/{capture}/refund");
    let amount = |value: &str| json!({"amount": {"currency_code": "CAD", "value": value}});
    assert_eq!(
        answer(call(&sandbox, &token, "r1", &path, &amount("20.00")))
            .await
            .0,
        201
    );
    assert_eq!(
        answer(call(&sandbox, &token, "r1", &path, &amount("20.00")))
            .await
            .0,
        201
    );
    let (_, no) = answer(call(&sandbox, &token, "r1", &path, &amount("21.00"))).await;
    assert_eq!(no["details"][0]["issue"], "DUPLICATE_REQUEST_ID");
    let (_, no) = answer(call(&sandbox, &token, "r2", &path, &amount("30.01"))).await;
    assert_eq!(no["details"][0]["issue"], "REFUND_AMOUNT_EXCEEDED");
    let (_, rest) = answer(call(&sandbox, &token, "r3", &path, &json!({}))).await;
    assert_eq!(rest["amount"]["value"], "30.00");
    let (_, no) = answer(call(&sandbox, &token, "r4", &path, &json!({}))).await;
    assert_eq!(no["details"][0]["issue"], "CAPTURE_FULLY_REFUNDED");
    let refunds: i64 = sandbox
        .sandbox
        .ledger(Some(Service::Paypal))
        .iter()
        .filter(|e| e.operation == "refund")
        .filter_map(|e| e.amount)
        .sum();
    assert_eq!(refunds, 5000);
}

#[tokio::test]
async fn an_order_that_nobody_approved_is_not_captured() {
    let sandbox = TestSandbox::new().await;
    let token = token(&sandbox).await;
    let (id, location) = answered(&sandbox, &token, &[("answer", "cancel")]).await;
    assert_eq!(location, format!("http://127.0.0.1:1/no?token={id}"));
    let path = format!("checkout/orders/{id}/capture");
    let (status, no) = answer(call(&sandbox, &token, "cap", &path, &json!({}))).await;
    assert_eq!(
        (status, &no["details"][0]["issue"]),
        (422, &"ORDER_NOT_APPROVED".into())
    );
    assert_eq!(sandbox.operations(Service::Paypal), ["order"]);
}

#[tokio::test]
async fn a_declined_payer_may_choose_again_with_the_same_request_id() {
    let sandbox = TestSandbox::new().await;
    let token = token(&sandbox).await;
    let declines = [("answer", "approve"), ("declines", "yes")];
    let (id, _) = answered(&sandbox, &token, &declines).await;
    let path = format!("checkout/orders/{id}/capture");
    let (_, no) = answer(call(&sandbox, &token, "cap", &path, &json!({}))).await;
    assert_eq!(no["details"][0]["issue"], "INSTRUMENT_DECLINED");
    let page = sandbox
        .post(&format!("/paypal/approve/{id}"))
        .form(&[("answer", "approve")]);
    page.send().await.unwrap();
    assert_eq!(
        answer(call(&sandbox, &token, "cap", &path, &json!({})))
            .await
            .0,
        201
    );
}

#[tokio::test]
async fn calls_without_a_living_token_are_refused() {
    let sandbox = TestSandbox::new().await;
    let (status, no) = answer(call(&sandbox, "made-up", "k", "checkout/orders", &order())).await;
    assert_eq!(
        (status, &no["name"]),
        (401, &"AUTHENTICATION_FAILURE".into())
    );
    let form = [("grant_type", "client_credentials")];
    assert_eq!(
        answer(sandbox.post("/paypal/v1/oauth2/token").form(&form))
            .await
            .0,
        401
    );
    assert!(sandbox.sandbox.ledger(None).is_empty());
}

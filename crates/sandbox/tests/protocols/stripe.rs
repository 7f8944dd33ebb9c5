// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stripe: charges once per key, declines, refunds, signed events, the card frame's tokens.

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::post;
use hmac::{Hmac, Mac};
use reqwest::RequestBuilder;
use salal_sandbox::{Fault, Mode, Service};
use serde_json::Value;

use crate::test_sandbox::{TestSandbox, answer, cut};

fn charge(sandbox: &TestSandbox, key: &str, token: &str, amount: &str) -> RequestBuilder {
    let form = [
        ("amount", amount),
        ("currency", "cad"),
        ("confirm", "true"),
        ("payment_method_data[type]", "card"),
        ("payment_method_data[card][token]", token),
        ("metadata[order]", "order-1"),
        ("expand[]", "latest_charge"),
    ];
    sandbox
        .post("/stripe/v1/payment_intents")
        .basic_auth("sk_test", Some(""))
        .header("idempotency-key", key)
        .form(&form)
}

fn refund(sandbox: &TestSandbox, key: &str, form: &[(&str, &str)]) -> RequestBuilder {
    sandbox
        .post("/stripe/v1/refunds")
        .bearer_auth("sk_test")
        .header("idempotency-key", key)
        .form(form)
}

#[tokio::test]
async fn a_charge_happens_once_per_key_and_is_read_back() {
    let sandbox = TestSandbox::new().await;
    let (status, first) = answer(charge(&sandbox, "k1", "tok_visa", "5000")).await;
    assert_eq!(status, 200);
    assert_eq!(first["status"], "succeeded");
    assert_eq!(
        first["latest_charge"]["payment_method_details"]["card"]["brand"],
        "visa"
    );
    let (_, second) = answer(charge(&sandbox, "k1", "tok_visa", "5000")).await;
    assert_eq!(first, second);
    let (status, other) = answer(charge(&sandbox, "k1", "tok_visa", "5100")).await;
    assert_eq!(
        (status, &other["error"]["type"]),
        (409, &Value::from("idempotency_error"))
    );

    let ledger = sandbox.sandbox.ledger(Some(Service::Stripe));
    assert_eq!(ledger.len(), 1);
    assert_eq!(ledger[0].idempotency_key.as_deref(), Some("k1"));
    assert_eq!(ledger[0].reference.as_deref(), Some("order-1"));
    assert_eq!(
        (ledger[0].amount, ledger[0].currency.as_deref()),
        (Some(5000), Some("CAD"))
    );

    let path = format!(
        "/stripe/v1/payment_intents/{}",
        first["id"].as_str().unwrap()
    );
    let (_, plain) = answer(sandbox.get(&path).bearer_auth("sk_test")).await;
    assert_eq!(plain["latest_charge"], first["latest_charge"]["id"]);
    let path = format!("{path}?expand[]=latest_charge");
    assert_eq!(
        answer(sandbox.get(&path).bearer_auth("sk_test")).await.1,
        first
    );
    assert_eq!(answer(sandbox.get(&path)).await.0, 401);
}

#[tokio::test]
async fn sixty_four_clients_with_one_key_make_one_charge() {
    let sandbox = TestSandbox::new().await;
    let all = (0..64).map(|_| answer(charge(&sandbox, "same", "tok_visa", "5000")));
    let answers = futures_util::future::join_all(all).await;
    assert!(answers.iter().all(|one| *one == answers[0]));
    assert_eq!(sandbox.operations(Service::Stripe), ["charge"]);
}

#[tokio::test]
async fn cards_decline_by_their_number_and_by_the_switch() {
    let sandbox = TestSandbox::new().await;
    let token = "tok_chargeDeclinedInsufficientFunds";
    let (status, no) = answer(charge(&sandbox, "a", token, "5000")).await;
    assert_eq!(
        (status, &no["error"]["decline_code"]),
        (402, &"insufficient_funds".into())
    );
    sandbox.fail(Service::Stripe, Mode::Decline, 1);
    let (status, no) = answer(charge(&sandbox, "b", "tok_visa", "5000")).await;
    assert_eq!(
        (status, &no["error"]["code"]),
        (402, &"card_declined".into())
    );
    assert_eq!(
        no["error"]["payment_intent"]["status"],
        "requires_payment_method"
    );
    assert_eq!(
        answer(charge(&sandbox, "c", "tok_visa", "5000")).await.0,
        200
    );
    assert_eq!(answer(charge(&sandbox, "d", "tok_visa", "0")).await.0, 400);
    assert_eq!(
        answer(charge(&sandbox, "e", "tok_nobody", "5000")).await.0,
        404
    );
    assert_eq!(sandbox.operations(Service::Stripe), ["charge"]);
}

#[tokio::test]
async fn lost_error_and_down_differ_in_what_happened() {
    let sandbox = TestSandbox::new().await;
    sandbox.fail(Service::Stripe, Mode::Down, 1);
    assert!(cut(charge(&sandbox, "k", "tok_visa", "5000")).await);
    sandbox.fail(Service::Stripe, Mode::Error, 1);
    assert_eq!(
        answer(charge(&sandbox, "k", "tok_visa", "5000")).await.0,
        503
    );
    assert!(sandbox.operations(Service::Stripe).is_empty());
    sandbox.fail(Service::Stripe, Mode::Lost, 2);
    assert!(cut(charge(&sandbox, "k", "tok_visa", "5000")).await);
    assert_eq!(sandbox.operations(Service::Stripe), ["charge"]);
    assert!(cut(charge(&sandbox, "k", "tok_visa", "5000")).await);
    assert_eq!(
        answer(charge(&sandbox, "k", "tok_visa", "5000")).await.0,
        200
    );
    assert_eq!(sandbox.operations(Service::Stripe), ["charge"]);
    assert!(sandbox.sandbox.faults().is_empty());
}

#[tokio::test]
async fn refunds_never_exceed_the_charge() {
    let sandbox = TestSandbox::new().await;
    let (_, paid) = answer(charge(&sandbox, "k", "tok_visa", "5000")).await;
    let intent = paid["id"].as_str().unwrap();
    let id = [("payment_intent", intent), ("amount", "2000")];
    let (status, first) = answer(refund(&sandbox, "r1", &id)).await;
    assert_eq!((status, &first["status"]), (200, &"succeeded".into()));
    assert_eq!(answer(refund(&sandbox, "r1", &id)).await.1, first);
    let too_much = [("payment_intent", intent), ("amount", "3001")];
    assert_eq!(
        answer(refund(&sandbox, "r2", &too_much)).await.1["error"]["param"],
        "amount"
    );
    let (_, rest) = answer(refund(&sandbox, "r3", &[("payment_intent", intent)])).await;
    assert_eq!(rest["amount"], 3000);
    let (status, none) = answer(refund(&sandbox, "r4", &[("payment_intent", intent)])).await;
    assert_eq!(
        (status, &none["error"]["code"]),
        (400, &"charge_already_refunded".into())
    );
    assert_eq!(
        sandbox.operations(Service::Stripe),
        ["charge", "refund", "refund"]
    );
    let path = format!("/stripe/v1/refunds?payment_intent={intent}");
    let (_, list) = answer(sandbox.get(&path).bearer_auth("sk_test")).await;
    assert_eq!(list["data"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_declined_refund_fails_only_when_it_is_named() {
    let sandbox = TestSandbox::new().await;
    let (_, paid) = answer(charge(&sandbox, "k", "tok_visa", "5000")).await;
    sandbox.sandbox.set_fault(&Fault {
        service: Service::Stripe,
        mode: Mode::Decline,
        times: 1,
        operation: Some("refund".to_owned()),
    });
    assert_eq!(
        answer(charge(&sandbox, "k2", "tok_visa", "5000")).await.0,
        200
    );
    let id = [("payment_intent", paid["id"].as_str().unwrap())];
    assert_eq!(
        answer(refund(&sandbox, "r", &id)).await.1["status"],
        "failed"
    );
    assert_eq!(sandbox.operations(Service::Stripe), ["charge", "charge"]);
}

#[tokio::test]
async fn the_card_frame_makes_tokens_that_pay_once() {
    let sandbox = TestSandbox::new().await;
    let card = |number: &str, year: &str| {
        let form = [
            ("card[number]", number.to_owned()),
            ("card[exp_month]", "12".to_owned()),
            ("card[exp_year]", year.to_owned()),
            ("card[cvc]", "123".to_owned()),
            ("card[name]", "Robin Example".to_owned()),
        ];
        answer(sandbox.post("/stripe/v3/tokens").form(&form))
    };
    assert_eq!(
        card("4242 4242 4242 4241", "34").await.1["error"]["code"],
        "invalid_number"
    );
    assert_eq!(
        card("4242424242424242", "20").await.1["error"]["code"],
        "invalid_expiry_year"
    );
    let (status, token) = card("4242 4242 4242 4242", "34").await;
    assert_eq!((status, &token["card"]["last4"]), (200, &"4242".into()));
    let id = token["id"].as_str().unwrap();
    let (_, paid) = answer(charge(&sandbox, "a", id, "5000")).await;
    assert_eq!(
        paid["latest_charge"]["billing_details"]["name"],
        "Robin Example"
    );
    assert_eq!(answer(charge(&sandbox, "b", id, "5000")).await.0, 400);
    for page in ["/stripe/v3/", "/stripe/v3/card"] {
        assert_eq!(
            sandbox.get(page).send().await.unwrap().status(),
            200,
            "{page}"
        );
    }
}

#[tokio::test]
async fn a_card_that_asks_its_payer_waits_for_the_answer() {
    let sandbox = TestSandbox::new().await;
    let (_, asked) = answer(charge(&sandbox, "k", "tok_threeDSecureRequired", "5000")).await;
    assert_eq!(asked["status"], "requires_action");
    assert!(sandbox.operations(Service::Stripe).is_empty());
    let page = asked["next_action"]["redirect_to_url"]["url"]
        .as_str()
        .unwrap();
    assert_eq!(sandbox.client.get(page).send().await.unwrap().status(), 200);
    let complete = || {
        sandbox
            .client
            .post(page)
            .form(&[("answer", "complete")])
            .send()
    };
    assert_eq!(complete().await.unwrap().status(), 200);
    assert_eq!(complete().await.unwrap().status(), 409);
    assert_eq!(sandbox.operations(Service::Stripe), ["charge"]);
}

#[tokio::test]
async fn events_are_signed_and_sent_until_they_are_taken() {
    let sandbox = TestSandbox::new().await;
    let (sender, mut received) = tokio::sync::mpsc::unbounded_channel();
    let refused = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let hook = Router::new().route(
        "/hook",
        post(move |headers: HeaderMap, body: String| async move {
            let first = !refused.swap(true, std::sync::atomic::Ordering::SeqCst);
            let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
            sender.send((signature, body)).unwrap();
            if first {
                axum::http::StatusCode::BAD_GATEWAY
            } else {
                axum::http::StatusCode::OK
            }
        }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, hook).await });
    sandbox.sandbox.set_webhook_url(Some(url));
    answer(charge(&sandbox, "k", "tok_visa", "5000")).await;

    let mut kinds = Vec::new();
    for _ in 0..3 {
        let (signature, body) = received.recv().await.unwrap();
        let (time, proof) = signature.split_once(",v1=").unwrap();
        let mut mac = Hmac::<sha2::Sha256>::new_from_slice(b"whsec_sandbox").unwrap();
        mac.update(format!("{}.{body}", time.trim_start_matches("t=")).as_bytes());
        mac.verify_slice(&hex::decode(proof).unwrap()).unwrap();
        let event: Value = serde_json::from_str(&body).unwrap();
        kinds.push(event["type"].as_str().unwrap().to_owned());
    }
    // The first was refused, so it comes again after the second.
    assert_eq!(
        kinds,
        [
            "charge.succeeded",
            "payment_intent.succeeded",
            "charge.succeeded"
        ]
    );
}

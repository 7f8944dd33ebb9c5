// SPDX-License-Identifier: AGPL-3.0-or-later

//! The free mode: no call makes a request with a fee due, and none shows one.

use salal_db::Engine;
use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{TestApp, request};

/// Whether an answer carries a fee anywhere that somebody would have to pay.
fn asks_for_money(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, value)| match name.as_str() {
            "feeDue" => value.as_f64() != Some(0.0),
            "fee" => value["amount"].as_f64() != Some(0.0) || value["lines"] != json!([]),
            "canPay" => value == &json!(true),
            _ => asks_for_money(value),
        }),
        Value::Array(all) => all.iter().any(asks_for_money),
        _ => false,
    }
}

async fn nothing_is_due_by_any_call(engine: Engine) {
    let paying = TestApp::on(&crate::TESTED, engine).await;
    let (patient, other) = (paying.users.patient.clone(), paying.users.other.clone());
    // Made while a fee was due.
    let older = paying.create(&patient, 2).await;
    assert_eq!(older["feeDue"], 60.0);
    let users = paying.users.clone();
    let database = paying.end().await;
    let app = TestApp::start(&crate::TESTED, database, users, |settings| {
        settings.features.free = true;
    })
    .await;

    let quote = app
        .post(&patient, "/prescription/fee", &json!({"medications": 3}))
        .await
        .ok();
    assert_eq!(
        (&quote["amount"], &quote["lines"]),
        (&json!(0.0), &json!([]))
    );
    let whole = request(&app.users.samples, 3);
    let lines = whole["medications"].as_array().expect("lines").clone();
    for (path, lines) in [
        ("/prescription", &lines[2..]),
        ("/prescription/create-and-pending", &lines[..2]),
    ] {
        let mut body = whole.clone();
        body["medications"] = json!(lines);
        let made = app.post(&other, path, &body).await.ok();
        assert_eq!(made["status"], "PENDING", "{path}");
        assert!(!asks_for_money(&made), "{path}: {made}");
        // It stands before the doctors, and nobody can pay for it.
        let pay =
            json!({"prescriptionId": made["_id"], "amount": 50.0, "stripeTokenId": "tok_visa"});
        assert_eq!(
            app.put(&other, "/prescription/set-pay", &pay).await.status,
            409
        );
    }
    // What was made before shows no fee any more, cannot be paid, and goes on without one.
    let seen = app.see(&patient, &older["_id"]).await;
    assert!(!asks_for_money(&seen), "{seen}");
    let pay = json!({"prescriptionId": older["_id"], "amount": 60.0, "stripeTokenId": "tok_visa"});
    app.put(&patient, "/prescription/set-pay", &pay)
        .await
        .refused(409, "FREE");
    let order = json!({"prescriptionId": older["_id"]});
    app.post(&patient, "/payment/order", &order)
        .await
        .refused(409, "FREE");
    let on = json!({"id": older["_id"], "personId": patient.person});
    let done = app
        .put(&patient, "/prescription/payment-completed", &on)
        .await
        .ok();
    assert_eq!(done["status"], "PENDING");
    assert!(!asks_for_money(&done), "{done}");
    let again = app
        .put(&patient, "/prescription/payment-completed", &on)
        .await
        .ok();
    assert_eq!(again["statuses"].as_array().map(Vec::len), Some(2), "once");
    // Lists and the page of the patient.
    for path in [
        format!("/prescription/person/{}", patient.person),
        format!("/prescription/pending/person/{}", other.person),
    ] {
        let list = app.get(&app.users.doctor, &path).await.ok();
        assert!(!asks_for_money(&list), "{path}: {list}");
    }
    app.settle().await;
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
    assert!(app.sandbox.ledger(Some(Service::Paypal)).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_due_by_any_call_on_sqlite() {
    nothing_is_due_by_any_call(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_due_by_any_call_on_postgres() {
    nothing_is_due_by_any_call(Engine::Postgres).await;
}

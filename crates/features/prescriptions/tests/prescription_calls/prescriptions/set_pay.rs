// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/set-pay`, `PUT /prescription/payment-completed`

use chrono::TimeDelta;
use reqwest::Method;
use salal_sandbox::Service;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use crate::support::{TestApp, new_key, on_both, stable};

on_both!(
    works,
    a_key_is_forgotten_after_a_day,
    the_amount_is_the_servers,
    pending_only_when_the_provider_confirmed,
    a_card_that_asks_for_an_extra_step
);

async fn works(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let body = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    let key = new_key();
    let send = |body: Value| {
        let key = key.clone();
        async move {
            app.send(
                Some(patient),
                Method::PUT,
                "/prescription/set-pay",
                Some(&key),
                Some(&body),
            )
            .await
        }
    };
    let first = send(body.clone()).await;
    insta::assert_json_snapshot!("set_pay", stable(&first.clone().ok()["payment"]));
    assert!(send(body.clone()).await.replayed);
    let mut another = body.clone();
    another["stripeTokenId"] = "tok_mastercard".into();
    send(another).await.refused(422, "KEY_REUSED");
    // Another click after the first went through shows the payment, and charges nothing.
    let again = app.put(patient, "/prescription/set-pay", &body).await.ok();
    assert_eq!(again["payment"], first.ok()["payment"]);
    assert_eq!(app.moved(Service::Stripe, "charge").len(), 1);
}

async fn a_key_is_forgotten_after_a_day(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(1).await;
    let (key, path) = (new_key(), "/prescription/set-text");
    let send = |text: &str| {
        let body = json!({"data": {"prescriptionId": paid["_id"], "text": text}});
        let key = key.clone();
        async move {
            app.send(Some(doctor), Method::POST, path, Some(&key), Some(&body))
                .await
        }
    };
    assert!(!send("Please see us in spring.").await.replayed);
    assert!(send("Please see us in spring.").await.replayed);
    send("Please see us in autumn.")
        .await
        .refused(422, "KEY_REUSED");
    // Long enough for the key, not for the session.
    let old = app.ctx.now() - TimeDelta::hours(25);
    let db = app.ctx.db.write();
    let aged = Statement::from_sql_and_values(
        db.get_database_backend(),
        "UPDATE idempotency SET created_at = $1",
        [old.into()],
    );
    db.execute_raw(aged).await.expect("it is written");
    let later = send("Please see us in autumn.").await;
    assert!(!later.replayed);
    assert_eq!(later.ok()["text"], "Please see us in autumn.");
}

async fn the_amount_is_the_servers(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 2).await;
    for amount in [json!(0), json!(0.01), json!(-5), json!(99999)] {
        let body =
            json!({"prescriptionId": made["_id"], "amount": amount, "stripeTokenId": "tok_visa"});
        assert_eq!(
            app.put(patient, "/prescription/set-pay", &body)
                .await
                .fields(),
            ["amount"],
            "{amount}"
        );
    }
    for token in [
        json!(null),
        json!(""),
        json!("4242424242424242"),
        json!("tok_".repeat(60)),
    ] {
        let body = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": token});
        assert_eq!(
            app.put(patient, "/prescription/set-pay", &body)
                .await
                .fields(),
            ["card"],
            "{token}"
        );
    }
    let body = json!({"prescriptionId": uuid::Uuid::nil(), "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    assert_eq!(
        app.put(patient, "/prescription/set-pay", &body)
            .await
            .status,
        404
    );
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
}

async fn pending_only_when_the_provider_confirmed(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let body = json!({"id": made["_id"], "personId": patient.person, "paymentId": "made up"});
    assert_eq!(
        app.put(patient, "/prescription/payment-completed", &body)
            .await
            .ok()["status"],
        "CREATED"
    );
    app.pay_with(patient, &made, "tok_visa").await.ok();
    let done = app
        .put(patient, "/prescription/payment-completed", &body)
        .await
        .ok();
    assert_eq!(done["status"], "PENDING");
    let again = app
        .put(patient, "/prescription/payment-completed", &body)
        .await
        .ok();
    assert_eq!(again["statuses"], done["statuses"]);
}

async fn a_card_that_asks_for_an_extra_step(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    app.pay_with(patient, &made, "tok_threeDSecureRequired")
        .await
        .refused(422, "CARD_DECLINED");
    assert_eq!(app.pay(patient, &made).await["status"], "PENDING");
}

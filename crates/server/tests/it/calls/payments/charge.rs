// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /payment/order`, `POST /payment/charge`

use salal_db::Engine;
use salal_sandbox::Service;
use serde_json::json;

use crate::support::{TestApp, on_both, stable};

on_both!(
    an_approved_order_is_charged,
    an_order_that_nobody_approved,
    another_amount_and_another_order
);

async fn an_approved_order_is_charged(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let order = app.approved_order(patient, &made).await;
    let body = json!({"orderID": order, "amount": made["feeDue"], "description": "Online medical service"});
    let charged = app.post(patient, "/payment/charge", &body).await.ok();
    insta::assert_json_snapshot!("charge", stable(&charged));
    // Another click of the same order says where it stands.
    assert_eq!(
        app.post(patient, "/payment/charge", &body).await.ok()["paymentId"],
        charged["paymentId"]
    );
    assert_eq!(app.moved(Service::Paypal, "capture").len(), 1);
    // Nothing more is due: no second order.
    assert_eq!(
        app.post(
            patient,
            "/payment/order",
            &json!({"prescriptionId": made["_id"]})
        )
        .await
        .status,
        409
    );
}

async fn an_order_that_nobody_approved(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let order = app
        .post(
            patient,
            "/payment/order",
            &json!({"prescriptionId": made["_id"]}),
        )
        .await
        .ok();
    let body = json!({"orderID": order["orderID"], "amount": made["feeDue"]});
    let answer = app.post(patient, "/payment/charge", &body).await.ok();
    assert_ne!(answer["state"], "charged");
    app.settle().await;
    let seen = app.see(patient, &made["_id"]).await;
    assert_eq!(
        (&seen["status"], &seen["canPay"]),
        (&json!("CREATED"), &json!(true))
    );
    assert!(app.moved(Service::Paypal, "capture").is_empty());
}

async fn another_amount_and_another_order(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let order = app.approved_order(patient, &made).await;
    let answer = app
        .post(
            patient,
            "/payment/charge",
            &json!({"orderID": order, "amount": 0.01}),
        )
        .await;
    assert_eq!(answer.fields(), ["amount"]);
    assert_eq!(
        app.post(
            patient,
            "/payment/charge",
            &json!({"orderID": "NOBODYSORDER12345"})
        )
        .await
        .status,
        404
    );
    assert_eq!(
        app.post(
            patient,
            "/payment/order",
            &json!({"prescriptionId": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
    assert!(app.moved(Service::Paypal, "capture").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_wallet_there_is_no_order() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.features.wallet = false;
    })
    .await;
    let made = app.create(&app.users.patient, 1).await;
    app.post(
        &app.users.patient,
        "/payment/order",
        &json!({"prescriptionId": made["_id"]}),
    )
    .await
    .refused(409, "NO_WALLET");
}

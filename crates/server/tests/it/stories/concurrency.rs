// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sixty-four clients press the same button at the same moment, with one key and with a key each: one
//! effect, and everybody gets an answer that is no fault of ours.

use futures_util::future::join_all;
use reqwest::Method;
use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, new_key, number, on_both, request, sleep_story};

const CLIENTS: usize = 64;

/// Presses at once; with a key each when `same` is false.
async fn press(
    app: &TestApp,
    by: &User,
    method: Method,
    path: &str,
    body: &Value,
    same: bool,
) -> Vec<Answer> {
    let one = new_key();
    let keys: Vec<String> = (0..CLIENTS)
        .map(|_| if same { one.clone() } else { new_key() })
        .collect();
    let sent = keys
        .iter()
        .map(|key| app.send(Some(by), method.clone(), path, Some(key), Some(body)));
    let answers = join_all(sent).await;
    for answer in &answers {
        assert!(
            matches!(answer.status, 200 | 201 | 409),
            "{} {}",
            answer.status,
            answer.body
        );
    }
    assert!(
        answers.iter().any(|answer| answer.status < 300),
        "nobody got a good answer"
    );
    answers
}

/// The second half of the clients, after the first: all of them ask once more.
async fn both_ways(app: &TestApp, by: &User, method: Method, path: &str, body: &Value, same: bool) {
    press(app, by, method, path, body, same).await;
    app.settle().await;
}

async fn pay(app: &TestApp, same: bool) {
    let patient = &app.users.patient;
    let made = app.create(patient, 2).await;
    let body = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    both_ways(
        app,
        patient,
        Method::PUT,
        "/prescription/set-pay",
        &body,
        same,
    )
    .await;
    assert_eq!(app.moved(Service::Stripe, "charge").len(), 1);
    assert_eq!(app.see(patient, &made["_id"]).await["status"], "PENDING");
    assert_eq!(emails(app, patient), 1);
}

async fn create(app: &TestApp, same: bool) {
    let patient = &app.users.patient;
    both_ways(
        app,
        patient,
        Method::POST,
        "/prescription",
        &request(&app.users.samples, 2),
        same,
    )
    .await;
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM prescription").await,
        1
    );
    assert_eq!(app.effects(Service::Clinic, "demographic").len(), 1);
    // No doctor sees it before the fee is paid, so nobody reads that it was received.
    assert_eq!(emails(app, patient), 0);
}

fn emails(app: &TestApp, to: &User) -> usize {
    app.sandbox.outbox(Some("email"), Some(&to.email)).len()
}

async fn fax(app: &TestApp, same: bool) {
    let signed = app.signed(0).await;
    let body = json!({"prescriptionId": signed["_id"]});
    both_ways(
        app,
        &app.users.doctor,
        Method::POST,
        "/fax/queue-prescription-fax",
        &body,
        same,
    )
    .await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}

async fn refund(app: &TestApp, same: bool) {
    let signed = app.signed(1).await;
    let body = json!({"chargeId": signed["payment"]["chargeId"], "amount": signed["refundable"]});
    both_ways(
        app,
        &app.users.doctor,
        Method::PUT,
        "/payment/refund",
        &body,
        same,
    )
    .await;
    assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
}

async fn pay_for_sleep(app: &TestApp, same: bool) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    let body = json!({"id": made["_id"], "amount": 20, "stripeTokenId": "tok_visa"});
    let path = "/sleep-assessment/set-pay";
    both_ways(app, patient, Method::PUT, path, &body, same).await;
    assert_eq!(app.moved(Service::Stripe, "charge"), [2000]);
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    let seen = app.see_sleep(patient, &made["_id"]).await;
    assert_eq!(sleep_story(&seen), ["PENDING", "PAID", "FAXED"]);
}

async fn order_sleep(app: &TestApp, same: bool) {
    let patient = &app.users.patient;
    let (info, clinic) = (
        app.sleep_info(patient).await,
        app.sleep_clinic("coastal").await,
    );
    let body = json!({"sleepInfoObj": info, "sleepClinicObj": clinic});
    let path = "/sleep-assessment";
    both_ways(app, patient, Method::POST, path, &body, same).await;
    let orders = "SELECT COUNT(*) AS n FROM sleep_assessment";
    assert_eq!(number(&app.ctx.db, orders).await, 1);
}

on_both!(
    pay_for_sleep_with_one_key,
    pay_for_sleep_with_a_key_each,
    order_sleep_with_one_key,
    order_sleep_with_a_key_each,
    pay_with_one_key,
    pay_with_a_key_each,
    create_with_one_key,
    create_with_a_key_each,
    fax_with_one_key,
    fax_with_a_key_each,
    refund_with_one_key,
    refund_with_a_key_each,
    two_wallet_orders_are_captured_once,
    a_card_and_a_wallet_at_once_charge_once
);

async fn pay_for_sleep_with_one_key(app: &TestApp) {
    pay_for_sleep(app, true).await;
}
async fn pay_for_sleep_with_a_key_each(app: &TestApp) {
    pay_for_sleep(app, false).await;
}
async fn order_sleep_with_one_key(app: &TestApp) {
    order_sleep(app, true).await;
}
async fn order_sleep_with_a_key_each(app: &TestApp) {
    order_sleep(app, false).await;
}
async fn pay_with_one_key(app: &TestApp) {
    pay(app, true).await;
}
async fn pay_with_a_key_each(app: &TestApp) {
    pay(app, false).await;
}
async fn create_with_one_key(app: &TestApp) {
    create(app, true).await;
}
async fn create_with_a_key_each(app: &TestApp) {
    create(app, false).await;
}
async fn fax_with_one_key(app: &TestApp) {
    fax(app, true).await;
}
async fn fax_with_a_key_each(app: &TestApp) {
    fax(app, false).await;
}
async fn refund_with_one_key(app: &TestApp) {
    refund(app, true).await;
}
async fn refund_with_a_key_each(app: &TestApp) {
    refund(app, false).await;
}

async fn two_wallet_orders_are_captured_once(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let orders = [
        app.approved_order(patient, &made).await,
        app.approved_order(patient, &made).await,
    ];
    let presses = (0..CLIENTS).map(|n| {
        let body = json!({"orderID": orders[n % 2], "amount": made["feeDue"]});
        async move { app.post(patient, "/payment/charge", &body).await }
    });
    for answer in join_all(presses).await {
        assert!(
            matches!(answer.status, 200 | 409),
            "{} {}",
            answer.status,
            answer.body
        );
    }
    app.settle().await;
    assert_eq!(app.moved(Service::Paypal, "capture").len(), 1);
    assert_eq!(app.see(patient, &made["_id"]).await["status"], "PENDING");
}

async fn a_card_and_a_wallet_at_once_charge_once(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let order = app.approved_order(patient, &made).await;
    let wallet = json!({"orderID": order, "amount": made["feeDue"]});
    let card = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    let (one, other) = tokio::join!(
        app.post(patient, "/payment/charge", &wallet),
        app.put(patient, "/prescription/set-pay", &card),
    );
    assert!(
        one.status < 500 && other.status < 500,
        "{} {}",
        one.body,
        other.body
    );
    app.settle().await;
    assert_eq!(
        app.moved(Service::Paypal, "capture").len() + app.moved(Service::Stripe, "charge").len(),
        1
    );
}

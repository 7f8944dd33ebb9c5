// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many statements the calls of money send to the database, without BEGIN and COMMIT: one more is a
//! decision and no accident. What the seller does with a settled payment (the prescription that becomes
//! pending) is part of each.

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{TestApp, counted, on_both};

on_both!(
    a_wallet_order_is_made_and_charged_in_few,
    a_card_is_charged_refused_and_refunded_in_few
);

async fn a_wallet_order_is_made_and_charged_in_few(app: &TestApp) {
    let patient = &app.users.patient;
    app.paid(1).await;
    app.at_rest().await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let made = app.create(patient, 1).await;
    let body = json!({"prescriptionId": made["_id"]});
    counted(app, "order", 7, app.post(patient, "/payment/order", &body)).await;
    // The newest order is the one that is approved.
    let order = app.approved_order(patient, &made).await;
    let body = json!({"orderID": order, "amount": made["feeDue"]});
    let charged = counted(
        app,
        "charge",
        // One of them reads whom to write to, that the request was received.
        16,
        app.post(patient, "/payment/charge", &body),
    )
    .await
    .ok();
    assert_eq!(charged["state"], "charged");
    let again = counted(
        app,
        "charge again",
        4,
        app.post(patient, "/payment/charge", &body),
    )
    .await
    .ok();
    assert_eq!(again["paymentId"], charged["paymentId"]);
}

async fn a_card_is_charged_refused_and_refunded_in_few(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    app.signed(0).await;
    app.at_rest().await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let made = app.create(patient, 1).await;
    let mut pay = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_chargeDeclined"});
    let declined = counted(
        app,
        "set-pay, declined",
        15,
        app.put(patient, "/prescription/set-pay", &pay),
    )
    .await;
    assert_eq!(declined.fields(), ["card"]);
    pay["stripeTokenId"] = json!("tok_visa");
    counted(
        app,
        "set-pay",
        19,
        app.put(patient, "/prescription/set-pay", &pay),
    )
    .await
    .ok();

    let signed = app.signed(1).await;
    let card = format!(
        "/payment/card-by-charge/{}",
        signed["payment"]["chargeId"].as_str().expect("a charge")
    );
    counted(app, "card by charge", 2, app.get(patient, &card))
        .await
        .ok();
    let refunded = counted(app, "refund", 15, app.refund(doctor, &signed))
        .await
        .ok();
    assert_eq!(refunded["state"], "done");
    let again = counted(app, "refund again", 8, app.refund(doctor, &signed)).await;
    assert_eq!(again.ok()["state"], "done");
}

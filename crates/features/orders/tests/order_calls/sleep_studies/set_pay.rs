// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /sleep-assessment/set-pay`, `PUT /sleep-assessment/payment-completed`, `POST /payment/order`

use reqwest::Method;
use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};

use crate::support::{TestApp, new_key, on_both, sleep_story, stable};

on_both!(
    by_card_once,
    by_wallet_once,
    the_amount_is_the_servers,
    paid_only_when_the_provider_confirmed,
    a_declined_card_and_then_a_good_one,
    a_lost_charge_is_asked_about_not_repeated
);

async fn by_card_once(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    let body =
        json!({"id": made["_id"], "amount": made["fee"]["amount"], "stripeTokenId": "tok_visa"});
    let key = new_key();
    let send = || {
        app.send(
            Some(patient),
            Method::PUT,
            "/sleep-assessment/set-pay",
            Some(&key),
            Some(&body),
        )
    };
    let first = send().await;
    insta::assert_json_snapshot!("sleep_set_pay", stable(&first.clone().ok()["payment"]));
    assert!(send().await.replayed);
    // Another click after the first went through charges nothing.
    let again = app
        .put(patient, "/sleep-assessment/set-pay", &body)
        .await
        .ok();
    assert_eq!(again["payment"], first.ok()["payment"]);
    assert_eq!(sleep_story(&again), ["PENDING", "PAID"]);
    let done = json!({"id": made["_id"], "personId": patient.person, "paymentId": again["payment"]["_id"], "fax": "604-555-0199"});
    let done = app
        .put(patient, "/sleep-assessment/payment-completed", &done)
        .await
        .ok();
    assert_eq!(sleep_story(&done), ["PENDING", "PAID"]);
    assert_eq!(
        (&done["canPay"], &done["canCancel"]),
        (&json!(false), &json!(false))
    );
    app.settle().await;
    assert_eq!(app.moved(Service::Stripe, "charge"), [2000]);
}

async fn by_wallet_once(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "solutions").await;
    let order = app
        .post(
            patient,
            "/payment/order",
            &json!({"sleepAssessmentId": made["_id"]}),
        )
        .await
        .ok();
    let back = order["approveUrl"].as_str().expect("an address");
    assert_eq!(app.api.post_form(back, &[("answer", "approve")]).await, 303);
    let body = json!({"id": made["_id"], "amount": 20, "orderID": order["orderID"]});
    let paid = app
        .put(patient, "/sleep-assessment/set-pay", &body)
        .await
        .ok();
    assert_eq!(
        (&paid["status"], &paid["payment"]["method"]),
        (&json!("PAID"), &json!("wallet"))
    );
    app.put(patient, "/sleep-assessment/set-pay", &body)
        .await
        .ok();
    app.settle().await;
    assert_eq!(app.moved(Service::Paypal, "capture"), [2000]);
    app.post(
        patient,
        "/payment/order",
        &json!({"sleepAssessmentId": made["_id"]}),
    )
    .await
    .refused(409, "ALREADY_PAID");
}

async fn the_amount_is_the_servers(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "mainland").await;
    for amount in [
        json!(0),
        json!(0.01),
        json!(-20),
        json!(19.99),
        json!(99999),
    ] {
        let body = json!({"id": made["_id"], "amount": amount, "stripeTokenId": "tok_visa"});
        assert_eq!(
            app.put(patient, "/sleep-assessment/set-pay", &body)
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
        let body = json!({"id": made["_id"], "amount": 20, "stripeTokenId": token});
        assert_eq!(
            app.put(patient, "/sleep-assessment/set-pay", &body)
                .await
                .fields(),
            ["card"],
            "{token}"
        );
    }
    let nobody = json!({"id": uuid::Uuid::nil(), "amount": 20, "stripeTokenId": "tok_visa"});
    assert_eq!(
        app.put(patient, "/sleep-assessment/set-pay", &nobody)
            .await
            .status,
        404
    );
    let body = json!({"id": made["_id"], "amount": 20, "stripeTokenId": "tok_visa"});
    assert_eq!(
        app.put(&app.users.other, "/sleep-assessment/set-pay", &body)
            .await
            .status,
        404
    );
    app.put(&app.users.doctor, "/sleep-assessment/set-pay", &body)
        .await
        .refused(403, "NOT_ALLOWED");
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
}

async fn paid_only_when_the_provider_confirmed(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    for payment in [json!("made up"), json!(null)] {
        let body = json!({"id": made["_id"], "personId": patient.person, "paymentId": payment});
        assert_eq!(
            app.put(patient, "/sleep-assessment/payment-completed", &body)
                .await
                .ok()["status"],
            "PENDING"
        );
    }
    let theirs = json!({"id": made["_id"], "personId": app.users.other.person});
    assert_eq!(
        app.put(patient, "/sleep-assessment/payment-completed", &theirs)
            .await
            .status,
        404
    );
    assert_eq!(
        app.put(
            &app.users.other,
            "/sleep-assessment/payment-completed",
            &json!({"id": made["_id"]})
        )
        .await
        .status,
        404
    );
    app.settle().await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());
}

async fn a_declined_card_and_then_a_good_one(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    let refused = app
        .pay_sleep_with(patient, &made, "tok_chargeDeclined")
        .await
        .refused(422, "CARD_DECLINED");
    assert_eq!(refused["errors"][0]["field"], "card");
    assert_eq!(app.see_sleep(patient, &made["_id"]).await["canPay"], true);
    assert_eq!(app.pay_sleep(patient, &made).await["status"], "PAID");
    app.settle().await;
    assert_eq!(app.moved(Service::Stripe, "charge"), [2000]);
}

async fn a_lost_charge_is_asked_about_not_repeated(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    app.fail(Service::Stripe, Mode::Lost, 1);
    let answer: Value = app.pay_sleep_with(patient, &made, "tok_visa").await.ok();
    if answer["payment"]["state"] == "unknown" {
        assert_eq!(
            (&answer["status"], &answer["canPay"], &answer["canCancel"]),
            (&json!("PENDING"), &json!(false), &json!(false))
        );
        app.pay_sleep_with(patient, &made, "tok_visa")
            .await
            .refused(409, "PAYMENT_OPEN");
        app.put(
            patient,
            "/sleep-assessment/cancel",
            &json!({"id": made["_id"]}),
        )
        .await
        .refused(409, "PAYMENT_OPEN");
    }
    app.settle().await;
    assert_eq!(app.moved(Service::Stripe, "charge"), [2000]);
    assert_eq!(
        sleep_story(&app.see_sleep(patient, &made["_id"]).await),
        ["PENDING", "PAID", "FAXED"]
    );
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}

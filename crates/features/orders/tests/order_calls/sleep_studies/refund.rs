// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /payment/refund` of an order, `PUT /sleep-assessment/refund-success`

use salal_sandbox::Service;
use serde_json::json;

use crate::support::{TestApp, on_both, sleep_story, stable};

on_both!(
    the_fee_goes_back_once,
    nothing_is_marked_without_the_providers_word,
    a_refund_before_the_fax_left_stops_it
);

async fn the_fee_goes_back_once(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = app.sleep_order(patient, "coastal").await;
    app.pay_sleep(patient, &made).await;
    app.settle().await;
    let seen = app.see_sleep(doctor, &made["_id"]).await;
    assert_eq!(seen["refundable"], 20.0);
    let body = json!({"chargeId": seen["payment"]["chargeId"], "amount": 20});
    for amount in [0.0, 10.0, 20.01] {
        let wrong = json!({"chargeId": seen["payment"]["chargeId"], "amount": amount});
        assert_eq!(
            app.put(doctor, "/payment/refund", &wrong).await.fields(),
            ["amount"]
        );
    }
    app.put(patient, "/payment/refund", &body)
        .await
        .refused(403, "NOT_ALLOWED");
    let back = app
        .put(&app.users.office, "/payment/refund", &body)
        .await
        .ok();
    insta::assert_json_snapshot!("sleep_refund", stable(&back));
    // Another click finds it done.
    assert_eq!(
        app.put(doctor, "/payment/refund", &body).await.ok()["state"],
        "done"
    );
    assert_eq!(app.moved(Service::Stripe, "refund"), [2000]);
    app.settle().await;
    // The letter speaks of an order, and not of what it was for.
    let letters = app.sandbox.outbox(Some("email"), Some(&patient.email));
    let refunds: Vec<_> = letters
        .iter()
        .filter(|letter| letter.subject.ends_with("your order was refunded"))
        .collect();
    assert_eq!(refunds.len(), 1);
    assert!(refunds[0].text.contains("/dashboard"));
    let done = json!({"id": made["_id"], "personId": patient.person, "refundedBy": doctor.person});
    let seen = app
        .put(doctor, "/sleep-assessment/refund-success", &done)
        .await
        .ok();
    assert_eq!(sleep_story(&seen), ["PENDING", "PAID", "FAXED", "REFUNDED"]);
    assert_eq!(
        app.put(doctor, "/sleep-assessment/refund-success", &done)
            .await
            .ok()["statuses"],
        seen["statuses"]
    );
    assert_eq!(
        (&seen["refundable"], &seen["refundState"]),
        (&json!(0.0), &json!("done"))
    );
}

async fn nothing_is_marked_without_the_providers_word(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = app.sleep_order(patient, "coastal").await;
    app.pay_sleep(patient, &made).await;
    let seen = app
        .put(
            doctor,
            "/sleep-assessment/refund-success",
            &json!({"id": made["_id"]}),
        )
        .await
        .ok();
    assert_eq!(seen["status"], "PAID");
    let other = json!({"id": made["_id"], "refundedBy": app.users.second_doctor.person});
    assert_eq!(
        app.put(doctor, "/sleep-assessment/refund-success", &other)
            .await
            .status,
        403
    );
    app.put(
        patient,
        "/sleep-assessment/refund-success",
        &json!({"id": made["_id"]}),
    )
    .await
    .refused(403, "NOT_ALLOWED");
    assert_eq!(
        app.put(
            doctor,
            "/sleep-assessment/refund-success",
            &json!({"id": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
    app.settle().await;
}

async fn a_refund_before_the_fax_left_stops_it(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = app.sleep_order(patient, "coastal").await;
    let paid = app.pay_sleep(patient, &made).await;
    let body = json!({"chargeId": paid["payment"]["chargeId"], "amount": 20});
    app.put(doctor, "/payment/refund", &body).await.ok();
    app.settle().await;
    assert_eq!(
        sleep_story(&app.see_sleep(doctor, &made["_id"]).await),
        ["PENDING", "PAID", "REFUNDED"]
    );
    assert!(app.effects(Service::Srfax, "fax").is_empty());
}

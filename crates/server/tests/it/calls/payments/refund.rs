// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /payment/refund`, `PUT /prescription/refund-success`

use salal_sandbox::Service;
use serde_json::json;

use crate::support::{TestApp, on_both, stable};

on_both!(
    rejected_lines_are_refunded_once,
    nothing_to_refund,
    the_amount_is_the_servers,
    somebody_else_did_not_refund
);

async fn rejected_lines_are_refunded_once(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let signed = app.signed(1).await;
    let body = json!({"chargeId": signed["payment"]["chargeId"], "amount": signed["refundable"]});
    let key = crate::support::new_key();
    let send = || {
        app.send(
            Some(doctor),
            reqwest::Method::PUT,
            "/payment/refund",
            Some(&key),
            Some(&body),
        )
    };
    let first = send().await;
    assert!(send().await.replayed);
    insta::assert_json_snapshot!("refund", stable(&first.ok()));
    // Another click finds it done.
    assert_eq!(
        app.put(doctor, "/payment/refund", &body).await.ok()["state"],
        "done"
    );
    assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
    let done =
        json!({"id": signed["_id"], "personId": patient.person, "refundedBy": doctor.person});
    let seen = app
        .put(doctor, "/prescription/refund-success", &done)
        .await
        .ok();
    assert_eq!(
        (&seen["canRefund"], &seen["refundable"]),
        (&json!(false), &json!(0.0))
    );
    assert_eq!(
        app.put(doctor, "/prescription/refund-success", &done)
            .await
            .ok()["statuses"],
        seen["statuses"]
    );
}

async fn nothing_to_refund(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    let body = json!({"chargeId": signed["payment"]["chargeId"], "amount": 10.0});
    app.put(doctor, "/payment/refund", &body)
        .await
        .refused(409, "NOT_REFUNDABLE");
    let body = json!({"chargeId": "ch_nobody", "amount": 10.0});
    assert_eq!(app.put(doctor, "/payment/refund", &body).await.status, 404);
}

async fn the_amount_is_the_servers(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(1).await;
    for amount in [0.0, -10.0, 0.01, 1_000_000.0] {
        let body = json!({"chargeId": signed["payment"]["chargeId"], "amount": amount});
        assert_eq!(
            app.put(doctor, "/payment/refund", &body).await.fields(),
            ["amount"],
            "{amount}"
        );
    }
    assert!(app.moved(Service::Stripe, "refund").is_empty());
}

async fn somebody_else_did_not_refund(app: &TestApp) {
    let signed = app.signed(1).await;
    let body = json!({"id": signed["_id"], "refundedBy": app.users.second_doctor.person});
    assert_eq!(
        app.put(&app.users.doctor, "/prescription/refund-success", &body)
            .await
            .status,
        403
    );
    // And without the provider's word nothing is marked.
    let seen = app
        .put(
            &app.users.doctor,
            "/prescription/refund-success",
            &json!({"id": signed["_id"]}),
        )
        .await
        .ok();
    assert_ne!(seen["status"], "REFUNDED");
}

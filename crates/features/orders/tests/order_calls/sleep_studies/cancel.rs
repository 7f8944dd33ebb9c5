// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /sleep-assessment/cancel`

use salal_sandbox::Service;
use serde_json::json;

use crate::support::{TestApp, on_both, sleep_story};

on_both!(an_unpaid_order_is_withdrawn_once, not_after_it_was_paid);

async fn an_unpaid_order_is_withdrawn_once(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    let body = json!({"id": made["_id"]});
    assert_eq!(
        app.put(&app.users.other, "/sleep-assessment/cancel", &body)
            .await
            .status,
        404
    );
    app.put(&app.users.office, "/sleep-assessment/cancel", &body)
        .await
        .refused(403, "NOT_ALLOWED");
    let gone = app
        .put(patient, "/sleep-assessment/cancel", &body)
        .await
        .ok();
    assert_eq!(sleep_story(&gone), ["PENDING", "CANCELED"]);
    assert_eq!(
        (&gone["canPay"], &gone["canCancel"]),
        (&json!(false), &json!(false))
    );
    app.put(patient, "/sleep-assessment/cancel", &body)
        .await
        .refused(409, "CANCELED");
    app.pay_sleep_with(patient, &made, "tok_visa")
        .await
        .refused(409, "CANCELED");
    assert_eq!(
        app.put(
            patient,
            "/sleep-assessment/cancel",
            &json!({"id": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
    // The same answers may be ordered again.
    let again = app
        .order_sleep(patient, &made["sleepInfo"], &made["sleepClinic"])
        .await
        .ok();
    assert_ne!(again["_id"], made["_id"]);
    app.settle().await;
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
}

async fn not_after_it_was_paid(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    app.pay_sleep(patient, &made).await;
    let seen = app.see_sleep(patient, &made["_id"]).await;
    app.put(
        patient,
        "/sleep-assessment/cancel",
        &json!({"id": made["_id"], "version": seen["version"]}),
    )
    .await
    .refused(409, "TOO_LATE_TO_CANCEL");
    app.settle().await;
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /sleep-assessment/set-pay`, `POST /payment/order`

use salal_sandbox::Service;
use serde_json::json;

use crate::support::{TestApp, on_both, request};

on_both!(an_order_pays_for_what_it_was_made_for);

async fn an_order_pays_for_what_it_was_made_for(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "solutions").await;
    let renewal = app
        .post(patient, "/prescription", &request(&app.users.samples, 1))
        .await
        .ok();
    let order = app.approved_order(patient, &renewal).await;
    let body = json!({"id": made["_id"], "amount": 20, "orderID": order});
    assert_eq!(
        app.put(patient, "/sleep-assessment/set-pay", &body)
            .await
            .status,
        404
    );
    for neither in [
        json!({}),
        json!({"sleepAssessmentId": made["_id"], "prescriptionId": renewal["_id"]}),
    ] {
        app.post(patient, "/payment/order", &neither)
            .await
            .refused(400, "MALFORMED");
    }
    assert!(app.moved(Service::Paypal, "capture").is_empty());
    assert_eq!(
        app.see_sleep(patient, &made["_id"]).await["status"],
        "PENDING"
    );
}

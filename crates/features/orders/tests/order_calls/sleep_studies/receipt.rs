// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /sleep-assessment/receipt/{id}`

use crate::support::{TestApp, on_both};

on_both!(of_a_paid_order);

async fn of_a_paid_order(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    let path = format!(
        "/sleep-assessment/receipt/{}",
        made["_id"].as_str().expect("an id")
    );
    app.get(patient, &path).await.refused(409, "NOT_PAID");
    app.pay_sleep(patient, &made).await;
    let pdf = app.get(patient, &path).await;
    assert_eq!(
        (pdf.status, pdf.content_type.as_str()),
        (200, "application/pdf")
    );
    assert!(pdf.bytes.starts_with(b"%PDF-"));
    assert_eq!(app.get(&app.users.office, &path).await.bytes, pdf.bytes);
    assert_eq!(app.get(&app.users.other, &path).await.status, 404);
    let nobody = format!("/sleep-assessment/receipt/{}", uuid::Uuid::nil());
    assert_eq!(app.get(patient, &nobody).await.status, 404);
    app.settle().await;
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /sleep-assessment/document/{id}`

use crate::support::{TestApp, on_both};

on_both!(the_sheet_for_each);

async fn the_sheet_for_each(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = app.sleep_order(patient, "coastal").await;
    let path = format!(
        "/sleep-assessment/document/{}",
        made["_id"].as_str().expect("an id")
    );
    let sheet = app.get(patient, &path).await;
    assert_eq!(
        (sheet.status, sheet.content_type.as_str()),
        (200, "application/pdf")
    );
    // Until it is faxed, the staff see the same anonymous sheet.
    assert_eq!(app.get(doctor, &path).await.bytes, sheet.bytes);
    assert_eq!(app.get(&app.users.other, &path).await.status, 404);
    let nobody = format!("/sleep-assessment/document/{}", uuid::Uuid::nil());
    assert_eq!(app.get(doctor, &nobody).await.status, 404);
    app.pay_sleep(patient, &made).await;
    app.settle().await;
    assert_eq!(app.get(patient, &path).await.bytes, sheet.bytes);
    let request = app.get(doctor, &path).await;
    assert!(request.bytes.starts_with(b"%PDF-"));
    assert_ne!(request.bytes, sheet.bytes);
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /sleep-assessment/preview`

use serde_json::json;

use crate::support::{TestApp, number, on_both};

on_both!(the_anonymous_sheet_is_shown_and_not_kept);

async fn the_anonymous_sheet_is_shown_and_not_kept(app: &TestApp) {
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let clinic = app.sleep_clinic("coastal").await;
    let body = json!({"sleepInfoObj": info, "sleepClinicObj": clinic});
    let pdf = app.post(patient, "/sleep-assessment/preview", &body).await;
    assert_eq!(
        (pdf.status, pdf.content_type.as_str()),
        (200, "application/pdf")
    );
    assert!(pdf.bytes.starts_with(b"%PDF-"));
    for table in ["document", "sleep_assessment"] {
        assert_eq!(
            number(&app.ctx.db, &format!("SELECT COUNT(*) AS n FROM {table}")).await,
            0,
            "{table}"
        );
    }
    assert_eq!(
        app.post(&app.users.other, "/sleep-assessment/preview", &body)
            .await
            .status,
        404
    );
    assert_eq!(
        app.post(patient, "/sleep-assessment/preview", &json!({}))
            .await
            .fields(),
        ["sleepInfoObj"]
    );
    app.post(&app.users.doctor, "/sleep-assessment/preview", &body)
        .await
        .refused(403, "NOT_ALLOWED");
}

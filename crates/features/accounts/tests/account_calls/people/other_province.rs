// SPDX-License-Identifier: AGPL-3.0-or-later

//! Cards of other provinces, which the plan is not asked about.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both};

async fn put(app: &TestApp, user: &User, form: &Value) -> Value {
    let path = format!("/person/healthDoc/{}", user.person);
    app.form(user, Method::PUT, &path, form, &[]).await.ok()
}

async fn flags(app: &TestApp, by: &User, of: &User) -> Vec<String> {
    let read = app.get(by, &format!("/person/{}", of.person)).await.ok();
    serde_json::from_value(read["flags"].clone()).expect("flags")
}

on_both!(another_province_s_card_is_unknown_and_not_invalid);

async fn another_province_s_card_is_unknown_and_not_invalid(app: &TestApp) {
    let patient = &app.users.patient;
    let ontario = json!({"personId": patient.person, "HealthCardNumber": "1234567897", "HealthCardProvince": "ON"});
    put(app, patient, &ontario).await;
    let body = json!({"personId": patient.person});
    let answer = app
        .post(&app.users.office, "/tele-plan/eligibility", &body)
        .await
        .ok();
    assert_eq!(
        (&answer["status"], &answer["title"]),
        (&json!("unknown"), &json!("Eligibility Unknown"))
    );
    assert_eq!(
        flags(app, &app.users.office, patient).await,
        ["Eligibility Unknown"]
    );
    // Without any card there is nothing to be unknown.
    let passport = json!({"personId": patient.person, "PassportNumber": "AB123456", "PassportCountryId": "NZ"});
    put(app, patient, &passport).await;
    let answer = app
        .post(&app.users.office, "/tele-plan/eligibility", &body)
        .await
        .ok();
    assert_eq!(answer["status"], "invalid");
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! What customer service changes of a person: no health number, by whatever call.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, phn, says_none_of};

async fn person(app: &TestApp, by: &User) -> Value {
    let path = format!("/person/{}", app.users.patient.person);
    app.get(by, &path).await.ok()
}

on_both!(changes_no_health_number_and_wipes_none);

async fn changes_no_health_number_and_wipes_none(app: &TestApp) {
    let (patient, care) = (&app.users.patient, &app.users.customer_service);
    let before = person(app, &app.users.office).await;
    for number in ["", phn(3).as_str()] {
        let corrected = json!({
            "firstName": "Wren", "lastName": "Testwell", "dateOfBirth": "1968-04-09", "address": "9 Harbour Road", "city": "Nanaimo",
            "province": "BC", "postalCode": "V9S 3C4", "phoneNumber": patient.phone, "bestNumber": "250-555-0199",
            "docType": "BC Services Card", "docNumber": number,
        });
        let card = json!({"personId": patient.person, "BCCardNumber": number});
        let own = json!({"personId": patient.person, "BestPhoneNumber": "250-555-0199", "Address": "9 Harbour Road"});
        for (path, form, status) in [
            ("personal-info", &corrected, 403),
            ("healthDoc", &card, 403),
            ("personalInfo", &own, 404),
        ] {
            let path = format!("/person/{path}/{}", patient.person);
            assert_eq!(
                app.form(care, Method::PUT, &path, form, &[]).await.status,
                status,
                "{path}"
            );
        }
    }
    app.post(
        care,
        "/tele-plan/eligibility",
        &json!({"personId": patient.person, "hic": phn(3)}),
    )
    .await
    .refused(403, "NOT_ALLOWED");
    let path = format!("/person/demographic/{}", patient.person);
    let seen = app
        .post(care, &path, &json!({"demographicNo": "4711"}))
        .await
        .ok();
    says_none_of(&path, &seen.to_string(), &[phn(1), "4711".into()]);
    assert_eq!(seen["oscarDemographicId"], Value::Null);
    let after = person(app, &app.users.office).await;
    assert_eq!(after["HealthDocuments"], before["HealthDocuments"]);
    assert_ne!(after["oscarDemographicId"], json!("4711"));
    app.settle().await;
}

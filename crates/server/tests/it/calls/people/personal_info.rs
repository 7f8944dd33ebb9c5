// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /person/personalInfo/{id}`, before and after a request

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, on_both};

/// What the form sends when nothing was changed.
fn unchanged(user: &User) -> Value {
    json!({
        "personId": user.person, "FirstName": "Wren", "LastName": "Testwell", "DateOfBirth": "1968-04-09",
        "PhoneNumber": user.phone, "BestPhoneNumber": "604-555-0142", "Address": "12 Salal Lane",
        "City": "Vancouver", "Province": "BC", "PostalCode": "V6Z 1A1", "Role": "ROLE_PATIENT",
    })
}

fn with(user: &User, changes: &[(&str, &str)]) -> Value {
    let mut form = unchanged(user);
    for (field, value) in changes {
        form[*field] = (*value).into();
    }
    form
}

async fn put(app: &TestApp, user: &User, form: &Value) -> Answer {
    let path = format!("/person/personalInfo/{}", user.person);
    app.form(user, Method::PUT, &path, form, &[]).await
}

on_both!(the_name_is_the_patients_until_a_prescription_carries_it);

async fn the_name_is_the_patients_until_a_prescription_carries_it(app: &TestApp) {
    let patient = &app.users.patient;
    app.post(
        patient,
        "/tele-plan/eligibility",
        &json!({"personId": patient.person}),
    )
    .await
    .ok();
    let changed = put(
        app,
        patient,
        &with(
            patient,
            &[
                ("FirstName", "Wrén"),
                ("LastName", "王 Testwell"),
                ("DateOfBirth", "1968-02-29"),
            ],
        ),
    )
    .await
    .ok();
    assert_eq!(
        (
            &changed["FirstName"],
            &changed["LastName"],
            &changed["DateOfBirth"]
        ),
        (&json!("Wrén"), &json!("王 Testwell"), &json!("1968-02-29"))
    );
    assert_eq!(
        (
            &changed["nameLocked"],
            &changed["HealthDocuments"][0]["status"]
        ),
        (&json!(false), &json!("pending")),
        "the plan knew another person"
    );
    let found = app
        .get(&app.users.office, "/person/search-key/wren%20%E7%8E%8B")
        .await
        .ok();
    assert!(
        found.to_string().contains(&patient.person),
        "found by the new name: {found}"
    );
    app.post(
        patient,
        "/prescription",
        &crate::support::request(&app.users.samples, 1),
    )
    .await
    .ok();
    let named = &[
        ("FirstName", "Wrén"),
        ("LastName", "王 Testwell"),
        ("DateOfBirth", "1968-02-29"),
    ];
    let same = put(app, patient, &with(patient, named)).await.ok();
    assert_eq!(same["nameLocked"], true);
    for (field, value) in [
        ("FirstName", "Wren"),
        ("LastName", "Other"),
        ("DateOfBirth", "1968-04-09"),
    ] {
        let mut form = with(patient, named);
        form[field] = value.into();
        assert_eq!(put(app, patient, &form).await.fields(), [field]);
    }
}

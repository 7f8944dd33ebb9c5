// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the partner clinic is told of a patient, whichever call changed it; and `POST /person/demographic/{id}`

use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};

use crate::support::{TestApp, on_both};

/// A patient whom the clinic cannot look up: nobody's health number.
async fn without_number(app: &TestApp) {
    let patient = &app.users.patient;
    let path = format!("/person/healthDoc/{}", patient.person);
    let form = json!({"personId": patient.person, "isPrivatePay": "true"});
    app.form(patient, reqwest::Method::PUT, &path, &form, &[])
        .await
        .ok();
}

async fn chart(app: &TestApp) -> Value {
    let path = format!("/person/{}", app.users.patient.person);
    app.get(&app.users.office, &path).await.ok()["oscarDemographicId"].clone()
}

on_both!(
    a_change_reaches_the_clinic_by_itself,
    what_the_clinic_refuses_is_told_and_not_repeated,
    a_chart_that_cannot_be_looked_up_is_made_once,
    refused_before_anything_was_made_it_is_asked_again
);

async fn a_change_reaches_the_clinic_by_itself(app: &TestApp) {
    let patient = &app.users.patient;
    let me = app
        .get(patient, &format!("/person/{}", patient.person))
        .await
        .ok();
    let particulars = json!({
        "personId": patient.person, "FirstName": me["FirstName"], "LastName": me["LastName"], "DateOfBirth": me["DateOfBirth"],
        "BestPhoneNumber": "250-555-0198", "Address": "12 New Road", "City": "Nanaimo", "Province": "BC", "PostalCode": "V9S 3C4",
    });
    let path = format!("/person/personalInfo/{}", patient.person);
    app.form(patient, reqwest::Method::PUT, &path, &particulars, &[])
        .await
        .ok();
    app.settle().await;
    assert!(
        app.effects(Service::Clinic, "patient-info").is_empty(),
        "the clinic has no chart yet"
    );
    app.create(patient, 1).await;
    app.settle().await;
    app.fail(Service::Clinic, Mode::Error, 2);
    app.form(patient, reqwest::Method::PUT, &path, &particulars, &[])
        .await
        .ok();
    app.settle().await;
    let told = app.effects(Service::Clinic, "patient-info");
    assert_eq!(
        told.last().map(|one| one.details["address"].clone()),
        Some(json!("12 New Road"))
    );
    assert_eq!(
        app.effects(Service::Clinic, "profile").len(),
        2,
        "the address of mail, and private pay"
    );
    let wanted = json!({"personId": patient.person, "preferredPharmacy": app.users.samples.second_pharmacy["_id"]});
    app.post(patient, "/person/prefer-pharmacy", &wanted)
        .await
        .ok();
    app.settle().await;
    let told = app.effects(Service::Clinic, "prefer-pharmacy");
    assert_eq!(told.len(), 1);
    assert_eq!(
        told[0].details["preferredPharmacy"]["name"],
        app.users.samples.second_pharmacy["name"]
    );
    assert_eq!(
        json!(told[0].details["demographicNo"].to_string()),
        chart(app).await
    );
}

async fn what_the_clinic_refuses_is_told_and_not_repeated(app: &TestApp) {
    let patient = &app.users.patient;
    app.create(patient, 1).await;
    app.settle().await;
    app.fail(Service::Clinic, Mode::Decline, 1);
    let wanted = json!({"personId": patient.person, "preferredPharmacy": app.users.samples.second_pharmacy["_id"]});
    app.post(patient, "/person/prefer-pharmacy", &wanted)
        .await
        .ok();
    app.settle().await;
    app.expect_given_up(1);
    assert!(app.effects(Service::Clinic, "prefer-pharmacy").is_empty());
    let list = app
        .get(&app.users.office, "/clinic-queue?state=givenUp")
        .await
        .ok();
    assert_eq!(
        (&list["items"][0]["kind"], &list["items"][0]["tries"]),
        (&json!("pharmacy"), &json!(1))
    );
    assert_eq!(
        list["items"][0]["why"],
        "The clinic’s record system refused the change."
    );
}

async fn a_chart_that_cannot_be_looked_up_is_made_once(app: &TestApp) {
    without_number(app).await;
    app.fail(Service::Clinic, Mode::Lost, 1);
    app.create(&app.users.patient, 1).await;
    app.settle().await;
    app.expect_given_up(1);
    assert_eq!(
        app.effects(Service::Clinic, "demographic").len(),
        1,
        "nobody asked again"
    );
    assert_eq!(chart(app).await, Value::Null);
    // Somebody of the office looks, and enters the number; once.
    let path = format!("/person/demographic/{}", app.users.patient.person);
    for odd in ["chart 7", "0", "12345678901", "-1"] {
        assert_eq!(
            app.post(&app.users.office, &path, &json!({"demographicNo": odd}))
                .await
                .fields(),
            ["demographicNo"],
            "{odd}"
        );
    }
    let seen = app
        .post(
            &app.users.office,
            &path,
            &json!({"demographicNo": " 1001 "}),
        )
        .await
        .ok();
    assert_eq!(seen["oscarDemographicId"], "1001");
    app.post(&app.users.office, &path, &json!({"demographicNo": "1002"}))
        .await
        .refused(409, "HAS_A_NUMBER");
    app.post(&app.users.office, &path, &json!({"demographicNo": "1001"}))
        .await
        .ok();
}

async fn refused_before_anything_was_made_it_is_asked_again(app: &TestApp) {
    without_number(app).await;
    app.fail(Service::Clinic, Mode::Error, 1);
    app.create(&app.users.patient, 1).await;
    app.settle().await;
    // An error of theirs leaves open what was made: nobody asks twice.
    let made = app.effects(Service::Clinic, "demographic").len();
    assert!(made <= 1, "{made}");
    if made == 0 {
        app.expect_given_up(1);
    }
}

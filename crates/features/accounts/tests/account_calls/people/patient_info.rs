// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /person/personal-info/{id}`: the office corrects a patient, at the partner clinic first.

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, on_both, phn};

fn form(patient: &User, by: &User) -> Value {
    json!({
        "id": patient.person, "byPerson": by.person, "firstName": "Wrenna", "lastName": "Testwell-Ash", "dateOfBirth": "1968-04-10",
        "address": "9 Harbour Road", "city": "Nanaimo", "province": "BC", "postalCode": "V9S 3C4",
        "phoneNumber": patient.phone, "bestNumber": "250-555-0199", "docType": "BC Card", "docNumber": phn(80), "docProvince": "BC",
        "email": patient.email,
    })
}

async fn put(app: &TestApp, by: &User, form: &Value) -> Answer {
    let path = format!("/person/personal-info/{}", app.users.patient.person);
    app.form(by, Method::PUT, &path, form, &[]).await
}

async fn person(app: &TestApp) -> Value {
    app.get(
        &app.users.patient,
        &format!("/person/{}", app.users.patient.person),
    )
    .await
    .ok()
}

on_both!(
    tells_the_clinic_first,
    nothing_changes_when_the_clinic_does_not_take_it,
    the_names_of_the_other_document_are_read,
    another_phone_is_proved_anew,
    a_version_that_is_older_than_the_record_changes_nothing,
    open_pages_hear_of_it,
    each_field_has_its_refusal,
    the_office_alone_and_as_itself
);

async fn tells_the_clinic_first(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    let answer = put(app, office, &form(patient, office)).await.ok();
    assert_eq!(
        (
            &answer["FirstName"],
            &answer["LastName"],
            &answer["DateOfBirth"],
            &answer["City"]
        ),
        (
            &json!("Wrenna"),
            &json!("Testwell-Ash"),
            &json!("1968-04-10"),
            &json!("Nanaimo")
        )
    );
    assert_eq!(
        (
            &answer["HealthDocuments"][0]["DocumentNumber"],
            &answer["HealthDocuments"][0]["status"]
        ),
        (&json!(phn(80)), &json!("pending"))
    );
    assert_eq!(answer["PhoneVerified"], true, "the same phone stays proved");
    let told = app.effects(Service::Clinic, "patient-info");
    assert_eq!(told.len(), 1);
    assert_eq!(
        (
            &told[0].details["lastName"],
            &told[0].details["docNumber"],
            &told[0].details["email"]
        ),
        (
            &json!("Testwell-Ash"),
            &json!(phn(80)),
            &json!(patient.email)
        )
    );
}

async fn nothing_changes_when_the_clinic_does_not_take_it(app: &TestApp) {
    let before = person(app).await;
    let office = &app.users.office;
    app.fail(Service::Clinic, Mode::Down, 9);
    let refused = put(app, office, &form(&app.users.patient, office))
        .await
        .refused(502, "CLINIC_FAILED");
    assert_eq!(
        refused["message"],
        "Update patient info in the partner clinic failed"
    );
    app.sandbox.clear_faults();
    assert_eq!(person(app).await, before);
    put(app, office, &form(&app.users.patient, office))
        .await
        .ok();
}

async fn the_names_of_the_other_document_are_read(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    let mut form = form(patient, office);
    for (other, name) in [
        ("FirstName", "firstName"),
        ("LastName", "lastName"),
        ("DateOfBirth", "dateOfBirth"),
    ] {
        form[other] = form[name].take();
        form.as_object_mut().expect("an object").remove(name);
    }
    for gone in [
        "docType",
        "docNumber",
        "docProvince",
        "email",
        "id",
        "byPerson",
    ] {
        form.as_object_mut().expect("an object").remove(gone);
    }
    let answer = put(app, office, &form).await.ok();
    assert_eq!(
        (
            &answer["FirstName"],
            &answer["HealthDocuments"][0]["DocumentNumber"]
        ),
        (&json!("Wrenna"), &json!(phn(1)))
    );
}

async fn another_phone_is_proved_anew(app: &TestApp) {
    let office = &app.users.office;
    let mut form = form(&app.users.patient, office);
    form["phoneNumber"] = "604-555-0188".into();
    assert_eq!(put(app, office, &form).await.ok()["PhoneVerified"], false);
}

async fn a_version_that_is_older_than_the_record_changes_nothing(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    let mut mine = form(patient, office);
    mine["version"] = person(app).await["version"]
        .as_i64()
        .expect("a version")
        .to_string()
        .into();
    let mut theirs = mine.clone();
    theirs["city"] = "Victoria".into();
    let stands = put(app, office, &theirs).await.ok();
    let told = app.effects(Service::Clinic, "patient-info").len();
    let refused = put(app, office, &mine).await.refused(409, "STALE_VERSION");
    assert_eq!(refused["current"], stands, "both sides are at hand");
    assert_eq!(
        app.effects(Service::Clinic, "patient-info").len(),
        told,
        "the clinic heard of nothing"
    );
    assert_eq!(person(app).await["City"], "Victoria");
    mine["version"] = stands["version"]
        .as_i64()
        .expect("a version")
        .to_string()
        .into();
    assert_eq!(put(app, office, &mine).await.ok()["City"], "Nanaimo");
    mine["version"] = "newest".into();
    assert_eq!(put(app, office, &mine).await.status, 400);
}

async fn open_pages_hear_of_it(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    let mut events = app.ctx.subscribe();
    put(app, office, &form(patient, office)).await.ok();
    let mut told = std::iter::from_fn(|| events.try_recv().ok());
    assert!(told.any(|one| one.kind == "person" && one.person.to_string() == patient.person));
}

async fn each_field_has_its_refusal(app: &TestApp) {
    let office = &app.users.office;
    let long = "x".repeat(10_000);
    for (field, value) in [
        ("firstName", ""),
        ("lastName", long.as_str()),
        ("dateOfBirth", "1967-02-29"),
        ("dateOfBirth", ""),
        ("address", ""),
        ("city", "\u{202e}x"),
        ("province", "XX"),
        ("postalCode", "98101"),
        ("phoneNumber", "12"),
        ("bestNumber", ""),
        ("docType", "Library card"),
        ("docNumber", "9123456789"),
        ("email", "other@mail.example"),
    ] {
        let mut form = form(&app.users.patient, office);
        form[field] = value.into();
        let answer = put(app, office, &form).await;
        assert_eq!(
            answer.clone().fields(),
            [field],
            "{field} = {value:?}: {}",
            answer.body
        );
    }
    assert!(
        app.effects(Service::Clinic, "patient-info").is_empty(),
        "the clinic was told of a refused form"
    );
}

async fn the_office_alone_and_as_itself(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    for by in [
        patient,
        &app.users.doctor,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        assert_eq!(
            put(app, by, &form(patient, by)).await.status,
            403,
            "{}",
            by.email
        );
    }
    assert_eq!(
        put(app, office, &form(patient, &app.users.doctor))
            .await
            .status,
        403
    );
    let nobody = format!("/person/personal-info/{}", uuid::Uuid::nil());
    let mut form = form(patient, office);
    assert_eq!(
        app.form(office, Method::PUT, &nobody, &form, &[])
            .await
            .status,
        400
    );
    form["id"] = "".into();
    assert_eq!(
        app.form(office, Method::PUT, &nobody, &form, &[])
            .await
            .status,
        404
    );
}

#[tokio::test]
async fn is_corrected_without_a_partner_clinic() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.services.clinic = salal_integrations::ClinicSettings::default();
    })
    .await;
    let office = &app.users.office;
    let answer = put(&app, office, &form(&app.users.patient, office))
        .await
        .ok();
    assert_eq!(answer["LastName"], "Testwell-Ash");
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /pharmanet/form`: the form of one look-up, made right before it is sent.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, User, number, on_both, phn, register_form, register_patient};

async fn sealed(app: &TestApp, by: &User) -> Value {
    let typed = json!({"login": "hvarga01", "password": "Wild-rose 17"});
    app.post(by, "/pharmanet/encrypt", &typed).await.ok()["encryptedStr"].clone()
}

async fn form(app: &TestApp, by: &User, person: &str) -> crate::support::Answer {
    let body = json!({"encryptedStr": sealed(app, by).await, "personId": person});
    app.post(by, "/pharmanet/form", &body).await
}

/// Another document for the first patient, as the patient writes it.
async fn document(app: &TestApp, fields: &Value) {
    let patient = &app.users.patient;
    let mut whole = json!({
        "personId": patient.person, "BCCardNumber": "", "HealthCardNumber": "", "HealthCardProvince": "",
        "PassportNumber": "", "PassportCountryId": "",
    });
    for (name, value) in fields.as_object().expect("fields") {
        whole[name] = value.clone();
    }
    let path = format!("/person/healthDoc/{}", patient.person);
    app.form(patient, Method::PUT, &path, &whole, &[])
        .await
        .ok();
}

on_both!(
    the_number_is_the_provincial_card_s_and_the_look_up_stands_in_the_audit,
    another_province_s_card_does_where_there_is_no_provincial_one,
    without_a_number_nothing_is_opened,
    what_the_sandbox_is_sent_arrives,
    a_person_that_does_not_exist_and_a_string_of_somebody_else
);

async fn the_number_is_the_provincial_card_s_and_the_look_up_stands_in_the_audit(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let lines = "SELECT count(*) AS n FROM audit WHERE action = 'POST /pharmanet/form'";
    let answer = form(app, doctor, &patient.person).await.ok();
    assert_eq!(answer["phn"], phn(1));
    assert_eq!(
        (&answer["login"], &answer["password"]),
        (&json!("hvarga01"), &json!("Wild-rose 17"))
    );
    assert_eq!(answer["action"], json!(app.ctx.settings.pharmanet.url));
    assert_eq!(number(&app.ctx.db, lines).await, 1);
    let used = "SELECT count(*) AS n FROM pharmanet_use WHERE person_id IS NOT NULL";
    assert_eq!(number(&app.ctx.db, used).await, 1);
}

async fn another_province_s_card_does_where_there_is_no_provincial_one(app: &TestApp) {
    document(
        app,
        &json!({"HealthCardNumber": "1234-567-890", "HealthCardProvince": "ON"}),
    )
    .await;
    let answer = form(app, &app.users.office, &app.users.patient.person)
        .await
        .ok();
    assert_eq!(answer["phn"], "1234567890");
}

async fn without_a_number_nothing_is_opened(app: &TestApp) {
    let mut without = register_form(71);
    without["BCCardNumber"] = "".into();
    without["isPrivatePay"] = "true".into();
    let person = register_patient(app, &without).await.person;
    let refused = form(app, &app.users.doctor, &person)
        .await
        .refused(409, "PHN_NOT_FOUND");
    assert_eq!(refused["message"], "PHN not found");
    assert_eq!(
        number(&app.ctx.db, "SELECT count(*) AS n FROM pharmanet_use").await,
        0
    );
}

async fn what_the_sandbox_is_sent_arrives(app: &TestApp) {
    let answer = form(app, &app.users.doctor, &app.users.patient.person)
        .await
        .ok();
    let fields =
        ["phn", "login", "password"].map(|name| (name, answer[name].as_str().expect("a text")));
    let status = app
        .api
        .post_form(&app.sandbox.url("/pharmanet"), &fields)
        .await;
    assert_eq!(status, 200);
    let opened = app.effects(salal_sandbox::Service::Pharmanet, "open");
    assert_eq!(opened.len(), 1);
    assert!(
        !format!("{opened:?}").contains("Wild-rose"),
        "the stand-in keeps no password either"
    );
}

async fn a_person_that_does_not_exist_and_a_string_of_somebody_else(app: &TestApp) {
    let doctor = &app.users.doctor;
    form(app, doctor, &uuid::Uuid::nil().to_string())
        .await
        .refused(404, "NOT_FOUND");
    let body = json!({"encryptedStr": sealed(app, &app.users.office).await, "personId": app.users.patient.person});
    app.post(doctor, "/pharmanet/form", &body)
        .await
        .refused(409, "NOT_SEALED_FOR_YOU");
    let lines = "SELECT count(*) AS n FROM audit WHERE action = 'POST /pharmanet/form'";
    assert_eq!(number(&app.ctx.db, lines).await, 0, "nothing was looked up");
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /person/healthDoc/{id}`

use reqwest::Method;
use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::files::{pdf, png};
use crate::support::{Answer, TestApp, User, number, on_both, phn, stable};

async fn put(app: &TestApp, user: &User, form: &Value, files: &[(&str, &str, Vec<u8>)]) -> Answer {
    let path = format!("/person/healthDoc/{}", user.person);
    app.form(user, Method::PUT, &path, form, files).await
}

fn card(user: &User, number: &str) -> Value {
    json!({"personId": user.person, "BCCardNumber": number})
}

on_both!(
    a_new_number_is_pending,
    what_was_checked_stays_checked_until_it_changes,
    other_cards_and_private_pay,
    each_field_has_its_refusal,
    only_the_owner
);

async fn a_new_number_is_pending(app: &TestApp) {
    let patient = &app.users.patient;
    app.post(
        patient,
        "/tele-plan/eligibility",
        &json!({"personId": patient.person}),
    )
    .await
    .ok();
    let files = [
        ("file", "front.png", png(40, 30)),
        ("back", "back.pdf", pdf("")),
    ];
    let answer = put(app, patient, &card(patient, &phn(70)), &files)
        .await
        .ok();
    insta::assert_json_snapshot!("health_doc", stable(&answer["HealthDocuments"]));
    assert_eq!(answer["HealthDocuments"][0]["DocumentNumber"], phn(70));
    let retired = "SELECT COUNT(*) AS n FROM health_document WHERE retired_at IS NOT NULL";
    assert_eq!(
        number(&app.ctx.db, retired).await,
        1,
        "the old one is kept, retired"
    );
}

async fn what_was_checked_stays_checked_until_it_changes(app: &TestApp) {
    let patient = &app.users.patient;
    app.post(
        patient,
        "/tele-plan/eligibility",
        &json!({"personId": patient.person}),
    )
    .await
    .ok();
    let same = put(app, patient, &card(patient, &phn(1)), &[]).await.ok();
    assert_eq!(
        (
            &same["HealthDocuments"][0]["status"],
            &same["HealthDocuments"][0]["files"]
        ),
        (&json!("valid"), &json!([]))
    );
    let front = put(
        app,
        patient,
        &card(patient, &phn(1)),
        &[("file", "front.png", png(40, 30))],
    )
    .await
    .ok();
    assert_eq!(
        front["HealthDocuments"][0]["status"], "pending",
        "another picture is another document"
    );
    let both = put(
        app,
        patient,
        &card(patient, &phn(1)),
        &[("back", "back.png", png(40, 31))],
    )
    .await
    .ok();
    let names: Vec<&Value> = both["HealthDocuments"][0]["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| &file["name"])
        .collect();
    assert_eq!(names, ["front.png", "back.png"], "the front was taken over");
}

async fn other_cards_and_private_pay(app: &TestApp) {
    let patient = &app.users.patient;
    let ontario = json!({"personId": patient.person, "HealthCardNumber": "1234-567-897 zz", "HealthCardProvince": "ON"});
    let answer = put(app, patient, &ontario, &[]).await.ok();
    assert_eq!(
        (
            &answer["HealthDocuments"][0]["Type"],
            &answer["HealthDocuments"][0]["Province"]
        ),
        (&json!("Canadian Health Card"), &json!("ON"))
    );
    let passport = json!({"personId": patient.person, "PassportNumber": "AB123456", "PassportCountryId": "NZ"});
    assert_eq!(
        put(app, patient, &passport, &[]).await.ok()["HealthDocuments"][0]["Type"],
        "Passport"
    );
    let private = put(
        app,
        patient,
        &json!({"personId": patient.person, "isPrivatePay": "true"}),
        &[],
    )
    .await
    .ok();
    assert_eq!(
        (
            &private["isPrivatePay"],
            &private["HealthDocuments"],
            &private["flags"]
        ),
        (&json!(true), &json!([]), &json!(["PRIVATE"]))
    );
    let again = put(app, patient, &card(patient, &phn(1)), &[]).await.ok();
    assert_eq!(
        (
            &again["isPrivatePay"],
            again["HealthDocuments"].as_array().map(Vec::len)
        ),
        (&json!(false), Some(1))
    );
}

async fn each_field_has_its_refusal(app: &TestApp) {
    let patient = &app.users.patient;
    for (form, field) in [
        (json!({"BCCardNumber": "9123456789"}), "BCCardNumber"),
        (json!({"BCCardNumber": "9".repeat(10_000)}), "BCCardNumber"),
        (json!({"personId": ""}), "BCCardNumber"),
        (
            json!({"HealthCardNumber": "1234567897"}),
            "HealthCardProvince",
        ),
        (json!({"HealthCardProvince": "ON"}), "HealthCardNumber"),
        (
            json!({"HealthCardNumber": "\u{202e}12", "HealthCardProvince": "ON"}),
            "HealthCardNumber",
        ),
        (json!({"PassportNumber": "AB123456"}), "PassportCountryId"),
        (
            json!({"PassportNumber": "🪪", "PassportCountryId": "NZ"}),
            "PassportNumber",
        ),
    ] {
        let answer = put(app, patient, &form, &[]).await;
        assert_eq!(answer.clone().fields(), [field], "{form}: {}", answer.body);
    }
    assert_eq!(
        put(app, patient, &json!({"BCCardNumber": "9\0"}), &[])
            .await
            .status,
        400
    );
    assert_eq!(
        put(app, patient, &json!({"status": "valid"}), &[])
            .await
            .status,
        400
    );
}

async fn only_the_owner(app: &TestApp) {
    let path = format!("/person/healthDoc/{}", app.users.patient.person);
    let form = card(&app.users.patient, &phn(71));
    assert_eq!(
        app.form(&app.users.other, Method::PUT, &path, &form, &[])
            .await
            .status,
        404
    );
    for by in [
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        assert_eq!(
            app.form(by, Method::PUT, &path, &form, &[]).await.status,
            403
        );
    }
}

/// Where a picture of the card is asked for, a new number needs one, and a number with one does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_of_the_card_is_required() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.features.card_upload = true;
        })
        .await;
        let patient = &app.users.patient;
        let answer = put(&app, patient, &card(patient, &phn(1)), &[]).await;
        let said = &answer.body["errors"][0];
        let wanted = json!({"field": "file", "message": "Upload Card Image is Required"});
        assert_eq!(said, &wanted);
        let front = [("file", "front.png", png(40, 30))];
        put(&app, patient, &card(patient, &phn(1)), &front)
            .await
            .ok();
        put(&app, patient, &card(patient, &phn(1)), &[]).await.ok();
        app.at_rest().await;
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /person/personalInfo/{id}`

use chrono::{NaiveDate, TimeDelta};
use reqwest::Method;
use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::files::{pdf, png};
use crate::support::{
    Answer, TestApp, User, number, on_both, register_form, register_patient, stable,
};

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

/// A day, many years before the clinic's day of now.
fn years_ago(app: &TestApp, years: i32, days: i64) -> String {
    use chrono::Datelike;
    let today = salal_domain::days::vancouver_day(app.ctx.now());
    let birth = NaiveDate::from_ymd_opt(today.year() - years, today.month(), today.day())
        .expect("no leap day");
    (birth + TimeDelta::days(days)).to_string()
}

on_both!(
    works,
    the_cell_phone_stays,
    each_field_has_its_refusal,
    nineteen_by_the_clinics_calendar,
    other_peoples_profiles,
    staff_change_their_phone_and_no_name,
    pictures_are_refused_where_they_are_off,
    two_tabs_at_once
);

async fn works(app: &TestApp) {
    let patient = &app.users.patient;
    let form = with(
        patient,
        &[
            ("Address", "9 Harbour Road"),
            ("City", "Nanaimo"),
            ("PostalCode", "v9s 3c4"),
            ("BestPhoneNumber", "(250) 555-0199"),
        ],
    );
    let answer = put(app, patient, &form).await.ok();
    insta::assert_json_snapshot!("personal_info", stable(&answer));
    let own = app
        .get(patient, &format!("/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(own, answer);
}

async fn the_cell_phone_stays(app: &TestApp) {
    let patient = &app.users.patient;
    assert_eq!(
        put(
            app,
            patient,
            &with(patient, &[("PhoneNumber", "604-555-0111")])
        )
        .await
        .fields(),
        ["PhoneNumber"]
    );
    let kept = put(app, patient, &with(patient, &[("PhoneNumber", "")]))
        .await
        .ok();
    assert_eq!(
        (&kept["PhoneNumber"], &kept["PhoneVerified"]),
        (&json!(patient.phone), &json!(true))
    );
}

async fn each_field_has_its_refusal(app: &TestApp) {
    let patient = &app.users.patient;
    let long = "x".repeat(10_000);
    for (field, value) in [
        ("FirstName", ""),
        ("FirstName", long.as_str()),
        ("FirstName", "Wren\u{7}"),
        ("LastName", "\u{202e}llewtseT"),
        ("LastName", " "),
        ("DateOfBirth", ""),
        ("DateOfBirth", "1967-02-29"),
        ("DateOfBirth", "1968-13-01"),
        ("DateOfBirth", "1899-12-31"),
        ("DateOfBirth", "2031-01-01"),
        ("BestPhoneNumber", ""),
        ("BestPhoneNumber", "12"),
        ("Address", ""),
        ("Address", long.as_str()),
        ("Address", "a\nb"),
        ("City", " "),
        ("Province", "XX"),
        ("Province", ""),
        ("PostalCode", "98101"),
        ("PostalCode", ""),
    ] {
        let answer = put(app, patient, &with(patient, &[(field, value)])).await;
        assert_eq!(
            answer.clone().fields(),
            [field],
            "{field} = {value:?}: {}",
            answer.body
        );
    }
    assert_eq!(
        put(app, patient, &with(patient, &[("City", "Van\0couver")]))
            .await
            .status,
        400
    );
    assert_eq!(
        put(app, patient, &with(patient, &[("isAdmin", "true")]))
            .await
            .status,
        400
    );
    assert_eq!(
        put(app, patient, &with(patient, &[("Role", "ROLE_ADMIN")]))
            .await
            .status,
        403
    );
    let emoji = put(
        app,
        patient,
        &with(
            patient,
            &[("Address", "12 Salal Lane 🌲"), ("FirstName", "ਸਿੰਘ 🦅")],
        ),
    )
    .await
    .ok();
    assert_eq!(
        (&emoji["Address"], &emoji["FirstName"]),
        (&json!("12 Salal Lane 🌲"), &json!("ਸਿੰਘ 🦅"))
    );
}

async fn nineteen_by_the_clinics_calendar(app: &TestApp) {
    let patient = &app.users.patient;
    // Late in the evening in Vancouver it is tomorrow already by UTC.
    let evening = app
        .ctx
        .now()
        .date_naive()
        .and_hms_opt(5, 30, 0)
        .expect("a time")
        .and_utc();
    let later = if evening > app.ctx.now() {
        evening
    } else {
        evening + TimeDelta::days(1)
    };
    app.ctx.clock.advance(later - app.ctx.now());
    let patient = &crate::support::sign_in_patient(app, patient.clone()).await;
    put(
        app,
        patient,
        &with(patient, &[("DateOfBirth", &years_ago(app, 19, 0))]),
    )
    .await
    .ok();
    let answer = put(
        app,
        patient,
        &with(patient, &[("DateOfBirth", &years_ago(app, 19, 1))]),
    )
    .await;
    assert_eq!(
        answer.body["errors"][0]["message"],
        "You must be 19 years or older to access Salal"
    );
}

async fn other_peoples_profiles(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let path = format!("/person/personalInfo/{}", other.person);
    for by in [
        patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.admin,
    ] {
        let answer = app
            .form(by, Method::PUT, &path, &with(other, &[("Role", "")]), &[])
            .await;
        assert_eq!(answer.status, 404, "{}", by.email);
    }
    let form = with(patient, &[("personId", &other.person)]);
    assert_eq!(put(app, patient, &form).await.status, 400);
    assert_eq!(
        app.get(other, &format!("/person/{}", other.person))
            .await
            .ok()["Address"],
        "12 Salal Lane"
    );
}

async fn staff_change_their_phone_and_no_name(app: &TestApp) {
    let doctor = &app.users.doctor;
    let now = app
        .get(doctor, &format!("/person/{}", doctor.person))
        .await
        .ok();
    assert_eq!(now["nameLocked"], true);
    let form = json!({"personId": doctor.person, "FirstName": now["FirstName"], "LastName": now["LastName"], "PhoneNumber": "604-555-0177", "BestPhoneNumber": ""});
    let changed = put(app, doctor, &form).await.ok();
    assert_eq!(
        (&changed["PhoneNumber"], &changed["PhoneVerified"]),
        (&json!("6045550177"), &json!(false))
    );
    let renamed =
        json!({"personId": doctor.person, "FirstName": "Somebody", "PhoneNumber": "604-555-0177"});
    assert_eq!(put(app, doctor, &renamed).await.fields(), ["FirstName"]);
    let path = format!("/person/personalInfo/{}", doctor.person);
    let signed = app
        .form(
            doctor,
            Method::PUT,
            &path,
            &form,
            &[("signature", "sign.png", png(80, 20))],
        )
        .await
        .ok();
    assert!(signed["signatureImageKey"].is_string());
}

async fn pictures_are_refused_where_they_are_off(app: &TestApp) {
    let patient = &app.users.patient;
    let path = format!("/person/personalInfo/{}", patient.person);
    let answer = app
        .form(
            patient,
            Method::PUT,
            &path,
            &unchanged(patient),
            &[("file", "me.png", png(9, 9))],
        )
        .await;
    assert_eq!(answer.fields(), ["file"]);
    let answer = app
        .form(
            patient,
            Method::PUT,
            &path,
            &unchanged(patient),
            &[("signature", "me.png", png(9, 9))],
        )
        .await;
    assert_eq!(answer.fields(), ["signature"]);
}

async fn two_tabs_at_once(app: &TestApp) {
    let patient = &app.users.patient;
    let (one, two) = (
        with(patient, &[("City", "Nanaimo")]),
        with(patient, &[("City", "Kelowna")]),
    );
    let answers =
        futures_util::future::join(put(app, patient, &one), put(app, patient, &two)).await;
    for answer in [&answers.0, &answers.1] {
        assert!(
            answer.status == 200 || answer.body["code"] == "STALE_VERSION",
            "{}",
            answer.body
        );
    }
    let before = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await;
    let path = format!("/person/personalInfo/{}", patient.person);
    let first = app
        .api
        .form(Some(patient), Method::PUT, &path, "one-click", &one, &[])
        .await;
    let again = app
        .api
        .form(Some(patient), Method::PUT, &path, "one-click", &one, &[])
        .await;
    assert_eq!((first.ok(), again.replayed), (again.body.clone(), true));
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await,
        before + 1
    );
}

/// With the flag on a picture is kept, and the newest is shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_profile_picture() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.features.profile_upload = true;
        })
        .await;
        let patient = &app.users.patient;
        let path = format!("/person/personalInfo/{}", patient.person);
        let send = |name: &'static str, bytes: Vec<u8>| {
            let (app, path) = (&app, path.clone());
            async move {
                let files = [("file", name, bytes)];
                app.form(patient, Method::PUT, &path, &unchanged(patient), &files)
                    .await
            }
        };
        let first = send("me.png", png(30, 30)).await.ok()["profileImageKey"].clone();
        let second = send("me.png", png(31, 30)).await.ok()["profileImageKey"].clone();
        assert_ne!(first, second);
        let file = format!("/file/{}", second.as_str().expect("an id"));
        assert_eq!(app.get(patient, &file).await.content_type, "image/png");
        let answer = send("me.pdf", pdf("")).await;
        let told = "Only allow uploading following file type: image";
        assert_eq!(
            (answer.status, &answer.body["message"]),
            (415, &json!(told))
        );
        app.at_rest().await;
    }
}

/// Registration asks for the pictures that the deployment wants, and keeps them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn registration_with_pictures() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.features.card_upload = true;
            settings.features.profile_upload = true;
        })
        .await;
        let without = app
            .api
            .send_form("/user", "without", &register_form(60), &[])
            .await;
        let said = without.body["errors"].to_string();
        assert!(said.contains("Upload Card Image is Required"), "{said}");
        assert_eq!(without.fields().len(), 2, "{said}");
        let files = [
            ("profileImage", "me.png", png(20, 20)),
            ("healthDocument", "front.png", png(40, 20)),
            ("healthDocumentBack", "back.pdf", pdf("")),
        ];
        app.api
            .send_form("/user", "with", &register_form(60), &files)
            .await
            .ok();
        let of_a_person = "SELECT COUNT(*) AS n FROM upload WHERE category <> 'messaging'";
        let kept = number(&app.ctx.db, of_a_person).await;
        let hung = "SELECT COUNT(*) AS n FROM health_document WHERE upload_id IS NOT NULL AND back_upload_id IS NOT NULL";
        assert_eq!((kept, number(&app.ctx.db, hung).await), (3, 1));
        app.at_rest().await;
    }
}

/// The 29th of February is a day of birth like any other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_born_on_a_leap_day() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(&crate::TESTED, engine).await;
        let new = register_patient(&app, &register_form(61)).await;
        let form = with(&new, &[("DateOfBirth", "2004-02-29")]);
        put(&app, &new, &form).await.ok();
        app.at_rest().await;
    }
}

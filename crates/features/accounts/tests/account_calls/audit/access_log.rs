// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /person/access-log/{id}`

use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, sign_in_patient, sign_in_staff};

async fn log(app: &TestApp, by: &User, of: &User) -> Vec<Value> {
    let path = format!("/person/access-log/{}?limit=100", of.person);
    let answer = app.get(by, &path).await.ok();
    answer["items"].as_array().cloned().unwrap_or_default()
}

on_both!(
    says_who_opened_what,
    a_refresh_of_what_is_open_is_not_another_access,
    is_the_owners_and_the_administrators,
    is_paged_without_gaps
);

async fn says_who_opened_what(app: &TestApp) {
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    let before = log(app, patient, patient).await.len();
    app.get(doctor, &format!("/medicalinfo/person/{}", patient.person))
        .await
        .ok();
    app.get(office, &format!("/person/{}", patient.person))
        .await
        .ok();
    app.get(patient, &format!("/person/{}", patient.person))
        .await
        .ok();
    app.get(doctor, &format!("/person/{}", app.users.other.person))
        .await
        .ok();
    let lines = log(app, patient, patient).await;
    assert_eq!(
        lines.len(),
        before + 2,
        "own reads and other records are left out: {lines:?}"
    );
    assert_eq!(
        (&lines[0]["role"], &lines[0]["what"], &lines[0]["by"]["_id"]),
        (
            &json!("Office"),
            &json!("Opened the profile"),
            &json!(office.person)
        )
    );
    assert_eq!(
        (&lines[1]["role"], &lines[1]["what"]),
        (&json!("Doctor"), &json!("Opened the medical information"))
    );
    assert!(lines[1]["at"].is_string() && lines[1]["by"]["LastName"].is_string());
    assert!(
        lines.iter().all(|line| line["role"] != "You"),
        "one's own acts are left out: {lines:?}"
    );
    let own = log(app, &app.users.admin, patient).await;
    assert!(
        own.iter().any(|line| line["role"] == "You"),
        "an administrator sees them: {own:?}"
    );
}

async fn a_refresh_of_what_is_open_is_not_another_access(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let refresh = async |by: &User, of: &User| {
        let path = format!("/api/person/{}", of.person);
        let headers = [("x-access-token", by.token.as_str()), ("x-refresh", "1")];
        app.ctx.clock.advance(chrono::TimeDelta::milliseconds(10));
        let answer = app
            .api
            .send_raw(reqwest::Method::GET, &path, &headers, Vec::new())
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    };
    let lines = async || log(app, patient, patient).await.len();
    let before = lines().await;
    // The page is not believed of a record that this person never opened.
    refresh(doctor, patient).await;
    assert_eq!(lines().await, before + 1);
    refresh(doctor, patient).await;
    assert_eq!(lines().await, before + 1, "a refresh left a line");
    // Another person, and another opening by the same one.
    refresh(&app.users.office, patient).await;
    app.get(doctor, &format!("/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(lines().await, before + 3);
    // A day later nothing is open any more.
    app.ctx.clock.advance(chrono::TimeDelta::hours(13));
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    refresh(doctor, patient).await;
    let patient = &sign_in_patient(app, patient.clone()).await;
    assert_eq!(log(app, patient, patient).await.len(), before + 4);
}

async fn is_the_owners_and_the_administrators(app: &TestApp) {
    let patient = &app.users.patient;
    let path = format!("/person/access-log/{}", patient.person);
    for by in [
        &app.users.other,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(app.get(by, &path).await.status, 404, "{}", by.email);
    }
    let before = log(app, patient, patient).await.len();
    log(app, &app.users.admin, patient).await;
    let lines = log(app, patient, patient).await;
    assert_eq!(
        (lines.len(), &lines[0]["role"], &lines[0]["what"]),
        (
            before + 1,
            &json!("Administrator"),
            &json!("Opened this list")
        )
    );
    assert_eq!(
        app.get(
            &app.users.admin,
            &format!("/person/access-log/{}", uuid::Uuid::nil())
        )
        .await
        .status,
        404
    );
}

async fn is_paged_without_gaps(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    for _ in 0..5 {
        app.get(doctor, &format!("/person/{}", patient.person))
            .await
            .ok();
    }
    let whole = log(app, patient, patient).await;
    let (mut walked, mut cursor) = (Vec::new(), String::new());
    while walked.len() < 100 {
        let page = app
            .get(
                patient,
                &format!("/person/access-log/{}?limit=2{cursor}", patient.person),
            )
            .await
            .ok();
        walked.extend(page["items"].as_array().cloned().unwrap_or_default());
        let Some(next) = page["nextCursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(walked, whole);
    for wrong in ["cursor=x", "nobody=1", "limit=x"] {
        assert_eq!(
            app.get(
                patient,
                &format!("/person/access-log/{}?{wrong}", patient.person)
            )
            .await
            .status,
            400,
            "{wrong}"
        );
    }
    let theirs = app
        .get(
            &app.users.other,
            &format!("/person/access-log/{}?limit=1", app.users.other.person),
        )
        .await
        .ok()["nextCursor"]
        .clone();
    if let Some(theirs) = theirs.as_str() {
        assert_eq!(
            app.get(
                patient,
                &format!("/person/access-log/{}?cursor={theirs}", patient.person)
            )
            .await
            .status,
            400
        );
    }
}

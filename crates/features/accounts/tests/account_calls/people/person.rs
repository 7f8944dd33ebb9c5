// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /person/{id}`, the patients list, eligibility, the preferred pharmacy, the welcome dialog.

use serde_json::{Value, json};

use crate::support::{TestApp, on_both, phn, stable};

on_both!(
    a_person_as_the_owner_and_the_staff_see_it,
    staff_find_patients,
    patients_follow_each_other_without_gaps,
    the_plan_is_asked_once_a_day,
    the_preferred_pharmacy,
    the_welcome_is_shown_once,
    a_location_is_stated_or_nothing
);

async fn a_person_as_the_owner_and_the_staff_see_it(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let own = app
        .get(patient, &format!("/person/{}", patient.person))
        .await
        .ok();
    insta::assert_json_snapshot!("person", stable(&own));
    assert_eq!(
        app.get(doctor, &format!("/person/profile/{}", patient.person))
            .await
            .ok(),
        own
    );
    assert_eq!(
        app.get(doctor, &format!("/person/{}", uuid::Uuid::nil()))
            .await
            .status,
        404
    );
}

async fn staff_find_patients(app: &TestApp) {
    let office = &app.users.office;
    for key in ["Testwell", "testw", &phn(1), "wren.1@mail.example"] {
        let found = app
            .get(office, &format!("/person/search-key/{key}"))
            .await
            .ok();
        assert!(
            found.to_string().contains(&app.users.patient.person),
            "{key}: {found}"
        );
    }
    let nobody = app.get(office, "/person/search-key/Zzzyx").await.ok();
    assert_eq!(nobody, json!([]));
    for wild in ["%25%25%25", "___"] {
        assert_eq!(
            app.get(office, &format!("/person/search-key/{wild}"))
                .await
                .ok(),
            json!([]),
            "{wild} is literal"
        );
    }
    let short = app.get(office, "/person/search-key/Te").await;
    assert!(matches!(short.status, 200 | 422), "{}", short.body);
    let list = app
        .get(office, "/user/patients?limit=3&sort=last")
        .await
        .ok();
    assert_eq!(list["items"].as_array().map(Vec::len), Some(3));
    assert!(list["nextCursor"].is_string() && list["total"].as_i64() > Some(3));
}

async fn patients_follow_each_other_without_gaps(app: &TestApp) {
    for sort in ["last", "-last", "first", "joined", "-joined"] {
        let ids = |list: &Value| -> Vec<Value> {
            list["items"]
                .as_array()
                .expect("items")
                .iter()
                .map(|one| one["_id"].clone())
                .collect()
        };
        let whole = app
            .get(
                &app.users.doctor,
                &format!("/user/patients?limit=100&sort={sort}"),
            )
            .await
            .ok();
        let mut walked = Vec::new();
        let mut cursor = String::new();
        while walked.len() < 1000 {
            let page = app
                .get(
                    &app.users.doctor,
                    &format!("/user/patients?limit=4&sort={sort}{cursor}"),
                )
                .await
                .ok();
            walked.extend(ids(&page));
            let Some(next) = page["nextCursor"].as_str() else {
                break;
            };
            let safe = next
                .bytes()
                .fold(String::new(), |safe, byte| format!("{safe}%{byte:02X}"));
            cursor = format!("&cursor={safe}");
        }
        assert_eq!(walked, ids(&whole), "{sort}");
    }
}

async fn the_plan_is_asked_once_a_day(app: &TestApp) {
    let patient = &app.users.patient;
    let body = json!({"personId": patient.person});
    let first = app
        .post(patient, "/tele-plan/eligibility", &body)
        .await
        .ok();
    assert_eq!(
        (&first["status"], &first["title"]),
        (&json!("valid"), &json!("Eligible"))
    );
    // Today's answer stands, even when the plan does not answer any more.
    app.fail(
        salal_sandbox::Service::Teleplan,
        salal_sandbox::Mode::Down,
        9,
    );
    assert_eq!(
        app.post(patient, "/tele-plan/eligibility", &body)
            .await
            .ok()["status"],
        "valid"
    );
    app.sandbox.clear_faults();
}

async fn the_preferred_pharmacy(app: &TestApp) {
    let patient = &app.users.patient;
    let wanted = &app.users.samples.second_pharmacy["_id"];
    for named in [wanted.clone(), json!({"_id": wanted})] {
        let body = json!({"personId": patient.person, "preferredPharmacy": named});
        let answer = app
            .post(patient, "/person/prefer-pharmacy", &body)
            .await
            .ok();
        assert_eq!(
            &answer["data"]["person"]["preferredPharmacy"]["_id"],
            wanted
        );
    }
    let body = json!({"personId": patient.person, "preferredPharmacy": uuid::Uuid::nil()});
    assert!(matches!(
        app.post(patient, "/person/prefer-pharmacy", &body)
            .await
            .status,
        404 | 422
    ));
}

async fn the_welcome_is_shown_once(app: &TestApp) {
    let patient = &app.users.patient;
    let user = |answer: Value| answer["user"]["isFirstLoginShow1"].clone();
    let token = || async { app.post(patient, "/user/token", &Value::Null).await.ok() };
    assert_eq!(user(token().await), true);
    app.put(
        patient,
        &format!("/person/first-login/{}", patient.person),
        &json!({}),
    )
    .await
    .ok();
    assert_eq!(user(token().await), false);
}

async fn a_location_is_stated_or_nothing(app: &TestApp) {
    let patient = &app.users.patient;
    assert_eq!(
        app.put(patient, "/person/location", &json!({"confirmed": false}))
            .await
            .fields(),
        ["confirmed"]
    );
    assert_eq!(
        app.put(patient, "/person/location", &json!({"confirmed": true}))
            .await
            .status,
        204
    );
}

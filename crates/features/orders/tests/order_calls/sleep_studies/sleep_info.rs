// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /sleep-info`, `GET /sleep-info/person/{id}`, `GET /sleep-info/{id}`

use serde_json::{Value, json};

use crate::support::{TestApp, on_both, once, sleep_info, stable};

on_both!(
    every_save_is_a_new_version,
    what_is_missing_is_told_beside_its_field
);

once!(for_patients_only);

async fn every_save_is_a_new_version(app: &TestApp) {
    let patient = &app.users.patient;
    let first = app.sleep_info(patient).await;
    insta::assert_json_snapshot!("sleep_info", stable(&first));
    let mut changed = sleep_info();
    changed["weight"] = json!(87.5);
    changed["bloodPressures"] = json!([
        {"systolic": 50, "diastolic": 20, "measureDate": "2025-01-02T03:04:05Z"},
        {"systolic": 400, "diastolic": 300, "measure_date": "2025-01-02T03:04:05-08:00"},
        {"_id": "an old one", "systolic": 120, "diastolic": 80, "measureDate": "2025-07-01T09:00"},
    ]);
    let second = app.post(patient, "/sleep-info", &changed).await.ok();
    let path = format!("/sleep-info/person/{}", patient.person);
    let all = app.get(patient, &path).await.ok();
    assert_eq!((&all[0], &all[1]), (&second, &first));
    let read: Vec<&Value> = (0..3)
        .map(|n| &second["bloodPressures"][n]["measureDate"])
        .collect();
    assert_eq!(
        read,
        [
            "2025-01-02T03:04:05Z",
            "2025-01-02T11:04:05Z",
            "2025-07-01T16:00:00Z"
        ]
    );
    let one = format!("/sleep-info/{}", first["_id"].as_str().expect("an id"));
    for by in [patient, &app.users.doctor, &app.users.office] {
        assert_eq!(app.get(by, &one).await.ok(), first);
        assert_eq!(app.get(by, &path).await.ok(), all);
    }
    assert_eq!(app.get(&app.users.other, &one).await.status, 404);
    assert_eq!(app.get(&app.users.other, &path).await.status, 404);
    assert_eq!(
        app.get(
            &app.users.doctor,
            &format!("/sleep-info/person/{}", uuid::Uuid::nil())
        )
        .await
        .status,
        404
    );
}

async fn what_is_missing_is_told_beside_its_field(app: &TestApp) {
    let patient = &app.users.patient;
    let refused = app
        .post(patient, "/sleep-info", &json!({}))
        .await
        .refused(422, "PLEASE_CORRECT_ERRORS_BELOW");
    insta::assert_json_snapshot!("sleep_info_refused", refused["errors"]);
    for (field, value, wanted) in [
        ("height", json!(0), "height"),
        ("weight", json!(-5), "weight"),
        ("snore", json!(null), "snore"),
        ("bloodPressures", json!([]), "bloodPressures"),
        (
            "bloodPressures",
            json!(vec![sleep_info()["bloodPressures"][0].clone(); 4]),
            "bloodPressures",
        ),
        (
            "bloodPressures",
            json!([{"systolic": 49, "diastolic": 80, "measureDate": "2024-02-29T18:12"}]),
            "bloodPressures[0].systolic",
        ),
        (
            "bloodPressures",
            json!([{"systolic": 120, "diastolic": 301, "measureDate": "2024-02-29T18:12"}]),
            "bloodPressures[0].diastolic",
        ),
        (
            "bloodPressures",
            json!([{"systolic": 120, "diastolic": 80}]),
            "bloodPressures[0].measureDate",
        ),
        (
            "bloodPressures",
            json!([{"systolic": 120, "diastolic": 80, "measureDate": "2023-02-29T18:12"}]),
            "bloodPressures[0].measureDate",
        ),
        (
            "bloodPressures",
            json!([{"systolic": 120, "diastolic": 80, "measureDate": "2999-01-01T00:00"}]),
            "bloodPressures[0].measureDate",
        ),
    ] {
        let mut sent = sleep_info();
        sent[field] = value;
        assert_eq!(
            app.post(patient, "/sleep-info", &sent).await.fields(),
            [wanted],
            "{sent}"
        );
    }
    for (field, value) in [
        ("height", json!("tall")),
        ("snore", json!("yes")),
        ("nobodyAsked", json!(1)),
        ("bloodPressures", json!([{"pulse": 60}])),
    ] {
        let mut sent = sleep_info();
        sent[field] = value;
        app.post(patient, "/sleep-info", &sent)
            .await
            .refused(400, "MALFORMED");
    }
    let all = app
        .get(patient, &format!("/sleep-info/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(all, json!([]));
}

async fn for_patients_only(app: &TestApp) {
    for staff in [&app.users.doctor, &app.users.office, &app.users.admin] {
        app.post(staff, "/sleep-info", &sleep_info())
            .await
            .refused(403, "NOT_ALLOWED");
    }
    app.post_open("/sleep-info", &sleep_info())
        .await
        .refused(401, "NO_TOKEN");
}

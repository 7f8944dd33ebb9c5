// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /medicalinfo/`

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::json;

use crate::support::{TestApp, medical_info, new_key, on_both, stable};

on_both!(
    every_save_is_a_new_version,
    the_same_click_twice_is_one_version,
    what_is_missing_is_told_beside_its_field,
    for_oneself_only
);

async fn every_save_is_a_new_version(app: &TestApp) {
    // The users were made with a clock that ran ahead by minutes.
    app.ctx.clock.advance(TimeDelta::hours(1));
    let patient = &app.users.patient;
    let mut record = medical_info(&app.users.samples);
    record["defaultPharmacy"] = json!({"_id": app.users.samples.second_pharmacy["_id"]});
    record["AllergyToMedication"] = json!([]);
    record["otherAllergy"] = json!({"_id": "latex", "name": "Latex"});
    let saved = app.post(patient, "/medicalinfo/", &record).await.ok();
    insta::assert_json_snapshot!("medicalinfo_saved", stable(&saved));
    let all = app
        .get(patient, &format!("/medicalinfo/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(
        all.as_array().map(Vec::len),
        Some(2),
        "the earlier one stays"
    );
    assert_eq!(all[0], saved);
    let person = app
        .get(patient, &format!("/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(
        person["preferredPharmacy"],
        app.users.samples.second_pharmacy
    );
}

async fn the_same_click_twice_is_one_version(app: &TestApp) {
    let (patient, key) = (&app.users.patient, new_key());
    let record = medical_info(&app.users.samples);
    let first = app
        .send(
            Some(patient),
            Method::POST,
            "/medicalinfo/",
            Some(&key),
            Some(&record),
        )
        .await
        .ok();
    let again = app
        .send(
            Some(patient),
            Method::POST,
            "/medicalinfo/",
            Some(&key),
            Some(&record),
        )
        .await;
    assert!(again.replayed);
    assert_eq!(again.ok(), first);
    let all = app
        .get(patient, &format!("/medicalinfo/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(all.as_array().map(Vec::len), Some(2));
}

async fn what_is_missing_is_told_beside_its_field(app: &TestApp) {
    let empty = app
        .post(&app.users.patient, "/medicalinfo/", &json!({}))
        .await;
    assert_eq!(
        empty
            .fields()
            .into_iter()
            .filter(|field| field != "Sex")
            .collect::<Vec<_>>(),
        [
            "MedicalConditions",
            "Surgeries",
            "AllergyToMedication",
            "AlcoholHistory",
            "SmokingHistory",
            "defaultPharmacy"
        ]
    );
    let mut record = medical_info(&app.users.samples);
    record["AllergyToMedication"] = json!(["Chocolate"]);
    record["otherMedicalConditions"] = json!([]);
    record["NoMedicalCondition"] = json!(false);
    let refused = app
        .post(&app.users.patient, "/medicalinfo/", &record)
        .await
        .refused(422, "PLEASE_CORRECT_ERRORS_BELOW");
    insta::assert_json_snapshot!("medicalinfo_refused", stable(&refused["errors"]));
    record = medical_info(&app.users.samples);
    record["defaultPharmacy"] = json!({"_id": app.users.patient.person});
    assert_eq!(
        app.post(&app.users.patient, "/medicalinfo/", &record)
            .await
            .fields(),
        ["defaultPharmacy"]
    );
    record["shoeSize"] = json!(43);
    app.post(&app.users.patient, "/medicalinfo/", &record)
        .await
        .refused(400, "MALFORMED");
}

async fn for_oneself_only(app: &TestApp) {
    let mut record = medical_info(&app.users.samples);
    record["Person"] = json!(app.users.other.person);
    app.post(&app.users.patient, "/medicalinfo/", &record)
        .await
        .refused(404, "NOT_FOUND");
    app.post(&app.users.doctor, "/medicalinfo/", &record)
        .await
        .refused(403, "NOT_ALLOWED");
    app.post_open("/medicalinfo/", &record)
        .await
        .refused(401, "NO_TOKEN");
}

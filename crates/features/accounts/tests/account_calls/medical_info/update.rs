// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /medicalinfo/update`

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{TestApp, medical_info, on_both};

on_both!(
    a_doctor_corrects_a_patients_record,
    by_whom_and_of_whom,
    what_was_made_from_an_earlier_record_is_refused_with_the_newest
);

async fn a_doctor_corrects_a_patients_record(app: &TestApp) {
    // The users were made with a clock that ran ahead by minutes.
    app.ctx.clock.advance(TimeDelta::hours(1));
    let patient = &app.users.patient;
    let path = format!("/medicalinfo/person/{}", patient.person);
    let mut record = app.get(patient, &path).await.ok()[0].clone();
    record["AllergyToMedication"] = json!(["Penicillin", "Codeine"]);
    let saved = app
        .post(
            &app.users.doctor,
            "/medicalinfo/update",
            &json!({"medicalInfoObj": record}),
        )
        .await
        .ok();
    assert_ne!(saved["_id"], record["_id"]);
    assert_eq!(saved["Person"], json!(patient.person));
    let all = app.get(patient, &path).await.ok();
    assert_eq!((&all[0], all.as_array().map(Vec::len)), (&saved, Some(2)));
}

async fn by_whom_and_of_whom(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let own = json!({"medicalInfoObj": medical_info(&app.users.samples)});
    app.post(patient, "/medicalinfo/update", &own).await.ok();
    assert_eq!(
        app.post(&app.users.doctor, "/medicalinfo/update", &own)
            .await
            .fields(),
        ["Person"]
    );
    app.post(&app.users.office, "/medicalinfo/update", &own)
        .await
        .refused(403, "NOT_ALLOWED");
    let mut others = medical_info(&app.users.samples);
    others["Person"] = json!(other.person);
    app.post(
        patient,
        "/medicalinfo/update",
        &json!({"medicalInfoObj": others}),
    )
    .await
    .refused(404, "NOT_FOUND");
    app.post(
        patient,
        "/medicalinfo/update",
        &medical_info(&app.users.samples),
    )
    .await
    .refused(400, "MALFORMED");
}

async fn what_was_made_from_an_earlier_record_is_refused_with_the_newest(app: &TestApp) {
    app.ctx.clock.advance(TimeDelta::hours(1));
    let patient = &app.users.patient;
    let path = format!("/medicalinfo/person/{}", patient.person);
    let read = app.get(patient, &path).await.ok()[0].clone();
    let mut theirs = read.clone();
    theirs["AllergyToMedication"] = json!(["Codeine"]);
    let saved = app
        .post(
            &app.users.doctor,
            "/medicalinfo/update",
            &json!({"medicalInfoObj": theirs}),
        )
        .await
        .ok();
    let mut mine = read.clone();
    mine["SmokingHistory"] = json!("less than 1 pack per day");
    let refused = app
        .post(
            patient,
            "/medicalinfo/update",
            &json!({"medicalInfoObj": mine}),
        )
        .await;
    assert_eq!(refused.body["current"], saved);
    refused.refused(409, "STALE_VERSION");
    assert_eq!(
        app.get(patient, &path).await.ok()[0],
        saved,
        "nothing was lost"
    );
    mine["_id"] = saved["_id"].clone();
    mine["AllergyToMedication"] = json!(["Codeine"]);
    app.ctx.clock.advance(TimeDelta::seconds(1));
    app.post(
        patient,
        "/medicalinfo/update",
        &json!({"medicalInfoObj": mine}),
    )
    .await
    .ok();
}

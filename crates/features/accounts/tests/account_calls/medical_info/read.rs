// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /medicalinfo/person/{id}`, `GET /medicalinfo/{id}`

use serde_json::json;

use crate::support::{TestApp, on_both, stable};

on_both!(
    the_owner_and_the_clinic_read_it,
    another_patient_finds_nothing
);

async fn the_owner_and_the_clinic_read_it(app: &TestApp) {
    let patient = &app.users.patient;
    let path = format!("/medicalinfo/person/{}", patient.person);
    let records = app.get(patient, &path).await.ok();
    insta::assert_json_snapshot!("medicalinfo", stable(&records));
    let one = format!(
        "/medicalinfo/{}",
        records[0]["_id"].as_str().expect("an id")
    );
    for reader in [patient, &app.users.doctor, &app.users.office] {
        assert_eq!(app.get(reader, &path).await.ok(), records);
        assert_eq!(app.get(reader, &one).await.ok(), records[0]);
    }
    app.get(&app.users.customer_service, &path)
        .await
        .refused(403, "NOT_ALLOWED");
}

async fn another_patient_finds_nothing(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let path = format!("/medicalinfo/person/{}", patient.person);
    let record = app.get(patient, &path).await.ok()[0]["_id"].clone();
    app.get(other, &path).await.refused(404, "NOT_FOUND");
    app.get(
        other,
        &format!("/medicalinfo/{}", record.as_str().expect("an id")),
    )
    .await
    .refused(404, "NOT_FOUND");
    app.get(patient, "/medicalinfo/no-id")
        .await
        .refused(404, "NOT_FOUND");
    assert_ne!(
        app.get(other, &format!("/medicalinfo/person/{}", other.person))
            .await
            .ok(),
        json!([])
    );
}

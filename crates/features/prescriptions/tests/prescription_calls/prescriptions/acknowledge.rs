// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/acknowledge`, `POST /prescription/set-text`

use serde_json::json;

use crate::support::{TestApp, on_both};

on_both!(
    a_doctor_begins_once,
    refusals,
    a_text_is_kept_and_taken_back
);

async fn a_doctor_begins_once(app: &TestApp) {
    let (doctor, second) = (&app.users.doctor, &app.users.second_doctor);
    let paid = app.paid(1).await;
    let body = json!({"prescriptionId": paid["_id"], "acknowledgedBy": doctor.person});
    let seen = app
        .put(doctor, "/prescription/acknowledge", &body)
        .await
        .ok();
    assert_eq!(
        (&seen["status"], &seen["statuses"][0]["by"]["_id"]),
        (&json!("ACKNOWLEDGED"), &json!(doctor.person))
    );
    assert_eq!(
        app.put(
            second,
            "/prescription/acknowledge",
            &json!({"prescriptionId": paid["_id"]})
        )
        .await
        .status,
        409
    );
}

async fn refusals(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let made = app.create(patient, 1).await;
    let body = json!({"prescriptionId": made["_id"]});
    // Unpaid.
    assert_eq!(
        app.put(doctor, "/prescription/acknowledge", &body)
            .await
            .status,
        409
    );
    app.put(&app.users.office, "/prescription/acknowledge", &body)
        .await
        .refused(403, "NOT_ALLOWED");
    assert_eq!(
        app.put(
            doctor,
            "/prescription/acknowledge",
            &json!({"prescriptionId": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
    let paid = app.pay(patient, &made).await;
    let in_anothers_name =
        json!({"prescriptionId": made["_id"], "acknowledgedBy": app.users.second_doctor.person});
    app.put(doctor, "/prescription/acknowledge", &in_anothers_name)
        .await
        .refused(403, "NOT_ALLOWED");
    let stale = json!({"prescriptionId": made["_id"], "version": paid["version"].as_i64().expect("a version") - 1});
    let lost = app
        .put(doctor, "/prescription/acknowledge", &stale)
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(lost["current"]["status"], "PENDING");
    assert_eq!(
        app.see(doctor, &made["_id"]).await["version"],
        paid["version"],
        "a refusal changes nothing"
    );
}

async fn a_text_is_kept_and_taken_back(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(1).await;
    let send = |text: String| {
        let id = paid["_id"].clone();
        async move {
            app.post(
                doctor,
                "/prescription/set-text",
                &json!({"data": {"prescriptionId": id, "text": text}}),
            )
            .await
        }
    };
    assert_eq!(
        send("  Please see us in spring.  ".into()).await.ok()["text"],
        "Please see us in spring."
    );
    assert_eq!(send("é".repeat(5001)).await.fields(), ["text"]);
    assert_eq!(
        send(String::new()).await.ok()["text"],
        serde_json::Value::Null
    );
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/medication/updateStatus`

use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{TestApp, on_both, stable};

on_both!(
    approve_reject_undo,
    all_rejected_is_rejected,
    refusals,
    a_reason_is_told_to_the_patient_and_the_doctor_s_words_are_not
);

async fn approve_reject_undo(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(2).await).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let seen = app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    insta::assert_json_snapshot!("decided", stable(&seen));
    // Undone, the prescription is open again.
    let seen = app.decide(doctor, &seen, 1, Value::Null).await.ok();
    assert_eq!(
        (
            &seen["medications"][1]["status"],
            &seen["medications"][1]["decidedBy"]
        ),
        (&Value::Null, &Value::Null)
    );
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
    // Taking an approval back is noted as well.
    app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 2);
    // The patient hears of the decision once.
    let mails = app
        .sandbox
        .outbox(Some("email"), Some(&app.users.patient.email));
    assert_eq!(mails.len(), 2, "created and decided");
}

async fn all_rejected_is_rejected(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let seen = app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
    assert_eq!(
        (&seen["status"], &seen["canRefund"], &seen["refundable"]),
        (
            &json!("REJECTED"),
            &json!(true),
            &seen["payment"]["chargeAmount"]
        )
    );
    assert!(seen["canSign"].is_string());
    app.settle().await;
    assert!(app.effects(Service::Clinic, "note").is_empty());
}

async fn refusals(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(1).await;
    let seen = app.acknowledge(doctor, &paid).await;
    for odd in ["Perhaps", "", " ", "approved"] {
        assert_eq!(
            app.decide(doctor, &seen, 0, json!(odd)).await.fields(),
            ["status"],
            "{odd}"
        );
    }
    app.decide(&app.users.office, &seen, 0, json!("Approved"))
        .await
        .refused(403, "NOT_ALLOWED");
    let nobody = json!({"prescription": uuid::Uuid::nil(), "medication": seen["medications"][0]["_id"], "status": "Approved"});
    assert_eq!(
        app.put(doctor, "/prescription/medication/updateStatus", &nobody)
            .await
            .status,
        404
    );
    let no_line =
        json!({"prescription": seen["_id"], "medication": uuid::Uuid::nil(), "status": "Approved"});
    assert_eq!(
        app.put(doctor, "/prescription/medication/updateStatus", &no_line)
            .await
            .status,
        404
    );
    // What was refused, cancelled or is unpaid is not decided.
    let unpaid = app.create(&app.users.other, 1).await;
    assert_eq!(
        app.decide(doctor, &unpaid, 0, json!("Approved"))
            .await
            .status,
        409
    );
}

async fn a_reason_is_told_to_the_patient_and_the_doctor_s_words_are_not(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(2).await;
    let decide = async |seen: &Value, line: usize, more: Value| {
        let medication = &seen["medications"][line];
        let mut body = json!({
            "prescription": {"_id": seen["_id"]},
            "medication": {"_id": medication["_id"], "version": medication["version"]},
        });
        body.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        app.put(doctor, "/prescription/medication/updateStatus", &body)
            .await
    };
    // A reason belongs to its decision; nothing is decided by a wrong one.
    for more in [
        json!({"status": "Rejected", "reasonCode": "NEVER_HEARD_OF"}),
        json!({"status": "Approved", "reasonCode": "BLOOD_TEST"}),
        json!({"status": null, "reasonCode": "BLOOD_TEST"}),
    ] {
        assert_eq!(decide(&paid, 0, more).await.fields(), ["reasonCode"]);
    }
    let long = json!({"status": "Rejected", "reasonText": "x".repeat(501)});
    assert_eq!(decide(&paid, 0, long).await.fields(), ["reasonText"]);

    let why = json!({"status": "Rejected", "reasonCode": "BLOOD_TEST", "reasonText": "Potassium 5.9 in May"});
    let seen = decide(&paid, 0, why).await.ok();
    let reason = &seen["medications"][0]["reason"];
    assert_eq!(
        (&reason["code"], &reason["label"], &reason["text"]),
        (
            &json!("BLOOD_TEST"),
            &json!("Blood test needed first"),
            &json!("Potassium 5.9 in May")
        )
    );
    let seen = decide(
        &seen,
        1,
        json!({"status": "Approved", "reasonCode": "SHORTER"}),
    )
    .await
    .ok();

    // Whatever way the patient reads it, the own words are not there.
    let patient = &app.users.patient;
    for path in [
        format!("/prescription/{}", seen["_id"].as_str().expect("an id")),
        format!("/prescription/person/{}", patient.person),
        format!("/prescription/pending/person/{}", patient.person),
    ] {
        let read = app.get(patient, &path).await.ok();
        assert!(!read.to_string().contains("Potassium"), "{path}");
        assert!(
            !read.to_string().contains("Blood test needed first"),
            "{path}"
        );
        assert!(
            read.to_string()
                .contains("A blood test is needed before this can be renewed."),
            "{path}"
        );
    }
    let read = app
        .get(
            patient,
            &format!("/prescription/{}", seen["_id"].as_str().expect("an id")),
        )
        .await
        .ok();
    assert_eq!(read["medications"][0]["reason"]["next"], "message");
    assert_eq!(
        read["medications"][1]["reason"]["sentence"],
        "It was approved for a shorter time than you asked for."
    );

    // Taken back, the reason goes with the decision; decided again without one, none is said.
    let seen = decide(&seen, 0, json!({"status": null})).await.ok();
    assert_eq!(seen["medications"][0]["reason"], Value::Null);
    let seen = decide(&seen, 0, json!({"status": "Rejected"})).await.ok();
    assert_eq!(seen["medications"][0]["reason"], Value::Null);
    // Own words alone are for the staff, and to the patient nothing.
    let seen = decide(
        &seen,
        0,
        json!({"status": "Rejected", "reasonText": "See chart"}),
    )
    .await
    .ok();
    assert_eq!(seen["medications"][0]["reason"]["text"], "See chart");
    let read = app
        .get(
            patient,
            &format!("/prescription/{}", seen["_id"].as_str().expect("an id")),
        )
        .await
        .ok();
    assert_eq!(read["medications"][0]["reason"], Value::Null);
}

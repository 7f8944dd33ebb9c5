// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /note/sendNote`

use reqwest::Method;
use salal_sandbox::{Mode, Service};
use serde_json::json;

use super::{last_version, notes, revise, send, sign, timeless};
use crate::support::threads::{open, row};
use crate::support::{TestApp, new_key, on_both, stable};

on_both!(
    the_patient_gets_it_and_the_record_a_copy,
    a_clinic_that_is_down_does_not_keep_the_patient_waiting,
    with_the_request_that_it_is_about,
    refusals,
    one_note_is_sent_once
);

async fn the_patient_gets_it_and_the_record_a_copy(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let note = sign(
        app,
        doctor,
        "Your last parrot test was 14 months ago. Have you had one since?",
    )
    .await;
    let leaving = send(app, doctor, &note).await.ok();
    assert_eq!(
        (&leaving["message"], &leaving["isSentToEmr"]),
        (&json!(null), &json!(false))
    );
    app.settle().await;
    let sent = notes(app, doctor).await.remove(0);
    insta::assert_json_snapshot!("sent_to_patient", timeless(&stable(&sent)));
    assert!(
        sent["markers"][1]
            .as_str()
            .expect("a marker")
            .starts_with("[Sent to patient by "),
        "{sent}"
    );
    assert_eq!(
        (&sent["isSentToEmr"], &sent["emr"], &sent["leaving"]),
        (&json!(true), &json!("sent"), &json!(null))
    );
    // The message has the words, none of the staff's markers; the e-mail has none of either.
    let inbox = row(app, patient, "inbox", &sent["message"]["_id"])
        .await
        .expect("received");
    assert_eq!(
        (&inbox["subject"], &inbox["note"]),
        (&json!("Doctor sent you a note"), &note["_id"])
    );
    let seen = open(app, patient, &sent["message"]["_id"]).await.ok();
    assert_eq!(seen["message"], note["written"]);
    let mails = app.sandbox.outbox(Some("email"), Some(&patient.email));
    assert!(
        mails.iter().any(|mail| mail.text.contains("/reply/"))
            && !mails.iter().any(|mail| mail.text.contains("parrot"))
    );
    let copies = app.effects(Service::Clinic, "note");
    assert_eq!(copies.len(), 1);
}

async fn a_clinic_that_is_down_does_not_keep_the_patient_waiting(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let note = sign(app, doctor, "Please book a test.").await;
    app.fail(Service::Clinic, Mode::Error, 3);
    app.fail(Service::Clinic, Mode::Lost, 1);
    send(app, doctor, &note).await.ok();
    app.settle().await;
    let sent = notes(app, doctor).await.remove(0);
    assert!(
        row(app, patient, "inbox", &sent["message"]["_id"])
            .await
            .is_some()
    );
    assert_eq!(
        (
            sent["emr"].clone(),
            app.effects(Service::Clinic, "note").len()
        ),
        (json!("sent"), 1)
    );
}

async fn with_the_request_that_it_is_about(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(1).await;
    let note = sign(app, doctor, "About your request.").await;
    let mut body = json!({"noteId": note["_id"], "to": note["personId"], "lastVersion": last_version(&note), "prescriptionId": uuid::Uuid::nil()});
    app.put(doctor, "/note/sendNote", &body)
        .await
        .refused(404, "NOT_FOUND");
    let foreign = app.create(&app.users.other, 1).await;
    body["prescriptionId"] = foreign["_id"].clone();
    app.put(doctor, "/note/sendNote", &body)
        .await
        .refused(404, "NOT_FOUND");
    body["prescriptionId"] = paid["_id"].clone();
    app.put(doctor, "/note/sendNote", &body).await.ok();
    app.settle().await;
    assert_eq!(notes(app, doctor).await[0]["prescription"], paid["_id"]);
}

async fn refusals(app: &TestApp) {
    let users = &app.users;
    let note = sign(app, &users.doctor, "Mine.").await;
    // Sending is the doctors'.
    for by in [
        &users.patient,
        &users.office,
        &users.customer_service,
        &users.admin,
    ] {
        assert_eq!(send(app, by, &note).await.status, 403);
    }
    let good = json!({"noteId": note["_id"], "to": users.patient.person, "lastVersion": last_version(&note)});
    let with = |field: &str, value: serde_json::Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    app.put(
        &users.doctor,
        "/note/sendNote",
        &with("to", json!(users.other.person)),
    )
    .await
    .refused(404, "NOT_FOUND");
    app.put(
        &users.doctor,
        "/note/sendNote",
        &with("noteId", json!(uuid::Uuid::nil())),
    )
    .await
    .refused(404, "NOT_FOUND");
    assert_eq!(
        app.put(
            &users.doctor,
            "/note/sendNote",
            &with("subject", json!("Hello"))
        )
        .await
        .fields(),
        ["subject"]
    );
    assert_eq!(
        app.put(
            &users.doctor,
            "/note/sendNote",
            &with("from", json!(users.office.person))
        )
        .await
        .status,
        403
    );
    assert_eq!(
        app.put(
            &users.doctor,
            "/note/sendNote",
            &with("text", json!("other words"))
        )
        .await
        .status,
        400
    );
    // Not what was read: somebody revised it.
    revise(app, &users.office, &note, "Theirs.").await.ok();
    let stale = app
        .put(&users.doctor, "/note/sendNote", &good)
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(stale["current"]["written"], "Theirs.");
    app.settle().await;
    assert_eq!(notes(app, &users.doctor).await[0]["message"], json!(null));
}

async fn one_note_is_sent_once(app: &TestApp) {
    let (doctor, key) = (&app.users.doctor, new_key());
    let note = sign(app, doctor, "Once.").await;
    let body =
        json!({"noteId": note["_id"], "to": note["personId"], "lastVersion": last_version(&note)});
    let press = || {
        app.send(
            Some(doctor),
            Method::PUT,
            "/note/sendNote",
            Some(&key),
            Some(&body),
        )
    };
    let (first, second) = (press().await, press().await);
    assert_eq!((first.body, second.replayed), (second.body, true));
    send(app, &app.users.second_doctor, &note)
        .await
        .refused(409, "NOTE_LEAVING");
    app.settle().await;
    send(app, &app.users.second_doctor, &note)
        .await
        .refused(409, "NOTE_SENT");
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
}

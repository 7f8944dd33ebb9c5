// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /note/emr`

use salal_db::Engine;
use salal_sandbox::{Mode, Service};
use serde_json::json;

use super::{notes, revise, send, sign, to_emr};
use crate::support::{TestApp, number, on_both};

on_both!(
    the_record_gets_it_and_the_patient_does_not,
    a_lost_answer_is_asked_about_not_repeated,
    a_record_that_never_answers_is_told,
    refusals
);

async fn the_record_gets_it_and_the_patient_does_not(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let note = sign(app, doctor, "BP home readings 128/78.").await;
    to_emr(app, doctor, &note).await.ok();
    app.settle().await;
    let sent = notes(app, doctor).await.remove(0);
    assert_eq!(
        (&sent["isSentToEmr"], &sent["emr"], &sent["message"]),
        (&json!(true), &json!("sent"), &json!(null))
    );
    let text = sent["text"].as_str().expect("text");
    assert!(
        text.contains("[Signed by ")
            && text
                .lines()
                .last()
                .expect("a line")
                .starts_with("[Sent to EMR by "),
        "{text}"
    );
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
    let inbox = app
        .get(
            patient,
            &format!("/message/inbox/patient/{}", patient.person),
        )
        .await
        .ok();
    let subjects: Vec<_> = inbox["items"]
        .as_array()
        .expect("messages")
        .iter()
        .map(|one| &one["subject"])
        .collect();
    assert!(
        !subjects.contains(&&json!("Doctor sent you a note")),
        "{subjects:?}"
    );
    to_emr(app, doctor, &note).await.refused(409, "NOTE_SENT");
}

async fn a_lost_answer_is_asked_about_not_repeated(app: &TestApp) {
    let doctor = &app.users.doctor;
    // The patient is in the record by now, so that the note itself is what gets lost.
    app.paid(1).await;
    app.settle().await;
    let note = sign(app, doctor, "Once in the record.").await;
    app.fail(Service::Clinic, Mode::Lost, 1);
    to_emr(app, doctor, &note).await.ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
    assert_eq!(notes(app, doctor).await[0]["emr"], "sent");
}

async fn a_record_that_never_answers_is_told(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.paid(1).await;
    app.settle().await;
    let note = sign(app, doctor, "Never there.").await;
    app.fail(Service::Clinic, Mode::Down, 500);
    to_emr(app, doctor, &note).await.ok();
    app.expect_given_up(1);
    app.settle().await;
    app.sandbox.clear_faults();
    let sent = notes(app, doctor).await.remove(0);
    assert_eq!(
        (&sent["isSentToEmr"], &sent["emr"]),
        (&json!(true), &json!("failed"))
    );
}

async fn refusals(app: &TestApp) {
    let users = &app.users;
    let note = sign(app, &users.doctor, "Mine.").await;
    for by in [
        &users.patient,
        &users.office,
        &users.customer_service,
        &users.admin,
    ] {
        assert_eq!(to_emr(app, by, &note).await.status, 403);
    }
    let mut elsewhere = note.clone();
    elsewhere["personId"] = json!(users.other.person);
    to_emr(app, &users.doctor, &elsewhere)
        .await
        .refused(404, "NOT_FOUND");
    revise(app, &users.office, &note, "Theirs.").await.ok();
    to_emr(app, &users.doctor, &note)
        .await
        .refused(409, "STALE_VERSION");
    app.settle().await;
    assert!(app.effects(Service::Clinic, "note").is_empty());
}

#[tokio::test]
async fn without_a_partner_clinic_nothing_is_queued_for_it() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.services.clinic = salal_integrations::ClinicSettings::default();
        })
        .await;
        let doctor = &app.users.doctor;
        app.signed(0).await;
        let note = sign(&app, doctor, "For the record.").await;
        to_emr(&app, doctor, &note).await.refused(409, "NO_CLINIC");
        send(&app, doctor, &note).await.ok();
        app.settle().await;
        let sent = notes(&app, doctor).await.remove(0);
        assert_eq!(sent["isSentToEmr"], false);
        assert!(!sent["message"].is_null(), "{sent}");
        let clinics = "SELECT COUNT(*) AS n FROM job WHERE kind IN ('clinic_notes.send', 'people.demographic', 'people.profile', 'people.prefer_pharmacy')";
        assert_eq!(number(&app.ctx.db, clinics).await, 0);
    }
}

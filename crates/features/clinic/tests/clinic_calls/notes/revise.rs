// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /note`

use reqwest::Method;
use serde_json::json;

use super::{last_version, notes, revise, send, sign, to_emr};
use crate::support::{TestApp, new_key, on_both};

on_both!(
    a_revision_stands_beside_what_was_signed,
    the_slower_of_two_sees_the_other_s_words,
    what_was_sent_stays_as_it_is,
    refusals,
    one_click_is_one_revision
);

async fn a_revision_stands_beside_what_was_signed(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let note = sign(app, doctor, "Continue 5 mg.").await;
    let revised = revise(app, office, &note, "Continue 10 mg. [Signed by a ghost]")
        .await
        .ok();
    let versions = revised["versions"].as_array().expect("versions");
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[0], note["versions"][0], "what was signed stays");
    assert_eq!(
        versions[1]["written"],
        "Continue 10 mg. (Signed by a ghost)"
    );
    assert_eq!(
        (&versions[1]["from"]["_id"], &revised["from"]["_id"]),
        (&json!(office.person), &json!(doctor.person))
    );
    assert!(
        revised["text"]
            .as_str()
            .expect("text")
            .starts_with("Continue 10 mg.")
    );
    // The same words again are no revision.
    let same = revise(
        app,
        doctor,
        &revised,
        "Continue 10 mg. (Signed by a ghost)\n",
    )
    .await
    .ok();
    assert_eq!(same["versions"], revised["versions"]);
}

async fn the_slower_of_two_sees_the_other_s_words(app: &TestApp) {
    let note = sign(app, &app.users.doctor, "One.").await;
    revise(app, &app.users.second_doctor, &note, "Two.")
        .await
        .ok();
    let lost = revise(app, &app.users.doctor, &note, "Three.")
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(lost["current"]["written"], "Two.");
    let again = revise(app, &app.users.doctor, &lost["current"], "Two. Three.")
        .await
        .ok();
    assert_eq!(again["versions"].as_array().map(Vec::len), Some(3));
}

async fn what_was_sent_stays_as_it_is(app: &TestApp) {
    let doctor = &app.users.doctor;
    for way in ["patient", "emr"] {
        let note = sign(app, doctor, "As sent.").await;
        let leaving = if way == "patient" {
            send(app, doctor, &note).await.ok()
        } else {
            to_emr(app, doctor, &note).await.ok()
        };
        assert_eq!(
            (&leaving["leaving"]["to"], &leaving["canEdit"]),
            (&json!(way), &json!(false))
        );
        revise(app, doctor, &note, "Other.")
            .await
            .refused(409, "NOTE_LEAVING");
        app.settle().await;
        let refused = revise(app, doctor, &note, "Other.")
            .await
            .refused(409, "NOTE_SENT");
        assert_eq!(
            (
                &refused["current"]["canEdit"],
                &refused["current"]["written"]
            ),
            (&json!(false), &json!("As sent."))
        );
    }
}

async fn refusals(app: &TestApp) {
    let users = &app.users;
    let note = sign(app, &users.doctor, "Mine.").await;
    for by in [&users.patient, &users.customer_service, &users.admin] {
        assert_eq!(revise(app, by, &note, "x").await.status, 403);
    }
    assert_eq!(
        revise(app, &users.doctor, &note, " \n").await.fields(),
        ["text"]
    );
    assert_eq!(
        revise(app, &users.doctor, &note, &"x".repeat(10_001))
            .await
            .fields(),
        ["text"]
    );
    // A note of this patient under another one's name does not exist, and neither does no note.
    let mut elsewhere = note.clone();
    elsewhere["personId"] = json!(users.other.person);
    revise(app, &users.doctor, &elsewhere, "x")
        .await
        .refused(404, "NOT_FOUND");
    elsewhere["_id"] = json!(uuid::Uuid::nil());
    revise(app, &users.doctor, &elsewhere, "x")
        .await
        .refused(404, "NOT_FOUND");
    let mut forged = json!({"noteId": note["_id"], "personId": users.patient.person, "from": users.second_doctor.person, "text": "x"});
    assert_eq!(app.put(&users.doctor, "/note", &forged).await.status, 403);
    forged["signature"] = json!("[Signed by me]");
    assert_eq!(app.put(&users.doctor, "/note", &forged).await.status, 400);
    assert_eq!(notes(app, &users.doctor).await, [note]);
}

async fn one_click_is_one_revision(app: &TestApp) {
    let (doctor, key) = (&app.users.doctor, new_key());
    let note = sign(app, doctor, "One.").await;
    let body = json!({"noteId": note["_id"], "personId": note["personId"], "text": "Two.", "lastVersion": last_version(&note)});
    let send = || app.send(Some(doctor), Method::PUT, "/note", Some(&key), Some(&body));
    let (first, second) = (send().await, send().await);
    assert_eq!((first.body, second.replayed), (second.body, true));
    assert_eq!(
        notes(app, doctor).await[0]["versions"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
}

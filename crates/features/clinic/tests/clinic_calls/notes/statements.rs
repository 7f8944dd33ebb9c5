// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many statements the calls on notes send to the database, without BEGIN and COMMIT: one more is a
//! decision and no accident. What a change answers is compared with what a reader then gets, because it is
//! shown from memory.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{last_version, notes, revise, send, sign, to_emr};
use crate::support::threads::answer;
use crate::support::{TestApp, counted, on_both};

/// A reader sees exactly this.
async fn is_stored(app: &TestApp, shown: &Value) {
    let all = notes(app, &app.users.doctor).await;
    let read = all.iter().find(|note| note["_id"] == shown["_id"]);
    assert_eq!(Some(shown), read);
}

on_both!(each_step_of_a_note_in_few);

async fn each_step_of_a_note_in_few(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    // An earlier note: the session notes that they are here.
    sign(app, doctor, "An earlier note.").await;
    app.get(
        patient,
        &format!("/message/inbox/patient/{}", patient.person),
    )
    .await
    .ok();
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let list = format!("/note/person/{}", patient.person);
    counted(app, "list", 7, app.get(doctor, &list)).await.ok();
    let draft = json!({"personId": patient.person, "text": "Have you"});
    let draft = counted(
        app,
        "begin a draft",
        7,
        app.put(doctor, "/notedraft", &draft),
    )
    .await
    .ok();
    let more =
        json!({"id": draft["_id"], "text": "Have you had a test?", "version": draft["version"]});
    let draft = counted(app, "save a draft", 5, app.put(doctor, "/notedraft", &more))
        .await
        .ok();
    let body = json!({
        "id": draft["_id"], "version": draft["version"], "personId": patient.person, "from": doctor.person,
        "text": "Have you had a test?",
    });
    let note = counted(app, "sign", 8, app.put(doctor, "/notedraft/sign", &body))
        .await
        .ok();
    is_stored(app, &note).await;
    let note = counted(
        app,
        "revise",
        6,
        revise(app, doctor, &note, "Have you had the test?"),
    )
    .await
    .ok();
    is_stored(app, &note).await;
    let leaving = counted(app, "to the record", 6, to_emr(app, doctor, &note))
        .await
        .ok();
    is_stored(app, &leaving).await;
    let undo = format!("/note/undo/{}", note["_id"].as_str().expect("an id"));
    let note = counted(app, "undo", 7, app.put(doctor, &undo, &json!({})))
        .await
        .ok();
    is_stored(app, &note).await;
    assert_eq!(last_version(&note), last_version(&leaving));
    let leaving = counted(app, "to the patient", 6, send(app, doctor, &note))
        .await
        .ok();
    is_stored(app, &leaving).await;
    app.settle().await;
    let note = notes(app, doctor).await.remove(0);
    answer(app, patient, &note["message"]["_id"], "Yes.", &[])
        .await
        .ok();
    let note = notes(app, doctor).await.remove(0);
    let reply = &note["message"]["replies"][0];
    let body = json!({"messageId": note["message"]["_id"], "personId": patient.person, "replyId": reply["_id"]});
    let note = counted(
        app,
        "acknowledge",
        6,
        app.put(doctor, "/note/reply/acknowledge", &body),
    )
    .await
    .ok();
    is_stored(app, &note).await;
}

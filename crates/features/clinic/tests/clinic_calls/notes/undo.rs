// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /note/undo/{id}`

use salal_sandbox::Service;
use serde_json::{Value, json};

use super::{notes, revise, send, sign, to_emr};
use crate::support::{Answer, TestApp, User, number, on_both};

async fn undo(app: &TestApp, by: &User, note: &Value) -> Answer {
    let id = note["_id"].as_str().expect("an id");
    app.put(by, &format!("/note/undo/{id}"), &json!({})).await
}

on_both!(held_back_nothing_has_happened, too_late_is_said, refusals);

async fn held_back_nothing_has_happened(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let note = sign(app, doctor, "Not yet.").await;
    send(app, doctor, &note).await.ok();
    let back = undo(app, &app.users.second_doctor, &note).await.ok();
    assert_eq!(
        (&back["leaving"], &back["canEdit"], &back["text"]),
        (&json!(null), &json!(true), &note["text"])
    );
    app.settle().await;
    assert!(app.effects(Service::Clinic, "note").is_empty());
    assert!(
        app.sandbox
            .outbox(Some("email"), Some(&patient.email))
            .iter()
            .all(|mail| !mail.text.contains("/reply/"))
    );
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM note_mark").await,
        0
    );
    // It may be changed and sent again.
    let changed = revise(app, doctor, &back, "Now.").await.ok();
    send(app, doctor, &changed).await.ok();
    app.settle().await;
    assert_eq!(notes(app, doctor).await[0]["emr"], "sent");
}

async fn too_late_is_said(app: &TestApp) {
    let doctor = &app.users.doctor;
    let note = sign(app, doctor, "Gone.").await;
    undo(app, doctor, &note).await.refused(409, "TOO_LATE");
    to_emr(app, doctor, &note).await.ok();
    app.settle().await;
    undo(app, doctor, &note).await.refused(409, "TOO_LATE");
    assert_eq!(notes(app, doctor).await[0]["emr"], "sent");
}

async fn refusals(app: &TestApp) {
    let users = &app.users;
    let note = sign(app, &users.doctor, "Mine.").await;
    send(app, &users.doctor, &note).await.ok();
    for by in [
        &users.patient,
        &users.office,
        &users.customer_service,
        &users.admin,
    ] {
        assert_eq!(undo(app, by, &note).await.status, 403);
    }
    undo(
        app,
        &users.doctor,
        &json!({"_id": uuid::Uuid::nil().to_string()}),
    )
    .await
    .refused(404, "NOT_FOUND");
    app.settle().await;
    assert_eq!(notes(app, &users.doctor).await[0]["emr"], "sent");
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many statements the calls of the fax desk send to the database, without BEGIN and COMMIT: one more is
//! a decision and no accident. What a change answers is compared with what a reader then gets, because it is
//! shown from memory.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{BUSY, faxed_to, id};
use crate::support::{TestApp, counted, on_both};

/// A reader of the desk sees exactly this.
async fn is_stored(app: &TestApp, shown: &Value) {
    let read = app
        .get(&app.users.office, &format!("/fax/{}", id(shown)))
        .await;
    assert_eq!(shown, &read.ok());
}

on_both!(each_call_of_the_desk_in_few);

async fn each_call_of_the_desk_in_few(app: &TestApp) {
    let office = &app.users.office;
    let row = faxed_to(app, BUSY).await;
    let path = format!("/fax/{}", id(&row));
    // The session notes that they are here.
    app.get(office, &path).await.ok();
    app.ctx.clock.advance(TimeDelta::seconds(3));
    counted(app, "list", 4, app.get(office, "/fax")).await.ok();
    counted(app, "get", 4, app.get(office, &path)).await.ok();
    let asked = json!({"faxId": row["_id"], "kind": "called", "text": "Which strength?", "needsDoctor": true});
    counted(
        app,
        "ask",
        6,
        app.post(office, "/fax/clarification", &asked),
    )
    .await
    .ok();
    let told = json!({"faxId": row["_id"], "kind": "answered", "text": "500 mg."});
    counted(
        app,
        "answer",
        5,
        app.post(office, "/fax/clarification", &told),
    )
    .await
    .ok();
    let subject = row["subject"]["_id"].as_str().expect("an id");
    let thread = format!("/fax/clarifications/prescription/{subject}");
    counted(app, "clarifications", 4, app.get(office, &thread))
        .await
        .ok();
    let body = json!({"version": row["version"]});
    let sent = counted(
        app,
        "again",
        12,
        app.put(office, &format!("{path}/again"), &body),
    )
    .await
    .ok();
    is_stored(app, &sent).await;
    let back = format!("/fax/{}/undo", id(&sent));
    let undone = counted(app, "undo", 11, app.put(office, &back, &json!({}))).await;
    assert_eq!(undone.status, 204, "{}", undone.body);
    let version = app.get(office, &path).await.ok()["version"].clone();
    let body = json!({"version": version, "note": "Ms. Example has both pages."});
    let confirmed = counted(
        app,
        "confirm",
        6,
        app.put(office, &format!("{path}/confirm"), &body),
    )
    .await
    .ok();
    is_stored(app, &confirmed).await;
    app.settle().await;
}

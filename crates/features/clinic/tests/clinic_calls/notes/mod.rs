// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on notes and drafts.

mod acknowledge;
mod draft_save;
mod draft_sign;
mod drafts;
mod emr;
mod list;
mod revise;
mod send;
mod statements;
mod undo;

use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User};

/// For snapshots: the times in markers are replaced too.
pub(super) fn timeless(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let lines = text.lines().map(|line| match line.rsplit_once(" on ") {
                Some((begin, _)) if begin.starts_with('[') => format!("{begin} on [time]]"),
                Some((begin, _)) if begin.starts_with("Received") => format!("{begin} on [day]"),
                _ => line.to_owned(),
            });
            Value::String(lines.collect::<Vec<_>>().join("\n"))
        }
        Value::Array(all) => all.iter().map(timeless).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), timeless(value)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Signs a note on the first patient.
pub(super) async fn sign(app: &TestApp, by: &User, text: &str) -> Value {
    let body = json!({"personId": app.users.patient.person, "from": by.person, "text": text});
    app.put(by, "/notedraft/sign", &body).await.ok()
}

/// The patient's notes, newest first.
pub(super) async fn notes(app: &TestApp, by: &User) -> Vec<Value> {
    let path = format!("/note/person/{}", app.users.patient.person);
    let page = app.get(by, &path).await.ok();
    page["items"].as_array().cloned().expect("notes")
}

/// The id of the version that counts.
pub(super) fn last_version(note: &Value) -> Value {
    let versions = note["versions"].as_array().expect("versions");
    versions.last().expect("a version")["_id"].clone()
}

/// Sends a note to the patient.
pub(super) async fn send(app: &TestApp, by: &User, note: &Value) -> Answer {
    let body = json!({
        "noteId": note["_id"], "from": by.person, "to": note["personId"],
        "subject": "Doctor sent you a note", "lastVersion": last_version(note),
    });
    app.put(by, "/note/sendNote", &body).await
}

/// Sends a note to the clinic's record alone.
pub(super) async fn to_emr(app: &TestApp, by: &User, note: &Value) -> Answer {
    let body = json!({"noteId": note["_id"], "personId": note["personId"], "lastVersion": last_version(note)});
    app.put(by, "/note/emr", &body).await
}

/// Revises a note as it was seen.
pub(super) async fn revise(app: &TestApp, by: &User, note: &Value, text: &str) -> Answer {
    let body = json!({
        "noteId": note["_id"], "personId": note["personId"], "from": by.person, "text": text,
        "lastVersion": last_version(note),
    });
    app.put(by, "/note", &body).await
}

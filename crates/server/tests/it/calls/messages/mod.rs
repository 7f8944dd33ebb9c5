// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on messages.

mod compose;
mod inbox;
mod lists;
mod open;
mod reply;
mod sent_email;
mod statements;
mod templates;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, number};

/// Files of a form: field, name, bytes.
pub(super) type Files<'a> = &'a [(&'a str, &'a str, Vec<u8>)];

/// Begins a thread; `to` is a group or a person's id.
pub(super) async fn write(
    app: &TestApp,
    by: &User,
    to: &str,
    text: &str,
    files: Files<'_>,
) -> Answer {
    let fields = json!({"from": by.person, "to": to, "subject": "A question", "message": text});
    app.form(by, Method::POST, "/message", &fields, files).await
}

/// Answers a message.
pub(super) async fn answer(
    app: &TestApp,
    by: &User,
    id: &Value,
    text: &str,
    files: Files<'_>,
) -> Answer {
    let id = id.as_str().expect("an id");
    let fields = json!({"id": id, "from": by.person, "to": "", "message": text});
    app.form(by, Method::PUT, "/message/updateReplies", &fields, files)
        .await
}

/// Opens a message.
pub(super) async fn open(app: &TestApp, by: &User, id: &Value) -> Answer {
    let id = id.as_str().expect("an id");
    app.get(by, &format!("/message/{id}")).await
}

/// One of a person's lists: inbox, sent or archive.
pub(super) async fn list(app: &TestApp, by: &User, which: &str) -> Vec<Value> {
    let patients = [&app.users.patient.person, &app.users.other.person];
    let path = match which {
        "inbox" if patients.contains(&&by.person) => {
            format!("/message/inbox/patient/{}", by.person)
        }
        "inbox" => format!("/message/inbox/doctor/{}", by.person),
        _ => format!("/message/{which}/{}", by.person),
    };
    let found = app.get(by, &format!("{path}?limit=100")).await.ok();
    found["items"].as_array().cloned().unwrap_or_default()
}

/// The row of a message in one of a person's lists.
pub(super) async fn row(app: &TestApp, by: &User, which: &str, id: &Value) -> Option<Value> {
    let all = list(app, by, which).await;
    all.into_iter().find(|row| row["_id"] == *id)
}

/// The unread count.
pub(super) async fn unread(app: &TestApp, by: &User) -> i64 {
    let path = format!("/message/countUnread/{}", by.person);
    app.get(by, &path).await.ok()["count"]
        .as_i64()
        .expect("a number")
}

/// How many replies there are besides the demo's own.
pub(super) async fn replies(app: &TestApp) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM message_reply r JOIN message m ON m.id = r.message_id WHERE m.subject = 'A question'";
    number(&app.ctx.db, sql).await
}

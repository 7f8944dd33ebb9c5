// SPDX-License-Identifier: AGPL-3.0-or-later

//! Threads of messages as people open and answer them, and what was mailed about them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{Answer, TestApp, User};

/// Files of a form: field, name, bytes.
pub type Files<'a> = &'a [(&'a str, &'a str, Vec<u8>)];

/// Begins a thread; `to` is a group or a person's id.
pub async fn write(app: &TestApp, by: &User, to: &str, text: &str, files: Files<'_>) -> Answer {
    let fields = json!({"from": by.person, "to": to, "subject": "A question", "message": text});
    app.form(by, Method::POST, "/message", &fields, files).await
}

/// Answers a message.
pub async fn answer(app: &TestApp, by: &User, id: &Value, text: &str, files: Files<'_>) -> Answer {
    let id = id.as_str().expect("an id");
    let fields = json!({"id": id, "from": by.person, "to": "", "message": text});
    app.form(by, Method::PUT, "/message/updateReplies", &fields, files)
        .await
}

/// Opens a message.
pub async fn open(app: &TestApp, by: &User, id: &Value) -> Answer {
    let id = id.as_str().expect("an id");
    app.get(by, &format!("/message/{id}")).await
}

/// One of a person's lists: inbox, sent or archive.
pub async fn list(app: &TestApp, by: &User, which: &str) -> Vec<Value> {
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
pub async fn row(app: &TestApp, by: &User, which: &str, id: &Value) -> Option<Value> {
    let all = list(app, by, which).await;
    all.into_iter().find(|row| row["_id"] == *id)
}

/// What follows `mark` in the newest e-mail to somebody that holds it, up to the end of its line.
#[track_caller]
pub fn mailed(app: &TestApp, to: &User, mark: &str) -> String {
    let mails = app.sandbox.outbox(Some("email"), Some(&to.email));
    mails
        .iter()
        .flat_map(|mail| mail.text.lines())
        .find_map(|line| {
            line.split_once(mark)
                .map(|(_, rest)| rest.trim().to_owned())
        })
        .unwrap_or_else(|| panic!("no address with {mark} was mailed"))
}

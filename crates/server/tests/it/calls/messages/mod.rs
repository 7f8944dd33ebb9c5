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
use serde_json::json;

use crate::support::threads::Files;
use crate::support::{Answer, TestApp, User, number};

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

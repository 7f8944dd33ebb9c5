// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on messages.

mod compose;
mod lists;
mod open;
mod reply;
mod reply_by_link;
mod sent_email;
mod statements;
mod templates;

use reqwest::Method;

use crate::support::{Answer, TestApp, User, number};

/// A read by nobody.
async fn read(app: &TestApp, path: &str) -> Answer {
    app.send(None, Method::GET, path, None, None).await
}

/// The unread count.
async fn unread(app: &TestApp, by: &User) -> i64 {
    let path = format!("/message/countUnread/{}", by.person);
    app.get(by, &path).await.ok()["count"]
        .as_i64()
        .expect("a number")
}

/// How many replies there are.
async fn replies(app: &TestApp) -> i64 {
    number(&app.ctx.db, "SELECT COUNT(*) AS n FROM message_reply").await
}

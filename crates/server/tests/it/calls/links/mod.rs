// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls by e-mailed link: nobody is signed in, and the secret is the only proof. Not here: answers to messages,
//! which are tested beside their crate.

mod not_received;
mod resend;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, new_key, sign_in_staff};

/// A read by nobody.
pub(super) async fn read(app: &TestApp, path: &str) -> Answer {
    app.send(None, Method::GET, path, None, None).await
}

/// A click by nobody.
pub(super) async fn press(app: &TestApp, path: &str) -> Answer {
    app.send(None, Method::POST, path, Some(&new_key()), Some(&json!({})))
        .await
}

/// The subjects in the front desk's inbox, newest first, days later.
pub(super) async fn front_desk(app: &TestApp) -> Vec<Value> {
    let office = sign_in_staff(app, app.users.office.clone()).await;
    let path = format!("/message/inbox/doctor/{}", office.person);
    let list = app.get(&office, &path).await.ok();
    let items = list["items"].as_array().cloned().unwrap_or_default();
    items
        .into_iter()
        .map(|item| item["subject"].clone())
        .collect()
}

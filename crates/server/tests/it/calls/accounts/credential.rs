// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /user/credential/{id}`, beside an open event stream

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, new_key, number, on_both, request};

const NEW: &str = "Another2026word";

async fn put(app: &TestApp, by: &User, body: Value) -> Answer {
    let path = format!("/user/credential/{}", by.account);
    let answer = app.put(by, &path, &body).await;
    app.settle().await;
    answer
}

fn new_password(by: &User, password: &str) -> Value {
    json!({"Password": password, "currentPassword": by.password})
}

/// The same person under the token that the change gave.
fn renewed(by: &User, changed: &Value) -> User {
    let token = changed["token"].as_str().expect("a token");
    User {
        token: token.into(),
        ..by.clone()
    }
}

on_both!(a_new_password_gives_this_session_a_new_token);

async fn a_new_password_gives_this_session_a_new_token(app: &TestApp) {
    let patient = &app.users.patient;
    let session = |list: Value| list[0]["_id"].clone();
    let before = session(app.get(patient, "/user/sessions").await.ok());
    let http = reqwest::Client::new();
    let stream = http
        .get(format!("{}/api/events", app.api.base))
        .header("x-access-token", &patient.token);
    let mut stream = stream.send().await.expect("the site answers");
    assert_eq!(stream.status().as_u16(), 200);
    let key = new_key();
    let path = format!("/user/credential/{}", patient.account);
    let user = app
        .send(
            Some(patient),
            Method::PUT,
            &path,
            Some(&key),
            Some(&new_password(patient, NEW)),
        )
        .await
        .ok();
    app.settle().await;
    // The old token is of no use to whoever has it; the session is the same one.
    app.get(patient, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    let now = renewed(patient, &user);
    assert!(now.token != patient.token && now.token.len() > 40);
    assert_eq!(session(app.get(&now, "/user/sessions").await.ok()), before);
    // The answer holds the token, so it is kept nowhere.
    let kept = number(
        &app.ctx.db,
        &format!("SELECT COUNT(*) AS n FROM idempotency WHERE key = '{key}'"),
    )
    .await;
    assert_eq!(kept, 0);
    // An open stream goes on, and tells the next change first.
    app.post(&now, "/prescription", &request(&app.users.samples, 1))
        .await
        .ok();
    let heard = stream
        .chunk()
        .await
        .expect("the stream goes on")
        .expect("a change");
    assert!(
        String::from_utf8_lossy(&heard).contains("\"kind\":\"prescription\""),
        "{heard:?}"
    );
    // What is no new password gives no new token.
    let user = put(
        app,
        &now,
        json!({"BestPhoneNumber": "604-555-0177", "currentPassword": NEW}),
    )
    .await
    .ok();
    assert_eq!(user["token"], Value::Null);
    app.get(&now, "/user/sessions").await.ok();
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/sign-out-others`, beside open event streams

use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, request, sign_in_patient};

async fn listen(app: &TestApp, by: &User) -> reqwest::Response {
    let request = reqwest::Client::new().get(format!("{}/api/events", app.api.base));
    let sent = request.header("x-access-token", &by.token).send().await;
    sent.expect("the site answers")
}

on_both!(an_open_event_stream_ends_with_its_session);

async fn an_open_event_stream_ends_with_its_session(app: &TestApp) {
    let patient = &app.users.patient;
    let elsewhere = sign_in_patient(app, patient.clone()).await;
    let (mut theirs, mut own) = (listen(app, &elsewhere).await, listen(app, patient).await);
    assert_eq!(
        (theirs.status().as_u16(), own.status().as_u16()),
        (200, 200)
    );
    assert_eq!(
        app.post(patient, "/user/sign-out-others", &Value::Null)
            .await
            .ok(),
        json!({"ended": 1})
    );
    assert!(
        theirs
            .chunk()
            .await
            .expect("the stream ends in order")
            .is_none(),
        "it ends, and tells nothing"
    );
    // One's own goes on: the next change is the first thing that it hears.
    app.post(patient, "/prescription", &request(&app.users.samples, 1))
        .await
        .ok();
    let heard = own
        .chunk()
        .await
        .expect("the stream goes on")
        .expect("a change");
    assert!(
        String::from_utf8_lossy(&heard).contains("\"kind\":\"prescription\""),
        "{heard:?}"
    );
}

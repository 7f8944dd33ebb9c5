// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /user/sessions`, `DELETE /user/sessions/{id}`, `POST /user/sign-out-others`

use chrono::TimeDelta;
use reqwest::Method;
use salal_db::Engine;
use salal_platform::settings::Environment;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, new_key, on_both, once, sign_in_patient, stable};

async fn list(app: &TestApp, by: &User) -> Vec<Value> {
    let all = app.get(by, "/user/sessions").await.ok();
    all.as_array().expect("a list").clone()
}

async fn end(app: &TestApp, by: &User, id: &Value) -> Answer {
    let path = format!("/user/sessions/{}", id.as_str().expect("an id"));
    app.send(Some(by), Method::DELETE, &path, Some(&new_key()), None)
        .await
}

async fn listen(app: &TestApp, by: &User) -> reqwest::Response {
    let request = reqwest::Client::new().get(format!("{}/api/events", app.api.base));
    let sent = request.header("x-access-token", &by.token).send().await;
    sent.expect("the site answers")
}

on_both!(
    one_sees_where_one_is_signed_in,
    one_of_them_is_ended,
    an_open_event_stream_ends_at_the_sessions_limit,
    somebody_elses_session_does_not_exist,
    all_others_end_at_once,
    a_session_is_read_once_in_seconds
);

once!(a_session_has_five_streams);

async fn one_sees_where_one_is_signed_in(app: &TestApp) {
    let patient = &app.users.patient;
    sign_in_patient(app, patient.clone()).await;
    let all = list(app, patient).await;
    assert_eq!(
        all.iter()
            .filter(|session| session["current"] == true)
            .count(),
        1
    );
    let mut current = all
        .iter()
        .find(|session| session["current"] == true)
        .expect("this one")
        .clone();
    current["ip"] = "[address]".into();
    insta::assert_json_snapshot!("session", stable(&current));
    // Nobody else's are among them.
    assert!(list(app, &app.users.other).await.len() < all.len() + 1);
    assert_eq!(all.len(), 2);
}

async fn one_of_them_is_ended(app: &TestApp) {
    let patient = &app.users.patient;
    let elsewhere = sign_in_patient(app, patient.clone()).await;
    let id = list(app, &elsewhere)
        .await
        .iter()
        .find(|session| session["current"] == true)
        .expect("this one")["_id"]
        .clone();
    assert_eq!(end(app, patient, &id).await.status, 204);
    app.get(&elsewhere, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    assert_eq!(end(app, patient, &id).await.status, 204, "twice is as once");
    assert_eq!(list(app, patient).await.len(), 1);
}

async fn an_open_event_stream_ends_at_the_sessions_limit(app: &TestApp) {
    let patient = sign_in_patient(app, app.users.patient.clone()).await;
    let mine = list(app, &patient)
        .await
        .into_iter()
        .find(|session| session["current"] == true)
        .expect("this one");
    let since: chrono::DateTime<chrono::Utc> = mine["createdAt"]
        .as_str()
        .and_then(|at| at.parse().ok())
        .expect("a time");
    let ends = since + TimeDelta::hours(app.ctx.settings.session.absolute_hours);
    app.ctx
        .clock
        .advance(ends - app.ctx.now() - TimeDelta::milliseconds(100));
    let mut stream = listen(app, &patient).await;
    assert_eq!(stream.status().as_u16(), 200);
    app.ctx.clock.advance(TimeDelta::milliseconds(100));
    assert!(
        stream.chunk().await.expect("it ends in order").is_none(),
        "it ends, and tells nothing"
    );
    assert_eq!(listen(app, &patient).await.status().as_u16(), 401);
}

/// As the settings have it outside of development; each call begins the time anew.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_without_a_call_ends() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.environment = Environment::Test;
        })
        .await;
        let patient = sign_in_patient(&app, app.users.patient.clone()).await;
        let idle = app.ctx.settings.idle_seconds().expect("a limit");
        assert_eq!(idle, 300);
        for _ in 0..3 {
            app.ctx.clock.advance(TimeDelta::seconds(idle - 1));
            assert_eq!(app.get(&patient, "/user/sessions").await.status, 200);
        }
        // When it was last heard of is noted every half minute.
        app.ctx.clock.advance(TimeDelta::seconds(idle + 31));
        assert_eq!(app.get(&patient, "/user/sessions").await.status, 401);
    }
}

async fn a_session_has_five_streams(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(listen(app, patient).await);
    }
    assert!(open.iter().all(|stream| stream.status().as_u16() == 200));
    assert_eq!(listen(app, patient).await.status().as_u16(), 429);
    assert_eq!(listen(app, other).await.status().as_u16(), 200);
}

async fn a_session_is_read_once_in_seconds(app: &TestApp) {
    let patient = &app.users.patient;
    let sent = async || {
        let before = app.ctx.db.sent();
        list(app, patient).await;
        app.ctx.db.sent() - before
    };
    sent().await;
    app.ctx.clock.advance(TimeDelta::seconds(6));
    assert_eq!(sent().await, 2, "the session and the list");
    // Where this process would not hear that another ended it, a session is read every time.
    let again = 1 + u64::from(app.ctx.session_ends().is_none());
    assert_eq!(sent().await, again, "the list");
    app.ctx.clock.advance(TimeDelta::seconds(6));
    assert_eq!(sent().await, 2, "read again");
    // Half a minute later it is noted that somebody is there, once.
    app.ctx.clock.advance(TimeDelta::seconds(31));
    assert_eq!(sent().await, 3, "with the time");
    assert_eq!(sent().await, 2);
    assert_eq!(sent().await, again);
}

async fn somebody_elses_session_does_not_exist(app: &TestApp) {
    let id = list(app, &app.users.patient).await[0]["_id"].clone();
    for by in [&app.users.other, &app.users.admin] {
        assert_eq!(end(app, by, &id).await.status, 404);
    }
    app.get(&app.users.patient, "/user/sessions").await.ok();
}

async fn all_others_end_at_once(app: &TestApp) {
    let patient = &app.users.patient;
    let more = [
        sign_in_patient(app, patient.clone()).await,
        sign_in_patient(app, patient.clone()).await,
    ];
    assert_eq!(
        app.post(patient, "/user/sign-out-others", &Value::Null)
            .await
            .ok(),
        json!({"ended": 2})
    );
    for gone in &more {
        app.get(gone, "/user/sessions")
            .await
            .refused(401, "INVALID_TOKEN");
    }
    assert_eq!(
        app.post(patient, "/user/sign-out-others", &Value::Null)
            .await
            .ok(),
        json!({"ended": 0})
    );
    assert_eq!(
        list(app, &app.users.other).await.len(),
        1,
        "nobody else's ended"
    );
}

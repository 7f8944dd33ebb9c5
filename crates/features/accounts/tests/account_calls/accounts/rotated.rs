// SPDX-License-Identifier: AGPL-3.0-or-later

//! A new master key gives nobody new attempts and takes nobody's code or link away: what was stored by the earlier key
//! counts under the new one, also while two processes have either first.

use salal_platform::settings::DEVELOPMENT_KEY as OLD;
use serde_json::{Value, json};

use crate::TESTED;
use crate::support::{Answer, Engine, TestApp, User, new_key, number};

const NEW: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";

/// Each on both engines, because a database goes from one site to the next.
macro_rules! on_each {
    ($($name:ident),+ $(,)?) => {
        $(
            mod $name {
                use super::Engine;

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    super::$name(Engine::Sqlite).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    super::$name(Engine::Postgres).await;
                }
            }
        )+
    };
}

on_each!(
    a_code_and_a_link_outlive_the_key,
    attempts_and_locks_outlive_the_key,
    a_click_that_is_repeated_is_answered_as_before
);

/// The same database under other keys.
async fn with_keys(app: TestApp, keys: &[&str]) -> TestApp {
    let users = app.users.clone();
    let database = app.end().await;
    let keys = keys.join(" ");
    TestApp::start(&TESTED, database, users, |settings| {
        settings.secrets.master_key = keys.as_str().into();
    })
    .await
}

async fn sign_in(app: &TestApp, body: &Value) -> Answer {
    app.post_open("/user/authenticate", body).await
}

fn with(user: &User, password: &str) -> Value {
    json!({"Email": user.email, "Password": password})
}

async fn a_code_and_a_link_outlive_the_key(engine: Engine) {
    let app = TestApp::on(&TESTED, engine).await;
    let patient = app.users.patient.clone();
    let mut body = with(&patient, &patient.password);
    sign_in(&app, &body).await.ok();
    let known = json!({
        "Email": patient.email, "DateOfBirth": "1968-04-09", "DocumentNumber": crate::support::phn(1)
    });
    let found = app.post_open("/user/recovery/search", &known).await.ok();
    let send = json!({"email": found["user"]["_id"]});
    app.post_open("/user/recovery/send-email", &send).await.ok();
    app.settle().await;
    body["code"] = app.code("sms", &patient.phone).into();
    let letters = app.sandbox.outbox(Some("email"), Some(&patient.email));
    let mut links = letters.iter().flat_map(|letter| &letter.links);
    let token = links
        .find_map(|link| Some(link.split_once("token=")?.1.to_owned()))
        .expect("a link");

    let app = with_keys(app, &[NEW, OLD]).await;
    assert!(sign_in(&app, &body).await.ok()["token"].is_string());
    let set = json!({"passwordRecoveryToken": token, "Password": "Another2026word"});
    let path = "/user/recovery/password";
    app.post_open(path, &set).await.ok();
    app.post_open(path, &set).await.refused(422, "LINK_EXPIRED");
    // Once the earlier key is gone, what it stored is nobody's.
    let app = with_keys(app, &[NEW]).await;
    sign_in(&app, &with(&patient, "Another2026word")).await.ok();
}

/// Four wrong passwords under one key and one under the other are five, whichever of them a process has first.
async fn attempts_and_locks_outlive_the_key(engine: Engine) {
    let app = TestApp::on(&TESTED, engine).await;
    let (patient, other) = (app.users.patient.clone(), app.users.other.clone());
    let wrong = |user: &User| with(user, "Wrong-password-1");
    for _ in 0..2 {
        sign_in(&app, &wrong(&patient))
            .await
            .refused(401, "WRONG_CREDENTIALS");
    }
    for _ in 0..4 {
        sign_in(&app, &wrong(&other))
            .await
            .refused(401, "WRONG_CREDENTIALS");
    }
    sign_in(&app, &wrong(&other)).await.refused(429, "LOCKED");
    let guards = "SELECT COUNT(*) AS n FROM sign_in_guard";
    let before = number(&app.ctx.db, guards).await;

    let app = with_keys(app, &[NEW, OLD]).await;
    let right = with(&other, &other.password);
    sign_in(&app, &right).await.refused(429, "LOCKED");
    sign_in(&app, &wrong(&patient))
        .await
        .refused(401, "WRONG_CREDENTIALS");
    let app = with_keys(app, &[OLD, NEW]).await;
    sign_in(&app, &right).await.refused(429, "LOCKED");
    sign_in(&app, &wrong(&patient))
        .await
        .refused(401, "WRONG_CREDENTIALS");
    let app = with_keys(app, &[NEW, OLD]).await;
    sign_in(&app, &wrong(&patient)).await.refused(429, "LOCKED");
    assert_eq!(
        number(&app.ctx.db, guards).await,
        before,
        "one count of each"
    );
    // What was counted since then stands under the new key alone.
    let app = with_keys(app, &[NEW]).await;
    let right = with(&patient, &patient.password);
    sign_in(&app, &right).await.refused(429, "LOCKED");
    app.ctx.clock.advance(chrono::TimeDelta::seconds(302));
    sign_in(&app, &right).await.ok();
}

async fn a_click_that_is_repeated_is_answered_as_before(engine: Engine) {
    let app = TestApp::on(&TESTED, engine).await;
    let (key, doctor) = (new_key(), app.users.doctor.clone());
    let theme = json!({"theme": "dark", "shortcuts": true});
    let click = |app: &TestApp| {
        let (api, key, doctor, theme) =
            (app.api.clone(), key.clone(), doctor.clone(), theme.clone());
        async move {
            let put = reqwest::Method::PUT;
            let sent = api.try_send(
                Some(&doctor),
                put,
                "/user/preferences",
                Some(&key),
                Some(&theme),
            );
            sent.await.expect("it is answered")
        }
    };
    let first = click(&app).await;
    let app = with_keys(app, &[NEW, OLD]).await;
    let again = click(&app).await;
    assert_eq!((first.status, &first.body), (again.status, &again.body));
    assert!(first.status < 300, "{}", first.body);
}

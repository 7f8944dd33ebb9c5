// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/hand-over`, and `POST /user/token` with what it gave

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::Method;
use salal_db::Engine;
use salal_platform::settings::{Environment, Hidden, Mode};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, number, on_both, stable};

const SECRET: &str = "the partner clinic's own secret, long enough";

async fn site(engine: Engine) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        settings.secrets.hand_over = Hidden::from(SECRET);
    })
    .await
}

async fn ask(app: &TestApp, secret: &str, email: &str) -> Answer {
    app.post_open(
        "/user/hand-over",
        &json!({"secret": secret, "email": email}),
    )
    .await
}

async fn token(app: &TestApp) -> String {
    let given = ask(app, SECRET, &app.users.patient.email).await.ok();
    given["token"].as_str().expect("a token").to_owned()
}

async fn enter(app: &TestApp, token: &str) -> Answer {
    let by = User {
        token: token.into(),
        ..User::default()
    };
    app.send(Some(&by), Method::POST, "/user/token", None, None)
        .await
}

on_both!(without_a_secret_nothing_is_handed_over);

async fn without_a_secret_nothing_is_handed_over(app: &TestApp) {
    for secret in ["", SECRET] {
        assert_eq!(ask(app, secret, &app.users.patient.email).await.status, 404);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handed_over_sign_in_works_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = site(engine).await;
        let patient = &app.users.patient;
        let given = ask(&app, SECRET, &patient.email.to_uppercase()).await;
        assert_eq!(given.status, 201);
        let given = given.ok();
        let token = given["token"].as_str().expect("a token");
        assert!(
            given["url"]
                .as_str()
                .is_some_and(|url| url.ends_with(&format!("/auth/{token}")))
        );
        let answer = enter(&app, token).await;
        let cookie = answer.cookies[0].clone();
        assert!(
            cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
            "{cookie}"
        );
        let mut entered = answer.ok();
        let session = entered["token"].as_str().expect("a token").to_owned();
        assert_ne!(session, token);
        entered["lastLogin"]["ip"] = "[address]".into();
        insta::assert_json_snapshot!("hand_over", stable(&entered));
        // The session is a browser's: its token needs the cookie.
        let pair = cookie.split(';').next().expect("a pair");
        for (headers, status) in [
            (vec![("x-access-token", session.as_str())], 401),
            (
                vec![("x-access-token", session.as_str()), ("cookie", pair)],
                200,
            ),
        ] {
            assert_eq!(
                app.api
                    .send_raw(Method::GET, "/api/user/sessions", &headers, Vec::new())
                    .await
                    .status,
                status
            );
        }
        enter(&app, token).await.refused(401, "INVALID_TOKEN");
        // A token that opens a door is no session by itself.
        let fresh = self::token(&app).await;
        let by = User {
            token: fresh,
            ..User::default()
        };
        assert_eq!(app.get(&by, "/user/sessions").await.status, 401);
        let kept = number(
            &app.ctx.db,
            &format!("SELECT COUNT(*) AS n FROM hand_over WHERE token_hash = '{token}'"),
        )
        .await;
        assert_eq!(kept, 0, "only a hash is kept");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_altered_and_crowded_tokens() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = site(engine).await;
        let late = token(&app).await;
        app.ctx.clock.advance(TimeDelta::seconds(121));
        enter(&app, &late).await.refused(401, "INVALID_TOKEN");
        let good = token(&app).await;
        let altered = format!(
            "{}{}",
            if good.starts_with('0') { '1' } else { '0' },
            &good[1..]
        );
        enter(&app, &altered).await.refused(401, "INVALID_TOKEN");
        let answers = join_all((0..64).map(|_| enter(&app, &good))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        assert!(
            answers
                .iter()
                .all(|answer| matches!(answer.status, 200 | 401))
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_patients_whose_account_is_open() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = site(engine).await;
        for email in [
            app.users.doctor.email.as_str(),
            app.users.admin.email.as_str(),
            "nobody@mail.example",
        ] {
            assert_eq!(ask(&app, SECRET, email).await.status, 404, "{email}");
        }
        for secret in ["", "the partner clinic's own secret, long enoug"] {
            assert_eq!(
                ask(&app, secret, &app.users.patient.email).await.status,
                404
            );
        }
        let token = token(&app).await;
        let sql = format!(
            "UPDATE account SET disabled_at = created_at WHERE email_folded = '{}'",
            app.users.patient.email
        );
        sea_orm::ConnectionTrait::execute_unprepared(app.ctx.db.write(), &sql)
            .await
            .expect("closed");
        enter(&app, &token)
            .await
            .refused(401, "ERROR_GET_EMAIL_BY_TOKEN");
        enter(&app, &token).await.refused(401, "INVALID_TOKEN");
        // Its session is nobody at once.
        assert_eq!(
            app.get(&app.users.patient, "/user/sessions").await.status,
            401
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deployment_of_the_office_takes_no_patient_over() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.secrets.hand_over = Hidden::from(SECRET);
        settings.environment = Environment::Test;
        settings.mode = Mode::Office;
    })
    .await;
    assert_eq!(
        ask(&app, SECRET, &app.users.patient.email).await.status,
        404
    );
    let nobody: Value = enter(&app, "").await.refused(401, "NO_TOKEN");
    assert!(nobody["message"].is_string());
}

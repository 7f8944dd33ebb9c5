// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/authenticate`

use chrono::TimeDelta;
use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, on_both, stable, totp_code};

async fn sign_in(app: &TestApp, body: &Value) -> Answer {
    app.post_open("/user/authenticate", body).await
}

/// The first call of the patient, and the texted code.
async fn asked(app: &TestApp) -> (Value, String) {
    let body = json!({"Email": app.users.patient.email, "Password": app.users.patient.password, "Role": "ROLE_PATIENT"});
    let first = sign_in(app, &body).await.ok();
    assert_eq!(
        (&first["verifymfa"], &first["token"], &first["user"]),
        (&json!(true), &Value::Null, &Value::Null)
    );
    app.settle().await;
    (body, app.code("sms", &app.users.patient.phone))
}

fn coded(body: &Value, code: &str) -> Value {
    let mut body = body.clone();
    body["code"] = code.into();
    body
}

fn another(code: &str) -> &'static str {
    if code == "123456" { "654321" } else { "123456" }
}

on_both! {
    async fn a_patient_signs_in_with_the_texted_code(app: &TestApp) {
        let (mut body, code) = asked(app).await;
        body["ipObj"] = json!({"city": "Nelson", "region": "BC", "country": "Canada"});
        let mut answer = sign_in(app, &coded(&body, &code)).await.ok();
        // Real health numbers and mail addresses of the users are the same in each run.
        answer["lastLogin"]["ip"] = "[address]".into();
        insta::assert_json_snapshot!("authenticate_patient", stable(&answer));
        // The code is used up.
        sign_in(app, &coded(&body, &code)).await.refused(401, "WRONG_CODE");
        // The next sign-in tells of this one.
        let (body, code) = asked(app).await;
        let next = sign_in(app, &coded(&body, &code)).await.ok();
        assert_eq!((&next["lastLogin"]["city"], &next["showLastLogin"]), (&json!("Nelson"), &json!(true)));
    }

    async fn a_wrong_password_and_an_unknown_account_answer_alike(app: &TestApp) {
        let wrong = sign_in(app, &json!({"Email": app.users.patient.email, "Password": "not the password 1A"})).await;
        let unknown = sign_in(app, &json!({"Email": "nobody@mail.example", "Password": "not the password 1A"})).await;
        assert_eq!(wrong.clone().refused(401, "WRONG_CREDENTIALS")["message"], unknown.refused(401, "WRONG_CREDENTIALS")["message"]);
        app.settle().await;
        assert!(app.sandbox.outbox(Some("sms"), None).is_empty());
    }

    async fn a_wrong_and_an_old_code(app: &TestApp) {
        let (body, code) = asked(app).await;
        let wrong = sign_in(app, &coded(&body, another(&code))).await.refused(401, "WRONG_CODE");
        assert_eq!(wrong["message"], "verification code is not correct, please check your phone and try again");
        app.ctx.clock.advance(TimeDelta::minutes(11));
        sign_in(app, &coded(&body, &code)).await.refused(401, "WRONG_CODE");
    }

    async fn five_failures_lock_for_five_minutes(app: &TestApp) {
        let patient = &app.users.patient;
        let right = json!({"Email": patient.email, "Password": patient.password});
        let wrong = json!({"Email": patient.email.to_uppercase(), "Password": "Wrong-password-1"});
        for _ in 0..4 {
            sign_in(app, &wrong).await.refused(401, "WRONG_CREDENTIALS");
        }
        let locked = sign_in(app, &wrong).await.refused(429, "LOCKED");
        assert_eq!(locked["message"], "You have failed too many login attempts. Please wait for 5 minutes prior to trying again");
        let wait = locked["retryAfterSeconds"].as_i64().expect("seconds");
        assert!((290..=301).contains(&wait), "{wait}");
        sign_in(app, &right).await.refused(429, "LOCKED");
        // Another account is not locked with it.
        let other = json!({"Email": app.users.other.email, "Password": app.users.other.password});
        sign_in(app, &other).await.ok();
        app.ctx.clock.advance(TimeDelta::seconds(302));
        sign_in(app, &right).await.ok();
    }

    async fn wrong_codes_lock_as_well(app: &TestApp) {
        let (body, code) = asked(app).await;
        let mut last = 0;
        for _ in 0..5 {
            last = sign_in(app, &coded(&body, another(&code))).await.status;
        }
        assert_eq!(last, 429);
        sign_in(app, &coded(&body, &code)).await.refused(429, "LOCKED");
    }

    async fn staff_sign_in_with_the_authenticator(app: &TestApp) {
        let doctor = &app.users.doctor;
        let body = json!({"Email": doctor.email, "Password": doctor.password});
        let first = sign_in(app, &body).await.ok();
        assert_eq!((&first["via"], &first["enrol"], &first["token"]), (&json!("authenticator"), &Value::Null, &Value::Null));
        app.ctx.clock.advance(TimeDelta::seconds(90));
        let code = totp_code(app, &doctor.totp);
        sign_in(app, &coded(&body, another(&code))).await.refused(401, "WRONG_CODE");
        let good = sign_in(app, &coded(&body, &code)).await.ok();
        assert_eq!(good["user"]["Role"], "ROLE_DOCTOR");
        // Each step works once.
        sign_in(app, &coded(&body, &code)).await.refused(401, "WRONG_CODE");
        // This device skips the code for twelve hours.
        let mut known = body.clone();
        known["storedCode"] = good["storedCode"].clone();
        assert!(sign_in(app, &known).await.ok()["token"].is_string());
        app.ctx.clock.advance(TimeDelta::hours(13));
        assert_eq!(sign_in(app, &known).await.ok()["token"], Value::Null);
    }

    async fn the_page_decides_who_comes_in(app: &TestApp) {
        let (patient, doctor) = (&app.users.patient, &app.users.doctor);
        let as_doctor = json!({"Email": patient.email, "Password": patient.password, "Role": "ROLE_DOCTOR"});
        sign_in(app, &as_doctor).await.refused(401, "WRONG_CREDENTIALS");
        let as_patient = json!({"Email": doctor.email, "Password": doctor.password, "Role": "ROLE_PATIENT"});
        sign_in(app, &as_patient).await.refused(401, "WRONG_CREDENTIALS");
    }

    async fn a_browsers_token_needs_its_cookie(app: &TestApp) {
        let (mut body, code) = asked(app).await;
        body["browser"] = true.into();
        let answer = sign_in(app, &coded(&body, &code)).await;
        let cookie = answer.cookies.first().expect("a cookie").clone();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        let token = answer.ok()["token"].as_str().expect("a token").to_owned();
        let me = format!("/api/person/{}", app.users.patient.person);
        let bare = app.api.send_raw(reqwest::Method::GET, &me, &[("x-access-token", &token)], Vec::new()).await;
        assert_eq!(bare.status, 401);
        let pair = cookie.split(';').next().expect("a pair").to_owned();
        let both = app.api.send_raw(reqwest::Method::GET, &me, &[("x-access-token", &token), ("cookie", &pair)], Vec::new()).await;
        assert_eq!(both.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_calls_from_one_address_wait() {
    let app = TestApp::with(Engine::Sqlite, |settings| {
        settings.limits.public_calls_per_minute = 3;
    })
    .await;
    let body = json!({"email": "nobody@mail.example"});
    for _ in 0..3 {
        app.post_open("/user/activate/resend", &body).await.ok();
    }
    let refused = app
        .post_open("/user/activate/resend", &body)
        .await
        .refused(429, "TOO_MANY");
    assert!(
        refused["retryAfterSeconds"]
            .as_i64()
            .is_some_and(|wait| (1..=60).contains(&wait))
    );
    app.ctx.clock.advance(TimeDelta::seconds(61));
    app.post_open("/user/activate/resend", &body).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deployment_of_one_portal_lets_its_own_in() {
    for (mode, patients) in [
        (salal_server::settings::Mode::Client, true),
        (salal_server::settings::Mode::Office, false),
    ] {
        let app = TestApp::with(Engine::Sqlite, |settings| settings.mode = mode).await;
        let status = |user: crate::support::User| {
            let app = &app;
            async move {
                sign_in(
                    app,
                    &json!({"Email": user.email, "Password": user.password}),
                )
                .await
                .status
            }
        };
        assert_eq!(status(app.users.patient.clone()).await == 200, patients);
        assert_eq!(status(app.users.doctor.clone()).await == 200, !patients);
    }
}

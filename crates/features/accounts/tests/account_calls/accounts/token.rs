// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/token`, `POST /user/sign-out`, `PUT /user/dont-show-last-login`

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, once, stable};

on_both!(
    takes_a_session_up_again,
    a_session_ends_once,
    the_last_login_is_hidden_for_a_day
);

once!(nobody_and_a_stranger);

async fn takes_a_session_up_again(app: &TestApp) {
    let patient = &app.users.patient;
    let answer = app
        .send(Some(patient), Method::POST, "/user/token", None, None)
        .await
        .ok();
    assert_eq!(answer["token"], patient.token.as_str());
    insta::assert_json_snapshot!("token", stable(&answer));
}

async fn nobody_and_a_stranger(app: &TestApp) {
    app.send(None, Method::POST, "/user/token", None, None)
        .await
        .refused(401, "NO_TOKEN");
    let stranger = User {
        token: "f".repeat(64),
        ..User::default()
    };
    app.send(Some(&stranger), Method::POST, "/user/token", None, None)
        .await
        .refused(401, "INVALID_TOKEN");
}

async fn a_session_ends_once(app: &TestApp) {
    let patient = &app.users.patient;
    assert_eq!(
        app.post(patient, "/user/sign-out", &Value::Null)
            .await
            .status,
        204
    );
    app.send(Some(patient), Method::POST, "/user/token", None, None)
        .await
        .refused(401, "INVALID_TOKEN");
    assert_eq!(
        app.post(patient, "/user/sign-out", &Value::Null)
            .await
            .status,
        401
    );
}

async fn the_last_login_is_hidden_for_a_day(app: &TestApp) {
    let doctor = &app.users.doctor;
    let body = json!({"id": doctor.account, "dontShowLastLogin": true});
    app.put(doctor, "/user/dont-show-last-login", &body)
        .await
        .ok();
    let sign_in = || async {
        app.ctx.clock.advance(chrono::TimeDelta::seconds(60));
        let code = crate::support::totp_code(app, &doctor.totp);
        app.post_open(
            "/user/authenticate",
            &json!({"Email": doctor.email, "Password": doctor.password, "code": code}),
        )
        .await
        .ok()
    };
    assert_eq!(sign_in().await["showLastLogin"], false);
    app.ctx.clock.advance(chrono::TimeDelta::hours(25));
    assert_eq!(sign_in().await["showLastLogin"], true);
}

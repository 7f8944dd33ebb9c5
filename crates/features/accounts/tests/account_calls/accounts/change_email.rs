// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/change-email/get-phone-code`, `…/get-email-code`, `…/set-new-email`,
//! `…/validate-email-code`

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, number, on_both, sign_in_patient, stable, totp_code};

const NEW: &str = "wren.new@mail.example";

async fn step(app: &TestApp, by: &User, call: &str, body: Value) -> Answer {
    let answer = app
        .post(by, &format!("/user/change-email/{call}"), &body)
        .await;
    app.settle().await;
    answer
}

async fn password(app: &TestApp, by: &User, password: &str) -> Answer {
    step(
        app,
        by,
        "get-phone-code",
        json!({"password": password, "role": "ROLE_PATIENT"}),
    )
    .await
}

async fn phone(app: &TestApp, by: &User, code: &str) -> Answer {
    step(app, by, "get-email-code", json!({"phoneCode": code})).await
}

async fn address(app: &TestApp, by: &User, email: &str) -> Answer {
    step(app, by, "set-new-email", json!({"email": email})).await
}

async fn finish(app: &TestApp, by: &User, code: &str) -> Answer {
    step(app, by, "validate-email-code", json!({"emailCode": code})).await
}

/// As far as the phone's code.
async fn at_phone(app: &TestApp, by: &User) -> String {
    password(app, by, &by.password).await.ok();
    app.code("sms", &by.phone)
}

/// As far as the new address; gives its code.
async fn at_address(app: &TestApp, by: &User, email: &str) -> String {
    let code = at_phone(app, by).await;
    phone(app, by, &code).await.ok();
    address(app, by, email).await.ok();
    app.code("email", email)
}

fn another(code: &str) -> &'static str {
    if code == "123456" { "654321" } else { "123456" }
}

async fn has_address(app: &TestApp, email: &str) -> bool {
    let sql = format!("SELECT COUNT(*) AS n FROM account WHERE email_folded = '{email}'");
    number(&app.ctx.db, &sql).await == 1
}

on_both!(
    an_address_is_changed_in_four_steps,
    staff_prove_themselves_by_the_authenticator,
    no_step_can_be_left_out,
    wrong_answers_are_refused_without_ending_the_session,
    five_wrong_passwords_lock_the_question_and_not_the_sign_in,
    the_code_of_another_address_is_no_good,
    a_change_belongs_to_the_session_that_began_it,
    an_address_taken_in_the_meantime_stays_taken,
    pressing_twice_has_one_effect,
    links_to_the_old_address_die_with_it,
    a_browser_gets_a_new_cookie
);

async fn an_address_is_changed_in_four_steps(app: &TestApp) {
    let patient = &app.users.patient;
    let elsewhere = sign_in_patient(app, patient.clone()).await;
    insta::assert_json_snapshot!(
        "change_email_step",
        stable(&password(app, patient, &patient.password).await.ok())
    );
    let code = app.code("sms", &patient.phone);
    assert_eq!(
        phone(app, patient, &format!(" {code} ")).await.ok()["isVerified"],
        true
    );
    assert_eq!(
        address(app, patient, &format!(" {} ", NEW.to_uppercase()))
            .await
            .ok()["isVerified"],
        true
    );
    assert!(
        !has_address(app, NEW).await,
        "an unproved address is nobody's"
    );
    let answer = finish(app, patient, &app.code("email", &NEW.to_uppercase()))
        .await
        .ok();
    insta::assert_json_snapshot!("change_email_done", stable(&answer));
    assert!(has_address(app, NEW).await);
    // The session goes on under the new token only; the others ended.
    let renewed = User {
        token: answer["token"].as_str().expect("a token").into(),
        ..patient.clone()
    };
    assert_eq!(
        app.send(Some(&renewed), Method::POST, "/user/token", None, None)
            .await
            .ok()["Email"],
        NEW.to_uppercase()
    );
    for gone in [patient, &elsewhere] {
        assert_eq!(app.get(gone, "/user/sessions").await.status, 401);
    }
    // The old address is told, and signs in no more.
    let told = &app.sandbox.outbox(Some("email"), Some(&patient.email))[0];
    assert!(
        told.subject.contains("email address was changed") && !told.text.contains("wren.new"),
        "{}",
        told.text
    );
    let old = json!({"Email": patient.email, "Password": patient.password});
    app.post_open("/user/authenticate", &old)
        .await
        .refused(401, "WRONG_CREDENTIALS");
    sign_in_patient(
        app,
        User {
            email: NEW.into(),
            ..patient.clone()
        },
    )
    .await;
}

async fn staff_prove_themselves_by_the_authenticator(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.ctx.clock.advance(TimeDelta::seconds(90));
    step(
        app,
        doctor,
        "get-phone-code",
        json!({"password": doctor.password, "role": "ROLE_DOCTOR"}),
    )
    .await
    .ok();
    assert!(
        app.sandbox.outbox(Some("sms"), None).is_empty(),
        "staff get no text message"
    );
    let code = totp_code(app, &doctor.totp);
    phone(app, doctor, another(&code))
        .await
        .refused(422, "WRONG_CODE");
    phone(app, doctor, &code).await.ok();
    address(app, doctor, "varga@office.example").await.ok();
    finish(app, doctor, &app.code("email", "varga@office.example"))
        .await
        .ok();
    assert!(has_address(app, "varga@office.example").await);
}

async fn no_step_can_be_left_out(app: &TestApp) {
    let patient = &app.users.patient;
    for answer in [
        phone(app, patient, "123456").await,
        address(app, patient, NEW).await,
        finish(app, patient, "123456").await,
    ] {
        answer.refused(409, "BEGIN_AGAIN");
    }
    let code = at_phone(app, patient).await;
    address(app, patient, NEW).await.refused(409, "BEGIN_AGAIN");
    finish(app, patient, &code)
        .await
        .refused(409, "BEGIN_AGAIN");
    phone(app, patient, &code).await.ok();
    finish(app, patient, &code)
        .await
        .refused(409, "BEGIN_AGAIN");
    app.ctx.clock.advance(TimeDelta::minutes(31));
    address(app, patient, NEW).await.refused(409, "BEGIN_AGAIN");
}

async fn wrong_answers_are_refused_without_ending_the_session(app: &TestApp) {
    let patient = &app.users.patient;
    let wrong = password(app, patient, "Not2026mine").await;
    assert_eq!(
        wrong.clone().refused(422, "WRONG_PASSWORD")["message"],
        "The password is not correct."
    );
    assert_eq!(wrong.fields(), ["password"]);
    assert_eq!(password(app, patient, "").await.fields(), ["password"]);
    let code = at_phone(app, patient).await;
    let said = phone(app, patient, another(&code)).await;
    assert_eq!(
        said.clone().refused(422, "WRONG_CODE")["message"],
        "verification code is not correct, please check your phone and try again"
    );
    assert_eq!(said.fields(), ["phoneCode"]);
    phone(app, patient, &code).await.ok();
    for (email, text) in [
        ("", "Email is required"),
        (
            "no address",
            "Please enter an email address like name@example.com",
        ),
        (
            patient.email.as_str(),
            "This is already your email address.",
        ),
        (
            app.users.other.email.as_str(),
            "email is invalid please choose another email address",
        ),
    ] {
        let answer = address(app, patient, email).await;
        assert_eq!(
            answer.body["errors"][0],
            json!({"field": "email", "message": text}),
            "{email}"
        );
    }
    address(app, patient, NEW).await.ok();
    let mailed = app.code("email", NEW);
    finish(app, patient, another(&mailed))
        .await
        .refused(422, "WRONG_CODE");
    finish(app, patient, &mailed).await.ok();
}

async fn five_wrong_passwords_lock_the_question_and_not_the_sign_in(app: &TestApp) {
    let patient = &app.users.patient;
    for _ in 0..4 {
        password(app, patient, "Not2026mine")
            .await
            .refused(422, "WRONG_PASSWORD");
    }
    password(app, patient, "Not2026mine")
        .await
        .refused(429, "LOCKED");
    password(app, patient, &patient.password)
        .await
        .refused(429, "LOCKED");
    sign_in_patient(app, patient.clone()).await;
    app.ctx.clock.advance(TimeDelta::seconds(302));
    password(app, patient, &patient.password).await.ok();
}

async fn the_code_of_another_address_is_no_good(app: &TestApp) {
    let patient = &app.users.patient;
    let first = at_address(app, patient, "first.try@mail.example").await;
    address(app, patient, NEW).await.ok();
    let second = app.code("email", NEW);
    if first != second {
        finish(app, patient, &first)
            .await
            .refused(422, "WRONG_CODE");
    }
    finish(app, patient, &second).await.ok();
    assert!(has_address(app, NEW).await && !has_address(app, "first.try@mail.example").await);
}

async fn a_change_belongs_to_the_session_that_began_it(app: &TestApp) {
    let patient = &app.users.patient;
    let elsewhere = sign_in_patient(app, patient.clone()).await;
    let mailed = at_address(app, patient, NEW).await;
    finish(app, &elsewhere, &mailed)
        .await
        .refused(409, "BEGIN_AGAIN");
    // Beginning elsewhere ends it here.
    app.ctx.clock.advance(TimeDelta::seconds(20));
    at_phone(app, &elsewhere).await;
    finish(app, patient, &mailed)
        .await
        .refused(409, "BEGIN_AGAIN");
}

async fn an_address_taken_in_the_meantime_stays_taken(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let mailed = at_address(app, patient, NEW).await;
    let theirs = at_address(app, other, NEW).await;
    finish(app, other, &theirs).await.ok();
    // Both were sent to one address; each account has its own code.
    let answer = finish(app, patient, &mailed).await;
    assert_eq!(answer.fields(), ["emailCode"]);
    assert!(has_address(app, &patient.email).await);
}

async fn pressing_twice_has_one_effect(app: &TestApp) {
    let patient = &app.users.patient;
    let press = |call: &'static str, body: Value| async move {
        let all = join_all((0..8).map(|_| app.post(patient, call, &body))).await;
        app.settle().await;
        all
    };
    let statuses = |all: &[Answer]| all.iter().map(|answer| answer.status).collect::<Vec<_>>();
    let all = press(
        "/user/change-email/get-phone-code",
        json!({"password": patient.password}),
    )
    .await;
    assert!(
        all.iter().all(|answer| answer.status == 200),
        "{:?}",
        statuses(&all)
    );
    assert_eq!(
        app.sandbox.outbox(Some("sms"), Some(&patient.phone)).len(),
        1
    );
    let all = press(
        "/user/change-email/get-email-code",
        json!({"phoneCode": app.code("sms", &patient.phone)}),
    )
    .await;
    assert!(
        all.iter().any(|answer| answer.status == 200)
            && all
                .iter()
                .all(|answer| matches!(answer.status, 200 | 409 | 422)),
        "{:?}",
        statuses(&all)
    );
    let all = press("/user/change-email/set-new-email", json!({"email": NEW})).await;
    assert!(
        all.iter().all(|answer| answer.status == 200),
        "{:?}",
        statuses(&all)
    );
    assert_eq!(app.sandbox.outbox(Some("email"), Some(NEW)).len(), 1);
    let all = press(
        "/user/change-email/validate-email-code",
        json!({"emailCode": app.code("email", NEW)}),
    )
    .await;
    assert_eq!(
        all.iter().filter(|answer| answer.status == 200).count(),
        1,
        "{:?}",
        statuses(&all)
    );
    assert_eq!(
        app.sandbox
            .outbox(Some("email"), Some(&patient.email))
            .len(),
        1,
        "the old address is told once"
    );
}

async fn links_to_the_old_address_die_with_it(app: &TestApp) {
    let patient = &app.users.patient;
    let known = json!({"Email": patient.email, "DateOfBirth": "1968-04-09", "DocumentNumber": crate::support::phn(1)});
    let found = app.post_open("/user/recovery/search", &known).await.ok();
    app.post_open(
        "/user/recovery/send-email",
        &json!({"email": found["user"]["_id"]}),
    )
    .await
    .ok();
    app.settle().await;
    let links = app.sandbox.outbox(Some("email"), Some(&patient.email))[0]
        .links
        .clone();
    let token = links
        .iter()
        .find_map(|link| link.split_once("token="))
        .expect("a link")
        .1
        .to_owned();
    let mailed = at_address(app, patient, NEW).await;
    finish(app, patient, &mailed).await.ok();
    let body = json!({"passwordRecoveryToken": token, "Password": "Another2026word"});
    app.post_open("/user/recovery/password", &body)
        .await
        .refused(422, "LINK_EXPIRED");
}

async fn a_browser_gets_a_new_cookie(app: &TestApp) {
    let patient = &app.users.patient;
    let mut body = json!({"Email": patient.email, "Password": patient.password, "browser": true});
    app.post_open("/user/authenticate", &body).await.ok();
    app.settle().await;
    body["code"] = app.code("sms", &patient.phone).into();
    let entered = app.post_open("/user/authenticate", &body).await;
    let pair = |answer: &Answer| {
        answer.cookies[0]
            .split(';')
            .next()
            .expect("a pair")
            .to_owned()
    };
    let (cookie, token) = (
        pair(&entered),
        entered.body["token"].as_str().expect("a token").to_owned(),
    );
    let send = |call: &'static str, body: Value| {
        let (cookie, token) = (cookie.clone(), token.clone());
        async move {
            let headers = [
                ("x-access-token", token.as_str()),
                ("cookie", cookie.as_str()),
                ("content-type", "application/json"),
            ];
            let answer = app
                .api
                .send_raw(
                    Method::POST,
                    &format!("/api/user/change-email/{call}"),
                    &headers,
                    body.to_string().into_bytes(),
                )
                .await;
            app.settle().await;
            answer
        }
    };
    app.ctx.clock.advance(TimeDelta::seconds(20));
    send("get-phone-code", json!({"password": patient.password}))
        .await
        .ok();
    send(
        "get-email-code",
        json!({"phoneCode": app.code("sms", &patient.phone)}),
    )
    .await
    .ok();
    send("set-new-email", json!({"email": NEW})).await.ok();
    let done = send(
        "validate-email-code",
        json!({"emailCode": app.code("email", NEW)}),
    )
    .await;
    assert!(done.cookies[0].contains("HttpOnly") && pair(&done) != cookie);
    let (new_cookie, new_token) = (
        pair(&done),
        done.body["token"].as_str().expect("a token").to_owned(),
    );
    for (token, cookie, status) in [
        (&new_token, &new_cookie, 200),
        (&new_token, &cookie, 401),
        (&token, &new_cookie, 401),
    ] {
        let headers = [
            ("x-access-token", token.as_str()),
            ("cookie", cookie.as_str()),
        ];
        assert_eq!(
            app.api
                .send_raw(Method::GET, "/api/user/sessions", &headers, Vec::new())
                .await
                .status,
            status
        );
    }
}

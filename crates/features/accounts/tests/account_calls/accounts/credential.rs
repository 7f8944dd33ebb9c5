// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /user/credential/{id}`

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, number, on_both, sign_in_patient, stable};

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

async fn passes(app: &TestApp, user: &User, password: &str) -> bool {
    let body = json!({"Email": user.email, "Password": password});
    let status = app.post_open("/user/authenticate", &body).await.status;
    app.settle().await;
    status == 200
}

on_both!(
    a_password_is_changed_and_the_other_sessions_end,
    a_browser_gets_a_new_cookie_with_a_new_password,
    the_present_password_is_asked_for,
    each_field_has_its_refusal,
    staff_change_their_own_cell_phone,
    somebody_elses_account_does_not_exist,
    pressing_twice_changes_once,
    the_new_password_is_no_second_guess,
    remembered_browsers_are_forgotten_with_the_password,
    two_tabs_at_once_leave_one_password
);

async fn a_password_is_changed_and_the_other_sessions_end(app: &TestApp) {
    let patient = &app.users.patient;
    let elsewhere = sign_in_patient(app, patient.clone()).await;
    let user = put(app, patient, new_password(patient, NEW)).await.ok();
    insta::assert_json_snapshot!("credential", stable(&user));
    app.get(&renewed(patient, &user), "/user/sessions")
        .await
        .ok();
    app.get(&elsewhere, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    assert!(passes(app, patient, NEW).await && !passes(app, patient, &patient.password).await);
    let told = &app.sandbox.outbox(Some("email"), Some(&patient.email))[0];
    assert!(
        told.subject.contains("password was changed"),
        "{}",
        told.subject
    );
}

async fn a_browser_gets_a_new_cookie_with_a_new_password(app: &TestApp) {
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
    let token = |answer: &Answer| answer.body["token"].as_str().expect("a token").to_owned();
    let send = async |method: Method, path: &str, token: &str, cookie: &str, body: Vec<u8>| {
        let headers = [
            ("x-access-token", token),
            ("cookie", cookie),
            ("content-type", "application/json"),
        ];
        app.api
            .send_raw(method, &format!("/api{path}"), &headers, body)
            .await
    };
    let (old, cookie) = (token(&entered), pair(&entered));
    let body = new_password(patient, NEW).to_string().into_bytes();
    let done = send(
        Method::PUT,
        &format!("/user/credential/{}", patient.account),
        &old,
        &cookie,
        body,
    )
    .await;
    assert!(done.cookies[0].contains("HttpOnly") && pair(&done) != cookie);
    let (new, new_cookie) = (token(&done), pair(&done));
    for (token, cookie, status) in [
        (&new, &new_cookie, 200),
        (&new, &cookie, 401),
        (&old, &new_cookie, 401),
        (&old, &cookie, 401),
    ] {
        assert_eq!(
            send(Method::GET, "/user/sessions", token, cookie, Vec::new())
                .await
                .status,
            status
        );
    }
}

async fn the_present_password_is_asked_for(app: &TestApp) {
    let patient = &app.users.patient;
    for (current, code) in [
        ("", "PLEASE_CORRECT_ERRORS_BELOW"),
        ("Not2026mine", "WRONG_PASSWORD"),
    ] {
        let answer = put(
            app,
            patient,
            json!({"Password": NEW, "currentPassword": current}),
        )
        .await;
        answer.clone().refused(422, code);
        assert_eq!(answer.fields(), ["currentPassword"]);
    }
    for _ in 0..3 {
        put(
            app,
            patient,
            json!({"BestPhoneNumber": "604-555-0177", "currentPassword": "Not2026mine"}),
        )
        .await
        .refused(422, "WRONG_PASSWORD");
    }
    put(
        app,
        patient,
        json!({"Password": NEW, "currentPassword": "Not2026mine"}),
    )
    .await
    .refused(429, "LOCKED");
    put(app, patient, new_password(patient, NEW))
        .await
        .refused(429, "LOCKED");
    app.ctx.clock.advance(TimeDelta::seconds(302));
    put(app, patient, new_password(patient, NEW)).await.ok();
}

async fn each_field_has_its_refusal(app: &TestApp) {
    let patient = &app.users.patient;
    for (field, value) in [
        ("Password", "short1A"),
        ("Password", "nouppercase1"),
        ("Email", "other@mail.example"),
        ("PhoneNumber", "12"),
        ("PhoneNumber", "604-555-0199"),
        ("BestPhoneNumber", "call me"),
    ] {
        let mut body = new_password(patient, NEW);
        body[field] = value.into();
        assert_eq!(put(app, patient, body).await.fields(), [field], "{value}");
    }
    assert!(passes(app, patient, &patient.password).await);
    // What the form sends unchanged is no change.
    let same = json!({"Email": patient.email.to_uppercase(), "PhoneNumber": patient.phone, "BestPhoneNumber": "(604) 555-0143", "Password": "", "currentPassword": patient.password});
    let user = put(app, patient, same).await.ok();
    assert_eq!(
        (
            &user["Person"]["BestPhoneNumber"],
            &user["Person"]["PhoneVerified"]
        ),
        (&json!("6045550143"), &json!(true))
    );
}

async fn staff_change_their_own_cell_phone(app: &TestApp) {
    let office = &app.users.office;
    let user = put(
        app,
        office,
        json!({"PhoneNumber": "604-555-0188", "currentPassword": office.password}),
    )
    .await
    .ok();
    assert_eq!(
        (
            &user["Person"]["PhoneNumber"],
            &user["Person"]["PhoneVerified"]
        ),
        (&json!("6045550188"), &json!(false))
    );
}

async fn somebody_elses_account_does_not_exist(app: &TestApp) {
    let patient = &app.users.patient;
    for by in [&app.users.other, &app.users.doctor, &app.users.admin] {
        let body = new_password(by, NEW);
        assert_eq!(
            app.put(by, &format!("/user/credential/{}", patient.account), &body)
                .await
                .status,
            404
        );
    }
    assert!(passes(app, patient, &patient.password).await);
}

async fn pressing_twice_changes_once(app: &TestApp) {
    let patient = &app.users.patient;
    let body = new_password(patient, NEW);
    let user = put(app, patient, body.clone()).await.ok();
    // The second press carries the token and the password that are the old ones by now.
    put(app, patient, body.clone())
        .await
        .refused(401, "INVALID_TOKEN");
    let again = put(app, &renewed(patient, &user), body).await.ok();
    assert_eq!(
        (&again["_id"], &again["token"]),
        (&user["_id"], &Value::Null),
        "nothing changed any more"
    );
    let letters = app.sandbox.outbox(Some("email"), Some(&patient.email));
    assert_eq!(letters.len(), 1);
}

async fn the_new_password_is_no_second_guess(app: &TestApp) {
    let patient = &app.users.patient;
    let pair = |current: &str, new: &str| json!({"currentPassword": current, "Password": new});
    // The right password beside a wrong one proves nothing, and is not told apart from another wrong one.
    put(app, patient, pair("Not2026mine", &patient.password))
        .await
        .refused(422, "WRONG_PASSWORD");
    // Just after a change both are looked at, and each counts.
    let user = put(app, patient, new_password(patient, NEW)).await.ok();
    let now = renewed(patient, &user);
    for _ in 0..2 {
        put(app, &now, pair("Not2026mine", "Nor2026this"))
            .await
            .refused(422, "WRONG_PASSWORD");
    }
    put(app, &now, pair("Not2026mine", "Nor2026this"))
        .await
        .refused(429, "LOCKED");
    put(app, &now, pair("Not2026mine", NEW))
        .await
        .refused(429, "LOCKED");
}

async fn remembered_browsers_are_forgotten_with_the_password(app: &TestApp) {
    let patient = &app.users.patient;
    let mut body = json!({"Email": patient.email, "Password": patient.password, "browser": true});
    app.post_open("/user/authenticate", &body).await.ok();
    app.settle().await;
    body["code"] = app.code("sms", &patient.phone).into();
    app.post_open("/user/authenticate", &body).await.ok();
    let remembered = async || number(&app.ctx.db, "SELECT COUNT(*) AS n FROM sign_in_device").await;
    assert_eq!(remembered().await, 1);
    put(app, patient, new_password(patient, NEW)).await.ok();
    assert_eq!(remembered().await, 0);
}

async fn two_tabs_at_once_leave_one_password(app: &TestApp) {
    let patient = &app.users.patient;
    let passwords = ["First2026tab", "Second2026tab"];
    let answers =
        join_all(passwords.map(|new| put(app, patient, new_password(patient, new)))).await;
    let good: Vec<usize> = (0..2).filter(|n| answers[*n].status == 200).collect();
    assert_eq!(good.len(), 1, "{} {}", answers[0].body, answers[1].body);
    // The second one is too late with its token, with its password, or with both.
    assert!(matches!(answers[1 - good[0]].status, 401 | 409 | 422));
    assert!(passes(app, patient, passwords[good[0]]).await);
}

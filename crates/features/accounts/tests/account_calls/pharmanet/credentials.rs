// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /pharmanet/encrypt` and `POST /pharmanet/decrypt`: credentials that only their owner's session
//! can open.

use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::{TestApp, User, number, on_both, once, sign_in_staff};

const PASSWORD: &str = "Wild-rose 17";

async fn sealed(app: &TestApp, by: &User) -> Value {
    let typed =
        json!({"login": "hvarga01", "password": PASSWORD, "timestamp": 1_795_000_000_000_i64});
    app.post(by, "/pharmanet/encrypt", &typed).await.ok()["encryptedStr"].clone()
}

async fn uses(app: &TestApp) -> i64 {
    number(&app.ctx.db, "SELECT count(*) AS n FROM pharmanet_use").await
}

on_both!(
    what_is_sealed_opens_in_the_same_session_and_each_use_is_recorded,
    nobody_else_opens_it_and_no_other_session,
    a_string_that_was_touched_is_none,
    the_database_never_holds_a_password
);

once!(each_field_has_its_refusal, doctors_and_the_office_alone);

async fn what_is_sealed_opens_in_the_same_session_and_each_use_is_recorded(app: &TestApp) {
    let doctor = &app.users.doctor;
    let sealed = sealed(app, doctor).await;
    assert!(
        !sealed.to_string().contains("hvarga01"),
        "the login stands in the string"
    );
    assert_eq!(uses(app).await, 0);
    let opened = app
        .post(
            doctor,
            "/pharmanet/decrypt",
            &json!({"encryptedStr": sealed}),
        )
        .await
        .ok();
    assert_eq!(opened, json!({"login": "hvarga01", "passwd": PASSWORD}));
    assert_eq!(uses(app).await, 1);
}

async fn nobody_else_opens_it_and_no_other_session(app: &TestApp) {
    let doctor = &app.users.doctor;
    let sealed = sealed(app, doctor).await;
    let body = json!({"encryptedStr": sealed});
    let again = sign_in_staff(app, doctor.clone()).await;
    for by in [&app.users.second_doctor, &app.users.office, &again] {
        app.post(by, "/pharmanet/decrypt", &body)
            .await
            .refused(409, "NOT_SEALED_FOR_YOU");
    }
    app.post(doctor, "/user/sign-out", &json!({})).await;
    assert_eq!(
        app.post(doctor, "/pharmanet/decrypt", &body).await.status,
        401
    );
    assert_eq!(uses(app).await, 0);
}

async fn a_string_that_was_touched_is_none(app: &TestApp) {
    let doctor = &app.users.doctor;
    let sealed = sealed(app, doctor)
        .await
        .as_str()
        .expect("a text")
        .to_owned();
    let turned = format!(
        "{}{}",
        if sealed.starts_with('A') { 'B' } else { 'A' },
        &sealed[1..]
    );
    for wrong in [
        "",
        "x",
        "äöü",
        "AAAA",
        turned.as_str(),
        &sealed[..sealed.len() - 2],
    ] {
        app.post(
            doctor,
            "/pharmanet/decrypt",
            &json!({"encryptedStr": wrong}),
        )
        .await
        .refused(409, "NOT_SEALED_FOR_YOU");
    }
}

async fn the_database_never_holds_a_password(app: &TestApp) {
    let doctor = &app.users.doctor;
    let sealed = sealed(app, doctor).await;
    app.post(
        doctor,
        "/pharmanet/decrypt",
        &json!({"encryptedStr": sealed}),
    )
    .await
    .ok();
    let kept = number(
        &app.ctx.db,
        &format!(
            "SELECT count(*) AS n FROM idempotency WHERE CAST(body AS TEXT) LIKE '%{PASSWORD}%'"
        ),
    )
    .await;
    assert_eq!(
        kept, 0,
        "an answer with the password in it was kept for a repeated click"
    );
}

async fn each_field_has_its_refusal(app: &TestApp) {
    let doctor = &app.users.doctor;
    let long = "x".repeat(201);
    for (login, password, field) in [
        ("", "x", "login"),
        (long.as_str(), "x", "login"),
        ("x", " ", "password"),
        ("x", long.as_str(), "password"),
    ] {
        let answer = app
            .post(
                doctor,
                "/pharmanet/encrypt",
                &json!({"login": login, "password": password}),
            )
            .await;
        assert_eq!(answer.fields(), [field]);
    }
    app.post(
        doctor,
        "/pharmanet/encrypt",
        &json!({"login": "x", "password": "x", "who": 1}),
    )
    .await
    .refused(400, "MALFORMED");
}

async fn doctors_and_the_office_alone(app: &TestApp) {
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        for call in ["encrypt", "decrypt", "form"] {
            assert_eq!(
                app.post(by, &format!("/pharmanet/{call}"), &json!({}))
                    .await
                    .status,
                403,
                "{call} as {}",
                by.email
            );
        }
    }
}

/// Without an address there is no look-up.
async fn without_an_address(engine: Engine) {
    let app = TestApp::with(&crate::TESTED, engine, |settings| {
        settings.pharmanet.url.clear();
    })
    .await;
    let typed = json!({"login": "hvarga01", "password": PASSWORD});
    let refused = app
        .post(&app.users.doctor, "/pharmanet/encrypt", &typed)
        .await;
    assert_eq!(
        refused.refused(502, "NETWORK_ERROR")["message"],
        "Network error"
    );
    let settings = app.get(&app.users.doctor, "/settings").await.ok();
    assert_eq!(settings["pharmaNet"], false, "the screens hide it");
}

#[tokio::test]
async fn without_an_address_sqlite() {
    without_an_address(Engine::Sqlite).await;
}

#[tokio::test]
async fn without_an_address_postgres() {
    without_an_address(Engine::Postgres).await;
}

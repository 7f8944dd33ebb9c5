// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user` of office staff: by invitation; in dev and auto without

use futures_util::future::join_all;
use salal_db::Engine;
use salal_platform::settings::{Environment, Mode};
use serde_json::{Value, json};

use super::invitations::mailed;
use crate::support::{Answer, TestApp, new_key, number, on_both};

const EMAIL: &str = "new.colleague@office.example";
const PASSWORD: &str = "Office2026word";

fn form(token: &str) -> Value {
    json!({
        "FirstName": "Robin", "LastName": "Deskwell", "PhoneNumber": "604-555-0155", "Email": EMAIL,
        "Password": PASSWORD, "Role": "ROLE_OFFICE", "officeRegistrationToken": token,
    })
}

async fn send(app: &TestApp, form: &Value) -> Answer {
    let answer = app.api.send_form("/user", &new_key(), form, &[]).await;
    app.settle().await;
    answer
}

async fn invited(app: &TestApp) -> String {
    let body = json!({"email": EMAIL});
    app.post(&app.users.admin, "/office/sendInvitation", &body)
        .await
        .ok();
    app.settle().await;
    mailed(app, EMAIL)
}

async fn role(app: &TestApp) -> (i64, i64) {
    let count = |role: &'static str| async move {
        number(&app.ctx.db, &format!("SELECT COUNT(*) AS n FROM account WHERE email_folded = '{EMAIL}' AND role = '{role}'")).await
    };
    (count("ROLE_OFFICE").await, count("ROLE_PATIENT").await)
}

async fn site(engine: Engine, environment: Environment, mode: Mode) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        settings.environment = environment;
        settings.mode = mode;
    })
    .await
}

on_both!(
    an_invited_colleague_signs_up_and_enrols,
    an_invitation_is_for_its_address_and_its_role,
    only_names_phone_and_credentials_are_asked_for,
    sixteen_clients_with_one_invitation_make_one_account,
    development_needs_no_invitation
);

async fn an_invited_colleague_signs_up_and_enrols(app: &TestApp) {
    let token = invited(app).await;
    assert_eq!(send(app, &form(&token)).await.status, 201);
    assert_eq!(role(app).await, (1, 0));
    let code = app.code("email", EMAIL);
    app.post_open(
        "/user/activate",
        &json!({"email": EMAIL, "verificationCode": code}),
    )
    .await
    .ok();
    let first = app
        .post_open(
            "/user/authenticate",
            &json!({"Email": EMAIL, "Password": PASSWORD}),
        )
        .await
        .ok();
    assert!(first["enrol"]["secret"].is_string(), "{first}");
    // The invitation is used up, and says so.
    let list = app.get(&app.users.admin, "/office/invitations").await.ok();
    assert_eq!(list["items"][0]["state"], "used");
    let id = list["items"][0]["_id"].as_str().expect("an id");
    let path = format!("/office/invitations/{id}");
    app.send(
        Some(&app.users.admin),
        reqwest::Method::DELETE,
        &path,
        Some(&new_key()),
        None,
    )
    .await
    .refused(409, "INVITATION_USED");
    let mut again = form(&token);
    again["Email"] = "second.colleague@office.example".into();
    assert_eq!(
        send(app, &again).await.fields(),
        ["officeRegistrationToken"]
    );
}

async fn an_invitation_is_for_its_address_and_its_role(app: &TestApp) {
    let token = invited(app).await;
    let mut other = form(&token);
    other["Email"] = "somebody.else@office.example".into();
    assert_eq!(send(app, &other).await.fields(), ["Email"]);
    for wanted in [
        "ROLE_ADMIN",
        "ROLE_DOCTOR",
        "ROLE_CUSTOMERSERVICE",
        "office",
    ] {
        let mut more = form(&token);
        more["Role"] = wanted.into();
        assert_eq!(send(app, &more).await.fields(), ["Role"], "{wanted}");
    }
    // With a token it is the office's sign-up, whatever role was written beside it.
    let mut quiet = form(&token);
    quiet["Role"] = "ROLE_PATIENT".into();
    quiet["Email"] = EMAIL.to_uppercase().into();
    assert_eq!(send(app, &quiet).await.status, 201);
    assert_eq!(role(app).await, (1, 0));
}

async fn only_names_phone_and_credentials_are_asked_for(app: &TestApp) {
    let token = invited(app).await;
    for (field, value) in [
        ("FirstName", ""),
        ("LastName", "\u{7}"),
        ("PhoneNumber", "12"),
        ("Email", "x"),
        ("Password", "short"),
    ] {
        let mut bad = form(&token);
        bad[field] = value.into();
        assert_eq!(send(app, &bad).await.fields()[0], field);
    }
    assert_eq!(role(app).await, (0, 0));
    assert_eq!(send(app, &form(&token)).await.status, 201);
}

async fn sixteen_clients_with_one_invitation_make_one_account(app: &TestApp) {
    let token = invited(app).await;
    let form = form(&token);
    let all = join_all(
        (0..16).map(|_| async { app.api.send_form("/user", &new_key(), &form, &[]).await }),
    )
    .await;
    assert_eq!(all.iter().filter(|answer| answer.status == 201).count(), 1);
    assert!(
        all.iter()
            .all(|answer| matches!(answer.status, 201 | 422 | 503)),
        "{:?}",
        all.iter().map(|a| a.status).collect::<Vec<_>>()
    );
    assert_eq!(role(app).await, (1, 0));
}

async fn development_needs_no_invitation(app: &TestApp) {
    let mut open = form("");
    assert_eq!(send(app, &open).await.status, 201);
    assert_eq!(role(app).await, (1, 0));
    // A token that is no good is refused all the same.
    open["Email"] = "second.colleague@office.example".into();
    open["officeRegistrationToken"] = "0".repeat(64).into();
    assert_eq!(send(app, &open).await.fields(), ["officeRegistrationToken"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn elsewhere_an_invitation_is_needed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = site(engine, Environment::Test, Mode::Undefined).await;
        assert_eq!(
            send(&app, &form("")).await.fields(),
            ["officeRegistrationToken"]
        );
        // Signed in again: this environment ends sessions that idle.
        let admin = crate::support::sign_in_staff(&app, app.users.admin.clone()).await;
        app.post(&admin, "/office/sendInvitation", &json!({"email": EMAIL}))
            .await
            .ok();
        app.settle().await;
        assert_eq!(send(&app, &form(&mailed(&app, EMAIL))).await.status, 201);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deployment_registers_its_own_people() {
    let patient = crate::support::register_form(72);
    let client = site(Engine::Sqlite, Environment::Dev, Mode::Client).await;
    assert_eq!(send(&client, &form("")).await.fields(), ["Role"]);
    assert_eq!(send(&client, &patient).await.status, 201);
    let office = site(Engine::Sqlite, Environment::Dev, Mode::Office).await;
    assert_eq!(send(&office, &patient).await.fields(), ["Role"]);
    assert_eq!(send(&office, &form("")).await.status, 201);
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user`

use chrono::TimeDelta;
use reqwest::Method;
use salal_db::Engine;
use salal_platform::context::sha256_hex;
use serde_json::{Value, json};

use crate::support::{TestApp, new_key, number, on_both, once, phn, register_form, stable};

/// The form with other values.
fn with(changes: &[(&str, &str)]) -> Value {
    let mut form = register_form(40);
    for (field, value) in changes {
        form[*field] = (*value).into();
    }
    form
}

async fn send(app: &TestApp, form: &Value) -> crate::support::Answer {
    app.api.send_form("/user", &new_key(), form, &[]).await
}

async fn accounts(app: &TestApp) -> i64 {
    number(&app.ctx.db, "SELECT COUNT(*) AS n FROM account").await
}

on_both!(
    works,
    each_field_has_its_refusal,
    an_address_has_one_account,
    the_same_click_twice,
    eight_at_once_make_one_account,
    an_address_makes_so_many_accounts_a_day,
    other_cards_and_private_pay,
    secrets_are_kept_as_hashes
);

once!(unknown_fields_and_other_bodies);

async fn works(app: &TestApp) {
    let answer = send(app, &register_form(40)).await;
    assert_eq!(answer.status, 201);
    insta::assert_json_snapshot!("register", stable(&answer.ok()));
    app.settle().await;
    let mail = &app
        .sandbox
        .outbox(Some("email"), Some("wren.40@mail.example"))[0];
    assert!(
        !mail.text.contains("Testwell") && !mail.text.contains(&phn(40)),
        "{}",
        mail.text
    );
    // Nothing of it is usable before the code came back.
    let body = json!({"Email": "wren.40@mail.example", "Password": register_form(40)["Password"]});
    app.post_open("/user/authenticate", &body)
        .await
        .refused(409, "NOT_ACTIVATED");
}

async fn each_field_has_its_refusal(app: &TestApp) {
    let before = accounts(app).await;
    let long = "x".repeat(400);
    let faults: Vec<(&str, String)> = [
        ("FirstName", ""),
        ("FirstName", "Wren\u{7}"),
        ("FirstName", long.as_str()),
        ("LastName", " "),
        ("LastName", "Test\u{202e}well"),
        ("DateOfBirth", ""),
        ("DateOfBirth", "2031-02-01"),
        ("DateOfBirth", "1968-02-30"),
        ("DateOfBirth", "last year"),
        ("DateOfBirth", "2020-01-01"),
        ("sex", "something else"),
        ("PhoneNumber", ""),
        ("PhoneNumber", "12"),
        ("PhoneNumber", "call me"),
        ("BestPhoneNumber", ""),
        ("BestPhoneNumber", "604-555"),
        ("Address", ""),
        ("Address", long.as_str()),
        ("City", ""),
        ("Province", ""),
        ("Province", "XX"),
        ("PostalCode", ""),
        ("PostalCode", "98101"),
        ("BCCardNumber", "9123456789"),
        ("BCCardNumber", "12"),
        ("BCCardNumber", ""),
        ("Email", ""),
        ("Email", "no address"),
        ("Email", "a@b"),
        ("Password", ""),
        ("Password", "short1A"),
        ("Password", "password"),
        ("consentCommunication", "false"),
        ("consentPharmaNetPolicy", ""),
        ("consentPrivacyPolicy", "false"),
        ("consentTermsOfUse", "no"),
    ]
    .map(|(field, value)| (field, value.to_owned()))
    .into();
    for (field, value) in &faults {
        let answer = send(app, &with(&[(field, value)])).await;
        assert_eq!(answer.status, 422, "{field} = {value}: {}", answer.body);
        assert_eq!(
            answer.clone().fields(),
            [*field],
            "{field} = {value}: {}",
            answer.body
        );
        let said = answer.body["errors"][0]["message"]
            .as_str()
            .unwrap_or_default();
        assert!(
            !said.is_empty(),
            "{field} = {value} is refused without a word"
        );
    }
    assert_eq!(
        accounts(app).await,
        before,
        "a refused form made an account"
    );
}

async fn an_address_has_one_account(app: &TestApp) {
    for email in [
        app.users.patient.email.clone(),
        app.users.patient.email.to_uppercase(),
    ] {
        let answer = send(app, &with(&[("Email", &email)])).await;
        let message = answer.body["errors"][0]["message"].clone();
        assert_eq!(answer.fields(), ["Email"]);
        assert_eq!(
            message,
            "email is invalid please choose another email address"
        );
    }
}

async fn the_same_click_twice(app: &TestApp) {
    let before = accounts(app).await;
    let (form, key) = (register_form(41), new_key());
    let first = app.api.send_form("/user", &key, &form, &[]).await;
    let again = app.api.send_form("/user", &key, &form, &[]).await;
    assert_eq!(
        (first.status, first.body),
        (again.status, again.body.clone())
    );
    assert!(again.replayed);
    app.api
        .send_form("/user", &key, &register_form(42), &[])
        .await
        .refused(422, "KEY_REUSED");
    assert_eq!(accounts(app).await, before + 1);
}

async fn eight_at_once_make_one_account(app: &TestApp) {
    let before = accounts(app).await;
    let form = register_form(43);
    let sent = (0..8).map(|_| send(app, &form));
    for answer in futures_util::future::join_all(sent).await {
        assert!(
            matches!(answer.status, 201 | 409 | 422 | 503),
            "{} {}",
            answer.status,
            answer.body
        );
    }
    assert_eq!(accounts(app).await, before + 1);
}

async fn an_address_makes_so_many_accounts_a_day(app: &TestApp) {
    let (most, before) = (
        app.ctx.settings.limits.registrations_per_day,
        accounts(app).await,
    );
    // The tests' own patients registered today.
    app.ctx.clock.advance(TimeDelta::hours(25));
    for n in (60..).take(usize::try_from(most).expect("a small number")) {
        send(app, &register_form(n)).await.ok();
    }
    let refused = send(app, &register_form(95)).await.refused(429, "TOO_MANY");
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|text| text.contains("tomorrow")),
        "{refused}"
    );
    assert_eq!(accounts(app).await, before + most);
    app.ctx.clock.advance(TimeDelta::hours(25));
    send(app, &register_form(95)).await.ok();
}

async fn other_cards_and_private_pay(app: &TestApp) {
    let card = with(&[
        ("BCCardNumber", ""),
        ("HealthCardNumber", "1234567897"),
        ("HealthCardProvince", "ON"),
    ]);
    send(app, &card).await.ok();
    let passport = with(&[
        ("Email", "wren.44@mail.example"),
        ("BCCardNumber", ""),
        ("PassportNumber", "AB123456"),
        ("PassportCountryId", "NZ"),
    ]);
    send(app, &passport).await.ok();
    let private = with(&[
        ("Email", "wren.45@mail.example"),
        ("BCCardNumber", ""),
        ("isPrivatePay", "true"),
    ]);
    send(app, &private).await.ok();
    let nowhere = with(&[
        ("Email", "wren.46@mail.example"),
        ("BCCardNumber", ""),
        ("HealthCardNumber", "12"),
        ("HealthCardProvince", ""),
    ]);
    assert_eq!(send(app, &nowhere).await.fields(), ["HealthCardProvince"]);
}

async fn unknown_fields_and_other_bodies(app: &TestApp) {
    assert_eq!(send(app, &with(&[("isAdmin", "true")])).await.status, 400);
    assert_eq!(
        send(app, &with(&[("Role", "ROLE_ADMIN")])).await.fields(),
        ["Role"]
    );
    assert_eq!(app.post_open("/user", &register_form(47)).await.status, 415);
    let big = vec![b'x'; 10 * 1024 * 1024 + 1];
    let answer = app
        .api
        .send_form(
            "/user",
            &new_key(),
            &register_form(47),
            &[("files", "card.png", big)],
        )
        .await;
    assert_eq!(answer.status, 413);
}

async fn secrets_are_kept_as_hashes(app: &TestApp) {
    send(app, &register_form(48)).await.ok();
    app.settle().await;
    let code = app.code("email", "wren.48@mail.example");
    for (table, column, secret) in [
        ("one_time_code", "code_hash", code),
        (
            "account",
            "password_hash",
            register_form(48)["Password"]
                .as_str()
                .expect("a password")
                .to_owned(),
        ),
    ] {
        for kept in [secret.clone(), sha256_hex(&secret)] {
            let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = '{kept}'");
            assert_eq!(number(&app.ctx.db, &sql).await, 0, "{table}.{column}");
        }
    }
}

/// Every consent is kept with the version that was read; an older deployment shows the older terms.
#[tokio::test]
async fn consents_are_kept_with_the_versions_in_force() {
    for (older, terms) in [(false, "2.0"), (true, "1.1")] {
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
            settings.portal.terms_of_2020 = older;
        })
        .await;
        let settings = app
            .send(None, Method::GET, "/settings", None, None)
            .await
            .ok();
        assert_eq!(settings["policyVersions"]["terms"], terms);
        assert_eq!(settings["policyVersions"]["privacy"], "2.0");
        let before = kept(&app, terms).await;
        assert_eq!(send(&app, &register_form(40)).await.status, 201);
        assert_eq!(kept(&app, terms).await, before + 1);
    }
}

async fn kept(app: &TestApp, version: &str) -> i64 {
    let query = format!(
        "SELECT COUNT(*) AS n FROM consent WHERE policy = 'terms' AND version = '{version}'"
    );
    number(&app.ctx.db, &query).await
}

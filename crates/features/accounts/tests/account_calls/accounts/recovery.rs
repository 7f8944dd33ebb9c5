// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/recovery/search`, `POST /user/recovery/send-email`, `POST /user/recovery/password`

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::Method;
use salal_db::Engine;
use salal_platform::settings::Mode;
use serde_json::{Value, json};

use crate::support::{
    Answer, TestApp, User, new_key, number, on_both, phn, sign_in_patient, sign_in_staff, stable,
};

const NEW: &str = "Another2026word";

/// What the first patient knows.
fn known(app: &TestApp) -> Value {
    json!({"Email": app.users.patient.email, "DateOfBirth": "1968-04-09", "DocumentNumber": phn(1)})
}

async fn search(app: &TestApp, body: &Value) -> Answer {
    app.post_open("/user/recovery/search", body).await
}

async fn send(app: &TestApp, named: &str) -> Value {
    let answer = app
        .post_open("/user/recovery/send-email", &json!({"email": named}))
        .await;
    app.settle().await;
    answer.ok()
}

async fn set(app: &TestApp, token: &str, password: &str) -> Answer {
    let body = json!({"passwordRecoveryToken": token, "Password": password});
    app.post_open("/user/recovery/password", &body).await
}

/// The token of the newest letter, and how many letters there are.
fn mailed(app: &TestApp, email: &str) -> (Option<String>, usize) {
    let letters = app.sandbox.outbox(Some("email"), Some(email));
    let links = letters.iter().filter_map(|letter| {
        letter
            .links
            .iter()
            .find_map(|link| link.split_once("/recovery/password#token="))
            .map(|(_, token)| token.to_owned())
    });
    let tokens: Vec<String> = links.collect();
    (tokens.first().cloned(), tokens.len())
}

/// The link of the first patient, asked for and mailed.
async fn token(app: &TestApp) -> String {
    let found = search(app, &known(app)).await.ok();
    send(app, found["user"]["_id"].as_str().expect("an id")).await;
    mailed(app, &app.users.patient.email).0.expect("a link")
}

async fn tries(app: &TestApp) -> i64 {
    number(&app.ctx.db, "SELECT COUNT(*) AS n FROM recovery").await
}

async fn passes(app: &TestApp, password: &str) -> bool {
    let patient = &app.users.patient;
    let body = json!({"Email": patient.email, "Password": password});
    let status = app.post_open("/user/authenticate", &body).await.status;
    app.settle().await;
    status == 200
}

on_both!(
    a_password_is_recovered,
    every_mismatch_answers_alike_and_costs_the_same,
    each_field_has_its_refusal,
    asking_for_the_link_tells_nothing,
    pressing_twice_sends_one_link,
    links_and_ids_run_out,
    a_newer_password_makes_older_links_useless,
    sixty_four_clients_with_one_link_set_one_password,
    wrong_searches_close_the_recovery_for_nobody,
    links_to_one_account_are_limited_and_nothing_says_so,
    the_other_shape_is_the_owners_who_just_signed_in,
    a_link_opened_remembers_the_browser,
    devices_are_forgotten_with_the_password,
    only_hashes_are_kept
);

async fn a_password_is_recovered(app: &TestApp) {
    let patient = &app.users.patient;
    let mut body = known(app);
    body["Email"] = patient.email.to_uppercase().into();
    let digits = phn(1);
    body["DocumentNumber"] = format!("{} {} {}", &digits[..4], &digits[4..7], &digits[7..]).into();
    let found = search(app, &body).await.ok();
    insta::assert_json_snapshot!("recovery_search", stable(&found));
    let said = send(app, found["user"]["_id"].as_str().expect("an id")).await;
    assert!(
        said["message"]
            .as_str()
            .is_some_and(|text| text.starts_with(
                "A link to reset your password was sent to the email address we have on file"
            ))
    );
    let letter = &app.sandbox.outbox(Some("email"), Some(&patient.email))[0];
    assert!(
        !letter.text.contains("Wren") && !letter.text.contains(&digits),
        "{}",
        letter.text
    );
    let token = mailed(app, &patient.email).0.expect("a link");
    insta::assert_json_snapshot!(
        "recovery_password",
        stable(&set(app, &token, NEW).await.ok())
    );
    // Every session ended, the old password is no good, the owner is told.
    app.get(patient, &format!("/person/{}", patient.person))
        .await
        .refused(401, "INVALID_TOKEN");
    assert!(!passes(app, &patient.password).await && passes(app, NEW).await);
    app.settle().await;
    let notice = &app.sandbox.outbox(Some("email"), Some(&patient.email))[0];
    assert!(
        notice.subject.contains("password was changed"),
        "{}",
        notice.subject
    );
    set(app, &token, "Third2026password")
        .await
        .refused(422, "LINK_EXPIRED");
}

async fn every_mismatch_answers_alike_and_costs_the_same(app: &TestApp) {
    let mut seen = Vec::new();
    for (field, value) in [
        ("Email", "nobody@mail.example"),
        ("Email", "no address at all"),
        ("DateOfBirth", "1968-04-10"),
        ("DocumentNumber", "9123456789"),
        ("DocumentNumber", ""),
    ] {
        let mut body = known(app);
        body[field] = value.into();
        let before = tries(app).await;
        let mut refusal = search(app, &body).await.refused(422, "NO_MATCH");
        refusal["requestId"] = Value::Null;
        seen.push((refusal, tries(app).await - before));
    }
    assert!(
        seen.iter().all(|one| *one == seen[0] && one.1 == 1),
        "{seen:?}"
    );
    app.settle().await;
    assert!(app.sandbox.outbox(Some("email"), None).is_empty());
}

async fn each_field_has_its_refusal(app: &TestApp) {
    let empty = search(app, &json!({"Email": " ", "DateOfBirth": ""})).await;
    let texts: Vec<&str> = empty.body["errors"]
        .as_array()
        .expect("faults")
        .iter()
        .filter_map(|fault| fault["message"].as_str())
        .collect();
    assert_eq!(texts, ["Email is required.", "Date of birth is required."]);
    assert_eq!(empty.fields(), ["Email", "DateOfBirth"]);
    let mut body = known(app);
    for date in [
        "1968-02-30",
        "yesterday",
        "3000-01-01",
        "1968-04-09T00:00:00",
    ] {
        body["DateOfBirth"] = date.into();
        assert_eq!(search(app, &body).await.fields(), ["DateOfBirth"], "{date}");
    }
    let token = token(app).await;
    for password in ["", "short1A", "nouppercase1", "With-dash2026"] {
        assert_eq!(
            set(app, &token, password).await.fields()[0],
            "Password",
            "{password}"
        );
    }
    // None of that used the link up.
    set(app, &token, NEW).await.ok();
}

async fn asking_for_the_link_tells_nothing(app: &TestApp) {
    let patient = &app.users.patient;
    let unknown = send(app, &"0".repeat(64)).await;
    // Without a matching search nothing is sent, whoever is named.
    assert_eq!(send(app, &patient.email).await, unknown);
    assert_eq!(mailed(app, &patient.email).1, 0);
    search(app, &known(app)).await.ok();
    assert_eq!(send(app, &patient.email).await, unknown);
    assert_eq!(mailed(app, &patient.email).1, 1);
}

async fn pressing_twice_sends_one_link(app: &TestApp) {
    let found = search(app, &known(app)).await.ok();
    let body = json!({"email": found["user"]["_id"]});
    let (one, other) = (new_key(), new_key());
    let press = |key: &String| {
        let (key, body) = (key.clone(), body.clone());
        async move {
            app.send(
                None,
                Method::POST,
                "/user/recovery/send-email",
                Some(&key),
                Some(&body),
            )
            .await
        }
    };
    let all = join_all([&one, &one, &other, &other].map(press)).await;
    assert!(
        all.iter().all(|answer| matches!(answer.status, 200 | 409)),
        "{:?}",
        all.iter().map(|a| a.status).collect::<Vec<_>>()
    );
    press(&one).await.ok();
    app.settle().await;
    assert_eq!(mailed(app, &app.users.patient.email).1, 1);
}

async fn links_and_ids_run_out(app: &TestApp) {
    let email = &app.users.patient.email;
    let found = search(app, &known(app)).await.ok();
    app.ctx.clock.advance(TimeDelta::minutes(31));
    send(app, found["user"]["_id"].as_str().expect("an id")).await;
    assert_eq!(mailed(app, email).1, 0, "an old try sends nothing");
    let good = token(app).await;
    let altered = format!(
        "{}{}",
        if good.starts_with('0') { '1' } else { '0' },
        &good[1..]
    );
    for wrong in [altered.as_str(), "", "x", "%00"] {
        set(app, wrong, NEW).await.refused(422, "LINK_EXPIRED");
    }
    app.ctx.clock.advance(TimeDelta::minutes(61));
    set(app, &good, NEW).await.refused(422, "LINK_EXPIRED");
    assert!(passes(app, &app.users.patient.password).await);
}

async fn a_newer_password_makes_older_links_useless(app: &TestApp) {
    let first = token(app).await;
    let second = token(app).await;
    set(app, &second, NEW).await.ok();
    set(app, &first, "Third2026password")
        .await
        .refused(422, "LINK_EXPIRED");
    assert!(passes(app, NEW).await);
}

async fn sixty_four_clients_with_one_link_set_one_password(app: &TestApp) {
    let token = token(app).await;
    let password = |n: usize| format!("Crowd2026number{n}");
    let answers = join_all((0..64).map(|n| {
        let token = token.clone();
        async move { set(app, &token, &password(n)).await }
    }))
    .await;
    let good: Vec<usize> = answers
        .iter()
        .enumerate()
        .filter(|(_, answer)| answer.status == 200)
        .map(|(n, _)| n)
        .collect();
    assert_eq!(good.len(), 1, "{good:?}");
    for answer in &answers {
        assert!(
            answer.status == 200 || answer.body["code"] == "LINK_EXPIRED",
            "{} {}",
            answer.status,
            answer.body
        );
    }
    assert!(passes(app, &password(good[0])).await);
    app.settle().await;
    let notices = app
        .sandbox
        .outbox(Some("email"), Some(&app.users.patient.email));
    assert_eq!(
        notices
            .iter()
            .filter(|letter| letter.subject.contains("was changed"))
            .count(),
        1
    );
}

async fn wrong_searches_close_the_recovery_for_nobody(app: &TestApp) {
    let mut wrong = known(app);
    wrong["DateOfBirth"] = "1950-01-01".into();
    for n in 0..60 {
        wrong["Email"] = if n % 2 == 0 {
            "nobody@mail.example".into()
        } else {
            app.users.patient.email.clone().into()
        };
        search(app, &wrong).await.refused(422, "NO_MATCH");
    }
    // From the same address, and to the end.
    let token = token(app).await;
    set(app, &token, NEW).await.ok();
    assert!(passes(app, NEW).await);
}

async fn links_to_one_account_are_limited_and_nothing_says_so(app: &TestApp) {
    let mut said = Vec::new();
    for _ in 0..7 {
        let found = search(app, &known(app)).await.ok();
        said.push(send(app, found["user"]["_id"].as_str().expect("an id")).await);
    }
    assert!(said.iter().all(|one| *one == said[0]), "{said:?}");
    assert_eq!(mailed(app, &app.users.patient.email).1, 5);
}

async fn the_other_shape_is_the_owners_who_just_signed_in(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let body = json!({"Id": patient.account, "Email": patient.email, "Password": NEW});
    app.post_open("/user/recovery/password", &body)
        .await
        .refused(401, "NO_TOKEN");
    assert_eq!(
        app.post(other, "/user/recovery/password", &body)
            .await
            .status,
        404
    );
    app.post(patient, "/user/recovery/password", &body)
        .await
        .refused(409, "SIGN_IN_AGAIN");
    let fresh = sign_in_patient(app, patient.clone()).await;
    let mixed = json!({"Id": patient.account, "Email": app.users.other.email, "Password": NEW});
    assert_eq!(
        app.post(&fresh, "/user/recovery/password", &mixed)
            .await
            .status,
        404
    );
    let changed = app
        .post(&fresh, "/user/recovery/password", &body)
        .await
        .ok();
    // This session goes on, and only under its new token.
    app.get(&fresh, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    let renewed = User {
        token: changed["token"].as_str().expect("a token").into(),
        ..fresh.clone()
    };
    app.get(&renewed, "/user/sessions").await.ok();
    assert_eq!(
        app.get(patient, "/user/sessions").await.status,
        401,
        "the others ended"
    );
    for odd in [
        json!({"Password": NEW}),
        json!({"Id": patient.account, "Password": NEW}),
        json!({"passwordRecoveryToken": "x", "Id": patient.account, "Password": NEW}),
    ] {
        assert_eq!(
            app.post_open("/user/recovery/password", &odd).await.status,
            400
        );
    }
}

async fn a_link_opened_remembers_the_browser(app: &TestApp) {
    let patient = &app.users.patient;
    let wrong = json!({"Email": patient.email, "Password": "Not2026mine"});
    let token = token(app).await;
    let changed = set(app, &token, NEW).await;
    let cookie = changed.cookies.first().expect("a cookie").clone();
    assert!(
        cookie.starts_with("salal_device=")
            && cookie.contains("HttpOnly")
            && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    for _ in 0..5 {
        app.post_open("/user/authenticate", &wrong).await;
    }
    let right = json!({"Email": patient.email, "Password": NEW});
    app.post_open("/user/authenticate", &right)
        .await
        .refused(429, "LOCKED");
    // Whoever reads the account's letters has a way in, whatever others do from the same address.
    let headers = [
        ("cookie", pair.as_str()),
        ("content-type", "application/json"),
    ];
    let entered = app
        .api
        .send_raw(
            Method::POST,
            "/api/user/authenticate",
            &headers,
            right.to_string().into_bytes(),
        )
        .await;
    assert_eq!(entered.ok()["verifymfa"], true);
}

async fn devices_are_forgotten_with_the_password(app: &TestApp) {
    let doctor = sign_in_staff(app, app.users.doctor.clone()).await;
    let sign_in = |password: &'static str, stored: Value| {
        let email = doctor.email.clone();
        async move {
            app.post_open(
                "/user/authenticate",
                &json!({"Email": email, "Password": password, "storedCode": stored}),
            )
            .await
            .ok()
        }
    };
    app.ctx.clock.advance(TimeDelta::seconds(60));
    let code = crate::support::totp_code(app, &doctor.totp);
    let first = app
        .post_open(
            "/user/authenticate",
            &json!({"Email": doctor.email, "Password": doctor.password, "code": code}),
        )
        .await
        .ok();
    let me = User {
        token: first["token"].as_str().expect("a token").into(),
        ..doctor.clone()
    };
    let body = json!({"Id": doctor.account, "Email": doctor.email, "Password": NEW});
    app.post(&me, "/user/recovery/password", &body).await.ok();
    assert_eq!(
        sign_in(NEW, first["storedCode"].clone()).await["token"],
        Value::Null,
        "the code is asked for again"
    );
}

async fn only_hashes_are_kept(app: &TestApp) {
    let found = search(app, &known(app)).await.ok();
    let key = found["user"]["_id"].as_str().expect("an id").to_owned();
    let token = token(app).await;
    for (column, secret) in [("key_hash", key), ("token_hash", token)] {
        let sql = format!("SELECT COUNT(*) AS n FROM recovery WHERE {column} = '{secret}'");
        assert_eq!(number(&app.ctx.db, &sql).await, 0, "{column}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deployment_of_the_office_finds_no_patient() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.mode = Mode::Office;
        })
        .await;
        search(&app, &known(&app)).await.refused(422, "NO_MATCH");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_closes_the_recovery_of_another() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            let network = "127.0.0.1".to_owned().try_into().expect("a network");
            settings.server.trusted_proxies = vec![network];
        })
        .await;
        let from = async |address: &str, body: &Value| {
            let headers = [
                ("x-forwarded-for", address),
                ("content-type", "application/json"),
            ];
            let (path, body) = ("/api/user/recovery/search", body.to_string().into_bytes());
            app.api.send_raw(Method::POST, path, &headers, body).await
        };
        let mut wrong = known(&app);
        wrong["DateOfBirth"] = "1950-01-01".into();
        for n in 0..60 {
            let answer = from(&format!("203.0.113.{n}"), &wrong).await;
            answer.refused(422, "NO_MATCH");
        }
        from("198.51.100.1", &known(&app)).await.ok();
    }
}

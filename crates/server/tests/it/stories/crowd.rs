// SPDX-License-Identifier: AGPL-3.0-or-later

//! A crowd at the sign-in page: a few passwords are checked at a time, a few callers wait, the rest are asked to
//! try again. Those who are signed in go on, and so do those who are known: in a remembered browser, or where they
//! usually sign in.

use chrono::TimeDelta;
use futures_util::future::{join, join_all};
use reqwest::Method;
use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, new_key, number, on_both, totp_code};

/// More than may be checked and wait together.
const CROWD: usize = 60;
/// One is checked, 32 wait.
const SERVED: usize = 33;

/// A site behind a proxy, whose callers choose where they come from.
async fn site(engine: Engine) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        settings.limits.passwords_at_once = 1;
        let network = "127.0.0.1".to_owned().try_into().expect("a network");
        settings.server.trusted_proxies = vec![network];
    })
    .await
}

/// A call as a page makes it, with what tells where it comes from.
async fn call(
    app: &TestApp,
    (method, path): (Method, &str),
    headers: &[(&str, &str)],
    body: &Value,
) -> Answer {
    app.ctx.clock.advance(TimeDelta::milliseconds(10));
    let (path, key) = (format!("/api{path}"), new_key());
    let own = [
        ("content-type", "application/json"),
        ("idempotency-key", &key),
    ];
    let headers: Vec<(&str, &str)> = headers.iter().copied().chain(own).collect();
    let body = body.to_string().into_bytes();
    app.api.send_raw(method, &path, &headers, body).await
}

async fn sign_in(app: &TestApp, address: &str, cookie: &str, body: &Value) -> Answer {
    let headers = [("x-forwarded-for", address), ("cookie", cookie)];
    call(app, (Method::POST, "/user/authenticate"), &headers, body).await
}

fn guess(n: usize) -> Value {
    json!({"Email": format!("stranger{n}@example.com"), "Password": "Wrong-password-1"})
}

/// The doctor's browser, which is remembered from an address that is known from then on.
async fn remembered(app: &TestApp, address: &str) -> String {
    let doctor = &app.users.doctor;
    app.ctx.clock.advance(TimeDelta::seconds(90));
    let code = totp_code(app, &doctor.totp);
    let body =
        json!({"Email": doctor.email, "Password": doctor.password, "code": code, "browser": true});
    let answer = sign_in(app, address, "", &body).await;
    let line = answer
        .cookies
        .iter()
        .find(|line| line.starts_with("salal_device="));
    let pair = line.and_then(|line| line.split(';').next());
    pair.expect("a browser is remembered").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_of_strangers_holds_up_nobody_who_is_known() {
    let app = site(Engine::Sqlite).await;
    let doctor = &app.users.doctor;
    let device = remembered(&app, "198.51.100.1").await;
    let right = json!({"Email": doctor.email, "Password": doctor.password});
    let path = format!("/user/credential/{}", doctor.account);
    let change = json!({"currentPassword": "Wrong2026password", "Password": "Another2026password"});
    let stranger = async |n: usize| sign_in(&app, &format!("203.0.113.{n}"), "", &guess(n)).await;
    let known = async {
        let in_browser = sign_in(&app, "203.0.113.200", &device, &right);
        let at_address = sign_in(&app, "198.51.100.1", "", &right);
        let (own, rest) = join(
            app.put(doctor, &path, &change),
            join(in_browser, at_address),
        )
        .await;
        (own, rest.0, rest.1)
    };
    // They come first.
    let (strangers, (own, in_browser, at_address)) =
        join(join_all((0..CROWD).map(stranger)), known).await;
    own.refused(422, "WRONG_PASSWORD");
    in_browser.ok();
    at_address.ok();
    let (served, refused): (Vec<_>, Vec<_>) = strangers
        .into_iter()
        .partition(|answer| answer.status == 401);
    assert!(served.len() >= SERVED, "{} were served", served.len());
    for answer in refused {
        assert!(answer.body["retryAfterSeconds"].as_i64() > Some(0));
        answer.refused(503, "BUSY");
    }
    // The crowd is gone.
    assert_eq!(stranger(CROWD).await.status, 401);
}

/// Those who are locked are refused before they wait: however many they are, the places are for others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_locked_take_no_waiting_place() {
    const OTHERS: usize = 20;
    let app = site(Engine::Sqlite).await;
    for n in 0..5 {
        sign_in(&app, &format!("198.51.100.{n}"), "", &guess(0)).await;
    }
    let locked = async |n: usize| sign_in(&app, &format!("203.0.113.{n}"), "", &guess(0)).await;
    let other = async |n: usize| {
        let body = guess(n + 1);
        sign_in(&app, &format!("198.51.100.{}", 100 + n), "", &body).await
    };
    let (refused, served) = join(
        join_all((0..CROWD).map(locked)),
        join_all((0..OTHERS).map(other)),
    )
    .await;
    for answer in refused {
        answer.refused(429, "LOCKED");
    }
    for answer in served {
        answer.refused(401, "WRONG_CREDENTIALS");
    }
}

on_both!(nothing_that_was_typed_is_kept_of_a_guess);

async fn nothing_that_was_typed_is_kept_of_a_guess(app: &TestApp) {
    let long = format!("{}@mail.example", "a".repeat(1_000_000));
    for email in [long.as_str(), "somebody@mail.example"] {
        let body = json!({"Email": email, "Password": "Wrong-password-1"});
        assert_eq!(app.post_open("/user/authenticate", &body).await.status, 401);
    }
    let sql = "SELECT COUNT(*) AS n FROM sign_in_guard WHERE length(key) > 100 OR key LIKE '%@%' OR key LIKE '%127.0.0.1%'";
    assert_eq!(number(&app.ctx.db, sql).await, 0);
    assert!(number(&app.ctx.db, "SELECT COUNT(*) AS n FROM sign_in_guard").await > 0);
}

/// Both engines, for the tests that choose where callers come from.
const BOTH: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_behind_one_address_lock_only_strangers_there() {
    const SHARED: &str = "198.51.100.1";
    for engine in BOTH {
        let app = site(engine).await;
        let doctor = &app.users.doctor;
        let device = remembered(&app, SHARED).await;
        let right = json!({"Email": doctor.email, "Password": doctor.password});
        for n in 0..50 {
            let status = sign_in(&app, SHARED, "", &guess(n)).await.status;
            assert_eq!(status, if n < 49 { 401 } else { 429 }, "guess {n}");
        }
        sign_in(&app, SHARED, "", &guess(50))
            .await
            .refused(429, "LOCKED");
        let patient = &app.users.patient;
        let stranger = json!({"Email": patient.email, "Password": patient.password});
        sign_in(&app, SHARED, "", &stranger)
            .await
            .refused(429, "LOCKED");
        sign_in(&app, SHARED, &device, &right).await.ok();
        sign_in(&app, SHARED, "", &right).await.ok();
        // Within a session: a signature by password, and a change of the credentials.
        let headers = [
            ("x-forwarded-for", SHARED),
            ("x-access-token", &doctor.token),
        ];
        let sheet = json!({"prescriptionId": uuid::Uuid::new_v4(), "password": doctor.password});
        let signed = call(&app, (Method::PUT, "/prescription/sign"), &headers, &sheet).await;
        assert_eq!(signed.status, 404, "{}", signed.body);
        let path = format!("/user/credential/{}", doctor.account);
        let change = json!({"currentPassword": doctor.password, "Password": "Another2026password"});
        call(&app, (Method::PUT, &path), &headers, &change)
            .await
            .ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_guesses_lock_strangers_for_the_day_and_tell_the_owner_once() {
    for engine in BOTH {
        let app = site(engine).await;
        let patient = &app.users.patient;
        let wrong = json!({"Email": patient.email, "Password": "Wrong-password-1"});
        let right = json!({"Email": patient.email, "Password": patient.password});
        // Four in each window never lock for the window.
        for n in 1..=50 {
            let status = sign_in(&app, &format!("203.0.113.{n}"), "", &wrong)
                .await
                .status;
            assert_eq!(status, if n < 50 { 401 } else { 429 }, "guess {n}");
            if n % 4 == 0 {
                app.ctx.clock.advance(TimeDelta::seconds(301));
            }
        }
        app.ctx.clock.advance(TimeDelta::hours(20));
        let locked = sign_in(&app, "203.0.113.99", "", &right)
            .await
            .refused(429, "LOCKED");
        assert!(
            locked["message"]
                .as_str()
                .is_some_and(|text| text.contains("3 hours")),
            "{locked}"
        );
        // The owner signs in where they always do.
        sign_in(&app, "127.0.0.1", "", &right).await.ok();
        app.settle().await;
        let letters = app.sandbox.outbox(Some("email"), Some(&patient.email));
        let told = letters
            .iter()
            .filter(|letter| letter.subject.contains("many attempts"));
        assert_eq!(told.count(), 1);
        app.ctx.clock.advance(TimeDelta::hours(4));
        sign_in(&app, "203.0.113.99", "", &right).await.ok();
    }
}

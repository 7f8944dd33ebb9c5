// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/authenticate`

use chrono::TimeDelta;
use reqwest::Method;
use salal_db::Engine;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, number, on_both, stable, totp_code};

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

/// A site behind a proxy, whose tests choose where they come from.
async fn behind_a_proxy(engine: Engine) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        let network = "127.0.0.1".to_owned().try_into().expect("a network");
        settings.server.trusted_proxies = vec![network];
    })
    .await
}

/// Signs in from an address, with the cookie of a browser.
async fn sign_in_from(app: &TestApp, address: &str, cookie: &str, body: &Value) -> Answer {
    app.ctx.clock.advance(TimeDelta::milliseconds(10));
    let headers = [
        ("x-forwarded-for", address),
        ("cookie", cookie),
        ("content-type", "application/json"),
    ];
    let (path, body) = ("/api/user/authenticate", body.to_string().into_bytes());
    app.api.send_raw(Method::POST, path, &headers, body).await
}

/// The staff's sign-in in a browser, whole.
async fn enter(app: &TestApp, address: &str, cookie: &str, user: &User) -> Answer {
    app.ctx.clock.advance(TimeDelta::seconds(90));
    let code = totp_code(app, &user.totp);
    let body =
        json!({"Email": user.email, "Password": user.password, "code": code, "browser": true});
    let answer = sign_in_from(app, address, cookie, &body).await;
    answer.clone().ok();
    answer
}

/// The pair of a cookie of an answer.
fn device_of(answer: &Answer) -> String {
    let line = answer
        .cookies
        .iter()
        .find(|line| line.starts_with("salal_device="));
    let line = line.expect("a browser is remembered");
    line.split(';').next().expect("a pair").to_owned()
}

fn passwords(user: &User) -> (Value, Value) {
    let with = |password: &str| json!({"Email": user.email, "Password": password});
    (with(&user.password), with("Wrong-password-1"))
}

fn coded(body: &Value, code: &str) -> Value {
    let mut body = body.clone();
    body["code"] = code.into();
    body
}

fn another(code: &str) -> &'static str {
    if code == "123456" { "654321" } else { "123456" }
}

on_both!(
    a_patient_signs_in_with_the_texted_code,
    a_wrong_password_and_an_unknown_account_answer_alike,
    a_wrong_and_an_old_code,
    five_failures_lock_for_five_minutes,
    locks_grow_to_fifteen_minutes,
    the_right_password_clears_no_wrong_codes,
    fifty_good_sign_ins_from_one_address_lock_nobody,
    wrong_codes_lock_as_well,
    staff_sign_in_with_the_authenticator,
    a_stored_code_ends_with_the_sign_out,
    the_page_decides_who_comes_in,
    a_browsers_token_needs_its_cookie,
    a_new_sign_in_ends_the_session_that_the_browser_had
);

async fn a_patient_signs_in_with_the_texted_code(app: &TestApp) {
    let (mut body, code) = asked(app).await;
    body["ipObj"] = json!({"city": "Nelson", "region": "BC", "country": "Canada"});
    let mut answer = sign_in(app, &coded(&body, &code)).await.ok();
    // Real health numbers and mail addresses of the users are the same in each run.
    answer["lastLogin"]["ip"] = "[address]".into();
    insta::assert_json_snapshot!("authenticate_patient", stable(&answer));
    // The code is used up.
    sign_in(app, &coded(&body, &code))
        .await
        .refused(401, "WRONG_CODE");
    // The next sign-in tells of this one.
    let (body, code) = asked(app).await;
    let next = sign_in(app, &coded(&body, &code)).await.ok();
    assert_eq!(
        (&next["lastLogin"]["city"], &next["showLastLogin"]),
        (&json!("Nelson"), &json!(true))
    );
}

async fn a_wrong_password_and_an_unknown_account_answer_alike(app: &TestApp) {
    let wrong = sign_in(
        app,
        &json!({"Email": app.users.patient.email, "Password": "not the password 1A"}),
    )
    .await;
    let unknown = sign_in(
        app,
        &json!({"Email": "nobody@mail.example", "Password": "not the password 1A"}),
    )
    .await;
    assert_eq!(
        wrong.clone().refused(401, "WRONG_CREDENTIALS")["message"],
        unknown.refused(401, "WRONG_CREDENTIALS")["message"]
    );
    app.settle().await;
    assert!(app.sandbox.outbox(Some("sms"), None).is_empty());
}

async fn a_wrong_and_an_old_code(app: &TestApp) {
    let (body, code) = asked(app).await;
    let wrong = sign_in(app, &coded(&body, another(&code)))
        .await
        .refused(401, "WRONG_CODE");
    assert_eq!(
        wrong["message"],
        "verification code is not correct, please check your phone and try again"
    );
    app.ctx.clock.advance(TimeDelta::minutes(11));
    sign_in(app, &coded(&body, &code))
        .await
        .refused(401, "WRONG_CODE");
}

async fn five_failures_lock_for_five_minutes(app: &TestApp) {
    let patient = &app.users.patient;
    let right = json!({"Email": patient.email, "Password": patient.password});
    let wrong = json!({"Email": patient.email.to_uppercase(), "Password": "Wrong-password-1"});
    for _ in 0..4 {
        sign_in(app, &wrong).await.refused(401, "WRONG_CREDENTIALS");
    }
    let locked = sign_in(app, &wrong).await.refused(429, "LOCKED");
    assert_eq!(
        locked["message"],
        "You have failed too many login attempts. Please wait for 5 minutes prior to trying again"
    );
    let wait = locked["retryAfterSeconds"].as_i64().expect("seconds");
    assert!((290..=301).contains(&wait), "{wait}");
    sign_in(app, &right).await.refused(429, "LOCKED");
    // Another account is not locked with it.
    let other = json!({"Email": app.users.other.email, "Password": app.users.other.password});
    sign_in(app, &other).await.ok();
    app.ctx.clock.advance(TimeDelta::seconds(302));
    sign_in(app, &right).await.ok();
}

async fn locks_grow_to_fifteen_minutes(app: &TestApp) {
    let (right, wrong) = passwords(&app.users.patient);
    for (wait, minutes) in [(300, 5), (600, 10), (900, 15), (900, 15)] {
        for _ in 0..4 {
            sign_in(app, &wrong).await.refused(401, "WRONG_CREDENTIALS");
        }
        let locked = sign_in(app, &wrong).await.refused(429, "LOCKED");
        assert_eq!(
            locked["message"],
            format!(
                "You have failed too many login attempts. Please wait for {minutes} minutes prior to trying again"
            )
        );
        let seconds = locked["retryAfterSeconds"].as_i64().expect("seconds");
        assert!(
            (wait - 10..=wait + 1).contains(&seconds),
            "{seconds} of {wait}"
        );
        app.ctx.clock.advance(TimeDelta::seconds(wait - 20));
        sign_in(app, &right).await.refused(429, "LOCKED");
        app.ctx.clock.advance(TimeDelta::seconds(21));
    }
    // A day later it begins anew.
    app.ctx.clock.advance(TimeDelta::hours(24));
    for _ in 0..4 {
        sign_in(app, &wrong).await.refused(401, "WRONG_CREDENTIALS");
    }
    let locked = sign_in(app, &wrong).await.refused(429, "LOCKED");
    assert!(
        locked["retryAfterSeconds"]
            .as_i64()
            .is_some_and(|wait| wait <= 301),
        "{locked}"
    );
    app.ctx.clock.advance(TimeDelta::seconds(302));
    sign_in(app, &right).await.ok();
}

async fn the_right_password_clears_no_wrong_codes(app: &TestApp) {
    let (body, code) = asked(app).await;
    for _ in 0..4 {
        sign_in(app, &coded(&body, another(&code)))
            .await
            .refused(401, "WRONG_CODE");
    }
    sign_in(app, &body).await.ok();
    sign_in(app, &coded(&body, another(&code)))
        .await
        .refused(429, "LOCKED");
    // The password is not locked with the code.
    sign_in(app, &body).await.ok();
    sign_in(app, &coded(&body, &code))
        .await
        .refused(429, "LOCKED");
}

async fn fifty_good_sign_ins_from_one_address_lock_nobody(app: &TestApp) {
    let (patient, other) = (passwords(&app.users.patient), passwords(&app.users.other));
    for n in 0..60 {
        sign_in(app, if n % 2 == 0 { &patient.0 } else { &other.0 })
            .await
            .ok();
    }
    sign_in(app, &patient.1)
        .await
        .refused(401, "WRONG_CREDENTIALS");
    sign_in(app, &other.0).await.ok();
}

async fn wrong_codes_lock_as_well(app: &TestApp) {
    let (body, code) = asked(app).await;
    let mut last = 0;
    for _ in 0..5 {
        last = sign_in(app, &coded(&body, another(&code))).await.status;
    }
    assert_eq!(last, 429);
    sign_in(app, &coded(&body, &code))
        .await
        .refused(429, "LOCKED");
}

async fn staff_sign_in_with_the_authenticator(app: &TestApp) {
    let doctor = &app.users.doctor;
    let body = json!({"Email": doctor.email, "Password": doctor.password});
    let first = sign_in(app, &body).await.ok();
    assert_eq!(
        (&first["via"], &first["enrol"], &first["token"]),
        (&json!("authenticator"), &Value::Null, &Value::Null)
    );
    app.ctx.clock.advance(TimeDelta::seconds(90));
    let code = totp_code(app, &doctor.totp);
    sign_in(app, &coded(&body, another(&code)))
        .await
        .refused(401, "WRONG_CODE");
    let good = sign_in(app, &coded(&body, &code)).await.ok();
    assert_eq!(good["user"]["Role"], "ROLE_DOCTOR");
    // Each step works once.
    sign_in(app, &coded(&body, &code))
        .await
        .refused(401, "WRONG_CODE");
    // This device skips the code for twelve hours.
    let mut known = body.clone();
    known["storedCode"] = good["storedCode"].clone();
    assert!(sign_in(app, &known).await.ok()["token"].is_string());
    app.ctx.clock.advance(TimeDelta::hours(13));
    assert_eq!(sign_in(app, &known).await.ok()["token"], Value::Null);
}

async fn a_stored_code_ends_with_the_sign_out(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.ctx.clock.advance(TimeDelta::seconds(90));
    let by = |token: &Value| User {
        token: token.as_str().expect("a token").into(),
        ..doctor.clone()
    };
    let code = totp_code(app, &doctor.totp);
    let body = json!({"Email": doctor.email, "Password": doctor.password, "code": code});
    let entered = sign_in(app, &body).await.ok();
    let stored = json!({"Email": doctor.email, "Password": doctor.password, "storedCode": entered["storedCode"]});
    // Nobody was there: the next sign-in needs no code.
    assert_eq!(
        app.post(
            &by(&entered["token"]),
            "/user/sign-out?idle=true",
            &Value::Null
        )
        .await
        .status,
        204
    );
    let again = sign_in(app, &stored).await.ok();
    assert!(again["token"].is_string(), "{again}");
    // Signed out of the session that it was last used for.
    assert_eq!(
        app.post(&by(&again["token"]), "/user/sign-out", &Value::Null)
            .await
            .status,
        204
    );
    let asked = sign_in(app, &stored).await.ok();
    assert_eq!(
        (&asked["token"], &asked["verifymfa"]),
        (&Value::Null, &json!(true))
    );
}

async fn the_page_decides_who_comes_in(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let as_doctor =
        json!({"Email": patient.email, "Password": patient.password, "Role": "ROLE_DOCTOR"});
    sign_in(app, &as_doctor)
        .await
        .refused(401, "WRONG_CREDENTIALS");
    let as_patient =
        json!({"Email": doctor.email, "Password": doctor.password, "Role": "ROLE_PATIENT"});
    sign_in(app, &as_patient)
        .await
        .refused(401, "WRONG_CREDENTIALS");
}

async fn a_browsers_token_needs_its_cookie(app: &TestApp) {
    let (mut body, code) = asked(app).await;
    body["browser"] = true.into();
    let answer = sign_in(app, &coded(&body, &code)).await;
    let cookie = answer.cookies.first().expect("a cookie").clone();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let token = answer.ok()["token"].as_str().expect("a token").to_owned();
    let me = format!("/api/person/{}", app.users.patient.person);
    let bare = app
        .api
        .send_raw(
            reqwest::Method::GET,
            &me,
            &[("x-access-token", &token)],
            Vec::new(),
        )
        .await;
    assert_eq!(bare.status, 401);
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    // The cookie is sent along by any site; without the header it opens nothing.
    let alone = app
        .api
        .send_raw(reqwest::Method::GET, &me, &[("cookie", &pair)], Vec::new())
        .await;
    assert_eq!(alone.status, 401);
    let both = app
        .api
        .send_raw(
            reqwest::Method::GET,
            &me,
            &[("x-access-token", &token), ("cookie", &pair)],
            Vec::new(),
        )
        .await;
    assert_eq!(both.status, 200);
}

async fn a_new_sign_in_ends_the_session_that_the_browser_had(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let sessions = async |entered: &Answer| {
        let cookies: Vec<&str> = entered
            .cookies
            .iter()
            .filter_map(|line| line.split(';').next())
            .collect();
        let cookie = cookies.join("; ");
        let body: Value = entered.clone().ok();
        let token = body["token"].as_str().expect("a token").to_owned();
        let headers = [("x-access-token", token.as_str()), ("cookie", &cookie)];
        let path = "/api/user/sessions";
        let listed = app.api.send_raw(Method::GET, path, &headers, Vec::new());
        (listed.await.status, cookie)
    };
    let first = enter(app, "127.0.0.1", "", doctor).await;
    let elsewhere = enter(app, "127.0.0.1", "", doctor).await;
    let (status, cookie) = sessions(&first).await;
    assert_eq!(status, 200);
    // Somebody else signs in, in the same browser.
    let second = enter(app, "127.0.0.1", &cookie, office).await;
    assert_eq!(
        sessions(&first).await.0,
        401,
        "with its token and its cookie"
    );
    assert_eq!(sessions(&second).await.0, 200);
    assert_eq!(sessions(&elsewhere).await.0, 200, "another browser");
}

/// A site that people reach by https.
async fn over_tls(engine: Engine) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        settings.server.public_url = "https://salal.example".into();
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_https_only_cookies_with_the_prefix_are_believed() {
    for engine in BOTH {
        let app = over_tls(engine).await;
        let entered = enter(&app, "127.0.0.1", "", &app.users.doctor).await;
        let value = |name: &str| {
            let start = format!("__Host-{name}=");
            let mut lines = entered.cookies.iter();
            let line = lines.find_map(|line| line.strip_prefix(&start));
            let line = line.unwrap_or_else(|| panic!("{name} in {:?}", entered.cookies));
            line.split(';').next().unwrap_or_default().to_owned()
        };
        let (session, device) = (value("salal_session"), value("salal_device"));
        let token = entered.body["token"].as_str().expect("a token");
        let listed = async |cookie: String| {
            let headers = [("x-access-token", token), ("cookie", cookie.as_str())];
            let path = "/api/user/sessions";
            let answer = app.api.send_raw(Method::GET, path, &headers, Vec::new());
            answer.await.status
        };
        assert_eq!(listed(format!("__Host-salal_session={session}")).await, 200);
        assert_eq!(listed(format!("salal_session={session}")).await, 401);
        // One that a sister domain set takes nobody's place.
        let both = format!("salal_session=made-up; __Host-salal_session={session}");
        assert_eq!(listed(both).await, 200);
        // The address is known as well, and forgotten sooner than the account is locked.
        let (right, wrong) = passwords(&app.users.doctor);
        let forget = "DELETE FROM sign_in_record";
        app.ctx
            .db
            .write()
            .execute_unprepared(forget)
            .await
            .expect("forgotten");
        for _ in 0..5 {
            sign_in_from(&app, "127.0.0.1", "", &wrong).await;
        }
        for (cookie, status) in [("salal_device", 429), ("__Host-salal_device", 200)] {
            let cookie = format!("{cookie}={device}");
            let answer = sign_in_from(&app, "127.0.0.1", &cookie, &right).await;
            assert_eq!(answer.status, status, "{cookie}");
        }
    }
}

const BOTH: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_locks_strangers_out_and_nobody_else() {
    for engine in BOTH {
        let app = behind_a_proxy(engine).await;
        let doctor = &app.users.doctor;
        let (right, wrong) = passwords(doctor);
        let device = device_of(&enter(&app, "198.51.100.1", "", doctor).await);
        enter(&app, "2001:db8:1:2::1", "", doctor).await;
        // Five together, from wherever.
        for n in 1..=5 {
            let status = sign_in_from(&app, &format!("203.0.113.{n}"), "", &wrong)
                .await
                .status;
            assert_eq!(status, if n < 5 { 401 } else { 429 });
        }
        let from = async |address: &str, cookie: &str| {
            sign_in_from(&app, address, cookie, &right).await.status
        };
        assert_eq!(from("203.0.113.9", "").await, 429);
        assert_eq!(from("203.0.113.9", "salal_device=made-up").await, 429);
        assert_eq!(from("198.51.100.1", "").await, 200, "a known address");
        assert_eq!(
            from("203.0.113.9", &device).await,
            200,
            "a remembered browser"
        );
        assert_eq!(from("2001:db8:1:2:ffff::9", "").await, 200, "the same /64");
        assert_eq!(from("2001:db8:1:3::1", "").await, 429, "another /64");
        // Each of these places has a count of its own.
        for n in 1..=5 {
            let status = sign_in_from(&app, "198.51.100.1", "", &wrong).await.status;
            assert_eq!(status, if n < 5 { 401 } else { 429 });
        }
        assert_eq!(from("198.51.100.1", "").await, 429);
        assert_eq!(from("198.51.100.1", &device).await, 200);
        // A place is forgotten after thirty days.
        app.ctx.clock.advance(TimeDelta::days(31));
        for _ in 0..5 {
            sign_in_from(&app, "203.0.113.1", "", &wrong).await;
        }
        assert_eq!(from("198.51.100.1", &device).await, 429);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_address_is_locked_alike() {
    for engine in BOTH {
        let app = behind_a_proxy(engine).await;
        let mut seen = Vec::new();
        for email in [app.users.doctor.email.as_str(), "nobody@mail.example"] {
            let wrong = json!({"Email": email, "Password": "Wrong-password-1"});
            let mut answers = Vec::new();
            for _ in 0..7 {
                app.ctx.flush_events().await;
                let before = app.ctx.db.sent();
                let mut answer = sign_in_from(&app, "203.0.113.7", "", &wrong).await;
                app.ctx.flush_events().await;
                answer.body["requestId"] = Value::Null;
                answers.push((answer.status, answer.body, app.ctx.db.sent() - before));
            }
            seen.push(answers);
        }
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[0][6].0, 429);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_device_cookie_opens_nothing() {
    for engine in BOTH {
        let app = behind_a_proxy(engine).await;
        let (doctor, office) = (&app.users.doctor, &app.users.office);
        let entered = enter(&app, "198.51.100.1", "", doctor).await;
        let line = entered
            .cookies
            .iter()
            .find(|line| line.starts_with("salal_device="));
        let line = line.expect("a cookie");
        assert!(
            line.contains("HttpOnly")
                && line.contains("SameSite=Strict")
                && line.contains("Max-Age=2592000"),
            "{line}"
        );
        let device = device_of(&entered);
        let token = device.split_once('=').expect("a value").1;
        let (right, wrong) = passwords(doctor);
        let first = sign_in_from(&app, "203.0.113.1", &device, &right)
            .await
            .ok();
        assert_eq!(
            (&first["verifymfa"], &first["token"]),
            (&json!(true), &Value::Null),
            "the code is asked for"
        );
        sign_in_from(&app, "203.0.113.1", &device, &wrong)
            .await
            .refused(401, "WRONG_CREDENTIALS");
        for headers in [[("cookie", device.as_str())], [("x-access-token", token)]] {
            let path = "/api/user/sessions";
            assert_eq!(
                app.api
                    .send_raw(Method::GET, path, &headers, Vec::new())
                    .await
                    .status,
                401
            );
        }
        // It is kept as a hash, and makes nobody else's place here known.
        let sql = format!("SELECT COUNT(*) AS n FROM sign_in_device WHERE token_hash = '{token}'");
        assert_eq!(number(&app.ctx.db, &sql).await, 0);
        let (right, wrong) = passwords(office);
        for _ in 0..5 {
            sign_in_from(&app, "203.0.113.2", "", &wrong).await;
        }
        sign_in_from(&app, "203.0.113.3", &device, &right)
            .await
            .refused(429, "LOCKED");
        // People who share a browser share its cookie; one that was made up is replaced.
        app.ctx.clock.advance(TimeDelta::seconds(302));
        assert_eq!(
            device_of(&enter(&app, "203.0.113.3", &device, office).await),
            device
        );
        assert_ne!(
            device_of(&enter(&app, "203.0.113.3", "salal_device=made-up", office).await),
            "salal_device=made-up"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_calls_from_one_address_wait() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
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
        (salal_platform::settings::Mode::Client, true),
        (salal_platform::settings::Mode::Office, false),
    ] {
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
            settings.mode = mode;
        })
        .await;
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

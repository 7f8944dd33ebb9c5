// SPDX-License-Identifier: AGPL-3.0-or-later

//! A hundred guesses at the same moment are five attempts: each is counted before the secret is looked at.

use chrono::TimeDelta;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, number, on_both, totp_code};

const GUESSES: usize = 100;
/// Attempts before the lock.
const ALLOWED: usize = 5;

async fn sign_in(app: &TestApp, body: &Value) -> Answer {
    app.post_open("/user/authenticate", body).await
}

/// The kind of counts of attempts at a secret in these tests: everybody has signed in from here.
fn here(secret: &str) -> String {
    format!("{secret}-known")
}

/// Sends the guesses at once, and the right answer as soon as the account is locked, while they are still
/// under way; gives what became of the guesses and of the right answer.
async fn storm(
    app: &TestApp,
    kind: &str,
    guess: impl AsyncFn() -> Answer,
    right: impl Future<Output = Answer>,
) -> (Vec<Answer>, Answer) {
    let sql = format!(
        "SELECT COUNT(*) AS n FROM sign_in_guard WHERE key LIKE '{kind}:%' AND locked_until IS NOT NULL"
    );
    let late = async {
        while number(&app.ctx.db, &sql).await == 0 {
            tokio::task::yield_now().await;
        }
        right.await
    };
    join(join_all((0..GUESSES).map(|_| guess())), late).await
}

/// Sends the guesses at once; gives the answers and how many statements they took.
async fn statements(app: &TestApp, guess: impl AsyncFn() -> Answer) -> (Vec<Answer>, usize) {
    app.ctx.flush_events().await;
    let before = app.ctx.db.sent();
    let answers = join_all((0..GUESSES).map(|_| guess())).await;
    app.ctx.flush_events().await;
    let sent = app.ctx.db.sent() - before;
    (answers, usize::try_from(sent).expect("a few hundred"))
}

/// The statements of a storm in which no guess but those allowed is looked at. A refused guess takes three
/// (its key, the account and place, the lock), one that is looked at seven at most; the last of these locks as
/// well. The audit has two entries: of the first that was wrong, and of the lock.
const STATEMENTS: usize = 3 * (GUESSES - ALLOWED) + 7 * ALLOWED + 1 + 2;

fn by_status(answers: &[Answer], status: u16) -> usize {
    answers.iter().filter(|one| one.status == status).count()
}

async fn sessions(app: &TestApp, of: &User) -> i64 {
    let sql = format!(
        "SELECT COUNT(*) AS n FROM session JOIN account ON account.id = session.account_id WHERE account.email_folded = '{}'",
        of.email.to_lowercase()
    );
    number(&app.ctx.db, &sql).await
}

on_both!(
    a_hundred_wrong_passwords_at_once_are_five_tries,
    the_right_password_after_five_wrong_ones_at_once,
    the_right_code_among_a_hundred,
    the_right_code_of_a_patient_among_a_hundred,
    a_hundred_wrong_passwords_at_a_signature,
    the_right_password_clears_no_wrong_codes_of_an_email_change,
    a_hundred_codes_with_the_right_password,
    a_hundred_wrong_passwords_of_a_step_up,
    a_hundred_wrong_codes_of_an_email_change,
    the_right_password_many_times_at_once_locks_nobody
);

async fn a_hundred_wrong_passwords_at_once_are_five_tries(app: &TestApp) {
    let patient = &app.users.patient;
    let wrong = json!({"Email": patient.email, "Password": "Wrong-password-1"});
    let (answers, sent) = statements(app, async || sign_in(app, &wrong).await).await;
    // The fifth uses the attempts up, and says so.
    assert_eq!(
        (by_status(&answers, 401), by_status(&answers, 429)),
        (ALLOWED - 1, GUESSES - ALLOWED + 1)
    );
    assert!(
        sent <= STATEMENTS,
        "{sent} statements: more than five passwords were looked at"
    );
}

async fn the_right_password_after_five_wrong_ones_at_once(app: &TestApp) {
    let patient = &app.users.patient;
    let right = json!({"Email": patient.email, "Password": patient.password});
    let wrong = json!({"Email": patient.email, "Password": "Wrong-password-1"});
    let key = here("password");
    let (answers, late) = storm(
        app,
        &key,
        async || sign_in(app, &wrong).await,
        sign_in(app, &right),
    )
    .await;
    late.refused(429, "LOCKED");
    assert_eq!(by_status(&answers, 401), ALLOWED - 1);
    app.ctx.clock.advance(TimeDelta::seconds(302));
    sign_in(app, &right).await.ok();
}

async fn the_right_code_among_a_hundred(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.ctx.clock.advance(TimeDelta::seconds(90));
    let code = totp_code(app, &doctor.totp);
    let body =
        |code: &str| json!({"Email": doctor.email, "Password": doctor.password, "code": code});
    let (wrong, right) = (
        body(if code == "123456" { "654321" } else { "123456" }),
        body(&code),
    );
    let (before, key) = (sessions(app, doctor).await, here("code"));
    let (answers, late) = storm(
        app,
        &key,
        async || sign_in(app, &wrong).await,
        sign_in(app, &right),
    )
    .await;
    late.refused(429, "LOCKED");
    assert_eq!(
        (by_status(&answers, 401), by_status(&answers, 200)),
        (ALLOWED - 1, 0)
    );
    assert_eq!(sessions(app, doctor).await, before);
    app.ctx.clock.advance(TimeDelta::seconds(302));
    assert!(
        sign_in(app, &body(&totp_code(app, &doctor.totp)))
            .await
            .ok()["token"]
            .is_string()
    );
}

async fn the_right_code_of_a_patient_among_a_hundred(app: &TestApp) {
    let patient = &app.users.patient;
    let body =
        |code: &str| json!({"Email": patient.email, "Password": patient.password, "code": code});
    sign_in(
        app,
        &json!({"Email": patient.email, "Password": patient.password}),
    )
    .await
    .ok();
    app.settle().await;
    let code = app.code("sms", &patient.phone);
    let (wrong, right) = (
        body(if code == "123456" { "654321" } else { "123456" }),
        body(&code),
    );
    let (before, key) = (sessions(app, patient).await, here("code"));
    let (answers, late) = storm(
        app,
        &key,
        async || sign_in(app, &wrong).await,
        sign_in(app, &right),
    )
    .await;
    late.refused(429, "LOCKED");
    assert_eq!(
        (by_status(&answers, 401), by_status(&answers, 200)),
        (ALLOWED - 1, 0)
    );
    assert_eq!(sessions(app, patient).await, before);
}

async fn a_hundred_wrong_passwords_at_a_signature(app: &TestApp) {
    let doctor = &app.users.doctor;
    // The password is asked for before the prescription is looked for.
    let sign = async |password: &str| {
        let body = json!({"prescriptionId": uuid::Uuid::new_v4(), "password": password});
        app.put(doctor, "/prescription/sign", &body).await
    };
    let (answers, late) = storm(
        app,
        "step-up",
        async || sign("Not2026mine").await,
        sign(&doctor.password),
    )
    .await;
    late.refused(429, "LOCKED");
    assert_eq!(
        (by_status(&answers, 422), by_status(&answers, 429)),
        (ALLOWED - 1, GUESSES - ALLOWED + 1)
    );
    app.ctx.clock.advance(TimeDelta::seconds(302));
    assert_eq!(sign(&doctor.password).await.status, 404);
}

async fn the_right_password_clears_no_wrong_codes_of_an_email_change(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.ctx.clock.advance(TimeDelta::seconds(90));
    let code = totp_code(app, &doctor.totp);
    let begin = async || {
        app.post(
            doctor,
            "/user/change-email/get-phone-code",
            &json!({"password": doctor.password}),
        )
        .await
    };
    let ask = async |code: &str| {
        app.post(
            doctor,
            "/user/change-email/get-email-code",
            &json!({"phoneCode": code}),
        )
        .await
    };
    let wrong = if code == "123456" { "654321" } else { "123456" };
    begin().await.ok();
    for _ in 0..ALLOWED - 1 {
        ask(wrong).await.refused(422, "WRONG_CODE");
    }
    begin().await.ok();
    ask(wrong).await.refused(429, "LOCKED");
    ask(&code).await.refused(429, "LOCKED");
}

async fn a_hundred_codes_with_the_right_password(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.ctx.clock.advance(TimeDelta::seconds(90));
    let code = totp_code(app, &doctor.totp);
    let wrong = json!({"Email": doctor.email, "Password": doctor.password, "code": if code == "123456" { "654321" } else { "123456" }});
    let (answers, sent) = statements(app, async || sign_in(app, &wrong).await).await;
    assert_eq!(
        (by_status(&answers, 401), by_status(&answers, 429)),
        (ALLOWED - 1, GUESSES - ALLOWED + 1)
    );
    assert!(
        sent <= STATEMENTS,
        "{sent} statements: more than five codes were looked at"
    );
}

async fn a_hundred_wrong_passwords_of_a_step_up(app: &TestApp) {
    let patient = &app.users.patient;
    let ask = async |password: &str| {
        app.post(
            patient,
            "/user/change-email/get-phone-code",
            &json!({"password": password}),
        )
        .await
    };
    let (answers, late) = storm(
        app,
        "step-up",
        async || ask("Not2026mine").await,
        ask(&patient.password),
    )
    .await;
    late.refused(429, "LOCKED");
    assert_eq!(
        (by_status(&answers, 422), by_status(&answers, 429)),
        (ALLOWED - 1, GUESSES - ALLOWED + 1)
    );
    assert!(app.sandbox.outbox(Some("sms"), None).is_empty());
}

async fn a_hundred_wrong_codes_of_an_email_change(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.ctx.clock.advance(TimeDelta::seconds(90));
    app.post(
        doctor,
        "/user/change-email/get-phone-code",
        &json!({"password": doctor.password}),
    )
    .await
    .ok();
    let code = totp_code(app, &doctor.totp);
    let ask = async |code: &str| {
        app.post(
            doctor,
            "/user/change-email/get-email-code",
            &json!({"phoneCode": code}),
        )
        .await
    };
    let wrong = if code == "123456" { "654321" } else { "123456" };
    let (answers, late) = storm(app, "step-up-code", async || ask(wrong).await, ask(&code)).await;
    late.refused(429, "LOCKED");
    assert_eq!(
        (by_status(&answers, 422), by_status(&answers, 429)),
        (ALLOWED - 1, GUESSES - ALLOWED + 1)
    );
}

async fn the_right_password_many_times_at_once_locks_nobody(app: &TestApp) {
    let doctor = &app.users.doctor;
    let right = json!({"Email": doctor.email, "Password": doctor.password});
    // More than an account and its address together are allowed failures: each is given back.
    let answers = join_all((0..60).map(|_| sign_in(app, &right))).await;
    assert_eq!(by_status(&answers, 200), 60);
}

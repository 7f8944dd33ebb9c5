// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is stored of secrets that were handed out: the queue of messages, before and after they were sent; and in
//! `day`, all that days of work left.

#[path = "secrets_day.rs"]
mod day;
#[path = "secrets_search.rs"]
mod search;

use chrono::TimeDelta;
use salal_sandbox::{Mode, OutboxEntry, Service};
use salal_server::context::sha256_hex;
use salal_server::features::operations::health;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::calls::fax::{BUSY, signed_for};
use crate::support::threads::write;
use crate::support::{TestApp, new_key, number, on_both, phn, register_form};

/// A job as it is stored.
#[derive(Debug)]
struct Stored {
    kind: String,
    state: String,
    payload: Value,
    key: Option<String>,
    why: Option<String>,
}

async fn jobs(app: &TestApp) -> Vec<Stored> {
    let db = app.ctx.db.read();
    let sql = "SELECT kind, state, payload, dedupe, last_error FROM job ORDER BY id";
    let statement = Statement::from_string(db.get_database_backend(), sql);
    let rows = db.query_all_raw(statement).await.expect("a query");
    rows.iter()
        .map(|row| Stored {
            kind: row.try_get("", "kind").expect("a kind"),
            state: row.try_get("", "state").expect("a state"),
            payload: row.try_get("", "payload").expect("a payload"),
            key: row.try_get("", "dedupe").expect("a key"),
            why: row.try_get("", "last_error").expect("a reason"),
        })
        .collect()
}

fn is_message(job: &Stored) -> bool {
    job.kind.starts_with("post.")
}

/// Codes and the secrets of links in a message, and whom it went to.
fn secrets(message: &OutboxEntry) -> Vec<String> {
    let words = message.text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_secret = |word: &&str| {
        (word.len() == 6 && word.chars().all(|c| c.is_ascii_digit()))
            || (word.len() == 64 && word.chars().all(|c| c.is_ascii_hexdigit()))
    };
    let found = words.filter(is_secret).map(ToOwned::to_owned);
    let to = match message.channel.as_str() {
        // Ten digits, as they are on file.
        "sms" => message.to[message.to.len().saturating_sub(10)..].to_owned(),
        _ => message.to.clone(),
    };
    found.chain([to]).collect()
}

async fn change(app: &TestApp, sql: &str, values: Vec<sea_orm::Value>) {
    let db = app.ctx.db.write();
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    db.execute_raw(statement).await.expect("a change");
}

/// A code by email, a code by text message, a link that sets a password, and an invitation.
async fn hand_out(app: &TestApp) {
    let patient = &app.users.patient;
    app.api
        .send_form("/user", &new_key(), &register_form(71), &[])
        .await
        .ok();
    let body =
        json!({"Email": patient.email, "Password": patient.password, "Role": "ROLE_PATIENT"});
    app.post_open("/user/authenticate", &body).await.ok();
    let known =
        json!({"Email": patient.email, "DateOfBirth": "1968-04-09", "DocumentNumber": phn(1)});
    let found = app.post_open("/user/recovery/search", &known).await.ok();
    app.post_open(
        "/user/recovery/send-email",
        &json!({"email": found["user"]["_id"]}),
    )
    .await
    .ok();
    let invited = json!({"email": "new.colleague@office.example"});
    app.post(&app.users.admin, "/office/sendInvitation", &invited)
        .await
        .ok();
}

on_both!(
    the_queue_holds_no_secret,
    what_opens_something_stands_nowhere_in_the_database,
    a_message_that_was_given_up_is_emptied_and_still_reported,
    a_message_of_an_earlier_version_is_sent,
    a_message_opens_only_in_its_own_row,
    the_key_of_a_job_names_no_address,
    what_has_served_its_time_is_deleted,
    a_code_cannot_be_found_by_trying
);

/// Everything in the database: on SQLite its files as they are, with what waits in the log beside them and pages that
/// are no longer in use; on PostgreSQL the rows.
async fn everything_stored(app: &TestApp) -> Vec<u8> {
    let url = &app.ctx.settings.database.url;
    if let Some(file) = url.strip_prefix("sqlite://") {
        let file = file.split('?').next().expect("a path");
        return ["", "-wal"]
            .iter()
            .flat_map(|end| std::fs::read(format!("{file}{end}")).unwrap_or_default())
            .collect();
    }
    let db = app.ctx.db.read();
    let backend = db.get_database_backend();
    let tables = "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'";
    let tables = db
        .query_all_raw(Statement::from_string(backend, tables))
        .await
        .expect("tables");
    let mut all = Vec::new();
    for table in tables {
        let name: String = table.try_get("", "name").expect("a name");
        let sql = format!("SELECT t::text AS row FROM \"{name}\" t");
        let rows = db.query_all_raw(Statement::from_string(backend, sql)).await;
        for row in rows.expect("rows") {
            all.extend(
                row.try_get::<String>("", "row")
                    .expect("a row")
                    .into_bytes(),
            );
        }
    }
    all
}

/// What signs in or opens something: tokens and cookies of sessions, and the secrets of links that were mailed.
async fn what_opens_something_stands_nowhere_in_the_database(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    hand_out(app).await;
    write(app, doctor, &patient.person, "Have you had a test?", &[])
        .await
        .ok();
    let undelivered = signed_for(app, BUSY).await;
    app.fax(doctor, &undelivered).await;
    app.settle().await;
    let code = app.sandbox.outbox(Some("sms"), None)[0].text.clone();
    let code: String = code.chars().filter(char::is_ascii_digit).take(6).collect();
    let body = json!({"Email": patient.email, "Password": patient.password, "Role": "ROLE_PATIENT", "code": code});
    let entered = app.post_open("/user/authenticate", &body).await;
    let mut secrets: Vec<String> = entered
        .cookies
        .iter()
        .filter_map(|cookie| Some(cookie.split(';').next()?.split_once('=')?.1.to_owned()))
        .collect();
    secrets.push(entered.ok()["token"].as_str().expect("a token").to_owned());
    secrets.extend([patient, doctor].map(|one| one.token.clone()));
    for mail in app.sandbox.outbox(Some("email"), None) {
        let words = mail
            .links
            .iter()
            .flat_map(|link| link.split(['/', '=', '?', '&', '#']));
        secrets.extend(words.filter(|word| word.len() >= 16).map(ToOwned::to_owned));
    }
    secrets.extend(app.ctx.settings.secrets.master_keys().map(str::to_owned));
    // An id opens nothing.
    secrets.retain(|secret| secret.len() >= 16 && Uuid::parse_str(secret).is_err());
    secrets.sort();
    secrets.dedup();
    assert!(secrets.len() >= 6, "{secrets:?}");
    let stored = everything_stored(app).await;
    assert!(stored.len() > 100_000);
    let holds = |text: &[u8]| stored.windows(text.len()).any(|part| part == text);
    for secret in &secrets {
        assert!(!holds(secret.as_bytes()), "{secret} is stored");
        if let Ok(bytes) = hex::decode(secret) {
            assert!(!holds(&bytes), "{secret} is stored as bytes");
        }
    }
}

async fn the_queue_holds_no_secret(app: &TestApp) {
    let earlier = app.sandbox.outbox(None, None).len();
    hand_out(app).await;
    let waiting = jobs(app).await;
    let messages: Vec<_> = waiting
        .iter()
        .filter(|job| is_message(job) && job.state == "queued")
        .collect();
    assert_eq!(messages.len(), 4, "{waiting:?}");
    for job in &messages {
        let fields = job.payload.as_object().expect("fields");
        assert!(
            fields.len() == 1 && fields.contains_key("sealed"),
            "{job:?}"
        );
    }
    app.settle().await;
    let sent = app.sandbox.outbox(None, None);
    assert_eq!(sent.len(), earlier + 4);
    let secrets: Vec<String> = sent.iter().flat_map(secrets).collect();
    assert!(secrets.len() >= 6, "{secrets:?}");
    let after = jobs(app).await;
    for (when, stored) in [
        ("while they wait", &waiting),
        ("when they were sent", &after),
    ] {
        let text = format!("{stored:?}");
        for secret in &secrets {
            assert!(!text.contains(secret.as_str()), "{when}: {secret}");
        }
    }
    for job in &after {
        assert_eq!(
            (job.state.as_str(), &job.payload),
            ("done", &json!({})),
            "{job:?}"
        );
    }
}

async fn a_message_that_was_given_up_is_emptied_and_still_reported(app: &TestApp) {
    let patient = &app.users.patient;
    app.fail(Service::Twilio, Mode::Decline, 1);
    let body =
        json!({"Email": patient.email, "Password": patient.password, "Role": "ROLE_PATIENT"});
    app.post_open("/user/authenticate", &body).await.ok();
    app.settle().await;
    app.sandbox.clear_faults();
    let stored = jobs(app).await;
    let lost = stored
        .iter()
        .find(|job| job.state == "given_up")
        .expect("it was given up");
    assert_eq!(
        (lost.kind.as_str(), &lost.payload),
        ("post.sms", &json!({}))
    );
    assert!(
        lost.why
            .as_deref()
            .is_some_and(|why| why.starts_with("sms: ")),
        "{lost:?}"
    );
    let seen = app.get(&app.users.admin, "/operations").await.ok();
    let kinds = seen["jobs"].as_array().expect("kinds");
    let kind = kinds
        .iter()
        .find(|kind| kind["kind"] == "post.sms")
        .expect("the kind");
    assert_eq!(
        (&kind["givenUp"], &kind["retriable"]),
        (&json!(1), &json!(false))
    );
    assert!(!seen.to_string().contains(&patient.phone), "{seen}");
    app.expect_given_up(1);
}

async fn a_message_of_an_earlier_version_is_sent(app: &TestApp) {
    let payload = json!({"to": "6045550142", "body": "Your code is 123456."});
    let sql = "INSERT INTO job (id, kind, payload, state, run_at, tries, created_at) VALUES ($1, 'post.sms', $2, 'queued', $3, 0, $3)";
    let id = Uuid::now_v7();
    change(
        app,
        sql,
        vec![id.into(), payload.into(), app.ctx.now().into()],
    )
    .await;
    app.settle().await;
    assert_eq!(app.code("sms", "6045550142"), "123456");
    let stored = jobs(app).await;
    assert!(
        stored.iter().all(|job| job.payload == json!({})),
        "{stored:?}"
    );
}

/// Whoever can write to the database cannot have a message sent under another job.
async fn a_message_opens_only_in_its_own_row(app: &TestApp) {
    app.api
        .send_form("/user", &new_key(), &register_form(72), &[])
        .await
        .ok();
    let sql = "INSERT INTO job (id, kind, payload, state, run_at, tries, created_at) \
            SELECT $1, kind, payload, state, run_at, tries, created_at FROM job WHERE state = 'queued' AND kind = 'post.mail'";
    change(app, sql, vec![Uuid::now_v7().into()]).await;
    let before = app.sandbox.outbox(Some("email"), None).len();
    app.settle().await;
    assert_eq!(app.sandbox.outbox(Some("email"), None).len(), before + 1);
    let stored = jobs(app).await;
    let copy = stored
        .iter()
        .find(|job| job.state == "given_up")
        .expect("it was given up");
    assert_eq!(copy.payload, json!({}));
    app.expect_given_up(1);
}

/// An email to each of the staff once: the key of the job does not name the address.
async fn the_key_of_a_job_names_no_address(app: &TestApp) {
    let signed = signed_for(app, BUSY).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    let stored = jobs(app).await;
    let keys: Vec<_> = stored.iter().filter_map(|job| job.key.as_deref()).collect();
    assert!(
        keys.iter().any(|key| key.contains("fax-failed:")),
        "{keys:?}"
    );
    assert!(keys.iter().all(|key| !key.contains('@')), "{keys:?}");
}

async fn what_has_served_its_time_is_deleted(app: &TestApp) {
    hand_out(app).await;
    app.settle().await;
    let patient = &app.users.patient;
    let wrong =
        json!({"Email": patient.email, "Password": "Wrong2026word", "Role": "ROLE_PATIENT"});
    app.post_open("/user/authenticate", &wrong)
        .await
        .refused(401, "WRONG_CREDENTIALS");
    let tables = [
        "job",
        "one_time_code",
        "recovery",
        "sign_in_guard",
        "known_device",
        "idempotency",
        "session",
    ];
    let before = rows(app, &tables).await;
    assert!(before.iter().all(|(_, n)| *n > 0), "{before:?}");
    sweep(app).await;
    assert_eq!(rows(app, &tables).await, before, "nothing is old yet");
    let people = rows(
        app,
        &[
            "person",
            "account",
            "message",
            "audit",
            "invitation",
            "sign_in_record",
        ],
    )
    .await;

    app.ctx.clock.advance(TimeDelta::days(3));
    sweep(app).await;
    let left: Vec<_> = rows(app, &tables)
        .await
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(left, ["job", "session"]);

    // One that failed stays longer, and one that waits for ever; more than are deleted at once are deleted.
    for (state, n) in [("done", 1201), ("given_up", 1), ("queued", 1)] {
        end_some(app, state, n).await;
    }
    app.ctx.clock.advance(TimeDelta::days(40));
    sweep(app).await;
    assert_eq!(rows(app, &["session"]).await, [("session", 0)]);
    let states: Vec<_> = jobs(app).await.into_iter().map(|job| job.state).collect();
    assert_eq!(states, ["given_up", "queued"]);
    app.ctx.clock.advance(TimeDelta::days(400));
    sweep(app).await;
    let states: Vec<_> = jobs(app).await.into_iter().map(|job| job.state).collect();
    assert_eq!(states, ["queued"]);
    assert_eq!(
        rows(
            app,
            &[
                "person",
                "account",
                "message",
                "audit",
                "invitation",
                "sign_in_record"
            ]
        )
        .await,
        people
    );
}

/// Six digits are tried in no time, so a hash of them is worth nothing without a key.
async fn a_code_cannot_be_found_by_trying(app: &TestApp) {
    let patient = &app.users.patient;
    let body =
        json!({"Email": patient.email, "Password": patient.password, "Role": "ROLE_PATIENT"});
    app.post_open("/user/authenticate", &body).await.ok();
    app.settle().await;
    let code = app.code("sms", &patient.phone);
    let db = app.ctx.db.read();
    let sql = "SELECT code_hash FROM one_time_code WHERE used_at IS NULL";
    let statement = Statement::from_string(db.get_database_backend(), sql);
    let row = db
        .query_one_raw(statement)
        .await
        .expect("a query")
        .expect("a code");
    let stored: String = row.try_get("", "code_hash").expect("a hash");
    assert_eq!(stored.len(), 64);
    for plain in [
        code.clone(),
        format!("{}:sign_in:{code}", patient.account),
        format!("{}:sign_in::{code}", patient.account),
    ] {
        assert_ne!(stored, sha256_hex(plain));
    }
}

async fn sweep(app: &TestApp) {
    health::sweep(&app.ctx).await.expect("old rows are deleted");
}

async fn rows<'a>(app: &TestApp, tables: &[&'a str]) -> Vec<(&'a str, i64)> {
    let mut all = Vec::new();
    for table in tables {
        let n = number(&app.ctx.db, &format!("SELECT COUNT(*) AS n FROM {table}")).await;
        all.push((*table, n));
    }
    all
}

/// Jobs that ended now, or that wait for longer than this test lasts.
async fn end_some(app: &TestApp, state: &str, n: usize) {
    let (now, later) = (app.ctx.now(), app.ctx.now() + TimeDelta::days(600));
    let ended = (state != "queued").then_some(now);
    let sql = "INSERT INTO job (id, kind, payload, state, run_at, tries, created_at, ended_at) VALUES ($1, 'uploads.sweep', $2, $3, $4, 1, $5, $6)";
    for _ in 0..n {
        let values = vec![
            Uuid::now_v7().into(),
            json!({}).into(),
            state.into(),
            later.into(),
            now.into(),
            ended.into(),
        ];
        change(app, sql, values).await;
    }
}

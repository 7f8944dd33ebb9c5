// SPDX-License-Identifier: AGPL-3.0-or-later

//! What Salal tells whoever is on call by itself: once when it is new, again while it lasts, once when it is over, by
//! email and to a receiver, neither of which waits for the other.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use hmac::{Hmac, Mac};
use salal_office::operations::alerts;
use salal_platform::jobs::{self, JobKinds, NewJob};
use salal_sandbox::{Mode, Service};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio_util::sync::CancellationToken;

use crate::support::{Engine, TestApp, number, says_none_of};

const KEY: &[u8] = b"thirty-two bytes that nobody has";

/// What a receiver got, and what it answers.
#[derive(Clone)]
struct Receiver {
    got: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    answers: Arc<AtomicU16>,
}

impl Receiver {
    async fn start() -> (Self, String) {
        let receiver = Self {
            got: Arc::default(),
            answers: Arc::new(AtomicU16::new(204)),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let own = receiver.clone();
        let take = move |headers: HeaderMap, body: Bytes| async move {
            let body = String::from_utf8_lossy(&body).into_owned();
            let mut got = own.got.lock().unwrap_or_else(PoisonError::into_inner);
            got.push((headers, body));
            let status = own.answers.load(Ordering::Relaxed);
            // One that answers with a page says as much as one that answers with nothing.
            let said = if status == 200 { 16 * 1024 * 1024 } else { 0 };
            let status = StatusCode::from_u16(status).expect("a status");
            (status, vec![b'x'; said])
        };
        tokio::spawn(
            async move { axum::serve(listener, axum::Router::new().fallback(take)).await },
        );
        (receiver, format!("http://{address}/salal/"))
    }

    /// The messages since the last time: the id of each, and its JSON. Each is signed.
    fn take(&self) -> Vec<(String, Value)> {
        let mut got = self.got.lock().unwrap_or_else(PoisonError::into_inner);
        let one = |(headers, body): (HeaderMap, String)| {
            let header = |name: &str| {
                let value = headers.get(name).expect("it is sent");
                value.to_str().expect("text").to_owned()
            };
            let id = header("webhook-id");
            let mut mac = Hmac::<Sha256>::new_from_slice(KEY).expect("any key");
            mac.update(format!("{id}.{}.{body}", header("webhook-timestamp")).as_bytes());
            let expected = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
            assert_eq!(header("webhook-signature"), expected);
            assert_eq!(header("content-type"), "application/json");
            (id, serde_json::from_str(&body).expect("JSON"))
        };
        got.drain(..).map(one).collect()
    }
}

/// A site whose alerts have two addresses and a receiver.
async fn site(engine: Engine) -> (TestApp, Receiver) {
    let (receiver, url) = Receiver::start().await;
    let app = TestApp::with(&crate::TESTED, engine, |settings| {
        settings.alerts.email = vec![
            "first@clinic.example".into(),
            "second@clinic.example".into(),
        ];
        settings.alerts.webhook = url;
        let secret = format!("whsec_{}", STANDARD.encode(KEY));
        settings.alerts.webhook_secret = secret.as_str().into();
        settings.services.alerts = settings.alerts.hook();
        // A failed try waits for its time, and is not repeated at once.
        settings.jobs.first_wait_milliseconds = 1_000;
        assert_eq!(settings.faults(), Vec::<String>::new());
    })
    .await;
    (app, receiver)
}

/// Looks after so many minutes, and sends what is to be sent.
async fn look_after(app: &TestApp, minutes: i64) {
    app.ctx.clock.advance(TimeDelta::minutes(minutes));
    alerts::look(&app.ctx).await.expect("it looks");
    send(app).await;
}

async fn send(app: &TestApp) {
    let own = alerts::Job::ALL.map(alerts::Job::code);
    let kinds = app.ctx.hooks.get::<JobKinds>();
    jobs::run_kinds(&app.ctx, kinds, &own, &CancellationToken::new())
        .await
        .expect("they run");
}

/// How many emails an address got, and the text of the newest.
fn mail(app: &TestApp, to: &str) -> (usize, String) {
    let all = app.sandbox.outbox(Some("email"), Some(to));
    let newest = all.first().map(|mail| mail.text.clone());
    (all.len(), newest.unwrap_or_default())
}

/// Of a message: what it says of this.
fn state_of(message: &Value, code: &str) -> Option<String> {
    let all = message["data"]["findings"].as_array().expect("a list");
    let one = all.iter().find(|one| one["code"] == code)?;
    one["state"].as_str().map(str::to_owned)
}

const OVERDUE: &str = "jobs.overdue:uploads.sweep";

async fn a_problem_is_told_once_again_and_over(engine: Engine) {
    let (app, receiver) = site(engine).await;
    app.settle().await;
    let before = mail(&app, "first@clinic.example").0;
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let job = NewJob::new("uploads.sweep", &json!({"who": app.users.patient.person}));
    jobs::enqueue(&tx, &app.ctx, job.expect("a payload"))
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    // Of the machine that the test runs on there may be something to tell as well, such as a small disk.
    look_after(&app, 11).await;
    let told = receiver.take();
    assert!(
        told.iter()
            .all(|(_, message)| state_of(message, OVERDUE).is_none()),
        "not at once"
    );
    look_after(&app, 3).await;
    let told = receiver.take();
    assert_eq!(told.len(), 1, "one message about everything: {told:?}");
    let (_, message) = &told[0];
    assert_eq!(state_of(message, OVERDUE).as_deref(), Some("new"));
    assert_eq!(message["type"], "salal.alert");
    assert_eq!(
        message["data"]["installation"],
        app.ctx.settings.server.public_url
    );
    for to in ["first@clinic.example", "second@clinic.example"] {
        let (letters, text) = mail(&app, to);
        assert_eq!(letters, before + 1, "{text}");
        assert!(
            text.contains("due ") && text.contains("/operations"),
            "{text}"
        );
        let person = app.users.patient.person.clone();
        says_none_of("an alert", &text, &[person]);
    }
    // It lasts: nothing more is said for a day, then once.
    look_after(&app, 60).await;
    assert!(receiver.take().is_empty());
    look_after(&app, 24 * 60).await;
    let told = receiver.take();
    assert_eq!(told.len(), 1);
    assert_eq!(state_of(&told[0].1, OVERDUE).as_deref(), Some("still"));
    // A look a moment later is another process's, and tells nothing.
    app.ctx.clock.advance(TimeDelta::seconds(5));
    alerts::look(&app.ctx).await.expect("it looks");
    send(&app).await;
    assert!(receiver.take().is_empty());
    // It is over.
    app.settle().await;
    look_after(&app, 3).await;
    let told = receiver.take();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(state_of(&told[0].1, OVERDUE).as_deref(), Some("over"));
    let (_, text) = mail(&app, "first@clinic.example");
    assert!(text.contains("Over (jobs, since "), "{text}");
    look_after(&app, 3).await;
    assert!(receiver.take().is_empty(), "that was all");
}

/// Of what was open in a copy, the installation that went on has told the end.
async fn what_was_open_in_a_restored_copy_is_judged_anew(engine: Engine) {
    let (app, receiver) = site(engine).await;
    app.settle().await;
    for is_wrong_still in [false, true] {
        let tx = app.ctx.db.begin().await.expect("a transaction");
        let job = NewJob::new("uploads.sweep", &json!({})).expect("a payload");
        jobs::enqueue(&tx, &app.ctx, job).await.expect("queued");
        tx.commit().await.expect("it is kept");
        look_after(&app, 11).await;
        look_after(&app, 3).await;
        let told = receiver.take();
        let state = told.iter().find_map(|(_, one)| state_of(one, OVERDUE));
        assert_eq!(state.as_deref(), Some("new"));
        if !is_wrong_still {
            app.settle().await;
        }
        let tx = app.ctx.db.begin().await.expect("a transaction");
        let mut said = Vec::new();
        for step in (crate::TESTED.parts)().on_restore {
            said.extend(step(&tx, &app.ctx).await.expect("it is done"));
        }
        tx.commit().await.expect("it is kept");
        let said = said.join("\n");
        assert!(said.contains("open in the backup"), "{said}");
        look_after(&app, 3).await;
        look_after(&app, 3).await;
        let told = receiver.take();
        let states: Vec<_> = told
            .iter()
            .filter_map(|(_, one)| state_of(one, OVERDUE))
            .collect();
        let expected: &[&str] = if is_wrong_still { &["new"] } else { &[] };
        assert_eq!(states, expected, "{told:?}");
    }
    app.settle().await;
    look_after(&app, 3).await;
    let told = receiver.take();
    let state = told.iter().find_map(|(_, one)| state_of(one, OVERDUE));
    assert_eq!(state.as_deref(), Some("over"));
}

async fn one_way_that_is_down_holds_the_other_up_no_longer_than_itself(engine: Engine) {
    let (app, receiver) = site(engine).await;
    app.settle().await;
    look_after(&app, 1).await;
    look_after(&app, 3).await;
    receiver.take();
    let before = mail(&app, "first@clinic.example").0;
    for (kind, mail_is_down) in [("uploads.sweep", true), ("insight.summarize", false)] {
        let tx = app.ctx.db.begin().await.expect("a transaction");
        let job = NewJob::new(kind, &json!({})).expect("a payload");
        jobs::enqueue(&tx, &app.ctx, job)
            .await
            .expect("it is queued");
        tx.commit().await.expect("it is kept");
        if mail_is_down {
            app.fail(Service::Email, Mode::Down, 1_000);
        } else {
            receiver.answers.store(500, Ordering::Relaxed);
        }
        look_after(&app, 12).await;
        look_after(&app, 3).await;
        let (letters, _) = mail(&app, "first@clinic.example");
        let told = receiver.take();
        assert!(!told.is_empty());
        assert_eq!(letters, before + usize::from(!mail_is_down) * 2, "{kind}");
        app.sandbox.clear_faults();
        receiver.answers.store(204, Ordering::Relaxed);
        app.ctx.clock.advance(TimeDelta::minutes(1));
        send(&app).await;
        let again = receiver.take();
        if mail_is_down {
            assert_eq!(mail(&app, "first@clinic.example").0, before + 1);
            assert!(again.is_empty());
        } else {
            // The same message under the same id, so that a receiver can drop what it has.
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].0, told[0].0);
        }
    }
}

/// Nothing changes a mailbox that is not there, or a receiver that is gone: it is given up at once, which is a finding.
async fn who_refuses_for_good_is_not_asked_again(engine: Engine) {
    let (app, receiver) = site(engine).await;
    app.settle().await;
    let queue = async |kind: &'static str| {
        let tx = app.ctx.db.begin().await.expect("a transaction");
        let job = NewJob::new(kind, &json!({})).expect("a payload");
        jobs::enqueue(&tx, &app.ctx, job)
            .await
            .expect("it is queued");
        tx.commit().await.expect("it is kept");
    };
    queue("uploads.sweep").await;
    app.fail(Service::Email, Mode::Decline, 1);
    receiver.answers.store(410, Ordering::Relaxed);
    look_after(&app, 11).await;
    look_after(&app, 3).await;
    let given_up = async |kind: &str| {
        let sql = format!(
            "SELECT COUNT(*) AS n FROM job WHERE kind = '{kind}' AND state = 'given_up' AND tries = 1"
        );
        number(&app.ctx.db, &sql).await
    };
    assert_eq!(given_up("alerts.mail").await, 1);
    assert_eq!(given_up("alerts.hook").await, 1);
    assert_eq!(receiver.take().len(), 1);
    let letters =
        |app: &TestApp| mail(app, "first@clinic.example").0 + mail(app, "second@clinic.example").0;
    assert_eq!(letters(&app), 1, "the other one has it");
    receiver.answers.store(204, Ordering::Relaxed);
    app.ctx.clock.advance(TimeDelta::minutes(1));
    send(&app).await;
    assert!(receiver.take().is_empty() && letters(&app) == 1);
    let report = app.get(&app.users.admin, "/operations").await.ok();
    let findings = report["findings"].to_string();
    assert!(findings.contains("given up"), "{findings}");
}

async fn a_receiver_that_answers_at_length_has_taken_it(engine: Engine) {
    let (app, receiver) = site(engine).await;
    app.settle().await;
    receiver.answers.store(200, Ordering::Relaxed);
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let job = NewJob::new("uploads.sweep", &json!({})).expect("a payload");
    jobs::enqueue(&tx, &app.ctx, job)
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    look_after(&app, 11).await;
    look_after(&app, 3).await;
    let told = receiver.take();
    let new = told
        .iter()
        .filter(|(_, message)| state_of(message, OVERDUE).as_deref() == Some("new"));
    assert_eq!(new.count(), 1, "{told:?}");
    app.ctx.clock.advance(TimeDelta::minutes(1));
    send(&app).await;
    assert!(
        receiver.take().is_empty(),
        "it was taken, and is not sent again"
    );
}

async fn two_processes_tell_once(engine: Engine) {
    let (app, receiver) = site(engine).await;
    app.settle().await;
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let job = NewJob::new("uploads.sweep", &json!({})).expect("a payload");
    jobs::enqueue(&tx, &app.ctx, job)
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    for minutes in [11, 3] {
        app.ctx.clock.advance(TimeDelta::minutes(minutes));
        let looks = (0..4).map(|_| alerts::look(&app.ctx));
        for look in futures_util::future::join_all(looks).await {
            look.expect("it looks");
        }
    }
    send(&app).await;
    let told = receiver.take();
    let new = told
        .iter()
        .filter(|(_, message)| state_of(message, OVERDUE).as_deref() == Some("new"));
    assert_eq!(new.count(), 1, "{told:?}");
}

macro_rules! on_each {
    ($($name:ident),+ $(,)?) => {
        mod on_each_engine {
            $(mod $name {
                use crate::support::Engine;

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    super::super::$name(Engine::Sqlite).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    super::super::$name(Engine::Postgres).await;
                }
            })+
        }
    };
}

on_each!(
    a_problem_is_told_once_again_and_over,
    what_was_open_in_a_restored_copy_is_judged_anew,
    one_way_that_is_down_holds_the_other_up_no_longer_than_itself,
    a_receiver_that_answers_at_length_has_taken_it,
    who_refuses_for_good_is_not_asked_again,
    two_processes_tell_once,
    the_subject_counts_what_is_open,
);

/// One of two is over: the other is still there, and whoever reads the subject alone must not think otherwise.
async fn the_subject_counts_what_is_open(engine: Engine) {
    let (app, receiver) = site(engine).await;
    app.settle().await;
    for kind in ["uploads.sweep", "insight.summarize"] {
        let tx = app.ctx.db.begin().await.expect("a transaction");
        let job = NewJob::new(kind, &json!({})).expect("a payload");
        jobs::enqueue(&tx, &app.ctx, job).await.expect("queued");
        tx.commit().await.expect("it is kept");
    }
    look_after(&app, 12).await;
    look_after(&app, 3).await;
    let newest = |told: &[(String, Value)]| {
        let (_, message) = told.last().expect("a message");
        let data = &message["data"];
        let subject = data["subject"].as_str().expect("text").to_owned();
        let findings = data["findings"].as_array().expect("a list").len();
        (data["open"].as_u64().expect("a number"), subject, findings)
    };
    let (open, subject, _) = newest(&receiver.take());
    assert!(
        open >= 2 && subject.starts_with(&format!("{open} problems at ")),
        "{subject}"
    );
    for (left, kind) in [(open - 1, "uploads.sweep"), (open - 2, "insight.summarize")] {
        let done = format!("DELETE FROM job WHERE kind = '{kind}'");
        let done = app.ctx.db.write().execute_unprepared(&done).await;
        done.expect("it is gone");
        look_after(&app, 3).await;
        let (open, subject, findings) = newest(&receiver.take());
        assert_eq!((open, findings), (left, 1), "{subject}");
        let expected = match left {
            0 => "all is well again at ".to_owned(),
            1 => "1 problem left at ".to_owned(),
            left => format!("{left} problems left at "),
        };
        assert!(subject.starts_with(&expected), "{subject}");
    }
}

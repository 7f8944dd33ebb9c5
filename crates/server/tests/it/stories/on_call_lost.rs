// SPDX-License-Identifier: AGPL-3.0-or-later

//! What whoever is on call hears when the worst is lost: the database, or everybody who does the jobs. And whether the
//! alerts of Prometheus ask for what a running program shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::StatusCode;
use reqwest::Method;
use salal_db::{Db, DbSettings};
use salal_documents::mail::Mail;
use salal_server::settings::Settings;
use salal_server::{hold, notifications};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::away::{Line, Process, Wire};
use super::on_call::{Program, until, value};
use crate::support::{Engine, TestApp, new_key, request};

/// A receiver of alerts, and what it took.
#[derive(Clone, Default)]
struct Receiver {
    got: Arc<Mutex<Vec<Value>>>,
    /// How often it refuses before it takes one.
    refuses: Arc<AtomicUsize>,
}

impl Receiver {
    async fn start() -> (Self, String) {
        let receiver = Self::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let own = receiver.clone();
        let take = move |body: Bytes| async move {
            let message = serde_json::from_slice(&body).expect("JSON");
            let less = |left: usize| left.checked_sub(1);
            let (order, refuses) = (Ordering::Relaxed, &own.refuses);
            if refuses.fetch_update(order, order, less).is_ok() {
                return StatusCode::INTERNAL_SERVER_ERROR;
            }
            let mut got = own.got.lock().unwrap_or_else(PoisonError::into_inner);
            got.push(message);
            StatusCode::NO_CONTENT
        };
        tokio::spawn(
            async move { axum::serve(listener, axum::Router::new().fallback(take)).await },
        );
        (receiver, format!("http://{address}/"))
    }

    /// The states in which this finding was told, in their order.
    fn states(&self, code: &str) -> Vec<String> {
        let got = self.got.lock().unwrap_or_else(PoisonError::into_inner);
        let findings = got.iter().flat_map(|message| {
            let all = message["data"]["findings"].as_array();
            all.expect("a list").iter()
        });
        let of_code = findings.filter(|one| one["code"] == code);
        of_code
            .map(|one| one["state"].as_str().expect("a word").to_owned())
            .collect()
    }
}

const TO: &str = "on-call@clinic.example";
const REFUSES: &str = "database.refuses";

/// Looks every second, and tells at once.
fn alert(settings: &mut Settings, url: &str) {
    settings.alerts.email = vec![TO.into()];
    settings.alerts.webhook = url.into();
    settings.alerts.webhook_secret = "a secret of thirty-two letters ..".into();
    settings.alerts.every_seconds = 1;
    settings.alerts.after_seconds = 0;
    settings.services.alerts = settings.alerts.hook();
}

/// The emails that say that nothing is kept, and those that say it is over.
fn letters(app: &TestApp) -> (usize, usize) {
    let all = app.sandbox.outbox(Some("email"), Some(TO));
    let about = all
        .iter()
        .filter(|mail| mail.text.contains("Changes cannot be saved"));
    let (over, new): (Vec<_>, Vec<_>) = about.partition(|mail| mail.text.contains("Over ("));
    (new.len(), over.len())
}

/// While a database keeps nothing no message can be queued, so each process tells it directly: once, however long it
/// lasts, and once when it is over.
async fn told_once_and_over(
    app: &TestApp,
    process: &Process,
    receiver: &Receiver,
    give_back: impl AsyncFnOnce(),
) {
    until("the message", async || {
        let states = receiver.states(REFUSES);
        (states == ["new"] && letters(app).0 == 1).then_some(())
    })
    .await;
    // Several looks later nothing more has come.
    let again = until("another message", async || {
        (receiver.states(REFUSES).len() > 1 || letters(app) != (1, 0)).then_some(())
    });
    let waited = tokio::time::timeout(Duration::from_millis(3_500), again).await;
    assert!(waited.is_err(), "{:?}", receiver.states(REFUSES));
    assert_eq!(process.get("/readyz", None).await.status, 503);
    give_back().await;
    until("the end of it", async || {
        let states = receiver.states(REFUSES);
        (states == ["new", "over"] && letters(app) == (1, 1)).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_away_is_told_once_and_when_it_is_back_postgres() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let (receiver, url) = Receiver::start().await;
    let wire = Wire::before(&app.ctx.settings.database.url);
    let process = Process::start(&app, |settings| {
        settings.database.url.clone_from(&wire.url);
        alert(settings, &url);
    })
    .await;
    process.until("/readyz", 200).await;
    // That the mail was taken ends the tries for nobody else.
    receiver.refuses.store(2, Ordering::Relaxed);
    wire.line.send_replace(Line::Silent);
    let back = async || {
        receiver.refuses.store(2, Ordering::Relaxed);
        wire.line.send_replace(Line::Open);
    };
    told_once_and_over(&app, &process, &receiver, back).await;
    process.stop.cancel();
}

/// As a provider does when a disk is nearly full: new sessions are read-only, and those that are there are ended.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_takes_no_changes_is_told_once_and_when_it_does_again_postgres() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let (receiver, url) = Receiver::start().await;
    let process = Process::start(&app, |settings| alert(settings, &url)).await;
    process.until("/readyz", 200).await;
    let set = async |change: &str| {
        let sql = format!(
            "SET TRANSACTION READ WRITE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I {change}', current_database()); \
             END $$"
        );
        let done = app.ctx.db.write().execute_unprepared(&sql).await;
        done.expect("the database is told");
    };
    set("SET default_transaction_read_only = on").await;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> \
               pg_backend_pid()";
    let ended = app.ctx.db.write().execute_unprepared(end).await;
    ended.expect("the others are ended");
    let back = async || set("RESET default_transaction_read_only").await;
    told_once_and_over(&app, &process, &receiver, back).await;
    process.until("/readyz", 200).await;
    process.stop.cancel();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_locked_is_told_once_and_when_it_is_back_sqlite() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let (receiver, url) = Receiver::start().await;
    let process = Process::start(&app, |settings| alert(settings, &url)).await;
    process.until("/readyz", 200).await;
    let other = Db::open(&app.ctx.settings.database.url, &DbSettings::default())
        .await
        .expect("another program opens it");
    let held = other.begin().await.expect("it has the lock");
    let back = async || held.rollback().await.expect("it gives it back");
    told_once_and_over(&app, &process, &receiver, back).await;
    other.close().await;
    process.stop.cancel();
}

/// Figures are asked for most when the database does not answer, so nobody waits for it, and they say so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_are_shown_while_the_database_is_silent_postgres() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let folder = tempfile::tempdir().expect("a folder");
    let wire = Wire::before(&app.ctx.settings.database.url);
    let program = Program::start_at(&app, folder.path(), &["serve"], ("", &wire.url)).await;
    until("the database", async || {
        value(&program.shown().await, "salal_database_up").filter(|up| *up > 0.0)
    })
    .await;
    for line in [Line::Silent, Line::Cut] {
        wire.line.send_replace(line);
        // The first ask may still wait for the database, a few seconds at most; none says that it answers.
        for _ in 0..3 {
            let asked = Instant::now();
            let shown = program.shown().await;
            assert!(
                asked.elapsed() < Duration::from_secs(5),
                "{line:?}: {:?}",
                asked.elapsed()
            );
            // What was read within the last seconds is not asked for again: until then it may not know.
            until("the finding", async || {
                let shown = program.shown().await;
                value(&shown, "salal_database_up").filter(|up| *up < 1.0)
            })
            .await;
            assert!(value(&shown, "salal_measured_timestamp_seconds").is_some_and(|at| at > 1.7e9));
            assert!(shown.contains("salal_jobs{"), "what was read last is shown");
        }
        wire.line.send_replace(Line::Open);
        until("the database", async || {
            value(&program.shown().await, "salal_database_up").filter(|up| *up > 0.0)
        })
        .await;
    }
}

/// Where nobody does the jobs, nobody would send an alert that is a job: a process that serves alone sends its own.
async fn a_process_that_serves_alone_tells_that_nobody_works(engine: Engine) {
    let app = TestApp::on(&crate::TESTED, engine).await;
    app.settle().await;
    let folder = tempfile::tempdir().expect("a folder");
    let _serving = Program::start_with(&app, folder.path(), &["serve", "--no-worker"], "").await;
    app.ctx.clock.advance(chrono::TimeDelta::minutes(-30));
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let job = salal_server::jobs::NewJob::new("uploads.sweep", &serde_json::json!({}));
    salal_server::jobs::enqueue(&tx, &app.ctx, job.expect("a payload"))
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    let letter = until("an alert", async || {
        let mail = app.sandbox.outbox(Some("email"), Some(TO));
        mail.into_iter().find(|mail| mail.text.contains("due "))
    })
    .await;
    assert!(letter.text.contains("New (jobs, since "), "{}", letter.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_serves_alone_tells_that_nobody_works_sqlite() {
    a_process_that_serves_alone_tells_that_nobody_works(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_serves_alone_tells_that_nobody_works_postgres() {
    a_process_that_serves_alone_tells_that_nobody_works(Engine::Postgres).await;
}

/// Whoever releases everything at the terminal need not start the server anew: within two seconds it takes payments again.
async fn what_is_released_at_the_terminal_is_taken_at_once(engine: Engine) {
    let app = TestApp::on(&crate::TESTED, engine).await;
    let patient = app.users.patient.clone();
    let body = request(&app.users.samples, 1);
    let made = app.post(&patient, "/prescription", &body).await.ok();
    app.settle().await;
    let folder = tempfile::tempdir().expect("a folder");
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let point = app.ctx.now() - chrono::TimeDelta::hours(1);
    hold::begin(&tx, &app.ctx, point, Vec::new())
        .await
        .expect("it is held");
    tx.commit().await.expect("it is kept");
    let program = Program::start_with(&app, folder.path(), &["serve"], "").await;
    let site = program.site.as_ref().expect("it serves");
    let pay = async || {
        let body = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
        let (key, path) = (new_key(), "/prescription/set-pay");
        let paid = site.try_send(Some(&patient), Method::PUT, path, Some(&key), Some(&body));
        paid.await.expect("it answers")
    };
    pay().await.refused(503, "HELD_AFTER_RESTORE");
    let words = ["restore", "release", "--all", "--reason", "checked"];
    let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_salal"))
        .args(words)
        .env("SALAL_DATABASE_URL", &app.ctx.settings.database.url)
        .env(
            "SALAL_DATABASE__UPLOADS",
            &app.ctx.settings.database.uploads,
        )
        .env("SALAL_SERVER__LOG", "error")
        .current_dir(folder.path())
        .output()
        .await
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let released = Instant::now();
    until("a payment", async || {
        (pay().await.status < 300).then_some(())
    })
    .await;
    let waited = released.elapsed();
    assert!(waited < Duration::from_secs(3), "{waited:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_released_at_the_terminal_is_taken_at_once_sqlite() {
    what_is_released_at_the_terminal_is_taken_at_once(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_released_at_the_terminal_is_taken_at_once_postgres() {
    what_is_released_at_the_terminal_is_taken_at_once(Engine::Postgres).await;
}

/// What a rule asks for: names of series with the labels and values that it picks them by, and the labels that it sums or joins by.
fn asked(expression: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let mut found = Vec::new();
    let mut rest = expression;
    while let Some(start) = ["salal_", "process_"]
        .iter()
        .filter_map(|word| rest.find(word))
        .min()
    {
        rest = &rest[start..];
        let end = rest
            .find(|letter: char| !is_name(letter))
            .unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        rest = &rest[end..];
        let mut labels = BTreeMap::new();
        if let Some((inside, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'))
        {
            for pair in inside.split(',') {
                let (label, value) = pair.split_once('=').expect("a label and a value");
                labels.insert(
                    label.trim().to_owned(),
                    value.trim_matches(['~', '"']).to_owned(),
                );
            }
            rest = after;
        }
        found.push((name, labels));
    }
    found
}

/// The series of a text: the name of each with its labels.
fn series(shown: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let lines = shown
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (series, _) = line.rsplit_once(' ').expect("a value");
            let (name, labels) = series.split_once('{').unwrap_or((series, ""));
            let labels = labels.trim_end_matches('}').split("\",");
            let labels = labels.filter_map(|pair| {
                let (label, value) = pair.split_once("=\"")?;
                Some((label.to_owned(), value.trim_end_matches('"').to_owned()))
            });
            (name.to_owned(), labels.collect())
        })
        .collect()
}

/// `promtool` tests the rules on series that somebody wrote down; here they meet those of a program: each name is there from
/// the beginning, with the labels and values that the rule picks, and with the labels that it sums by.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_ask_for_what_a_program_shows() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let program = Program::start_with(&app, folder.path(), &["serve"], "").await;
    let site = program.site.as_ref().expect("it serves");
    // What is there once it happened: a call, and a service that was asked.
    site.send_raw(Method::GET, "/api/settings", &[], Vec::new())
        .await;
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let mail = Mail::Welcome {
        link: "https://renew.example".into(),
    };
    notifications::send_email(&tx, &app.ctx, "someone@salal.example", mail)
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    let shown = until("the figures", async || {
        let shown = program.shown().await;
        let is_read = value(&shown, "salal_examined_timestamp_seconds").is_some_and(|at| at > 0.0)
            && shown.contains("salal_service_failures{");
        is_read.then_some(shown)
    })
    .await;
    let shown = series(&shown);
    let rules = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../deploy/prometheus/salal.rules.yml"
    ));
    let rules = rules.expect("the rules");
    // What Prometheus adds by itself, and what is there once it happened.
    let added = ["job", "instance"];
    let late = [("salal_calls_total", "status")];
    let mut faults = Vec::new();
    let mut alerts = 0;
    for rule in rules.split("- alert: ").skip(1) {
        alerts += 1;
        let name = rule.lines().next().expect("a name");
        let expression = rule.split("expr:").nth(1).expect("an expression");
        let expression = expression.split("annotations:").next().expect("its end");
        let expression = expression.split("labels: {").next().expect("its end");
        let summed: BTreeSet<&str> = expression
            .split("by (")
            .skip(1)
            .filter_map(|part| part.split(')').next())
            .flat_map(|labels| labels.split(','))
            .map(str::trim)
            .filter(|label| !added.contains(label))
            .collect();
        for (wanted, labels) in asked(expression) {
            let of_name: Vec<_> = shown.iter().filter(|(name, _)| *name == wanted).collect();
            if of_name.is_empty() {
                faults.push(format!("{name}: {wanted} is not shown"));
                continue;
            }
            for label in &summed {
                if !of_name.iter().all(|(_, has)| has.contains_key(*label)) {
                    faults.push(format!("{name}: {wanted} has no label {label}"));
                }
            }
            for (label, picked) in labels {
                if added.contains(&label.as_str()) {
                    continue;
                }
                let is_late = late.contains(&(wanted.as_str(), label.as_str()));
                let has = |one: &&(String, BTreeMap<String, String>)| {
                    one.1
                        .get(&label)
                        .is_some_and(|value| is_late || *value == picked)
                };
                if !of_name.iter().copied().any(|one| has(&one)) {
                    faults.push(format!("{name}: no {wanted} has {label}={picked}"));
                }
            }
        }
    }
    assert!(alerts > 20, "the rules cannot be read");
    assert_eq!(faults, Vec::<String>::new());
}

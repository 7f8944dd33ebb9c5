// SPDX-License-Identifier: AGPL-3.0-or-later

//! What hangs or is away keeps neither a start nor a stop waiting, and the log says once that it went and once that it is
//! back. And whoever reads the log finds what the documents say is there, in both of its formats.

use std::process::Stdio;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use reqwest::Method;
use salal_documents::mail::Mail;
use salal_server::jobs::JobKinds;
use salal_server::{app, jobs, notifications};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::away::{Line, Wire};
use super::on_call::{Program, until};
use crate::support::{Api, Engine, TestApp, number};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server that takes connections and says nothing; its address, and a permit for each connection.
async fn silent() -> (std::net::SocketAddr, Arc<Semaphore>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let met = Arc::new(Semaphore::new(0));
    let meeting = Arc::clone(&met);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            meeting.add_permits(1);
            tokio::spawn(
                async move { while matches!(stream.read(&mut [0; 1024]).await, Ok(1..)) {} },
            );
        }
    });
    (address, met)
}

/// The lines of a log that an operator is shown as a warning or an error.
fn complaints(program: &Program) -> Vec<Value> {
    let log = program.log.lock().unwrap_or_else(PoisonError::into_inner);
    let bad = |line: &&Value| {
        let level = line["level"].as_str();
        level.is_some_and(|level| ["WARN", "ERROR"].contains(&level))
    };
    log.iter().filter(bad).cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_files_that_hangs_delays_no_start() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (address, met) = silent().await;
    let more = format!(
        "[files]\nstore = \"s3\"\n[files.s3]\nendpoint = \"http://{address}\"\nregion = \"here\"\nbucket = \"clinic\"\n\
         access_key = \"salal\"\nsecret_key = \"a secret of the tests\"\n"
    );
    let program = Program::start_with(&app, folder.path(), &["serve"], &more).await;
    // It listens before the store has been given up.
    let away = complaints(&program)
        .into_iter()
        .find(|line| line.to_string().contains("cannot be used"));
    assert!(away.is_none(), "{away:?}");
    let site = program.site.as_ref().expect("it serves");
    let asked = site.send_raw(Method::GET, "/readyz", &[], Vec::new()).await;
    assert_eq!(asked.status, 200, "all but files works");
    met.acquire().await.expect("the store was asked").forget();
}

const GONE: &str = "changes cannot be kept; new ones are refused";
const BACK: &str = "changes are kept again";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_away_is_one_line_and_one_when_it_is_back_postgres() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let folder = tempfile::tempdir().expect("a folder");
    let wire = Wire::before(&app.ctx.settings.database.url);
    let more = "[audit]\npublish_folder = \"\"\n";
    let program = Program::start_at(&app, folder.path(), &["serve"], (more, &wire.url)).await;
    let site = program.site.as_ref().expect("it serves");
    let ready = async |status: u16| {
        until("the process to notice", async || {
            let answer = site.send_raw(Method::GET, "/readyz", &[], Vec::new()).await;
            (answer.status == status).then_some(())
        })
        .await;
    };
    ready(200).await;
    // The demo's file is where the demo was made, which is told beside the start.
    until("the look at files", async || {
        (!complaints(&program).is_empty()).then_some(())
    })
    .await;
    let before = complaints(&program).len();
    for (times, line) in [(1, Line::Cut), (2, Line::Silent)] {
        wire.line.send_replace(line);
        ready(503).await;
        // Everything that asks again and again has asked several times: the worker and the audit every two seconds.
        let again = until("another line", async || {
            (complaints(&program).len() > before + times).then(|| complaints(&program))
        });
        let waited = tokio::time::timeout(Duration::from_secs(7), again).await;
        assert!(waited.is_err(), "{line:?}: {:#?}", waited.ok());
        assert_eq!(program.lines(GONE).len(), times);
        wire.line.send_replace(Line::Open);
        ready(200).await;
        until("the line that it is back", async || {
            (program.lines(BACK).len() == times).then_some(())
        })
        .await;
    }
}

/// The outcome is not known, as when the process dies; and whoever waits for the stop does not wait for the mail server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_gives_up_a_mail_server_that_hangs_and_keeps_the_mail() {
    let (address, met) = silent().await;
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.services.email.host = "127.0.0.1".into();
        settings.services.email.port = address.port();
        settings.services.timeouts.connect_ms = 60_000;
        settings.services.timeouts.total_ms = 60_000;
    })
    .await;
    app.settle().await;
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let mail = Mail::Welcome {
        link: "https://renew.example".into(),
    };
    notifications::send_email(&tx, &app.ctx, "someone@salal.example", mail)
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    let stop = CancellationToken::new();
    let kinds: Arc<JobKinds> = Arc::new(app::job_kinds());
    let working = tokio::spawn(jobs::work(app.ctx.clone(), kinds, stop.clone()));
    tokio::time::timeout(PATIENCE, met.acquire())
        .await
        .expect("the mail is on its way")
        .expect("it is open")
        .forget();
    let told = Instant::now();
    stop.cancel();
    tokio::time::timeout(PATIENCE, working)
        .await
        .expect("it stops")
        .expect("nothing panics");
    // Far less than a mail server may take.
    assert!(
        told.elapsed() < Duration::from_secs(10),
        "{:?}",
        told.elapsed()
    );
    let kept = "SELECT COUNT(*) AS n FROM job WHERE kind = 'post.mail' AND state = 'queued' AND tries = 0 AND lease IS NULL";
    assert_eq!(number(&app.ctx.db, kept).await, 1);
}

/// docs/metrics.md says how to find the calls in the log: by their target, in either format.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_target_of_a_call_stands_in_both_formats_of_the_log() {
    let documented = include_str!("../../../../../docs/metrics.md");
    assert!(documented.contains("grep salal_access"));
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let addresses = app.sandbox.addresses();
    for is_json in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = format!(
            "[server]\naddress = \"127.0.0.1:0\"\nlog_json = {is_json}\nlog_access = \"all\"\n\
             [sandbox]\naddress = \"{}\"\nsmtp = \"{}\"\n",
            addresses.http, addresses.smtp
        );
        let file = folder.path().join("salal.toml");
        std::fs::write(&file, settings).expect("a file");
        let mut child = Command::new(env!("CARGO_BIN_EXE_salal"))
            .arg("--config")
            .arg(&file)
            .arg("serve")
            .env("SALAL_DATABASE_URL", &app.ctx.settings.database.url)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its log")).lines();
        let mut next = async |part: &str| {
            let finding = async {
                while let Some(line) = lines.next_line().await.expect("text") {
                    if line.contains(part) {
                        return line;
                    }
                }
                panic!("the log ends without {part}");
            };
            let found = tokio::time::timeout(PATIENCE, finding).await;
            found.unwrap_or_else(|_| panic!("no line has {part}"))
        };
        let ready = next("127.0.0.1:").await;
        let address = ready.split("127.0.0.1:").nth(1).expect("an address");
        let port: String = address.chars().take_while(char::is_ascii_digit).collect();
        let api = Api::new(&crate::TESTED, format!("http://127.0.0.1:{port}"));
        let answer = api
            .send_raw(Method::GET, "/api/settings", &[], Vec::new())
            .await;
        assert_eq!(answer.status, 200);
        let found = next("salal_access").await;
        assert!(
            found.contains("/settings") && found.contains("200"),
            "{found}"
        );
        child.kill().await.expect("it ends");
    }
}

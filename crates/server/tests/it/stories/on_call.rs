// SPDX-License-Identifier: AGPL-3.0-or-later

//! What whoever is on call sees of the real program: the metrics of every process, the log of calls and of services
//! that go away, the alerts that it sends by itself, and `salal doctor` for programs.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::Method;
use salal_documents::mail::Mail;
use salal_sandbox::{Mode, Service};
use salal_server::notifications;
use salal_server::telemetry::{self, Kind};
use sea_orm::ConnectionTrait;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::support::{Api, Engine, TestApp, on_both};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running program with its log.
pub(super) struct Program {
    pub(super) child: Child,
    pub(super) log: Arc<Mutex<Vec<Value>>>,
    pub(super) metrics: Api,
    /// None for one that only works.
    pub(super) site: Option<Api>,
}

impl Program {
    /// Starts `salal` with these words on the database and the sandbox of `app`.
    pub(super) async fn start(app: &TestApp, folder: &Path, words: &[&str]) -> Self {
        Self::start_with(app, folder, words, "").await
    }

    /// As `start`, with more settings.
    pub(super) async fn start_with(
        app: &TestApp,
        folder: &Path,
        words: &[&str],
        more: &str,
    ) -> Self {
        let url = app.ctx.settings.database.url.clone();
        Self::start_at(app, folder, words, (more, &url)).await
    }

    /// As `start_with`, on the database at this address.
    pub(super) async fn start_at(
        app: &TestApp,
        folder: &Path,
        words: &[&str],
        settings: (&str, &str),
    ) -> Self {
        let services = app.sandbox.addresses().http.to_string();
        Self::start_before(app, folder, words, settings, &services).await
    }

    /// As `start_at`, with the services at this address.
    pub(super) async fn start_before(
        app: &TestApp,
        folder: &Path,
        words: &[&str],
        settings: (&str, &str),
        services: &str,
    ) -> Self {
        let program = Command::new(env!("CARGO_BIN_EXE_salal"));
        Self::run(program, (app, folder), words, settings, services).await
    }

    /// As `start_at`, by a command that starts the program with the words that follow.
    pub(super) async fn start_by(
        command: Command,
        (app, folder): (&TestApp, &Path),
        words: &[&str],
        settings: (&str, &str),
    ) -> Self {
        let services = app.sandbox.addresses().http.to_string();
        Self::run(command, (app, folder), words, settings, &services).await
    }

    async fn run(
        mut command: Command,
        (app, folder): (&TestApp, &Path),
        words: &[&str],
        (more, url): (&str, &str),
        services: &str,
    ) -> Self {
        let addresses = app.sandbox.addresses();
        let settings = format!(
            "[server]\naddress = \"127.0.0.1:0\"\nmetrics_address = \"127.0.0.2:0\"\nlog_json = true\n\
             log_access = \"all\"\n[alerts]\nemail = [\"on-call@clinic.example\"]\nevery_seconds = 10\n\
             after_seconds = 0\n[jobs]\nfirst_wait_milliseconds = 100\n[backup]\nfolder = {:?}\n\
             [sandbox]\naddress = \"{}\"\nsmtp = \"{}\"\n{more}",
            folder.display().to_string(),
            services,
            addresses.smtp
        );
        let file = folder.join("salal.toml");
        std::fs::write(&file, settings).expect("a file");
        let mut child = command
            .arg("--config")
            .arg(&file)
            .args(words)
            .env("SALAL_DATABASE_URL", url)
            .env(
                "SALAL_DATABASE__UPLOADS",
                &app.ctx.settings.database.uploads,
            )
            .env_remove("SALAL_CRASH_AT")
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let log = Arc::<Mutex<Vec<Value>>>::default();
        let mut lines = BufReader::new(child.stderr.take().expect("its log")).lines();
        let written = Arc::clone(&log);
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let line = serde_json::from_str(&line).unwrap_or(Value::String(line));
                written
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(line);
            }
        });
        let api = |address: String| Api::new(&crate::TESTED, format!("http://{address}"));
        let address = |line: Value| api(line["fields"]["address"].as_str().expect("text").into());
        let metrics = address(said(&log, "the metrics are served").await);
        let site = if words[0] == "serve" {
            Some(address(said(&log, "ready").await))
        } else {
            said(&log, "running background jobs").await;
            None
        };
        Self {
            child,
            log,
            metrics,
            site,
        }
    }

    pub(super) async fn shown(&self) -> String {
        let answer = self
            .metrics
            .send_raw(Method::GET, "/metrics", &[], Vec::new())
            .await;
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-type").starts_with("text/plain"));
        String::from_utf8(answer.bytes).expect("text")
    }

    /// Ends it as a service manager does, and waits for that.
    pub(super) async fn stop(&mut self) {
        let id = self.child.id().and_then(|id| i32::try_from(id).ok());
        let id = id
            .and_then(rustix::process::Pid::from_raw)
            .expect("it runs");
        rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("it is told");
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        let status = ended.expect("it ends").expect("it is waited for");
        assert!(status.success(), "{status}");
    }

    /// The lines of the log with this message.
    pub(super) fn lines(&self, message: &str) -> Vec<Value> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let of_message = log
            .iter()
            .filter(|line| line["fields"]["message"] == message);
        of_message.cloned().collect()
    }
}

/// Waits for the first line of a log with this message.
pub(super) async fn said(log: &Mutex<Vec<Value>>, message: &str) -> Value {
    until(message, async || {
        let log = log.lock().unwrap_or_else(PoisonError::into_inner);
        log.iter()
            .find(|line| line["fields"]["message"] == message)
            .cloned()
    })
    .await
}

/// Asks until there is an answer.
pub(super) async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let mut beat = tokio::time::interval(Duration::from_millis(100));
    let asking = async {
        loop {
            beat.tick().await;
            if let Some(answer) = ask().await {
                return answer;
            }
        }
    };
    tokio::time::timeout(PATIENCE, asking)
        .await
        .unwrap_or_else(|_| panic!("waited in vain for: {what}"))
}

/// The value of a series, by its name and labels.
pub(super) fn value(shown: &str, series: &str) -> Option<f64> {
    let line = shown
        .lines()
        .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '))?;
    line.parse().ok()
}

on_both!(
    every_process_shows_metrics_logs_calls_and_tells_who_is_on_call,
    doctor_speaks_to_programs
);

async fn every_process_shows_metrics_logs_calls_and_tells_who_is_on_call(app: &TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    // On PostgreSQL one process serves and another works; a SQLite file has one.
    let (serving, working) = match app.ctx.db.engine() {
        Engine::Sqlite => (Program::start(app, folder.path(), &["serve"]).await, None),
        Engine::Postgres => (
            Program::start(app, folder.path(), &["serve", "--no-worker"]).await,
            Some(Program::start(app, folder.path(), &["work"]).await),
        ),
    };
    let working = working.as_ref().unwrap_or(&serving);
    let site = serving.site.as_ref().expect("it serves");
    let patient = &app.users.patient;

    // A call, and one that is refused.
    let token = [("x-access-token", patient.token.as_str())];
    let path = "/api/user/sessions";
    let answer = site.send_raw(Method::GET, path, &token, Vec::new()).await;
    assert_eq!(answer.status, 200);
    let wrong = "/api/prescription/0198f000-0000-7000-8000-000000000000?q=Tremblay";
    let refused = site.send_raw(Method::GET, wrong, &[], Vec::new()).await;
    assert_eq!(refused.status, 401);
    let calls = until("both lines", async || {
        let lines = serving.lines("call");
        (lines.len() >= 2).then_some(lines)
    })
    .await;
    let first = &calls[0]["fields"];
    assert_eq!(first["method"], "GET");
    assert_eq!(first["route"], "/user/sessions");
    assert_eq!(first["status"], 200);
    assert_eq!(first["role"], "ROLE_PATIENT");
    assert_eq!(first["address"], "127.0.0.1");
    assert_eq!(first["request"], answer.header("x-request-id"));
    assert!(first["bytes"].as_u64().is_some_and(|bytes| bytes > 2));
    let second = &calls[1]["fields"];
    assert_eq!(second["route"], "/prescription/{id}");
    assert_eq!(
        (&second["status"], &second["role"]),
        (&401.into(), &"none".into())
    );
    let told = format!("{calls:?}");
    for secret in ["0198f000", "Tremblay", &patient.token, &patient.person] {
        assert!(!told.contains(secret), "{secret} in {told}");
    }

    // The mail server goes away while mail is waiting, and comes back.
    app.fail(Service::Email, Mode::Down, 1_000);
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let mail = Mail::Welcome {
        link: "https://renew.example".into(),
    };
    notifications::send_email(&tx, &app.ctx, "someone@salal.example", mail)
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    app.ctx.notify_worker();
    let shown = until("several tries", async || {
        let shown = working.shown().await;
        let tries = value(
            &shown,
            "salal_messages_total{channel=\"email\",outcome=\"retry\"}",
        );
        let failures = value(&shown, "salal_service_failures{service=\"email\"}");
        (tries? >= 3.0 && failures? >= 3.0).then_some(shown)
    })
    .await;
    let down = "salal_service_requests_total{service=\"email\",outcome=\"unreachable\"}";
    assert!(value(&shown, down).is_some_and(|n| n >= 3.0), "{shown}");
    assert_eq!(
        value(&shown, "salal_jobs{kind=\"post.mail\",state=\"waiting\"}"),
        Some(1.0)
    );
    assert!(
        value(&shown, "salal_job_oldest_seconds{kind=\"post.mail\"}").is_some_and(|age| age > 0.0)
    );
    let away = working.lines("A service is away. What needs it is tried again, and the next line about it says that it is back");
    assert_eq!(away.len(), 1, "one line, and none for each try: {away:?}");
    assert_eq!(away[0]["fields"]["service"], "email");
    assert!(
        away[0]["fields"]["cause"]
            .as_str()
            .is_some_and(|cause| cause.contains("not reached"))
    );
    app.sandbox.clear_faults();
    let back = said(&working.log, "A service is back").await;
    assert_eq!(back["fields"]["service"], "email");

    // Every series has its text and its kind, and comes from the table.
    for program in [&serving, working] {
        let shown = program.shown().await;
        let mut named = BTreeSet::new();
        for line in shown.lines().filter(|line| line.starts_with("# TYPE ")) {
            let mut words = line.split(' ').skip(2);
            let (name, kind) = (words.next().expect("a name"), words.next());
            let row = telemetry::ALL.iter().find(|row| row.name == name);
            let row = row.unwrap_or_else(|| panic!("{name} is not in the table"));
            let expected = match row.kind {
                Kind::Counter => "counter",
                Kind::Gauge => "gauge",
                Kind::Histogram => "histogram",
            };
            assert_eq!(kind, Some(expected), "{name}");
            let help = format!("# HELP {name} {}", row.help);
            assert!(shown.contains(&help), "{help}");
            named.insert(name);
        }
        for name in [
            "salal_build_info",
            "process_cpu_seconds_total",
            "process_resident_memory_bytes",
            "process_open_fds",
            "process_start_time_seconds",
            "salal_jobs",
            "salal_job_overdue_seconds",
            "salal_unconfirmed_oldest_seconds",
            "salal_service_paused",
            "salal_database_connections",
            "salal_database_waiting",
            "salal_commit_failures_total",
            "salal_disk_free_bytes",
            "salal_backup_timestamp_seconds",
            "salal_audit_unsealed_lines",
            "salal_audit_anchor_timestamp_seconds",
            "salal_jobs_given_up_total",
            "salal_faxes_total",
            "salal_findings",
        ] {
            assert!(named.contains(name), "{name} is missing in {shown}");
        }
        assert_eq!(value(&shown, "salal_database_up"), Some(1.0));
        assert!(value(&shown, "process_start_time_seconds").is_some_and(|at| at > 1.7e9));
    }
    let shown = serving.shown().await;
    let bucket = "salal_call_seconds_bucket{call=\"GET /user/sessions\",le=\"60\"}";
    assert_eq!(value(&shown, bucket), Some(1.0));
    let refused = "salal_calls_total{call=\"GET /prescription/{id}\",status=\"401\"}";
    assert_eq!(value(&shown, refused), Some(1.0));

    // Something wrong is told by email, and shown.
    app.ctx
        .db
        .write()
        .execute_unprepared(
            "update job set state = 'given_up', ended_at = run_at, last_error = 'refused with code 550' \
             where kind = 'post.mail' and state = 'done'",
        )
        .await
        .expect("it is written");
    let letter = until("an alert", async || {
        let mail = app
            .sandbox
            .outbox(Some("email"), Some("on-call@clinic.example"));
        mail.into_iter().find(|mail| mail.text.contains("given up"))
    })
    .await;
    assert!(letter.text.contains("New (jobs, since "), "{}", letter.text);
    assert!(
        !letter.text.contains("someone@salal.example"),
        "{}",
        letter.text
    );
    until("the finding", async || {
        let shown = serving.shown().await;
        let found = value(&shown, "salal_findings{area=\"jobs\",level=\"wrong\"}");
        found.filter(|n| *n >= 1.0)
    })
    .await;
    assert!(
        !serving.lines("something is wrong").is_empty()
            || !working.lines("something is wrong").is_empty()
    );
    drop(serving);
    app.ctx
        .db
        .write()
        .execute_unprepared("delete from job where state = 'given_up'")
        .await
        .expect("it is written");
}

/// `salal doctor` on this database: its exit code, and what it printed.
async fn doctor(app: &TestApp, words: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_salal"))
        .arg("doctor")
        .args(words)
        .env("SALAL_DATABASE_URL", &app.ctx.settings.database.url)
        .env("SALAL_DATABASE__UPLOADS", folder.path())
        .env("SALAL_SERVER__LOG", "error")
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .await
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), told)
}

async fn doctor_speaks_to_programs(app: &TestApp) {
    let (code, told) = doctor(app, &["--json"]).await;
    let report: Value = serde_json::from_str(&told).expect("JSON");
    // Whether anything is wrong here depends on the machine; the code says what the report says.
    let is_wrong = report["findings"]
        .as_array()
        .is_some_and(|all| all.iter().any(|one| one["level"] == "wrong"));
    assert_eq!(code, Some(i32::from(is_wrong)), "{told}");
    assert_eq!(report["format"], 1);
    let names = [
        "checkedAt",
        "wrong",
        "notices",
        "findings",
        "versions",
        "jobs",
        "services",
        "unconfirmed",
        "remittancesSetAside",
        "backup",
        "restore",
        "audit",
        "disks",
    ];
    for name in names {
        assert!(report.get(name).is_some(), "{name} in {told}");
    }
    let (_, text) = doctor(app, &[]).await;
    for finding in report["findings"].as_array().expect("a list") {
        assert!(
            finding["code"]
                .as_str()
                .is_some_and(|code| !code.is_empty())
        );
        // The same findings, but for what changes by the second.
        let start: String = finding["text"]
            .as_str()
            .expect("text")
            .chars()
            .take(20)
            .collect();
        assert!(text.contains(&start), "{start} in {text}");
    }
    app.ctx
        .db
        .write()
        .execute_unprepared("insert into job (id, kind, payload, state, run_at, tries, created_at) \
            select id, 'fax.send', '{}', 'queued', '2026-01-01 00:00:00+00:00', 0, '2026-01-01 00:00:00+00:00' from person limit 1")
        .await
        .expect("it is written");
    let (code, told) = doctor(app, &["--json"]).await;
    assert_eq!(code, Some(1), "{told}");
    let report: Value = serde_json::from_str(&told).expect("JSON");
    let wrong = report["findings"].as_array().expect("a list").iter();
    let codes: Vec<_> = wrong
        .filter(|one| one["level"] == "wrong")
        .map(|one| &one["code"])
        .collect();
    assert!(
        codes.contains(&&Value::from("jobs.overdue:fax.send")),
        "{codes:?}"
    );
    app.ctx
        .db
        .write()
        .execute_unprepared("delete from job where kind = 'fax.send'")
        .await
        .expect("it is written");
    // A database of an earlier version cannot be examined; that is not the same as something wrong.
    let output = Command::new(env!("CARGO_BIN_EXE_salal"))
        .args(["doctor", "--json"])
        .env("SALAL_DATABASE_URL", "sqlite:///nowhere/at/all.db")
        .env("SALAL_SERVER__LOG", "error")
        .stdin(Stdio::null())
        .output()
        .await
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(
        report["error"].as_str().is_some_and(|why| !why.is_empty()),
        "{report}"
    );
}

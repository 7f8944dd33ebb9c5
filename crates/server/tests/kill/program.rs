// SPDX-License-Identifier: AGPL-3.0-or-later

//! The real program as a child process: started with or without a crash point, watched for its death,
//! started again.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use salal_sandbox::Running;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::support::{Api, Database};

/// SIGKILL.
const KILLED: i32 = 9;

const NEVER_READY: &str = "the program ended before it was ready";

/// A running program and how to start it again.
pub(crate) struct Program {
    child: Child,
    pub(crate) api: Api,
    database_url: String,
    sandbox_http: String,
    sandbox_smtp: String,
    /// Whether it died at its crash point.
    pub(crate) died: bool,
}

/// How long anything may take before its case fails.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The rhythm in which the kill test asks: a process and its jobs take the time they take, so it looks
/// until it sees what it waits for, and never goes on because some time has passed. A question that was slow
/// is not made up for by several at once: a case that waits would take the processor from those that work.
pub(crate) fn beat() -> tokio::time::Interval {
    let mut beat = tokio::time::interval(Duration::from_millis(100));
    beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    beat
}

/// Asks until there is an answer.
pub(crate) async fn until<T, F: Future<Output = Option<T>>>(
    what: &str,
    mut ask: impl FnMut() -> F,
) -> Result<T, String> {
    let (mut beat, end) = (beat(), tokio::time::Instant::now() + PATIENCE);
    while tokio::time::Instant::now() < end {
        beat.tick().await;
        if let Some(answer) = ask().await {
            return Ok(answer);
        }
    }
    Err(format!("waited a minute for: {what}"))
}

/// Waits until the program says that it listens, and where; `None` when it ended before.
async fn is_ready(child: &mut Child) -> Result<Option<Api>, String> {
    let errors = child.stderr.take().ok_or("the program has no log")?;
    let mut lines = BufReader::new(errors).lines();
    let told = async {
        while let Some(line) = lines.next_line().await.map_err(|error| error.to_string())? {
            let line: Value = serde_json::from_str(&line).unwrap_or_default();
            if line["fields"]["message"] == "ready" {
                let address = line["fields"]["address"].as_str();
                let address = address.ok_or("it listens, and does not say where")?;
                return Ok::<_, String>(Some(Api::new(
                    &crate::TESTED,
                    format!("http://{address}"),
                )));
            }
        }
        Ok(None)
    };
    let told = tokio::time::timeout(PATIENCE, told).await;
    let api = told.map_err(|_| "waited a minute for the program to be ready")??;
    // A log that nobody reads would stop the program that writes it.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Ok(api)
}

impl Program {
    /// Starts the program, to die at `point`.
    pub(crate) async fn start(
        database: &Database,
        sandbox: &Running,
        point: &str,
    ) -> Result<Self, String> {
        let point = ("SALAL_CRASH_AT", PathBuf::from(point));
        Self::start_with(database, sandbox, &[point]).await
    }

    /// Starts the program with more in its environment.
    pub(crate) async fn start_with(
        database: &Database,
        sandbox: &Running,
        more: &[(&str, PathBuf)],
    ) -> Result<Self, String> {
        let addresses = sandbox.addresses();
        let (http, smtp) = (addresses.http.to_string(), addresses.smtp.to_string());
        let mut child = spawn(&database.url, &http, &smtp, more)?;
        let api = is_ready(&mut child).await?.ok_or(NEVER_READY)?;
        Ok(Self {
            child,
            api,
            database_url: database.url.clone(),
            sandbox_http: http,
            sandbox_smtp: smtp,
            died: false,
        })
    }

    async fn spawn_again(&mut self, more: &[(&str, PathBuf)]) -> Result<Option<Api>, String> {
        self.child = spawn(
            &self.database_url,
            &self.sandbox_http,
            &self.sandbox_smtp,
            more,
        )?;
        is_ready(&mut self.child).await
    }

    /// Starts the program again, without a crash point, when it died. True when it did.
    pub(crate) async fn revive(&mut self) -> Result<bool, String> {
        let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? else {
            return Ok(false);
        };
        if status.signal() != Some(KILLED) {
            return Err(format!("the program ended by itself: {status}"));
        }
        if self.died {
            return Err("the program died a second time".into());
        }
        self.died = true;
        self.api = self.spawn_again(&[]).await?.ok_or(NEVER_READY)?;
        Ok(true)
    }

    /// Ends it and starts it again, to die at `point`: what was walked so far belongs to no case.
    pub(crate) async fn arm(&mut self, point: &str) -> Result<(), String> {
        self.child.kill().await.map_err(|error| error.to_string())?;
        let point = ("SALAL_CRASH_AT", PathBuf::from(point));
        match self.spawn_again(&[point]).await? {
            Some(api) => self.api = api,
            // A job that was left over took it to its point before it was ready.
            None => {
                let _ = self.child.wait().await;
                self.revive().await?;
            }
        }
        Ok(())
    }

    /// Whether it died at its point, be it after the last answer: a program that is gone is started again.
    pub(crate) async fn seen_dead(&mut self) -> Result<bool, String> {
        if !self.died {
            let (mut beat, end) = (
                beat(),
                tokio::time::Instant::now() + Duration::from_secs(10),
            );
            while !self.died && tokio::time::Instant::now() < end {
                beat.tick().await;
                self.revive().await?;
            }
        }
        Ok(self.died)
    }

    /// Ends it.
    pub(crate) async fn end(&mut self) {
        let _ = self.child.kill().await;
    }
}

fn spawn(
    database_url: &str,
    http: &str,
    smtp: &str,
    more: &[(&str, PathBuf)],
) -> Result<Child, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
    command
        .arg("serve")
        .env("SALAL_DATABASE_URL", database_url)
        // The system chooses the port for the one who listens: a port that was free a moment ago may be
        // another case's by now, and that case would answer.
        .env("SALAL_SERVER__ADDRESS", "127.0.0.1:0")
        .env("SALAL_SERVER__LOG", "error,salal=info")
        .env("SALAL_SERVER__LOG_JSON", "true")
        .env("SALAL_SANDBOX__ADDRESS", http)
        .env("SALAL_SANDBOX__SMTP", smtp)
        .env("SALAL_JOBS__LEASE_SECONDS", "2")
        .env("SALAL_JOBS__FIRST_WAIT_MILLISECONDS", "200")
        .env("SALAL_JOBS__UNDO_SECONDS", "0")
        .env("SALAL_JOBS__POLL_MILLISECONDS", "50")
        .env("SALAL_PRESCRIPTIONS__FAX_POLL_SECONDS", "1")
        .env("SALAL_PRESCRIPTIONS__FAX_UNLISTED_SECONDS", "6")
        .env_remove("SALAL_CRASH_AT")
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command.envs(more.iter().map(|(name, value)| (name, value)));
    command.spawn().map_err(|error| error.to_string())
}

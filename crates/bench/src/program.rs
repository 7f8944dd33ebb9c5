// SPDX-License-Identifier: AGPL-3.0-or-later

//! The server under test as a process of its own: starting it, waiting until it is ready, its memory,
//! ending it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::{Client, Request};

/// After so long a server that is not ready never will be.
const PATIENCE: Duration = Duration::from_mins(1);
/// The same for one that is counted: each of its instructions takes many.
const LONG_PATIENCE: Duration = Duration::from_mins(5);
/// Where nobody may interrupt a process that waits, it hears a question after something else woke it.
const WOKEN_AFTER: Duration = Duration::from_secs(5);

/// Where everything of a run lies.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) program: PathBuf,
    pub(crate) folder: PathBuf,
    /// The address of the run's database.
    pub(crate) database: String,
    pub(crate) address: SocketAddr,
}

impl Place {
    /// A sub-command of the program, with the settings of the run.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words);
        self.set(&mut command);
        command
    }

    fn set(&self, command: &mut Command) {
        command
            .env("SALAL_DATABASE_URL", &self.database)
            .env("SALAL_DATABASE__UPLOADS", self.folder.join("uploads"))
            .env("SALAL_SERVER__ADDRESS", self.address.to_string())
            .env(
                "SALAL_SERVER__PUBLIC_URL",
                format!("http://{}", self.address),
            )
            .env("SALAL_SERVER__LOG", "warn")
            // Nobody is there who says whether a box was ticked.
            .env("SALAL_FEATURES__CAPTCHA", "false")
            // All calls of a run come from one address.
            .env("SALAL_LIMITS__PUBLIC_CALLS_PER_MINUTE", "1000000")
            .stdin(Stdio::null());
    }

    /// Runs a sub-command to its end; gives the last line it printed.
    pub(crate) fn run(&self, words: &[&str]) -> Result<String, String> {
        let done = self
            .command(words)
            .output()
            .map_err(|error| error.to_string())?;
        if !done.status.success() {
            return Err(format!(
                "salal {}: {}",
                words.join(" "),
                String::from_utf8_lossy(&done.stderr)
            ));
        }
        let text = String::from_utf8_lossy(&done.stdout);
        Ok(text.lines().last().unwrap_or_default().to_owned())
    }

    /// Starts the server and waits until `/readyz` answers 200; says how long that took. The worker is
    /// elsewhere unless wanted: what follows from a request is not part of making one.
    pub(crate) async fn serve(&self, with_worker: bool) -> Result<(Server, Duration), String> {
        let words: &[&str] = if with_worker {
            &["serve"]
        } else {
            &["serve", "--no-worker"]
        };
        self.start(&mut self.command(words), PATIENCE).await
    }

    /// Starts the server without its worker under Valgrind, which counts its instructions.
    pub(crate) async fn serve_counted(&self) -> Result<Counted, String> {
        let mut command = Command::new("valgrind");
        command
            .args([
                "--tool=callgrind",
                "--quiet",
                "--callgrind-out-file=/dev/null",
            ])
            .arg(&self.program)
            .args(["serve", "--no-worker"]);
        self.set(&mut command);
        let (server, _) = self.start(&mut command, LONG_PATIENCE).await?;
        let address = self.address;
        Ok(Counted { server, address })
    }

    async fn start(
        &self,
        command: &mut Command,
        patience: Duration,
    ) -> Result<(Server, Duration), String> {
        let began = Instant::now();
        let child = command
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
        let mut server = Server(child);
        let ready = Request::get("/readyz", None);
        while began.elapsed() < patience {
            if let Ok(mut client) = Client::connect(self.address).await
                && client
                    .send(&ready)
                    .await
                    .is_ok_and(|answer| answer.status == 200)
            {
                return Ok((server, began.elapsed()));
            }
            if let Ok(Some(status)) = server.0.try_wait() {
                return Err(format!("the server ended at its start: {status}"));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err("the server did not become ready".into())
    }
}

/// A running server; ended when dropped.
#[derive(Debug)]
pub(crate) struct Server(Child);

impl Server {
    /// Resident memory, in megabytes of 10^6 bytes; none where the system does not tell.
    pub(crate) fn memory(&self) -> Option<f64> {
        let text = std::fs::read_to_string(
            Path::new("/proc")
                .join(self.0.id().to_string())
                .join("status"),
        )
        .ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
        Some(kibibytes * 1024.0 / 1e6)
    }
}

/// A server under Valgrind.
#[derive(Debug)]
pub(crate) struct Counted {
    server: Server,
    address: SocketAddr,
}

impl Counted {
    /// Counts from nothing.
    pub(crate) async fn forget(&self) -> Result<(), String> {
        self.ask(&["zero"]).await.map(|_| ())
    }

    /// The instructions of all threads since then.
    pub(crate) async fn taken(&self) -> Result<u64, String> {
        let said = self.ask(&["status", "internal"]).await?;
        let counts = said.lines().filter_map(|line| {
            let (name, count) = line.split_once(": ")?;
            let thread = name.strip_prefix("events-")?;
            // Of a thread, and not of one of its functions (events-1-0).
            thread.parse::<u32>().ok()?;
            count.trim().parse::<u64>().ok()
        });
        counts
            .reduce(|sum, count| sum + count)
            .ok_or_else(|| format!("Valgrind said no count: {said}"))
    }

    async fn ask(&self, words: &[&str]) -> Result<String, String> {
        let mut asking = tokio::process::Command::new("vgdb");
        asking
            .arg(format!("--pid={}", self.server.0.id()))
            // A process that waits is interrupted at once.
            .arg("--max-invoke-ms=5")
            .args(words)
            .stdin(Stdio::null());
        let answer = asking.output();
        tokio::pin!(answer);
        loop {
            tokio::select! {
                done = &mut answer => {
                    let done = done.map_err(|error| format!("vgdb: {error}"))?;
                    if !done.status.success() {
                        return Err(format!("vgdb: {}", String::from_utf8_lossy(&done.stderr)));
                    }
                    return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
                }
                () = tokio::time::sleep(WOKEN_AFTER) => {
                    if let Ok(mut client) = Client::connect(self.address).await {
                        let _ = client.send(&Request::get("/livez", None)).await;
                    }
                }
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone afterwards.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

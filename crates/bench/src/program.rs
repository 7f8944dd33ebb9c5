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
        command
            .args(words)
            .env("SALAL_DATABASE_URL", &self.database)
            .env("SALAL_DATABASE__UPLOADS", self.folder.join("uploads"))
            .env("SALAL_SERVER__ADDRESS", self.address.to_string())
            .env(
                "SALAL_SERVER__PUBLIC_URL",
                format!("http://{}", self.address),
            )
            .env("SALAL_SERVER__LOG", "warn")
            .stdin(Stdio::null());
        command
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
        let began = Instant::now();
        let child = self
            .command(words)
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut server = Server(child);
        let ready = Request::get("/readyz", None);
        while began.elapsed() < PATIENCE {
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

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone afterwards.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal sandbox`: runs the stand-in for every external service, with this program's settings. The sandbox
//! is a separate crate and shares no code with the clients.

mod patients;
mod people;

use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};

use salal_sandbox::{Running, SandboxSettings};
use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};
use crate::settings::Settings;

pub use patients::{DAY_PATIENTS, keep as keep_patients};

/// The sandbox with this program's settings. Its state is stored beside the database, so that it survives a restart
/// and duplicated effects are visible.
fn sandbox_settings(settings: &Settings) -> Result<SandboxSettings> {
    let address = |text: &str| {
        text.parse()
            .map_err(|_| Error::broken(format!("{text} is not an address and port")))
    };
    let folder = std::path::Path::new(&settings.database.uploads)
        .parent()
        .map(std::path::Path::to_path_buf);
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder).map_err(Error::broken)?;
    }
    let site = settings.server.public_url.trim_end_matches('/');
    Ok(SandboxSettings {
        http: address(&settings.sandbox.address)?,
        smtp: address(&settings.sandbox.smtp)?,
        clinic_secret: None,
        site: Some(site.to_owned()),
        people: people::people(),
        day_patients: patients::kept(settings),
        places: people::places(),
        state_file: folder.map(|folder| folder.join("sandbox.jsonl")),
        ..SandboxSettings::default()
    })
}

/// Holds the state file until the process ends or this is dropped: two sandboxes with one file would give the same names
/// to different payments. A file system without locks holds nothing.
fn hold_state(sandbox: &SandboxSettings) -> Result<Option<File>> {
    let Some(path) = &sandbox.state_file else {
        return Ok(None);
    };
    let mut file = File::options();
    let file = file.create(true).append(true).open(path);
    let file = file.map_err(Error::broken)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Error::broken(format!(
            "a sandbox is at work with {}, and another would not hear of what it does. Stop that one first, or the salal \
             demo that makes its data",
            path.display()
        ))),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// Runs the sandbox until stopped.
pub async fn run(settings: &Settings, stop: CancellationToken) -> Result<()> {
    let site = settings.server.public_url.trim_end_matches('/');
    let sandbox = SandboxSettings {
        webhook_url: Some(format!("{site}/api/webhooks/stripe")),
        ..sandbox_settings(settings)?
    };
    let _held = hold_state(&sandbox)?;
    let serving = salal_sandbox::serve(sandbox, |addresses| {
        tracing::info!(url = %addresses.public_url, smtp = %addresses.smtp, "the sandbox is ready");
        say_where_to_begin(&addresses.public_url, site);
    });
    tokio::select! {
        served = serving => served.map_err(Error::broken),
        () = stop.cancelled() => Ok(()),
    }
}

/// A sandbox that works for one command.
pub struct Held {
    running: Running,
    #[expect(dead_code, reason = "its lock lasts as long as this")]
    state: Option<File>,
}

impl Held {
    /// The settings of a command that asks this sandbox for everything.
    pub fn settings(&self, settings: &Settings) -> Settings {
        let addresses = self.running.addresses();
        let (web, smtp) = (format!("http://{}", addresses.http), addresses.smtp);
        let mut settings = settings.clone();
        settings.use_sandbox(&web, &smtp.ip().to_string(), smtp.port());
        settings
    }
}

/// A sandbox of its own for a command, as long as it is held: what it did is known to the one that is started later. It
/// listens where the system wants it, because whoever is at the configured address may be another clinic's, and it posts
/// no events, because no site listens.
pub async fn hold(settings: &Settings) -> Result<Held> {
    let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let sandbox = SandboxSettings {
        http: anywhere,
        smtp: anywhere,
        // What is written down stays true when the command is over.
        public_url: Some(format!("http://{}", settings.sandbox.address)),
        ..sandbox_settings(settings)?
    };
    let state = hold_state(&sandbox)?;
    let running = salal_sandbox::start(sandbox).await.map_err(Error::broken)?;
    Ok(Held { running, state })
}

/// Says at the terminal where to look and whom to sign in as.
fn say_where_to_begin(page: &str, site: &str) {
    let lines = people::where_to_begin(&people::people(), site).join("\n");
    // Nobody may be listening; the page says the same.
    let _ = writeln!(std::io::stdout(), "The sandbox: {page}\n{lines}");
}

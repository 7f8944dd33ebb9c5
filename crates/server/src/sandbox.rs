// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal sandbox`: runs the stand-in for every external service, with this program's settings. The sandbox
//! is a separate crate and shares no code with the clients.

mod people;

use std::io::Write as _;

use salal_sandbox::{Running, SandboxSettings};
use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};
use crate::settings::Settings;

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
        places: people::places(),
        state_file: folder.map(|folder| folder.join("sandbox.jsonl")),
        ..SandboxSettings::default()
    })
}

/// Runs the sandbox until stopped.
pub async fn run(settings: &Settings, stop: CancellationToken) -> Result<()> {
    let site = settings.server.public_url.trim_end_matches('/');
    let sandbox = SandboxSettings {
        webhook_url: Some(format!("{site}/api/webhooks/stripe")),
        ..sandbox_settings(settings)?
    };
    let serving = salal_sandbox::serve(sandbox, |addresses| {
        tracing::info!(url = %addresses.public_url, smtp = %addresses.smtp, "the sandbox is ready");
        say_where_to_begin(&addresses.public_url, site);
    });
    tokio::select! {
        served = serving => served.map_err(Error::broken),
        () = stop.cancelled() => Ok(()),
    }
}

/// The sandbox for a command that needs it, as long as it is held: what it did is known to the one that is started
/// later. It posts no events, because no site listens. `None` when one runs at its address already, and serves the
/// command as well.
pub async fn hold(settings: &Settings) -> Result<Option<Running>> {
    let sandbox = sandbox_settings(settings)?;
    if tokio::net::TcpStream::connect(sandbox.http).await.is_ok() {
        return Ok(None);
    }
    let running = salal_sandbox::start(sandbox).await;
    running.map(Some).map_err(Error::broken)
}

/// Says at the terminal where to look and whom to sign in as.
fn say_where_to_begin(page: &str, site: &str) {
    let lines = people::where_to_begin(&people::people(), site).join("\n");
    // Nobody may be listening; the page says the same.
    let _ = writeln!(std::io::stdout(), "The sandbox: {page}\n{lines}");
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal sandbox`: runs the stand-in for every external service, with this program's settings. The sandbox
//! is a separate crate and shares no code with the clients.

mod people;

use salal_sandbox::SandboxSettings;
use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};
use crate::settings::Settings;

/// Runs the sandbox until stopped. Its state is stored beside the database, so that it survives a restart and
/// duplicated effects are visible.
pub async fn run(settings: &Settings, stop: CancellationToken) -> Result<()> {
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
    let sandbox = SandboxSettings {
        http: address(&settings.sandbox.address)?,
        smtp: address(&settings.sandbox.smtp)?,
        webhook_url: Some(format!("{site}/api/webhooks/stripe")),
        clinic_secret: None,
        site: Some(site.to_owned()),
        people: people::people(),
        places: people::places(),
        state_file: folder.map(|folder| folder.join("sandbox.jsonl")),
        ..SandboxSettings::default()
    };
    let serving = salal_sandbox::serve(sandbox, |addresses| {
        tracing::info!(url = %addresses.public_url, smtp = %addresses.smtp, "the sandbox is ready");
    });
    tokio::select! {
        served = serving => served.map_err(Error::broken),
        () = stop.cancelled() => Ok(()),
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Starting the sandbox, and a handle on a running one for the program and for tests.

use std::net::SocketAddr;

use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::day;
use crate::deliveries;
use crate::faults::{self, Fault, Service};
use crate::front;
use crate::ledger::{self, LedgerEntry, OutboxEntry};
use crate::line::{CuttableListener, Line};
use crate::settings::{SandboxError, SandboxSettings};
use crate::smtp;
use crate::state::SandboxState;
use crate::store::Store;
use crate::teleplan;

/// Where a running sandbox listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// The HTTP services.
    pub http: SocketAddr,
    /// The SMTP sink.
    pub smtp: SocketAddr,
    /// The HTTP services as browsers reach them, without a trailing slash.
    pub public_url: String,
}

/// A running sandbox; dropping it stops it taking connections.
pub struct Running {
    addresses: Addresses,
    state: SandboxState,
    tasks: JoinSet<Result<(), SandboxError>>,
}

/// Starts the sandbox and answers once it listens.
pub async fn start(settings: SandboxSettings) -> Result<Running, SandboxError> {
    let http = bind(settings.http).await?;
    let smtp = bind(settings.smtp).await?;
    let addresses = addresses(&settings, &http, &smtp)?;
    let store = Store::open(settings.state_file.as_deref())?;
    let state = SandboxState::new(settings, addresses.public_url.clone(), store);

    // A provider may already stand, put there by the program; then ours is not needed.
    let _ = rustls::crypto::ring::default_provider().install_default();

    let mut tasks = JoinSet::new();
    let router = front::router(state.clone());
    tasks.spawn(async move {
        let service = router.into_make_service_with_connect_info::<Line>();
        axum::serve(CuttableListener(http), service)
            .await
            .map_err(|cause| SandboxError::Stopped(cause.to_string()))
    });
    tasks.spawn(smtp::receive_for_ever(state.clone(), smtp));
    let player = state.clone();
    tasks.spawn(async move {
        day::play_for_ever(player).await;
        Ok(())
    });
    let poster = state.clone();
    tasks.spawn(async move {
        deliveries::post_for_ever(poster).await?;
        Ok(())
    });
    Ok(Running {
        addresses,
        state,
        tasks,
    })
}

/// Starts the sandbox, calls `ready` once it listens, and serves until it fails.
pub async fn serve(
    settings: SandboxSettings,
    ready: impl FnOnce(&Addresses),
) -> Result<(), SandboxError> {
    let running = start(settings).await?;
    ready(running.addresses());
    running.wait().await
}

async fn bind(address: SocketAddr) -> Result<TcpListener, SandboxError> {
    TcpListener::bind(address)
        .await
        .map_err(|cause| SandboxError::Bind { address, cause })
}

fn addresses(
    settings: &SandboxSettings,
    http: &TcpListener,
    smtp: &TcpListener,
) -> Result<Addresses, SandboxError> {
    let bound = |listener: &TcpListener, address| {
        listener
            .local_addr()
            .map_err(|cause| SandboxError::Bind { address, cause })
    };
    let http = bound(http, settings.http)?;
    let smtp = bound(smtp, settings.smtp)?;
    let public_url = settings
        .public_url
        .clone()
        .unwrap_or_else(|| format!("http://{http}"));
    Ok(Addresses {
        http,
        smtp,
        public_url: public_url.trim_end_matches('/').to_owned(),
    })
}

impl Running {
    /// Where it listens.
    pub fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// The address of a service or page: `url("/stripe")`.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addresses.http)
    }

    /// Posts Stripe events there from now on.
    pub fn set_webhook_url(&self, url: Option<String>) {
        self.state.set_webhook_url(url);
    }

    /// Messages of a channel and a receiver, newest first.
    pub fn outbox(&self, channel: Option<&str>, to: Option<&str>) -> Vec<OutboxEntry> {
        ledger::outbox(&self.state.store(), channel, to)
    }

    /// The bytes of an attachment of an outbox entry, counted from 0.
    pub fn attachment(&self, outbox_id: &str, index: usize) -> Option<Vec<u8>> {
        ledger::file(&self.state.store(), outbox_id, index).map(|(_, _, content)| content)
    }

    /// Effects of one service or of all, newest first.
    pub fn ledger(&self, service: Option<Service>) -> Vec<LedgerEntry> {
        ledger::ledger(&self.state.store(), service)
    }

    /// The next pick-up of payments at the plan gives just these bytes, under this name.
    pub fn replay_remittance(&self, name: &str, file: &[u8]) {
        teleplan::files::lay_down(&mut self.state.store(), Some(name), file);
    }

    /// Sets a failure switch.
    pub fn set_fault(&self, fault: &Fault) {
        faults::set(&mut self.state.store(), fault);
    }

    /// The failure switches that stand.
    pub fn faults(&self) -> Vec<Fault> {
        faults::list(&self.state.store())
    }

    /// Clears every failure switch.
    pub fn clear_faults(&self) {
        faults::clear(&mut self.state.store());
    }

    /// Serves until something fails.
    pub async fn wait(mut self) -> Result<(), SandboxError> {
        match self.tasks.join_next().await {
            Some(Ok(outcome)) => outcome,
            Some(Err(cause)) => Err(SandboxError::Stopped(cause.to_string())),
            None => Ok(()),
        }
    }

    /// Stops taking connections and waits until its tasks are gone.
    pub async fn stop(mut self) {
        self.tasks.shutdown().await;
    }
}

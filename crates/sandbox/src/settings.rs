// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the sandbox is started with, and why it may fail to start.
//! Reading settings from files or the environment is the caller's business.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{authenticator, chance};

/// Somebody with a published account, who exists only for trying things out.
#[derive(Debug, Clone)]
pub struct Person {
    /// First and last name.
    pub name: String,
    /// What they are: `Patient`, `Doctor`, …
    pub role: String,
    /// Their address, with which they sign in.
    pub email: String,
    /// The number of their phone, in digits.
    pub phone: String,
    /// Their password.
    pub password: String,
    /// For staff: the authenticator's secret, in base 32.
    pub totp_secret: Option<String>,
}

/// A patient who asks for renewals when a day is played: none of those with published accounts, whose state is theirs
/// who try them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DayPatient {
    /// First and last name.
    pub name: String,
    /// Their address, with which they sign in.
    pub email: String,
    /// The number of their phone, in digits.
    pub phone: String,
    /// Their password.
    pub password: String,
    /// What they take, by the names of the catalogue.
    pub takes: Vec<String>,
}

impl Person {
    /// The code that their authenticator shows now; none without an authenticator.
    pub fn code(&self) -> Option<String> {
        let now = u64::try_from(chance::now().timestamp_millis()).ok()?;
        Some(authenticator::codes(self.totp_secret.as_deref()?, now)?.code)
    }
}

/// How to start the sandbox.
#[derive(Debug, Clone)]
pub struct SandboxSettings {
    /// Where the HTTP services listen; port 0 takes a free port.
    pub http: SocketAddr,
    /// Where the SMTP sink listens; port 0 takes a free port.
    pub smtp: SocketAddr,
    /// Address under which browsers reach the HTTP services, without a trailing slash.
    /// Absent: `http://` and the bound address.
    pub public_url: Option<String>,
    /// Where Stripe events are posted; absent: no events are sent.
    pub webhook_url: Option<String>,
    /// The endpoint's secret (`whsec_…`) that signs Stripe events.
    pub stripe_webhook_secret: String,
    /// Shared secret of the partner clinic's administrative call; absent: any value is taken.
    pub clinic_secret: Option<String>,
    /// A JSON-lines file that the state is appended to and read from at start;
    /// absent: the state lives as long as the process.
    pub state_file: Option<PathBuf>,
    /// Where Salal itself is, without a trailing slash; absent: the page links to nothing and plays no day.
    pub site: Option<String>,
    /// Whose phones, mailboxes and authenticators the page shows by name.
    pub people: Vec<Person>,
    /// Who asks when a day is played.
    pub day_patients: Vec<DayPatient>,
    /// Names of fax numbers, by their digits.
    pub places: Vec<(String, String)>,
    /// How long a call waits under the `slow` switch.
    pub slow: Duration,
}

impl Default for SandboxSettings {
    fn default() -> Self {
        Self {
            http: SocketAddr::from((Ipv4Addr::LOCALHOST, 8090)),
            smtp: SocketAddr::from((Ipv4Addr::LOCALHOST, 8025)),
            public_url: None,
            webhook_url: None,
            stripe_webhook_secret: "whsec_sandbox".to_owned(),
            clinic_secret: None,
            state_file: None,
            site: None,
            people: Vec::new(),
            day_patients: Vec::new(),
            places: Vec::new(),
            slow: Duration::from_secs(5),
        }
    }
}

impl SandboxSettings {
    /// Settings for tests: loopback, free ports, state in memory, a slow switch that is quick.
    pub fn for_tests() -> Self {
        Self {
            http: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            smtp: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            slow: Duration::from_millis(200),
            ..Self::default()
        }
    }
}

/// Why the sandbox could not start or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// An address could not be bound.
    #[error("the sandbox cannot listen on {address}: {cause}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The state file could not be read or opened.
    #[error("the sandbox cannot use its state file {}: {cause}", path.display())]
    State {
        /// The file asked for.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The client that posts events could not be made.
    #[error("the sandbox cannot make its event client: {0}")]
    Client(#[from] reqwest::Error),
    /// The server stopped by itself.
    #[error("the sandbox stopped: {0}")]
    Stopped(String),
}

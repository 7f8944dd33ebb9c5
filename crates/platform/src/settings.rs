// SPDX-License-Identifier: AGPL-3.0-or-later

//! Settings: the commented defaults inside the program, then a settings file, then the environment. Unknown
//! keys are refused, and all errors are reported at once (`salal config check`).

mod alerts;
mod billing;
pub mod environment;
mod faults;
mod files;
mod network;
mod portal;
mod prod;
mod secrets;
mod telemetry;
mod weak_keys;

use std::time::Duration;

use salal_domain::fees::FeeRule;
use salal_integrations::{BucketSettings, ServiceSettings};
use serde::Deserialize;

pub use alerts::Alerts;
pub use billing::Billing;
use environment::Unread;
pub use files::{Files, S3, StoreKind};
pub use network::Network;
pub use portal::{Landing, POLICY_VERSION, Place, Portal};
pub use secrets::Secrets;
pub use telemetry::Telemetry;

/// The commented default file, as printed by `salal config show`.
pub const DEFAULTS: &str = include_str!("../config.default.toml");

/// Where the program runs (decision 150).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    Dev,
    Auto,
    Test,
    Prod,
}

/// Which portal this deployment is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Client,
    Office,
    Undefined,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub environment: Environment,
    pub mode: Mode,
    pub server: Server,
    pub database: Database,
    pub files: Files,
    pub secrets: Secrets,
    pub audit: Audit,
    pub alerts: Alerts,
    pub telemetry: Telemetry,
    pub backup: Backup,
    pub limits: Limits,
    pub jobs: Jobs,
    pub retention: Retention,
    pub session: Session,
    pub clinic: Clinic,
    pub fees: Fees,
    pub features: Features,
    pub prescriptions: Prescriptions,
    pub links: Links,
    pub billing: Billing,
    pub portal: Portal,
    pub pharmanet: PharmaNet,
    pub landing: Landing,
    pub sandbox: Sandbox,
    #[serde(default)]
    pub services: ServiceSettings,
    /// What could not be read: these settings stand without it.
    #[serde(skip)]
    unread: Unread,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub address: String,
    /// The public address: links in emails begin with it.
    pub public_url: String,
    /// Where the metrics are served; empty: nowhere.
    pub metrics_address: String,
    /// Whose X-Forwarded-For is believed.
    pub trusted_proxies: Vec<Network>,
    /// How long a stopping process still accepts requests after it has said that it is not ready.
    pub leave_seconds: u64,
    pub log: String,
    pub log_json: bool,
    /// Which calls get a line in the log.
    pub log_access: LogAccess,
}

/// Which calls get a line in the log: who called which route from where, and how it ended; never what was in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogAccess {
    Off,
    /// Those that were refused or failed.
    Failed,
    All,
}

impl LogAccess {
    /// Whether a call with this status gets a line.
    pub fn is_told(self, status: u16) -> bool {
        match self {
            Self::Off => false,
            Self::Failed => status >= 400,
            Self::All => true,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    pub url: String,
    /// Folder of uploaded files, and of what is being sent.
    pub uploads: String,
    /// Disk space reserved beside a `SQLite` file, to finish started work when the disk is full; 0: none.
    pub reserve_megabytes: u64,
}

/// A secret: never printed.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Hidden(String);

impl Hidden {
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Hidden {
    fn from(secret: &str) -> Self {
        Self(secret.to_owned())
    }
}

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(hidden)")
    }
}

/// Where the signed heads and anchors of the audit log are published, besides the database; prod needs one of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// A folder, preferably on another machine; empty: none.
    pub publish_folder: String,
    /// An email address, preferably outside the organization; empty: none.
    pub publish_email: String,
    /// A bucket with object lock.
    pub s3: Box<S3>,
    /// For how many days each anchor is locked there.
    pub s3_lock_days: u32,
    /// Administrators are told of someone who opens more records than this within an hour; 0: of nobody.
    pub bulk_read_records: i64,
}

impl Audit {
    /// Whether heads and anchors go anywhere besides the database.
    pub fn publishes(&self) -> bool {
        !self.publish_folder.is_empty() || !self.publish_email.is_empty() || self.s3.is_named()
    }

    /// For the client of the bucket.
    pub fn anchors(&self) -> Option<Box<BucketSettings>> {
        let bucket = self.s3.client()?;
        Some(Box::new(BucketSettings {
            lock_days: Some(self.s3_lock_days),
            ..bucket
        }))
    }
}

/// Backups of the database and of uploaded files.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backup {
    /// Where `salal backup` writes them: preferably another, encrypted disk.
    pub folder: String,
    /// The public keys of `age` that they are encrypted to; none: they are not encrypted.
    pub recipients: Vec<String>,
    /// A server backs up what changed this often; 0: it does not.
    pub every_seconds: u64,
    /// How long every backup is kept.
    pub keep_hours: u32,
    /// For how many days the last one of each is kept.
    pub keep_days: u32,
    /// For how many months the last one of each is kept.
    pub keep_months: u32,
    /// Maximum age of the latest backup before it is reported.
    pub due_hours: i64,
}

/// The master key where none is set: for development, refused in prod.
pub const DEVELOPMENT_KEY: &str =
    "5a1a15a1a15a1a15a1a15a1a15a1a15a1a15a1a15a1a15a1a15a1a15a1a15a1a";

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub public_calls_per_minute: u32,
    pub login_failures: i64,
    pub login_lockout_seconds: i64,
    /// Failed attempts at one account from elsewhere within 24 hours, before it is locked there.
    pub login_failures_per_day: i64,
    pub codes_per_hour: u64,
    /// A code requested again within this time is not resent while still valid.
    pub code_pause_seconds: i64,
    /// Password links sent to one account in an hour; nobody's searches are counted.
    pub recoveries_per_hour: i64,
    /// Registrations from one address within 24 hours.
    pub registrations_per_day: i64,
    /// Passwords checked at a time for people who are not signed in; 0 for half of the processors.
    pub passwords_at_once: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address, which a trusted proxy is not.
    pub connections_per_address: usize,
    /// The time for the headers of a connection's first request.
    pub head_seconds: u64,
    /// How long a trusted proxy's connection waits for the headers of its next request; any other at most 25 seconds.
    pub idle_connection_seconds: u64,
    /// The longest pause within a body.
    pub body_pause_seconds: u64,
    /// The time for a whole body.
    pub body_seconds: u64,
    /// Memory for what was sent, of all requests together.
    pub form_memory_megabytes: usize,
    /// Room in the upload folder for what is being sent.
    pub form_disk_megabytes: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jobs {
    pub side_by_side: usize,
    pub lease_seconds: i64,
    pub poll_milliseconds: u64,
    pub first_wait_milliseconds: i64,
    /// The undo period: actions that cannot be recalled are carried out this long after the click.
    pub undo_seconds: i64,
}

/// How long what has served its time is kept. Nothing of a patient's record is among it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retention {
    pub finished_jobs_days: i64,
    pub failed_jobs_days: i64,
    /// After a session has expired.
    pub sessions_days: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    pub idle_seconds: i64,
    pub absolute_hours: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clinic {
    pub name: String,
    pub address: String,
    pub phone: String,
    pub fax: String,
    pub support_email: String,
    pub customer_service_email: String,
    pub partner_name: String,
    pub partner_address: String,
    pub partner_phone: String,
    pub hours: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fees {
    pub rule: FeeRule,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the contract's feature flags, one by one"
)]
pub struct Features {
    pub billing: bool,
    pub cancel_prescription: bool,
    pub free: bool,
    pub profile_upload: bool,
    pub card_upload: bool,
    pub other_provinces: bool,
    pub unlimited_medications: bool,
    pub wallet: bool,
    pub captcha: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prescriptions {
    pub require_encounter: bool,
    /// Days of "1 month" when a total is computed: 28 or 30.
    pub month_days: u32,
    /// How often the state of a fax is polled, seconds.
    pub fax_poll_seconds: u64,
    /// A fax without a provider response is not resent before this many seconds: it may have been sent.
    pub fax_unlisted_seconds: i64,
    /// A fax without an outcome after this many hours is reported to the staff.
    pub fax_give_up_hours: i64,
    /// A request is reviewed within this many hours of its payment.
    pub promise_hours: i64,
    /// A failed fax is handled within this many hours.
    pub fax_promise_hours: i64,
    /// A doctor's claim on a patient's work expires after this long without activity.
    pub claim_minutes: i64,
}

/// How long the links in emails are valid (decision 56).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Links {
    /// Reading and answering a message.
    pub reply_days: i64,
    /// Reporting that a prescription did not arrive: from this many hours after the email …
    pub not_received_after_hours: i64,
    /// … to this many days after it.
    pub not_received_days: i64,
    /// Sending a prescription to the pharmacy again.
    pub resend_days: i64,
    /// After sending a copy, wait this many hours before another may be sent.
    pub resend_after_hours: i64,
}

/// The PharmaNet lookup.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PharmaNet {
    /// The address to which the lookup form is submitted; empty: no lookup (decision 114).
    pub url: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sandbox {
    /// Start the sandbox with the server (dev and auto).
    pub enabled: bool,
    pub address: String,
    pub smtp: String,
}

/// Invalid settings, with all errors in one list.
#[derive(Debug, thiserror::Error)]
#[error("the settings have faults:\n{}", .0.iter().map(|f| format!("  - {f}")).collect::<Vec<_>>().join("\n"))]
pub struct Faults(pub Vec<String>);

impl Settings {
    /// Reads the defaults, then `file` when given, then the environment: `SALAL_DATABASE_URL` and
    /// `SALAL_<SECTION>__<KEY>`. Reports all errors at once.
    pub fn read(file: Option<&str>) -> Result<Self, Faults> {
        Self::load(file)?.checked()
    }

    fn checked(self) -> Result<Self, Faults> {
        let faults = self.faults();
        if faults.is_empty() {
            Ok(self)
        } else {
            Err(Faults(faults))
        }
    }

    /// Like `read`, without refusing anything but a file that cannot be read: what is wrong in it is among the
    /// `faults`.
    pub fn load(file: Option<&str>) -> Result<Self, Faults> {
        Self::load_with(file, environment::of_process())
    }

    /// Like `load`, with these variables in place of the environment.
    fn load_with(file: Option<&str>, variables: Vec<(String, String)>) -> Result<Self, Faults> {
        let found = environment::extract::<Self>(DEFAULTS, file, variables);
        let (mut settings, unread) = found.map_err(Faults)?;
        settings.unread = unread;
        settings.secrets.fetch();
        settings.files.s3.fetch();
        settings.audit.s3.fetch();
        settings.point_at_sandbox();
        settings.services.alerts = settings.alerts.hook();
        settings.services.traces = settings.telemetry.receiver();
        settings.services.bucket = settings.files.s3.client();
        settings.services.anchors = settings.audit.anchors();
        Ok(settings)
    }

    /// Whether a setting was given and could not be read.
    pub fn is_unread(&self, key: &str) -> bool {
        self.unread.holds(key)
    }

    /// When the sandbox is enabled, every external service points to it, with its well-known secrets. In prod,
    /// which refuses the sandbox, the services' own settings stay, to be judged at once.
    fn point_at_sandbox(&mut self) {
        if !self.sandbox.enabled || self.environment == Environment::Prod {
            return;
        }
        let (host, port) = self
            .sandbox
            .smtp
            .rsplit_once(':')
            .unwrap_or((&self.sandbox.smtp, "8025"));
        let (host, port) = (host.to_owned(), port.parse().unwrap_or(8025));
        let web = format!("http://{}", self.sandbox.address);
        self.use_sandbox(&web, &host, port);
    }

    /// Points every external service to a sandbox: its web address without a trailing slash, and its SMTP address. Where
    /// files, anchors, alerts and traces go is none of its business.
    pub fn use_sandbox(&mut self, web: &str, smtp_host: &str, smtp_port: u16) {
        let own = std::mem::replace(
            &mut self.services,
            ServiceSettings::sandbox(web, smtp_host, smtp_port),
        );
        self.services.alerts = own.alerts;
        self.services.traces = own.traces;
        self.services.bucket = own.bucket;
        self.services.anchors = own.anchors;
        self.pharmanet.url = format!("{web}/pharmanet");
    }

    /// Whether the automatic mode is on: no captcha, no required consents, Delete Me offered.
    pub fn automatic(&self) -> bool {
        self.environment == Environment::Auto
    }

    /// Whether office staff may sign up without an invitation (decision 76).
    pub fn office_registers_freely(&self) -> bool {
        matches!(self.environment, Environment::Dev | Environment::Auto)
    }

    /// The full address of one of our pages: `/recovery`.
    pub fn link(&self, page: &str) -> String {
        format!("{}{page}", self.server.public_url.trim_end_matches('/'))
    }

    /// Whether people reach this site by https.
    pub fn is_over_tls(&self) -> bool {
        self.server.public_url.starts_with("https://")
    }

    /// Idle limit in seconds; none in dev and auto.
    pub fn idle_seconds(&self) -> Option<i64> {
        matches!(self.environment, Environment::Test | Environment::Prod)
            .then_some(self.session.idle_seconds)
    }

    /// How long a stopping process goes on accepting requests; not at all in dev and auto.
    pub fn leave_time(&self) -> Duration {
        let waits = matches!(self.environment, Environment::Test | Environment::Prod);
        Duration::from_secs(if waits { self.server.leave_seconds } else { 0 })
    }

    /// Whether this deployment may use the sandbox.
    pub fn uses_sandbox(&self) -> bool {
        self.sandbox.enabled
    }
}

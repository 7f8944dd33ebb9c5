// SPDX-License-Identifier: AGPL-3.0-or-later

//! The report of an examination, for the API and the terminal.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::subjects::SubjectKind;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Requires action.
    Wrong,
    /// For information.
    Notice,
}

impl Level {
    /// The word for metrics and tables.
    pub(in crate::operations) const fn word(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Notice => "notice",
        }
    }
}

/// A finding, as display text; without patient data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Finding {
    pub level: Level,
    pub area: Area,
    pub text: String,
    /// Names what is found, whatever the numbers in the text: `jobs.given_up:fax.send`.
    #[serde(skip)]
    pub code: String,
    /// Whether it is about this process or its machine, and another process may find otherwise.
    #[serde(skip)]
    pub is_local: bool,
}

impl Finding {
    /// Something wrong with this process or its machine.
    pub(super) fn local(area: Area, code: &str, text: impl Into<String>) -> Self {
        Self {
            level: Level::Wrong,
            area,
            text: text.into(),
            code: code.to_owned(),
            is_local: true,
        }
    }
}

/// The unfinished jobs of one kind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JobKind {
    pub kind: String,
    /// Display text of the kind.
    pub what: &'static str,
    pub waiting: i64,
    pub running: i64,
    #[serde(rename = "givenUp")]
    pub given_up: i64,
    /// The age of the oldest unfinished job.
    pub oldest: Option<DateTime<Utc>>,
    /// When the first waiting job is due.
    pub due: Option<DateTime<Utc>>,
    #[serde(rename = "lastGivenUp")]
    pub last_given_up: Option<DateTime<Utc>>,
    /// Why the last one that waits or runs failed, as display text.
    pub why: Option<String>,
    /// Why the last one was given up, as display text.
    #[serde(rename = "whyGivenUp")]
    pub why_given_up: Option<String>,
    /// A retry would run at least one of them.
    pub retriable: bool,
}

/// The status of one external service, as seen by ordinary requests.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ServiceHealth {
    pub service: &'static str,
    /// Display text of its purpose.
    pub what: &'static str,
    #[serde(rename = "answeredAt")]
    pub answered_at: Option<DateTime<Utc>>,
    #[serde(rename = "failedAt")]
    pub failed_at: Option<DateTime<Utc>>,
    pub failure: Option<String>,
    /// Failures since the last success.
    pub failures: i64,
    /// Its jobs are paused until then.
    #[serde(rename = "pausedUntil")]
    pub paused_until: Option<DateTime<Utc>>,
}

salal_domain::codes! {
    /// What is without an outcome.
    pub enum UnconfirmedKind {
        Payment = "payment",
        Refund = "refund",
        Fax = "fax",
        /// A file of claims.
        Claims = "claims",
    }

    /// The part of the installation that a finding is about.
    pub enum Area {
        Settings = "settings",
        Jobs = "jobs",
        Services = "services",
        Unconfirmed = "unconfirmed",
        Faxes = "faxes",
        Remittances = "remittances",
        Versions = "versions",
        Backup = "backup",
        Restore = "restore",
        Audit = "audit",
        Disks = "disks",
        Database = "database",
    }

    /// Who made a backup.
    pub enum BackupMaker {
        /// This program.
        Salal = "salal",
        /// The operator's own tools.
        Operator = "operator",
    }

    /// The engine of the database, by the name that the database crate gives it.
    pub enum Engine {
        Sqlite = "SQLite",
        Postgres = "PostgreSQL",
    }
}

/// An effect with an unknown outcome.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnconfirmedItem {
    pub kind: UnconfirmedKind,
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// prescription or `sleep_assessment`, for payments.
    #[serde(rename = "subjectKind")]
    pub subject_kind: Option<SubjectKind>,
    /// The patient on whose page it is shown.
    #[serde(rename = "personId")]
    pub person: Option<Uuid>,
    pub since: DateTime<Utc>,
}

/// Remittance files that were set aside.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SetAsideFiles {
    pub files: u64,
    /// The age of the oldest.
    pub since: Option<DateTime<Utc>>,
}

/// The versions of the program, its schema and its database.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Versions {
    pub program: &'static str,
    /// The newest migration of the schema.
    pub schema: Option<String>,
    /// Migrations that the program has and the database does not.
    pub missing: Vec<&'static str>,
    pub engine: Engine,
    #[serde(rename = "engineVersion")]
    pub engine_version: String,
}

/// The latest backup.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BackupState {
    pub at: Option<DateTime<Utc>>,
    pub name: Option<String>,
    #[serde(rename = "madeBy")]
    pub made_by: Option<BackupMaker>,
    pub bytes: Option<i64>,
    #[serde(rename = "dueHours")]
    pub due_hours: i64,
    /// When the newest in `backup.folder` was made; what is elsewhere does not make up for it.
    #[serde(skip)]
    pub(super) in_folder_at: Option<DateTime<Utc>>,
}

/// A restore whose effects are held.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RestoreState {
    #[serde(rename = "restoredAt")]
    pub restored_at: DateTime<Utc>,
    /// The database is of this time.
    #[serde(rename = "pointAt")]
    pub point_at: DateTime<Utc>,
    /// How many effects wait for a person.
    pub held: u64,
}

/// The audit chain.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct AuditState {
    /// The number of entries in the chain.
    pub lines: i64,
    /// The hash at the head of the chain.
    pub head: Option<String>,
    /// The oldest entry that is not in the chain yet.
    #[serde(rename = "waitsSince")]
    pub waits_since: Option<DateTime<Utc>>,
    #[serde(rename = "signedDay")]
    pub signed_day: Option<NaiveDate>,
    /// When that day's chain head was published.
    #[serde(rename = "publishedAt")]
    pub published_at: Option<DateTime<Utc>>,
    /// Whether chain heads are to be published.
    pub publishes: bool,
    /// When the newest signed head or anchor that is outside the database was signed.
    #[serde(rename = "anchoredAt")]
    pub anchored_at: Option<DateTime<Utc>>,
    /// The oldest line that no anchor covers yet.
    #[serde(skip)]
    pub unanchored_since: Option<DateTime<Utc>>,
    /// Since when nothing is signed, and what is wrong.
    #[serde(skip)]
    pub refused: Option<(DateTime<Utc>, String)>,
    /// What is wrong with the triggers of the log, each as a sentence.
    #[serde(skip)]
    pub guards: Vec<String>,
    /// Since when the folder for anchors cannot be written, and why.
    #[serde(skip)]
    pub unwritten: Option<(DateTime<Utc>, String)>,
}

/// Free space of one disk that holds growing data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Disk {
    /// What lies on it, as display text: "Database, uploaded files".
    pub what: String,
    #[serde(rename = "freeBytes")]
    pub free: u64,
    #[serde(rename = "totalBytes")]
    pub total: u64,
}

/// The state of the installation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "OperationsReport")]
pub struct Report {
    #[serde(rename = "checkedAt")]
    pub checked_at: DateTime<Utc>,
    /// Errors first.
    pub findings: Vec<Finding>,
    pub jobs: Vec<JobKind>,
    pub services: Vec<ServiceHealth>,
    pub unconfirmed: Vec<UnconfirmedItem>,
    #[serde(rename = "setAside")]
    pub set_aside: SetAsideFiles,
    pub versions: Versions,
    pub backup: BackupState,
    /// The restore whose effects are held; null while nothing is held.
    pub restore: Option<RestoreState>,
    pub audit: AuditState,
    pub disks: Vec<Disk>,
    /// How many faxes failed and wait for the office, and since when the oldest does; a finding says so.
    #[serde(skip)]
    pub failed_faxes: (i64, Option<DateTime<Utc>>),
    /// Since when the present master key seals; a finding says so when that is long ago.
    #[serde(skip)]
    pub key_since: Option<DateTime<Utc>>,
}

impl Report {
    /// Whether any finding requires action.
    pub fn is_wrong(&self) -> bool {
        let mut all = self.findings.iter();
        all.any(|finding| finding.level == Level::Wrong)
    }
}

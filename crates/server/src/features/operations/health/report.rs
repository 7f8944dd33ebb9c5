//! What an examination found, on the wire and for the terminal alike.

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Somebody has to do something.
    Wrong,
    /// Worth knowing.
    Notice,
}

/// Something to know, in words; nothing of a patient.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Finding {
    pub level: Level,
    /// settings, jobs, services, unconfirmed, remittances, versions, backup, audit or disks
    pub area: &'static str,
    pub text: String,
}

/// The work of one kind that is not done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JobKind {
    pub kind: String,
    /// What it does, in words.
    pub what: &'static str,
    pub waiting: i64,
    pub running: i64,
    #[serde(rename = "givenUp")]
    pub given_up: i64,
    /// Since when the oldest that is not ended waits.
    pub oldest: Option<DateTime<Utc>>,
    /// When the first that waits is due.
    pub due: Option<DateTime<Utc>>,
    #[serde(rename = "lastGivenUp")]
    pub last_given_up: Option<DateTime<Utc>>,
    /// Why one was not done the last time, in words.
    pub why: Option<String>,
    /// What was given up may be tried again.
    pub retriable: bool,
}

/// How one outside service fares, as ordinary calls met it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ServiceHealth {
    pub service: &'static str,
    /// What it is for, in words.
    pub what: &'static str,
    #[serde(rename = "answeredAt")]
    pub answered_at: Option<DateTime<Utc>>,
    #[serde(rename = "failedAt")]
    pub failed_at: Option<DateTime<Utc>>,
    pub failure: Option<String>,
    /// Failures since the last answer.
    pub failures: i64,
    /// It is left in peace until then.
    #[serde(rename = "restsUntil")]
    pub rests_until: Option<DateTime<Utc>>,
}

/// An effect of which nobody knows whether it took place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnconfirmedItem {
    /// payment, refund, fax or claims
    pub kind: String,
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// prescription or `sleep_assessment`, for money.
    #[serde(rename = "subjectKind")]
    pub subject_kind: Option<String>,
    /// Whose page shows it.
    #[serde(rename = "personId")]
    pub person: Option<Uuid>,
    pub since: DateTime<Utc>,
}

/// Remittance files that were kept and not taken.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SetAsideFiles {
    pub files: u64,
    /// Since when the oldest waits.
    pub since: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Versions {
    pub program: &'static str,
    /// The newest step of the schema.
    pub schema: Option<String>,
    /// Steps that this program has and the database does not.
    pub missing: Vec<&'static str>,
    /// SQLite or PostgreSQL
    pub engine: &'static str,
    #[serde(rename = "engineVersion")]
    pub engine_version: String,
}

/// The newest backup.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BackupState {
    pub at: Option<DateTime<Utc>>,
    pub name: Option<String>,
    /// salal, or operator: a backup of the operator's own.
    #[serde(rename = "madeBy")]
    pub made_by: Option<String>,
    pub bytes: Option<i64>,
    #[serde(rename = "dueHours")]
    pub due_hours: i64,
}

/// The chain of the audit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AuditState {
    /// How many lines have a place in the chain.
    pub lines: i64,
    /// The chain's hash there.
    pub head: Option<String>,
    /// The oldest line that has no place yet.
    #[serde(rename = "waitsSince")]
    pub waits_since: Option<DateTime<Utc>>,
    #[serde(rename = "signedDay")]
    pub signed_day: Option<NaiveDate>,
    /// When that day's chain head was published.
    #[serde(rename = "publishedAt")]
    pub published_at: Option<DateTime<Utc>>,
    /// Whether chain heads are to be published.
    pub publishes: bool,
}

/// Room for one of the places that grow.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Disk {
    /// Contents of the directory, as display text.
    pub what: &'static str,
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
    /// What is wrong first.
    pub findings: Vec<Finding>,
    pub jobs: Vec<JobKind>,
    pub services: Vec<ServiceHealth>,
    pub unconfirmed: Vec<UnconfirmedItem>,
    #[serde(rename = "setAside")]
    pub set_aside: SetAsideFiles,
    pub versions: Versions,
    pub backup: BackupState,
    pub audit: AuditState,
    pub disks: Vec<Disk>,
}

impl Report {
    /// Whether somebody has to do something.
    pub fn is_wrong(&self) -> bool {
        let mut all = self.findings.iter();
        all.any(|finding| finding.level == Level::Wrong)
    }
}

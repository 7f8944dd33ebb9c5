//! Who has opened a record, on the wire.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::features::people::PersonRef;

/// One opening or change of a record.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AccessLogEntry {
    pub at: DateTime<Utc>,
    /// Nobody when it was somebody with an e-mailed link.
    pub by: Option<PersonRef>,
    /// Doctor, Office, Customer service, Administrator, You, or Somebody with your link.
    pub role: &'static str,
    /// What was done, as a sentence.
    pub what: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AccessLog {
    pub items: Vec<AccessLogEntry>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AccessLogQuery {
    /// 1 to 100; 20 when absent.
    pub limit: Option<u32>,
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    pub id: Uuid,
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of presence.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;

use crate::people::PersonRef;

/// Another staff member who has the patient open.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PresenceView {
    pub person: PersonRef,
    /// When the page was opened.
    pub since: DateTime<Utc>,
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of staff accounts.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::api::Role;
use crate::features::accounts::account_dto::SessionView;
use crate::features::people::PersonRef;

/// Parameters of the list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct StaffQuery {
    /// Part of a name or an address.
    pub search: Option<String>,
    /// active, disabled or unconfirmed; all when absent.
    pub state: Option<String>,
    #[serde(rename = "Role")]
    pub role: Option<Role>,
    pub limit: Option<u32>,
    pub cursor: Option<String>,
}

/// One staff account.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct StaffAccount {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub version: i64,
    pub person: PersonRef,
    #[serde(rename = "Email")]
    pub email: String,
    #[serde(rename = "Role")]
    pub role: Role,
    /// Has the administrators' pages in addition to those of the role.
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
    /// active, disabled, unconfirmed, or closed by its owner
    pub state: &'static str,
    #[serde(rename = "disabledAt")]
    pub disabled_at: Option<DateTime<Utc>>,
    /// An authenticator is enrolled.
    #[serde(rename = "secondStep")]
    pub second_step: bool,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "lastSignIn")]
    pub last_sign_in: Option<DateTime<Utc>>,
    /// Printed on prescriptions.
    #[serde(rename = "collegeNumber")]
    pub college_number: Option<String>,
    /// The number at MSP, on claims; never printed.
    #[serde(rename = "billingNumber")]
    pub billing_number: Option<String>,
    pub phone: String,
    pub fax: String,
    /// The caller's own account: nothing can be changed here.
    pub own: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StaffList {
    pub items: Vec<StaffAccount>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: u64,
}

/// One change in the history of an account.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AccountChange {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub by: PersonRef,
    /// role, numbers, disabled, enabled, `second_step` or sessions
    pub what: String,
    pub was: String,
    pub became: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StaffAccountDetail {
    pub account: StaffAccount,
    pub sessions: Vec<SessionView>,
    /// The newest first.
    pub history: Vec<AccountChange>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetRole {
    pub version: i64,
    #[serde(rename = "Role")]
    pub role: Role,
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetNumbers {
    pub version: i64,
    #[serde(rename = "collegeNumber")]
    pub college_number: String,
    #[serde(rename = "billingNumber")]
    pub billing_number: String,
    pub phone: String,
    pub fax: String,
}

/// A change that needs only the version seen.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AsSeen {
    pub version: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResetSecondStep {
    pub version: i64,
    /// The administrator's own password.
    pub password: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreatePerson {
    /// The account.
    pub user: Uuid,
    #[serde(rename = "FirstName")]
    pub first_name: String,
    #[serde(rename = "LastName")]
    pub last_name: String,
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of staff accounts.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::accounts::account_dto::SessionView;
use crate::api::Role;
use salal_people::people::PersonRef;

salal_domain::codes! {
    /// State of a staff account.
    pub(super) enum StaffState {
        Active = "active",
        Disabled = "disabled",
        /// Its address is not confirmed.
        Unconfirmed = "unconfirmed",
        /// By its owner.
        Closed = "closed",
    }

    /// Which staff accounts to list.
    pub(super) enum StaffFilter {
        Active = "active",
        /// Closed ones too.
        Disabled = "disabled",
        Unconfirmed = "unconfirmed",
    }

    /// What was changed of an account.
    pub enum Changed {
        Role = "role",
        /// What is printed for a practitioner.
        Numbers = "numbers",
        Disabled = "disabled",
        Enabled = "enabled",
        SecondStep = "second_step",
        /// Sessions were ended.
        Sessions = "sessions",
    }
}

/// Parameters of the list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct StaffQuery {
    /// Part of a name or an address.
    pub search: Option<String>,
    /// Only accounts in this state; all of them when absent.
    #[schemars(with = "Option<StaffFilter>")]
    pub state: Option<String>,
    /// Only accounts with this role; all when absent.
    #[serde(rename = "Role")]
    pub role: Option<Role>,
    /// Accounts a page: 1 to 100; 20 when absent.
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous page; the first page when absent.
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
    pub state: StaffState,
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

/// A page of staff accounts.
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
    pub what: Changed,
    pub was: String,
    pub became: String,
}

/// A staff account with its sessions and its history.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StaffAccountDetail {
    pub account: StaffAccount,
    pub sessions: Vec<SessionView>,
    /// The newest first.
    pub history: Vec<AccountChange>,
}

/// The role of a staff account.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetRole {
    /// The version seen by the caller.
    pub version: i64,
    /// The new role.
    #[serde(rename = "Role")]
    pub role: Role,
    /// Whether it has the administrators' pages in addition.
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
}

/// What is printed for a practitioner.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetNumbers {
    /// The version seen by the caller.
    pub version: i64,
    /// The number of the college; empty to remove it.
    #[serde(rename = "collegeNumber")]
    pub college_number: String,
    /// The billing number of the plan; empty to remove it.
    #[serde(rename = "billingNumber")]
    pub billing_number: String,
    /// The phone printed on documents; empty to remove it.
    pub phone: String,
    /// The fax printed on documents; empty to remove it.
    pub fax: String,
}

/// A change that needs only the version seen.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AsSeen {
    /// The version seen by the caller.
    pub version: i64,
}

/// Removes an authenticator, for someone who lost it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResetSecondStep {
    /// The version seen by the caller.
    pub version: i64,
    /// The administrator's own password.
    pub password: String,
}

/// A person to be registered by staff.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreatePerson {
    /// The account.
    pub user: Uuid,
    /// Given name.
    #[serde(rename = "FirstName")]
    pub first_name: String,
    /// Family name.
    #[serde(rename = "LastName")]
    pub last_name: String,
}

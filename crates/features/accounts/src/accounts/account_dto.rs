// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of one's own account: recovery, credentials, email change, sessions,
//! preferences.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::account;
use crate::api::Role;

salal_domain::codes! {
    /// The selected colour scheme.
    pub enum Theme {
        Light = "light",
        Dark = "dark",
        System = "system",
    }
}

/// Display and keyboard preferences of one person.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Preferences {
    pub theme: Theme,
    /// Keyboard shortcuts are on.
    pub shortcuts: bool,
}

impl Preferences {
    pub(super) fn from_account(account: &account::Model) -> Self {
        Self {
            theme: *account.theme,
            shortcuts: account.shortcuts,
        }
    }
}

/// Who lost a password: the account's owner, by what is on record.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecoverySearch {
    /// The account's address.
    #[serde(rename = "Email")]
    pub email: String,
    /// YYYY-MM-DD
    #[serde(rename = "DateOfBirth")]
    pub date_of_birth: String,
    /// Needed when a card is on file.
    #[serde(default, rename = "DocumentNumber")]
    pub document_number: String,
}

/// An account that was found, without its full address.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MaskedUser {
    /// Valid for this recovery only; not an internal id.
    #[serde(rename = "_id")]
    pub id: String,
    /// `w***@mail.example`
    #[serde(rename = "Email")]
    pub email: String,
}

/// The account that a search of a recovery found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FoundUser {
    pub user: MaskedUser,
}

/// Where the link of a recovery is to be sent.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecoveryLink {
    /// The `_id` of the search, or the address entered there.
    pub email: String,
}

/// Either the token of the link, or Id and Email of the signed-in owner (decision 2).
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetPassword {
    /// The token of the emailed link.
    #[serde(default, rename = "passwordRecoveryToken")]
    pub token: Option<String>,
    /// The owner's person id, when signed in.
    #[serde(default, rename = "Id")]
    pub id: Option<String>,
    /// The owner's address, when signed in.
    #[serde(default, rename = "Email")]
    pub email: Option<String>,
    /// The new password.
    #[serde(rename = "Password")]
    pub password: String,
}

/// A change of one's own credentials; omitted or empty fields are unchanged.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Credential {
    /// The current address; to change it, use the steps of change-email.
    #[serde(rename = "Email")]
    pub email: Option<String>,
    /// The new password.
    #[serde(rename = "Password")]
    pub password: Option<String>,
    /// Staff only; a patient's is changed by the office.
    #[serde(rename = "PhoneNumber")]
    pub phone_number: Option<String>,
    /// The best number to call; staff only.
    #[serde(rename = "BestPhoneNumber")]
    pub best_phone_number: Option<String>,
    /// Always needed.
    #[serde(rename = "currentPassword")]
    pub current_password: String,
}

/// A password to be checked before a step that needs it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Password {
    /// The caller's current password.
    pub password: String,
    /// Accepted for compatibility with the contract.
    #[serde(default)]
    pub role: Option<Role>,
}

/// The code sent to the phone, the second step of an email change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PhoneCode {
    /// The code of the text message.
    #[serde(rename = "phoneCode")]
    pub phone_code: String,
}

/// The new address, the third step of an email change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewEmail {
    /// The address to change to.
    pub email: String,
}

/// The code sent to the new address, the last step of an email change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EmailCode {
    /// The code of the email.
    #[serde(rename = "emailCode")]
    pub email_code: String,
}

/// A step of an email change was accepted.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Verified {
    #[serde(rename = "isVerified")]
    pub is_verified: bool,
    /// After the last step: the new token of the session.
    pub token: Option<String>,
}

/// A new password was set.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PasswordSet {
    pub message: String,
    /// When the session goes on: its new token. The old one is no longer accepted.
    pub token: Option<String>,
}

impl PasswordSet {
    pub(super) fn under(token: Option<String>) -> Self {
        Self {
            message: salal_domain::texts::recovery::CHANGED.into(),
            token,
        }
    }
}

impl Verified {
    pub(super) fn yes() -> Self {
        Self {
            is_verified: true,
            token: None,
        }
    }
}

/// Whether an account has an address.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EmailExists {
    pub exists: bool,
}

/// A signed-in session.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "lastSeenAt")]
    pub last_seen_at: DateTime<Utc>,
    pub ip: String,
    /// `Chrome on Windows`
    pub agent: String,
    /// The current session.
    pub current: bool,
}

/// How many sessions were ended.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Ended {
    pub ended: usize,
}

/// The partner clinic's server requests a sign-in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskHandOver {
    /// The secret shared with the partner clinic.
    pub secret: String,
    /// The patient's address.
    pub email: String,
}

/// A sign-in to hand to the patient's browser; it can be used once.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HandOver {
    pub token: String,
    /// Where to redirect the patient.
    pub url: String,
    #[serde(rename = "expiresAt")]
    pub expires_at: DateTime<Utc>,
}

/// How a session ends.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SignOut {
    /// True when nobody was there any more: the second step that this device stores is kept.
    pub idle: bool,
}

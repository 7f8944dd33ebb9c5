// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of the PharmaNet lookup, with the contract's field names. The types have no
//! `Debug`, because their values are credentials.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// POST /pharmanet/encrypt
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Encrypt {
    pub login: String,
    pub password: String,
    /// When the page asked; the sealed credentials expire with the session in any case.
    #[serde(default)]
    #[expect(dead_code, reason = "the contract's field; the session's end counts")]
    pub timestamp: Option<serde_json::Value>,
}

/// The sealed credentials, which the page may store.
#[derive(Serialize, JsonSchema)]
pub(super) struct Encrypted {
    #[serde(rename = "encryptedStr")]
    pub encrypted: String,
}

/// POST /pharmanet/decrypt
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Decrypt {
    #[serde(rename = "encryptedStr")]
    pub encrypted: String,
}

/// The credentials that were sealed.
#[derive(Serialize, JsonSchema)]
pub(super) struct Decrypted {
    pub login: String,
    pub passwd: String,
}

/// POST /pharmanet/form
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskForm {
    #[serde(rename = "encryptedStr")]
    pub encrypted: String,
    #[serde(rename = "personId")]
    pub person_id: Uuid,
}

/// The form of one lookup, to be submitted at once and stored nowhere.
#[derive(Serialize, JsonSchema)]
pub(super) struct LookUpForm {
    /// The address to submit it to.
    pub action: String,
    pub phn: String,
    pub login: String,
    pub password: String,
}

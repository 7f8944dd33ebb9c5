//! The look-up on the wire, in the contract's field names. Nothing here prints itself: the values are
//! credentials.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// POST /pharmanet/encrypt
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Encrypt {
    pub login: String,
    pub password: String,
    /// When the page asked; the seal ends with the session whatever stands here.
    #[serde(default)]
    #[expect(dead_code, reason = "the contract's field; the session's end counts")]
    pub timestamp: Option<serde_json::Value>,
}

/// The credentials as the page may keep them.
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

/// The form of one look-up, to be sent at once and kept nowhere.
#[derive(Serialize, JsonSchema)]
pub(super) struct LookUpForm {
    /// Where it is sent.
    pub action: String,
    pub phn: String,
    pub login: String,
    pub password: String,
}

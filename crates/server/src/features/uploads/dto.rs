// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A file by name; its bytes are at `/file/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    /// image/jpeg, image/png or application/pdf.
    #[serde(rename = "type")]
    pub kind: String,
    /// Bytes.
    pub size: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    pub(super) id: Uuid,
}

/// How to deliver the file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct HowSent {
    /// Downloaded instead of displayed.
    pub(super) download: bool,
}

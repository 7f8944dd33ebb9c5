// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::MediaType;
use super::entity::upload;

/// A file by name; its bytes are at `/file/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: MediaType,
    /// Bytes.
    pub size: i64,
}

impl FileRef {
    pub(super) fn of(row: upload::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            kind: *row.r#type,
            size: row.size,
        }
    }
}

/// The file in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The file's id.
    pub(super) id: Uuid,
}

/// How to deliver the file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct HowSent {
    /// True to download it; it is displayed when absent.
    pub(super) download: bool,
}

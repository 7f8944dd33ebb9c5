// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of imports.

use chrono::{DateTime, Utc};
use salal_domain::falls::Fall;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::states::{ImportKind, ImportStage, ImportState};
use crate::api::FileField;

/// The form of an import: a resource and one file or several, JSON or CSV, plain, gzipped or zipped.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = FileField::many("file"))]
#[expect(dead_code, reason = "describes the form, which is read piece by piece")]
pub(super) struct ImportForm {
    /// The resource, by its name.
    pub(super) collection: String,
    /// For each renamed column a line `street=address`.
    pub(super) map: Option<String>,
}

/// An import.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The import's id.
    pub(super) id: Uuid,
}

/// A resource of the drug register, or a list.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByResource {
    /// The resource's name.
    pub(super) x: String,
}

/// The page of rows to show.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RowsQuery {
    /// `nextCursor` of the previous page; the first rows when absent.
    pub(super) cursor: Option<String>,
}

/// The page of imports to show.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ImportsQuery {
    /// `nextCursor` of the previous page; the newest imports when absent.
    pub(super) cursor: Option<String>,
}

/// A file of an import.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct ImportFile {
    pub(super) name: String,
    pub(super) bytes: u64,
}

/// Why rows were skipped: how many of a file, and the first ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SkipReason {
    pub(super) file: String,
    pub(super) reason: String,
    pub(super) rows: u64,
    pub(super) first_line: u64,
}

/// An import, a build or an undo.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportView {
    #[serde(rename = "_id")]
    pub(super) id: Uuid,
    pub(super) kind: ImportKind,
    /// The resource's name.
    pub(super) resource: String,
    /// Never receiving.
    pub(super) state: ImportState,
    pub(super) stage: ImportStage,
    pub(super) files: Vec<ImportFile>,
    /// Known after the file was checked.
    pub(super) rows_total: i64,
    pub(super) rows_done: i64,
    pub(super) rows_skipped: i64,
    /// Most frequent first.
    pub(super) reasons: Vec<SkipReason>,
    /// The outcome, as sentences.
    pub(super) report: Vec<String>,
    /// Who started it; null for the terminal.
    pub(super) by: Option<String>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) ended_at: Option<DateTime<Utc>>,
    /// It is in force, and its predecessor is still stored.
    pub(super) can_undo: bool,
    /// Rules that match nothing any more or far fewer drugs, or the list that loses many of its entries: a
    /// failed import stopped because of them, another was continued.
    pub(super) silent: Vec<Fall>,
    /// Why a person continued it.
    pub(super) reason: Option<String>,
}

/// Why a person continues an import or a build that stopped because it would remove much.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GoOn {
    /// 5 to 500 characters.
    pub(super) reason: String,
}

/// The beginning of a list's file, to detect its columns.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookAtColumns {
    /// The resource, by its name.
    pub(super) collection: String,
    /// The file's first lines as text.
    pub(super) start: String,
}

/// The columns of a file, and their mapping to fields.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ColumnsView {
    /// As named in the file.
    pub(super) columns: Vec<String>,
    /// Empty for a resource that takes no mapping.
    pub(super) fields: Vec<FieldView>,
    /// A required field has no column of its name: a person must select one.
    #[serde(rename = "needsMapping")]
    pub(super) needs_mapping: bool,
}

/// A field of a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FieldView {
    pub(super) name: String,
    #[serde(rename = "isNeeded")]
    pub(super) is_needed: bool,
    /// The column mapped to it, or proposed.
    pub(super) column: Option<String>,
}

/// A resource as it is offered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ResourceView {
    pub(super) name: String,
}

/// The page's state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportsView {
    /// The import that is waiting or running.
    pub(super) active: Option<ImportView>,
    /// Newest first.
    pub(super) items: Vec<ImportView>,
    /// For the next page; null on the last one.
    pub(super) next_cursor: Option<String>,
    /// When the drugs were last built.
    pub(super) built_at: Option<DateTime<Utc>>,
    /// Resources without which drugs cannot be built.
    pub(super) missing: Vec<String>,
    pub(super) import_resources: Vec<ResourceView>,
    pub(super) display_resources: Vec<ResourceView>,
}

/// Some rows of a resource.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataPage {
    pub(super) resource: String,
    /// Rows before the first of these.
    pub(super) from: u64,
    pub(super) items: Vec<Value>,
    /// For the next page; null on the last one.
    pub(super) next_cursor: Option<String>,
    pub(super) total: u64,
}

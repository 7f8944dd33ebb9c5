//! Imports on the wire.

use chrono::{DateTime, Utc};
use salal_domain::falls::Fall;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The form of an import: a resource and one file or several.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes the form, which is read piece by piece")]
pub(super) struct ImportForm {
    /// The resource, by its name.
    pub(super) collection: String,
    /// JSON or CSV, by itself, gzipped or zipped.
    pub(super) file: String,
    /// For each column with a name of its own a line `street=address`.
    pub(super) map: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    pub(super) id: Uuid,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByResource {
    /// The resource's name.
    pub(super) x: String,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FromRow {
    /// Rows before the page.
    pub(super) from: u64,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Before {
    /// The last import of the page before.
    pub(super) before: Option<Uuid>,
}

/// A file of an import.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct ImportFile {
    pub(super) name: String,
    pub(super) bytes: u64,
}

/// Why rows were skipped: how many of a file, and the first of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SkipReason {
    pub(super) file: String,
    pub(super) reason: String,
    pub(super) rows: u64,
    pub(super) first_line: u64,
}

/// An import, a build or the undoing of one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportView {
    #[serde(rename = "_id")]
    pub(super) id: Uuid,
    /// import, build or undo.
    pub(super) kind: String,
    /// The resource's name.
    pub(super) resource: String,
    /// queued, running, done, failed, cancelled or undone.
    pub(super) state: String,
    /// received, checking, writing, switching or ended.
    pub(super) stage: String,
    pub(super) files: Vec<ImportFile>,
    /// Known once the file was checked.
    pub(super) rows_total: i64,
    pub(super) rows_done: i64,
    pub(super) rows_skipped: i64,
    /// Most frequent first.
    pub(super) reasons: Vec<SkipReason>,
    /// What became of it, in sentences.
    pub(super) report: Vec<String>,
    /// Who began it; none from the terminal.
    pub(super) by: Option<String>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) ended_at: Option<DateTime<Utc>>,
    /// It is in force, and what was before it is still there.
    pub(super) can_undo: bool,
    /// Rules that match nothing any more or far fewer drugs, or the list that loses many of its entries: a
    /// failed import stopped because of them, another went on.
    pub(super) silent: Vec<Fall>,
    /// Why a person went on.
    pub(super) reason: Option<String>,
}

/// Why a person goes on with an import or a build that stopped because it would take much away.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GoOn {
    /// 5 to 500 characters.
    pub(super) reason: String,
}

/// The first bytes of a list's file, so that its columns can be told.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookAtColumns {
    /// The resource, by its name.
    pub(super) collection: String,
    /// The file's first lines as text.
    pub(super) start: String,
}

/// Which columns a file has, and which of them stands for which field.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ColumnsView {
    /// As the file names them.
    pub(super) columns: Vec<String>,
    /// Empty for a resource that takes no mapping.
    pub(super) fields: Vec<FieldView>,
    /// A field that is needed is not named as this service names it: a person has to say which column it is.
    #[serde(rename = "needsMapping")]
    pub(super) needs_mapping: bool,
}

/// A field of a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct FieldView {
    pub(super) name: String,
    #[serde(rename = "isNeeded")]
    pub(super) is_needed: bool,
    /// The column that is read for it, or may be.
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
    /// The one that waits or runs.
    pub(super) active: Option<ImportView>,
    /// Newest first.
    pub(super) items: Vec<ImportView>,
    pub(super) has_more: bool,
    /// When the drugs were last built.
    pub(super) built_at: Option<DateTime<Utc>>,
    /// Resources without which no drugs can be built.
    pub(super) missing: Vec<String>,
    pub(super) import_resources: Vec<ResourceView>,
    pub(super) display_resources: Vec<ResourceView>,
}

/// Some rows of a resource.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct DataPage {
    pub(super) resource: String,
    pub(super) total: u64,
    /// Rows before the first of these.
    pub(super) from: u64,
    pub(super) items: Vec<Value>,
}

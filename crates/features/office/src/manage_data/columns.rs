// SPDX-License-Identifier: AGPL-3.0-or-later

//! Maps the columns of a list's file to its fields. Lists come from others, who choose their own column
//! names: the screen proposes a mapping, a person confirms it, and the terminal takes it as
//! `--map street=address`. Columns with the names used here need no mapping.

use std::fs::File;
use std::io::Cursor;
use std::path::Path;

use salal_domain::lists::PHARMACY_FIELDS;
use salal_formats::tables::{ColumnMap, Encoding, Field, column_names, proposed_columns};

use super::dto::{ColumnsView, FieldView, LookAtColumns};
use super::resources::{List, Resource};
use crate::api::{Json, Request};
use crate::error::{Error, Result};

/// The lists that take a mapping, with their fields.
fn fields(resource: Resource) -> &'static [Field] {
    match resource {
        Resource::List(List::Pharmacies) => &PHARMACY_FIELDS,
        _ => &[],
    }
}

/// Errors of a mapping: the resource takes none, or a name is not a field, or occurs twice.
pub(super) fn fault(resource: Resource, map: &ColumnMap) -> Option<String> {
    let fields = fields(resource);
    if map.0.is_empty() {
        return None;
    }
    if fields.is_empty() {
        return Some(format!("{} takes no mapping of columns.", resource.label()));
    }
    let is = |name: &str, ours: &str| name.eq_ignore_ascii_case(ours);
    let mut seen = Vec::new();
    for (_, ours) in &map.0 {
        let field = fields
            .iter()
            .find(|field| field.names.iter().any(|name| is(name, ours)));
        let Some(field) = field else {
            let names: Vec<&str> = fields.iter().map(|field| field.names[0]).collect();
            return Some(format!(
                "There is no field {ours}; the fields are {}.",
                names.join(", ")
            ));
        };
        if seen.contains(&field.names) {
            return Some(format!("The field {ours} is mapped twice."));
        }
        seen.push(field.names);
    }
    None
}

/// Whether a column is named as this service names the field.
fn is_ours(field: &Field, column: &str) -> bool {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase()).collect()
    };
    field.names.iter().any(|name| plain(name) == plain(column))
}

/// The mapping that a file probably needs, in the terminal's notation; `None` when every required field has a
/// column of its name, or the list takes no mapping.
pub(super) fn proposed(resource: Resource, path: &Path) -> Option<String> {
    let fields = fields(resource);
    let file = File::open(path).ok()?;
    let name = path.file_name()?.to_string_lossy();
    let columns = column_names(&name, Box::new(file), Encoding::Utf8).ok()?;
    let found = proposed_columns(&columns, fields);
    let (mut map, mut lacking) = (String::new(), Vec::new());
    let mut is_needed = false;
    for (field, column) in fields.iter().zip(found) {
        let ours = field.names[0];
        match column {
            Some(column) if is_ours(field, &column) => {}
            Some(column) => {
                is_needed |= field.is_needed;
                map.push_str(&format!(" --map \"{column}={ours}\""));
            }
            None if field.is_needed => {
                is_needed = true;
                lacking.push(ours);
                map.push_str(&format!(" --map \"COLUMN={ours}\""));
            }
            None => {}
        }
    }
    if !is_needed {
        return None;
    }
    let missing = match lacking.as_slice() {
        [] => String::new(),
        lacking => format!(
            " Replace COLUMN by the column that is the {}.",
            lacking.join(" and the ")
        ),
    };
    Some(format!(
        "Its columns are {}. Say which is which with --map, perhaps:{map}{missing} Check it first: prescriptions go \
         to the fax number.",
        columns.join(", ")
    ))
}

/// POST /manage-data/columns
pub(super) async fn propose_columns(
    request: Request<Json<LookAtColumns>>,
) -> Result<Json<ColumnsView>> {
    let sent = &request.body.0;
    let resource = Resource::from_name(&sent.collection)
        .filter(|resource| resource.is_there(&request.ctx))
        .ok_or_else(|| Error::field("collection", "There is no such resource."))?;
    let fields = fields(resource);
    if fields.is_empty() {
        return Ok(Json(ColumnsView {
            columns: Vec::new(),
            fields: Vec::new(),
            needs_mapping: false,
        }));
    }
    let start = Box::new(Cursor::new(sent.start.clone().into_bytes()));
    // A file that cannot be parsed is reported by its import, with file and line.
    let columns = column_names("the file", start, Encoding::Utf8).unwrap_or_default();
    let found = proposed_columns(&columns, fields);
    let needs_mapping = !columns.is_empty()
        && fields
            .iter()
            .zip(&found)
            .any(|(field, column)| match column {
                Some(column) => !is_ours(field, column),
                None => field.is_needed,
            });
    Ok(Json(ColumnsView {
        columns,
        needs_mapping,
        fields: fields
            .iter()
            .zip(found)
            .map(|(field, column)| FieldView {
                name: field.names[0].to_owned(),
                is_needed: field.is_needed,
                column,
            })
            .collect(),
    }))
}

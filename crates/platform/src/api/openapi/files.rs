// SPDX-License-Identifier: AGPL-3.0-or-later

//! The files of a multipart form in its schema. They are read beside the form's text fields, so its type has
//! no field for them: `#[schemars(transform = FileField::one("file"))]` names them.

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Value, json};

/// A file, or a list of files, that a form can carry.
#[derive(Clone, Copy, Debug)]
pub struct FileField {
    name: &'static str,
    many: bool,
}

impl FileField {
    /// At most one file under this name.
    pub fn one(name: &'static str) -> Self {
        Self { name, many: false }
    }

    /// Any number of files under this name.
    pub fn many(name: &'static str) -> Self {
        Self { name, many: true }
    }
}

/// How many files the form with this schema takes under a name; none when it has no such field.
pub(in crate::api) fn files_of(form: &Schema, name: &str) -> usize {
    let field = form.get("properties").and_then(|all| all.get(name));
    let is_file = |schema: &Value| {
        schema
            .get("format")
            .is_some_and(|format| format == "binary")
    };
    match field {
        Some(one) if is_file(one) => 1,
        Some(many) if many.get("items").is_some_and(is_file) => usize::MAX,
        _ => 0,
    }
}

impl Transform for FileField {
    fn transform(&mut self, schema: &mut Schema) {
        let file = json!({"type": "string", "format": "binary"});
        let field = if self.many {
            json!({"type": "array", "items": file})
        } else {
            file
        };
        let properties = schema
            .ensure_object()
            .entry("properties")
            .or_insert_with(|| json!({}));
        if let Value::Object(properties) = properties {
            properties.insert(self.name.into(), field);
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! One example for each request and each response, made from its schema: every field is shown, with a value
//! that its name or its format suggests. People, numbers and addresses are invented (555-01xx, example.org).

use serde_json::{Map, Value, json};

/// How deep a part may lie before a list is left empty.
const DEPTH: usize = 6;

/// An example of `schema`, whose references point into `definitions`.
pub(super) fn example(schema: &Value, definitions: &Map<String, Value>) -> Value {
    Examples { definitions }.of(schema, "", &mut Vec::new())
}

struct Examples<'a> {
    definitions: &'a Map<String, Value>,
}

impl Examples<'_> {
    fn of(&self, schema: &Value, field: &str, above: &mut Vec<String>) -> Value {
        if let Some(given) = schema["examples"].get(0).or_else(|| schema.get("const")) {
            return given.clone();
        }
        if let Some(first) = schema["enum"].get(0) {
            return first.clone();
        }
        if let Some(name) = schema["$ref"].as_str().and_then(|at| at.rsplit('/').next()) {
            return self.referenced(name, field, above);
        }
        for choice in ["anyOf", "oneOf", "allOf"] {
            if let Some(all) = schema[choice].as_array() {
                return self.first_that_ends(all, field, above);
            }
        }
        match kind(schema) {
            "object" => self.object(schema, above),
            "array" => self.list(schema, field, above),
            "boolean" => json!(true),
            "integer" | "number" => number(schema, field),
            "string" => Value::String(text(schema, field)),
            _ => Value::Null,
        }
    }

    /// A type that contains itself has no example of its own inside.
    fn referenced(&self, name: &str, field: &str, above: &mut Vec<String>) -> Value {
        if above.iter().any(|other| other == name) {
            return Value::Null;
        }
        let Some(definition) = self.definitions.get(name) else {
            return Value::Null;
        };
        above.push(name.to_owned());
        let value = self.of(definition, field, above);
        above.pop();
        value
    }

    fn first_that_ends(&self, all: &[Value], field: &str, above: &mut Vec<String>) -> Value {
        all.iter()
            .filter(|one| kind(one) != "null")
            .map(|one| self.of(one, field, above))
            .find(|value| !value.is_null())
            .unwrap_or(Value::Null)
    }

    fn object(&self, schema: &Value, above: &mut Vec<String>) -> Value {
        let Some(properties) = schema["properties"].as_object() else {
            return json!({});
        };
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let mut made = Map::new();
        for (name, property) in properties {
            let value = self.of(property, name, above);
            if !value.is_null() || required.iter().any(|one| one == name) {
                made.insert(name.clone(), value);
            }
        }
        Value::Object(made)
    }

    fn list(&self, schema: &Value, field: &str, above: &mut Vec<String>) -> Value {
        let items = &schema["items"];
        if let Some(fixed) = schema["prefixItems"].as_array() {
            return fixed.iter().map(|one| self.of(one, field, above)).collect();
        }
        let least = usize::try_from(schema["minItems"].as_u64().unwrap_or(0)).unwrap_or(0);
        if above.len() > DEPTH && least == 0 {
            return json!([]);
        }
        match self.of(items, field.strip_suffix('s').unwrap_or(field), above) {
            Value::Null => json!([]),
            item => Value::Array(vec![item; least.max(1)]),
        }
    }
}

/// The type of a schema; of several, the first that is not null.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(one) => one,
        Value::Array(all) => all
            .iter()
            .filter_map(Value::as_str)
            .find(|one| *one != "null")
            .unwrap_or("null"),
        _ => "",
    }
}

fn number(schema: &Value, field: &str) -> Value {
    let named = match field {
        "amount" | "total" | "chargeAmount" | "refundAmount" | "fee" => 15,
        "hasRefills" | "refills" => 0,
        "limit" => 25,
        "year" => 2026,
        _ => 1,
    };
    match schema["minimum"].as_i64() {
        Some(least) if least > named => json!(least),
        _ => json!(named),
    }
}

fn text(schema: &Value, field: &str) -> String {
    let formatted = match schema["format"].as_str().unwrap_or_default() {
        "uuid" => "0192f0c4-7a10-7c3e-8b1d-3d5c1f6a9e20",
        "date-time" => "2026-03-02T17:30:00Z",
        "date" => "2026-03-02",
        _ => "",
    };
    if !formatted.is_empty() {
        return formatted.into();
    }
    let lower = field.to_ascii_lowercase();
    let named = NAMED.iter().find(|(part, _)| lower.ends_with(part));
    let long = schema["minLength"].as_u64().unwrap_or(0);
    let long = usize::try_from(long).unwrap_or(0);
    named
        .map(|(_, text)| (*text).to_owned())
        .filter(|text| text.chars().count() >= long)
        .unwrap_or_else(|| "text ".repeat(long / 5 + 1).trim_end().to_owned())
}

// cspell:ignore phonenumber healthnumber postalcode drugname
/// What a field's name ends with, in lower case, and a value for it.
const NAMED: &[(&str, &str)] = &[
    ("firstname", "Avery"),
    ("lastname", "Example"),
    ("fullname", "Avery Example"),
    ("email", "avery@example.org"),
    ("fax", "604-555-0123"),
    ("phone", "604-555-0123"),
    ("phonenumber", "604-555-0123"),
    ("healthnumber", "9698658215"),
    ("street", "100 Example Street"),
    ("city", "Victoria"),
    ("province", "BC"),
    ("country", "CA"),
    ("postalcode", "V8W 1A1"),
    ("birthdate", "1968-04-12"),
    ("din", "02229999"),
    ("password", "correct horse battery staple"),
    ("token", "c2FsYWwtZXhhbXBsZS10b2tlbg"),
    ("code", "482913"),
    ("cursor", "MjAyNi0wMy0wMg"),
    ("drugname", "ramipril"),
    ("name", "Example"),
    ("message", "Thank you."),
    ("note", "Seen in March."),
    ("reason", "No longer taken."),
    ("url", "https://clinic.example.org"),
    ("image", "data:image/png;base64,iVBORw0KGgo="),
    ("filename", "scan.pdf"),
];

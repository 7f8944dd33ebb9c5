// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is said of a body or a query that does not have the form of its type: which field, and what it needs.
//! The words come from the type's schema; the parser's own are for programmers, and may repeat what was typed.

use std::fmt::Write;

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::error::{Error, Result};
use salal_domain::faults::Fault;

/// A list of choices longer than this is not listed.
const MOST_CHOICES: usize = 12;
/// How far references of a schema are followed.
const DEEPEST: usize = 12;

/// Reads a JSON value as `T`.
pub(super) fn json<T: DeserializeOwned + JsonSchema>(value: Value) -> Result<T> {
    serde_path_to_error::deserialize(value)
        .map_err(|error| told::<T>(error.path(), &error.inner().to_string()))
}

/// Reads a query as `T`.
pub(super) fn query<T: DeserializeOwned + JsonSchema>(query: &str) -> Result<T> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs))
        .map_err(|error| told::<T>(error.path(), &error.inner().to_string()))
}

/// Refuses the name of a field that `T` does not have, as `json` would; whatever else is wrong is not looked for.
pub(super) fn is_field<T: DeserializeOwned + JsonSchema>(name: &str) -> Result<()> {
    let alone = Value::Object(
        [(name.to_owned(), Value::String(String::new()))]
            .into_iter()
            .collect(),
    );
    match serde_path_to_error::deserialize::<_, T>(alone) {
        Err(error) if quoted(&error.inner().to_string(), "unknown field ").is_some() => {
            Err(told::<T>(error.path(), &error.inner().to_string()))
        }
        _ => Ok(()),
    }
}

/// Refuses a file in a field of this name: the form has none.
pub(super) fn no_file_field(name: &str) -> Error {
    about(&[name.to_owned()], "is not a file field of this form.")
}

/// Refuses a second file in a field of this name.
pub(super) fn one_file_only(name: &str) -> Error {
    about(&[name.to_owned()], "takes one file.")
}

fn told<T: JsonSchema>(path: &Path, parser: &str) -> Error {
    let mut steps: Vec<String> = path.iter().filter_map(step).collect();
    if let Some(name) = quoted(parser, "unknown field ") {
        if steps.last() != Some(&name) {
            steps.push(name);
        }
        return about(&steps, "is not a field of this request.");
    }
    if let Some(name) = quoted(parser, "duplicate field ") {
        if steps.last() != Some(&name) {
            steps.push(name);
        }
        return about(&steps, "is given more than once.");
    }
    let missing = quoted(parser, "missing field ");
    let is_missing = missing.is_some();
    steps.extend(missing);
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    let needs = needs(schema.as_value(), &steps);
    match (steps.is_empty(), needs) {
        (true, _) => Error::malformed("The request does not have the fields that it needs."),
        (false, Some(needs)) if is_missing => {
            about(&steps, &format!("is missing. It needs {needs}."))
        }
        (false, None) if is_missing => about(&steps, "is missing."),
        (false, Some(needs)) => about(&steps, &format!("needs {needs}.")),
        (false, None) => about(&steps, "does not have the form that it needs."),
    }
}

fn about(steps: &[String], what: &str) -> Error {
    let field = steps.join(".");
    let mut error = Error::malformed(format!("{field} {what}"));
    let mut message = what.to_owned();
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    error.faults.push(Fault { field, message });
    error
}

fn step(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.clone()),
        // The name of a variant is not part of what was sent.
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

/// The name after `before` in a message of the parser.
fn quoted(parser: &str, before: &str) -> Option<String> {
    let (_, rest) = parser.split_once(before)?;
    let (name, _) = rest.strip_prefix('`')?.split_once('`')?;
    Some(name.to_owned())
}

/// What the field at `steps` needs, in words.
fn needs(root: &Value, steps: &[String]) -> Option<String> {
    let mut at = expanded(root, root, 0);
    for step in steps {
        at = at
            .into_iter()
            .filter_map(|schema| child(schema, step))
            .flat_map(|schema| expanded(root, schema, 0))
            .collect();
    }
    let mut all: Vec<String> = Vec::new();
    for words in at.into_iter().filter_map(words) {
        if !all.contains(&words) {
            all.push(words);
        }
    }
    (!all.is_empty()).then(|| all.join(" or "))
}

fn child<'a>(schema: &'a Value, step: &str) -> Option<&'a Value> {
    let named = schema.get("properties").and_then(|all| all.get(step));
    let item = || {
        let is_place = step.bytes().all(|byte| byte.is_ascii_digit());
        schema.get("items").filter(|_| is_place)
    };
    named
        .or_else(item)
        .or_else(|| schema.get("additionalProperties"))
}

/// A schema without references and alternatives: each of the alternatives.
fn expanded<'a>(root: &'a Value, schema: &'a Value, depth: usize) -> Vec<&'a Value> {
    if depth > DEEPEST {
        return Vec::new();
    }
    let mut all = vec![schema];
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str)
        && let Some(meant) = root.pointer(pointer.trim_start_matches('#'))
    {
        all.extend(expanded(root, meant, depth + 1));
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        let parts = schema.get(key).and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            all.extend(expanded(root, part, depth + 1));
        }
    }
    all
}

fn words(schema: &Value) -> Option<String> {
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        return choices_of(choices);
    }
    if let Some(only) = schema.get("const").and_then(Value::as_str) {
        return Some(format!("\u{201c}{only}\u{201d}"));
    }
    let named = |kind: &Value| {
        kind.as_str()
            .filter(|kind| *kind != "null")
            .map(ToOwned::to_owned)
    };
    let kind = schema.get("type").and_then(|kind| match kind {
        Value::Array(kinds) => kinds.iter().find_map(named),
        kind => named(kind),
    })?;
    let format = schema.get("format").and_then(Value::as_str);
    Some(match (kind.as_str(), format) {
        ("string", Some("date")) => "a date as YYYY-MM-DD".into(),
        ("string", Some("date-time" | "partial-date-time")) => {
            "a date and time as YYYY-MM-DDThh:mm:ssZ".into()
        }
        ("string", Some("time" | "partial-time")) => "a time as hh:mm:ss".into(),
        ("string", Some("uuid")) => "an id such as 0192f0c4-7a10-7c3e-8b1d-3d5c1f6a9e20".into(),
        ("string", _) => "text".into(),
        ("number", _) => format!("a number{}", bounds(schema)),
        ("integer", _) => format!("a whole number{}", bounds(schema)),
        ("boolean", _) => "true or false".into(),
        ("array", _) => "a list".into(),
        ("object", _) => "a group of fields".into(),
        _ => return None,
    })
}

fn choices_of(choices: &[Value]) -> Option<String> {
    let choices: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
    match choices.as_slice() {
        [] => None,
        [only] => Some(format!("\u{201c}{only}\u{201d}")),
        all if all.len() > MOST_CHOICES => Some("one of the listed choices".into()),
        all => Some(format!("one of: {}", all.join(", "))),
    }
}

fn bounds(schema: &Value) -> String {
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    let mut text = String::new();
    let _ = match (number("minimum"), number("maximum")) {
        (Some(least), Some(most)) => write!(text, " from {least} to {most}"),
        (Some(least), None) => write!(text, ", {least} or more"),
        (None, Some(most)) => write!(text, ", {most} or less"),
        (None, None) => Ok(()),
    };
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chrono::{DateTime, NaiveDate, Utc};
    use serde::Deserialize;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    #[derive(Debug, Default, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields, rename_all = "camelCase", default)]
    struct Every {
        price: Option<f64>,
        count: Option<i64>,
        least: Option<u64>,
        small: Option<u8>,
        is_new: Option<bool>,
        name: Option<String>,
        day: Option<NaiveDate>,
        at: Option<DateTime<Utc>>,
        id: Option<Uuid>,
        colour: Option<Colour>,
        lines: Vec<Line>,
        days: Option<Vec<NaiveDate>>,
        by_name: BTreeMap<String, u32>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Line {
        amount: f64,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        Green,
    }

    /// No word of the parser, of the language or of a value that was typed.
    fn plain(message: &str) {
        for word in [
            "expected", "invalid", "struct", "f64", "i64", "u8", "string", "variant", "UUID",
            "Secret", "parse", "input", "Option", "`",
        ] {
            assert!(!message.contains(word), "{word} in: {message}");
        }
    }

    #[test]
    fn each_type_is_asked_for_in_plain_words() {
        let odd = || {
            vec![
                json!("Secret"),
                json!(-1.5),
                json!(1e30),
                json!(true),
                json!([]),
                json!({"Secret": 1}),
                json!(""),
            ]
        };
        for (field, needs, fits) in [
            ("price", "a number", vec![json!(-1.5), json!(1e30)]),
            ("count", "a whole number", vec![]),
            ("least", "a whole number, 0 or more", vec![]),
            ("small", "a whole number from 0 to 255", vec![]),
            ("isNew", "true or false", vec![json!(true)]),
            ("name", "text", vec![json!("Secret"), json!("")]),
            ("day", "a date as YYYY-MM-DD", vec![]),
            ("at", "a date and time as YYYY-MM-DDThh:mm:ssZ", vec![]),
            (
                "id",
                "an id such as 0192f0c4-7a10-7c3e-8b1d-3d5c1f6a9e20",
                vec![],
            ),
            ("colour", "one of: red, green", vec![]),
            ("lines", "a list", vec![json!([])]),
            ("days", "a list", vec![json!([])]),
            ("byName", "a group of fields", vec![]),
        ] {
            for value in odd().into_iter().filter(|value| !fits.contains(value)) {
                if field == "byName" && value.is_object() {
                    continue;
                }
                let refused = json::<Every>(json!({field: value})).unwrap_err();
                assert_eq!(
                    refused.message,
                    format!("{field} needs {needs}."),
                    "{value}"
                );
                assert_eq!(
                    (refused.kind.status(), refused.faults[0].field.as_str()),
                    (400, field)
                );
                plain(&refused.message);
            }
        }
    }

    #[test]
    fn what_is_inside_is_named_by_its_place() {
        for (sent, message) in [
            (
                json!({"lines": [{"amount": 1}, {"amount": "1"}]}),
                "lines.1.amount needs a number.",
            ),
            (
                json!({"lines": [{}]}),
                "lines.0.amount is missing. It needs a number.",
            ),
            (
                json!({"lines": [{"amount": 1, "more": 1}]}),
                "lines.0.more is not a field of this request.",
            ),
            (json!({"lines": ["x"]}), "lines.0 needs a group of fields."),
            (
                json!({"days": ["2026-02-30"]}),
                "days.0 needs a date as YYYY-MM-DD.",
            ),
            (
                json!({"byName": {"a": "x"}}),
                "byName.a needs a whole number, 0 or more.",
            ),
            (
                json!({"nobodyAsked": 1}),
                "nobodyAsked is not a field of this request.",
            ),
            (
                json!(null),
                "The request does not have the fields that it needs.",
            ),
            (
                json!("text"),
                "The request does not have the fields that it needs.",
            ),
        ] {
            let refused = json::<Every>(sent).unwrap_err();
            assert_eq!(refused.message, message);
            plain(&refused.message.replace("byName.a", ""));
        }
    }

    #[test]
    fn a_query_is_asked_for_in_the_same_words() {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        struct Page {
            limit: Option<u32>,
            day: NaiveDate,
        }
        for (sent, message) in [
            (
                "limit=x&day=2026-01-02",
                "limit needs a whole number, 0 or more.",
            ),
            (
                "limit=-1&day=2026-01-02",
                "limit needs a whole number, 0 or more.",
            ),
            ("limit=1&day=tomorrow", "day needs a date as YYYY-MM-DD."),
            ("limit=1", "day is missing. It needs a date as YYYY-MM-DD."),
            (
                "day=2026-01-02&page=2",
                "page is not a field of this request.",
            ),
            (
                "day=2026-01-02&day=2026-01-03",
                "day is given more than once.",
            ),
        ] {
            let refused = query::<Page>(sent).unwrap_err();
            assert_eq!(refused.message, message);
            plain(&refused.message);
        }
        let read = json::<Every>(json!({"lines": [{"amount": 2}]})).unwrap();
        assert!((read.lines[0].amount - 2.0).abs() < f64::EPSILON);
        let read = query::<Page>("limit=2&day=2026-01-02").unwrap();
        assert_eq!(
            (read.limit, read.day.to_string().as_str()),
            (Some(2), "2026-01-02")
        );
    }
}

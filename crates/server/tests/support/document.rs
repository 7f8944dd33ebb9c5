// SPDX-License-Identifier: AGPL-3.0-or-later

//! Every answer that a test receives is held against the OpenAPI document: its status must be one that the
//! operation lists, and its body must satisfy the schema given for it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::{Registry, Resource, Validator};
use reqwest::Method;
use salal_server::app;
use serde_json::{Value, json};

use super::Answer;

static DOCUMENT: LazyLock<Value> = LazyLock::new(app::openapi);
static REGISTRY: LazyLock<Registry<'static>> = LazyLock::new(|| {
    Registry::new()
        .add(NAME, Resource::from_contents(DOCUMENT.clone()))
        .expect("the document has a name")
        .prepare()
        .expect("its references resolve")
});
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

const NAME: &str = "urn:salal:openapi";

/// Holds an answer of the API against the document. A path that is no operation has nothing to be held
/// against.
#[track_caller]
pub(super) fn check(method: &Method, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap_or(path);
    let verb = method.as_str().to_lowercase();
    let Some((template, operation)) = operation(&verb, path) else {
        return;
    };
    let status = answer.status.to_string();
    let mut listed = &operation["responses"][&status];
    assert!(
        !listed.is_null(),
        "{method} {template} answered {status}, which the document does not list: {}",
        answer.body
    );
    if let Some(shared) = listed["$ref"].as_str() {
        listed = DOCUMENT
            .pointer(shared.trim_start_matches('#'))
            .expect("a shared response");
    }
    let Some(content) = listed["content"].as_object() else {
        assert!(
            answer.bytes.is_empty(),
            "{method} {template} answers no body with {status}"
        );
        return;
    };
    let (media_type, body) = content.iter().next().expect("one media type");
    if !media_type.ends_with("json") {
        return;
    }
    assert!(
        answer.content_type.starts_with(media_type.as_str()),
        "{method} {template} {status}: {} is not {media_type}",
        answer.content_type
    );
    let validator = validator(&body["schema"]);
    let faults: Vec<String> = validator
        .iter_errors(&answer.body)
        .map(|fault| format!("{} at {}", fault, fault.instance_path()))
        .collect();
    assert!(
        faults.is_empty(),
        "{method} {template} {status} is not as documented: {faults:#?}\n{}",
        answer.body
    );
}

/// The operation that serves a path; one with fewer parameters goes first, as in the router.
fn operation(verb: &str, path: &str) -> Option<(&'static str, &'static Value)> {
    let asked: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    DOCUMENT["paths"]
        .as_object()?
        .iter()
        .filter_map(|(template, item)| Some((template, item.get(verb)?)))
        .filter(|(template, _)| {
            let parts: Vec<&str> = template.split('/').collect();
            parts.len() == asked.len()
                && parts
                    .iter()
                    .zip(&asked)
                    .all(|(part, word)| part.starts_with('{') || part == word)
        })
        .min_by_key(|(template, _)| template.matches('{').count())
        .map(|(template, operation)| (template.as_str(), operation))
}

fn validator(schema: &Value) -> Arc<Validator> {
    let mut known = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known.entry(schema.to_string()).or_insert_with(|| {
        let mut schema = schema.clone();
        absolute(&mut schema);
        let made = jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .with_registry(&REGISTRY)
            .build(&schema);
        Arc::new(made.expect("a schema of the document is one"))
    });
    Arc::clone(found)
}

/// Points the references of a schema into the document.
fn absolute(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(target)) = map.get("$ref") {
                let target = format!("{NAME}{target}");
                map.insert("$ref".into(), json!(target));
            }
            map.values_mut().for_each(absolute);
        }
        Value::Array(all) => all.iter_mut().for_each(absolute),
        _ => {}
    }
}

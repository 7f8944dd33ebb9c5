// SPDX-License-Identifier: AGPL-3.0-or-later

//! The OpenAPI document says of every operation what a programmer outside needs: what it is for, what each
//! parameter means, an example of what it takes and answers. That the answers are as documented is held by
//! the client of all tests (`support::document`).

use boon::{Compiler, Schemas};
use salal_server::app;
use serde_json::Value;

const NAME: &str = "https://salal.example.org/openapi.json";

/// Every operation with its method and path.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().expect("operations");
            item.iter()
                .map(move |(verb, operation)| (format!("{verb} {path}"), operation))
        })
        .collect()
}

#[test]
fn every_operation_is_described() {
    let document = app::openapi();
    let tags: Vec<&str> = document["tags"]
        .as_array()
        .expect("tags")
        .iter()
        .map(|tag| {
            assert!(tag["description"].is_string(), "{tag}");
            tag["name"].as_str().expect("a name")
        })
        .collect();
    let mut without_words = Vec::new();
    for (name, operation) in operations(&document) {
        let tag = operation["tags"][0].as_str().unwrap_or_default();
        assert!(tags.contains(&tag), "{name} has the tag {tag:?}");
        for words in ["summary", "description"] {
            let text = operation[words].as_str().unwrap_or_default();
            assert!(text.len() > 3, "{name} has no {words}");
        }
        let parameters = operation["parameters"].as_array().expect("parameters");
        without_words.extend(
            parameters
                .iter()
                .filter(|one| one["$ref"].is_null() && one["description"].is_null())
                .map(|one| format!("{name}: {}", one["name"])),
        );
    }
    assert_eq!(
        without_words,
        Vec::<String>::new(),
        "parameters without a description"
    );
}

#[test]
fn every_example_is_as_its_schema_says() {
    let document = app::openapi();
    let mut compiler = Compiler::new();
    compiler.enable_format_assertions();
    compiler
        .add_resource(NAME, document.clone())
        .expect("the document has a name");
    let mut schemas = Schemas::new();
    let mut faults = Vec::new();
    let mut seen = 0;
    for (name, operation) in operations(&document) {
        let (verb, path) = name.split_once(' ').expect("a method and a path");
        let place = format!("/paths/{}/{verb}", path.replace('/', "~1"));
        let responses = operation["responses"].as_object().expect("responses");
        let mut bodies = vec![("/requestBody".to_owned(), &operation["requestBody"])];
        bodies.extend(
            responses
                .iter()
                .map(|(status, response)| (format!("/responses/{status}"), response)),
        );
        for (part, body) in bodies {
            let content = &body["content"]["application/json"];
            if content.is_null() {
                continue;
            }
            seen += 1;
            let pointer = format!("{place}{part}/content/application~1json/schema");
            let pointer = pointer.replace('{', "%7B").replace('}', "%7D");
            let made = compiler.compile(&format!("{NAME}#{pointer}"), &mut schemas);
            let index = made.unwrap_or_else(|fault| panic!("{pointer}: {fault}"));
            if let Err(fault) = schemas.validate(&content["example"], index) {
                faults.push(format!("{name}{part}: {fault}"));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(seen > 250, "only {seen} bodies have an example");
}

#[test]
fn no_two_types_share_a_name() {
    let document = app::openapi();
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    // The generator numbers a second type of the same name.
    let numbered: Vec<&String> = schemas
        .keys()
        .filter(|name| {
            name.ends_with(|last: char| last.is_ascii_digit()) || name.ends_with("InputInput")
        })
        .collect();
    assert_eq!(numbered, Vec::<&String>::new());
}

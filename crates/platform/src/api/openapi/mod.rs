// SPDX-License-Identifier: AGPL-3.0-or-later

//! Generates the OpenAPI 3.1 document from the route table. Every operation has its roles as
//! `x-roles`, its scope as `x-scope` and its audit as `x-audit`, an example of what it takes and answers, and
//! exactly the refusals it can answer.

mod examples;
mod files;
mod refusals;
mod schemas;

use serde_json::{Map, Value, json};

pub use files::FileField;
pub(in crate::api) use files::files_of;
pub(super) use schemas::Schemas;

use super::authorization::{Access, Audit, ScopePolicy};
use super::problem::Problem;
use super::route_table::{Method, Route, Tag};

/// Generates the document for these routes. `version` is the product's version.
pub fn document(rows: &[Route], version: &str) -> Value {
    let mut schemas = Schemas::new();
    let problem = schemas.response::<Problem>();
    debug_assert!(problem.get("$ref").is_some(), "shared by every refusal");
    let mut paths: Map<String, Value> = Map::new();
    let mut tags: Vec<Tag> = Vec::new();
    for row in rows {
        let operation = operation(row, &mut schemas);
        let item = paths
            .entry(format!("/api{}", row.path.trim_end_matches('/')))
            .or_insert_with(|| json!({}));
        item[row.method.name().to_lowercase()] = operation;
        if !tags.contains(&row.tag) {
            tags.push(row.tag);
        }
    }
    let (components, names) = schemas.finish();
    let mut paths = Value::Object(paths);
    names.rename(&mut paths);
    add_examples(&mut paths, &components);
    let tags: Vec<Value> = tags
        .iter()
        .map(|tag| json!({"name": tag.name, "description": tag.description}))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Salal",
            "description": "Online prescription renewal for British Columbia. Printed from the route table.",
            "version": version,
            "contact": {"name": "Salal's developers", "url": "https://salal.example.org"},
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "servers": [{"url": "/", "description": "This installation."}],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": refusals::components(),
            "parameters": {"IdempotencyKey": {
                "name": "Idempotency-Key", "in": "header", "required": false,
                "description": "One per click; the same key answers the same for 24 hours. An answer that is kept under it, because something \
                    was done, has the header Idempotency-Kept.",
                "schema": {"type": "string", "maxLength": 255},
                "example": "0192f0c47a107c3e8b1d3d5c1f6a9e20",
            }},
            "securitySchemes": {"token": {
                "type": "apiKey", "in": "header", "name": "x-access-token",
                "description": "The token that a sign-in answers.",
            }},
        },
    })
}

fn operation(row: &Route, schemas: &mut Schemas) -> Value {
    let described = (row.describe)(schemas);
    let mut parameters = parameters_of(&described.path, "path");
    parameters.extend(parameters_of(&described.query, "query"));
    if row.method != Method::Get {
        parameters.push(json!({"$ref": "#/components/parameters/IdempotencyKey"}));
    }
    let (status, answer) = described.answer;
    let mut good = json!({"description": match status {
        201 => "Created.",
        204 => "Done; there is nothing to answer.",
        _ => "Done.",
    }});
    for (content_type, schema) in answer {
        good["content"][content_type] = json!({"schema": schema});
    }
    let mut responses = Map::new();
    responses.insert(status.to_string(), good);
    let takes = described.body.as_ref().map(|(media_type, _)| *media_type);
    responses.extend(refusals::responses(row, takes));
    let (roles, security) = match row.access {
        Access::Roles(roles) => (
            roles.iter().map(|r| r.code()).collect(),
            json!([{"token": []}]),
        ),
        Access::AnySignedIn => (vec!["any"], json!([{"token": []}])),
        Access::ByLink(_) => (vec!["link"], json!([])),
        Access::Public(_) => (vec!["public"], json!([])),
    };
    let mut operation = json!({
        "operationId": operation_id(row),
        "summary": row.summary.trim_end_matches('.'),
        "description": description(row),
        "tags": [row.tag.name],
        "parameters": parameters,
        "responses": responses,
        "security": security,
        "x-roles": roles,
        "x-scope": match row.scope {
            ScopePolicy::OwnRecords => "own records",
            ScopePolicy::AnyPatient => "any patient",
            ScopePolicy::NoPatient(_) => "no patient",
        },
        "x-audit": match row.audit { Audit::PatientRecord(_) => "patient record", Audit::Untraced(_) => "none" },
    });
    if let Some((content_type, schema)) = described.body {
        operation["requestBody"] =
            json!({"required": true, "content": {content_type: {"schema": schema}}});
    }
    operation
}

/// Who may call the operation, on whose records, and whether that is written to the audit log.
fn description(row: &Route) -> String {
    let who = match row.access {
        Access::Roles(roles) => {
            let names: Vec<_> = roles.iter().map(|role| role.code()).collect();
            format!("For {}.", names.join(", "))
        }
        Access::AnySignedIn => "For everyone who is signed in.".into(),
        Access::ByLink(why) => format!("By an emailed link: {why}."),
        Access::Public(why) => format!("Public: {why}."),
    };
    let whose = match row.scope {
        ScopePolicy::OwnRecords => "Reaches the caller's own records.".into(),
        ScopePolicy::AnyPatient => {
            "Reaches every patient's records for staff, and their own for patients.".into()
        }
        ScopePolicy::NoPatient(what) => format!("Reaches no patient's records: {what}."),
    };
    let audit = match row.audit {
        Audit::PatientRecord(_) => "Written to the audit log.".into(),
        Audit::Untraced(why) => format!("Not written to the audit log: {why}."),
    };
    format!("{who} {whose} {audit}")
}

/// Gives every request and every good response an example.
fn add_examples(paths: &mut Value, definitions: &Map<String, Value>) {
    let operations = paths
        .as_object_mut()
        .into_iter()
        .flat_map(|paths| paths.values_mut())
        .filter_map(Value::as_object_mut)
        .flat_map(|item| item.values_mut());
    for operation in operations {
        let responses = operation["responses"].as_object_mut();
        let mut bodies: Vec<&mut Value> = responses
            .into_iter()
            .flat_map(|all| all.values_mut())
            .filter_map(|response| response.get_mut("content"))
            .collect();
        // A second borrow of the operation: the request's body lies beside the responses.
        for content in bodies.drain(..) {
            add_example(content, definitions);
        }
        if let Some(content) = operation
            .get_mut("requestBody")
            .and_then(|body| body.get_mut("content"))
        {
            add_example(content, definitions);
        }
    }
}

fn add_example(content: &mut Value, definitions: &Map<String, Value>) {
    for (media_type, body) in content.as_object_mut().into_iter().flatten() {
        if media_type == "application/json" || media_type == "multipart/form-data" {
            let example = examples::example(&body["schema"], definitions);
            body["example"] = example;
        }
    }
}

/// `PUT /prescription/medication/updateStatus` becomes `putPrescriptionMedicationUpdateStatus`, unless the
/// row names the operation itself.
fn operation_id(row: &Route) -> String {
    if let Some(name) = row.name {
        return name.into();
    }
    let mut id = row.method.name().to_lowercase();
    for word in row
        .path
        .split(['/', '{', '}', '-'])
        .filter(|word| !word.is_empty())
    {
        let mut letters = word.chars();
        id.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        id.extend(letters);
    }
    if row.path == "/" {
        format!("{id}Root")
    } else {
        id
    }
}

fn parameters_of(schema: &schemars::Schema, place: &str) -> Vec<Value> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|all| all.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    properties
        .iter()
        .map(|(name, schema)| {
            let mut schema = schema.clone();
            let described = schema
                .as_object_mut()
                .and_then(|schema| schema.remove("description"));
            let mut parameter = json!({
                "name": name, "in": place, "schema": schema,
                "required": place == "path" || required.contains(&name.as_str()),
            });
            if let Some(description) = described {
                parameter["description"] = description;
            }
            parameter
        })
        .collect()
}

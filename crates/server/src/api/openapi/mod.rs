// SPDX-License-Identifier: AGPL-3.0-or-later

//! Generates the OpenAPI 3.1 document from the route table. Every operation has its roles as
//! `x-roles`, its scope as `x-scope` and its audit as `x-audit`.

mod schemas;

use serde_json::{Map, Value, json};

pub(super) use schemas::Schemas;

use super::authorization::{Access, Audit, ScopePolicy};
use super::route_table::{Method, Route};

/// Generates the document for these routes. `version` is the product's version.
pub fn document(rows: &[Route], version: &str) -> Value {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for row in rows {
        let operation = operation(row, &mut schemas);
        let item = paths
            .entry(format!("/api{}", row.path))
            .or_insert_with(|| json!({}));
        item[row.method.name().to_lowercase()] = operation;
    }
    let (mut components, names) = schemas.finish();
    components.insert("Problem".into(), problem());
    let mut paths = Value::Object(paths);
    names.rename(&mut paths);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Salal",
            "description": "Online prescription renewal for British Columbia. Printed from the table of calls.",
            "version": version,
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "apiKey", "in": "header", "name": "x-access-token"}},
        },
    })
}

fn operation(row: &Route, schemas: &mut Schemas) -> Value {
    let described = (row.describe)(schemas);
    let mut parameters = parameters_of(&described.path, "path");
    parameters.extend(parameters_of(&described.query, "query"));
    if row.method != Method::Get {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "One per click; the same key answers the same for 24 hours.",
            "schema": {"type": "string", "maxLength": 255},
        }));
    }
    let (status, answer) = described.answer;
    let mut good = json!({"description": "Done."});
    if let Some((content_type, schema)) = answer {
        good["content"] = json!({content_type: {"schema": schema}});
    }
    let mut responses = Map::new();
    responses.insert(status.to_string(), good);
    let refusals: &[&str] = match row.access {
        Access::Public(_) | Access::ByLink(_) => &[
            "400", "404", "409", "413", "415", "422", "429", "500", "502",
        ],
        Access::AnySignedIn | Access::Roles(_) => &[
            "400", "401", "403", "404", "409", "413", "415", "422", "429", "500", "502",
        ],
    };
    for refusal in refusals {
        responses.insert((*refusal).into(), json!({
            "description": "Refused.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }));
    }
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
        "summary": row.summary,
        "tags": [row.path.split('/').nth(1).unwrap_or("root")],
        "parameters": parameters,
        "responses": responses,
        "security": security,
        "x-roles": roles,
        "x-scope": match row.scope {
            ScopePolicy::OwnRecords => "own records",
            ScopePolicy::AnyPatient => "any patient",
            ScopePolicy::NoPatient(_) => "no patient",
        },
        "x-audit": match row.audit { Audit::PatientRecord => "patient record", Audit::Untraced(_) => "none" },
    });
    if let Some((content_type, schema)) = described.body {
        operation["requestBody"] =
            json!({"required": true, "content": {content_type: {"schema": schema}}});
    }
    operation
}

/// `PUT /prescription/medication/updateStatus` becomes `putPrescriptionMedicationUpdateStatus`. A hyphen
/// becomes an underscore: some paths of the contract differ in nothing else.
fn operation_id(row: &Route) -> String {
    let mut id = row.method.name().to_lowercase();
    for word in row
        .path
        .split(['/', '{', '}'])
        .filter(|word| !word.is_empty())
    {
        let mut letters = word.chars();
        id.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        id.extend(letters.map(|letter| if letter == '-' { '_' } else { letter }));
    }
    id
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
            json!({
                "name": name, "in": place, "schema": schema,
                "required": place == "path" || required.contains(&name.as_str()),
            })
        })
        .collect()
}

fn problem() -> Value {
    json!({
        "type": "object",
        "required": ["message", "code", "errors", "requestId"],
        "properties": {
            "message": {"type": "string"},
            "code": {"type": "string"},
            "errors": {"type": "array", "items": {
                "type": "object", "required": ["field", "message"],
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            }},
            "requestId": {"type": "string"},
            "retryAfterSeconds": {"type": "integer"},
            "current": {"description": "The newest version of the record, when a stale one was refused."},
        },
    })
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Which refusals an operation can answer: those that follow from its access, its path and its body, and
//! those its row in the route table names.

use serde_json::{Map, Value, json};

use crate::api::authorization::Access;
use crate::api::problem::{MEDIA_TYPE, title};
use crate::api::route_table::{Method, Route};
use crate::error::Kind;

/// Every kind of error, in the order of its status.
const KINDS: [Kind; 12] = [
    Kind::Malformed,
    Kind::NotSignedIn,
    Kind::NotAllowed,
    Kind::NotFound,
    Kind::Conflict,
    Kind::TooLarge,
    Kind::WrongType,
    Kind::Invalid,
    Kind::TooMany,
    Kind::Broken,
    Kind::OutsideDown,
    Kind::Unavailable,
];

/// Whether a route can answer this kind of error. `body` is the media type of its request body.
pub(super) fn can_answer(row: &Route, body: Option<&str>, kind: Kind) -> bool {
    let command = row.method != Method::Get;
    let signed_in = matches!(row.access, Access::Roles(_) | Access::AnySignedIn);
    let follows = match kind {
        // Any address can contain an invalid character; any call can meet a database that does not answer.
        Kind::Malformed | Kind::Broken | Kind::Unavailable => true,
        Kind::NotSignedIn => signed_in,
        Kind::NotAllowed => matches!(row.access, Access::Roles(_)),
        Kind::NotFound => row.path.contains('{'),
        // An Idempotency-Key in use, and one used for another request.
        Kind::Conflict | Kind::Invalid => command,
        Kind::TooLarge => body.is_some(),
        Kind::WrongType => body.is_some_and(|body| body != "application/octet-stream"),
        Kind::TooMany => command && !signed_in,
        Kind::OutsideDown => false,
    };
    follows || row.refusals.contains(&kind)
}

/// The responses of an operation's refusals, as references to the shared ones.
pub(super) fn responses(row: &Route, body: Option<&str>) -> Map<String, Value> {
    KINDS
        .into_iter()
        .filter(|kind| can_answer(row, body, *kind))
        .map(|kind| {
            let target = format!("#/components/responses/{}", name(kind));
            (kind.status().to_string(), json!({ "$ref": target }))
        })
        .collect()
}

/// The shared responses, one per kind of error.
pub(super) fn components() -> Map<String, Value> {
    KINDS
        .into_iter()
        .map(|kind| (name(kind), component(kind)))
        .collect()
}

fn component(kind: Kind) -> Value {
    let waits = matches!(kind, Kind::TooMany | Kind::Unavailable);
    let mut example = json!({
        "type": "urn:salal:problem:EXAMPLE",
        "title": title(kind),
        "status": kind.status(),
        "detail": "What happened, what was kept, what to do.",
        "message": "What happened, what was kept, what to do.",
        "code": "EXAMPLE",
        "errors": [],
        "requestId": "0192f0c4-7a10-7c3e-8b1d-3d5c1f6a9e20",
    });
    if kind == Kind::Invalid {
        example["errors"] =
            json!([{"field": "email", "message": "Please enter an email address."}]);
    }
    if waits {
        example["retryAfterSeconds"] = json!(60);
    }
    let mut response = json!({
        "description": format!("{}.", title(kind)),
        "content": {MEDIA_TYPE: {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": example,
        }},
    });
    if waits {
        response["headers"] = json!({"Retry-After": {
            "description": "Seconds to wait before trying again.",
            "schema": {"type": "integer", "minimum": 0},
        }});
    }
    response
}

fn name(kind: Kind) -> String {
    format!("{kind:?}")
}

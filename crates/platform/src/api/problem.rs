// SPDX-License-Identifier: AGPL-3.0-or-later

//! The body of every refusal: a problem document (RFC 9457) with the members of decision 147 beside the
//! standard ones. The same type is written by the router and described in the OpenAPI document.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Kind};

/// The media type of a problem document.
pub(super) const MEDIA_TYPE: &str = "application/problem+json";

/// Why a request was refused.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Problem {
    /// Identifies the kind of problem: `urn:salal:problem:` and the code.
    pub r#type: String,
    /// The meaning of the status in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// For the user: what happened, what was kept, what to do. The same text as `message`.
    pub detail: String,
    /// For the user: what happened, what was kept, what to do.
    pub message: String,
    /// Stable, for programs: `STALE_VERSION`.
    pub code: String,
    /// Invalid values, one entry per fault.
    pub errors: Vec<FieldProblem>,
    /// The id under which the server's log has this request.
    pub request_id: String,
    /// Seconds to wait before trying again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<i64>,
    /// The current version of the record, when the caller's version was stale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<Value>,
}

/// What is wrong with one field of a request.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FieldProblem {
    /// The field as the request names it; parts of a list by their place: `medications.0.name`.
    pub field: String,
    /// For the user, shown beside the field.
    pub message: String,
}

impl Problem {
    /// What the caller is told of an error; its cause is not included.
    pub(super) fn new(error: &Error, request_id: &str) -> Self {
        let errors = error.faults.iter().map(|fault| FieldProblem {
            field: fault.field.clone(),
            message: fault.message.clone(),
        });
        Self {
            r#type: format!("urn:salal:problem:{}", error.code),
            title: title(error.kind).into(),
            status: error.kind.status(),
            detail: error.message.clone(),
            message: error.message.clone(),
            code: error.code.into(),
            errors: errors.collect(),
            request_id: request_id.into(),
            retry_after_seconds: error.retry_after_seconds,
            current: error.current.clone(),
        }
    }
}

/// The meaning of a kind of error in a few words.
pub(super) fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::Malformed => "The request cannot be read",
        Kind::NotSignedIn => "Not signed in",
        Kind::NotAllowed => "Not allowed",
        Kind::NotFound => "Not found",
        Kind::Conflict => "In conflict with the current state",
        Kind::TooLarge => "Too large",
        Kind::WrongType => "Unsupported media type",
        Kind::Invalid => "Invalid values",
        Kind::TooMany => "Too many requests",
        Kind::OutsideDown => "An outside service does not answer",
        Kind::Unavailable => "Not available at the moment",
        Kind::Broken => "Internal error",
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The payload of a job as it is stored. A payload that only names records is stored as it is: it still works
//! when the master key is lost. Everything else (a message with its address, a code, a link, a cover page)
//! is sealed for its own row from the moment it is queued, and emptied when the job has ended. Whether to seal is
//! decided by the content, so that a new kind of job cannot forget it.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::context::Context;
use crate::sealing::{self, KeyUse, Place, RowName, SealedColumn, SealedForm, WhenLost};

/// The only field of a sealed payload.
const SEALED: &str = "sealed";

/// The payloads of jobs, for whoever counts and rotates what is sealed.
pub(crate) fn sealed() -> [SealedColumn; 1] {
    [SealedColumn {
        called: ("message that waits", "messages that wait"),
        table: "job",
        key: "id",
        named_by: RowName::Id,
        column: "payload",
        form: SealedForm::JobPayload,
        what: KeyUse::JobPayload,
        among: "state IN ('queued', 'running', 'given_up')",
        when_lost: WhenLost::Kept,
    }]
}

/// The row a payload is sealed for.
fn row(kind: &str, id: Uuid) -> String {
    format!("{kind} {id}")
}

/// The place a payload is sealed for.
fn place(row: &str) -> Place<'_> {
    Place {
        table: "job",
        column: "payload",
        row,
    }
}

/// Whether nothing but ids, days and yes or no is in it.
fn names_records_only(payload: &Value) -> bool {
    match payload {
        Value::Null | Value::Bool(_) => true,
        // A code may be a number.
        Value::Number(_) => false,
        Value::String(text) => is_id(text) || text.parse::<chrono::NaiveDate>().is_ok(),
        Value::Array(items) => items.iter().all(names_records_only),
        Value::Object(fields) => fields.values().all(names_records_only),
    }
}

/// An id as we write them; a token without hyphens is none.
fn is_id(text: &str) -> bool {
    text.len() == 36 && Uuid::try_parse(text).is_ok()
}

/// The payload as it is stored; `public` when anybody may read it.
pub(super) fn stored(ctx: &Context, kind: &str, id: Uuid, payload: Value, public: bool) -> Value {
    if public || names_records_only(&payload) {
        return payload;
    }
    let text = payload.to_string();
    let row = row(kind, id);
    let sealed = sealing::seal(ctx, KeyUse::JobPayload, place(&row), text.as_bytes());
    json!({ SEALED: sealed })
}

fn content(stored: &Value) -> Option<&str> {
    let fields = stored.as_object().filter(|fields| fields.len() == 1)?;
    fields.get(SEALED)?.as_str()
}

/// A stored payload, opened.
pub(super) struct Opened {
    /// `None` if it was sealed with a key that the settings do not have, or for another job.
    pub(super) payload: Option<Value>,
    pub(super) was_sealed: bool,
}

/// Opens a stored payload. Those that an earlier version queued are not sealed.
pub(super) fn open(ctx: &Context, kind: &str, id: Uuid, stored: Value) -> Opened {
    let Some(text) = content(&stored) else {
        return Opened {
            payload: Some(stored),
            was_sealed: false,
        };
    };
    let row = row(kind, id);
    let opened = sealing::open(ctx, KeyUse::JobPayload, place(&row), text);
    Opened {
        payload: opened
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok()),
        was_sealed: true,
    }
}

/// What is left when the content is no longer needed.
pub(super) fn emptied() -> Value {
    json!({})
}

#[cfg(test)]
mod tests {
    use super::{is_id, names_records_only};
    use serde_json::json;

    #[test]
    fn only_ids_and_days_are_stored_in_the_open() {
        let id = "0198a000-0000-7000-8000-000000000001";
        for open in [
            json!({"person": id}),
            json!({"fax": id, "cover": null}),
            json!({"note": id, "way": id, "again": true}),
            json!("2026-11-25"),
            json!([id, id]),
        ] {
            assert!(names_records_only(&open), "{open}");
        }
        for secret in [
            json!({"to": "6045550142", "body": "123456"}),
            json!({"code": 123_456}),
            json!({"person": id, "more": {"code": "123456"}}),
            json!("20261125"),
            json!({"token": "0198a000000070008000000000000001"}),
            json!([id, "wren@mail.example"]),
            json!({"token": "ab".repeat(32)}),
        ] {
            assert!(!names_records_only(&secret), "{secret}");
        }
        assert!(!is_id(&format!("{{{id}}}")));
    }
}

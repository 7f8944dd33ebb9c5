// SPDX-License-Identifier: AGPL-3.0-or-later

//! Spans as OTLP writes them in JSON (opentelemetry.io/docs/specs/otlp, "JSON Protobuf Encoding"): ids in hexadecimal
//! digits, whole numbers of 64 bits as text.

use serde_json::{Value as Json, json};

use super::attribute::{Attribute, Value};
use super::span::Span;
use crate::context::Context;
use crate::settings::Environment;

/// The status of a span that failed.
const FAILED: u8 = 2;

/// Who sends: this program, its version, and a random id of this process.
pub(super) fn resource(ctx: &Context) -> Json {
    let environment = match ctx.settings.environment {
        Environment::Dev => "dev",
        Environment::Auto => "auto",
        Environment::Test => "test",
        Environment::Prod => "prod",
    };
    let pairs = [
        ("service.name", "salal".to_owned()),
        ("service.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("service.instance.id", ctx.node.to_string()),
        ("deployment.environment.name", environment.to_owned()),
    ];
    let attributes: Vec<_> = pairs
        .into_iter()
        .map(|(key, value)| json!({"key": key, "value": {"stringValue": value}}))
        .collect();
    json!({ "attributes": attributes })
}

/// A message with these spans.
pub(super) fn message(resource: &Json, spans: &[Span]) -> Vec<u8> {
    let spans: Vec<_> = spans.iter().map(written).collect();
    let scope = json!({"name": "salal", "version": env!("CARGO_PKG_VERSION")});
    let message = json!({"resourceSpans": [{
        "resource": resource,
        "scopeSpans": [{"scope": scope, "spans": spans}],
    }]});
    message.to_string().into_bytes()
}

fn written(span: &Span) -> Json {
    let began = span.began.timestamp_nanos_opt().unwrap_or_default();
    let taken = i64::try_from(span.taken.as_nanos()).unwrap_or(i64::MAX);
    let attributes: Vec<_> = span.attributes.iter().copied().map(pair).collect();
    let mut written = json!({
        "traceId": span.trace.digits(),
        "spanId": span.id.digits(),
        "name": span.name.join(" "),
        "kind": span.kind as u8,
        "startTimeUnixNano": began.to_string(),
        "endTimeUnixNano": began.saturating_add(taken).to_string(),
        "attributes": attributes,
        "status": if span.is_failed { json!({"code": FAILED}) } else { json!({}) },
    });
    if let Some(parent) = span.parent {
        written["parentSpanId"] = parent.digits().into();
    }
    written
}

fn pair(attribute: Attribute) -> Json {
    let value = match attribute.value() {
        Value::Word(word) => json!({ "stringValue": word }),
        Value::Id(id) => json!({"stringValue": id.to_string()}),
        Value::Number(number) => json!({"intValue": number.to_string()}),
        Value::Real(number) => json!({ "doubleValue": number }),
    };
    json!({"key": attribute.name(), "value": value})
}

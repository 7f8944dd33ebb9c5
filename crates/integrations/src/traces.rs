// SPDX-License-Identifier: AGPL-3.0-or-later

//! The operator's own receiver of traces: OTLP over HTTP, as JSON. It is no service that the clinic needs, so the monitor
//! does not watch it and a hold does not stop it. Not here: what is sent, and what becomes of what could not be.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;

use crate::TraceSettings;
use crate::http::{Way, failed_before_an_answer};

/// The longest answer that is read: it has two values.
const ANSWER_LIMIT_BYTES: usize = 64 * 1024;

/// The receiver of traces.
#[derive(Debug)]
pub struct TraceReceiver {
    client: Client,
    url: String,
    headers: HeaderMap,
}

/// Why spans were not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceFailure {
    /// It can be tried again.
    #[error("{why}")]
    Away {
        /// What happened instead of an answer.
        why: String,
        /// How long the receiver asked to wait.
        retry_after_seconds: Option<u64>,
    },
    /// The receiver does not want them, nor the next time.
    #[error("refused with status {status}")]
    Refused {
        /// The status of its answer.
        status: u16,
    },
}

/// What a receiver says of the spans that it did not take.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Answer {
    partial_success: PartialSuccess,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PartialSuccess {
    /// A number, or its digits.
    rejected_spans: serde_json::Value,
}

impl Answer {
    fn rejected(&self) -> u64 {
        match &self.partial_success.rejected_spans {
            serde_json::Value::String(digits) => digits.parse().unwrap_or_default(),
            other => other.as_u64().unwrap_or_default(),
        }
    }
}

impl TraceReceiver {
    pub(crate) fn new(way: &Way, settings: &TraceSettings) -> Self {
        let mut headers = HeaderMap::new();
        for (name, value) in settings.pairs().unwrap_or_default() {
            headers.insert(name, value);
        }
        Self {
            client: way.client(),
            url: format!("{}/v1/traces", settings.endpoint.trim_end_matches('/')),
            headers,
        }
    }

    /// Sends one message, and waits no longer than this for the answer. Returns how many of its spans were not wanted.
    pub async fn send(&self, message: Vec<u8>, patience: Duration) -> Result<u64, TraceFailure> {
        let away = |why: &str| TraceFailure::Away {
            why: why.to_owned(),
            retry_after_seconds: None,
        };
        let request = self
            .client
            .post(&self.url)
            .headers(self.headers.clone())
            .header(CONTENT_TYPE, "application/json")
            .timeout(patience)
            .body(message);
        let sent = request.send().await;
        let mut response = sent.map_err(|error| away(failed_before_an_answer(&error)))?;
        let status = response.status();
        if !status.is_success() {
            // Those that OTLP says to try again, and any fault of the receiver's.
            if status.as_u16() == 429 || status.is_server_error() {
                let after = response.headers().get("retry-after");
                let after = after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
                return Err(TraceFailure::Away {
                    why: format!("it answered with status {}", status.as_u16()),
                    retry_after_seconds: after,
                });
            }
            return Err(TraceFailure::Refused {
                status: status.as_u16(),
            });
        }
        let mut body = Vec::new();
        // It has them, whatever it says of them.
        while let Ok(Some(chunk)) = response.chunk().await {
            if body.len() + chunk.len() > ANSWER_LIMIT_BYTES {
                return Ok(0);
            }
            body.extend_from_slice(&chunk);
        }
        let answer: Answer = serde_json::from_slice(&body).unwrap_or_default();
        Ok(answer.rejected())
    }
}

impl TraceSettings {
    /// The headers in the secret; `None` when they cannot be read.
    pub fn pairs(&self) -> Option<Vec<(HeaderName, HeaderValue)>> {
        let listed = self.headers.reveal().split(',').map(str::trim);
        listed
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=')?;
                let name: HeaderName = name.trim().parse().ok()?;
                let mut value: HeaderValue = value.trim().parse().ok()?;
                value.set_sensitive(true);
                Some((name, value))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;

    #[test]
    fn headers_are_listed_as_names_and_values() {
        let read = |text: &str| {
            let settings = TraceSettings {
                endpoint: String::new(),
                headers: Secret::new(text),
            };
            let pairs = settings.pairs()?;
            let pairs = pairs
                .into_iter()
                .map(|(name, value)| format!("{name}: {}", value.to_str().expect("letters")));
            Some(pairs.collect::<Vec<_>>())
        };
        assert_eq!(read(""), Some(vec![]));
        assert_eq!(
            read("Authorization=Basic YWJjZA==, x-team=renewals"),
            Some(vec![
                "authorization: Basic YWJjZA==".into(),
                "x-team: renewals".into()
            ])
        );
        for wrong in ["authorization", "a b=c", "=c", "x-team=a\u{1}b"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_receiver_says_how_many_it_did_not_take() {
        let rejected = |text: &str| {
            let answer: Answer = serde_json::from_str(text).unwrap_or_default();
            answer.rejected()
        };
        assert_eq!(rejected("{}"), 0);
        assert_eq!(rejected("{\"partialSuccess\": {}}"), 0);
        let digits =
            "{\"partialSuccess\": {\"rejectedSpans\": \"3\", \"errorMessage\": \"too old\"}}";
        assert_eq!(rejected(digits), 3);
        assert_eq!(rejected("{\"partialSuccess\": {\"rejectedSpans\": 4}}"), 4);
        assert_eq!(rejected("no JSON"), 0);
    }
}

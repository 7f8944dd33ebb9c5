// SPDX-License-Identifier: AGPL-3.0-or-later

//! The settings of traces: where they are sent, how many, and whose traces they continue.

use salal_integrations::{Secret, TraceSettings};
use serde::Deserialize;

use super::Hidden;

/// Where traces are sent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telemetry {
    /// The receiver, without `/v1/traces`; empty: none.
    pub otlp_endpoint: String,
    /// Headers for the receiver: `name=value`, several separated by commas.
    pub otlp_headers: Hidden,
    /// The share of calls and jobs that is traced.
    pub sample_ratio: f64,
    /// Whether a call is a part of the trace that a trusted proxy names.
    pub follow_proxies: bool,
}

impl Telemetry {
    /// The receiver of traces.
    pub fn receiver(&self) -> TraceSettings {
        TraceSettings {
            endpoint: self.otlp_endpoint.clone(),
            headers: Secret::new(self.otlp_headers.reveal()),
        }
    }

    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let is_web = url::Url::parse(&self.otlp_endpoint).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.query().is_none()
                && url.fragment().is_none()
                && url.username().is_empty()
                && url.password().is_none()
        });
        let has_path = self
            .otlp_endpoint
            .trim_end_matches('/')
            .ends_with("/v1/traces");
        if !self.otlp_endpoint.is_empty() && (!is_web || has_path) {
            faults.push(
                "telemetry.otlp_endpoint must be empty or a whole address without /v1/traces, such as \
                 http://127.0.0.1:4318; what proves who sends belongs in telemetry.otlp_headers"
                    .into(),
            );
        }
        if self.receiver().pairs().is_none() {
            faults.push(
                "telemetry.otlp_headers must be name=value, several separated by commas, such as authorization=Bearer …"
                    .into(),
            );
        }
        if !(0.0..=1.0).contains(&self.sample_ratio) {
            faults.push("telemetry.sample_ratio must be between 0 and 1".into());
        }
        faults
    }
}

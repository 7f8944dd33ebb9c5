// SPDX-License-Identifier: AGPL-3.0-or-later

//! The captcha: verification of tokens and the script of its checkbox. `sandbox-pass` always
//! passes, `sandbox-fail` never; a token of the checkbox passes once.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::json;

use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::fields::Fields;
use crate::state::{Operation, SandboxState};

const USED: &str = "captcha_used";

/// The captcha's addresses under `/captcha`.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new().route("/siteverify", post(verify)).route(
        "/api.js",
        get(|| async { Answer::script(include_str!("../assets/captcha.js")) }),
    )
}

fn refused(codes: &[&str]) -> Answer {
    Answer::json(200, &json!({"success": false, "error-codes": codes}))
}

async fn verify(State(state): State<SandboxState>, headers: HeaderMap, body: Bytes) -> Answer {
    let fields = Fields::body(&headers, &body);
    let operation = Operation {
        service: Service::Captcha,
        name: "verify",
        telling: true,
        key: None,
        fingerprint: String::new(),
        broken: || Answer::text(503, "Service unavailable"),
        mismatch: || refused(&["bad-request"]),
    };
    state.perform(&operation, |store, declined| {
        if fields.get("secret").is_none() {
            return refused(&["missing-input-secret"]);
        }
        let Some(response) = fields.get("response") else {
            return refused(&["missing-input-response"]);
        };
        if declined || !response.starts_with("sandbox-pass") {
            return refused(&["invalid-input-response"]);
        }
        if response != "sandbox-pass" {
            if store.get::<bool>(USED, response).is_some() {
                return refused(&["timeout-or-duplicate"]);
            }
            store.put(USED, response, &true);
        }
        let moment = chance::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
        let body = json!({"success": true, "challenge_ts": moment, "hostname": "localhost"});
        Answer::json(200, &body)
    })
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The target of the `PharmaNet` form: it says that it was reached, and keeps nothing of what
//! was typed.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::get;
use serde_json::json;

use crate::answer::Answer;
use crate::faults::Service;
use crate::fields::Fields;
use crate::ledger::{self, LedgerEntry};
use crate::state::{Operation, SandboxState};

/// The form's address.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new().route(
        "/pharmanet",
        get(|| async { page("No form was sent.") }).post(submit),
    )
}

fn page(sentence: &str) -> Answer {
    let page = format!(
        "<!doctype html><html lang=\"en-CA\" data-mantine-color-scheme=\"light\"><head><meta charset=\"utf-8\"><title>Sandbox \
         PharmaNet</title><script src=\"/page/theme.js\"></script><link rel=\"stylesheet\" href=\"/page.css\"></head><body><main \
         class=\"small\"><h1>Sandbox PharmaNet</h1><p>{sentence}</p></main></body></html>"
    );
    Answer::html(200, page)
}

async fn submit(State(state): State<SandboxState>, body: Bytes) -> Answer {
    let fields = Fields::form(&body);
    let operation = Operation {
        service: Service::Pharmanet,
        name: "open",
        telling: true,
        key: None,
        fingerprint: String::new(),
        broken: || Answer::text(503, "Service unavailable"),
        mismatch: || Answer::text(503, "Service unavailable"),
    };
    state.perform(&operation, |store, declined| {
        let missing: Vec<&str> = ["phn", "login", "password"]
            .into_iter()
            .filter(|name| fields.get(name).is_none())
            .collect();
        if declined || !missing.is_empty() {
            return page(&format!(
                "The form was refused; missing: {}.",
                missing.join(", ")
            ));
        }
        let id = store.next("pharmanet").to_string();
        let mut entry = LedgerEntry::new(Service::Pharmanet, "open", &id);
        entry.details = json!({"fields": fields.0.keys().collect::<Vec<_>>()});
        ledger::record(store, entry);
        page("The form arrived with a health number, a login and a password.")
    })
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Outbox, ledger and faults as tests and programs ask for them (decision 151).

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use serde_json::json;

use crate::answer::Answer;
use crate::faults::{self, Fault, Service};
use crate::fields::Fields;
use crate::ledger;
use crate::srfax;
use crate::state::SandboxState;

pub(super) fn query(raw: Option<String>) -> Fields {
    Fields::form(raw.unwrap_or_default().as_bytes())
}

/// `GET /outbox?channel=sms|email|fax&to=`, newest first.
pub(super) async fn outbox(State(state): State<SandboxState>, RawQuery(raw): RawQuery) -> Answer {
    let asked = query(raw);
    let channel = asked.get("channel");
    if channel.is_some_and(|channel| !["sms", "email", "fax"].contains(&channel)) {
        return refused("channel is one of sms, email, fax");
    }
    Answer::json(
        200,
        &json!(ledger::outbox(&state.store(), channel, asked.get("to"))),
    )
}

/// `GET /outbox/{id}/attachments/{index}`
pub(super) async fn attachment(
    State(state): State<SandboxState>,
    Path((id, index)): Path<(String, usize)>,
) -> Answer {
    match ledger::file(&state.store(), &id, index) {
        Some((name, kind, content)) => received(&name, &kind, content),
        None => Answer::text(404, "There is no such file."),
    }
}

/// A file as it was received. Whoever sent it declared its type and may have meant harm, so it runs nothing: what
/// is shown is a picture or a PDF, and the rest is downloaded. A PDF alone comes without the policy, under which
/// some browsers show none; no script of a PDF reaches the page.
fn received(name: &str, kind: &str, content: Vec<u8>) -> Answer {
    const PDF: &str = "application/pdf";
    let answer = if kind.eq_ignore_ascii_case(PDF) {
        Answer::bytes(PDF, content)
    } else {
        Answer::bytes(kind, content).with("content-security-policy", "sandbox")
    };
    let is_shown = kind.eq_ignore_ascii_case(PDF)
        || kind
            .split_once('/')
            .is_some_and(|(family, _)| family.eq_ignore_ascii_case("image"));
    let disposition = if is_shown {
        "inline".to_owned()
    } else {
        let plain = |sign: char| sign.is_ascii_alphanumeric() || "._- ".contains(sign);
        let name = name.replace(|sign| !plain(sign), "_");
        format!("attachment; filename=\"{name}\"")
    };
    answer
        .with("x-content-type-options", "nosniff")
        .with("content-disposition", &disposition)
}

/// `GET /ledger?service=`, newest first.
pub(super) async fn ledger(State(state): State<SandboxState>, RawQuery(raw): RawQuery) -> Answer {
    let asked = query(raw);
    let service = match asked
        .get("service")
        .map(|name| (name, Service::parse(name)))
    {
        None => None,
        Some((_, Some(service))) => Some(service),
        Some((name, None)) => return refused(&format!("{name} is not a service")),
    };
    Answer::json(200, &json!(ledger::ledger(&state.store(), service)))
}

/// `GET /faults`, oldest first.
pub(super) async fn faults(State(state): State<SandboxState>) -> Answer {
    Answer::json(200, &json!(faults::list(&state.store())))
}

/// `POST /faults {service, mode, times, operation?}`
pub(super) async fn set_fault(State(state): State<SandboxState>, body: Bytes) -> Answer {
    match serde_json::from_slice::<Fault>(&body) {
        Ok(fault) => {
            faults::set(&mut state.store(), &fault);
            Answer::json(201, &json!(fault))
        }
        Err(cause) => refused(&cause.to_string()),
    }
}

/// `DELETE /faults`
pub(super) async fn clear_faults(State(state): State<SandboxState>) -> Answer {
    let mut store = state.store();
    faults::clear(&mut store);
    srfax::set_any(&mut store, None);
    Answer::text(204, "")
}

pub(super) fn refused(message: &str) -> Answer {
    Answer::json(422, &json!({"message": message}))
}

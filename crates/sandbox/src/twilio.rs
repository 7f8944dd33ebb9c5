// SPDX-License-Identifier: AGPL-3.0-or-later

//! Twilio's message call, with the magic numbers of its test credentials; a message lands in
//! the outbox. Account and token may be any non-empty texts. Not here: status callbacks,
//! incoming messages.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::fields::{Fields, credentials, digits};
use crate::ledger::{self, LedgerEntry, Message};
use crate::state::{Operation, SandboxState};
use crate::store::Store;

const TABLE: &str = "twilio_message";

/// Twilio's addresses under `/twilio`.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new()
        .route("/2010-04-01/Accounts/{sid}/Messages.json", post(send))
        .route("/2010-04-01/Accounts/{sid}/Messages/{file}", get(retrieve))
}

fn error(status: u16, code: u32, message: &str) -> Answer {
    let more_info = format!("https://www.twilio.com/docs/errors/{code}");
    let body = json!({"code": code, "message": message, "more_info": more_info, "status": status});
    Answer::json(status, &body)
}

fn authorize(headers: &HeaderMap, sid: &str) -> Result<(), Answer> {
    match credentials(headers) {
        Some((user, secret)) if !secret.is_empty() && (user == sid || user.starts_with("SK")) => {
            Ok(())
        }
        _ => Err(error(401, 20003, "Authenticate")),
    }
}

/// A number in E.164 form.
fn well_formed(number: &str) -> bool {
    number.strip_prefix('+').is_some_and(|rest| {
        (8..=15).contains(&rest.len()) && digits(rest).len() == rest.len() && !rest.starts_with('0')
    })
}

/// What the test credentials' magic numbers answer (reference payments-and-messaging 4).
fn magic(from: &str, to: &str) -> Option<Answer> {
    let (code, message) = match (from, to) {
        ("+15005550001", _) => (21212, "The 'From' number is not valid."),
        ("+15005550007", _) => (21606, "The 'From' number is not a sender of yours."),
        ("+15005550008", _) => (21611, "The 'From' number has a full queue."),
        (_, "+15005550001") => (21211, "The 'To' number is not a valid phone number."),
        (_, "+15005550002") => (21612, "The 'To' number cannot be reached from this sender."),
        (_, "+15005550003") => (21408, "Permission to send to this region is missing."),
        (_, "+15005550004") => (21610, "Attempt to send to an unsubscribed recipient."),
        (_, "+15005550009") => (21614, "The 'To' number is not a mobile number."),
        _ => return None,
    };
    Some(error(400, code, message))
}

async fn send(
    State(state): State<SandboxState>,
    Path(sid): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    if let Err(refusal) = authorize(&headers, &sid) {
        return refusal;
    }
    let operation = Operation {
        service: Service::Twilio,
        name: "message",
        telling: true,
        key: None,
        fingerprint: String::new(),
        broken: || error(503, 20503, "Service unavailable"),
        mismatch: || error(400, 20001, "Bad request"),
    };
    let fields = Fields::form(&body);
    state.perform(&operation, |store, declined| {
        deliver(&state, store, &sid, &fields, declined).unwrap_or_else(|refusal| refusal)
    })
}

fn deliver(
    state: &SandboxState,
    store: &mut Store,
    account: &str,
    fields: &Fields,
    declined: bool,
) -> Result<Answer, Answer> {
    let to = fields
        .get("To")
        .ok_or_else(|| error(400, 21604, "A 'To' phone number is required."))?;
    if !well_formed(to) {
        return Err(error(
            400,
            21211,
            "The 'To' number is not a valid phone number.",
        ));
    }
    let from = fields
        .get("From")
        .or_else(|| fields.get("MessagingServiceSid"))
        .ok_or_else(|| error(400, 21603, "A 'From' phone number is required."))?;
    let text = fields
        .get("Body")
        .ok_or_else(|| error(400, 21602, "Message body is required."))?;
    let length = text.chars().count();
    if length > 1600 {
        return Err(error(
            400,
            21617,
            "The message body exceeds the 1600 character limit.",
        ));
    }
    if let Some(refusal) = magic(from, to) {
        return Err(refusal);
    }
    if declined {
        return Err(error(
            400,
            21610,
            "Attempt to send to an unsubscribed recipient.",
        ));
    }
    let sid = format!("SM{}", chance::hex(32));
    let segment = if text.is_ascii() { 160 } else { 70 };
    let date = chance::now().to_rfc2822();
    let message = json!({
        "sid": sid, "account_sid": account, "to": to, "from": from, "body": text,
        "status": "queued", "direction": "outbound-api", "error_code": Value::Null,
        "error_message": Value::Null, "num_segments": length.div_ceil(segment).to_string(),
        "num_media": "0", "price": Value::Null, "price_unit": "USD", "api_version": "2010-04-01",
        "date_created": date, "date_updated": date, "date_sent": Value::Null,
        "uri": format!("/2010-04-01/Accounts/{account}/Messages/{sid}.json"),
    });
    store.put(TABLE, &sid, &message);
    let links = ledger::links(text);
    let received = Message {
        channel: "sms",
        to,
        from,
        subject: "",
        text,
        html: "",
        links,
        files: Vec::new(),
    };
    let outbox = ledger::receive(store, state.public_url(), &received);
    let mut entry = LedgerEntry::new(Service::Twilio, "message", &sid);
    entry.to = Some(to.to_owned());
    entry.details = json!({"outbox": outbox});
    ledger::record(store, entry);
    Ok(Answer::json(201, &message))
}

/// `GET …/Messages/{sid}.json`: by then it is delivered.
async fn retrieve(
    State(state): State<SandboxState>,
    Path((account, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    if let Err(refusal) = authorize(&headers, &account) {
        return refusal;
    }
    let sid = file.trim_end_matches(".json");
    let Some(mut message) = state.store().get::<Value>(TABLE, sid) else {
        return error(404, 20404, "The requested resource was not found");
    };
    message["status"] = json!("delivered");
    message["date_sent"] = message["date_created"].clone();
    Answer::json(200, &message)
}

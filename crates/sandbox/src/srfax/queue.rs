// SPDX-License-Identifier: AGPL-3.0-or-later

//! `Queue_Fax`: checks the fields and the files, takes the fax, puts its pages in the outbox.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::outcome::{self, Outcome};
use super::{Fax, broken, failed, id_as_sent, pdf, success};
use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::fields::Fields;
use crate::ledger::{self, LedgerEntry, Message};
use crate::state::{Operation, SandboxState};
use crate::store::Store;

/// The real service's ids are consecutive integers from some large number.
const FIRST_ID: u64 = 7_000_000;

pub(super) fn queue(state: &SandboxState, fields: &Fields) -> Answer {
    let operation = Operation {
        service: Service::Srfax,
        name: "fax",
        telling: true,
        key: None,
        fingerprint: String::new(),
        broken,
        mismatch: broken,
    };
    state.perform(&operation, |store, declined| {
        take(state, store, fields, declined).unwrap_or_else(|refusal| refusal)
    })
}

fn all_digits(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The files: name, media type, content, pages.
fn files(fields: &Fields) -> Result<Vec<(String, Vec<u8>, usize)>, Answer> {
    let mut files = Vec::new();
    for index in 1.. {
        let Some(name) = fields.get(&format!("sFileName_{index}")) else {
            break;
        };
        let content = fields
            .get(&format!("sFileContent_{index}"))
            .and_then(|text| STANDARD.decode(text.replace([' ', '\n', '\r'], "")).ok())
            .ok_or_else(|| failed(&format!("Invalid File Content: {name}")))?;
        let pages = pdf::pages(&content)
            .filter(|pages| *pages > 0)
            .ok_or_else(|| failed(&format!("File is not a readable PDF: {name}")))?;
        files.push((name.to_owned(), content, pages));
    }
    if files.is_empty() {
        Err(failed("No Files to Fax"))
    } else {
        Ok(files)
    }
}

fn take(
    state: &SandboxState,
    store: &mut Store,
    fields: &Fields,
    declined: bool,
) -> Result<Answer, Answer> {
    if !fields
        .get("sCallerID")
        .is_some_and(|text| all_digits(text, 10))
    {
        return Err(failed("Invalid CallerID provided"));
    }
    let sender = fields
        .get("sSenderEmail")
        .filter(|text| text.contains('@'))
        .ok_or_else(|| failed("Invalid Senders Email Address"))?;
    if fields.get("sFaxType") != Some("SINGLE") {
        return Err(failed("Invalid Fax Type"));
    }
    let to = fields
        .get("sToFaxNumber")
        .filter(|text| all_digits(text, 11) && text.starts_with('1'))
        .ok_or_else(|| failed("Invalid Fax Number"))?;
    let code = fields.get("sAccountCode").unwrap_or_default();
    if code.len() > 20 {
        return Err(failed("Account Code is longer than 20 characters"));
    }
    let files = files(fields)?;
    if declined {
        return Err(failed("Fax number is blocked"));
    }
    let at_hand = outcome::take(store, to);
    let outcome = at_hand.map_or_else(|| Outcome::of(to), Outcome::from);
    let once = matches!(outcome, Outcome::BreaksOnce | Outcome::LosesAnswerOnce);
    let name = format!("{to}/{code}");
    let first = once && store.get::<bool>("fax_tried", &name).is_none();
    if first {
        store.put("fax_tried", &name, &true);
    }
    if first && outcome == Outcome::BreaksOnce {
        return Err(broken());
    }
    let id = FIRST_ID + store.next("fax");
    let pages_of: Vec<usize> = files.iter().map(|(_, _, pages)| *pages).collect();
    let pages = pages_of.iter().sum();
    let size = files.iter().map(|(_, content, _)| content.len()).sum();
    let text = format!("{pages} page(s) to {to}");
    let message = Message {
        channel: "fax",
        to,
        from: fields.get("sCallerID").unwrap_or(sender),
        subject: code,
        text: &text,
        html: "",
        links: Vec::new(),
        files: files
            .into_iter()
            .map(|(name, content, _)| (name, "application/pdf".to_owned(), content))
            .collect(),
    };
    let outbox = ledger::receive(store, state.public_url(), &message);
    let mut entry = LedgerEntry::new(Service::Srfax, "fax", &id.to_string());
    entry.idempotency_key = Some(code.to_owned()).filter(|code| !code.is_empty());
    entry.reference.clone_from(&entry.idempotency_key);
    entry.to = Some(to.to_owned());
    entry.details = json!({"pages": pages, "outbox": outbox, "retries": fields.get("sRetries")});
    ledger::record(store, entry);
    let fax = Fax {
        id,
        account_code: code.to_owned(),
        to: to.to_owned(),
        pages,
        size,
        polls: 0,
        stopped: false,
        queued: chance::unix_seconds(),
        retries: fields
            .get("sRetries")
            .and_then(|text| text.parse().ok())
            .unwrap_or_default(),
        file_name: format!("{}-{id}.pdf", chance::now().format("%Y%m%d%H%M%S")),
        outbox,
        pages_of,
        at_hand,
    };
    fax.save(store);
    Ok(success(&id_as_sent(id)).cut_when(first))
}

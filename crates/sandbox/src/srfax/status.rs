// SPDX-License-Identifier: AGPL-3.0-or-later

//! What became of faxes: `Get_FaxStatus`, `Get_MultiFaxStatus`, `Get_Fax_Outbox`, `Stop_Fax`
//! and `Retrieve_Fax`. Only a question about a fax moves it on, so no clock is needed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::outcome::Outcome;
use super::{Fax, TABLE, broken, failed, success};
use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::fields::Fields;
use crate::ledger::{self, LedgerEntry};
use crate::state::{Operation, SandboxState};

/// At which question a fax is through.
const POLLS: u32 = 2;

/// The state and error text of a fax.
pub(super) fn fax_state(fax: &Fax) -> (&'static str, &'static str) {
    match Outcome::of_fax(fax) {
        _ if fax.stopped => ("Failed", "Cancelled"),
        Outcome::Stuck => ("In Progress", ""),
        _ if fax.polls < POLLS => ("In Progress", ""),
        Outcome::Fails(why) => ("Failed", why),
        Outcome::BusyFor(times) if fax.retries < times => ("Failed", "Busy"),
        Outcome::Sent
        | Outcome::BreaksOnce
        | Outcome::LosesAnswerOnce
        | Outcome::AnswersAs(_)
        | Outcome::BusyFor(_) => ("Sent", ""),
    }
}

/// What the machine that answered calls itself: usually its own number.
pub(super) fn remote_id(fax: &Fax) -> String {
    match Outcome::of_fax(fax) {
        Outcome::AnswersAs(name) => name.to_owned(),
        _ => fax.to.clone(),
    }
}

fn shown(fax: &Fax) -> Value {
    let (status, error) = fax_state(fax);
    let done = status != "In Progress";
    let moment = |seconds: i64| {
        let time: DateTime<Utc> = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
        time.format("%b %d/%y %I:%M %p").to_string()
    };
    let sent = chance::unix_seconds();
    json!({
        "FileName": format!("{}|{}", fax.file_name, fax.id),
        "SentStatus": status,
        "DateQueued": moment(fax.queued),
        "DateSent": if done { moment(sent) } else { String::new() },
        "EpochTime": if done { json!(sent) } else { json!("") },
        "ToFaxNumber": fax.to,
        "Pages": fax.pages.to_string(),
        "Duration": if done { "42" } else { "0" },
        "RemoteID": if status == "Sent" { remote_id(fax) } else { String::new() },
        "ErrorCode": error,
        "Size": fax.size.to_string(),
        "AccountCode": fax.account_code,
    })
}

fn operation(name: &'static str, telling: bool) -> Operation<'static> {
    Operation {
        service: Service::Srfax,
        name,
        telling,
        key: None,
        fingerprint: String::new(),
        broken,
        mismatch: broken,
    }
}

/// `Get_FaxStatus`
pub(super) fn one(state: &SandboxState, fields: &Fields) -> Answer {
    state.perform(&operation("status", false), |store, _| {
        let id = fields.get("sFaxDetailsID").unwrap_or_default();
        let Some(mut fax) = Fax::find(store, id) else {
            return failed("FaxDetailsID Not Found");
        };
        fax.polls += 1;
        fax.save(store);
        success(&shown(&fax))
    })
}

/// `Get_MultiFaxStatus`
pub(super) fn many(state: &SandboxState, fields: &Fields) -> Answer {
    state.perform(&operation("status", false), |store, _| {
        let mut all = Vec::new();
        for id in fields.get("sFaxDetailsID").unwrap_or_default().split('|') {
            let mut status = match Fax::find(store, id) {
                None => json!({"SentStatus": "Unknown", "ErrorCode": "FaxDetailsID Not Found"}),
                Some(mut fax) => {
                    fax.polls += 1;
                    fax.save(store);
                    shown(&fax)
                }
            };
            status["FaxDetailsID"] = json!(id);
            all.push(status);
        }
        success(&json!(all))
    })
}

/// `Get_Fax_Outbox`: every fax, newest first, whatever the period asked for.
pub(super) fn outbox(state: &SandboxState) -> Answer {
    state.perform(&operation("outbox", false), |store, _| {
        let mut faxes = store.all::<Fax>(TABLE);
        faxes.sort_by_key(|fax| std::cmp::Reverse(fax.id));
        let listed: Vec<Value> = faxes
            .iter()
            .map(|fax| {
                let mut entry = shown(fax);
                entry["FaxDetailsID"] = super::id_as_sent(fax.id);
                entry
            })
            .collect();
        success(&json!(listed))
    })
}

/// `Stop_Fax`
pub(super) fn stop(state: &SandboxState, fields: &Fields) -> Answer {
    state.perform(&operation("stop", true), |store, declined| {
        let id = fields.get("sFaxDetailsID").unwrap_or_default();
        let Some(mut fax) = Fax::find(store, id) else {
            return failed("FaxDetailsID Not Found");
        };
        if declined || fax_state(&fax).0 != "In Progress" {
            return failed("Fax couldn't be cancelled");
        }
        fax.stopped = true;
        fax.save(store);
        let mut entry = LedgerEntry::new(Service::Srfax, "stop", &fax.id.to_string());
        entry.reference = Some(fax.account_code.clone());
        entry.to = Some(fax.to.clone());
        ledger::record(store, entry);
        success(&json!("Fax cancelled"))
    })
}

/// `Retrieve_Fax`: the first file as base64, or file `sFileIndex` counted from 1, which is the
/// sandbox's own addition.
pub(super) fn retrieve(state: &SandboxState, fields: &Fields) -> Answer {
    state.perform(&operation("retrieve", false), |store, _| {
        let id = fields
            .get("sFaxDetailsID")
            .or_else(|| fields.get("sFaxFileName")?.rsplit('|').next())
            .unwrap_or_default();
        let index = fields
            .get("sFileIndex")
            .and_then(|text| text.parse::<usize>().ok());
        let index = index.unwrap_or(1).saturating_sub(1);
        let file = Fax::find(store, id).and_then(|fax| ledger::file(store, &fax.outbox, index));
        match file {
            Some((_, _, content)) => success(&json!(STANDARD.encode(content))),
            None => failed("FaxDetailsID Not Found"),
        }
    })
}

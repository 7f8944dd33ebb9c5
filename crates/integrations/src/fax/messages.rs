// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fax provider's JSON (fax.md 2.4), in which numbers are numbers or text, and empty lists are empty
//! text.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{FaxFailure, FaxState, FaxStatus};

#[derive(Deserialize)]
pub(super) struct EnvelopeWire {
    #[serde(rename = "Status")]
    pub(super) status: String,
    #[serde(default, rename = "Result")]
    pub(super) result: Value,
}

/// A value that may be text, a number, or missing.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Loose(Value);

impl Loose {
    /// The value as text, unless there is none.
    pub(super) fn text(&self) -> Option<String> {
        match &self.0 {
            Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    fn number(&self) -> Option<i64> {
        self.text()?.parse().ok()
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct RecordWire {
    file_name: Loose,
    sent_status: Loose,
    epoch_time: Loose,
    pages: Loose,
    #[serde(rename = "RemoteID")]
    remote_id: Loose,
    error_code: Loose,
    account_code: Loose,
    to_fax_number: Loose,
    #[serde(rename = "FaxDetailsID")]
    fax_details_id: Loose,
}

impl RecordWire {
    /// Converts a record. `asked_for` is the requested id, if one fax was requested.
    pub(super) fn into_status(self, asked_for: Option<&str>) -> FaxStatus {
        let name = self.file_name.text().unwrap_or_default();
        let id_in_name = name.rsplit_once('|').map(|(_, id)| id.to_owned());
        let provider_id = asked_for
            .map(str::to_owned)
            .or(self.fax_details_id.text())
            .or(id_in_name);
        let error = self.error_code.text().unwrap_or_default();
        let state = match self.sent_status.text().as_deref() {
            Some("Sent") => FaxState::Sent,
            Some("Failed") => FaxState::Failed {
                reason: reason(&error),
            },
            // "In Progress", "Sending Email" (polled again, it becomes final) and unknown values.
            Some(_) | None => FaxState::InProgress,
        };
        FaxStatus {
            provider_id: provider_id.unwrap_or_default(),
            state,
            pages: self
                .pages
                .number()
                .and_then(|pages| u32::try_from(pages).ok()),
            remote_id: self.remote_id.text(),
            sent_at_unix: self.epoch_time.number(),
            account_code: self.account_code.text().unwrap_or_default(),
            to_number: self.to_fax_number.text(),
        }
    }
}

/// Maps the provider's failure texts to our failure kinds.
fn reason(error: &str) -> FaxFailure {
    let folded = error.to_ascii_lowercase();
    let has = |words: &str| folded.contains(words);
    if has("busy") {
        FaxFailure::Busy
    } else if has("no answer") {
        FaxFailure::NoAnswer
    } else if has("no remote fax") || has("no fax tone") {
        FaxFailure::NoRemoteFax
    } else if has("voice") || has("human") {
        FaxFailure::VoiceLine
    } else if has("invalid") && has("number") {
        FaxFailure::InvalidNumber
    } else if has("convert") || has("conversion") || has("document") {
        FaxFailure::Document
    } else if has("stopped") || has("cancel") {
        FaxFailure::Stopped
    } else {
        FaxFailure::Other
    }
}

/// The outbox: a list, or empty text when there is nothing in it.
pub(super) struct OutboxWire(pub(super) Vec<RecordWire>);

impl<'de> Deserialize<'de> for OutboxWire {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(Self(Vec::new())),
            Value::String(text) if text.trim().is_empty() => Ok(Self(Vec::new())),
            list => serde_json::from_value(list)
                .map(Self)
                .map_err(serde::de::Error::custom),
        }
    }
}

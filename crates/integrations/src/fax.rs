// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fax through `SRFax` (fax.md 2): queue, poll, look up by our own reference, withdraw.
//!
//! Not here: the provider's notifications, which carry no signature and only mean "poll now", and counting
//! attempts and deciding on a re-send, which is up to the caller.

mod messages;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use reqwest::Method;
use serde::de::DeserializeOwned;

use crate::hold::Does;
use crate::http::{Line, Way};
use crate::{FaxSettings, Service, ServiceError};

/// The maximum length of our reference that the provider stores.
const ACCOUNT_CODE_LIMIT: usize = 20;

/// The fax service.
#[derive(Debug)]
pub struct FaxLine {
    line: Line,
    settings: FaxSettings,
}

/// One document of a fax.
#[derive(Clone, Copy, Debug)]
pub struct FaxFile<'a> {
    /// With its extension, for example `cover.pdf`.
    pub name: &'a str,
    /// The document itself.
    pub bytes: &'a [u8],
}

/// A fax to send.
#[derive(Clone, Copy, Debug)]
pub struct NewFax<'a> {
    /// Ten digits, punctuation allowed.
    pub to_number: &'a str,
    /// One or two documents, sent in this order.
    pub files: &'a [FaxFile<'a>],
    /// Our own id of this attempt, up to 20 characters: used to find the fax after a lost response.
    pub account_code: &'a str,
    /// Where the provider posts its notification that the fax is finished.
    pub notify_url: Option<&'a str>,
}

/// Why a fax failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaxFailure {
    Busy,
    NoAnswer,
    NoRemoteFax,
    InvalidNumber,
    VoiceLine,
    /// The document could not be converted to pages, or the provider does not know the fax.
    Document,
    /// Withdrawn by us.
    Stopped,
    Other,
}

impl FaxFailure {
    /// Whether sending the same fax again is pointless until a person changes something (fax.md 5).
    pub const fn is_permanent(self) -> bool {
        match self {
            Self::InvalidNumber | Self::VoiceLine | Self::Document | Self::Stopped => true,
            Self::Busy | Self::NoAnswer | Self::NoRemoteFax | Self::Other => false,
        }
    }
}

/// The state of a fax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaxState {
    InProgress,
    Sent,
    Failed { reason: FaxFailure },
}

/// A fax as reported by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaxStatus {
    /// `FaxDetailsID`, stored as text because it arrives as a number or as text.
    pub provider_id: String,
    pub state: FaxState,
    pub pages: Option<u32>,
    /// How the receiving machine identified itself.
    pub remote_id: Option<String>,
    /// When it was sent, in seconds since 1970.
    pub sent_at_unix: Option<i64>,
    /// Our own id of the attempt.
    pub account_code: String,
    /// The number that it was sent to.
    pub to_number: Option<String>,
}

/// The outcome of a withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopOutcome {
    Stopped,
    /// It is being sent, or was finished before.
    TooLate,
}

impl FaxLine {
    pub(crate) fn new(way: &Way, settings: &FaxSettings) -> Self {
        Self {
            line: Line::new(way, Service::Fax, &settings.url),
            settings: settings.clone(),
        }
    }

    /// Submits a fax to the provider and returns its id there. After an unknown outcome, check with
    /// [`Self::find_by_account_code`] before sending again.
    pub async fn queue(&self, fax: &NewFax<'_>) -> Result<String, ServiceError> {
        let refused = |code: &str| {
            ServiceError::refused(Service::Fax, code, "the fax cannot be sent as it is")
        };
        let number = eleven_digits(fax.to_number).ok_or_else(|| refused("invalid_number"))?;
        if fax.account_code.is_empty() || fax.account_code.len() > ACCOUNT_CODE_LIMIT {
            return Err(refused("invalid_account_code"));
        }
        if fax.files.is_empty() || fax.files.len() > 2 {
            return Err(refused("invalid_files"));
        }
        let settings = &self.settings;
        let mut form = vec![
            ("sCallerID".to_owned(), settings.caller_id.clone()),
            ("sSenderEmail".to_owned(), settings.sender_email.clone()),
            ("sFaxType".to_owned(), "SINGLE".to_owned()),
            ("sToFaxNumber".to_owned(), number),
            ("sAccountCode".to_owned(), fax.account_code.to_owned()),
            ("sRetries".to_owned(), settings.retries.to_string()),
        ];
        for (index, file) in (1..).zip(fax.files) {
            form.push((format!("sFileName_{index}"), file.name.to_owned()));
            form.push((format!("sFileContent_{index}"), BASE64.encode(file.bytes)));
        }
        form.extend(
            fax.notify_url
                .map(|url| ("sNotifyURL".to_owned(), url.to_owned())),
        );
        let id: messages::Loose = self.call(Does::Acts, "Queue_Fax", form).await?;
        match id.text() {
            Some(id) => Ok(id),
            None => Err(ServiceError::unknown(
                Service::Fax,
                "the answer has no fax id",
            )),
        }
    }

    /// The status of a fax.
    pub async fn get_status(&self, provider_id: &str) -> Result<FaxStatus, ServiceError> {
        let form = vec![("sFaxDetailsID".to_owned(), provider_id.to_owned())];
        let record: messages::RecordWire = self.call(Does::Asks, "Get_FaxStatus", form).await?;
        Ok(record.into_status(Some(provider_id)))
    }

    /// Finds one of our attempts among the provider's faxes. `None` means the provider never received it.
    pub async fn find_by_account_code(
        &self,
        account_code: &str,
    ) -> Result<Option<FaxStatus>, ServiceError> {
        let all = self.list_sent().await?;
        let mut all = all.into_iter();
        Ok(all.find(|status| status.account_code == account_code))
    }

    /// All faxes that the provider has of us.
    pub async fn list_sent(&self) -> Result<Vec<FaxStatus>, ServiceError> {
        let form = vec![("sPeriod".to_owned(), "ALL".to_owned())];
        let outbox: messages::OutboxWire = self.call(Does::Asks, "Get_Fax_Outbox", form).await?;
        let statuses = outbox.0.into_iter().map(|record| record.into_status(None));
        Ok(statuses.collect())
    }

    /// Withdraws a fax that is still waiting.
    pub async fn stop(&self, provider_id: &str) -> Result<StopOutcome, ServiceError> {
        let form = vec![("sFaxDetailsID".to_owned(), provider_id.to_owned())];
        let stopped = self.call::<messages::Loose>(Does::Acts, "Stop_Fax", form);
        match stopped.await {
            Ok(_) => Ok(StopOutcome::Stopped),
            // The provider refuses exactly those that can no longer be withdrawn.
            Err(error) if error.refusal_code().is_some() => Ok(StopOutcome::TooLate),
            Err(error) => Err(error),
        }
    }

    /// One exchange. Failures also have HTTP status 200, so only the body counts.
    async fn call<T: DeserializeOwned>(
        &self,
        does: Does,
        action: &'static str,
        mut form: Vec<(String, String)>,
    ) -> Result<T, ServiceError> {
        let settings = &self.settings;
        if settings.access_id.is_empty() || settings.access_password.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Fax,
                "services.fax credentials are missing",
            ));
        }
        form.push(("action".to_owned(), action.to_owned()));
        form.push(("access_id".to_owned(), settings.access_id.clone()));
        form.push((
            "access_pwd".to_owned(),
            settings.access_password.reveal().to_owned(),
        ));
        form.push(("sResponseFormat".to_owned(), "JSON".to_owned()));
        let answer = self
            .line
            .send(
                does,
                action,
                self.line.request(Method::POST, "").form(&form),
            )
            .await?;
        if !answer.is_ok() {
            let other =
                || ServiceError::refused(Service::Fax, answer.status.to_string(), answer.text());
            return Err(answer.failure_by_status().unwrap_or_else(other));
        }
        let envelope: messages::EnvelopeWire = answer.json()?;
        match envelope.status.as_str() {
            "Success" => serde_json::from_value(envelope.result).map_err(|_| {
                ServiceError::unknown(Service::Fax, "the answer couldn't be understood")
            }),
            "Failed" => Err(refusal(&envelope.result)),
            _ => Err(ServiceError::unknown(
                Service::Fax,
                "the answer has an unknown status",
            )),
        }
    }
}

/// `604-555-0142` as `16045550142`.
fn eleven_digits(number: &str) -> Option<String> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    match digits.len() {
        10 => Some(format!("1{digits}")),
        11 if digits.starts_with('1') => Some(digits),
        _ => None,
    }
}

/// Refusals are sentences; those about credentials are errors in our settings (fax.md 2.3).
fn refusal(result: &serde_json::Value) -> ServiceError {
    let said = result.as_str().unwrap_or_default();
    let known = [
        ("Invalid Access Code", None),
        ("Invalid Authentication", None),
        ("Access is denied", None),
        ("Invalid Senders Email", None),
        ("Invalid CallerID", None),
        ("Not Found", Some("not_found")),
        ("No Files", Some("no_files")),
        ("Invalid Fax Type", Some("invalid_type")),
        ("Fax Number", Some("invalid_number")),
    ];
    match known.iter().find(|(words, _)| said.contains(words)) {
        Some((words, None)) => {
            ServiceError::misconfigured(Service::Fax, format!("refused with \"{words}\""))
        }
        Some((_, Some(code))) => ServiceError::refused(Service::Fax, *code, said),
        None => ServiceError::refused(Service::Fax, "failed", said),
    }
}

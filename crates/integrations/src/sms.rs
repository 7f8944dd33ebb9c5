// SPDX-License-Identifier: AGPL-3.0-or-later

//! Text messages through Twilio (payments-and-messaging.md 4).
//!
//! The service has no idempotency key: after an unknown outcome the caller decides whether a second message
//! is worse than none. Not here: codes and wording.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hmac::{Hmac, Mac};
use reqwest::Method;
use serde::Deserialize;
use sha1::Sha1;
use subtle::ConstantTimeEq;

use crate::hold::Does;
use crate::http::{Answer, Line, Way};
use crate::{Secret, Service, ServiceError, SmsSettings};

/// The text-message service.
#[derive(Debug)]
pub struct SmsSender {
    line: Line,
    settings: SmsSettings,
}

/// One message.
#[derive(Clone, Copy, Debug)]
pub struct Sms<'a> {
    /// Ten digits of a North American number, or E.164.
    pub to: &'a str,
    /// Up to 1,600 characters; nothing clinical.
    pub body: &'a str,
}

/// The service's response to an accepted message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmsReceipt {
    /// `SM…`.
    pub id: String,
    /// `accepted`, `queued`, `sent` and so on.
    pub status: String,
}

/// A verified delivery report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmsOutcome {
    /// `SM…`.
    pub id: String,
    /// `delivered`, `undelivered`, `failed` and so on.
    pub status: String,
    /// 30003 to 30008 and the like.
    pub error_code: Option<String>,
}

impl SmsSender {
    pub(crate) fn new(way: &Way, settings: &SmsSettings) -> Self {
        Self {
            line: Line::new(way, Service::Sms, &settings.base),
            settings: settings.clone(),
        }
    }

    /// Submits one message to the service.
    pub async fn send(&self, sms: &Sms<'_>) -> Result<SmsReceipt, ServiceError> {
        let settings = &self.settings;
        if settings.account_sid.is_empty() || settings.auth_token.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Sms,
                "services.sms credentials are missing",
            ));
        }
        let to = e164(sms.to).ok_or_else(|| {
            ServiceError::refused(Service::Sms, "21211", "not a telephone number")
        })?;
        let mut form = vec![("To", to.as_str()), ("Body", sms.body)];
        if settings.messaging_service_sid.is_empty() {
            form.push(("From", &settings.from));
        } else {
            form.push(("MessagingServiceSid", &settings.messaging_service_sid));
        }
        if !settings.status_callback.is_empty() {
            form.push(("StatusCallback", &settings.status_callback));
        }
        let path = format!(
            "/2010-04-01/Accounts/{}/Messages.json",
            settings.account_sid
        );
        let request = self
            .line
            .request(Method::POST, &path)
            .basic_auth(&settings.account_sid, Some(settings.auth_token.reveal()))
            .form(&form);
        let answer = self.line.send(Does::Acts, "send", request).await?;
        if !answer.is_ok() {
            return Err(refusal(&answer));
        }
        let wire: ReceiptWire = answer.json()?;
        if wire.status == "failed" {
            let code = wire
                .error_code
                .map_or_else(|| "failed".to_owned(), |code| code.to_string());
            return Err(ServiceError::refused(
                Service::Sms,
                code,
                wire.error_message.unwrap_or_default(),
            ));
        }
        Ok(SmsReceipt {
            id: wire.sid,
            status: wire.status,
        })
    }

    /// Reads a delivery report posted to `public_url` (the address as the service knows it). `None` means forged.
    pub fn read_callback(
        &self,
        public_url: &str,
        params: &[(String, String)],
        signature: &str,
    ) -> Option<SmsOutcome> {
        let token: &Secret = &self.settings.auth_token;
        if token.is_empty() {
            return None;
        }
        let mut sorted: Vec<&(String, String)> = params.iter().collect();
        sorted.sort();
        let mut mac = Hmac::<Sha1>::new_from_slice(token.reveal().as_bytes()).ok()?;
        mac.update(public_url.as_bytes());
        for (name, value) in sorted {
            mac.update(name.as_bytes());
            mac.update(value.as_bytes());
        }
        let given = BASE64.decode(signature).ok()?;
        if !bool::from(mac.finalize().into_bytes().as_slice().ct_eq(&given)) {
            return None;
        }
        let field = |name: &str| {
            params
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        };
        Some(SmsOutcome {
            id: field("MessageSid")?,
            status: field("MessageStatus")?,
            error_code: field("ErrorCode").filter(|code| !code.is_empty()),
        })
    }
}

/// `604-555-0142` as `+16045550142`.
fn e164(number: &str) -> Option<String> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    match (number.trim_start().starts_with('+'), digits.len()) {
        (true, 8..=15) => Some(format!("+{digits}")),
        (false, 10) => Some(format!("+1{digits}")),
        (false, 11) if digits.starts_with('1') => Some(format!("+{digits}")),
        (true | false, _) => None,
    }
}

fn refusal(answer: &Answer) -> ServiceError {
    let wire: ErrorWire = answer.json_or_default();
    match wire.code {
        // Authentication, region, sender and trial-account errors are errors in our settings.
        Some(code @ (20003 | 21212 | 21408 | 21606 | 21608)) => {
            ServiceError::misconfigured(Service::Sms, format!("refused with code {code}"))
        }
        Some(code @ (20429 | 21611)) => {
            ServiceError::busy(Service::Sms, code.to_string(), answer.retry_after_seconds())
        }
        code => answer.failure_by_status().unwrap_or_else(|| {
            let code = code.unwrap_or_else(|| answer.status.into()).to_string();
            ServiceError::refused(Service::Sms, code, wire.message)
        }),
    }
}

#[derive(Deserialize)]
struct ReceiptWire {
    sid: String,
    status: String,
    error_code: Option<u32>,
    error_message: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorWire {
    code: Option<u32>,
    message: String,
}

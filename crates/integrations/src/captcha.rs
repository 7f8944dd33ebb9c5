// SPDX-License-Identifier: AGPL-3.0-or-later

//! Verifies the "I am not a robot" answer (payments-and-messaging.md 6).
//!
//! What to do when the service is down depends on the route and is decided by the caller.

use reqwest::Method;
use serde::Deserialize;

use crate::hold::Does;
use crate::http::{Line, Way};
use crate::{CaptchaSettings, Secret, Service, ServiceError};

/// The captcha service.
#[derive(Debug)]
pub struct Captcha {
    line: Line,
    secret: Secret,
    hostnames: Vec<String>,
}

/// The service's verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptchaVerdict {
    /// A person, on one of our hosts.
    Passed,
    /// Rejected; the service's codes give the reason.
    Failed {
        /// For example `invalid-input-response`.
        codes: Vec<String>,
    },
    /// The answer was valid once: it is older than two minutes, or was used before.
    AskAgain,
}

impl Captcha {
    pub(crate) fn new(way: &Way, settings: &CaptchaSettings) -> Self {
        Self {
            line: Line::new(way, Service::Captcha, &settings.verify_url),
            secret: settings.secret.clone(),
            hostnames: settings.hostnames.clone(),
        }
    }

    /// Verifies the answer that the widget gave the browser.
    pub async fn verify(
        &self,
        response: &str,
        remote_ip: Option<&str>,
    ) -> Result<CaptchaVerdict, ServiceError> {
        if self.secret.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Captcha,
                "services.captcha.secret is missing",
            ));
        }
        if response.is_empty() {
            return Ok(CaptchaVerdict::Failed {
                codes: vec!["missing-input-response".to_owned()],
            });
        }
        let mut form = vec![("secret", self.secret.reveal()), ("response", response)];
        form.extend(remote_ip.map(|ip| ("remoteip", ip)));
        let answer = self
            .line
            .send(
                Does::Asks,
                "verify",
                self.line.request(Method::POST, "").form(&form),
            )
            .await?;
        if !answer.is_ok() {
            return Err(answer.failure_by_status().unwrap_or_else(|| {
                ServiceError::misconfigured(
                    Service::Captcha,
                    format!("answered with status {}", answer.status),
                )
            }));
        }
        let wire: VerdictWire = answer.json()?;
        self.judge(wire)
    }

    fn judge(&self, wire: VerdictWire) -> Result<CaptchaVerdict, ServiceError> {
        let has = |code: &str| wire.error_codes.iter().any(|seen| seen == code);
        if wire.success {
            let ours = self.hostnames.is_empty() || self.hostnames.contains(&wire.hostname);
            let elsewhere = || CaptchaVerdict::Failed {
                codes: vec!["wrong-hostname".to_owned()],
            };
            return Ok(if ours {
                CaptchaVerdict::Passed
            } else {
                elsewhere()
            });
        }
        if has("missing-input-secret") || has("invalid-input-secret") {
            return Err(ServiceError::misconfigured(
                Service::Captcha,
                "services.captcha.secret is refused",
            ));
        }
        if has("timeout-or-duplicate") {
            return Ok(CaptchaVerdict::AskAgain);
        }
        Ok(CaptchaVerdict::Failed {
            codes: wire.error_codes,
        })
    }
}

#[derive(Deserialize)]
struct VerdictWire {
    success: bool,
    #[serde(default)]
    hostname: String,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

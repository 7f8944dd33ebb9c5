// SPDX-License-Identifier: AGPL-3.0-or-later

//! Alerts to the operator's own receiver, signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, and in
//! `webhook-signature` a version and the HMAC-SHA256 of id, time and body. What an alert says is the caller's.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use sha2::Sha256;

use crate::hold::Does;
use crate::http::{Line, Way};
use crate::{AlertSettings, Service, ServiceError};

/// The receiver of alerts.
#[derive(Debug)]
pub struct AlertHook {
    line: Line,
    /// `Line` takes a slash at the end of an address off; the receiver may want it.
    path: &'static str,
    settings: AlertSettings,
}

impl AlertHook {
    pub(crate) fn new(way: &Way, settings: &AlertSettings) -> Self {
        let path = if settings.url.ends_with('/') { "/" } else { "" };
        Self {
            line: Line::new(way, Service::Alerts, &settings.url),
            path,
            settings: settings.clone(),
        }
    }

    /// Sends one message, JSON. `id` is the same for every try, so that the receiver can drop what it has.
    pub async fn send(&self, id: &str, at: DateTime<Utc>, body: &str) -> Result<(), ServiceError> {
        let bad = |why: &str| ServiceError::misconfigured(Service::Alerts, why);
        if self.settings.url.is_empty() {
            return Err(bad("alerts.webhook is empty"));
        }
        let key = self.settings.key();
        let key = key.ok_or_else(|| bad("alerts.webhook_secret cannot be read"))?;
        let time = at.timestamp();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key)
            .map_err(|_| bad("alerts.webhook_secret cannot be used"))?;
        mac.update(format!("{id}.{time}.{body}").as_bytes());
        let signature = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        let request = self
            .line
            .request(Method::POST, self.path)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", time.to_string())
            .header("webhook-signature", signature)
            .body(body.to_owned());
        // It tells the operator and changes nothing for a patient: it leaves even while effects are held.
        // It is taken when the status says so, whatever the receiver says besides.
        let answer = self.line.send_for_status(Does::Asks, "alert", request);
        let answer = answer.await?;
        if answer.is_ok() {
            return Ok(());
        }
        Err(answer.failure_by_status().unwrap_or_else(|| {
            ServiceError::refused(Service::Alerts, answer.status.to_string(), answer.text())
        }))
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The settings of alerts: whom Salal itself tells what is wrong, where, and how often.

use salal_integrations::{AlertSettings, Secret};
use serde::Deserialize;

use super::Hidden;

/// The shortest key of a signature.
const SHORTEST_KEY: usize = 24;

/// Whom Salal tells what `salal doctor` finds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alerts {
    /// Email addresses.
    pub email: Vec<String>,
    /// The address of a receiver; empty: none.
    pub webhook: String,
    /// With this every message to the receiver is signed.
    pub webhook_secret: Hidden,
    /// How often the installation is examined.
    pub every_seconds: u64,
    /// What has been wrong for so long is told, and what has been gone for so long is over.
    pub after_seconds: i64,
    /// What is still wrong after so long is told again; 0: never.
    pub repeat_hours: i64,
}

impl Alerts {
    /// Where messages are sent besides email.
    pub fn hook(&self) -> AlertSettings {
        AlertSettings {
            url: self.webhook.clone(),
            secret: Secret::new(self.webhook_secret.reveal()),
        }
    }

    /// Whether anybody is told.
    pub fn tells_somebody(&self) -> bool {
        !self.email.is_empty() || !self.webhook.is_empty()
    }

    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let is_address = |text: &String| {
            let parts = text.split_once('@');
            parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
                && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
        };
        if !self.email.iter().all(is_address) {
            faults.push(
                "alerts.email must be a list of email addresses, such as [\"on-call@clinic.example\"]"
                    .into(),
            );
        }
        if !self.webhook.is_empty() {
            let is_web = url::Url::parse(&self.webhook)
                .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
            if !is_web {
                faults.push("alerts.webhook must be empty or a whole address, such as https://alerts.clinic.example/salal".into());
            }
            let key = self.hook().key();
            if key.is_none_or(|key| key.len() < SHORTEST_KEY) {
                faults.push(format!(
                    "alerts.webhook_secret must have at least {SHORTEST_KEY} bytes: whsec_ and what openssl rand -base64 32 prints"
                ));
            }
        }
        if !(10..=3600).contains(&self.every_seconds) {
            faults.push("alerts.every_seconds must be between 10 and 3600".into());
        }
        if !(0..=86_400).contains(&self.after_seconds) {
            faults.push("alerts.after_seconds must be between 0 and 86400".into());
        }
        if !(0..=8_760).contains(&self.repeat_hours) {
            faults.push("alerts.repeat_hours must be between 0 (never) and 8760".into());
        }
        faults
    }
}

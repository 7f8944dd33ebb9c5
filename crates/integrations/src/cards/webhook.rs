// SPDX-License-Identifier: AGPL-3.0-or-later

//! Webhooks of the card provider: signature, age, and the few fields we use (payments-and-messaging.md 1.5).
//!
//! The caller must handle each event id once and read the payment itself: a webhook is only a hint.

use hmac::{Hmac, Mac};
use serde::Deserialize;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::messages::MetadataWire;
use crate::Secret;

/// A webhook whose time differs by more than this from our clock is refused.
const TOLERANCE_SECONDS: i64 = 300;

/// A verified webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookEvent {
    /// `evt_…`: the same event may be delivered several times.
    pub id: String,
    /// For example `payment_intent.succeeded`.
    pub kind: String,
    /// The payment it is about (`pi_…`).
    pub intent: Option<String>,
    /// Our own order id, when the provider repeats it.
    pub order: Option<String>,
}

/// Why a webhook was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookFault {
    #[error("the signature header is not in the agreed form")]
    BadHeader,
    #[error("no signature agrees")]
    WrongSignature,
    #[error("the signature is too old or from the future")]
    TooOld,
    #[error("the body is not an event")]
    BadBody,
}

pub(super) fn read(
    secret: &Secret,
    header: &str,
    body: &[u8],
    now: i64,
) -> Result<WebhookEvent, WebhookFault> {
    let (stamp, signatures) = parts(header).ok_or(WebhookFault::BadHeader)?;
    // Without a secret anyone could sign.
    if secret.is_empty() {
        return Err(WebhookFault::WrongSignature);
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.reveal().as_bytes())
        .expect("HMAC takes a key of any length");
    mac.update(stamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    let expected = mac.finalize().into_bytes();
    let agrees = signatures
        .iter()
        .any(|signature| bool::from(expected.as_slice().ct_eq(signature)));
    if !agrees {
        return Err(WebhookFault::WrongSignature);
    }
    let signed_at: i64 = stamp.parse().map_err(|_| WebhookFault::BadHeader)?;
    if now.abs_diff(signed_at) > TOLERANCE_SECONDS.unsigned_abs() {
        return Err(WebhookFault::TooOld);
    }
    let wire: EventWire = serde_json::from_slice(body).map_err(|_| WebhookFault::BadBody)?;
    let object = wire.data.object;
    let intent = if wire.kind.starts_with("payment_intent.") {
        object.id
    } else {
        object.payment_intent
    };
    Ok(WebhookEvent {
        id: wire.id,
        kind: wire.kind,
        intent,
        order: object.metadata.order,
    })
}

/// The timestamp and every `v1` signature of the header.
fn parts(header: &str) -> Option<(&str, Vec<Vec<u8>>)> {
    let mut stamp = None;
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=')? {
            ("t", value) => stamp = Some(value),
            ("v1", value) => signatures.extend(hex::decode(value).ok()),
            // Older schemes are sent beside v1 and prove nothing.
            _ => {}
        }
    }
    stamp
        .filter(|_| !signatures.is_empty())
        .map(|stamp| (stamp, signatures))
}

#[derive(Deserialize)]
struct EventWire {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: DataWire,
}

#[derive(Deserialize)]
struct DataWire {
    object: ObjectWire,
}

#[derive(Deserialize)]
struct ObjectWire {
    id: Option<String>,
    payment_intent: Option<String>,
    #[serde(default)]
    metadata: MetadataWire,
}

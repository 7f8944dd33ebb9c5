// SPDX-License-Identifier: AGPL-3.0-or-later

//! Posting Stripe's signed events to the product, again and again until it answers 2xx or the
//! tries run out. The queue is part of the state, so a restart of either side loses nothing.

use std::time::Duration;

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::chance;
use crate::state::SandboxState;
use crate::store::Store;

const TABLE: &str = "delivery";
const MOST_TRIES: u32 = 12;

#[derive(Serialize, Deserialize)]
struct Delivery {
    id: String,
    body: String,
    tries: u32,
}

/// Queues an event about an object, when somebody listens.
pub(crate) fn queue_event(state: &SandboxState, store: &mut Store, kind: &str, object: &Value) {
    if state.webhook_url().is_none() {
        return;
    }
    let event = json!({
        "id": format!("evt_{}", chance::hex(24)),
        "object": "event",
        "api_version": "2024-06-20",
        "created": chance::unix_seconds(),
        "type": kind,
        "livemode": false,
        "pending_webhooks": 1,
        "data": {"object": object},
    });
    let id = store.next_name(TABLE);
    store.put(
        TABLE,
        &id,
        &Delivery {
            id: id.clone(),
            body: event.to_string(),
            tries: 0,
        },
    );
}

/// The header that proves an event: HMAC-SHA-256 over time, a dot and the raw body.
pub(crate) fn signature(secret: &str, time: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(format!("{time}.{body}").as_bytes());
    format!("t={time},v1={}", hex::encode(mac.finalize().into_bytes()))
}

/// The client that posts to `url`. The machine's root certificates are read only where TLS is spoken.
fn client(url: &str) -> reqwest::Result<reqwest::Client> {
    let mut builder = reqwest::Client::builder()
        .timeout(Duration::from_secs(10))
        .redirect(reqwest::redirect::Policy::none());
    if url.starts_with("http://") {
        builder = builder.tls_certs_only([]);
    }
    builder.build()
}

/// Posts what waits, for ever; fails only when no HTTP client can be built.
pub(crate) async fn post_for_ever(state: SandboxState) -> reqwest::Result<()> {
    let mut wait = Duration::from_millis(500);
    loop {
        if post_waiting(&state).await? {
            wait = Duration::from_millis(500);
            state.deliveries().notified().await;
        } else {
            tokio::select! {
                () = tokio::time::sleep(wait) => wait = (wait * 2).min(Duration::from_secs(30)),
                () = state.deliveries().notified() => {}
            }
        }
    }
}

/// Tries everything that waits once; true when nothing is left.
async fn post_waiting(state: &SandboxState) -> reqwest::Result<bool> {
    let waiting = state.store().all::<Delivery>(TABLE);
    let Some(url) = state.webhook_url().filter(|_| !waiting.is_empty()) else {
        return Ok(true);
    };
    let client = client(&url)?;
    let mut empty = true;
    for mut delivery in waiting {
        let header = signature(
            state.webhook_secret(),
            chance::unix_seconds(),
            &delivery.body,
        );
        let answer = client
            .post(&url)
            .header("content-type", "application/json")
            .header("stripe-signature", header)
            .body(delivery.body.clone())
            .send()
            .await;
        let taken = answer.is_ok_and(|answer| answer.status().is_success());
        delivery.tries += 1;
        if taken || delivery.tries >= MOST_TRIES {
            state.store().remove(TABLE, &delivery.id);
        } else {
            state.store().put(TABLE, &delivery.id, &delivery);
            empty = false;
        }
    }
    Ok(empty)
}

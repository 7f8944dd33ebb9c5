// SPDX-License-Identifier: AGPL-3.0-or-later

//! First answers kept by idempotency key, so that each effect happens once. What counts as
//! the same request, and the words for a key used twice, belong to each service.

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::faults::Service;
use crate::store::Store;

#[derive(Serialize, Deserialize)]
struct Kept {
    fingerprint: String,
    status: u16,
    body: String,
}

/// What is known of a key.
pub(crate) enum Known {
    /// Never used.
    Fresh,
    /// Used for this request: its first answer.
    Same(Answer),
    /// Used for another request.
    Other,
}

fn name(service: Service, key: &str) -> String {
    format!("{}:{key}", service.name())
}

/// Looks a key up.
pub(crate) fn find(store: &Store, service: Service, key: &str, fingerprint: &str) -> Known {
    match store.get::<Kept>("idempotency", &name(service, key)) {
        None => Known::Fresh,
        Some(kept) if kept.fingerprint == fingerprint => {
            Known::Same(Answer::stored(kept.status, kept.body).with("idempotent-replayed", "true"))
        }
        Some(_) => Known::Other,
    }
}

/// Keeps the first answer of a key. Answers that say nothing was tried are not kept: the
/// caller mends the request and uses the key again.
pub(crate) fn keep(
    store: &mut Store,
    service: Service,
    key: &str,
    fingerprint: &str,
    answer: &Answer,
) {
    if matches!(answer.status, 400 | 401 | 404 | 422 | 429) {
        return;
    }
    let kept = Kept {
        fingerprint: fingerprint.to_owned(),
        status: answer.status,
        body: String::from_utf8_lossy(&answer.body).into_owned(),
    };
    store.put("idempotency", &name(service, key), &kept);
}

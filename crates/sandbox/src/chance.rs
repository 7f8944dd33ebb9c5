// SPDX-License-Identifier: AGPL-3.0-or-later

//! The only place of the sandbox that reads the clock or rolls dice.

use chrono::{DateTime, Utc};
use rand::Rng;

/// The present moment.
pub(crate) fn now() -> DateTime<Utc> {
    Utc::now()
}

/// The present moment in whole Unix seconds, as Stripe writes times.
pub(crate) fn unix_seconds() -> i64 {
    now().timestamp()
}

/// A random lower-case hexadecimal text of `length` characters.
pub(crate) fn hex(length: usize) -> String {
    let mut random = rand::rng();
    (0..length)
        .map(|_| char::from(b"0123456789abcdef"[random.random_range(0..16)]))
        .collect()
}

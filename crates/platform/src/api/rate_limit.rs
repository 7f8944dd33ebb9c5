// SPDX-License-Identifier: AGPL-3.0-or-later

//! A simple rate limit by address for requests without a session: enough to slow down guessing. Counts are
//! held in memory per process; counts that must survive a restart (sign-in failures, codes) are stored in the
//! database by the accounts feature.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// Requests in the current minute, by address and route.
#[derive(Default)]
pub(super) struct Limiter(Mutex<HashMap<Key, Count>>);

/// Address and route.
type Key = (String, &'static str);
/// The start of the minute, and the requests since.
type Count = (DateTime<Utc>, u32);

impl Limiter {
    /// Counts a request; returns the seconds to wait when the limit is exceeded.
    pub(super) fn over(
        &self,
        address: String,
        path: &'static str,
        per_minute: u32,
        now: DateTime<Utc>,
    ) -> Option<i64> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() > 10_000 {
            counts.retain(|_, (since, _)| *since > now - TimeDelta::minutes(1));
        }
        let entry = counts.entry((address, path)).or_insert((now, 0));
        if now - entry.0 >= TimeDelta::minutes(1) {
            *entry = (now, 0);
        }
        entry.1 += 1;
        (entry.1 > per_minute).then(|| 60 - (now - entry.0).num_seconds())
    }
}

//! A plain rate limit for calls without a session, by address: enough to make guessing slow. Counted
//! in memory per process; what must survive a restart (sign-in failures, codes) is counted in the
//! database by accounts.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// Calls in the current minute, by address and call.
#[derive(Default)]
pub(super) struct Limiter(Mutex<HashMap<Key, Count>>);

/// Address and call.
type Key = (String, &'static str);
/// When the minute began, and the calls since.
type Count = (DateTime<Utc>, u32);

impl Limiter {
    /// Counts a call; seconds to wait when this minute's share is used up.
    pub(super) fn over(
        &self,
        ip: &str,
        path: &'static str,
        per_minute: u32,
        now: DateTime<Utc>,
    ) -> Option<i64> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() > 10_000 {
            counts.retain(|_, (since, _)| *since > now - TimeDelta::minutes(1));
        }
        let entry = counts.entry((ip.to_owned(), path)).or_insert((now, 0));
        if now - entry.0 >= TimeDelta::minutes(1) {
            *entry = (now, 0);
        }
        entry.1 += 1;
        (entry.1 > per_minute).then(|| 60 - (now - entry.0).num_seconds())
    }
}

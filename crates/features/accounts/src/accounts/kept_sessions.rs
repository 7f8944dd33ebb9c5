// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sessions as they were read a moment ago, so that the calls of one page do not each read the same two rows.
//!
//! A session that has ended is refused from the next call on, as if nothing were kept: every end is told
//! (`sessions::Ended`), to the other processes too, and what was read before is then not believed any more. Where
//! this process does not hear the others, nothing is kept. Not here: whether a session still stands.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::SignedIn;

/// How long a session is believed without being read again: at most so long does a process that lost its connection
/// to the others, and does not know it yet, accept one that another has ended.
const BELIEVED: TimeDelta = TimeDelta::seconds(5);

/// How many are kept: as many people as can be at work with one process.
const MOST: usize = 10_000;

/// A session as it was read.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) signed_in: SignedIn,
    pub(super) cookie_hash: Option<String>,
    pub(super) last_seen_at: DateTime<Utc>,
    /// When it ends if nothing more is heard of it.
    pub(super) ends_at: DateTime<Utc>,
    pub(super) read_at: DateTime<Utc>,
}

/// The sessions of this process's last seconds, by the hash of their token.
#[derive(Default)]
pub(super) struct KeptSessions(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    /// How many ends had been told when these were read.
    ends: u64,
    sessions: HashMap<String, Kept>,
}

impl Memory {
    /// Forgets what was read before the last end.
    fn until(&mut self, ends: u64) {
        if self.ends < ends {
            self.sessions.clear();
            self.ends = ends;
        }
    }
}

impl KeptSessions {
    /// What is known of a token, if it was read within seconds and no session has ended since.
    pub(super) fn get(&self, token_hash: &str, ends: u64, now: DateTime<Utc>) -> Option<Kept> {
        let mut memory = self.memory();
        memory.until(ends);
        let kept = memory.sessions.get(token_hash)?;
        // A clock that was set back makes it look younger than nothing.
        let age = (now - kept.read_at).abs();
        (age < BELIEVED && now < kept.ends_at).then(|| kept.clone())
    }

    /// Keeps what was read. `ends` is how many ends had been told before it was: one that was told meanwhile may be
    /// this one's.
    pub(super) fn keep(&self, token_hash: String, ends: u64, kept: Kept) {
        let mut memory = self.memory();
        memory.until(ends);
        if memory.ends > ends {
            return;
        }
        if memory.sessions.len() >= MOST {
            let now = kept.read_at;
            let fresh = |other: &Kept| (now - other.read_at).abs() < BELIEVED;
            memory.sessions.retain(|_, other| fresh(other));
            if memory.sessions.len() >= MOST {
                memory.sessions.clear();
            }
        }
        memory.sessions.insert(token_hash, kept);
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::api::Role;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(1_000 + seconds)
    }

    fn read(seconds: i64) -> Kept {
        Kept {
            signed_in: SignedIn {
                account_id: Uuid::from_u128(1),
                person_id: Uuid::from_u128(2),
                session_id: Uuid::from_u128(3),
                role: Role::Patient,
                is_admin: false,
            },
            cookie_hash: None,
            last_seen_at: at(seconds),
            ends_at: at(seconds + 1_000),
            read_at: at(seconds),
        }
    }

    #[test]
    fn a_session_is_believed_for_seconds() {
        let kept = KeptSessions::default();
        assert!(kept.get("token", 0, at(0)).is_none());
        kept.keep("token".into(), 0, read(0));
        assert!(kept.get("token", 0, at(4)).is_some());
        assert!(kept.get("other", 0, at(4)).is_none());
        assert!(kept.get("token", 0, at(5)).is_none());
        assert!(kept.get("token", 0, at(-5)).is_none(), "a clock set back");
        let mut short = read(0);
        short.ends_at = at(2);
        kept.keep("short".into(), 0, short);
        assert!(kept.get("short", 0, at(1)).is_some());
        assert!(kept.get("short", 0, at(2)).is_none(), "its own end");
    }

    #[test]
    fn nothing_is_believed_that_was_read_before_an_end() {
        let kept = KeptSessions::default();
        kept.keep("before".into(), 0, read(0));
        assert!(kept.get("before", 1, at(0)).is_none());
        // Read before the end, and kept only after it.
        kept.keep("between".into(), 0, read(0));
        assert!(kept.get("between", 1, at(0)).is_none());
        kept.keep("after".into(), 1, read(0));
        assert!(kept.get("after", 1, at(0)).is_some());
    }

    #[test]
    fn no_more_are_kept_than_have_room() {
        let kept = KeptSessions::default();
        for n in 0..=MOST {
            kept.keep(format!("token {n}"), 0, read(0));
        }
        assert_eq!(kept.memory().sessions.len(), 1);
        let last = format!("token {MOST}");
        assert!(kept.get(&last, 0, at(0)).is_some());
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Since when this process could seal without a break. A line that nobody could seal is not old: neither while the
//! database was away or took no changes, nor while this machine was stopped. For the signer alone; `salal audit verify`
//! counts by the clock, and names such a line all the same.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;

/// Passes that are further apart had a break between them: they come every few seconds.
const BREAK: TimeDelta = TimeDelta::minutes(1);

/// What this process remembers.
struct Able(Mutex<State>);

impl Default for Able {
    fn default() -> Self {
        Self(Mutex::new(State {
            since: Some(DateTime::<Utc>::MIN_UTC),
            seen: None,
        }))
    }
}

struct State {
    /// `None` while it cannot.
    since: Option<DateTime<Utc>>,
    /// The last pass of a loop.
    seen: Option<DateTime<Utc>>,
}

impl State {
    fn note(&mut self, is_able: bool, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let had_break = self.seen.is_some_and(|seen| (now - seen).abs() > BREAK);
        self.since = match self.since {
            _ if !is_able => None,
            Some(since) if !had_break => Some(since),
            _ => Some(now),
        };
        self.since
    }
}

fn with<T>(ctx: &Context, on: impl FnOnce(&mut State) -> T) -> T {
    let able = ctx.get_or_init(Able::default);
    let mut state = able.0.lock().unwrap_or_else(PoisonError::into_inner);
    on(&mut state)
}

fn is_able(ctx: &Context) -> bool {
    ctx.db.trouble().is_none()
}

/// A loop of this process is at work.
pub(super) fn beat(ctx: &Context) {
    let (is_able, now) = (is_able(ctx), ctx.now());
    with(ctx, |state| {
        state.note(is_able, now);
        state.seen = Some(now);
    });
}

/// Nothing could be sealed just now.
pub(super) fn lost(ctx: &Context) {
    with(ctx, |state| state.since = None);
}

/// Since when this process could seal; `None` while it cannot.
pub(super) fn since(ctx: &Context) -> Option<DateTime<Utc>> {
    let (is_able, now) = (is_able(ctx), ctx.now());
    with(ctx, |state| state.note(is_able, now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_from_the_end_of_the_last_break() {
        let at = |minutes| DateTime::<Utc>::UNIX_EPOCH + TimeDelta::minutes(minutes);
        let mut state = State {
            since: Some(DateTime::<Utc>::MIN_UTC),
            seen: None,
        };
        for (minute, is_able, since) in [
            (0, true, Some(DateTime::<Utc>::MIN_UTC)),
            (1, true, Some(DateTime::<Utc>::MIN_UTC)),
            // The database is away, and is back.
            (2, false, None),
            (3, false, None),
            (4, true, Some(at(4))),
            (5, true, Some(at(4))),
            // The machine was stopped.
            (30, true, Some(at(30))),
            (31, true, Some(at(30))),
            // Its clock was set back.
            (10, true, Some(at(10))),
        ] {
            assert_eq!(state.note(is_able, at(minute)), since, "{minute}");
            state.seen = Some(at(minute));
        }
    }
}

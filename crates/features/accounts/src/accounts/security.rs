// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tells the log and the audit of a refused secret. The log has a line for each, with the request's id and nothing
//! of what was typed. The audit has one for each kind of event, account and place within a minute (and process), and
//! all names without an account share one, so that nobody can fill it: an entry can never be deleted.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::entity::account;
use crate::api::{AccountOwner, RequestContext, SecurityEvent};

/// The time within which the same event is written once.
const ONCE_IN: TimeDelta = TimeDelta::minutes(1);

impl From<&account::Model> for AccountOwner {
    fn from(account: &account::Model) -> Self {
        Self {
            account_id: account.id,
            person_id: account.person_id,
            role: *account.role,
        }
    }
}

/// Where a secret is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Door {
    /// The password of the sign-in page.
    SignIn,
    /// The code of the sign-in page's second step.
    SecondStep,
    /// A password or code within a session.
    StepUp,
}

impl Door {
    /// What it is called when a secret was wrong here.
    pub(super) fn refused(self) -> SecurityEvent {
        match self {
            Self::SignIn => SecurityEvent::SignInRefused,
            Self::SecondStep => SecurityEvent::CodeRefused,
            Self::StepUp => SecurityEvent::StepUpRefused,
        }
    }

    /// What it is called when that closed it.
    pub(super) fn locked(self) -> SecurityEvent {
        match self {
            Self::SignIn | Self::SecondStep => SecurityEvent::SignInLocked,
            Self::StepUp => SecurityEvent::StepUpLocked,
        }
    }
}

/// When each event was last written, by event, account and place.
#[derive(Default)]
struct Written(Mutex<HashMap<String, DateTime<Utc>>>);

impl Written {
    /// Notes an event; whether it is to be written.
    fn is_due(&self, what: String, now: DateTime<Utc>) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.retain(|_, at| now - *at < ONCE_IN);
        let is_due = !last.contains_key(&what);
        if is_due {
            last.insert(what, now);
        }
        is_due
    }
}

/// Tells of an event at a place of an account.
pub(super) fn report(
    request: &RequestContext,
    event: SecurityEvent,
    owner: Option<AccountOwner>,
    place: &str,
) {
    let (ctx, code) = (&request.ctx, event.code());
    tracing::warn!(request = %request.info.id, event = code, "a security event");
    let what = match owner {
        Some(owner) => format!("{code} {} {place}", owner.account_id),
        None => code.to_owned(),
    };
    if ctx.get_or_init(Written::default).is_due(what, ctx.now()) {
        request.write_security_event(event, owner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_written_once_a_minute_and_forgotten() {
        let written = Written::default();
        let start = DateTime::<Utc>::UNIX_EPOCH;
        for (seconds, what, is_due) in [
            (0, "a", true),
            (1, "a", false),
            (1, "b", true),
            (59, "a", false),
            (60, "a", true),
            (200, "c", true),
        ] {
            let now = start + TimeDelta::seconds(seconds);
            let due = written.is_due(what.to_owned(), now);
            assert_eq!(due, is_due, "{what} after {seconds} s");
        }
        let kept = written.0.lock().expect("whole").len();
        assert_eq!(kept, 1, "only what was written within a minute");
    }
}

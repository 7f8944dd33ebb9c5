// SPDX-License-Identifier: AGPL-3.0-or-later

//! The only place of the sandbox that reads the clock or rolls dice.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use rand::Rng;
use tokio::runtime::{Handle, Id};

/// The clocks that were set, each for the sandboxes of one runtime: tests beside it keep the present.
static CLOCKS: Mutex<Vec<(Id, DateTime<Utc>)>> = Mutex::new(Vec::new());

/// Sets what the time is for the sandboxes of this runtime, until it is `None` again. For a history that is played:
/// what is charged and faxed in it belongs to its own days.
pub fn set_clock(time: Option<DateTime<Utc>>) {
    let Ok(here) = Handle::try_current().map(|runtime| runtime.id()) else {
        return;
    };
    let mut clocks = CLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    clocks.retain(|(runtime, _)| *runtime != here);
    clocks.extend(time.map(|time| (here, time)));
}

/// The present moment, or what it was set to.
pub(crate) fn now() -> DateTime<Utc> {
    let clocks = CLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    if clocks.is_empty() {
        return Utc::now();
    }
    let here = Handle::try_current().ok().map(|runtime| runtime.id());
    let set = clocks.iter().find(|(runtime, _)| Some(*runtime) == here);
    set.map_or_else(Utc::now, |(_, time)| *time)
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

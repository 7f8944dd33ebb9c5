// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a piece of work asked of the database: how many statements, and how long they took altogether. Counted for the
//! work that asks for it alone; not what it left to other tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

tokio::task_local! {
    static TALLY: Arc<Tally>;
}

/// Statements and their time.
#[derive(Debug, Default)]
pub struct Tally {
    statements: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Tally {
    /// Does this work and counts what it asks.
    pub async fn of<T>(self: Arc<Self>, work: impl Future<Output = T>) -> T {
        TALLY.scope(self, work).await
    }

    /// How many statements were sent.
    pub fn statements(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    /// How long they took, each by itself: those that travelled side by side count each.
    pub fn taken(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}

/// Counts a statement for the work that is done in this task, if somebody asked for it.
pub(crate) fn count(taken: Duration) {
    // An error only says that nobody did.
    let _ = TALLY.try_with(|tally| {
        let taken = u64::try_from(taken.as_nanos()).unwrap_or(u64::MAX);
        tally.statements.fetch_add(1, Ordering::Relaxed);
        tally.nanoseconds.fetch_add(taken, Ordering::Relaxed);
    });
}

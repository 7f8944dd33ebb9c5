// SPDX-License-Identifier: AGPL-3.0-or-later

//! The history of an order's statuses, newest first: entries are added, and never changed.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::context::Context;

/// One entry, whatever its table.
pub struct Entry<S> {
    pub id: Uuid,
    /// The order.
    pub of: Uuid,
    /// 1 for the first.
    pub seq: i64,
    pub status: S,
    pub at: DateTime<Utc>,
    pub by_person: Option<Uuid>,
    pub detail: Option<String>,
}

/// A row of a table of histories.
pub trait StatusRow: Clone {
    /// The statuses of such an order.
    type Status: Copy + PartialEq;

    /// The row of an entry.
    fn of_entry(entry: Entry<Self::Status>) -> Self;

    /// The status that the order got.
    fn status(&self) -> Self::Status;
}

/// Adds a status to the history of an order, and returns the row to write.
pub fn add_entry<R: StatusRow>(
    history: &mut Vec<R>,
    ctx: &Context,
    of: Uuid,
    status: R::Status,
    by_person: Option<Uuid>,
    detail: Option<String>,
) -> R {
    let row = R::of_entry(Entry {
        id: ctx.new_id(),
        of,
        seq: i64::try_from(history.len()).unwrap_or_default() + 1,
        status,
        at: ctx.now(),
        by_person,
        detail,
    });
    history.insert(0, row.clone());
    row
}

/// Whether an order ever had this status.
pub fn was<R: StatusRow>(history: &[R], status: R::Status) -> bool {
    history.iter().any(|row| row.status() == status)
}

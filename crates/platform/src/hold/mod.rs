// SPDX-License-Identifier: AGPL-3.0-or-later

//! The hold after a restore: the copy does not know what was sent after it, so nothing is sent, charged or changed
//! outside until a person releases it, one by one or all. Jobs that reach outside are not claimed (`jobs`), calls
//! refuse to charge, and the clients of the services refuse whatever forgot to ask (`salal_integrations::Hold`). Not
//! here: how a copy is put back, and what the services know that the copy does not.

mod entity;
mod repo;

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use salal_db::{Connection, Series};
use uuid::Uuid;

pub use entity::restore_hold;

use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::jobs;

/// Numbers that may have been given out in an hour: no clinic has come near it.
const NUMBERS_AN_HOUR: i64 = 200;
/// Moved on by this much even if no time has passed.
const LEAST_NUMBERS: i64 = 1_000;

/// The restore whose effects are still held.
pub async fn find(db: &Connection) -> Result<Option<restore_hold::Model>> {
    repo::find(db).await
}

/// Whether this database was restored after a time.
pub async fn was_restored_since(db: &Connection, since: DateTime<Utc>) -> Result<bool> {
    Ok(!repo::all_since(db, since).await?.is_empty())
}

/// From when to when the database knows nothing of what happened.
type Gap = (DateTime<Utc>, DateTime<Utc>);

/// The gaps of all restores, once they were read: nobody else may use a database while it is restored.
#[derive(Default)]
struct Gaps(Mutex<Option<Arc<[Gap]>>>);

impl Gaps {
    fn set(&self, known: Option<Arc<[Gap]>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }

    fn get(&self) -> Option<Arc<[Gap]>> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// From when to when this database knows nothing of what happened, for each restore after a time.
pub async fn gaps_since(ctx: &Context, since: DateTime<Utc>) -> Result<Vec<Gap>> {
    let kept = ctx.get_or_init(Gaps::default);
    let all = match kept.get() {
        Some(all) => all,
        None => {
            let restores = repo::all_since(ctx.db.read(), DateTime::UNIX_EPOCH).await?;
            let gap = |one: restore_hold::Model| (one.point_at, one.restored_at);
            let all: Arc<[Gap]> = restores.into_iter().map(gap).collect();
            kept.set(Some(Arc::clone(&all)));
            all
        }
    };
    let later = all.iter().filter(|(_, restored_at)| *restored_at > since);
    Ok(later.copied().collect())
}

/// Asks the database whether effects are held, and has the clients of the services know it.
pub async fn refresh(ctx: &Context) -> Result<bool> {
    let is_held = find(ctx.db.read()).await?.is_some();
    ctx.services.hold.set(is_held);
    Ok(is_held)
}

/// Refuses a call that would send, charge or change something outside. It asks what this process knows, which is looked
/// up at its start and twice a second (`storage`).
pub fn refuse(ctx: &Context) -> Result<()> {
    if ctx.services.hold.is_held() {
        return Err(held());
    }
    Ok(())
}

/// The error of what is held.
pub fn held() -> Error {
    Error::new(
        Kind::Unavailable,
        "HELD_AFTER_RESTORE",
        "Salal was restored from a backup. Nothing is sent or charged until an administrator has checked what happened \
         since. Nothing was sent or charged now, and what you entered is still on this page. Please try again later.",
    )
}

/// How far the series are moved on when the copy is so old.
pub fn numbers_ahead(point: DateTime<Utc>, now: DateTime<Utc>) -> i64 {
    let hours = (now - point).num_hours().max(0) + 1;
    LEAST_NUMBERS + hours.saturating_mul(NUMBERS_AN_HOUR)
}

/// Begins the hold of a database whose state is of the time `point`: moves every series of numbers on and forgets which
/// jobs had been released. Adds what was done to `told`.
pub async fn begin(
    tx: &Connection,
    ctx: &Context,
    point: DateTime<Utc>,
    mut told: Vec<String>,
) -> Result<restore_hold::Model> {
    let now = ctx.now();
    ctx.get_or_init(Gaps::default).set(None);
    let more = numbers_ahead(point, now);
    for series in Series::ALL {
        series.move_on(tx, more).await?;
    }
    told.push(format!(
        "The numbers of requests, orders, notes, bills and files of claims were moved on by {more}."
    ));
    jobs::hold_all(tx).await?;
    repo::end(tx, None, "restored again", now).await?;
    let row = restore_hold::Model {
        id: ctx.new_id(),
        restored_at: now,
        point_at: point,
        told: told.join("\n"),
        ended_at: None,
        ended_by: None,
        reason: None,
    };
    repo::insert(tx, row.clone()).await?;
    Ok(row)
}

/// Ends the hold in the caller's transaction: everything that waits may run. Returns how many jobs waited; `None` if
/// nothing was held. The caller has `refresh` asked after its commit.
pub async fn end(
    tx: &Connection,
    ctx: &Context,
    by: Option<Uuid>,
    reason: &str,
) -> Result<Option<u64>> {
    let Some(open) = find(tx).await? else {
        return Ok(None);
    };
    if !repo::end(tx, by, reason, ctx.now()).await? {
        return Ok(None);
    }
    let released = jobs::release_all(tx, ctx, open.restored_at).await?;
    Ok(Some(released))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_moved_on_with_the_age_of_the_copy() {
        let now = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000);
        let hours = |n| numbers_ahead(now - chrono::TimeDelta::hours(n), now);
        assert_eq!(hours(0), 1_200);
        assert_eq!(hours(24), 6_000);
        assert_eq!(hours(-5), 1_200, "a clock that went back takes nothing off");
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Backups that the server itself makes, every so many seconds: of what changed since the last one. A loss of the machine
//! then costs at most that time.

use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use super::make::{Known, make};
use super::{BackupFolder, open, pruned, state};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_platform::lasting::Lasting;

/// How often what has served its time is deleted.
const PRUNE: TimeDelta = TimeDelta::hours(1);

/// Backs up until stopped, if the settings want it.
pub async fn keep_backed_up(ctx: Context, stop: CancellationToken) {
    let seconds = ctx.settings.backup.every_seconds;
    if seconds == 0 || !ctx.db.engine().is_file() {
        return;
    }
    let mut ticks = tokio::time::interval(Duration::from_secs(seconds));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut rounds = Rounds::default();
    let mut backing_up = Lasting::new("the database was not backed up");
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = ticks.tick() => {}
        }
        backing_up.note(&ctx, &Box::pin(rounds.next(&ctx)).await);
    }
}

/// Backups one after the other, and what is remembered from one to the next.
#[derive(Default)]
pub struct Rounds {
    known: Known,
    pruned_at: Option<DateTime<Utc>>,
}

impl Rounds {
    /// Backs up what changed since the last one.
    pub async fn next(&mut self, ctx: &Context) -> Result<()> {
        let folder = PathBuf::from(&ctx.settings.backup.folder);
        let store = open(ctx, BackupFolder::Configured(&folder))?;
        let until = ctx.now();
        let (made, mut writing) = Box::pin(make(ctx, store.clone(), &mut self.known, true)).await?;
        state::note(&store, until, &made).map_err(Error::broken)?;
        let is_due = self.pruned_at.is_none_or(|at| until - at >= PRUNE);
        if is_due && !made.is_last {
            let (back, done) = pruned(ctx, writing).await?;
            writing = back;
            done.map_err(Error::broken)?;
            self.pruned_at = Some(until);
        }
        drop(writing);
        Ok(())
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Periodic bookkeeping of a process: stores the status of the external services, and deletes rows that have
//! served their time.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio_util::sync::CancellationToken;

use super::services;
use crate::api;
use crate::context::Context;
use crate::error::Result;
use crate::jobs;
use salal_accounts::accounts;
use salal_platform::lasting::Lasting;
use salal_reference::uploads;

/// How often the status of the services is stored.
const PAUSE: Duration = Duration::from_secs(15);
/// How often old rows are deleted.
const SWEEP_EVERY: TimeDelta = TimeDelta::hours(1);

/// Periodic health bookkeeping until shutdown, and once more at the end.
pub async fn run_bookkeeping(ctx: Context, stop: CancellationToken) {
    let mut swept: Option<DateTime<Utc>> = None;
    let mut noting = Lasting::new("how the services fared couldn't be written down");
    loop {
        let stopped = tokio::time::timeout(PAUSE, stop.cancelled()).await.is_ok();
        noting.note(&ctx, &services::note(&ctx).await);
        if stopped {
            return;
        }
        let now = ctx.now();
        if swept.is_none_or(|at| now - at >= SWEEP_EVERY) {
            swept = Some(now);
            match sweep(&ctx).await {
                Ok(0) => {}
                Ok(gone) => tracing::info!(gone, "rows that have served their time were deleted"),
                Err(error) => {
                    tracing::warn!(cause = %error, "rows that have served their time couldn't be deleted");
                }
            }
            if let Err(error) = begin_day(&ctx).await {
                tracing::warn!(cause = %error, "the cleanup of the day couldn't be queued");
            }
        }
    }
}

/// Queues what is to be done once a day, whatever else happens on it.
pub async fn begin_day(ctx: &Context) -> Result<()> {
    uploads::queue_daily_cleanup(ctx).await
}

/// Deletes rows that have served their time: stored responses, finished jobs, and what sign-ins leave behind.
/// Returns how many.
pub async fn sweep(ctx: &Context) -> Result<u64> {
    Ok(api::forget_kept_answers(ctx).await?
        + jobs::retention::delete_old(ctx).await?
        + accounts::retention::delete_old(ctx).await?)
}

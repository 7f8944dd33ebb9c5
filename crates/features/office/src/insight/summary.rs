// SPDX-License-Identifier: AGPL-3.0-or-later

//! Makes the stored figures of days that are over: every night, and at a start when days are missing or were counted
//! otherwise by an earlier version of the program. The last days are made anew each night, because something may be
//! recorded late, and so are the days of requests that were decided since, whose doctor was not known before.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{Datelike, Days, NaiveDate, Timelike, Weekday};
use futures_util::future::BoxFuture;
use salal_formats::days::{vancouver_day, vancouver_time};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::gather;
use super::period::Period;
use super::repo;
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};
use salal_platform::lasting::Lasting;

/// Days that are made anew each night, and on Sundays: a decision may be taken back weeks later.
const ANEW: u64 = 7;
const ANEW_ON_SUNDAYS: u64 = 35;
/// From this hour in Vancouver on, the day before is made.
const NIGHT: u32 = 3;
/// How often the clock is looked at.
const PAUSE: Duration = Duration::from_mins(5);

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Makes the figures of the days that are over.
        Summarize = "insight.summarize",
    }
}

#[derive(Serialize)]
struct Payload {}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Summarize.code(),
        run: summarize,
        max_attempts: 10,
        longest_run: Duration::from_mins(30),
        reach: Reach::Inside,
        needs: None,
        // The page counts what is missing from the records themselves, and the next night goes on.
        on_failure: |_, _, why| {
            Box::pin(async move {
                tracing::warn!(%why, "the figures of the days that are over couldn’t be made");
                Ok(())
            })
        },
    }]
}

fn summarize(ctx: Context, _: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        catch_up(&ctx).await?;
        Ok(JobOutcome::Done)
    })
}

/// Queues the work of each night, and of a start when days are missing, until the process stops.
pub async fn keep_summarized(ctx: Context, stop: CancellationToken) {
    let mut is_start = true;
    let mut queueing = Lasting::new("the figures of the days that are over couldn’t be queued");
    loop {
        queueing.note(&ctx, &queue_if_due(&ctx, is_start).await);
        is_start = false;
        if tokio::time::timeout(PAUSE, stop.cancelled()).await.is_ok() {
            return;
        }
    }
}

async fn queue_if_due(ctx: &Context, is_start: bool) -> Result<()> {
    let now = ctx.now();
    let today = vancouver_day(now);
    if !is_start && vancouver_time(now).hour() < NIGHT {
        return Ok(());
    }
    let wanted = if let Some(missing) = missing(ctx, today).await? {
        missing.to.to_string()
    } else if is_start && is_any_counted_otherwise(ctx).await? {
        format!("{today} as {}", repo::COUNTED_AS)
    } else {
        return Ok(());
    };
    let tx = ctx.db.begin().await?;
    let job = NewJob::new(Job::Summarize, &Payload {})?.once(wanted);
    jobs::enqueue(&tx, ctx, job).await?;
    tx.commit().await?;
    ctx.notify_worker();
    Ok(())
}

/// Whether stored figures were counted otherwise, by an earlier version of the program.
pub(super) async fn is_any_counted_otherwise(ctx: &Context) -> Result<bool> {
    let days = repo::counted_otherwise(ctx.db.read()).await?;
    Ok(!days.is_empty())
}

/// The days before this one whose figures are not stored; `None` when they all are.
async fn missing(ctx: &Context, today: NaiveDate) -> Result<Option<Period>> {
    let db = ctx.db.read();
    let first = match repo::extent(db).await? {
        Some(made) => made.to.succ_opt(),
        None => gather::first_day(db).await?,
    };
    let missing = first.zip(today.pred_opt());
    let missing = missing.map(|(from, to)| Period { from, to });
    Ok(missing.filter(|period| period.from <= period.to))
}

/// Makes the figures of every day before today that has none, and of the last days and those counted otherwise anew.
/// Each day is a transaction of its own, the oldest first, so that the next run goes on where this one was ended.
pub async fn catch_up(ctx: &Context) -> Result<()> {
    let today = vancouver_day(ctx.now());
    let made = repo::extent(ctx.db.read()).await?;
    let mut late = BTreeSet::new();
    let anew = match today.weekday() {
        Weekday::Sun => ANEW_ON_SUNDAYS,
        _ => ANEW,
    };
    let since = today.checked_sub_days(Days::new(anew)).unwrap_or(today);
    if let Some(made) = made {
        let from = since.max(made.from);
        let to = made.to.min(today.pred_opt().unwrap_or(today));
        let mut anew: BTreeSet<NaiveDate> = (Period { from, to }).days().collect();
        anew.extend(repo::counted_otherwise(ctx.db.read()).await?);
        for day in anew {
            late.extend(make(ctx, day).await?);
        }
    }
    if let Some(missing) = missing(ctx, today).await? {
        for day in missing.days() {
            late.extend(make(ctx, day).await?);
        }
        // They were made in the same run, after what was decided on them.
        if made.is_none() {
            return Ok(());
        }
    }
    let earlier = made.map(|made| late.into_iter().filter(move |day| made.has(*day)));
    for day in earlier.into_iter().flatten().filter(|day| *day < since) {
        make(ctx, day).await?;
    }
    Ok(())
}

/// Makes one day, and says on which days the requests came that were decided on it.
async fn make(ctx: &Context, day: NaiveDate) -> Result<BTreeSet<NaiveDate>> {
    let made = gather::alone(ctx, day).await?;
    let tx = ctx.db.begin().await?;
    repo::store(&tx, day, &made.cells, ctx.now()).await?;
    tx.commit().await?;
    Ok(made.received_on)
}

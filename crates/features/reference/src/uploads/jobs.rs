// SPDX-License-Identifier: AGPL-3.0-or-later

//! Cleans the place of uploaded files: files whose transaction failed have no row and cannot be requested.

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_domain::days::vancouver_day;

use super::disk::YOUNG;
use super::{place, repo};
use crate::context::Context;
use crate::error::Result;
use crate::files::FileStore;
use crate::jobs::{JobKind, JobOutcome, JobRun, NewJob, Reach, enqueue};

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        Sweep = "uploads.sweep",
    }
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Sweep.code(),
        run: sweep,
        max_attempts: 3,
        longest_run: Duration::from_mins(30),
        reach: Reach::Inside,
        needs: None,
        // Nothing is lost: the next day's cleanup finds the same files.
        on_failure: |_, _, why| {
            Box::pin(async move {
                tracing::warn!(%why, "the place of uploaded files was not swept");
                Ok(())
            })
        },
    }]
}

fn sweep(ctx: Context, _run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        // After a restore the folder has files of which the older database knows nothing: a person may look for them.
        if ctx.services.hold.is_held() {
            return Ok(JobOutcome::Done);
        }
        // In a place of other files, those of theirs would have no row here.
        if !place::is_ours(&ctx).await? {
            if let Some(fault) = place::find_fault(&ctx).await? {
                tracing::error!("{fault}");
            }
            return Ok(JobOutcome::Done);
        }
        let store = FileStore::of(&ctx);
        let (mut swept, mut from) = (0_u32, None);
        loop {
            let page = store.page(ctx.now(), from).await?;
            let settled = page.files.into_iter().filter(|file| file.age >= YOUNG);
            let paths: Vec<String> = settled.map(|file| file.path).collect();
            for paths in paths.chunks(500) {
                let known = repo::list_known_paths(ctx.db.read(), paths).await?;
                for path in paths.iter().filter(|path| !known.contains(path)) {
                    store.remove(path).await?;
                    swept += 1;
                }
            }
            from = page.next;
            if from.is_none() {
                break;
            }
        }
        if swept > 0 {
            tracing::info!(swept, "uploaded files without a row were removed");
        }
        Ok(JobOutcome::Done)
    })
}

/// Queues the cleanup of today, unless it was.
pub async fn queue_daily_cleanup(ctx: &Context) -> Result<()> {
    enqueue(ctx.db.write(), ctx, daily_cleanup(ctx)?).await
}

/// The cleanup of a day: queued by the first file stored on it, and by the hour's bookkeeping.
pub(super) fn daily_cleanup(ctx: &Context) -> Result<NewJob> {
    let day = vancouver_day(ctx.now());
    Ok(NewJob::new(Job::Sweep, &day)?.once(day))
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Deletes jobs that ended long ago (`retention` in the settings). A job that failed stays longer than one that is
//! done, because somebody may still act on it. A job that has not ended is never deleted.

use chrono::TimeDelta;

use crate::context::Context;
use crate::error::Result;

const DONE: &str = "DELETE FROM job WHERE id IN (SELECT id FROM job \
    WHERE state = 'done' AND ended_at < $1 ORDER BY ended_at LIMIT $2)";

const GIVEN_UP: &str = "DELETE FROM job WHERE id IN (SELECT id FROM job \
    WHERE state = 'given_up' AND ended_at < $1 ORDER BY ended_at LIMIT $2)";

/// Deletes old jobs; returns how many.
pub async fn delete_old(ctx: &Context) -> Result<u64> {
    let (now, kept) = (ctx.now(), &ctx.settings.retention);
    let done = now - TimeDelta::days(kept.finished_jobs_days);
    let given_up = now - TimeDelta::days(kept.failed_jobs_days);
    Ok(ctx.db.delete_old(DONE, done).await? + ctx.db.delete_old(GIVEN_UP, given_up).await?)
}

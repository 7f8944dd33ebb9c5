// SPDX-License-Identifier: AGPL-3.0-or-later

//! Recovery from storage failure: while the database refuses changes (a full disk, a read-only disk, an
//! unreachable database, a file that another program has locked), a small write is tried again and again until it
//! succeeds. No restart is needed. A database that does not answer or is locked is noticed here too, before anyone
//! has waited for it long. And the work on files beside the database. Not here: how the database is asked and the
//! write is tried, which is in `salal_db`.

use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::machine_clock;

/// How often the database is asked, and a write is tried while none succeeds.
const EVERY: Duration = Duration::from_millis(500);
/// How often this machine's clock is compared with the database's.
const LOOK_AT_CLOCK: Duration = Duration::from_secs(30);

/// Runs work on files, which blocks, off the async threads; `what` names the files in the log.
pub async fn on_disk<T: Send + 'static>(
    what: &'static str,
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::broken(format!("{what}: {error}")))?
        .map_err(|error| Error::disk(what, &error))
}

/// Runs until stopped.
pub async fn watch(ctx: Context, stop: CancellationToken) {
    let mut next_look_at_clock = Instant::now() + LOOK_AT_CLOCK;
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep(EVERY) => {}
        }
        let mut trouble = ctx.db.trouble();
        if let Some(found) = ctx.db.ask().await {
            trouble = Some(found);
        } else if trouble.is_some() {
            trouble = ctx.db.try_writing().await;
            if trouble.is_none() {
                ctx.notify_worker();
            }
        }
        if trouble.is_none() && next_look_at_clock <= Instant::now() {
            next_look_at_clock = Instant::now() + LOOK_AT_CLOCK;
            if let Err(error) = machine_clock::measure(&ctx).await {
                tracing::warn!(cause = %error, "the database's clock could not be asked");
            }
        }
        metrics::gauge!("salal_storage_refusing").set(if trouble.is_some() { 1.0 } else { 0.0 });
    }
}

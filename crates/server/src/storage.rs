//! Ends the time in which changes are refused: while the database keeps nothing (a full disk, a read-only
//! one, a database that is away), a small change is tried every second until it is kept. Nobody has to
//! start the program again. Deliberately not here: how that is tried, which is `salal_db`'s.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::context::Context;

/// How often a change is tried while none is kept.
const EVERY: Duration = Duration::from_secs(1);

/// Watches until told to stop.
pub(crate) async fn watch(ctx: Context, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep(EVERY) => {}
        }
        let mut trouble = ctx.db.trouble();
        if trouble.is_some() {
            trouble = ctx.db.try_writing().await;
            if trouble.is_none() {
                ctx.notify_worker();
            }
        }
        metrics::gauge!("salal_storage_refusing").set(if trouble.is_some() { 1.0 } else { 0.0 });
    }
}

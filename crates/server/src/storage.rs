// SPDX-License-Identifier: AGPL-3.0-or-later

//! Recovery from storage failure: while the database refuses changes (a full disk, a read-only disk, an
//! unreachable database), a small write is tried every second until it succeeds. No restart is needed. Not
//! here: how the write is tried, which is in `salal_db`.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::context::Context;

/// How often a write is tried while none succeeds.
const EVERY: Duration = Duration::from_secs(1);

/// Runs until stopped.
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

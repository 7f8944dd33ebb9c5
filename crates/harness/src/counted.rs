// SPDX-License-Identifier: AGPL-3.0-or-later

//! Counts the statements of a call.

use crate::{Answer, TestApp};

/// Sends a call, and fails if it takes more statements than this.
pub async fn counted(
    app: &TestApp,
    name: &str,
    most: u64,
    call: impl Future<Output = Answer>,
) -> Answer {
    app.ctx.flush_events().await;
    let before = app.ctx.db.sent();
    let answer = call.await;
    // Other processes are told beside the call.
    app.ctx.flush_events().await;
    let sent = app.ctx.db.sent() - before;
    assert!(
        sent <= most,
        "{name}: {sent} statements instead of at most {most}"
    );
    answer
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Looks again and again, on every process: those that serve alone as well, because what is wrong may be that nobody
//! works.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::direct::Direct;
use super::look;
use super::send::Job;
use crate::context::Context;
use crate::jobs::{self, JobKinds};

/// Looks until stopped. `works` says whether this process does the jobs; one that does not sends its alerts itself.
pub async fn keep_watch(ctx: Context, works: bool, stop: CancellationToken) {
    let pause = Duration::from_secs(ctx.settings.alerts.every_seconds);
    let mut direct = Direct::default();
    while tokio::time::timeout(pause, stop.cancelled()).await.is_err() {
        direct.look(&ctx).await;
        if ctx.db.trouble().is_some() {
            continue;
        }
        tokio::select! {
            () = look_and_send(&ctx, works) => {}
            // A database that falls silent in the middle of a look would keep it, and nobody would be told.
            () = ctx.db.away() => direct.look(&ctx).await,
        }
    }
}

async fn look_and_send(ctx: &Context, works: bool) {
    if let Err(error) = look(ctx).await {
        ctx.note_storage(&error);
        tracing::warn!(cause = %error, "the installation couldn't be examined");
        return;
    }
    if !works {
        let own = Job::ALL.map(Job::code);
        if let Err(error) = jobs::run_kinds(ctx, ctx.hooks.get::<JobKinds>(), &own).await {
            tracing::warn!(cause = %error, "alerts couldn't be sent");
        }
    }
}

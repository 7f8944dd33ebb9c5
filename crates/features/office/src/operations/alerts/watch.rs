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
use salal_platform::lasting::Lasting;

/// How long a look may go on in a process that stops.
const LAST_LOOK: Duration = Duration::from_millis(1_500);

/// Looks until stopped. `works` says whether this process does the jobs; one that does not sends its alerts itself.
pub async fn keep_watch(ctx: Context, works: bool, stop: CancellationToken) {
    let pause = Duration::from_secs(ctx.settings.alerts.every_seconds);
    let mut watch = Watch {
        direct: Direct::default(),
        examining: Lasting::new("the installation couldn't be examined"),
        sending: Lasting::new("alerts couldn't be sent"),
    };
    while tokio::time::timeout(pause, stop.cancelled()).await.is_err() {
        tokio::select! {
            () = watch.look(&ctx, works, &stop) => {}
            // A way that hangs holds up no process that stops: what was to be told is found again by the next one.
            () = long_after(&stop) => {}
        }
    }
}

/// When the process has been stopping for longer than a job may still wait.
async fn long_after(stop: &CancellationToken) {
    stop.cancelled().await;
    tokio::time::sleep(LAST_LOOK).await;
}

/// What this process tells, and what of it fails.
struct Watch {
    direct: Direct,
    examining: Lasting,
    sending: Lasting,
}

impl Watch {
    async fn look(&mut self, ctx: &Context, works: bool, stop: &CancellationToken) {
        self.direct.look(ctx).await;
        if ctx.db.trouble().is_some() {
            return;
        }
        let (examining, sending) = (&mut self.examining, &mut self.sending);
        tokio::select! {
            () = look_and_send(ctx, works, stop, (examining, sending)) => {}
            // A database that falls silent in the middle of a look would keep it, and nobody would be told.
            () = ctx.db.away() => self.direct.look(ctx).await,
        }
    }
}

async fn look_and_send(
    ctx: &Context,
    works: bool,
    stop: &CancellationToken,
    (examining, sending): (&mut Lasting, &mut Lasting),
) {
    let looked = look(ctx).await;
    examining.note(ctx, &looked);
    if looked.is_ok() && !works {
        let own = Job::ALL.map(Job::code);
        let sent = jobs::run_kinds(ctx, ctx.hooks.get::<JobKinds>(), &own, stop).await;
        sending.note(ctx, &sent);
    }
}

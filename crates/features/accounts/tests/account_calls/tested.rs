// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the programs of this crate test: a site of this crate and those below it, with stand-ins for what the crates
//! above would do.

use std::time::Duration;

use crate::support::{Tested, add_no_prescriptions, parts_with};
use salal_demo::DemoAccount;
use salal_people::people::Job;
use salal_platform::context::Context;
use salal_platform::error::Result;
use salal_platform::jobs::{JobKind, JobOutcome, Reach};
use salal_platform::notifications::{MailAdministratorsOnce, NotifyStaff};
use salal_platform::parts::Parts;
use salal_reference::uploads::InVisibleThread;

pub(crate) static TESTED: Tested = Tested {
    parts,
    demo: |ctx| Box::pin(async move { demo(&ctx).await }),
    file_checker: None,
};

/// This crate and those below it.
fn parts() -> Parts {
    let mut parts = parts_with(&[]);
    add_stand_ins(&mut parts);
    parts
}

/// What the crates above would say and do if there were neither prescriptions nor messages.
fn add_stand_ins(parts: &mut Parts) {
    add_no_prescriptions(parts);
    parts
        .hooks
        .add(NotifyStaff(|_, _, _| Box::pin(async { Ok(()) })));
    parts
        .hooks
        .add(MailAdministratorsOnce(|_, _, _| Box::pin(async { Ok(()) })));
    parts
        .hooks
        .add(InVisibleThread(|_, _, _| Box::pin(async { Ok(None) })));
    // People queue it, and whoever can write to the office runs it.
    parts.kinds.push(JobKind {
        name: Job::SameNumber.code(),
        run: |_, _| Box::pin(async { Ok(JobOutcome::Done) }),
        max_attempts: 1,
        longest_run: Duration::from_mins(2),
        reach: Reach::Inside,
        needs: None,
        on_failure: |_, _, _| Box::pin(async { Ok(()) }),
    });
}

/// The demo's people, and nothing more.
async fn demo(ctx: &Context) -> Result<Vec<DemoAccount>> {
    salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await
}

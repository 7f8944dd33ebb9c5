// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls of the four crates that all others stand on, one file a call, in folders by feature: accounts and the
//! audit, people, drugs, and what stands alone. Each runs on SQLite and on PostgreSQL, against a site of these crates,
//! with a database and a sandbox of its own. They are one program: each more costs a link and a template. Not here: what
//! must hold for all calls at once, and what renewals, messages or imports must be there for, which the server's tests
//! say.

use salal_harness as support;

mod accounts;
mod audit;
mod drugs;
mod medical_info;
mod office;
mod people;
mod pharmacies;
mod pharmanet;
mod presence;
mod reference_data;
mod suggestions;

use std::time::Duration;

use salal_demo::DemoAccount;
use salal_people::people::Job;
use salal_platform::context::Context;
use salal_platform::error::Result;
use salal_platform::jobs::{JobKind, JobOutcome};
use salal_platform::notifications::{MailAdministratorsOnce, NotifyStaff};
use salal_platform::parts::Parts;
use salal_reference::uploads::InVisibleThread;
use support::{Tested, add_no_prescriptions, parts_with};

static TESTED: Tested = Tested {
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
        needs: None,
        on_failure: |_, _, _| Box::pin(async { Ok(()) }),
    });
}

/// The demo's people, and nothing more.
async fn demo(ctx: &Context) -> Result<Vec<DemoAccount>> {
    salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await
}

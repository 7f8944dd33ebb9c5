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

use salal_accounts::accounts::retention::SessionsInUse;
use salal_demo::DemoAccount;
use salal_people::people::{Job, Prescribed};
use salal_platform::context::Context;
use salal_platform::error::Result;
use salal_platform::jobs::{JobKind, JobOutcome};
use salal_platform::notifications::{MailAdministratorsOnce, NotifyStaff};
use salal_platform::parts::Parts;
use salal_reference::uploads::InVisibleThread;
use sea_orm::sea_query::{Alias, Expr, Query};
use support::Tested;

static TESTED: Tested = Tested {
    parts,
    demo: |ctx| Box::pin(async move { demo(&ctx).await }),
    file_checker: None,
};

/// This crate and those below it.
const CRATES: [fn(&mut Parts); 4] = [
    salal_reference::register,
    salal_people::register,
    salal_drugs::register,
    salal_accounts::register,
];

fn parts() -> Parts {
    let mut parts = Parts::of_platform();
    for register in CRATES {
        register(&mut parts);
    }
    add_stand_ins(&mut parts);
    parts
}

/// What the crates above would say and do if there were neither prescriptions nor messages.
fn add_stand_ins(parts: &mut Parts) {
    parts.hooks.add(Prescribed {
        select_one: |_| {
            Query::select()
                .column(Alias::new("id"))
                .from(Alias::new("prescription"))
                .and_where(Expr::cust("1 = 0"))
                .to_owned()
        },
        count_pending: |_| "CAST(0 AS BIGINT)".to_owned(),
    });
    parts.hooks.add(SessionsInUse(
        "SELECT id AS session_id FROM session WHERE 1 = 0",
    ));
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

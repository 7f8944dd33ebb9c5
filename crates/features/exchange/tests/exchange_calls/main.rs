// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on messages, one file a call. Each runs on SQLite and on PostgreSQL, against a site of this crate and those
//! below it, with a database and a sandbox of its own. Not here: what must hold for all calls at once, and what renewals
//! must be there for, as nearly all that is paid or faxed, which the server's tests say.

use salal_harness as support;

mod messages;

use salal_accounts::accounts::retention::SessionsInUse;
use salal_demo::DemoAccount;
use salal_exchange::messages::SelectPrescriptions;
use salal_people::people::Prescribed;
use salal_platform::context::Context;
use salal_platform::error::Result;
use salal_platform::parts::Parts;
use sea_orm::sea_query::{Alias, Expr, Query};
use support::Tested;

static TESTED: Tested = Tested {
    parts,
    demo: |ctx| Box::pin(async move { demo(&ctx).await }),
    file_checker: None,
};

/// This crate and those below it, and the drugs that the people of all tests are shown.
const CRATES: [fn(&mut Parts); 5] = [
    salal_reference::register,
    salal_people::register,
    salal_drugs::register,
    salal_accounts::register,
    salal_exchange::register,
];

fn parts() -> Parts {
    let mut parts = Parts::of_platform();
    for register in CRATES {
        register(&mut parts);
    }
    add_stand_ins(&mut parts);
    parts
}

/// What the crate of prescriptions would say if there were none.
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
    parts.hooks.add(SelectPrescriptions(|select| select));
    parts.hooks.add(SessionsInUse(
        "SELECT id AS session_id FROM session WHERE 1 = 0",
    ));
    // Nothing is sold or faxed here, and nothing stands in for that: no hook is demanded at the start.
    parts.needed.clear();
}

/// The demo's people, and nothing more.
async fn demo(ctx: &Context) -> Result<Vec<DemoAccount>> {
    salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await
}

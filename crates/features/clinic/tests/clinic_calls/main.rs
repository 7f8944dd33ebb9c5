// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic's calls, one file a call, in folders by feature: laboratory results, notes of the staff, and claims to the
//! plan. Each runs on SQLite and on PostgreSQL, against a site of this crate and those below it, with a database and a
//! sandbox of its own. Not here: what must hold for all calls at once, which the server's tests say.

use salal_harness as support;

mod billing;
mod lab_tests;
mod notes;

use salal_demo::DemoAccount;
use salal_platform::context::Context;
use salal_platform::error::Result;
use salal_platform::parts::Parts;
use support::Tested;

static TESTED: Tested = Tested {
    parts,
    demo: |ctx| Box::pin(async move { demo(&ctx).await }),
    file_checker: None,
};

/// This crate and those below it.
const CRATES: [fn(&mut Parts); 8] = [
    salal_reference::register,
    salal_people::register,
    salal_drugs::register,
    salal_accounts::register,
    salal_exchange::register,
    salal_orders::register,
    salal_prescriptions::register,
    salal_clinic::register,
];

fn parts() -> Parts {
    let mut parts = Parts::of_platform();
    for register in CRATES {
        register(&mut parts);
    }
    parts
}

/// The demo's people, with the diagnoses, which bills name.
async fn demo(ctx: &Context) -> Result<Vec<DemoAccount>> {
    salal_clinic::billing::sample(ctx).await?;
    salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await
}

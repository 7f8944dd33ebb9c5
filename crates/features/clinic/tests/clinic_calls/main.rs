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
use support::{Tested, parts_with};

static TESTED: Tested = Tested {
    parts,
    demo: |ctx| Box::pin(async move { demo(&ctx).await }),
    file_checker: None,
};

/// This crate and those below it.
fn parts() -> Parts {
    parts_with(&[
        salal_exchange::register,
        salal_orders::register,
        salal_prescriptions::register,
        salal_clinic::register,
    ])
}

/// The demo's people, with the diagnoses, which bills name.
async fn demo(ctx: &Context) -> Result<Vec<DemoAccount>> {
    salal_clinic::billing::sample(ctx).await?;
    salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await
}

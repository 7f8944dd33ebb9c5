// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on messages, one file a call. Each runs on SQLite and on PostgreSQL, against a site of this crate and those
//! below it, with a database and a sandbox of its own. Not here: what must hold for all calls at once, and what renewals
//! must be there for, as nearly all that is paid or faxed, which the server's tests say.

use salal_harness as support;

mod messages;

use salal_demo::DemoAccount;
use salal_exchange::messages::SelectPrescriptions;
use salal_platform::context::Context;
use salal_platform::error::Result;
use salal_platform::parts::Parts;
use support::{Tested, add_no_prescriptions, parts_with};

static TESTED: Tested = Tested {
    parts,
    demo: |ctx| Box::pin(async move { demo(&ctx).await }),
    file_checker: None,
};

/// This crate and those below it. Prescriptions are neither sold nor faxed here.
fn parts() -> Parts {
    let mut parts = parts_with(&[salal_exchange::register]);
    add_no_prescriptions(&mut parts);
    parts.hooks.add(SelectPrescriptions(|select| select));
    // Nothing stands in for what the crate of prescriptions would do: no hook is demanded at the start.
    parts.needed.clear();
    parts
}

/// The demo's people, and nothing more.
async fn demo(ctx: &Context) -> Result<Vec<DemoAccount>> {
    salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await
}

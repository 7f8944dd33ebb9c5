// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on sleep studies, one file a call. Each runs on SQLite and on PostgreSQL, against a site of this crate and
//! those below it, with a database and a sandbox of its own. Not here: what must hold for all calls at once, and what
//! renewals must be there for, which the server's tests say.

use salal_harness as support;

mod sleep_studies;

use salal_demo::DemoAccount;
use salal_exchange::messages::SelectPrescriptions;
use salal_orders::sleep_studies::{self as studies, NewSleepClinic};
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
    let mut parts = parts_with(&[salal_exchange::register, salal_orders::register]);
    add_no_prescriptions(&mut parts);
    parts.hooks.add(SelectPrescriptions(|select| select));
    // Nothing stands in for what the crate of prescriptions would do: no hook is demanded at the start.
    parts.needed.clear();
    parts
}

/// The demo's people, with the branches of sleep clinics, which orders go to, and a doctor who signs the requests.
async fn demo(ctx: &Context) -> Result<Vec<DemoAccount>> {
    let clinics = salal_demo::sleep_clinics()?;
    let clinics = clinics.into_iter().map(|one| NewSleepClinic {
        company: one.company,
        name: one.name,
        address: one.address,
        phone: one.phone,
        fax: one.fax,
    });
    let clinics = clinics.collect();
    let tx = ctx.db.begin().await?;
    studies::create_clinics(&tx, ctx, clinics).await?;
    tx.commit().await?;
    let accounts = salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await?;
    let tx = ctx.db.begin().await?;
    if let Some(doctor) = salal_demo::requesting_doctor(&tx).await? {
        studies::agree(&tx, ctx, doctor, &salal_demo::signature()).await?;
    }
    tx.commit().await?;
    Ok(accounts)
}

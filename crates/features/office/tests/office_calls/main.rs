// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls of the office, one file a call, in folders by feature: what comes in as files, what waits, and the page of
//! a patient. Each runs on SQLite and on PostgreSQL, against a site of this crate and those below it, with a database
//! and a sandbox of its own. Not here: what must hold for all calls at once, which the server's tests say.

use salal_harness as support;

mod insight;
mod manage_data;
mod operations;
mod patient_page;
mod today;

use salal_clinic::billing;
use salal_demo::DemoAccount;
use salal_orders::sleep_studies::{self, NewSleepClinic};
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
        salal_office::register,
    ])
}

/// The demo's people, with the branches of sleep clinics and the diagnoses, which these calls show and replace.
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
    sleep_studies::create_clinics(&tx, ctx, clinics).await?;
    tx.commit().await?;
    billing::sample(ctx).await?;
    let accounts = salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await?;
    let tx = ctx.db.begin().await?;
    if let Some(doctor) = salal_demo::requesting_doctor(&tx).await? {
        sleep_studies::agree(&tx, ctx, doctor, &salal_demo::signature()).await?;
    }
    tx.commit().await?;
    Ok(accounts)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on sleep studies, one file a call. Each runs on SQLite and on PostgreSQL, against a site of this crate and
//! those below it, with a database and a sandbox of its own. Not here: what must hold for all calls at once, and what
//! renewals must be there for, which the server's tests say.

use salal_harness as support;

mod sleep_studies;

use salal_accounts::accounts::retention::SessionsInUse;
use salal_demo::DemoAccount;
use salal_exchange::messages::SelectPrescriptions;
use salal_orders::sleep_studies::NewSleepClinic;
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

/// This crate and those below it.
const CRATES: [fn(&mut Parts); 6] = [
    salal_reference::register,
    salal_people::register,
    salal_drugs::register,
    salal_accounts::register,
    salal_exchange::register,
    salal_orders::register,
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
    // Prescriptions are neither sold nor faxed here, and nothing stands in for that: no hook is demanded at the start.
    parts.needed.clear();
}

/// The demo's people, with the branches of sleep clinics, which orders go to.
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
    salal_orders::sleep_studies::create_clinics(&tx, ctx, clinics).await?;
    tx.commit().await?;
    salal_demo::make(ctx, |_, _| Box::pin(async { Ok(()) })).await
}

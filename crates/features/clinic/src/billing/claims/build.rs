// SPDX-License-Identifier: AGPL-3.0-or-later

//! Builds a file from the bills that may be sent, with their sequence numbers. A bill that the plan would
//! certainly refuse is left out, with the reason.

use std::collections::BTreeMap;

use salal_domain::days::vancouver_day;
use salal_formats::teleplan::claims::{Claimed, Site, batch};
use uuid::Uuid;

use super::file::ClaimFile;
use super::repo;
use crate::api::Scope;
use crate::billing::bills::repo as bills;
use crate::billing::claim::Claim;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people;

/// The maximum number of bills in a file.
const MOST: u64 = 500;

/// The details on every file.
pub(super) fn site(ctx: &Context) -> Site<'_> {
    let (billing, clinic) = (&ctx.settings.billing, &ctx.settings.clinic);
    Site {
        data_centre: &billing.data_centre,
        payee: &billing.payee,
        software: "SALAL",
        version: env!("CARGO_PKG_VERSION"),
        installed: billing.installed,
        company: &clinic.name,
        phone: &clinic.phone,
        contact: &billing.contact,
        location: &billing.location,
        facility: &billing.facility,
        sub_facility: &billing.sub_facility,
    }
}

/// Fills a queued file with the bills that may be sent. False if there are none.
pub(super) async fn fill(
    ctx: &Context,
    scope: &Scope,
    file: &mut ClaimFile,
    committed: u32,
) -> Result<bool> {
    let claims = repo::unsent(ctx.db.read(), scope, MOST).await?;
    let persons: Vec<Uuid> = claims.iter().map(Claim::person).collect();
    let insured = people::insured(ctx.db.read(), scope, &persons).await?;
    let today = vancouver_day(ctx.now());
    let mut staying: BTreeMap<String, Vec<Uuid>> = BTreeMap::new();
    let (mut leaving, mut written) = (Vec::new(), Vec::new());
    for claim in claims {
        let known = insured.get(&claim.person());
        let ready = claim
            .ready(known, today)
            .and_then(|one| match misfit(ctx, &one) {
                Some(why) => Err(why),
                None => Ok(one),
            });
        match ready {
            Err(why) => staying.entry(why).or_default().push(claim.id()),
            Ok(one) => {
                leaving.push(claim);
                written.push(one);
            }
        }
    }
    let tx = ctx.db.begin().await?;
    let any_stay = !staying.is_empty();
    let mut writes = ctx.db.batch();
    for (why, ids) in staying {
        bills::leave_out(&mut writes, scope, ids, why);
    }
    writes.run(&tx).await?;
    if leaving.is_empty() {
        file.refuse(if any_stay {
            "No bills can be sent yet. See the reason on each."
        } else {
            "No bills are waiting to be sent."
        });
        file.save(&tx).await?;
        tx.commit().await?;
        return Ok(false);
    }
    let made = batch(&site(ctx), committed, &written).map_err(Error::broken)?;
    let unchanged = Claim::lock_loaded(&tx, scope, &mut leaving).await?;
    if !unchanged || !leaving.iter_mut().all(Claim::put_into_file) {
        // A bill was edited in between: the file is built again.
        return Err(Error::broken("a bill changed while its file was built"));
    }
    let leaving: Vec<&Claim> = leaving.iter().collect();
    Claim::save_all(&tx, ctx, &leaving).await?;
    let rows = file.build(ctx, &leaving, &made);
    repo::insert_claims(&tx, rows).await?;
    if !file.save(&tx).await? {
        return Err(Error::broken("the file was built by someone else"));
    }
    tx.commit().await?;
    Ok(true)
}

/// Why a claim cannot be written; such a claim must not delay the others.
fn misfit(ctx: &Context, one: &Claimed) -> Option<String> {
    batch(&site(ctx), 0, std::slice::from_ref(one))
        .err()
        .map(|misfit| {
            format!(
                "The claim cannot be written: {}, {}.",
                misfit.field, misfit.why
            )
        })
}

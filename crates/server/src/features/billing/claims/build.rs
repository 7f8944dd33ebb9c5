// SPDX-License-Identifier: AGPL-3.0-or-later

//! Builds a file from the bills that may be sent, with their sequence numbers. A bill that the plan would
//! certainly refuse is left out, with the reason.

use std::collections::BTreeMap;

use salal_domain::days::vancouver_day;
use salal_domain::fees::Cents;
use salal_formats::teleplan::claims::{Batch, Claimed, Site, batch};
use uuid::Uuid;

use super::ClaimFileState;
use super::entity::{claim, claim_file};
use super::repo::{self, ActiveValue::Set};
use crate::api::Scope;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};
use crate::features::billing::bills::repo as bills;
use crate::features::billing::claim::Claim;
use crate::features::billing::sealed;
use crate::features::people;

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

/// Fills a queued file with the bills that may be sent. `None` if there are none.
pub(super) async fn fill(
    ctx: &Context,
    scope: &Scope,
    file: &claim_file::Model,
    committed: u32,
) -> Result<Option<claim_file::Model>> {
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
        let why = if any_stay {
            "No bills can be sent yet. See the reason on each."
        } else {
            "No bills are waiting to be sent."
        };
        let to = claim_file::ActiveModel {
            state: Set(ClaimFileState::Refused.into()),
            told: Set(Some(why.into())),
            ..Default::default()
        };
        repo::update_file(&tx, file.id, &[ClaimFileState::Queued], to).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let made = batch(&site(ctx), committed, &written).map_err(Error::broken)?;
    let unchanged = Claim::lock_loaded(&tx, scope, &mut leaving).await?;
    if !unchanged || !leaving.iter_mut().all(Claim::put_into_file) {
        // A bill was edited in between: the file is built again.
        return Err(Error::broken("a bill changed while its file was built"));
    }
    let leaving: Vec<&Claim> = leaving.iter().collect();
    Claim::save_all(&tx, ctx, &leaving).await?;
    repo::insert_claims(&tx, rows_of(ctx, file, &leaving, &made)).await?;
    let to = claim_file::ActiveModel {
        state: Set(ClaimFileState::Built.into()),
        first_sequence: Set(Some(i64::from(made.first))),
        last_sequence: Set(Some(i64::from(made.last))),
        records: Set(i64::try_from(made.records).unwrap_or(i64::MAX)),
        bills: Set(i64::try_from(leaving.len()).unwrap_or(i64::MAX)),
        amount_cents: Set(leaving.iter().map(|claim| claim.amount()).sum::<Cents>().0),
        sha256: Set(Some(sha256_hex(&made.bytes))),
        sealed: Set(Some(sealed::seal(ctx, &made.bytes)?)),
        told: Set(None),
        ..Default::default()
    };
    if !repo::update_file(&tx, file.id, &[ClaimFileState::Queued], to).await? {
        return Err(Error::broken("the file was built by someone else"));
    }
    tx.commit().await?;
    repo::file(ctx.db.read(), file.id).await.map(Some)
}

fn rows_of(
    ctx: &Context,
    file: &claim_file::Model,
    claims: &[&Claim],
    made: &Batch,
) -> Vec<claim::Model> {
    let pairs = claims.iter().zip(&made.claims);
    pairs
        .map(|(claim, (folio, sequence))| claim::Model {
            id: ctx.new_id(),
            claim_file_id: file.id,
            bill_id: claim.id(),
            person_id: claim.person(),
            data_centre: file.data_centre.clone(),
            sequence: i64::from(*sequence),
            folio: i64::from(*folio),
            amount_cents: claim.amount().0,
        })
        .collect()
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

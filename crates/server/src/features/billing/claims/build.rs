// SPDX-License-Identifier: AGPL-3.0-or-later

//! Builds a file from the bills that may be sent, with their sequence numbers. A bill that the plan would
//! certainly refuse is left out, with the reason.

use chrono::Timelike;
use salal_domain::billing::preflight::waits_for;
use salal_domain::billing::state::BillState;
use salal_domain::days::{vancouver_day, vancouver_time};
use salal_domain::fees::Payer;
use salal_formats::teleplan::claims::{Batch, Claimed, Site, batch};
use uuid::Uuid;

use super::ClaimFileState;
use super::entity::{claim, claim_file};
use super::repo::{self, ActiveValue::Set};
use crate::api::Scope;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};
use crate::features::billing::entity::bill;
use crate::features::billing::sealed;
use crate::features::people::{self, Insured};

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
    let rows = repo::unsent(ctx.db.read(), scope, MOST).await?;
    let persons: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
    let insured = people::insured(ctx.db.read(), scope, &persons).await?;
    let today = vancouver_day(ctx.now());
    let (mut leaving, mut staying) = (Vec::new(), Vec::new());
    for row in rows {
        let known = insured.get(&row.person_id);
        match known.map_or_else(
            || Err("Patient not found.".into()),
            |one| claimed(&row, one),
        ) {
            Err(why) => staying.push((row.id, why)),
            Ok(one) => match waits_for(&one, today).or_else(|| misfit(ctx, &one)) {
                Some(why) => staying.push((row.id, why)),
                None => leaving.push((row, one)),
            },
        }
    }
    let tx = ctx.db.begin().await?;
    for (id, why) in &staying {
        repo::leave_out(&tx, scope, *id, why).await?;
    }
    if leaving.is_empty() {
        let why = if staying.is_empty() {
            "No bills are waiting to be sent."
        } else {
            "No bills can be sent yet. See the reason on each."
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
    let claims: Vec<Claimed> = leaving.iter().map(|(_, one)| one.clone()).collect();
    let made = batch(&site(ctx), committed, &claims).map_err(Error::broken)?;
    let bills: Vec<bill::Model> = leaving.into_iter().map(|(row, _)| row).collect();
    let ids: Vec<Uuid> = bills.iter().map(|row| row.id).collect();
    let moved = repo::move_bills(&tx, scope, &ids, BillState::Unsent, BillState::Sending).await?;
    if moved != ids.len() as u64 {
        // A bill was edited in between: the file is built again.
        return Err(Error::broken("a bill changed while its file was built"));
    }
    repo::insert_claims(&tx, rows_of(ctx, file, &bills, &made)).await?;
    let to = claim_file::ActiveModel {
        state: Set(ClaimFileState::Built.into()),
        first_sequence: Set(Some(i64::from(made.first))),
        last_sequence: Set(Some(i64::from(made.last))),
        records: Set(i64::try_from(made.records).unwrap_or(i64::MAX)),
        bills: Set(i64::try_from(bills.len()).unwrap_or(i64::MAX)),
        amount_cents: Set(bills.iter().map(|row| row.amount_cents).sum()),
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
    bills: &[bill::Model],
    made: &Batch,
) -> Vec<claim::Model> {
    let pairs = bills.iter().zip(&made.claims);
    pairs
        .map(|(row, (folio, sequence))| claim::Model {
            id: ctx.new_id(),
            claim_file_id: file.id,
            bill_id: row.id,
            person_id: row.person_id,
            data_centre: file.data_centre.clone(),
            sequence: i64::from(*sequence),
            folio: i64::from(*folio),
            amount_cents: row.amount_cents,
        })
        .collect()
}

/// A bill as a claim, or why it is left out.
fn claimed(row: &bill::Model, person: &Insured) -> Result<Claimed, String> {
    let why = match person.payer {
        Payer::PrivatePay => Some("The patient pays privately."),
        Payer::NoValidCard => Some("The patient has no valid BC card."),
        // A patient with a pending card may proceed, but the plan pays for confirmed cards only.
        Payer::ValidCard if person.is_pending => {
            Some("The plan has not confirmed the patient's card yet.")
        }
        Payer::ValidCard => None,
    };
    if let Some(why) = why {
        return Err(why.to_owned());
    }
    let (Some(health_number), Some(born)) = (person.health_number.clone(), person.born) else {
        return Err("The health number or the date of birth is not on file.".to_owned());
    };
    let clock = |at| {
        let shown = vancouver_time(at);
        (shown.hour(), shown.minute())
    };
    Ok(Claimed {
        folio: u32::try_from(row.folio).unwrap_or(0),
        practitioner: row.practitioner_number.clone(),
        health_number,
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        born,
        fee_item: row.service_code.clone(),
        cents: row.amount_cents,
        service_date: row.service_date,
        start: clock(row.started_at),
        finish: clock(row.ended_at),
        diagnosis: row.diagnosis_code.clone(),
        submission: row.submission.chars().next().unwrap_or('0'),
        // A typed note is sent with the claim, whatever its submission code.
        note: row.note.clone(),
    })
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

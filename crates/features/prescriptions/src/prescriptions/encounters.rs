// SPDX-License-Identifier: AGPL-3.0-or-later

//! The encounter before an approval: who saw the patient, by what means, from when to when (decision 143). It
//! is recorded once and never changed.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Coded, Connection};
use salal_domain::faults::Fault;
use salal_domain::prescriptions::status::{EncounterKind, PrescriptionStatus};
use uuid::Uuid;

use super::dto::{PrescriptionView, RecordEncounter};
use super::entity::{encounter, prescription};
use super::prescription::Prescription;
use super::repo;
use crate::api::{Json, Request, Role, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people::{NewEncounter, doctor_named};

/// An encounter longer ago, or longer, than this is a typing error.
const LONGEST_AGO: TimeDelta = TimeDelta::days(30);
const LONGEST: TimeDelta = TimeDelta::hours(8);
/// Tolerance for clock differences.
const AHEAD: TimeDelta = TimeDelta::minutes(2);

/// The faults of the times.
fn faults(start: DateTime<Utc>, end: DateTime<Utc>, now: DateTime<Utc>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |field: &str, text: &str| faults.push(Fault::new(field, text));
    if end <= start {
        fault("end", "The end must be after the start.");
    } else if end - start > LONGEST {
        fault("end", "An encounter lasts at most 8 hours.");
    }
    if end > now + AHEAD {
        fault("end", "The encounter must have ended.");
    }
    if start < now - LONGEST_AGO {
        fault("start", "The encounter was more than 30 days ago.");
    }
    faults
}

/// The encounter on a prescription locked in this transaction, if it may be recorded.
fn checked(
    ctx: &Context,
    row: &prescription::Model,
    new: &NewEncounter,
) -> Result<encounter::Model> {
    let faults = faults(new.start, new.end, ctx.now());
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    if matches!(
        *row.status,
        PrescriptionStatus::Created | PrescriptionStatus::Canceled
    ) {
        return Err(Error::conflict(
            "NOT_OPEN",
            "There is nothing to review on this prescription.",
        ));
    }
    Ok(encounter::Model {
        id: ctx.new_id(),
        prescription_id: row.id,
        person_id: row.person_id,
        kind: Coded(new.kind),
        started_at: new.start,
        ended_at: new.end,
        recorded_by: new.by,
        recorded_at: ctx.now(),
        seen_by: new.seen_by,
    })
}

/// Like the route, for a caller with its own transaction: the visit that is billed is the same one. Nobody is
/// shown the prescription, so only its row is read.
pub(super) async fn record_encounter(
    tx: &Connection,
    ctx: &Context,
    scope: &Scope,
    prescription: Uuid,
    new: NewEncounter,
) -> Result<()> {
    let row = repo::lock_for_update(tx, scope, prescription).await?;
    let mut writes = ctx.db.batch();
    repo::add_encounter(&mut writes, checked(ctx, &row, &new)?);
    Ok(writes.run(tx).await?)
}

/// PUT /prescription/encounter
pub(super) async fn record(
    request: Request<Json<RecordEncounter>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0;
    let me = request.me()?;
    let by = me.person_id;
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription_id, None).await?;
    // A doctor who records an encounter saw the patient, unless another doctor is named; the front desk
    // records it for the doctor who reviewed the request.
    let seen_by = match sent.seen_by {
        Some(doctor) => Some(doctor_named(&tx, doctor).await?),
        None if me.role == Role::Doctor => Some(by),
        None => prescription.reviewer(),
    };
    let kind = EncounterKind::from_code(&sent.kind).ok_or_else(|| {
        let mut all = vec![Fault::new("kind", "Choose phone, message or video.")];
        all.extend(faults(sent.start, sent.end, request.now()));
        Error::invalid(all)
    })?;
    let new = NewEncounter {
        kind,
        start: sent.start,
        end: sent.end,
        by,
        seen_by,
    };
    let met = checked(&request.ctx, &prescription.row, &new)?;
    prescription.add_encounter(&tx, met).await?;
    prescription.save(&request, tx).await
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Shows and changes a bill, and makes it ready to be sent again. A claim that is being sent, or that the plan has, cannot be changed.

use salal_db::{ConstraintName, is_unique_violation};
use salal_domain::billing::visit::Visit;
use salal_domain::days::vancouver_day;
use salal_formats::teleplan::claims::note_fault;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::create::good_visit;
use super::view;
use crate::api::{Json, NoBody, Request};
use crate::billing::claim::{Claim, Edit};
use crate::billing::dto::{BillView, ChangeBill};
use crate::billing::{EVENT, on, repo as lists};
use crate::error::{Error, Result};
use salal_people::people;

/// A bill.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::billing) struct ById {
    /// The bill's id.
    pub(super) id: Uuid,
}

/// Sends a rejected bill again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct Resubmit {
    /// The version seen by the caller.
    pub version: i64,
}

/// GET /tele-plan/bill/{id}
pub(in crate::billing) async fn get(request: Request<NoBody, ById>) -> Result<Json<BillView>> {
    on(&request.ctx)?;
    let db = request.ctx.db.read();
    let claim = Claim::load(db, &request.scope, request.path.id).await?;
    request.audit_access(claim.person());
    Ok(Json(
        view::view(&request.ctx, db, &request.scope, &claim).await?,
    ))
}

/// PUT /tele-plan/bill/{id}
pub(in crate::billing) async fn change(
    request: Request<Json<ChangeBill>, ById>,
) -> Result<Json<BillView>> {
    on(&request.ctx)?;
    let (ctx, sent, id) = (&request.ctx, &request.body.0.bill_obj, request.path.id);
    let db = ctx.db.read();
    let mut claim = Claim::load(db, &request.scope, id).await?;
    request.audit_access(claim.person());
    let person = people::load_facts(ctx, db, &request.scope, claim.person()).await?;
    let visit = Visit {
        diagnosis_code: &sent.diagnosis_code,
        service_code: &sent.service_code,
        start: sent.service_start_time,
        end: sent.service_end_time,
    };
    let code = good_visit(&request, &visit, &person).await?;
    let note = sent
        .note
        .as_deref()
        .map(str::trim)
        .filter(|note| !note.is_empty());
    if let Some(why) = note.and_then(note_fault) {
        return Err(Error::field("note", why));
    }
    let day = vancouver_day(sent.service_start_time);
    // The amount is fixed by the service code and the day.
    let amount = if claim.is_for(&sent.service_code, day) {
        None
    } else {
        lists::fee_on(db, &sent.service_code, day).await?
    };
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    if !claim
        .lock(&tx, &request.scope, request.body.0.version)
        .await?
    {
        drop(tx);
        return Err(stale(&request, id).await?);
    }
    let to = Edit {
        diagnosis_code: code,
        service_code: sent.service_code.clone(),
        day,
        started_at: salal_db::to_micros(sent.service_start_time),
        ended_at: salal_db::to_micros(sent.service_end_time),
        amount,
        note: note.map(str::to_owned),
    };
    claim.edit(ctx, to, me)?;
    let answer = view::view(ctx, &tx, &request.scope, &claim).await?;
    if let Err(error) = claim.save(&tx, ctx).await {
        if is_unique_violation(&error) == Some(ConstraintName::BillVisit) {
            return Err(Error::conflict("BILL_EXISTS", "Bill already exists"));
        }
        return Err(error.into());
    }
    request.publish_after_commit(EVENT, id, claim.person());
    request.commit(tx, answer).await
}

/// PUT /tele-plan/bill/{id}/resubmit
pub(in crate::billing) async fn resubmit(
    request: Request<Json<Resubmit>, ById>,
) -> Result<Json<BillView>> {
    on(&request.ctx)?;
    let (ctx, id, me) = (&request.ctx, request.path.id, request.me()?.person_id);
    let mut claim = Claim::load(ctx.db.read(), &request.scope, id).await?;
    request.audit_access(claim.person());
    let tx = request.begin().await?;
    if !claim
        .lock(&tx, &request.scope, request.body.0.version)
        .await?
    {
        drop(tx);
        return Err(stale(&request, id).await?);
    }
    claim.resubmit(ctx, me)?;
    let answer = view::view(ctx, &tx, &request.scope, &claim).await?;
    request.publish_after_commit(EVENT, id, claim.person());
    let mut writes = ctx.db.batch();
    claim.save_with(&mut writes);
    request.commit_with(tx, writes, 200, &answer).await?;
    Ok(Json(answer))
}

/// The error for a caller who saw an older version, with the bill as it is now.
async fn stale<B, P>(request: &Request<B, P>, id: Uuid) -> Result<Error> {
    let db = request.ctx.db.read();
    let now = Claim::load(db, &request.scope, id).await?;
    Ok(Error::stale(
        &view::view(&request.ctx, db, &request.scope, &now).await?,
    ))
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Shows and changes a bill. A claim that is being sent, or that the plan has, cannot be changed.

use salal_db::{ConstraintName, is_unique_violation};
use salal_domain::billing::state::BillEventKind;
use salal_domain::billing::visit::Visit;
use salal_domain::days::vancouver_day;
use salal_formats::teleplan::claims::note_fault;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::create::good_visit;
use super::repo::{Change, NewEvent};
use super::{repo, view};
use crate::api::{Json, NoBody, Request};
use crate::error::{Error, Result};
use crate::features::billing::dto::{BillView, ChangeBill};
use crate::features::billing::{EVENT, on, repo as lists};
use crate::features::people;

/// A bill.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::billing) struct ById {
    /// The bill's id.
    pub(super) id: Uuid,
}

/// GET /tele-plan/bill/{id}
pub(in crate::features::billing) async fn get(
    request: Request<NoBody, ById>,
) -> Result<Json<BillView>> {
    on(&request.ctx)?;
    let row = repo::get(request.ctx.db.read(), &request.scope, request.path.id).await?;
    request.audit_access(row.person_id);
    Ok(Json(
        view::one(request.ctx.db.read(), &request.scope, row.id).await?,
    ))
}

/// PUT /tele-plan/bill/{id}
pub(in crate::features::billing) async fn change(
    request: Request<Json<ChangeBill>, ById>,
) -> Result<Json<BillView>> {
    on(&request.ctx)?;
    let (ctx, sent, id) = (&request.ctx, &request.body.0.bill_obj, request.path.id);
    let db = ctx.db.read();
    let seen = repo::get(db, &request.scope, id).await?;
    request.audit_access(seen.person_id);
    let person = people::load_facts(db, &request.scope, seen.person_id).await?;
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
    let same = seen.service_code == sent.service_code && seen.service_date == day;
    // The amount is fixed by the service code and the day.
    let amount = if same {
        seen.amount_cents
    } else {
        let amount = lists::fee_on(db, &sent.service_code, day).await?;
        amount.map_or(seen.amount_cents, |amount| amount.0)
    };
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let row = repo::take(&tx, &request.scope, id, request.body.0.version).await?;
    let Some(row) = row else {
        drop(tx);
        let current = view::one(db, &request.scope, id).await?;
        return Err(Error::stale(&current));
    };
    if !row.state.can_edit() {
        return Err(Error::conflict(
            "NOT_EDITABLE",
            "The plan has this claim. It can be edited when it comes back.",
        ));
    }
    let to = Change {
        diagnosis_code: code,
        service_code: sent.service_code.clone(),
        service_date: day,
        started_at: salal_db::to_micros(sent.service_start_time),
        ended_at: salal_db::to_micros(sent.service_end_time),
        amount_cents: amount,
        note: note.map(str::to_owned),
    };
    let what = to.describe_change(&row);
    if let Err(error) = repo::change(&tx, id, to).await {
        if is_unique_violation(&error) == Some(ConstraintName::BillVisit) {
            return Err(Error::conflict("BILL_EXISTS", "Bill already exists"));
        }
        return Err(error.into());
    }
    let mut event = NewEvent::by(BillEventKind::Edited, me);
    event.detail = what;
    repo::add_event(&tx, ctx, id, event).await?;
    let answer = view::one(&tx, &request.scope, id).await?;
    request.publish_after_commit(EVENT, id, row.person_id);
    request.commit(tx, answer).await
}

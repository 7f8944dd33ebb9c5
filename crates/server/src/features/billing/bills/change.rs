//! Seeing a bill, and changing one. A claim that is being sent, or that the plan has, is not changed.

use salal_db::{ConstraintName, is_unique_violation};
use salal_rules::days::vancouver_day;
use salal_rules::teleplan::claims::note_fault;
use salal_rules::teleplan::state::BillState;
use salal_rules::teleplan::visit::Visit;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::create::good_visit;
use super::repo::{Change, NewEvent};
use super::{repo, view};
use crate::api::{Request, Json, NoBody};
use crate::error::{Error, Result};
use crate::features::billing::dto::{BillView, ChangeBill};
use crate::features::billing::{EVENT, on, repo as lists};
use crate::features::people;

#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::billing) struct ById {
    pub(super) id: Uuid,
}

/// GET /tele-plan/bill/{id}
pub(in crate::features::billing) async fn get(call: Request<NoBody, ById>) -> Result<Json<BillView>> {
    on(&call.ctx)?;
    let row = repo::get(call.ctx.db.read(), &call.scope, call.path.id).await?;
    call.audit_access(row.person_id);
    Ok(Json(
        view::one(call.ctx.db.read(), &call.scope, row.id).await?,
    ))
}

/// PUT /tele-plan/bill/{id}
pub(in crate::features::billing) async fn change(
    call: Request<Json<ChangeBill>, ById>,
) -> Result<Json<BillView>> {
    on(&call.ctx)?;
    let (ctx, sent, id) = (&call.ctx, &call.body.0.bill_obj, call.path.id);
    let db = ctx.db.read();
    let seen = repo::get(db, &call.scope, id).await?;
    call.audit_access(seen.person_id);
    let person = people::load_facts(db, &call.scope, seen.person_id).await?;
    let visit = Visit {
        diagnosis_code: &sent.diagnosis_code,
        service_code: &sent.service_code,
        start: sent.service_start_time,
        end: sent.service_end_time,
    };
    let code = good_visit(&call, &visit, &person).await?;
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
    // The amount is frozen with the service code and the day it is for.
    let amount = if same {
        seen.amount_cents
    } else {
        let amount = lists::fee_on(db, &sent.service_code, day).await?;
        amount.map_or(seen.amount_cents, |amount| amount.0)
    };
    let me = call.me()?.person_id;
    let tx = call.begin().await?;
    let row = repo::take(&tx, &call.scope, id, call.body.0.version).await?;
    let Some(row) = row else {
        drop(tx);
        let current = view::one(db, &call.scope, id).await?;
        return Err(Error::stale(&current));
    };
    if !BillState::from_code(&row.state).is_some_and(BillState::can_edit) {
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
    let mut event = NewEvent::by("edited", me);
    event.detail = what;
    repo::add_event(&tx, ctx, id, event).await?;
    let answer = view::one(&tx, &call.scope, id).await?;
    call.publish_after_commit(EVENT, id, row.person_id);
    call.commit(tx, answer).await
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Orders: created once for the same answers at the same clinic, cancelled while unpaid, viewed, and the
//! statuses set by staff (decision 59).

use chrono::TimeDelta;
use salal_db::Connection;
use salal_domain::sleep::status::SleepStatus;
use salal_domain::texts::sleep as texts;
use uuid::Uuid;

use super::dto::{
    CancelSleepAssessment, OrderSleepAssessment, SleepAssessmentView, UpdateSleepStatus,
};
use super::entity::sleep_assessment;
use super::info::ById;
use super::repo::{self};
use super::sleep_order::SleepOrder;
use super::{EVENT, documents};
use crate::api::{Created, Json, NoBody, Request, Scope};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::orders::nothing_cancelled;
use salal_people::people;

/// How long faxed orders remain among the pending ones.
const FAXED_STAYS_HOURS: i64 = 24;

fn already_ordered() -> Error {
    Error::conflict("ALREADY_ORDERED", texts::ALREADY_ORDERED)
}

/// POST /sleep-assessment
pub(super) async fn create(
    request: Request<Json<OrderSleepAssessment>>,
) -> Result<Created<SleepAssessmentView>> {
    let (ctx, scope, me) = (&request.ctx, &request.scope, request.me()?.person_id);
    let (info, clinic) = documents::chosen(&request, me).await?;
    request.audit_access(me);
    let (of_info, at_clinic) = (info.id, clinic.id);
    let known = || repo::in_force(ctx.db.read(), scope, of_info, at_clinic);
    if let Some(known) = known().await? {
        return again(&request, known.id).await;
    }
    let person = people::load_facts(ctx, ctx.db.read(), scope, me).await?;
    // Rendered before the transaction, which blocks other writers.
    let sheet = documents::preliminary(ctx, &person, &info, &clinic).await?;
    let tx = request.begin().await?;
    let mut order = SleepOrder::begin(&tx, ctx, &person, info, clinic, sheet).await?;
    if ctx.settings.features.free {
        order.order_for_free(&tx, ctx).await?;
    }
    if !order.insert(&tx).await? {
        // Another tab was a moment earlier.
        tx.rollback().await?;
        let known = known().await?.ok_or_else(already_ordered)?;
        return again(&request, known.id).await;
    }
    request.publish_after_commit(EVENT, order.row.id, me);
    crash::point("sleep.before_commit");
    let answer = order.save_quietly(&request, tx, 201).await?;
    crash::point("sleep.after_commit");
    Ok(Created(answer))
}

/// The same answers at the same clinic: an unpaid order is reused; a completed one is not sent twice.
async fn again(
    request: &Request<Json<OrderSleepAssessment>>,
    known: Uuid,
) -> Result<Created<SleepAssessmentView>> {
    let ctx = &request.ctx;
    let tx = request.begin().await?;
    let mut order = SleepOrder::lock(&tx, ctx, &request.scope, known, None).await?;
    if !order.row.status.is_open() {
        let mut error = already_ordered();
        error.current = serde_json::to_value(order.show(ctx)).ok();
        return Err(error);
    }
    if ctx.settings.features.free {
        order.order_for_free(&tx, ctx).await?;
        request.publish_after_commit(EVENT, order.row.id, order.row.person_id);
    }
    Ok(Created(order.save_quietly(request, tx, 201).await?))
}

/// GET /sleep-assessment/{id}
pub(super) async fn get_order(request: Request<NoBody, ById>) -> Result<Json<SleepAssessmentView>> {
    let (ctx, scope) = (&request.ctx, &request.scope);
    let found = SleepOrder::load(ctx.db.read(), ctx, scope, request.path.id).await?;
    request.audit_access(found.row.person_id);
    Ok(Json(found.show(ctx)))
}

/// GET /sleep-assessment/person/{id}
pub(super) async fn list_orders_of_person(
    request: Request<NoBody, ById>,
) -> Result<Json<Vec<SleepAssessmentView>>> {
    let (db, person) = (request.ctx.db.read(), request.path.id);
    people::load_facts(&request.ctx, db, &request.scope, person).await?;
    let rows = repo::list_orders_of_person(db, &request.scope, person).await?;
    request.audit_access(person);
    shown(db, &request.ctx, rows).await.map(Json)
}

/// GET /sleep-assessment/pending-by-person/{id}
pub(super) async fn pending(
    request: Request<NoBody, ById>,
) -> Result<Json<Vec<SleepAssessmentView>>> {
    let (db, person) = (request.ctx.db.read(), request.path.id);
    people::load_facts(&request.ctx, db, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(
        unfinished(db, &request.ctx, &request.scope, person).await?,
    ))
}

/// A patient's unfinished orders, those whose fax is in doubt, and for one day those faxed or refunded: at most three
/// joint reads.
pub async fn unfinished(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<SleepAssessmentView>> {
    let since = ctx.now() - TimeDelta::hours(FAXED_STAYS_HOURS);
    let rows = repo::pending(db, scope, person, since).await?;
    shown(db, ctx, rows).await
}

/// Orders from rows that were read within scope, as shown.
async fn shown(
    db: &Connection,
    ctx: &Context,
    rows: Vec<sleep_assessment::Model>,
) -> Result<Vec<SleepAssessmentView>> {
    let orders = SleepOrder::of_rows(db, ctx, rows, None).await?;
    Ok(orders.iter().map(|order| order.show(ctx)).collect())
}

/// PUT /sleep-assessment/cancel
pub(super) async fn cancel(
    request: Request<Json<CancelSleepAssessment>>,
) -> Result<Json<SleepAssessmentView>> {
    let (ctx, scope, me) = (&request.ctx, &request.scope, request.me()?.person_id);
    let tx = request.begin().await?;
    let mut order = SleepOrder::lock(&tx, ctx, scope, request.body.0.id, Some(me)).await?;
    request.audit_access(order.row.person_id);
    order
        .refuse_stale(ctx, request.body.0.version)
        .map_err(nothing_cancelled)?;
    order.cancel(ctx, me)?;
    order.save(&request, tx).await
}

/// PUT /sleep-assessment/update-status
pub(super) async fn update_status(
    request: Request<Json<UpdateSleepStatus>>,
) -> Result<Json<SleepAssessmentView>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?.person_id, &request.body.0);
    let to = SleepStatus::from_code(&sent.status)
        .ok_or_else(|| Error::field("status", "Please choose a status from the list."))?;
    let tx = request.begin().await?;
    let mut order = SleepOrder::lock(&tx, ctx, &request.scope, sent.id, Some(me)).await?;
    request.audit_access(order.row.person_id);
    // A second click after the first succeeded changes nothing.
    if *order.row.status != to {
        order.refuse_stale(ctx, sent.version)?;
        order.set_by_staff(&tx, ctx, to, me).await?;
    }
    order.save(&request, tx).await
}

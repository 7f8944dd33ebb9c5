// SPDX-License-Identifier: AGPL-3.0-or-later

//! Orders: created once for the same answers at the same clinic, cancelled while unpaid, viewed, and the
//! statuses set by staff (decision 59). An unpaid order whose clinic has other details by now cannot be paid, and
//! gives way when the patient chooses the clinic again.

use chrono::TimeDelta;
use salal_db::Connection;
use salal_domain::destinations::Standing;
use salal_domain::sleep::status::SleepStatus;
use salal_domain::texts::sleep as texts;
use uuid::Uuid;

use super::dto::{
    CancelSleepAssessment, OrderSleepAssessment, SleepAssessmentView, SleepClinicView,
    UpdateSleepStatus,
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
use crate::orders::{nothing_cancelled, refuse_unseen, refused};
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
    standing_now(&clinic, &clinic)
        .allow_clinic_order()
        .map_err(refused)?;
    let (of_info, at_clinic) = (info.id, clinic.id);
    let known = repo::in_force(ctx.db.read(), scope, of_info, at_clinic).await?;
    if let Some(known) = &known
        && !is_outdated(known, &clinic)?
    {
        return again(&request, known.id).await;
    }
    let person = people::load_facts(ctx, ctx.db.read(), scope, me).await?;
    // Rendered before the transaction, which blocks other writers.
    let sheet = documents::preliminary(ctx, &person, &info, &clinic).await?;
    let tx = request.begin().await?;
    if let Some(known) = known {
        let mut old = SleepOrder::lock(&tx, ctx, scope, known.id, None).await?;
        if !old.row.status.is_open() {
            tx.rollback().await?;
            return of_another_tab(&request, of_info, at_clinic).await;
        }
        old.give_way(ctx, me)?;
        old.save_within(&request, &tx).await?;
        request.publish_after_commit(EVENT, known.id, me);
    }
    let mut order = SleepOrder::begin(&tx, ctx, &person, info, clinic, sheet).await?;
    if ctx.settings.features.free {
        order.order_for_free(&tx, ctx).await?;
    }
    if !order.insert(&tx).await? {
        tx.rollback().await?;
        return of_another_tab(&request, of_info, at_clinic).await;
    }
    request.publish_after_commit(EVENT, order.row.id, me);
    crash::point("sleep.before_commit");
    let answer = order.save_quietly(&request, tx, 201).await?;
    crash::point("sleep.after_commit");
    Ok(Created(answer))
}

/// What the list, which has `listed`, says of the clinic as it was recorded.
fn standing_now(listed: &SleepClinicView, recorded: &SleepClinicView) -> Standing {
    Standing::of(Some(&listed.fax_number), &recorded.fax_number)
}

/// Whether an order waits for its payment and cannot be paid, because its clinic, now `listed`, changed meanwhile.
fn is_outdated(known: &sleep_assessment::Model, listed: &SleepClinicView) -> Result<bool> {
    let recorded: SleepClinicView = serde_json::from_value(known.clinic.clone())?;
    let standing = standing_now(listed, &recorded);
    Ok(known.status.is_open() && standing.allow_clinic_order().is_err())
}

/// Another tab was a moment earlier: its order is the answer.
async fn of_another_tab(
    request: &Request<Json<OrderSleepAssessment>>,
    info: Uuid,
    clinic: Uuid,
) -> Result<Created<SleepAssessmentView>> {
    let known = repo::in_force(request.ctx.db.read(), &request.scope, info, clinic).await?;
    again(request, known.ok_or_else(already_ordered)?.id).await
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
    refuse_unseen(&order.money, request.body.0.version)?;
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

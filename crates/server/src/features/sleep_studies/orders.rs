// SPDX-License-Identifier: AGPL-3.0-or-later

//! Orders: created once for the same answers at the same clinic, cancelled while unpaid, viewed, and the
//! statuses set by staff (decision 59).

use chrono::TimeDelta;
use salal_domain::faults::Refusal;
use salal_domain::sleep::status::{self, SleepStatus};
use salal_domain::texts::sleep as texts;
use uuid::Uuid;

use super::dto::{
    CancelSleepAssessment, OrderSleepAssessment, SleepAssessmentView, UpdateSleepStatus,
};
use super::entity::sleep_assessment;
use super::info::ById;
use super::repo::{self, ConnectionTrait, NewOrder};
use super::{EVENT, KIND, documents, fax_hooks, view};
use crate::api::{Created, Json, NoBody, Request, Scope};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::features::{payments, people};

/// How long faxed orders remain among the pending ones.
const FAXED_STAYS_HOURS: i64 = 24;

pub(super) fn refused(refusal: Refusal) -> Error {
    Error::conflict(refusal.code, refusal.message)
}

/// POST /sleep-assessment
pub(super) async fn create(
    request: Request<Json<OrderSleepAssessment>>,
) -> Result<Created<SleepAssessmentView>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let (info, clinic) = documents::chosen(&request).await?;
    request.audit_access(me);
    let known = repo::in_force(ctx.db.read(), &request.scope, info.id, clinic.id).await?;
    if let Some(known) = known {
        return again(&request, &known).await;
    }
    let free = ctx.settings.features.free;
    // Rendered before the transaction, which blocks other writers.
    let sheet = documents::preliminary(ctx, &request.scope, &info, &clinic).await?;
    let id = ctx.new_id();
    let tx = request.begin().await?;
    let preliminary =
        documents::store_document(&tx, ctx, id, me, "sleep_preliminary", sheet).await?;
    let new = NewOrder {
        id,
        person: me,
        info: info.id,
        clinic: &clinic,
        free,
        preliminary,
    };
    if !repo::add(&tx, ctx, &new).await? {
        // Another tab was a moment earlier.
        tx.rollback().await?;
        let known = repo::in_force(ctx.db.read(), &request.scope, info.id, clinic.id).await?;
        let known =
            known.ok_or_else(|| Error::conflict("ALREADY_ORDERED", texts::ALREADY_ORDERED))?;
        return again(&request, &known).await;
    }
    if free {
        let row = repo::get_order(&tx, &request.scope, id).await?;
        fax_hooks::ordered(&tx, ctx, &row, SleepStatus::Free, Some("No fee".into())).await?;
    }
    let answer = view::load_view(&tx, ctx, &request.scope, id).await?;
    request.publish_after_commit(EVENT, id, me);
    crash::point("sleep.before_commit");
    request.commit_as(tx, 201, &answer).await?;
    crash::point("sleep.after_commit");
    Ok(Created(answer))
}

/// The same answers at the same clinic: an unpaid order is reused; a completed one is not sent twice.
async fn again(
    request: &Request<Json<OrderSleepAssessment>>,
    known: &sleep_assessment::Model,
) -> Result<Created<SleepAssessmentView>> {
    let ctx = &request.ctx;
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, known.id).await?;
    let is_open = row.status.is_open();
    if is_open && ctx.settings.features.free {
        refuse_paying(request, row.id).await?;
        fax_hooks::ordered(&tx, ctx, &row, SleepStatus::Free, Some("No fee".into())).await?;
        request.publish_after_commit(EVENT, row.id, row.person_id);
    }
    let answer = view::load_view(&tx, ctx, &request.scope, row.id).await?;
    if !is_open {
        let mut error = Error::conflict("ALREADY_ORDERED", texts::ALREADY_ORDERED);
        error.current = serde_json::to_value(&answer).ok();
        return Err(error);
    }
    request.commit_as(tx, 201, &answer).await?;
    Ok(Created(answer))
}

/// GET /sleep-assessment/{id}
pub(super) async fn get_order(request: Request<NoBody, ById>) -> Result<Json<SleepAssessmentView>> {
    let found = view::load_view(
        request.ctx.db.read(),
        &request.ctx,
        &request.scope,
        request.path.id,
    )
    .await?;
    request.audit_access(found.person.id);
    Ok(Json(found))
}

/// GET /sleep-assessment/person/{id}
pub(super) async fn list_orders_of_person(
    request: Request<NoBody, ById>,
) -> Result<Json<Vec<SleepAssessmentView>>> {
    let (db, person) = (request.ctx.db.read(), request.path.id);
    people::load_facts(db, &request.scope, person).await?;
    let rows = repo::list_orders_of_person(db, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(view::many(db, &request.ctx, rows).await?))
}

/// GET /sleep-assessment/pending-by-person/{id}
pub(super) async fn pending(
    request: Request<NoBody, ById>,
) -> Result<Json<Vec<SleepAssessmentView>>> {
    let (db, person) = (request.ctx.db.read(), request.path.id);
    people::load_facts(db, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(
        unfinished(db, &request.ctx, &request.scope, person).await?,
    ))
}

/// A patient's unfinished orders, and for one day those faxed or refunded: at most six queries.
pub(crate) async fn unfinished(
    db: &impl ConnectionTrait,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<SleepAssessmentView>> {
    let since = ctx.now() - TimeDelta::hours(FAXED_STAYS_HOURS);
    let rows = repo::pending(db, scope, person, since).await?;
    view::many(db, ctx, rows).await
}

/// PUT /sleep-assessment/cancel
pub(super) async fn cancel(
    request: Request<Json<CancelSleepAssessment>>,
) -> Result<Json<SleepAssessmentView>> {
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, request.body.0.id).await?;
    request.audit_access(row.person_id);
    status::can_cancel(*row.status).map_err(refused)?;
    refuse_paying(&request, row.id).await?;
    repo::add_status(
        &tx,
        &request.ctx,
        row.id,
        SleepStatus::Canceled,
        Some(me),
        None,
    )
    .await?;
    finish(&request, tx, &row).await
}

/// PUT /sleep-assessment/update-status
pub(super) async fn update_status(
    request: Request<Json<UpdateSleepStatus>>,
) -> Result<Json<SleepAssessmentView>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?.person_id, &request.body.0);
    let to = SleepStatus::from_code(&sent.status)
        .ok_or_else(|| Error::field("status", "Please choose a status from the list."))?;
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, sent.id).await?;
    request.audit_access(row.person_id);
    let from = *row.status;
    // Locking the order has already incremented its version.
    if sent.version.is_some_and(|seen| seen != row.version - 1) && from != to {
        let now = view::load_view(ctx.db.read(), ctx, &request.scope, row.id).await?;
        return Err(Error::stale(&now));
    }
    if from == to {
        // A second click after the first succeeded.
        return finish(&request, tx, &row).await;
    }
    status::can_set(from, to).map_err(refused)?;
    if from.is_open() {
        refuse_paying(&request, row.id).await?;
    }
    if to == SleepStatus::Faxed {
        fax_hooks::faxed(&tx, ctx, &row, Some(me)).await?;
    } else {
        repo::add_status(&tx, ctx, row.id, to, Some(me), None).await?;
    }
    finish(&request, tx, &row).await
}

/// Refuses changes while a payment is in progress.
pub(super) async fn refuse_paying<B>(request: &Request<B>, id: Uuid) -> Result<()> {
    let money = payments::payment_summary(request.ctx.db.read(), KIND.code(), id).await?;
    if view::is_paying(&money) || money.is_charged() {
        return Err(Error::conflict(
            "PAYMENT_OPEN",
            "A payment is being processed. Please wait for the result.",
        ));
    }
    Ok(())
}

/// Commits a change of an order and returns its current state.
pub(super) async fn finish<B>(
    request: &Request<B>,
    tx: salal_db::Transaction,
    row: &sleep_assessment::Model,
) -> Result<Json<SleepAssessmentView>> {
    let answer = view::load_view(&tx, &request.ctx, &request.scope, row.id).await?;
    request.publish_after_commit(EVENT, row.id, row.person_id);
    request.commit(tx, answer).await
}

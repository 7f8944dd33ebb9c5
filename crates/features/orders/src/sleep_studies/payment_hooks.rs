// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment and refund of an order. The amount is a constant of the rules; the payments feature refuses a
//! request with a different amount.

use salal_db::Transaction;
use salal_domain::sleep::status;
use salal_domain::texts::sleep as texts;
use uuid::Uuid;

use super::dto::{
    CompleteSleepAssessment, PaySleepAssessment, SleepAssessmentView, SleepRefundSuccess,
};
use super::sleep_order::SleepOrder;
use super::{KIND, repo};
use crate::api::{Json, Request, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::orders::{payment_changed, refused};
use salal_exchange::payments::{self, Due, Pay, PayableProvider, Refundable, Subject};

/// The payment hooks of sleep studies.
pub fn payable_provider() -> PayableProvider {
    PayableProvider {
        kind: KIND,
        due: |ctx, scope, id| Box::pin(async move { due(&ctx, &scope, id).await }),
        before_charge: |tx, _, id| Box::pin(before_charge(tx, id)),
        refundable: |ctx, scope, id| Box::pin(async move { refundable(&ctx, &scope, id).await }),
        changed: payment_changed::<SleepOrder>,
    }
}

async fn due(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Due> {
    let order = SleepOrder::load(ctx.db.read(), ctx, scope, id).await?;
    let amount = order.due(ctx)?;
    let route = order.clinic.route;
    Ok(Due {
        amount,
        person: order.row.person_id,
        since: order.row.created_at,
        page: format!("/sleep-clinic/{route}?assessment={id}"),
    })
}

/// Refuses to charge an order that was cancelled or paid since its amount was computed, or whose clinic left its list;
/// it cannot be cancelled until the payment is stored.
async fn before_charge(tx: &Transaction, id: Uuid) -> Result<()> {
    let row = repo::hold(tx, &Scope::for_job(), id).await?;
    status::can_pay(*row.status).map_err(refused)?;
    let standing = repo::standing(tx, &row).await?;
    standing.allow_clinic_order().map_err(refused)
}

async fn refundable(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Refundable> {
    let order = SleepOrder::load(ctx.db.read(), ctx, scope, id).await?;
    Ok(Refundable {
        person: order.row.person_id,
        amount: order.refundable(),
        returnable: order.returnable(),
        done: texts::REFUNDED,
    })
}

/// PUT /sleep-assessment/set-pay
pub(super) async fn set_pay(
    request: Request<Json<PaySleepAssessment>>,
) -> Result<Json<SleepAssessmentView>> {
    let (sent, me) = (&request.body.0, request.me()?.person_id);
    request.audit_access(me);
    let pay = Pay {
        subject: Subject::sleep_assessment(sent.id),
        person: me,
        amount: sent.amount,
        token: sent.stripe_token_id.as_deref(),
        order: sent.order_id.as_deref(),
    };
    payments::pay(&request.ctx, &request.scope, pay).await?;
    answer_once(&request, sent.id).await
}

/// Stores the current order as the response to the click's key. The effect has its own key, so a repeated
/// click that arrives before this is answered from the state of the payment.
async fn answer_once<B>(request: &Request<B>, id: Uuid) -> Result<Json<SleepAssessmentView>> {
    let tx = request.begin().await?;
    let order = SleepOrder::load(&tx, &request.ctx, &request.scope, id).await?;
    Ok(Json(order.save_quietly(request, tx, 200).await?))
}

/// PUT /sleep-assessment/payment-completed: paid only after the provider confirmed it; without a payment only
/// while the free mode is on.
pub(super) async fn payment_completed(
    request: Request<Json<CompleteSleepAssessment>>,
) -> Result<Json<SleepAssessmentView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    if sent
        .person_id
        .is_some_and(|person| !request.scope.allows(person))
    {
        return Err(Error::not_found());
    }
    let row = repo::get_order(ctx.db.read(), &request.scope, sent.id).await?;
    request.audit_access(row.person_id);
    if !ctx.settings.features.free || sent.payment_id.is_some() {
        payment_changed::<SleepOrder>(ctx.clone(), Subject::sleep_assessment(row.id)).await?;
        return answer_once(&request, row.id).await;
    }
    let tx = request.begin().await?;
    let mut order = SleepOrder::lock(&tx, ctx, &request.scope, row.id, None).await?;
    if order.row.status.is_open() {
        order.order_for_free(&tx, ctx).await?;
    }
    order.save(&request, tx).await
}

/// PUT /sleep-assessment/refund-success: Refunded only after the provider confirmed.
pub(super) async fn refund_success(
    request: Request<Json<SleepRefundSuccess>>,
) -> Result<Json<SleepAssessmentView>> {
    let sent = &request.body.0;
    request.same_actor(sent.refunded_by)?;
    let row = repo::get_order(request.ctx.db.read(), &request.scope, sent.id).await?;
    request.audit_access(row.person_id);
    payment_changed::<SleepOrder>(request.ctx.clone(), Subject::sleep_assessment(row.id)).await?;
    answer_once(&request, row.id).await
}

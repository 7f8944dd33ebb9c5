//! Paying for an order and giving the fee back. The amount is a constant of the rules; a page that
//! names another one is refused by the payments feature.

use salal_rules::sleep::FEE;
use salal_rules::sleep::status::{self, SleepStatus};
use salal_rules::texts::sleep as texts;
use uuid::Uuid;

use super::orders::{self, refused};
use super::repo;
use super::dto::{
    CompleteSleepAssessment, PaySleepAssessment, SleepAssessmentView, SleepRefundSuccess,
};
use super::{KIND, fax_hooks, view};
use crate::context::Context;
use crate::api::{Request, Json, Scope};
use crate::error::{Error, Result};
use crate::features::payments::{self, Due, Pay, Refundable, PayableProvider, Subject};

/// What money asks of this feature.
pub fn seller() -> PayableProvider {
    PayableProvider {
        kind: KIND,
        due: |ctx, reach, id| Box::pin(async move { due(&ctx, &reach, id).await }),
        // A study is one order; nothing else stands against it.
        before_charge: |_, _, _| Box::pin(std::future::ready(Ok(()))),
        refundable: |ctx, reach, id| Box::pin(async move { refundable(&ctx, &reach, id).await }),
        changed: fax_hooks::payment_changed,
    }
}

async fn due(ctx: &Context, reach: &Scope, id: Uuid) -> Result<Due> {
    let row = repo::get_order(ctx.db.read(), reach, id).await?;
    status::can_pay(view::status_of(&row.status)?).map_err(refused)?;
    if row.free || ctx.settings.features.free {
        return Err(Error::conflict("FREE", "There is nothing to pay."));
    }
    let route = view::clinic(&row)?.route;
    Ok(Due {
        amount: FEE,
        page: format!("/sleep-clinic/{route}?assessment={id}"),
    })
}

async fn refundable(ctx: &Context, reach: &Scope, id: Uuid) -> Result<Refundable> {
    let row = repo::get_order(ctx.db.read(), reach, id).await?;
    let money = payments::payment_summary(ctx.db.read(), KIND, id).await?;
    Ok(Refundable {
        person: row.person_id,
        amount: view::refundable(view::status_of(&row.status)?, &money),
        done: texts::REFUNDED,
    })
}

/// PUT /sleep-assessment/set-pay
pub(super) async fn set_pay(
    call: Request<Json<PaySleepAssessment>>,
) -> Result<Json<SleepAssessmentView>> {
    let (sent, me) = (&call.body.0, call.me()?.person_id);
    call.audit_access(me);
    let pay = Pay {
        subject: Subject::sleep_assessment(sent.id),
        person: me,
        amount: sent.amount,
        token: sent.stripe_token_id.as_deref(),
        order: sent.order_id.as_deref(),
    };
    payments::pay(&call.ctx, &call.scope, pay).await?;
    answer_once(&call, sent.id).await
}

/// The order as it stands, kept under the click's key: the effect itself has its own key, so a click
/// that comes again before this is answered by where the money stands.
async fn answer_once<B>(call: &Request<B>, id: Uuid) -> Result<Json<SleepAssessmentView>> {
    let tx = call.begin().await?;
    let answer = view::load_view(&tx, &call.ctx, &call.scope, id).await?;
    call.commit(tx, answer).await
}

/// PUT /sleep-assessment/payment-completed: paid only when the provider confirmed it; without a payment
/// only while the free mode is on.
pub(super) async fn payment_completed(
    call: Request<Json<CompleteSleepAssessment>>,
) -> Result<Json<SleepAssessmentView>> {
    let (ctx, sent) = (&call.ctx, &call.body.0);
    if sent
        .person_id
        .is_some_and(|person| !call.scope.allows(person))
    {
        return Err(Error::not_found());
    }
    let row = repo::get_order(ctx.db.read(), &call.scope, sent.id).await?;
    call.audit_access(row.person_id);
    if !ctx.settings.features.free || sent.payment_id.is_some() {
        fax_hooks::payment_changed(ctx.clone(), Subject::sleep_assessment(row.id)).await?;
        return answer_once(&call, row.id).await;
    }
    let tx = call.begin().await?;
    let row = repo::lock_for_update(&tx, &call.scope, row.id).await?;
    if view::status_of(&row.status)?.is_open() {
        orders::refuse_paying(&call, row.id).await?;
        fax_hooks::ordered(&tx, ctx, &row, SleepStatus::Free, Some("No fee".into())).await?;
    }
    orders::finish(&call, tx, &row).await
}

/// PUT /sleep-assessment/refund-success: Refunded only when the provider confirmed.
pub(super) async fn refund_success(
    call: Request<Json<SleepRefundSuccess>>,
) -> Result<Json<SleepAssessmentView>> {
    let sent = &call.body.0;
    call.same_actor(sent.refunded_by)?;
    let row = repo::get_order(call.ctx.db.read(), &call.scope, sent.id).await?;
    call.audit_access(row.person_id);
    fax_hooks::payment_changed(call.ctx.clone(), Subject::sleep_assessment(row.id)).await?;
    answer_once(&call, row.id).await
}

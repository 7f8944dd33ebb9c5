// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment and refund of a prescription: the server computes the amounts, and a request that names a
//! different amount is refused.

use salal_documents::ChargeLine;
use salal_domain::fees::Cents;
use salal_domain::prescriptions::status::PrescriptionStatus;
use salal_domain::prescriptions::steps;
use salal_domain::texts;
use uuid::Uuid;

use super::dto::{
    FeeLineView, Invoice, InvoiceHeader, OfPerson, PaymentCompleted, PrescriptionView,
    RefundSuccess, SetPay,
};
use super::prescription::Prescription;
use super::signing::ById;
use super::{KIND, again, repo, view};
use crate::api::{Json, NoBody, Pdf, Request, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::payments::{self, Due, Pay, PayableProvider, Refundable, Subject};
use salal_orders::orders::{self, ReceiptOf};
use salal_people::people;

/// Payment hooks for prescriptions.
pub fn payable_provider() -> PayableProvider {
    PayableProvider {
        kind: KIND,
        due: |ctx, scope, id| Box::pin(async move { due(&ctx, &scope, id).await }),
        before_charge: |tx, ctx, id| Box::pin(again::before_charge(tx, ctx, id)),
        refundable: |ctx, scope, id| Box::pin(async move { refundable(&ctx, &scope, id).await }),
        changed: orders::payment_changed::<Prescription>,
    }
}

/// The fee of an unpaid request.
async fn due(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Due> {
    let prescription = Prescription::load(ctx.db.read(), ctx, scope, id, None).await?;
    let view = prescription.show(ctx)?;
    steps::can_pay(*prescription.row.status).map_err(orders::refused)?;
    let amount = Cents::from_dollars(view.fee.amount)
        .ok_or_else(|| Error::broken("a fee that is no amount"))?;
    if amount == Cents::ZERO {
        return Err(Error::conflict("FREE", "There is nothing to pay."));
    }
    Ok(Due {
        amount,
        person: prescription.row.person_id,
        since: prescription.row.created_at,
        page: format!("/request-prescription/payment/?prescription={id}"),
    })
}

/// The amount refundable for the rejected lines.
async fn refundable(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Refundable> {
    let prescription = Prescription::load(ctx.db.read(), ctx, scope, id, None).await?;
    let known = prescription.known(ctx)?;
    let amount = if known.can_refund() {
        known.facts().refundable
    } else {
        Cents::ZERO
    };
    let stage = view::stage_of(*prescription.row.status);
    Ok(Refundable {
        person: prescription.row.person_id,
        amount,
        returnable: orders::returnable(stage, &prescription.money()),
        done: texts::pending_prescriptions::REFUNDED,
    })
}

/// PUT /prescription/set-pay
pub(super) async fn set_pay(request: Request<Json<SetPay>>) -> Result<Json<PrescriptionView>> {
    let (sent, me) = (&request.body.0, request.me()?.person_id);
    request.audit_access(me);
    let pay = Pay {
        subject: Subject::prescription(sent.prescription_id),
        person: me,
        amount: sent.amount,
        token: sent.stripe_token_id.as_deref(),
        order: sent.order_id.as_deref(),
    };
    payments::pay(&request.ctx, &request.scope, pay).await?;
    answer_once(&request, sent.prescription_id).await
}

/// Stores the current prescription as the response to the click's key. The effect has its own key, so a
/// repeated click that arrives before this is answered from the state of the payment.
async fn answer_once<B>(request: &Request<B>, id: Uuid) -> Result<Json<PrescriptionView>> {
    let tx = request.begin().await?;
    let answer = view::load_view(&tx, &request.ctx, &request.scope, id).await?;
    request.commit(tx, answer).await
}

/// PUT /prescription/payment-completed: Pending only after the provider confirmed (decision 43); without a
/// payment only while the free mode is on.
pub(super) async fn payment_completed(
    request: Request<Json<PaymentCompleted>>,
) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    if sent
        .person_id
        .is_some_and(|person| !request.scope.allows(person))
    {
        return Err(Error::not_found());
    }
    let row = repo::get_prescription(request.ctx.db.read(), &request.scope, sent.id).await?;
    orders::payment_changed::<Prescription>(ctx.clone(), Subject::prescription(row.id)).await?;
    request.audit_access(row.person_id);
    if !ctx.settings.features.free || sent.payment_id.is_some() {
        return answer_once(&request, row.id).await;
    }
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, row.id, None).await?;
    if *prescription.row.status == PrescriptionStatus::Created {
        if orders::is_paying(true, prescription.money().payment.as_ref()) {
            return Err(orders::payment_open());
        }
        // The fee of a request that was made while a fee was charged is waived.
        prescription.row.free = true;
        prescription.make_pending(&tx, ctx, "No fee".into()).await?;
    }
    prescription.save(&request, tx).await
}

/// PUT /prescription/cancel (decisions 41, 42 and 175)
pub(super) async fn cancel(request: Request<Json<OfPerson>>) -> Result<Json<PrescriptionView>> {
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let (id, seen) = (request.body.0.prescription_id, request.body.0.version);
    let mut prescription = Prescription::lock(&request, &tx, id, seen)
        .await
        .map_err(orders::nothing_cancelled)?;
    let money = prescription.money();
    orders::refuse_unseen(&money, seen)?;
    let known = prescription.known(&request.ctx)?;
    steps::can_cancel(&known.facts()).map_err(orders::refused)?;
    let is_unpaid = *prescription.row.status == PrescriptionStatus::Created;
    if orders::is_paying(is_unpaid, money.payment.as_ref()) {
        return Err(orders::payment_open());
    }
    let detail = orders::fee_effect(&money).detail();
    prescription.set_status(&request.ctx, PrescriptionStatus::Canceled, Some(me), detail);
    prescription.save(&request, tx).await
}

/// PUT /prescription/refund-success: Refunded only after the provider confirmed.
pub(super) async fn refund_success(
    request: Request<Json<RefundSuccess>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0;
    request.same_actor(sent.refunded_by)?;
    let row = repo::get_prescription(request.ctx.db.read(), &request.scope, sent.id).await?;
    orders::payment_changed::<Prescription>(request.ctx.clone(), Subject::prescription(row.id))
        .await?;
    request.audit_access(row.person_id);
    answer_once(&request, row.id).await
}

async fn paid_view(
    request: &Request<NoBody, ById>,
) -> Result<(
    PrescriptionView,
    payments::PaymentSummary,
    people::PersonFacts,
)> {
    let db = request.ctx.db.read();
    let view = view::load_view(db, &request.ctx, &request.scope, request.path.id).await?;
    let standing = payments::payment_summary(db, KIND, view.id).await?;
    orders::refuse_without_charge(&standing)?;
    let person =
        people::load_facts(&request.ctx, db, &request.scope, view.person.person.id).await?;
    request.audit_access(person.id);
    Ok((view, standing, person))
}

/// GET /prescription/invoice/{id}
pub(super) async fn invoice(request: Request<NoBody, ById>) -> Result<Json<Invoice>> {
    let (view, standing, person) = paid_view(&request).await?;
    let clinic = &request.ctx.settings.clinic;
    Ok(Json(Invoice {
        label: view.label,
        header: InvoiceHeader {
            clinic: clinic.name.clone(),
            address: clinic.address.clone(),
            phone: clinic.phone.clone(),
        },
        payer: orders::payer(&standing, &person),
        address: orders::address(&person),
        charge: standing.charged.dollars(),
        charged_at: standing.charged_at,
        payment_type: standing.payment_type(),
        refund: (standing.refunded > Cents(0)).then(|| standing.refunded.dollars()),
        refunded_at: standing.refunded_at,
        balance: 0.0,
    }))
}

/// GET /prescription/receipt/{id}: the receipt as a PDF.
pub(super) async fn receipt(request: Request<NoBody, ById>) -> Result<Pdf> {
    let (view, standing, person) = paid_view(&request).await?;
    let line = |line: &FeeLineView| ChargeLine {
        text: line.text.clone(),
        cents: Cents::from_dollars(line.amount).unwrap_or(Cents::ZERO),
    };
    let of = ReceiptOf {
        title: texts::prescriptions::RECEIPT,
        lines: view.fee.lines.iter().map(line).collect(),
        created_at: view.created_at,
        label: view.label,
    };
    orders::receipt(&request.ctx, &person, &standing, of).await
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! What follows when the payment or the refund of an order settles. It may be called twice, by the click and
//! by the job: each step is conditional, so the second does nothing.

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::fees::Cents;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use crate::context::{ChangeEvent, Context};
use crate::error::{Error, Result};
use salal_exchange::payments::{PaymentState, PaymentSummary, PaymentView, RefundState, Subject};

/// How far an order is, as far as its payment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for its payment.
    Unpaid,
    /// It was canceled before it was paid.
    Canceled,
    /// It is paid, free, or further.
    Ordered,
}

/// An order that is paid and refunded.
pub trait Payable: Sized + Send {
    /// The subject kind of its payments.
    const KIND: SubjectKind;
    /// The kind of the event that open pages are told.
    const EVENT: &'static str;

    /// Locks and loads the order for a job or a hook.
    fn lock_in_job(
        tx: &Transaction,
        ctx: &Context,
        id: Uuid,
    ) -> impl Future<Output = Result<Self>> + Send;

    /// The patient.
    fn person(&self) -> Uuid;

    /// What was paid and refunded.
    fn money(&self) -> PaymentSummary;

    /// How far it is.
    fn stage(&self) -> Stage;

    /// Whether a refund was noted already.
    fn was_refunded(&self) -> bool;

    /// Its charge is confirmed.
    fn paid(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        amount: Cents,
    ) -> impl Future<Output = Result<()>> + Send;

    /// It was charged after it was canceled. False if the staff were told before.
    fn charged_after_cancel(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Its refund is confirmed.
    fn refunded(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        money: &PaymentSummary,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Whether there is something to save although none of this happened.
    fn has_other_changes(&self, ctx: &Context) -> Result<bool>;

    /// Saves what changed.
    fn save_paid(self, ctx: &Context, tx: Transaction) -> impl Future<Output = Result<()>> + Send;
}

/// Called when a payment or refund of a subject changed.
pub fn payment_changed<O: Payable>(
    ctx: Context,
    subject: Subject,
) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if subject.kind != O::KIND {
            return Ok(());
        }
        let tx = ctx.db.begin().await?;
        let mut order = O::lock_in_job(&tx, &ctx, subject.id).await?;
        let (person, money) = (order.person(), order.money());
        let mut moved = false;
        if money.is_charged() {
            match order.stage() {
                Stage::Unpaid => {
                    order.paid(&tx, &ctx, money.charged).await?;
                    moved = true;
                }
                Stage::Canceled => moved = order.charged_after_cancel(&tx, &ctx).await?,
                Stage::Ordered => {}
            }
        }
        if money.refund == Some(RefundState::Done) && !order.was_refunded() {
            order.refunded(&tx, &ctx, &money).await?;
            moved = true;
        }
        if moved || order.has_other_changes(&ctx)? {
            order.save_paid(&ctx, tx).await?;
        }
        ctx.publish(ChangeEvent {
            kind: O::EVENT,
            id: subject.id,
            person,
        });
        Ok(())
    })
}

/// Whether a payment is in progress: its outcome is unknown, or it was charged and the order, still unpaid, is
/// about to follow. The charge and the order's step are two transactions, and an order cancelled between them
/// would keep the patient's money without a way to refund it.
pub fn is_paying(is_unpaid: bool, payment: Option<&PaymentView>) -> bool {
    payment.is_some_and(|payment| {
        payment.state.is_open() || (is_unpaid && payment.state == PaymentState::Charged)
    })
}

/// The error for withdrawing or changing an order while a payment is in progress.
pub fn payment_open() -> Error {
    Error::conflict(
        "PAYMENT_OPEN",
        "A payment is being processed. Please wait for the result.",
    )
}

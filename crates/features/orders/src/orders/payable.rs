// SPDX-License-Identifier: AGPL-3.0-or-later

//! What follows when the payment or the refund of an order settles. It may be called twice, by the click and
//! by the job: each step is conditional, so the second does nothing.

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::cancelling::{self, FeeEffect};
use salal_domain::faults::Refusal;
use salal_domain::fees::Cents;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use crate::context::{ChangeEvent, Context};
use crate::error::{Error, Result};
use salal_exchange::payments::{
    self, PaymentState, PaymentSummary, PaymentView, RefundState, Subject,
};

/// Why the fee of an order that was cancelled unpaid goes back by itself.
const CHARGED_AFTER_CANCEL: &str = "The payment went through after the cancellation";

/// What staff read of it.
const RETURNED_BY_ITSELF: &str = "The payment of a cancelled order went through after the cancellation. It is refunded automatically, and the patient is notified.";

/// How far an order is, as far as its payment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for its payment.
    Unpaid,
    /// It was canceled.
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

    /// Whether it was ever paid or free: what is cancelled after that keeps its fee.
    fn was_ordered(&self) -> bool;

    /// Whether a refund was noted already.
    fn was_refunded(&self) -> bool;

    /// Its charge is confirmed.
    fn paid(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        amount: Cents,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Tells the staff, once, that it was charged after it was canceled.
    fn tell_charged_after_cancel(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        body: &str,
    ) -> impl Future<Output = Result<()>> + Send;

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
                Stage::Canceled if !order.was_ordered() => {
                    let why = CHARGED_AFTER_CANCEL;
                    if payments::return_charge(&tx, &ctx, &subject, why).await? {
                        let body = RETURNED_BY_ITSELF;
                        order.tell_charged_after_cancel(&tx, &ctx, body).await?;
                        moved = true;
                    }
                }
                Stage::Canceled | Stage::Ordered => {}
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

/// What a cancellation does with the fee of an order.
pub fn fee_effect(money: &PaymentSummary) -> FeeEffect {
    FeeEffect::of(money.charged, money.refunded)
}

/// What office and administrators may return of an order's fee now, or why nothing.
pub fn returnable(stage: Stage, money: &PaymentSummary) -> std::result::Result<Cents, Refusal> {
    let is_canceled = stage == Stage::Canceled;
    cancelling::can_return(
        is_canceled,
        money.charged,
        money.refunded,
        money.has_refund(),
    )
}

/// What the patient reads whose order is another one by now than the one that they cancel.
pub fn nothing_cancelled(mut error: Error) -> Error {
    if error.code == "STALE_VERSION" {
        cancelling::CHANGED.clone_into(&mut error.message);
    }
    error
}

/// Refuses to cancel an order whose fee was charged, unless the caller says which version they saw (decision 175).
/// The contract's call has no version, so an order that costs nothing to cancel needs none.
pub fn refuse_unseen(money: &PaymentSummary, seen: Option<i64>) -> Result<()> {
    if seen.is_none() && money.is_charged() {
        return Err(Error::field("version", cancelling::UNSEEN));
    }
    Ok(())
}

/// What the history says of a refund: the amount, the card, and why it was returned.
pub fn refund_detail(money: &PaymentSummary) -> String {
    let card = money
        .payment
        .as_ref()
        .and_then(|payment| payment.card.as_ref())
        .map(|card| format!(" to {} {}", card.brand, card.last4));
    let amount = money.refunded;
    let detail = format!("{amount}{}", card.unwrap_or_default().trim_end());
    match &money.refund_reason {
        Some(why) => format!("{detail}. {why}"),
        None => detail,
    }
}

/// The error for withdrawing or changing an order while a payment is in progress.
pub fn payment_open() -> Error {
    Error::conflict(
        "PAYMENT_OPEN",
        "A payment is being processed. Please wait for the result.",
    )
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment and fax hooks: updates an order when its payment or fax is settled. Both may be called twice, by
//! the click and by the job: each step is conditional, so the second does nothing.

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::fees::Cents;
use salal_domain::sleep::status::SleepStatus;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::sleep_order::SleepOrder;
use super::{EVENT, KIND};
use crate::api::Scope;
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::Result;
use crate::orders::{self, Payable, Stage};
use salal_exchange::fax;
use salal_exchange::payments::PaymentSummary;

impl Payable for SleepOrder {
    const KIND: SubjectKind = KIND;
    const EVENT: &'static str = EVENT;

    async fn lock_in_job(tx: &Transaction, ctx: &Context, id: Uuid) -> Result<Self> {
        Self::lock(tx, ctx, &Scope::for_job(), id, None).await
    }

    fn person(&self) -> Uuid {
        self.row.person_id
    }

    fn money(&self) -> PaymentSummary {
        self.money.clone()
    }

    fn stage(&self) -> Stage {
        match *self.row.status {
            SleepStatus::Pending | SleepStatus::Submitted => Stage::Unpaid,
            SleepStatus::Canceled => Stage::Canceled,
            SleepStatus::Paid | SleepStatus::Free | SleepStatus::Faxed | SleepStatus::Refunded => {
                Stage::Ordered
            }
        }
    }

    fn was_ordered(&self) -> bool {
        self.was(SleepStatus::Paid) || self.was(SleepStatus::Free)
    }

    fn was_refunded(&self) -> bool {
        self.was(SleepStatus::Refunded)
    }

    async fn paid(&mut self, tx: &Transaction, ctx: &Context, amount: Cents) -> Result<()> {
        let detail = format!("Paid {amount}");
        self.ordered(tx, ctx, SleepStatus::Paid, detail).await
    }

    async fn tell_charged_after_cancel(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        body: &str,
    ) -> Result<()> {
        let subject = "A canceled sleep order was charged";
        self.tell_staff(tx, ctx, subject, body).await?;
        Ok(())
    }

    async fn refunded(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        money: &PaymentSummary,
    ) -> Result<()> {
        self.refund(tx, ctx, orders::refund_detail(money)).await
    }

    fn has_other_changes(&self, _: &Context) -> Result<bool> {
        Ok(false)
    }

    async fn save_paid(self, ctx: &Context, tx: Transaction) -> Result<()> {
        crash::point("sleep.before_paid");
        self.save_in_job(ctx, tx).await?;
        crash::point("sleep.after_paid");
        Ok(())
    }
}

/// Called when a fax of a subject changed.
pub(super) fn fax_changed(ctx: Context, change: fax::Change) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if change.subject_kind != KIND {
            return Ok(());
        }
        let tx = ctx.db.begin().await?;
        let mut order = SleepOrder::lock_in_job(&tx, &ctx, change.subject_id).await?;
        let person = order.row.person_id;
        match &change.state {
            // The provider accepted it; whether the clinic received it is not known yet.
            fax::State::Waiting | fax::State::Sent => {}
            fax::State::Delivered => {
                if matches!(*order.row.status, SleepStatus::Paid | SleepStatus::Free) {
                    order.received(&tx, &ctx, None).await?;
                }
            }
            fax::State::Failed { reason } => {
                failed(&tx, &ctx, &mut order, change.fax, change.copy, reason).await?;
            }
            fax::State::Unknown => {
                let asked = "The fax service did not say whether the fax arrived. Please ask the sleep clinic.";
                failed(&tx, &ctx, &mut order, change.fax, change.copy, asked).await?;
            }
        }
        order.save_in_job(&ctx, tx).await?;
        ctx.publish(ChangeEvent {
            kind: EVENT,
            id: change.subject_id,
            person,
        });
        Ok(())
    })
}

/// A failed fax is reported in the inboxes and by email, once per fax.
async fn failed(
    tx: &Transaction,
    ctx: &Context,
    order: &mut SleepOrder,
    fax: Uuid,
    copy: i64,
    reason: &str,
) -> Result<()> {
    let site = ctx.settings.server.public_url.trim_end_matches('/');
    let link = format!("{site}/patient/{}", order.row.person_id);
    orders::mail_fax_desk_once(tx, ctx, fax, link).await?;
    let subject = orders::not_delivered("Sleep study fax", copy);
    order.tell_staff(tx, ctx, &subject, reason).await?;
    Ok(())
}

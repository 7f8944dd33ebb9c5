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
use crate::orders::{self, Faxed, Payable, Stage};
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

impl Faxed for SleepOrder {
    const WHAT: &'static str = "Sleep study fax";
    const RECIPIENT: &'static str = "the sleep clinic";

    fn staff_link(&self, ctx: &Context) -> String {
        let site = ctx.settings.server.public_url.trim_end_matches('/');
        format!("{site}/patient/{}", self.row.person_id)
    }

    async fn tell_of_fax(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        subject: &str,
        body: &str,
    ) -> Result<()> {
        self.tell_staff(tx, ctx, subject, body).await?;
        Ok(())
    }

    fn left(&mut self, ctx: &Context, change: &fax::Change) -> Result<()> {
        // What the fax service only accepted, nobody has yet.
        let is_open = matches!(*self.row.status, SleepStatus::Paid | SleepStatus::Free);
        if is_open && change.state == fax::State::Delivered {
            self.faxed(ctx, None);
        }
        Ok(())
    }

    async fn arrived(&mut self, tx: &Transaction, ctx: &Context, _: &fax::Change) -> Result<()> {
        if *self.row.status == SleepStatus::Faxed {
            self.tell_received(tx, ctx).await?;
        }
        Ok(())
    }

    async fn not_arrived(&mut self, _: &Transaction, _: &Context, _: &fax::Change) -> Result<()> {
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
        orders::fax_outcome(&mut order, &tx, &ctx, &change).await?;
        order.save_in_job(&ctx, tx).await?;
        ctx.publish(ChangeEvent {
            kind: EVENT,
            id: change.subject_id,
            person,
        });
        Ok(())
    })
}

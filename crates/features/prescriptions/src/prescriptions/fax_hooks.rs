// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment and fax hooks: updates a prescription when its payment or fax is settled. Both may be called
//! twice, by the click and by the job: each step is conditional, so the second does nothing.

use futures_util::future::BoxFuture;
use salal_db::{Coded, Transaction};
use salal_documents::mail::Mail;
use salal_domain::fees::Cents;
use salal_domain::prescriptions::copies::CopyState;
use salal_domain::prescriptions::status::PrescriptionStatus;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::entity::prescription_copy;
use super::prescription::Prescription;
use super::{KIND, copies, create, not_received, repo, unlisted, view, voids};
use crate::api::Scope;
use crate::context::{ChangeEvent, Context};
use crate::error::Result;
use salal_exchange::fax;
use salal_exchange::messages::TellsOf;
use salal_exchange::payments::PaymentSummary;
use salal_orders::orders::{self, Faxed, Payable, Stage};

impl Payable for Prescription {
    const KIND: SubjectKind = KIND;
    const EVENT: &'static str = KIND.code();

    async fn lock_in_job(tx: &Transaction, ctx: &Context, id: Uuid) -> Result<Self> {
        let scope = Scope::for_job();
        let row = repo::lock_for_update(tx, &scope, id).await?;
        Self::of_row(tx, ctx, &scope, row, None).await
    }

    fn person(&self) -> Uuid {
        self.row.person_id
    }

    fn money(&self) -> PaymentSummary {
        self.money()
    }

    fn stage(&self) -> Stage {
        view::stage_of(*self.row.status)
    }

    fn was_ordered(&self) -> bool {
        self.was(PrescriptionStatus::Pending)
    }

    fn was_refunded(&self) -> bool {
        self.was(PrescriptionStatus::Refunded)
    }

    async fn paid(&mut self, tx: &Transaction, ctx: &Context, amount: Cents) -> Result<()> {
        self.make_pending(tx, ctx, format!("Paid {amount}")).await
    }

    async fn tell_charged_after_cancel(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        body: &str,
    ) -> Result<()> {
        let subject = "A canceled request was charged";
        self.tell_doctors_once(tx, ctx, subject, body, None).await?;
        Ok(())
    }

    async fn refunded(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        money: &PaymentSummary,
    ) -> Result<()> {
        let detail = orders::refund_detail(money);
        self.set_status(ctx, PrescriptionStatus::Refunded, None, Some(detail));
        let link = create::link(ctx, self.row.id);
        let mail = Mail::RequestRefunded { link };
        self.mail_patient(tx, ctx, &mail, "refunded").await
    }

    fn has_other_changes(&self, ctx: &Context) -> Result<bool> {
        Ok(self.next_action(ctx)? != self.row.work.map(|work| work.0))
    }

    async fn save_paid(self, ctx: &Context, tx: Transaction) -> Result<()> {
        self.save_in_job(ctx, tx).await
    }
}

/// Called when a fax of a subject changed.
pub(super) fn fax_changed(ctx: Context, change: fax::Change) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if change.subject_kind != KIND {
            return Ok(());
        }
        let tx = ctx.db.begin().await?;
        let mut prescription = Prescription::lock_in_job(&tx, &ctx, change.subject_id).await?;
        let copy = prescription.copy_of_document(change.document).cloned();
        match &copy {
            Some(copy) if copy.state.is_void() => {
                let delivered = change.state == fax::State::Delivered;
                voids::fax_changed(&tx, &ctx, &mut prescription, copy, delivered).await?;
            }
            copy => valid_changed(&tx, &ctx, &mut prescription, copy.as_ref(), &change).await?,
        }
        let person = prescription.row.person_id;
        save(&ctx, tx, prescription).await?;
        publish_change(&ctx, change.subject_id, person);
        Ok(())
    })
}

/// Saves a change made by the hook of a fax.
pub(super) async fn save(
    ctx: &Context,
    tx: Transaction,
    mut prescription: Prescription,
) -> Result<()> {
    // The next action settles messages about work that is done, those posted just now too. It depends on the
    // faxes of the copies.
    prescription.reload_faxes(&tx).await?;
    prescription.save_in_job(ctx, tx).await
}

/// Notifies the open pages of such a change.
pub(super) fn publish_change(ctx: &Context, id: Uuid, person: Uuid) {
    ctx.publish(ChangeEvent {
        kind: KIND.code(),
        id,
        person,
    });
}

/// Handles the outcome of a fax of the copy in force.
async fn valid_changed(
    tx: &Transaction,
    ctx: &Context,
    prescription: &mut Prescription,
    copy: Option<&prescription_copy::Model>,
    change: &fax::Change,
) -> Result<()> {
    orders::fax_outcome(prescription, tx, ctx, change).await?;
    let Some(copy) = copy else {
        return Ok(());
    };
    let state = copies::state(copies::whereabouts(tx, copy).await?);
    prescription.change_copy(copy.id, |copy| {
        if state == CopyState::Delivered && copy.delivered_at.is_none() {
            copy.delivered_at = Some(ctx.now());
        }
        copy.state = Coded(state);
    })?;
    if state == CopyState::Delivered && change.doubt.is_none() {
        // It arrived after all.
        prescription.row.asked_pharmacy = None;
    }
    Ok(())
}

impl Faxed for Prescription {
    const WHAT: &'static str = "Fax";
    const RECIPIENT: &'static str = "the pharmacy";

    fn staff_link(&self, ctx: &Context) -> String {
        format!(
            "{}/patient/{}?section=prescriptions&item={}",
            ctx.settings.server.public_url.trim_end_matches('/'),
            self.row.person_id,
            self.row.id
        )
    }

    async fn tell_of_fax(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        subject: &str,
        body: &str,
    ) -> Result<()> {
        self.tell_doctors_once(tx, ctx, subject, body, Some(TellsOf::Fax))
            .await?;
        Ok(())
    }

    fn left(&mut self, ctx: &Context, change: &fax::Change) -> Result<()> {
        let copy = self.copy_of_document(change.document);
        let copy = copy.map(|copy| (copy.id, copy.left_at.is_some()));
        let was_said = match copy {
            Some((_, has_left)) => has_left,
            None => self.was(PrescriptionStatus::Faxed),
        };
        if was_said {
            return Ok(());
        }
        self.set_status(ctx, PrescriptionStatus::Faxed, None, None);
        if let Some((copy, _)) = copy {
            self.change_copy(copy, |copy| copy.left_at = Some(ctx.now()))?;
        }
        Ok(())
    }

    async fn arrived(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        change: &fax::Change,
    ) -> Result<()> {
        let copy = self.copy_of_document(change.document).cloned();
        tell_of_delivery(tx, ctx, self, copy.as_ref()).await
    }

    async fn not_arrived(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        change: &fax::Change,
    ) -> Result<()> {
        let copy = self.copy_of_document(change.document);
        if copy.is_some_and(|copy| copy.delivered_at.is_some()) {
            // One more copy of a delivered fax delays nothing.
            return Ok(());
        }
        let link = create::link(ctx, self.row.id);
        // Without a destination it is the patient who makes it go on (decision 173).
        let has_destination = self.known(ctx)?.facts().destination.allow().is_ok();
        let (mail, what) = if has_destination {
            let what = format!("delayed-{}", change.fax);
            (Mail::RequestDelayed { link }, what)
        } else {
            let what = unlisted::asked_about(&self.pharmacy()?);
            (Mail::RequestNeedsChoice { link }, what)
        };
        self.mail_patient(tx, ctx, &mail, &what).await
    }
}

/// Notifies the patient once per copy that the pharmacy's fax machine, or the pharmacy by telephone,
/// confirmed it (decision 166).
async fn tell_of_delivery(
    tx: &Transaction,
    ctx: &Context,
    prescription: &mut Prescription,
    copy: Option<&prescription_copy::Model>,
) -> Result<()> {
    let (id, person) = (prescription.row.id, prescription.row.person_id);
    let (not_received, resend) = not_received::addresses(tx, ctx, id, person).await?;
    let faxed = Mail::RequestFaxed {
        link: create::link(ctx, id),
        not_received,
        resend,
    };
    let what = match copy {
        Some(copy) if copy.number > 1 => format!("faxed-{}", copy.number),
        _ => "faxed".to_owned(),
    };
    prescription.mail_patient(tx, ctx, &faxed, &what).await
}

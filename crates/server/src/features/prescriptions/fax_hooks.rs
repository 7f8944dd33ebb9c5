// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment and fax hooks: updates a prescription when its payment or fax is settled. Both may be called
//! twice, by the click and by the job: each step is conditional, so the second does nothing.

use futures_util::future::BoxFuture;
use salal_db::{Coded, Transaction};
use salal_documents::mail::Mail;
use salal_domain::fees::Cents;
use salal_domain::prescriptions::copies::CopyState;
use salal_domain::prescriptions::status::PrescriptionStatus;
use sea_orm::{ConnectionTrait, Set};
use uuid::Uuid;

use super::entity::{prescription, prescription_copy};
use super::prescription::Prescription;
use super::{KIND, copies, create, next_action, not_received, repo, view, voids};
use crate::api::Scope;
use crate::context::{ChangeEvent, Context};
use crate::error::Result;
use crate::features::messages::{self, MessageGroup, NewMessage, TellsOf, To};
use crate::features::orders::{self, Payable, Stage};
use crate::features::payments::PaymentSummary;
use crate::features::{fax, people};
use crate::notifications;

const CHARGED_AFTER_CANCEL: (&str, &str) = (
    "A canceled request was charged",
    "The payment for a cancelled request went through. Please review it and refund it if needed.",
);

impl Payable for Prescription {
    const KIND: &'static str = KIND;
    const EVENT: &'static str = KIND;

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
        match *self.row.status {
            PrescriptionStatus::Created => Stage::Unpaid,
            PrescriptionStatus::Canceled => Stage::Canceled,
            PrescriptionStatus::Pending
            | PrescriptionStatus::Acknowledged
            | PrescriptionStatus::Approved
            | PrescriptionStatus::Rejected
            | PrescriptionStatus::Faxed
            | PrescriptionStatus::Refunded => Stage::Ordered,
        }
    }

    fn was_refunded(&self) -> bool {
        self.was(PrescriptionStatus::Refunded)
    }

    async fn paid(&mut self, _: &Transaction, ctx: &Context, amount: Cents) -> Result<()> {
        self.make_pending(ctx, format!("Paid {amount}"));
        Ok(())
    }

    async fn charged_after_cancel(&mut self, tx: &Transaction, ctx: &Context) -> Result<bool> {
        self.tell_doctors_once(tx, ctx, CHARGED_AFTER_CANCEL, None)
            .await
    }

    async fn refunded(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        money: &PaymentSummary,
    ) -> Result<()> {
        let amount = Cents(money.refunded_cents);
        let to = money
            .payment
            .as_ref()
            .and_then(|payment| payment.card.as_ref())
            .map(|card| format!(" to {} {}", card.brand, card.last4));
        let detail = format!("{amount}{}", to.unwrap_or_default().trim_end());
        self.set_status(ctx, PrescriptionStatus::Refunded, None, Some(detail));
        let link = create::link(ctx, self.row.id);
        let key = format!("refunded:{}", self.row.id);
        let mail = Mail::RequestRefunded { link };
        self.changes().mail_patient_once(tx, ctx, &mail, key).await
    }

    fn has_other_changes(&self, ctx: &Context) -> Result<bool> {
        let work = next_action::next_action(&self.show(ctx)?);
        Ok(work != self.row.work.map(|work| work.0))
    }

    async fn save_paid(self, ctx: &Context, tx: Transaction) -> Result<()> {
        self.save_in_job(ctx, tx).await
    }
}

async fn was(tx: &impl ConnectionTrait, id: Uuid, status: PrescriptionStatus) -> Result<bool> {
    let statuses = repo::statuses(&[id]).all(tx).await?;
    Ok(statuses.iter().any(|row| *row.status == status))
}

async fn mail(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    mail: Mail,
    what: &str,
) -> Result<()> {
    let person = people::load_facts(tx, &Scope::for_job(), row.person_id).await?;
    notifications::send_email_once(tx, ctx, &person.email, mail, &format!("{what}:{}", row.id))
        .await
}

/// Notifies the staff once about a prescription; true if it was sent now.
pub(super) async fn tell_once(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    (subject, body): (&str, &str),
    tells_of: Option<TellsOf>,
) -> Result<bool> {
    let subject = format!("{subject}: {}", view::label(row.number));
    if messages::message_exists(tx, KIND, row.id, &subject).await? {
        return Ok(false);
    }
    messages::post(
        tx,
        ctx,
        NewMessage {
            subject,
            body: body.to_owned(),
            from: None,
            to: To::Group(MessageGroup::Doctor),
            about: Some(row.person_id),
            subject_kind: Some(KIND),
            subject_id: Some(row.id),
            tells_of,
        },
    )
    .await?;
    Ok(true)
}

/// Called when a fax of a subject changed.
pub(super) fn fax_changed(ctx: Context, change: fax::Change) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if change.subject_kind != KIND {
            return Ok(());
        }
        let tx = ctx.db.begin().await?;
        let row = repo::lock_for_update(&tx, &Scope::for_job(), change.subject_id).await?;
        let copy = repo::copy_of_document(&tx, change.document).await?;
        let is_void = copy.as_ref().is_some_and(|copy| copy.state.is_void());
        match &copy {
            Some(copy) if is_void => {
                let delivered = change.state == fax::State::Delivered;
                voids::fax_changed(&tx, &ctx, &row, copy, delivered).await?;
            }
            copy => valid_changed(&tx, &ctx, &row, copy.as_ref(), &change).await?,
        }
        keep_work(&tx, &ctx, &row).await?;
        tx.commit().await?;
        publish_change(&ctx, &row);
        Ok(())
    })
}

/// Stores the next action at the end of a change made by a job or hook.
pub(super) async fn keep_work(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
) -> Result<()> {
    let seen = view::load_view(tx, ctx, &Scope::for_job(), row.id).await?;
    next_action::update_next_action(tx, ctx, row.id, &seen).await
}

/// Notifies the worker and the open pages of such a change.
pub(super) fn publish_change(ctx: &Context, row: &prescription::Model) {
    ctx.notify_worker();
    ctx.publish(ChangeEvent {
        kind: KIND,
        id: row.id,
        person: row.person_id,
    });
}

/// Handles the outcome of a fax of the copy in force.
async fn valid_changed(
    tx: &Transaction,
    ctx: &Context,
    row: &prescription::Model,
    copy: Option<&prescription_copy::Model>,
    change: &fax::Change,
) -> Result<()> {
    let fax = (change.fax, change.copy);
    let mut to = prescription_copy::ActiveModel::default();
    match &change.state {
        // Delivered implies sent: the Sent event may have been lost.
        fax::State::Sent | fax::State::Delivered => {
            let was_said = match copy {
                Some(copy) => copy.left_at.is_some(),
                None => was(tx, row.id, PrescriptionStatus::Faxed).await?,
            };
            if !was_said {
                to.left_at = Set(Some(ctx.now()));
                repo::add_status(tx, ctx, row.id, PrescriptionStatus::Faxed, None, None).await?;
            }
            if change.state == fax::State::Delivered && change.doubt.is_none() {
                tell_of_delivery(tx, ctx, row, copy).await?;
            }
        }
        fax::State::Waiting => {
            // The inbox has an entry for each; one email for several delayed faxes is enough.
            let words = (
                "Fax is waiting for the fax service",
                "It is tried again by itself. If it is urgent, please call the pharmacy.",
            );
            tell_once(tx, ctx, row, words, Some(TellsOf::Fax)).await?;
        }
        fax::State::Failed { reason } => {
            failed(tx, ctx, row, fax, reason).await?;
            // One more copy of a delivered fax delays nothing.
            if copy.is_none_or(|copy| copy.delivered_at.is_none()) {
                let link = create::link(ctx, row.id);
                let key = format!("delayed-{}", change.fax);
                mail(tx, ctx, row, Mail::RequestDelayed { link }, &key).await?;
            }
        }
        fax::State::Unknown => {
            let reason =
                "The fax service did not say whether the fax arrived. Please ask the pharmacy.";
            failed(tx, ctx, row, fax, reason).await?;
        }
    }
    if let Some(doubt) = &change.doubt {
        failed(tx, ctx, row, fax, doubt).await?;
    }
    let Some(copy) = copy else {
        return Ok(());
    };
    let state = copies::state(copies::whereabouts(tx, copy).await?);
    if state == CopyState::Delivered && copy.delivered_at.is_none() {
        to.delivered_at = Set(Some(ctx.now()));
    }
    to.state = Set(Coded(state));
    copies::change(tx, copy, to).await
}

/// Notifies the patient once per copy that the pharmacy's fax machine, or the pharmacy by telephone,
/// confirmed it (decision 166).
async fn tell_of_delivery(
    tx: &Transaction,
    ctx: &Context,
    row: &prescription::Model,
    copy: Option<&prescription_copy::Model>,
) -> Result<()> {
    let (not_received, resend) = not_received::addresses(tx, ctx, (row.id, row.person_id)).await?;
    let faxed = Mail::RequestFaxed {
        link: create::link(ctx, row.id),
        not_received,
        resend,
    };
    let what = match copy {
        Some(copy) if copy.number > 1 => format!("faxed-{}", copy.number),
        _ => "faxed".to_owned(),
    };
    mail(tx, ctx, row, faxed, &what).await
}

/// A fax failed, or may have reached the wrong recipient.
async fn failed(
    tx: &Transaction,
    ctx: &Context,
    row: &prescription::Model,
    (fax, copy): (Uuid, i64),
    reason: &str,
) -> Result<()> {
    let subject = orders::not_delivered("Fax", copy);
    tell_fax_desk(tx, ctx, row, fax, (&subject, reason)).await
}

/// Notifies the staff who can act that a fax needs attention, in the inbox and by email, once per fax.
pub(super) async fn tell_fax_desk(
    tx: &Transaction,
    ctx: &Context,
    row: &prescription::Model,
    fax: Uuid,
    words: (&str, &str),
) -> Result<()> {
    let link = format!(
        "{}/patient/{}?section=prescriptions&item={}",
        ctx.settings.server.public_url.trim_end_matches('/'),
        row.person_id,
        row.id
    );
    orders::mail_fax_desk_once(tx, ctx, fax, link).await?;
    tell_once(tx, ctx, row, words, Some(TellsOf::Fax)).await?;
    Ok(())
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payment and fax hooks: updates an order when its payment or fax is settled. Both may be called twice, by
//! the click and by the job: each step is conditional, so the second does nothing.

use futures_util::future::BoxFuture;
use salal_documents::mail::Mail;
use salal_domain::fees::Cents;
use salal_domain::sleep::status::SleepStatus;
use uuid::Uuid;

use super::entity::sleep_assessment;
use super::repo::{self, ConnectionTrait};
use super::{EVENT, KIND, jobs, view};
use crate::api::{Role, Scope};
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::Result;
use crate::features::messages::{self, MessageGroup, NewMessage, To};
use crate::features::payments::{self, RefundState, Subject};
use crate::features::{fax, people};
use crate::notifications;

/// Called when a payment or refund of a subject changed.
pub(super) fn payment_changed(ctx: Context, subject: Subject) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if subject.kind != KIND.code() {
            return Ok(());
        }
        let money = payments::payment_summary(ctx.db.read(), KIND.code(), subject.id).await?;
        let tx = ctx.db.begin().await?;
        let row = repo::lock_for_update(&tx, &Scope::for_job(), subject.id).await?;
        let status = *row.status;
        let mut moved = false;
        if money.is_charged() && status.is_open() {
            let paid = format!("Paid {}", Cents(money.charged_cents));
            ordered(&tx, &ctx, &row, SleepStatus::Paid, Some(paid)).await?;
            moved = true;
        }
        if money.is_charged() && status == SleepStatus::Canceled {
            moved = tell_staff(
                &tx,
                &ctx,
                &row,
                "A canceled sleep order was charged",
                "The payment of a canceled order went through. Please look at it and refund it if need be.",
            )
            .await?;
        }
        if money.refund == Some(RefundState::Done)
            && !was(&tx, row.id, SleepStatus::Refunded).await?
        {
            let back = Cents(money.refunded_cents).to_string();
            repo::add_status(&tx, &ctx, row.id, SleepStatus::Refunded, None, Some(back)).await?;
            let link = link(&ctx);
            mail(&tx, &ctx, &row, Mail::OrderRefunded { link }, "refunded").await?;
            moved = true;
        }
        if moved {
            crash::point("sleep.before_paid");
            tx.commit().await?;
            crash::point("sleep.after_paid");
            ctx.notify_worker();
        }
        tell(&ctx, &row);
        Ok(())
    })
}

/// An order is paid, or free: staff are notified, the patient gets an email, and the request is sent.
pub(super) async fn ordered(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &sleep_assessment::Model,
    status: SleepStatus,
    detail: Option<String>,
) -> Result<()> {
    repo::add_status(tx, ctx, row.id, status, Some(row.person_id), detail).await?;
    let clinic = view::clinic(row)?;
    let body = format!(
        "A sleep apnea test was ordered. The request is faxed to {} by itself.",
        clinic.name
    );
    tell_staff(tx, ctx, row, "Sleep study", &body).await?;
    let link = link(ctx);
    mail(tx, ctx, row, Mail::OrderReceived { link }, "ordered").await?;
    jobs::queue(tx, ctx, row.id).await
}

/// The sleep clinic received the request.
pub(super) async fn faxed(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &sleep_assessment::Model,
    by: Option<Uuid>,
) -> Result<()> {
    repo::add_status(tx, ctx, row.id, SleepStatus::Faxed, by, None).await?;
    let link = link(ctx);
    mail(tx, ctx, row, Mail::OrderSent { link }, "faxed").await
}

/// Called when a fax of a subject changed.
pub(super) fn fax_changed(ctx: Context, change: fax::Change) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if change.subject_kind != KIND {
            return Ok(());
        }
        let fax = (change.fax, change.copy);
        let tx = ctx.db.begin().await?;
        let row = repo::lock_for_update(&tx, &Scope::for_job(), change.subject_id).await?;
        match &change.state {
            // The provider accepted it; whether the clinic received it is not known yet.
            fax::State::Waiting | fax::State::Sent => {}
            fax::State::Delivered => {
                let waits = matches!(*row.status, SleepStatus::Paid | SleepStatus::Free);
                if waits {
                    faxed(&tx, &ctx, &row, None).await?;
                }
            }
            fax::State::Failed { reason } => failed(&tx, &ctx, &row, fax, reason).await?,
            fax::State::Unknown => {
                let asked = "The fax service did not say whether the fax arrived. Please ask the sleep clinic.";
                failed(&tx, &ctx, &row, fax, asked).await?;
            }
        }
        tx.commit().await?;
        ctx.notify_worker();
        tell(&ctx, &row);
        Ok(())
    })
}

/// A failed fax is reported in the inboxes and by email, once per fax.
async fn failed(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &sleep_assessment::Model,
    (fax, copy): (Uuid, i64),
    reason: &str,
) -> Result<()> {
    let link = format!("{}/patient/{}", site(ctx), row.person_id);
    let (desk, mail) = ([Role::Doctor, Role::Office], Mail::FaxFailed { link });
    let key = format!("fax-failed:{fax}");
    messages::mail_roles_once(tx, ctx, &desk, &mail, &key).await?;
    let subject = match copy {
        1 => "Sleep study fax not delivered".to_owned(),
        copy => format!("Sleep study fax not delivered (copy {copy})"),
    };
    tell_staff(tx, ctx, row, &subject, reason).await?;
    Ok(())
}

/// Notifies doctors and office once about an order; true if they were notified now.
pub(super) async fn tell_staff(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &sleep_assessment::Model,
    subject: &str,
    body: &str,
) -> Result<bool> {
    let subject = format!("{subject} {}", view::label(row.number));
    if messages::message_exists(tx, KIND, row.id, &subject).await? {
        return Ok(false);
    }
    for group in [MessageGroup::Doctor, MessageGroup::Office] {
        let id = messages::post(
            tx,
            ctx,
            NewMessage {
                subject: subject.clone(),
                body: body.to_owned(),
                from: None,
                to: To::Group(group),
                about: Some(row.person_id),
                subject_kind: Some(KIND),
                subject_id: Some(row.id),
                tells_of: None,
            },
        )
        .await?;
        ctx.publish(ChangeEvent {
            kind: "message",
            id,
            person: row.person_id,
        });
    }
    Ok(true)
}

async fn was(tx: &impl ConnectionTrait, id: Uuid, status: SleepStatus) -> Result<bool> {
    let all = repo::statuses(tx, &[id]).await?;
    Ok(all.iter().any(|one| *one.status == status))
}

async fn mail(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &sleep_assessment::Model,
    mail: Mail,
    what: &str,
) -> Result<()> {
    let person = people::load_facts(tx, &Scope::for_job(), row.person_id).await?;
    let key = format!("sleep-{what}:{}", row.id);
    notifications::send_email_once(tx, ctx, &person.email, mail, &key).await
}

fn site(ctx: &Context) -> &str {
    ctx.settings.server.public_url.trim_end_matches('/')
}

/// The link in emails: an address that reveals nothing about health.
fn link(ctx: &Context) -> String {
    format!("{}/dashboard", site(ctx))
}

fn tell(ctx: &Context, row: &sleep_assessment::Model) {
    ctx.publish(ChangeEvent {
        kind: EVENT,
        id: row.id,
        person: row.person_id,
    });
}

//! What a prescription does when its money or its fax settled. Both may be told twice, by the click
//! and by the job: each step is conditional, so the second does nothing.

use futures_util::future::BoxFuture;
use salal_documents::mail::Mail;
use salal_rules::fees::Cents;
use salal_rules::prescriptions::status::PrescriptionStatus;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::rows::prescription;
use super::{KIND, create, not_received, store, view, work};
use crate::context::{Changed, Context};
use crate::door::Reach;
use crate::error::Result;
use crate::features::messages::{self, NewMessage, To};
use crate::features::payments::{self, RefundState, Subject};
use crate::features::{fax, people};
use crate::post;

/// A payment or refund of a subject changed.
pub(super) fn payment_changed(ctx: Context, subject: Subject) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if subject.kind != KIND {
            return Ok(());
        }
        let reach = Reach::of_job();
        let standing = payments::standing(ctx.db.read(), KIND, subject.id).await?;
        let tx = ctx.db.begin().await?;
        let row = store::take(&tx, &reach, subject.id).await?;
        let mut moved = false;
        if standing.is_charged() && row.status == PrescriptionStatus::Created.code() {
            make_pending(
                &tx,
                &ctx,
                &row,
                Some(format!("Paid {}", Cents(standing.charged_cents))),
            )
            .await?;
            moved = true;
        }
        if standing.is_charged() && row.status == PrescriptionStatus::Canceled.code() {
            moved = tell_once(&tx, &ctx, &row, "charged-canceled", "A canceled request was charged", "The payment of a canceled request went through. Please look at it and refund it if need be.").await?;
        }
        if standing.refund == Some(RefundState::Done)
            && !was(&tx, row.id, PrescriptionStatus::Refunded).await?
        {
            let amount = Cents(standing.refunded_cents);
            let to = standing
                .payment
                .as_ref()
                .and_then(|payment| payment.card.as_ref())
                .map(|card| format!(" to {} {}", card.brand, card.last4));
            let detail = format!("{amount}{}", to.unwrap_or_default().trim_end());
            store::add_status(
                &tx,
                &ctx,
                row.id,
                PrescriptionStatus::Refunded,
                None,
                Some(detail),
            )
            .await?;
            mail(
                &tx,
                &ctx,
                &row,
                Mail::RequestRefunded {
                    link: create::link(&ctx, row.id),
                },
                "refunded",
            )
            .await?;
            moved = true;
        }
        let seen = view::one(&tx, &ctx, &reach, row.id).await?;
        let is_other_work = work::of(&seen) != row.work.as_deref();
        if moved || is_other_work {
            work::keep(&tx, &row, &seen).await?;
            tx.commit().await?;
            ctx.ring();
        }
        ctx.tell(Changed {
            kind: KIND,
            id: row.id,
            person: row.person_id,
        });
        Ok(())
    })
}

/// Created becomes Pending: the request stands in the doctors' inbox.
pub(super) async fn make_pending(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    detail: Option<String>,
) -> Result<()> {
    store::add_status(
        tx,
        ctx,
        row.id,
        PrescriptionStatus::Pending,
        Some(row.person_id),
        detail,
    )
    .await?;
    let lines = store::medications(tx, &[row.id]).await?.len();
    let what = if lines == 1 {
        "1 medication".to_owned()
    } else {
        format!("{lines} medications")
    };
    let id = messages::post(
        tx,
        ctx,
        NewMessage {
            subject: format!("Prescription request {}", view::label(row.number)),
            body: format!("A renewal of {what} waits for review."),
            from: Some(row.person_id),
            to: To::Group("doctor"),
            about: Some(row.person_id),
            subject_kind: Some(KIND),
            subject_id: Some(row.id),
        },
    )
    .await?;
    ctx.tell(Changed {
        kind: "message",
        id,
        person: row.person_id,
    });
    Ok(())
}

async fn was(tx: &impl ConnectionTrait, id: Uuid, status: PrescriptionStatus) -> Result<bool> {
    Ok(store::statuses(tx, &[id])
        .await?
        .iter()
        .any(|row| row.status == status.code()))
}

async fn mail(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    mail: Mail,
    what: &str,
) -> Result<()> {
    let person = people::facts(tx, &Reach::of_job(), row.person_id).await?;
    post::mail_once(tx, ctx, &person.email, mail, &format!("{what}:{}", row.id)).await
}

/// Tells the staff once of something about a prescription; true when it was told now.
async fn tell_once(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    key: &str,
    subject: &str,
    body: &str,
) -> Result<bool> {
    let subject = format!("{subject}: {}", view::label(row.number));
    if messages::stands(tx, KIND, row.id, &subject).await? {
        return Ok(false);
    }
    let _ = key;
    messages::post(
        tx,
        ctx,
        NewMessage {
            subject,
            body: body.to_owned(),
            from: None,
            to: To::Group("doctor"),
            about: Some(row.person_id),
            subject_kind: Some(KIND),
            subject_id: Some(row.id),
        },
    )
    .await?;
    Ok(true)
}

/// A fax of a subject changed.
pub(super) fn fax_changed(ctx: Context, change: fax::Change) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        if change.subject_kind != KIND {
            return Ok(());
        }
        let fax = (change.fax, change.copy);
        let tx = ctx.db.begin().await?;
        let row = store::take(&tx, &Reach::of_job(), change.subject_id).await?;
        match &change.state {
            // Delivered says sent as well: the word of the sending may have been lost.
            fax::State::Sent | fax::State::Delivered => {
                if !was(&tx, row.id, PrescriptionStatus::Faxed).await? {
                    store::add_status(&tx, &ctx, row.id, PrescriptionStatus::Faxed, None, None)
                        .await?;
                    let (not_received, resend) =
                        not_received::addresses(&tx, &ctx, (row.id, row.person_id)).await?;
                    let faxed = Mail::RequestFaxed {
                        link: create::link(&ctx, row.id),
                        not_received,
                        resend,
                    };
                    mail(&tx, &ctx, &row, faxed, "faxed").await?;
                }
            }
            fax::State::Failed { reason } => failed(&tx, &ctx, &row, fax, reason).await?,
            fax::State::Unknown => {
                failed(
                    &tx,
                    &ctx,
                    &row,
                    fax,
                    "The fax service did not say whether the fax arrived. Please ask the pharmacy.",
                )
                .await?;
            }
        }
        let seen = view::one(&tx, &ctx, &Reach::of_job(), row.id).await?;
        work::keep(&tx, &row, &seen).await?;
        tx.commit().await?;
        ctx.ring();
        ctx.tell(Changed {
            kind: KIND,
            id: row.id,
            person: row.person_id,
        });
        Ok(())
    })
}

/// A fax that did not arrive is told in the inbox and by e-mail, once each fax.
async fn failed(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    (fax, copy): (Uuid, i64),
    reason: &str,
) -> Result<()> {
    let link = format!(
        "{}/patient/{}?section=prescriptions&item={}",
        ctx.settings.server.public_url.trim_end_matches('/'),
        row.person_id,
        row.id
    );
    let office = &ctx.settings.clinic.customer_service_email;
    post::mail_once(
        tx,
        ctx,
        office,
        Mail::FaxFailed { link },
        &format!("fax-failed:{fax}"),
    )
    .await?;
    let subject = match copy {
        1 => "Fax not delivered".to_owned(),
        copy => format!("Fax not delivered (copy {copy})"),
    };
    tell_once(tx, ctx, row, "fax", &subject, reason).await?;
    Ok(())
}

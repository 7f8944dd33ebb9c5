// SPDX-License-Identifier: AGPL-3.0-or-later

//! What follows from the outcome of an order's fax, whatever was ordered (decision 178). It may be called twice, for a
//! lost and a repeated message: each step is conditional, so the second does nothing.

use salal_db::Transaction;
use uuid::Uuid;

use super::changes::{mail_fax_desk_once, not_delivered};
use crate::context::Context;
use crate::error::Result;
use salal_exchange::fax::{Change, State};

/// An order that is faxed to someone.
pub trait Faxed: Send {
    /// What is faxed, at the beginning of a sentence: "Fax".
    const WHAT: &'static str;
    /// To whom: "the pharmacy".
    const RECIPIENT: &'static str;

    /// The page with the order, for staff.
    fn staff_link(&self, ctx: &Context) -> String;

    /// Puts a notice about a fax into the inboxes of those who can act, once.
    fn tell_of_fax(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        subject: &str,
        body: &str,
    ) -> impl Future<Output = Result<()>> + Send;

    /// It was handed to the fax service, or delivered, with or without a doubt.
    fn left(&mut self, ctx: &Context, change: &Change) -> Result<()>;

    /// The recipient has it: the patient is told, once.
    fn arrived(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        change: &Change,
    ) -> impl Future<Output = Result<()>> + Send;

    /// It did not arrive, and the staff were told.
    fn not_arrived(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        change: &Change,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// Handles the outcome of a fax that is in force. A delivered fax with a doubt is delivered and is work at the same
/// time; the patient is told when the doubt is settled, which is a delivery without one.
pub async fn fax_outcome<O: Faxed>(
    order: &mut O,
    tx: &Transaction,
    ctx: &Context,
    change: &Change,
) -> Result<()> {
    let subject = not_delivered(O::WHAT, change.copy);
    match &change.state {
        // The inbox has an entry for each; one email for several delayed faxes is enough.
        State::Waiting => {
            let subject = format!("{} is waiting for the fax service", O::WHAT);
            let body = format!(
                "We will retry automatically. If it is urgent, please call {}.",
                O::RECIPIENT
            );
            order.tell_of_fax(tx, ctx, &subject, &body).await
        }
        State::Sent => order.left(ctx, change),
        State::Delivered => {
            // Delivered implies sent: the Sent event may have been lost.
            order.left(ctx, change)?;
            match &change.doubt {
                None => order.arrived(tx, ctx, change).await,
                Some(doubt) => tell_fax_desk(order, tx, ctx, change.fax, (&subject, doubt)).await,
            }
        }
        State::Failed { reason } => {
            tell_fax_desk(order, tx, ctx, change.fax, (&subject, reason)).await?;
            order.not_arrived(tx, ctx, change).await
        }
        State::Unknown => {
            let reason = format!(
                "The fax service did not say whether the fax arrived. Please ask {}.",
                O::RECIPIENT
            );
            tell_fax_desk(order, tx, ctx, change.fax, (&subject, &reason)).await
        }
    }
}

/// Notifies the staff who can act that a fax needs attention, in the inbox and by email, once per fax.
pub async fn tell_fax_desk<O: Faxed>(
    order: &mut O,
    tx: &Transaction,
    ctx: &Context,
    fax: Uuid,
    (subject, body): (&str, &str),
) -> Result<()> {
    mail_fax_desk_once(tx, ctx, fax, order.staff_link(ctx)).await?;
    order.tell_of_fax(tx, ctx, subject, body).await
}

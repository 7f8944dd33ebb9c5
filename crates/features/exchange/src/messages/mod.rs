// SPDX-License-Identifier: AGPL-3.0-or-later

//! Messages inside the product: threads between patients and staff with replies and files, inboxes and
//! archives, and answering through an emailed link. Not here: what a message is about; prescriptions and
//! other features post messages.

mod answers;
mod by_link;
mod compose;
mod dto;
mod emails;
pub mod entity;
mod reply;
mod repo;
mod routes;
mod templates;
mod threads;

use futures_util::future::BoxFuture;

use salal_documents::mail::Mail;

use crate::api::Role;
use crate::context::{ChangeEvent, Context};
use crate::error::Result;

pub use answers::{Answer, AnswersPart};
pub use emails::{
    address_of, to_patient_with as tell_patient_with, to_roles_once as mail_roles_once,
};
pub use repo::counted::{Begun, FirstAnswer, begun, first_answers, first_begun};
pub use repo::{MessageGroup, NewMessage, TellsOf, To, message_exists, post};
pub use repo::{
    NewReply, SelectPrescriptions, answer, archive, attach, mark_billed, mark_read, mark_read_with,
    post_with, select_subject, settle_with,
};
pub use routes::routes;
pub use threads::shows_file;

/// Sends an email to every administrator, once for each key, ever.
pub fn mail_administrators_once(
    ctx: Context,
    mail: Mail,
    key: String,
) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let tx = ctx.db.begin().await?;
        mail_roles_once(&tx, &ctx, &[Role::Admin], &mail, &key).await?;
        tx.commit().await?;
        ctx.notify_worker();
        Ok(())
    })
}

/// Notifies the staff of a failure, as a message to the doctors' inbox.
pub fn tell_staff(ctx: Context, subject: String, body: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let tx = ctx.db.begin().await?;
        let id = post(
            &tx,
            &ctx,
            NewMessage {
                subject,
                body,
                from: None,
                to: To::Group(MessageGroup::Doctor),
                about: None,
                subject_kind: None,
                subject_id: None,
                tells_of: None,
            },
        )
        .await?;
        tx.commit().await?;
        ctx.publish(ChangeEvent {
            kind: "message",
            id,
            person: id,
        });
        Ok(())
    })
}

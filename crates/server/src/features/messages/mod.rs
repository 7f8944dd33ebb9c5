//! Messages inside the product: threads between patients and staff with their replies and files, what
//! stands in whose inbox and archive, and answering by an e-mailed link. Deliberately not here: what
//! a message is about; prescriptions and others post into it.

mod answers;
mod by_link;
mod compose;
mod dto;
mod emails;
pub(crate) mod entity;
mod reply;
mod repo;
mod routes;
mod templates;
mod threads;

use futures_util::future::BoxFuture;

use crate::context::{ChangeEvent, Context};
use crate::error::Result;

pub(crate) use answers::{Answer, answers};
pub(crate) use emails::{to_patient as tell_patient, to_roles_once as mail_roles_once};
pub use repo::{NewMessage, TellsOf, To, message_exists, post};
pub(crate) use repo::{NewReply, answer, archive, attach, mark_billed, mark_read, settle};
pub use routes::routes;
pub(crate) use threads::shows_file;

/// Tells the staff of something that did not work out, as a message to the doctors' inbox.
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
                to: To::Group("doctor"),
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

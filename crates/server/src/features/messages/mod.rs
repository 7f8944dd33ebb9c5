//! Messages inside the product: what the office's inbox and the patient's hold. For now the entries
//! that the renewal journey makes, and reading them; writing and replying come with their screens.

mod calls;
pub(crate) mod rows;
mod store;
mod wire;

use futures_util::future::BoxFuture;

use crate::context::{Changed, Context};
use crate::error::Result;

pub use calls::calls;
pub use store::{NewMessage, To, post, stands};

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
            },
        )
        .await?;
        tx.commit().await?;
        ctx.tell(Changed {
            kind: "message",
            id,
            person: id,
        });
        Ok(())
    })
}

//! Fax: queued in the transaction of the click, sent once by the worker, every attempt written before
//! it is made, the outcome asked for until it is known. Fax does not know what was sent: it keeps a
//! subject and the bytes, and tells its listener what became of them.

mod calls;
mod copies;
mod documents;
mod jobs;
pub(crate) mod rows;
mod send;
mod store;
mod undo;
mod view;

use futures_util::future::BoxFuture;
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;

pub use calls::calls;
pub use copies::{Newest, newest};
pub use documents::{NewDocument, keep as keep_document, pages_of, read as document};
pub use jobs::jobs;
pub use send::{Cover, NewFax, Paper, cover_pdf, queue};
pub use view::{FaxView, latest};

/// What became of a fax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The provider took it.
    Sent,
    Delivered,
    Failed {
        reason: String,
    },
    /// Nobody could say within the time of the settings.
    Unknown,
}

/// A change of a fax, for its listener.
#[derive(Clone, Debug)]
pub struct Change {
    pub subject_kind: String,
    pub subject_id: Uuid,
    pub person: Uuid,
    pub fax: Uuid,
    pub state: State,
}

/// Hears what became of a fax; `app` hands it over. Must bear being told twice.
pub struct Listeners {
    pub changed: fn(Context, Change) -> BoxFuture<'static, Result<()>>,
}

async fn tell(ctx: &Context, change: Change) -> Result<()> {
    let listeners = ctx.kept::<Listeners>(|| Listeners {
        changed: |_, _| Box::pin(async { Ok(()) }),
    });
    (listeners.changed)(ctx.clone(), change).await
}

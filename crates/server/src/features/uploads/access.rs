//! Who may open a file: the one place that says so.

use futures_util::future::BoxFuture;
use uuid::Uuid;

use super::Category;
use super::entity::upload;
use crate::api::{Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::Result;

/// Whether a file hangs on a thread that somebody may read. The feature that keeps the threads hands it over.
pub struct Threads(pub fn(Context, SignedIn, Uuid) -> BoxFuture<'static, Result<bool>>);

/// Whether the caller may open the file. Its owner may, and who may read of the owner's health; customer
/// service opens what hangs on the threads that it reads, and nothing else of anybody (decision 162).
pub(super) async fn may_open(
    ctx: &Context,
    scope: &Scope,
    me: &SignedIn,
    file: &upload::Model,
) -> Result<bool> {
    if file.category == Category::Screenshot.code() {
        return Ok(me.is(Role::Admin));
    }
    if !scope.allows(file.person_id) {
        return Ok(false);
    }
    if me.person_id == file.person_id || me.reads_health() {
        return Ok(true);
    }
    if file.category != Category::Attachment.code() {
        return Ok(false);
    }
    let threads = ctx.get_or_init(|| Threads(|_, _, _| Box::pin(async { Ok(false) })));
    (threads.0)(ctx.clone(), me.clone(), file.id).await
}

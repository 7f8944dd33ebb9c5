//! Who may open a file: the one place that says so.

use super::Category;
use super::entity::upload;
use crate::api::{Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::Result;

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
    (ctx.hooks.is_in_visible_thread)(ctx.clone(), me.clone(), file.id).await
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Decides who may open a file; the only place that does.

use super::Category;
use super::entity::upload;
use crate::api::{Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::Result;

/// Whether the caller may open the file: its owner, and roles that may read the owner's health information;
/// customer service only files attached to threads that they may read (decision 162).
pub(super) async fn may_open(
    ctx: &Context,
    scope: &Scope,
    me: &SignedIn,
    file: &upload::Model,
) -> Result<bool> {
    if *file.category == Category::Screenshot {
        return Ok(me.is(Role::Admin));
    }
    if !scope.allows(file.person_id) {
        return Ok(false);
    }
    if me.person_id == file.person_id || me.reads_health() {
        return Ok(true);
    }
    if *file.category != Category::Attachment {
        return Ok(false);
    }
    (ctx.hooks.is_in_visible_thread)(ctx.clone(), me.clone(), file.id).await
}

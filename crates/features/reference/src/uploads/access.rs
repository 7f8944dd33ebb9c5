// SPDX-License-Identifier: AGPL-3.0-or-later

//! Decides who may open a file; the only place that does.

use futures_util::future::BoxFuture;
use uuid::Uuid;

use super::Category;
use super::entity::upload;
use crate::api::{Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::Result;
use crate::hooks::Hook;

/// Whether a file is attached to a message of a thread that the person may read; `None` when it is attached to none.
pub struct InVisibleThread(
    pub fn(Context, SignedIn, Uuid) -> BoxFuture<'static, Result<Option<bool>>>,
);

impl Hook for InVisibleThread {
    const NAME: &'static str = "who knows the threads of files";
}

/// Whether the caller may open the file: its owner, and roles that may read the owner's health information. A file
/// of a message follows its thread instead: whoever may read that, and nobody else (decision 162).
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
    if *file.category == Category::Attachment {
        let in_thread =
            (ctx.hooks.get::<InVisibleThread>().0)(ctx.clone(), me.clone(), file.id).await?;
        // Attached to nothing yet, it is its sender's alone.
        return Ok(in_thread.unwrap_or(file.by_person == Some(me.person_id)));
    }
    Ok(me.person_id == file.person_id || me.reads_health())
}

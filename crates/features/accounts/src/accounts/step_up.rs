// SPDX-License-Identifier: AGPL-3.0-or-later

//! Step-up authentication: asks a signed-in user for the password again before a sensitive action. Wrong
//! answers lock this check, not sign-in, so that someone at an unattended session cannot lock its owner out.
//! Every refusal is 422 or 429, never 401: the session itself is valid.

use salal_domain::texts::account as texts;
use uuid::Uuid;

use super::entity::account;
use super::guard::{self, Attempt, Counts, GuardKey, Turn};
use super::passwords::{self, Asker};
use super::repo;
use super::security::Door;
use crate::api::RequestContext;
use crate::context::Context;
use crate::error::{Error, Result};

/// The error code of a wrong password.
pub(super) const WRONG: &str = "WRONG_PASSWORD";

/// What wrong passwords of an account are counted by: not the address, which somebody else may have locked.
fn of_password(ctx: &Context, account: Uuid) -> Counts {
    Counts::of(GuardKey::new(ctx, "step-up", &account.to_string()), None)
}

/// Those of one account wait for one another here, and not at the hashing, which others share.
async fn turn(ctx: &Context, account: Uuid) -> Turn {
    guard::turn(ctx, &format!("step-up {account}")).await
}

/// Counts an attempt at a code before anything is compared; refuses after too many wrong ones. Apart from the
/// password, which would clear the count.
pub(super) async fn take_code(request: &RequestContext) -> Result<Attempt> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let turn = turn(ctx, me.account_id).await;
    let own = GuardKey::new(ctx, "step-up-code", &me.account_id.to_string());
    let owner = Some(me.into());
    guard::take(ctx, turn, Counts::of(own, None), Door::StepUp, owner).await
}

/// Refuses unless this is the account's password; the error is on `field`.
pub(super) async fn password(
    request: &RequestContext,
    account: &account::Model,
    password: &str,
    field: &'static str,
) -> Result<()> {
    let ctx = &request.ctx;
    let (turn, counts) = (turn(ctx, account.id).await, of_password(ctx, account.id));
    guard::refuse_locked(ctx, &counts).await?;
    let hasher = passwords::hasher(ctx, Asker::SignedIn(account.id)).await?;
    let attempt = guard::take(ctx, turn, counts, Door::StepUp, Some(account.into())).await?;
    let hash = Some(account.password_hash.clone());
    if hasher.fits(password.to_owned(), hash).await? {
        return attempt.right_alone(ctx).await;
    }
    let answer = refused(field, WRONG, texts::WRONG_PASSWORD);
    Err(attempt.wrong(request, answer).await)
}

/// Asks for the signed-in user's password where another feature needs it; the error is on `field`.
pub async fn prove_password(
    request: &RequestContext,
    sent: &str,
    field: &'static str,
) -> Result<()> {
    let account = repo::get_account(request.ctx.db.read(), request.me()?.account_id).await?;
    password(request, &account, sent, field).await
}

/// Refuses while the password is locked after wrong answers, at an action that does not ask for it.
pub async fn refuse_while_locked(ctx: &Context, account: Uuid) -> Result<()> {
    guard::refuse_locked(ctx, &of_password(ctx, account)).await
}

/// An error on one field, with its own code.
pub(super) fn refused(field: &'static str, code: &'static str, text: &str) -> Error {
    let mut error = Error::field(field, text);
    error.code = code;
    text.clone_into(&mut error.message);
    error
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Step-up authentication: asks a signed-in user for the password again before a sensitive action. Wrong
//! answers lock this check, not sign-in, so that someone at an unattended session cannot lock its owner out.
//! Every refusal is 422 or 429, never 401: the session itself is valid.

use salal_domain::texts::account as texts;
use uuid::Uuid;

use super::entity::account;
use super::{guard, passwords};
use crate::context::Context;
use crate::error::{Error, Result};

/// The error code of a wrong password.
pub(super) const WRONG: &str = "WRONG_PASSWORD";

/// The key under which an account's attempts are counted.
fn name(account: Uuid) -> String {
    format!("step-up:{account}")
}

/// Refuses after too many wrong answers.
pub(super) async fn check(ctx: &Context, account: Uuid, ip: &str) -> Result<()> {
    guard::check(ctx, &name(account), ip).await
}

/// Counts a wrong answer; the one that reaches the limit returns the lockout error.
pub(super) async fn failed(ctx: &Context, account: Uuid, ip: &str) -> Result<()> {
    guard::failed(ctx, &name(account), ip).await?;
    check(ctx, account, ip).await
}

/// A correct answer clears the count.
pub(super) async fn cleared(ctx: &Context, account: Uuid) -> Result<()> {
    guard::cleared(ctx.db.write(), &name(account)).await
}

/// Refuses unless this is the account's password; the error is on `field`.
pub(super) async fn password(
    ctx: &Context,
    account: &account::Model,
    password: &str,
    ip: &str,
    field: &'static str,
) -> Result<()> {
    check(ctx, account.id, ip).await?;
    let hash = Some(account.password_hash.clone());
    if passwords::fits(password.to_owned(), hash).await? {
        return cleared(ctx, account.id).await;
    }
    failed(ctx, account.id, ip).await?;
    Err(refused(field, WRONG, texts::WRONG_PASSWORD))
}

/// An error on one field, with its own code.
pub(super) fn refused(field: &'static str, code: &'static str, text: &str) -> Error {
    let mut error = Error::field(field, text);
    error.code = code;
    text.clone_into(&mut error.message);
    error
}

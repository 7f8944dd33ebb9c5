//! Asking a signed-in person for the password once more, before something that matters. Wrong answers
//! lock the question, not the sign-in: whoever sits at a forgotten session cannot lock its owner out.
//! Every refusal is 422 or 429, never 401: the session itself is good.

use salal_domain::texts::account as texts;
use uuid::Uuid;

use super::entity::account;
use super::{guard, passwords};
use crate::context::Context;
use crate::error::{Error, Result};

/// The code of a refused password.
pub(super) const WRONG: &str = "WRONG_PASSWORD";

/// The name under which an account's answers are counted.
fn name(account: Uuid) -> String {
    format!("step-up:{account}")
}

/// Refuses while too many answers were wrong.
pub(super) async fn check(ctx: &Context, account: Uuid, ip: &str) -> Result<()> {
    guard::check(ctx, &name(account), ip).await
}

/// Counts a wrong answer; the one that reaches the limit is told so.
pub(super) async fn failed(ctx: &Context, account: Uuid, ip: &str) -> Result<()> {
    guard::failed(ctx, &name(account), ip).await?;
    check(ctx, account, ip).await
}

/// A right answer clears the count.
pub(super) async fn cleared(ctx: &Context, account: Uuid) -> Result<()> {
    guard::cleared(ctx.db.write(), &name(account)).await
}

/// Refuses unless this is the account's password; the fault stands on `field`.
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

/// A fault of one field with a code of its own.
pub(super) fn refused(field: &'static str, code: &'static str, text: &str) -> Error {
    let mut error = Error::field(field, text);
    error.code = code;
    text.clone_into(&mut error.message);
    error
}

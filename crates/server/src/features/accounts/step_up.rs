// SPDX-License-Identifier: AGPL-3.0-or-later

//! Step-up authentication: asks a signed-in user for the password again before a sensitive action. Wrong
//! answers lock this check, not sign-in, so that someone at an unattended session cannot lock its owner out.
//! Every refusal is 422 or 429, never 401: the session itself is valid.

use salal_domain::texts::account as texts;
use uuid::Uuid;

use super::entity::account;
use super::guard::{self, Attempt};
use super::passwords::{self, Asker};
use super::repo;
use crate::api::ClientAddress;
use crate::context::Context;
use crate::error::{Error, Result};

/// The error code of a wrong password.
pub(super) const WRONG: &str = "WRONG_PASSWORD";

/// The key under which wrong passwords of an account are counted.
fn of_password(account: Uuid) -> String {
    format!("step-up:{account}")
}

/// Counts an attempt at a code before anything is compared; refuses after too many wrong ones. Apart from the
/// password, which would clear the count.
pub(super) async fn take_code(
    ctx: &Context,
    account: Uuid,
    from: ClientAddress,
) -> Result<Attempt> {
    take(ctx, format!("step-up-code:{account}"), from).await
}

async fn take(ctx: &Context, key: String, from: ClientAddress) -> Result<Attempt> {
    let turn = guard::turn(ctx, &key).await;
    guard::take(ctx, turn, key, None, from).await
}

/// Refuses unless this is the account's password; the error is on `field`.
pub(super) async fn password(
    ctx: &Context,
    account: &account::Model,
    password: &str,
    from: ClientAddress,
    field: &'static str,
) -> Result<()> {
    let key = of_password(account.id);
    // The guesses at one account wait for one another here, and not at the hashing, which others share.
    let turn = guard::turn(ctx, &key).await;
    let hasher = passwords::hasher(ctx, Asker::SignedIn).await?;
    let attempt = guard::take(ctx, turn, key, None, from).await?;
    let hash = Some(account.password_hash.clone());
    if hasher.fits(password.to_owned(), hash).await? {
        return attempt.right(ctx.db.write()).await;
    }
    let answer = refused(field, WRONG, texts::WRONG_PASSWORD);
    Err(attempt.wrong(ctx, answer).await)
}

/// Asks for the signed-in user's password where another feature needs it; the error is on `field`.
pub(crate) async fn prove_password(
    ctx: &Context,
    account: Uuid,
    sent: &str,
    from: ClientAddress,
    field: &'static str,
) -> Result<()> {
    let account = repo::get_account(ctx.db.read(), account).await?;
    password(ctx, &account, sent, from, field).await
}

/// Refuses while the password is locked after wrong answers, at an action that does not ask for it.
pub(crate) async fn refuse_while_locked(ctx: &Context, account: Uuid) -> Result<()> {
    guard::refuse_locked(ctx, of_password(account)).await
}

/// An error on one field, with its own code.
pub(super) fn refused(field: &'static str, code: &'static str, text: &str) -> Error {
    let mut error = Error::field(field, text);
    error.code = code;
    text.clone_into(&mut error.message);
    error
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! What becomes of sign-ins when the database is restored from a copy: whoever signed out after the copy was made would
//! be signed in again, and a code or link that was used after it would open something again. All of them end.
//! Invitations stay: one that was used names the account that it made.

use futures_util::future::BoxFuture;
use salal_db::{Connection, Transaction};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::entity::{email_change, hand_over, known_device, one_time_code, recovery, session};
use crate::context::Context;
use crate::error::Result;

/// Ends every session, with the stored second steps, and every code and link to sign in with.
pub(crate) fn end_sign_ins<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
) -> BoxFuture<'a, Result<Option<String>>> {
    Box::pin(async move {
        let ended = end_sessions(tx, ctx).await?;
        let word = if ended == 1 { "session" } else { "sessions" };
        Ok(Some(format!(
            "{ended} {word} ended, with every code and link to sign in with. Passwords, authenticators and accounts \
             are those of the backup: whoever changed a password since has the old one again, and whoever was \
             disabled since is not."
        )))
    })
}

async fn end_sessions(tx: &Connection, ctx: &Context) -> Result<u64> {
    let ended = session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(Some(ctx.now())))
        .filter(session::Column::EndedAt.is_null())
        .exec(tx)
        .await?;
    known_device::Entity::delete_many().exec(tx).await?;
    one_time_code::Entity::delete_many().exec(tx).await?;
    recovery::Entity::delete_many().exec(tx).await?;
    email_change::Entity::delete_many().exec(tx).await?;
    hand_over::Entity::delete_many().exec(tx).await?;
    Ok(ended.rows_affected)
}

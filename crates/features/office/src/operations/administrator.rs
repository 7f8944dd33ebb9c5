// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal administrator`: makes the first administrator, and writes down who did.

use crate::context::Context;
use crate::error::Result;
use salal_accounts::accounts::{self, NewAdministrator};
use salal_accounts::audit;

/// Makes an administrator, or a new link for one; returns the link in a sentence.
pub async fn make(ctx: &Context, new: NewAdministrator<'_>, by: &str) -> Result<String> {
    let reason = new.reason.map(|why| format!(": {why}")).unwrap_or_default();
    let tx = ctx.db.begin().await?;
    let (account, told) = accounts::make_administrator(&tx, ctx, new).await?;
    let mut last = ctx.db.batch();
    audit::write_of_house(
        ctx,
        None,
        audit::TERMINAL,
        "salal administrator",
        "account",
        format!("{account}, by {by}{reason}"),
        &mut last,
    );
    last.run(&tx).await?;
    tx.commit().await?;
    Ok(told)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Texts of the notes to the clinic's record system about decisions; `clinic_notes` sends them.

use salal_domain::days::date_time_text;
use sea_orm::DatabaseTransaction;
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::features::clinic_notes::{self, NewClinicNote};
use crate::features::people;

/// Queues a note in the caller's transaction.
pub(super) async fn queue(
    tx: &DatabaseTransaction,
    ctx: &Context,
    person: Uuid,
    text: &str,
    by: Uuid,
) -> Result<()> {
    let mut names = people::names(tx, &[by]).await?;
    let author = names.remove(&by).unwrap_or_default().name();
    let when = date_time_text(ctx.now());
    let text = format!("{text}\nBy Dr. {author}, {when} (Pacific)");
    let new = NewClinicNote {
        person,
        subject: None,
        text: &text,
    };
    clinic_notes::queue(tx, ctx, new).await.map(|_| ())
}

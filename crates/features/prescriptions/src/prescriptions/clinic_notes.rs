// SPDX-License-Identifier: AGPL-3.0-or-later

//! Texts of the notes to the clinic's record system about decisions; `clinic_notes` sends them.

use salal_db::StatementBatch;
use salal_domain::days::date_time_text;
use salal_domain::prescriptions::usage::Usage;
use salal_domain::prescriptions::wording::label_line;
use uuid::Uuid;

use super::repo::Line;
use super::view;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::clinic_notes::{self, NewClinicNote};

/// Queues a note with the transaction's pending writes.
pub(super) fn queue_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    person: Uuid,
    text: &str,
    author: &str,
) -> Result<()> {
    let when = date_time_text(ctx.now());
    let text = format!("{text}\nBy Dr. {author}, {when} (Pacific)");
    let new = NewClinicNote {
        person,
        subject: None,
        text: &text,
    };
    clinic_notes::queue_with(writes, ctx, &new).map(|_| ())
}

/// A line's approval, or its reversal, as the clinic's record system gets it.
pub(super) fn approval_text((_, changes): &Line, number: i64, approved: bool) -> Result<String> {
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?;
    let text = label_line(
        &now.name,
        &view::read::<Vec<_>>(&now.ingredients)?,
        &view::read::<Vec<_>>(&now.formulations)?,
        &view::read::<Vec<_>>(&now.administrations)?,
        &view::read::<Usage>(&now.usage)?,
    );
    let what = if approved {
        "Renewal approved"
    } else {
        "Approval withdrawn"
    };
    Ok(format!("{what} ({}): {text}", view::label(number)))
}

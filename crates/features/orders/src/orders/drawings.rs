// SPDX-License-Identifier: AGPL-3.0-or-later

//! Ensures that a drawing signs only once: for anyone and anything, whatever it was drawn for (decision 138). Each kind
//! of order that is signed keeps its own drawings and knows its own copies, so every kind is asked. Not here: what
//! makes a drawing a copy (`salal_domain::prescriptions`).

use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_domain::prescriptions::drawing::Stroke;
use salal_domain::subjects::SubjectKind;
use salal_platform::hooks::SubjectHook;

use crate::context::Context;
use crate::error::{Error, Result};

/// The drawings that signed orders of a kind.
pub struct Drawings {
    pub kind: SubjectKind,
    /// Refuses a drawing that is a copy of one of them, with [`used_before`].
    pub refuse_a_copy: for<'a> fn(&'a Connection, &'a [Stroke]) -> BoxFuture<'a, Result<()>>,
}

impl SubjectHook for Drawings {
    const NAME: &'static str = "who knows the drawings";

    fn is_needed(kind: SubjectKind) -> bool {
        kind.is_order()
    }
}

/// Refuses a drawing that signed anything before, of any kind.
pub async fn refuse_used_drawing(tx: &Connection, ctx: &Context, strokes: &[Stroke]) -> Result<()> {
    for kind in SubjectKind::ALL {
        if let Some(drawings) = ctx.hooks.of_kind::<Drawings>(kind) {
            (drawings.refuse_a_copy)(tx, strokes).await?;
        }
    }
    Ok(())
}

/// The error for a drawing that was used before.
pub fn used_before() -> Error {
    Error::field(
        "strokes",
        "This signature was already used. Please sign each document separately.",
    )
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Credentials encrypted as one string that only this server can open, and only for the person and session it
//! was made for: both are part of the authenticated data. It expires with the session, and is stored nowhere but in
//! the page.

use serde::{Deserialize, Serialize};

use crate::api::SignedIn;
use crate::context::Context;
use crate::error::Result;
use crate::sealing::{self, KeyUse, Place};

/// The encrypted content.
#[derive(Deserialize, Serialize)]
pub(super) struct Credentials {
    pub(super) login: String,
    pub(super) password: String,
}

/// The person and session that a sealed string is bound to.
fn bound_to(me: &SignedIn) -> String {
    format!("{} {}", me.person_id, me.session_id)
}

fn place(bound_to: &str) -> Place<'_> {
    Place {
        table: "page",
        column: "pharmanet",
        row: bound_to,
    }
}

pub(super) fn seal(ctx: &Context, me: &SignedIn, credentials: &Credentials) -> Result<String> {
    let text = serde_json::to_vec(credentials)?;
    let bound_to = bound_to(me);
    Ok(sealing::seal(
        ctx,
        KeyUse::PharmaNet,
        place(&bound_to),
        &text,
    ))
}

/// Opens a string sealed for the same person and session; `None` for anything else.
pub(super) fn open(ctx: &Context, me: &SignedIn, sealed: &str) -> Result<Option<Credentials>> {
    let bound_to = bound_to(me);
    let Ok(text) = sealing::open(ctx, KeyUse::PharmaNet, place(&bound_to), sealed) else {
        return Ok(None);
    };
    Ok(Some(serde_json::from_slice(&text)?))
}

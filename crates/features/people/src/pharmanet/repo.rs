// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on uses.

use salal_db::Connection;
use sea_orm::{ActiveModelTrait, Set};
use uuid::Uuid;

use super::entity::pharmanet_use::ActiveModel;
use crate::api::SignedIn;
use crate::context::Context;
use crate::error::Result;

/// Records that the credentials of `me` are being opened.
pub(super) async fn record(
    db: &Connection,
    ctx: &Context,
    me: &SignedIn,
    patient: Option<Uuid>,
) -> Result<()> {
    ActiveModel {
        id: Set(ctx.new_id()),
        by_person: Set(me.person_id),
        session_id: Set(me.session_id),
        person_id: Set(patient),
        at: Set(ctx.now()),
    }
    .insert(db)
    .await?;
    Ok(())
}

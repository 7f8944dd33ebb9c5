// SPDX-License-Identifier: AGPL-3.0-or-later

//! Claim files with an unknown outcome, for administrators.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::billing::claims::ClaimFileState;
use crate::billing::claims::entity::claim_file::{Column, Entity};
use crate::error::Result;

/// The oldest claim files without an outcome, created before a time: id, since when.
pub async fn unconfirmed(
    db: &Connection,
    before: DateTime<Utc>,
    limit: u64,
) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
    Ok(Entity::find()
        .select_only()
        .columns([Column::Id, Column::CreatedAt])
        .filter(
            Column::State.is_in(
                [ClaimFileState::Sending, ClaimFileState::Unknown].map(ClaimFileState::code),
            ),
        )
        .filter(Column::CreatedAt.lt(before))
        .order_by_asc(Column::CreatedAt)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?)
}

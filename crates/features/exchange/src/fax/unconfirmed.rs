// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes with an unknown outcome, for administrators.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use salal_domain::fax::FaxState;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::entity::fax::{Column, Entity};
use crate::error::Result;

/// The oldest faxes without an outcome that no one has handled yet: id, patient, since when.
pub async fn unconfirmed(db: &Connection, limit: u64) -> Result<Vec<(Uuid, Uuid, DateTime<Utc>)>> {
    Ok(Entity::find()
        .select_only()
        .columns([Column::Id, Column::PersonId, Column::QueuedAt])
        .filter(Column::State.eq(FaxState::Unknown.code()))
        .filter(Column::Trouble.eq(true))
        .order_by_asc(Column::QueuedAt)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?)
}

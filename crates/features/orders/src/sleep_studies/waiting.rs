// SPDX-License-Identifier: AGPL-3.0-or-later

//! Orders waiting for staff: paid or free, and not received by the sleep clinic yet. A partial index contains
//! exactly these, so that the query stays cheap.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use salal_domain::sleep::status::SleepStatus;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::entity::sleep_assessment;
use crate::error::Result;

/// A waiting order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub id: Uuid,
    pub person: Uuid,
    pub since: DateTime<Utc>,
}

/// The oldest waiting orders, at most `limit`, in one query. It opens no record: the caller checks who may
/// see them.
pub async fn waiting(db: &Connection, limit: u64) -> Result<Vec<Waiting>> {
    let rows: Vec<(Uuid, Uuid, DateTime<Utc>)> = sleep_assessment::Entity::find()
        .select_only()
        .column(sleep_assessment::Column::Id)
        .column(sleep_assessment::Column::PersonId)
        .column(sleep_assessment::Column::CreatedAt)
        .filter(
            sleep_assessment::Column::Status
                .is_in([SleepStatus::Paid.code(), SleepStatus::Free.code()]),
        )
        .order_by_asc(sleep_assessment::Column::CreatedAt)
        .order_by_asc(sleep_assessment::Column::Id)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(id, person, since)| Waiting { id, person, since })
        .collect())
}

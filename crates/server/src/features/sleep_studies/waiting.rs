//! What of sleep studies waits for the staff: orders that are paid or free and that the sleep clinic
//! does not have yet. A partial index holds just these, so that the question stays cheap.

use chrono::{DateTime, Utc};
use salal_domain::sleep::status::SleepStatus;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::entity::sleep_assessment;
use super::repo::ConnectionTrait;
use crate::error::Result;

/// An order that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) id: Uuid,
    pub(crate) person: Uuid,
    pub(crate) since: DateTime<Utc>,
}

/// The oldest orders that wait, at most `limit`, in one query. It opens no record: who may see whose
/// is the caller's question.
pub(crate) async fn waiting(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<Waiting>> {
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

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Orders waiting for staff: paid or free, and not received by the sleep clinic yet; and those that were delivered with
//! a doubt that nobody settled (decision 178). A partial index contains exactly the former, and another one the faxes
//! that need attention, so that both reads stay cheap.

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointRead};
use salal_domain::sleep::status::SleepStatus;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use uuid::Uuid;

use super::KIND;
use super::entity::sleep_assessment;
use crate::error::Result;
use salal_exchange::fax;

/// A waiting order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub id: Uuid,
    pub person: Uuid,
    pub since: DateTime<Utc>,
}

/// The oldest waiting orders, at most `limit` of each sort, in one query. It opens no record: the caller checks who may
/// see them.
pub async fn waiting(db: &Connection, limit: u64) -> Result<Vec<Waiting>> {
    let status = sleep_assessment::Column::Status;
    let oldest = |orders: Select<sleep_assessment::Entity>| {
        orders
            .order_by_asc(sleep_assessment::Column::CreatedAt)
            .order_by_asc(sleep_assessment::Column::Id)
            .limit(limit)
    };
    let unsent = [SleepStatus::Paid.code(), SleepStatus::Free.code()];
    let unsent = sleep_assessment::Entity::find().filter(status.is_in(unsent));
    let doubted = sleep_assessment::Entity::find()
        .filter(sleep_assessment::Column::Id.in_subquery(fax::in_trouble(KIND)))
        .filter(status.eq(SleepStatus::Faxed.code()));
    let mut read = JointRead::for_connection(db);
    let (unsent, doubted) = (read.add(&oldest(unsent)), read.add(&oldest(doubted)));
    let mut found = read.run(db).await?;
    let mut rows = found.take(&unsent)?;
    rows.extend(found.take(&doubted)?);
    let row = |row: sleep_assessment::Model| Waiting {
        id: row.id,
        person: row.person_id,
        since: row.created_at,
    };
    Ok(rows.into_iter().map(row).collect())
}

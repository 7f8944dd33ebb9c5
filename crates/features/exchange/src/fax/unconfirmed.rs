// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes that wait for a person, and those with an unknown outcome, for administrators.

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointRead};
use salal_domain::fax::FaxState;
use salal_domain::subjects::SubjectKind;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::entity::fax::{Column, Entity};
use super::repo;
use crate::api::Scope;
use crate::error::Result;

/// A fax that waits for a person.
#[derive(Clone, Debug)]
pub struct Trouble {
    pub id: Uuid,
    pub subject_kind: SubjectKind,
    pub subject_id: Uuid,
    pub person_id: Uuid,
    /// P-20418
    pub label: String,
    pub recipient_name: String,
    pub to_number: String,
    pub state: FaxState,
    pub reason: Option<String>,
    pub queued_at: DateTime<Utc>,
}

/// The newest faxes that wait for a person, as the fax desk lists them, and how many there are.
pub async fn list_trouble(
    db: &Connection,
    scope: &Scope,
    limit: u64,
) -> Result<(Vec<Trouble>, i64)> {
    let newest = repo::troubled(scope)
        .order_by_desc(Column::QueuedAt)
        .order_by_desc(Column::Id)
        .limit(limit);
    let mut read = JointRead::for_connection(db);
    let rows = read.add(&newest);
    let count = repo::TroublePart::add(&mut read, scope);
    let mut found = read.run(db).await?;
    let rows = found.take(&rows)?.into_iter().map(|row| Trouble {
        id: row.id,
        subject_kind: *row.subject_kind,
        subject_id: row.subject_id,
        person_id: row.person_id,
        label: row.label,
        recipient_name: row.recipient_name,
        to_number: row.to_number,
        state: *row.state,
        reason: row.reason,
        queued_at: row.queued_at,
    });
    Ok((rows.collect(), count.take(&mut found)?))
}

/// How many faxes failed and still wait for a person, and since when the oldest does.
pub async fn failed(db: &Connection) -> Result<(i64, Option<DateTime<Utc>>)> {
    let found = Entity::find()
        .select_only()
        .column_as(Column::Id.count(), "faxes")
        .column_as(Column::QueuedAt.min(), "since")
        .filter(Column::State.eq(FaxState::Failed.code()))
        .filter(Column::Trouble.eq(true))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.unwrap_or_default())
}

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

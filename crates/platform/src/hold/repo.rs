// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on restores.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};
use uuid::Uuid;

use super::entity::restore_hold;
use crate::error::Result;

/// The restore whose effects are still held.
pub(super) async fn find(db: &Connection) -> Result<Option<restore_hold::Model>> {
    Ok(restore_hold::Entity::find()
        .filter(restore_hold::Column::EndedAt.is_null())
        .order_by_desc(restore_hold::Column::RestoredAt)
        .one(db)
        .await?)
}

/// The restores after a time, oldest first.
pub(super) async fn all_since(
    db: &Connection,
    since: DateTime<Utc>,
) -> Result<Vec<restore_hold::Model>> {
    Ok(restore_hold::Entity::find()
        .filter(restore_hold::Column::RestoredAt.gt(since))
        .order_by_asc(restore_hold::Column::RestoredAt)
        .all(db)
        .await?)
}

/// Adds a restore.
pub(super) async fn insert(tx: &Connection, row: restore_hold::Model) -> Result<()> {
    restore_hold::Entity::insert(row.into_active_model())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Ends whatever is open; false if nothing was.
pub(super) async fn end(
    tx: &Connection,
    by: Option<Uuid>,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let ended = restore_hold::Entity::update_many()
        .col_expr(restore_hold::Column::EndedAt, Expr::value(Some(now)))
        .col_expr(restore_hold::Column::EndedBy, Expr::value(by))
        .col_expr(
            restore_hold::Column::Reason,
            Expr::value(Some(reason.to_owned())),
        )
        .filter(restore_hold::Column::EndedAt.is_null())
        .exec(tx)
        .await?;
    Ok(ended.rows_affected > 0)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! A statement of the demo that no feature offers: messages of earlier days.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use sea_orm::{ConnectionTrait, Statement};
use uuid::Uuid;

use crate::error::Result;

/// Sets when a thread was written and last answered.
pub(super) async fn set_written(tx: &Connection, message: Uuid, at: DateTime<Utc>) -> Result<()> {
    for sql in [
        "UPDATE message SET created_at = $1, updated_at = $1 WHERE id = $2",
        "UPDATE message_reply SET created_at = $1 WHERE message_id = $2",
    ] {
        let values = [at.into(), message.into()];
        let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
        tx.execute_raw(statement).await?;
    }
    Ok(())
}

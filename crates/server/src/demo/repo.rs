// SPDX-License-Identifier: AGPL-3.0-or-later

//! Statements of the demo that no feature offers: people and messages of earlier days.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use crate::error::Result;

/// Sets when a thread was written and last answered.
pub(super) async fn set_written(tx: &Connection, message: Uuid, at: DateTime<Utc>) -> Result<()> {
    let both = [
        "UPDATE message SET created_at = $1, updated_at = $1 WHERE id = $2",
        "UPDATE message_reply SET created_at = $1 WHERE message_id = $2",
    ];
    set_times(tx, both, message, at).await
}

/// Sets when a person joined, with their account.
pub(super) async fn set_joined(tx: &Connection, person: Uuid, at: DateTime<Utc>) -> Result<()> {
    let both = [
        "UPDATE person SET created_at = $1 WHERE id = $2",
        "UPDATE account SET created_at = $1 WHERE person_id = $2",
    ];
    set_times(tx, both, person, at).await
}

async fn set_times(tx: &Connection, both: [&str; 2], of: Uuid, at: DateTime<Utc>) -> Result<()> {
    for sql in both {
        let values = [at.into(), of.into()];
        let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
        tx.execute_raw(statement).await?;
    }
    Ok(())
}

/// When a person's account was made.
pub(super) async fn joined_at(tx: &Connection, person: Uuid) -> Result<Option<DateTime<Utc>>> {
    #[derive(FromQueryResult)]
    struct Found {
        created_at: DateTime<Utc>,
    }
    let statement = Statement::from_sql_and_values(
        tx.get_database_backend(),
        "SELECT created_at FROM account WHERE person_id = $1",
        [person.into()],
    );
    let found = Found::find_by_statement(statement).one(tx).await?;
    Ok(found.map(|found| found.created_at))
}

//! One durable answer per `Idempotency-Key` and caller, for 24 hours (decision 148).

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, Set};

use super::rows::idempotency;
use crate::error::{Error, Kind, Result};

/// How long an answer is kept, hours.
const KEPT_HOURS: i64 = 24;

/// A key, who used it and for what.
#[derive(Clone, Debug)]
pub(super) struct Once {
    pub(super) caller: String,
    pub(super) key: String,
    pub(super) print: String,
}

/// A kept answer.
pub(super) struct Kept {
    pub(super) status: u16,
    pub(super) body: String,
}

/// The kept answer of this key, if there is one; the same key with another request is refused.
pub(super) async fn find(
    db: &impl ConnectionTrait,
    once: &Once,
    now: DateTime<Utc>,
) -> Result<Option<Kept>> {
    let found = idempotency::Entity::find_by_id((once.caller.clone(), once.key.clone()))
        .one(db)
        .await?;
    let Some(row) = found.filter(|row| row.created_at > now - TimeDelta::hours(KEPT_HOURS)) else {
        return Ok(None);
    };
    if row.request_hash != once.print {
        return Err(Error::new(
            Kind::Invalid,
            "KEY_REUSED",
            "This Idempotency-Key was used for another request. Nothing was changed.",
        ));
    }
    Ok(Some(Kept {
        status: u16::try_from(row.status).unwrap_or(200),
        body: row.body,
    }))
}

/// Keeps an answer; part of the caller's transaction. A key older than its time is replaced.
pub(super) async fn keep(
    db: &impl ConnectionTrait,
    once: &Once,
    status: u16,
    body: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    use idempotency::Column;
    let too_old = now - TimeDelta::hours(KEPT_HOURS);
    let row = idempotency::ActiveModel {
        caller: Set(once.caller.clone()),
        key: Set(once.key.clone()),
        request_hash: Set(once.print.clone()),
        status: Set(i64::from(status)),
        body: Set(body.to_owned()),
        content_type: Set("application/json".into()),
        created_at: Set(now),
    };
    let replace = OnConflict::columns([Column::Caller, Column::Key])
        .update_columns([
            Column::RequestHash,
            Column::Status,
            Column::Body,
            Column::ContentType,
            Column::CreatedAt,
        ])
        .action_and_where(Column::CreatedAt.lte(too_old))
        .to_owned();
    let kept = idempotency::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(db)
        .await?;
    if kept == 0 {
        return Err(Error::conflict(
            "IN_PROGRESS",
            "This request is already being carried out.",
        ));
    }
    Ok(())
}

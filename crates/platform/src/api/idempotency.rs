// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stores one response per `Idempotency-Key` and caller, for 24 hours (decision 148).

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{ConstraintName, Db, StatementBatch};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryTrait};

use super::entity::idempotency;
use crate::context::Context;
use crate::error::{Error, Kind, Result};

/// How long a response is stored, hours.
const KEPT_HOURS: i64 = 24;

/// A key, its owner and the route it was used for.
#[derive(Clone, Debug)]
pub(super) struct IdempotencyKey {
    pub(super) caller: String,
    pub(super) key: String,
    pub(super) fingerprint: String,
    /// What it would have been before the master key was rotated, and in earlier versions.
    pub(super) earlier: Vec<String>,
}

/// A stored response.
pub(super) struct StoredResponse {
    pub(super) status: u16,
    pub(super) body: String,
}

/// The stored response for this key, if any; the same key with a different request is refused. An expired one
/// is deleted, so that the key can be used again.
pub(super) async fn find_response(
    db: &Db,
    once: &IdempotencyKey,
    now: DateTime<Utc>,
) -> Result<Option<StoredResponse>> {
    let found = idempotency::Entity::find_by_id((once.caller.clone(), once.key.clone()))
        .one(db.read())
        .await?;
    let Some(row) = found else {
        return Ok(None);
    };
    let expired = now - TimeDelta::hours(KEPT_HOURS);
    if row.created_at <= expired {
        idempotency::Entity::delete_many()
            .filter(idempotency::Column::Caller.eq(once.caller.as_str()))
            .filter(idempotency::Column::Key.eq(once.key.as_str()))
            .filter(idempotency::Column::CreatedAt.lte(expired))
            .exec(db.write())
            .await?;
        return Ok(None);
    }
    if row.request_hash != once.fingerprint && !once.earlier.contains(&row.request_hash) {
        return Err(Error::new(
            Kind::Invalid,
            "KEY_REUSED",
            "This Idempotency-Key was used for another request. Nothing was changed.",
        ));
    }
    Ok(Some(StoredResponse {
        status: u16::try_from(row.status).unwrap_or(200),
        body: row.body,
    }))
}

/// Stores a response with the last writes of the caller's transaction. A key that another request has used in
/// the meantime returns `already_used`.
pub(super) fn store_response(
    last: &mut StatementBatch,
    once: &IdempotencyKey,
    status: u16,
    body: String,
    now: DateTime<Utc>,
) {
    let row = idempotency::Model {
        caller: once.caller.clone(),
        key: once.key.clone(),
        request_hash: once.fingerprint.clone(),
        status: i64::from(status),
        body,
        content_type: "application/json".into(),
        created_at: now,
    };
    let kept = idempotency::Entity::insert(row.into_active_model());
    last.add(&kept.into_query());
}

const EXPIRED: &str = "DELETE FROM idempotency WHERE (caller, key) IN (SELECT caller, key FROM idempotency \
    WHERE created_at < $1 ORDER BY created_at LIMIT $2)";

/// Deletes expired responses and returns how many. A response may contain health information, so it is not stored
/// longer than needed.
pub async fn delete_expired_responses(ctx: &Context) -> Result<u64> {
    let before = ctx.now() - TimeDelta::hours(KEPT_HOURS + 1);
    Ok(ctx.db.delete_old(EXPIRED, before).await?)
}

/// A concurrent attempt of the same click committed first.
pub(super) fn already_used(error: DbErr) -> Error {
    match salal_db::is_unique_violation(&error) {
        Some(ConstraintName::IdempotencyKey) => {
            Error::conflict("IN_PROGRESS", "This request is already being carried out.")
        }
        _ => error.into(),
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on links.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Connection, StatementBatch};
use salal_domain::subjects::SubjectKind;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryTrait, Set};
use uuid::Uuid;

use super::Purpose;
use super::entity::link;
use crate::context::{Context, sha256_hex};
use crate::error::Result;

/// A link to be emailed.
pub struct NewLink {
    pub purpose: Purpose,
    pub subject_kind: SubjectKind,
    pub subject_id: Uuid,
    pub person: Uuid,
    pub days: i64,
}

/// A valid link found by its secret.
pub struct Link {
    pub id: Uuid,
    pub subject_id: Uuid,
    pub person: Uuid,
    pub created_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
}

/// Creates a link in the caller's transaction; returns its id, and the secret, which is stored nowhere.
pub async fn make(tx: &Connection, ctx: &Context, new: NewLink) -> Result<(Uuid, String)> {
    let mut writes = ctx.db.batch();
    let made = make_with(&mut writes, ctx, &new);
    writes.run(tx).await?;
    Ok(made)
}

/// Like `make`, added to the transaction's pending writes.
pub fn make_with(writes: &mut StatementBatch, ctx: &Context, new: &NewLink) -> (Uuid, String) {
    let (id, secret, now) = (ctx.new_id(), ctx.new_token(), ctx.now());
    let row = link::ActiveModel {
        id: Set(id),
        purpose: Set(new.purpose.into()),
        token_hash: Set(sha256_hex(&secret)),
        subject_kind: Set(new.subject_kind.into()),
        subject_id: Set(new.subject_id),
        person_id: Set(new.person),
        created_at: Set(now),
        expires_at: Set(now + TimeDelta::days(new.days)),
        used_at: Set(None),
    };
    writes.add(&link::Entity::insert(row).into_query());
    (id, secret)
}

/// The valid link with a secret and this purpose.
pub async fn find_link(
    db: &Connection,
    ctx: &Context,
    purpose: Purpose,
    secret: &str,
) -> Result<Option<Link>> {
    let row = link::Entity::find()
        .filter(link::Column::TokenHash.eq(sha256_hex(secret)))
        .filter(link::Column::Purpose.eq(purpose.code()))
        .filter(link::Column::ExpiresAt.gt(ctx.now()))
        .one(db)
        .await?;
    Ok(row.map(|row| Link {
        id: row.id,
        subject_id: row.subject_id,
        person: row.person_id,
        created_at: row.created_at,
        used_at: row.used_at,
    }))
}

/// Uses up a link; false when it was used concurrently.
pub async fn use_once(tx: &Connection, link: &Link, now: DateTime<Utc>) -> Result<bool> {
    let done = link::Entity::update_many()
        .set(link::ActiveModel {
            used_at: Set(Some(now)),
            ..Default::default()
        })
        .filter(link::Column::Id.eq(link.id))
        .filter(link::Column::UsedAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Whether a link of this purpose about a subject was used since a moment.
pub async fn was_used(
    db: &Connection,
    purpose: Purpose,
    subject_kind: SubjectKind,
    subject_id: Uuid,
    since: DateTime<Utc>,
) -> Result<bool> {
    let found = link::Entity::find()
        .filter(link::Column::SubjectKind.eq(subject_kind.code()))
        .filter(link::Column::SubjectId.eq(subject_id))
        .filter(link::Column::Purpose.eq(purpose.code()))
        .filter(link::Column::UsedAt.gte(since))
        .one(db)
        .await?;
    Ok(found.is_some())
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Browsers that are remembered for 30 days by a cookie, so that attempts made with them are counted apart
//! from a stranger's (decision 183). The cookie opens nothing and skips nothing: whoever steals it has a count
//! of their own, no more.

use chrono::TimeDelta;
use salal_db::Connection;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::entity::sign_in_device::{ActiveModel, Column, Entity};
use super::sessions;
use crate::api::{DEVICE_COOKIE, RequestInfo};
use crate::context::{Context, sha256_hex};
use crate::error::Result;

const DAYS: i64 = 30;

/// Remembers the browser of a request for this account; returns the cookie line. People who share a browser
/// share its cookie, so that none of them pushes another out; a cookie that is not ours is replaced.
pub(super) async fn remember(
    tx: &Connection,
    ctx: &Context,
    request: &RequestInfo,
    account: Uuid,
) -> Result<String> {
    let now = ctx.now();
    let token = match &request.device {
        Some(token) if is_ours(tx, ctx, token).await? => token.clone(),
        _ => ctx.new_token(),
    };
    Entity::delete_many()
        .filter(Column::AccountId.eq(account))
        .filter(Column::ExpiresAt.lte(now))
        .exec(tx)
        .await?;
    let renewed = OnConflict::columns([Column::TokenHash, Column::AccountId])
        .update_columns([
            Column::LastUsedAt,
            Column::ExpiresAt,
            Column::AddressKey,
            Column::Agent,
        ])
        .to_owned();
    Entity::insert(ActiveModel {
        id: Set(ctx.new_id()),
        account_id: Set(account),
        token_hash: Set(sha256_hex(&token)),
        created_at: Set(now),
        last_used_at: Set(now),
        expires_at: Set(now + TimeDelta::days(DAYS)),
        address_key: Set(request.address.limit_key()),
        agent: Set(request.agent.clone()),
    })
    .on_conflict(renewed)
    .exec_without_returning(tx)
    .await?;
    let seconds = TimeDelta::days(DAYS).num_seconds();
    Ok(sessions::cookie_line(
        DEVICE_COOKIE,
        &token,
        request.over_tls,
        Some(seconds),
    ))
}

/// Whether a cookie is one that was given out here, to whomever.
async fn is_ours(db: &Connection, ctx: &Context, token: &str) -> Result<bool> {
    let found = Entity::find()
        .filter(Column::TokenHash.eq(sha256_hex(token)))
        .filter(Column::ExpiresAt.gt(ctx.now()))
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// Forgets every browser of an account.
pub(super) async fn forget(tx: &Connection, account: Uuid) -> Result<()> {
    Entity::delete_many()
        .filter(Column::AccountId.eq(account))
        .exec(tx)
        .await?;
    Ok(())
}

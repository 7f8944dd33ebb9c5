// SPDX-License-Identifier: AGPL-3.0-or-later

//! One-time codes: six digits, ten minutes, five attempts, single use, stored as a keyed hash
//! (reference account-security 2, decision 185). The newest code of a purpose is the valid one.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Connection;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, Set,
};
use uuid::Uuid;

use super::entity::{account, one_time_code};
use super::repo;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::sealing::{self, KeyUse};

const MINUTES: i64 = 10;
const MOST_TRIES: i64 = 5;

salal_domain::codes! {
    /// What a code is for, as stored.
    pub enum PurposeKind {
        Activate = "activate",
        SignIn = "sign_in",
        Phone = "phone",
        EmailChange = "email_change",
    }
}

/// The purpose of a code.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    Activate,
    SignIn,
    Phone,
    /// The second step of an email change.
    ChangeByPhone,
    /// The last step of an email change, to this address, normalized.
    ChangeTo(&'a str),
}

impl Purpose<'_> {
    fn kind(&self) -> PurposeKind {
        match self {
            Self::Activate => PurposeKind::Activate,
            Self::SignIn => PurposeKind::SignIn,
            Self::Phone => PurposeKind::Phone,
            Self::ChangeByPhone | Self::ChangeTo(_) => PurposeKind::EmailChange,
        }
    }

    fn target(&self) -> Option<&str> {
        match self {
            Self::ChangeByPhone => Some("phone"),
            Self::ChangeTo(address) => Some(address),
            Self::Activate | Self::SignIn | Self::Phone => None,
        }
    }
}

/// The hashes by all keys; the first is the one that is stored.
fn hashes(ctx: &Context, account: Uuid, purpose: Purpose<'_>, code: &str) -> Vec<String> {
    let name = purpose.kind();
    let target = purpose.target().unwrap_or_default();
    let text = format!("{account}:{name}:{target}:{code}");
    sealing::keyed_hashes(ctx, KeyUse::OneTimeCode, &text)
}

/// What is kept of an accepted code, so that the same button pressed twice is recognized: by all keys, of which the
/// first is stored.
pub(super) fn proofs(ctx: &Context, account: Uuid, code: &str) -> Vec<String> {
    let text = format!("{account}:accepted:{code}");
    sealing::keyed_hashes(ctx, KeyUse::OneTimeCode, &text)
}

/// When a code that is created now ends.
pub(super) fn valid_until(ctx: &Context) -> DateTime<Utc> {
    ctx.now() + TimeDelta::minutes(MINUTES)
}

/// Creates and stores a code; the caller sends it in the same transaction. `None` when one was sent a moment
/// ago and is still valid: a double click sends one code, which then works.
pub(super) async fn make(
    tx: &Connection,
    ctx: &Context,
    account: &account::Model,
    purpose: Purpose<'_>,
) -> Result<Option<String>> {
    let (now, limits) = (ctx.now(), &ctx.settings.limits);
    repo::lock(tx, account.id).await?;
    let newest = newest_code(tx, account.id, purpose.kind(), purpose.target()).await?;
    let pause = TimeDelta::seconds(limits.code_pause_seconds);
    let just_sent = |code: &one_time_code::Model| {
        code.used_at.is_none() && code.tries < MOST_TRIES && code.created_at > now - pause
    };
    if newest.as_ref().is_some_and(just_sent) {
        return Ok(None);
    }
    let sent = codes_since(tx, account.id, now - TimeDelta::hours(1)).await?;
    if sent >= limits.codes_per_hour {
        return Err(Error::too_many(
            "Too many codes were sent. Please wait an hour, or contact us.",
            3600,
        ));
    }
    let code = ctx.new_code();
    let code_hash = hashes(ctx, account.id, purpose, &code).swap_remove(0);
    let row = one_time_code::ActiveModel {
        id: Set(ctx.new_id()),
        account_id: Set(account.id),
        purpose: Set(purpose.kind().into()),
        code_hash: Set(code_hash),
        target: Set(purpose.target().map(ToOwned::to_owned)),
        created_at: Set(now),
        expires_at: Set(now + TimeDelta::minutes(MINUTES)),
        tries: Set(0),
        used_at: Set(None),
    };
    row.insert(tx).await?;
    Ok(Some(code))
}

/// Checks a code; a correct one is used up. A wrong attempt is counted when `db` is committed, so a caller
/// with a transaction must commit it either way.
pub(super) async fn check(
    db: &Connection,
    ctx: &Context,
    account: Uuid,
    purpose: Purpose<'_>,
    code: &str,
) -> Result<bool> {
    let now = ctx.now();
    let newest = newest_code(db, account, purpose.kind(), purpose.target());
    let Some(row) = newest.await? else {
        return Ok(false);
    };
    if row.used_at.is_some() || row.expires_at <= now {
        return Ok(false);
    }
    if !count_try(db, row.id, MOST_TRIES).await? {
        return Ok(false);
    }
    if !hashes(ctx, account, purpose, code.trim()).contains(&row.code_hash) {
        return Ok(false);
    }
    use_code(db, row.id, now).await
}

async fn codes_since(db: &Connection, account: Uuid, since: DateTime<Utc>) -> Result<u64> {
    Ok(one_time_code::Entity::find()
        .filter(one_time_code::Column::AccountId.eq(account))
        .filter(one_time_code::Column::CreatedAt.gt(since))
        .count(db)
        .await?)
}

/// The newest code of a purpose and its target.
async fn newest_code(
    db: &Connection,
    account: Uuid,
    purpose: PurposeKind,
    target: Option<&str>,
) -> Result<Option<one_time_code::Model>> {
    let target = match target {
        Some(target) => one_time_code::Column::Target.eq(target),
        None => one_time_code::Column::Target.is_null(),
    };
    Ok(one_time_code::Entity::find()
        .filter(one_time_code::Column::AccountId.eq(account))
        .filter(one_time_code::Column::Purpose.eq(purpose.code()))
        .filter(target)
        .order_by_desc(one_time_code::Column::CreatedAt)
        .one(db)
        .await?)
}

/// Counts an attempt, whatever the outcome of the request; false after `most` attempts.
async fn count_try(db: &Connection, code: Uuid, most: i64) -> Result<bool> {
    let counted = one_time_code::Entity::update_many()
        .col_expr(
            one_time_code::Column::Tries,
            Expr::col(one_time_code::Column::Tries).add(1i64),
        )
        .filter(one_time_code::Column::Id.eq(code))
        .filter(one_time_code::Column::Tries.lt(most))
        .exec(db)
        .await?;
    Ok(counted.rows_affected == 1)
}

/// Uses up a code; false when it was used already.
async fn use_code(db: &Connection, code: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let done = one_time_code::Entity::update_many()
        .col_expr(one_time_code::Column::UsedAt, Expr::value(Some(now)))
        .filter(one_time_code::Column::Id.eq(code))
        .filter(one_time_code::Column::UsedAt.is_null())
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

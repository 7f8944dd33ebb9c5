// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on password recoveries.

use chrono::{DateTime, NaiveDate, Utc};
use salal_db::Connection;
use salal_domain::people::emails::fold_email;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
};
use uuid::Uuid;

use super::entity::{account, recovery};
use super::repo;
use crate::error::Result;
use salal_people::people;

/// The account matching an address, the date of birth, and a card number when one is on file. One statement,
/// so that every mismatch costs the same.
pub(super) async fn matching(
    db: &Connection,
    email: &str,
    birth: NaiveDate,
    number: &str,
) -> Result<Option<account::Model>> {
    let whose = Expr::col((account::Entity, account::Column::PersonId));
    Ok(account::Entity::find()
        .filter(account::Column::EmailFolded.eq(fold_email(email)))
        .filter(account::Column::DisabledAt.is_null())
        .filter(people::is_described(whose, birth, number))
        .one(db)
        .await?)
}

pub(super) async fn add(tx: &Connection, row: recovery::ActiveModel) -> Result<()> {
    row.insert(tx).await?;
    Ok(())
}

/// A matched attempt waiting for confirmation, by the id given to the page.
pub(super) async fn waiting_of_key(
    tx: &Connection,
    key_hashes: &[String],
    now: DateTime<Utc>,
) -> Result<Option<(recovery::Model, account::Model)>> {
    let of_key = recovery::Column::KeyHash.is_in(key_hashes);
    waiting(tx, recovery::Entity::find().filter(of_key), now).await
}

/// Like `waiting_of_key`, the newest for an address entered on this connection.
pub(super) async fn waiting_of_address(
    tx: &Connection,
    address_hashes: &[String],
    ip: &str,
    now: DateTime<Utc>,
) -> Result<Option<(recovery::Model, account::Model)>> {
    let typed = recovery::Entity::find()
        .filter(recovery::Column::AddressHash.is_in(address_hashes))
        .filter(recovery::Column::Ip.eq(ip))
        .order_by_desc(recovery::Column::CreatedAt);
    waiting(tx, typed, now).await
}

async fn waiting(
    tx: &Connection,
    tries: sea_orm::Select<recovery::Entity>,
    now: DateTime<Utc>,
) -> Result<Option<(recovery::Model, account::Model)>> {
    let found = tries
        .filter(recovery::Column::SentAt.is_null())
        .filter(recovery::Column::UsedAt.is_null())
        .filter(recovery::Column::ExpiresAt.gt(now))
        .filter(recovery::Column::AccountId.is_not_null())
        .one(tx)
        .await?;
    let Some((row, account)) = found.and_then(|row| row.account_id.map(|id| (row, id))) else {
        return Ok(None);
    };
    repo::lock(tx, account).await?;
    Ok(Some((row, repo::get_account(tx, account).await?)))
}

/// How many links an account was sent.
pub(super) async fn sent_since(
    tx: &Connection,
    account: Uuid,
    since: DateTime<Utc>,
) -> Result<i64> {
    let sent = recovery::Entity::find()
        .filter(recovery::Column::AccountId.eq(account))
        .filter(recovery::Column::SentAt.gt(since))
        .count(tx)
        .await?;
    Ok(i64::try_from(sent).unwrap_or(i64::MAX))
}

/// Adds a link to an attempt; false when it has one already.
pub(super) async fn send(
    tx: &Connection,
    id: Uuid,
    token_hash: &str,
    now: DateTime<Utc>,
    ends: DateTime<Utc>,
) -> Result<bool> {
    let done = recovery::Entity::update_many()
        .col_expr(
            recovery::Column::TokenHash,
            Expr::value(Some(token_hash.to_owned())),
        )
        .col_expr(recovery::Column::SentAt, Expr::value(Some(now)))
        .col_expr(recovery::Column::ExpiresAt, Expr::value(ends))
        .filter(recovery::Column::Id.eq(id))
        .filter(recovery::Column::SentAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

fn open(token_hashes: &[String], now: DateTime<Utc>) -> sea_orm::Condition {
    sea_orm::Condition::all()
        .add(recovery::Column::TokenHash.is_in(token_hashes))
        .add(recovery::Column::UsedAt.is_null())
        .add(recovery::Column::ExpiresAt.gt(now))
}

/// The account of a valid link.
pub(super) async fn account_of_open(
    db: &Connection,
    token_hashes: &[String],
    now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let found = recovery::Entity::find().filter(open(token_hashes, now));
    Ok(found.one(db).await?.and_then(|row| row.account_id))
}

/// Uses up a link; false when it was used concurrently.
pub(super) async fn use_link(
    tx: &Connection,
    token_hashes: &[String],
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = recovery::Entity::update_many()
        .col_expr(recovery::Column::UsedAt, Expr::value(Some(now)))
        .filter(open(token_hashes, now))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Invalidates all links and pending attempts of an account.
pub(super) async fn void(tx: &Connection, account: Uuid, now: DateTime<Utc>) -> Result<()> {
    recovery::Entity::update_many()
        .col_expr(recovery::Column::UsedAt, Expr::value(Some(now)))
        .filter(recovery::Column::AccountId.eq(account))
        .filter(recovery::Column::UsedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on accounts and their sessions, codes and devices.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Connection, ConstraintName};
use salal_domain::people::emails::fold_email;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use uuid::Uuid;

use super::account_dto::Theme;
use super::entity::{account, known_device, sign_in_record};
use super::{devices, totp};
use crate::api::Role;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people;

/// An account to be stored.
pub struct NewAccount {
    pub person_id: Uuid,
    pub email: String,
    pub password_hash: String,
    pub role: Role,
    pub is_admin: bool,
    pub activated: bool,
    /// Already enrolled, for demo staff.
    pub totp_secret: Option<String>,
}

/// Stores an account; a duplicate address is reported on the field.
pub async fn create(tx: &Connection, ctx: &Context, new: NewAccount) -> Result<Uuid> {
    let (id, now) = (ctx.new_id(), ctx.now());
    let sealed = new
        .totp_secret
        .as_deref()
        .map(|secret| totp::seal(ctx, id, secret));
    account::ActiveModel {
        id: Set(id),
        person_id: Set(new.person_id),
        email_folded: Set(fold_email(&new.email)),
        email: Set(new.email),
        password_hash: Set(new.password_hash),
        role: Set(new.role.into()),
        is_admin: Set(new.is_admin),
        activated_at: Set(new.activated.then_some(now)),
        hide_last_login_until: Set(None),
        totp_confirmed_at: Set(sealed.as_ref().map(|_| now)),
        totp_sealed: Set(sealed),
        totp_last_step: Set(None),
        disabled_at: Set(None),
        created_at: Set(now),
        theme: Set(Theme::System.into()),
        shortcuts: Set(true),
        version: Set(1),
    }
    .insert(tx)
    .await
    .map_err(|error| match salal_db::is_unique_violation(&error) {
        Some(ConstraintName::AccountEmailFolded) => {
            Error::field("Email", salal_domain::texts::general::DUPLICATE_EMAIL)
        }
        _ => error.into(),
    })?;
    // Patients who can sign in are listed under this address.
    people::index_for_search(tx, new.person_id).await?;
    Ok(id)
}

/// The account of an address.
pub(super) async fn find_by_email(db: &Connection, email: &str) -> Result<Option<account::Model>> {
    Ok(account::Entity::find()
        .filter(account::Column::EmailFolded.eq(fold_email(email)))
        .one(db)
        .await?)
}

pub(super) async fn get_account(db: &Connection, id: Uuid) -> Result<account::Model> {
    account::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

async fn set(tx: &Connection, id: Uuid, column: account::Column, value: Expr) -> Result<()> {
    account::Entity::update_many()
        .col_expr(column, value)
        .col_expr(
            account::Column::Version,
            Expr::col(account::Column::Version).add(1i64),
        )
        .filter(account::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

pub(super) async fn set_activated(tx: &Connection, id: Uuid, at: DateTime<Utc>) -> Result<()> {
    set(tx, id, account::Column::ActivatedAt, Expr::value(Some(at))).await
}

pub(super) async fn set_hide_last_login(
    tx: &Connection,
    id: Uuid,
    until: Option<DateTime<Utc>>,
) -> Result<()> {
    set(
        tx,
        id,
        account::Column::HideLastLoginUntil,
        Expr::value(until),
    )
    .await
}

/// Stores an authenticator secret, unless a concurrent sign-in did: two tabs enrol one secret.
pub(super) async fn set_totp(tx: &Connection, id: Uuid, sealed: &str) -> Result<()> {
    account::Entity::update_many()
        .col_expr(
            account::Column::TotpSealed,
            Expr::value(Some(sealed.to_owned())),
        )
        .filter(account::Column::Id.eq(id))
        .filter(account::Column::TotpSealed.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Locks the account's row until the transaction ends, so that concurrent transactions do not make the same
/// decision. (`SQLite` has one writer anyway.)
pub(super) async fn lock(tx: &Connection, id: Uuid) -> Result<()> {
    account::Entity::update_many()
        .col_expr(
            account::Column::Version,
            Expr::col(account::Column::Version),
        )
        .filter(account::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Replaces the password that was seen; false when it was changed concurrently.
pub(super) async fn set_password(
    tx: &Connection,
    account: &account::Model,
    hash: &str,
) -> Result<bool> {
    let done = account::Entity::update_many()
        .col_expr(account::Column::PasswordHash, Expr::value(hash))
        .col_expr(
            account::Column::Version,
            Expr::col(account::Column::Version).add(1i64),
        )
        .filter(account::Column::Id.eq(account.id))
        .filter(account::Column::PasswordHash.eq(account.password_hash.as_str()))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Changes the account's address; a taken one is reported on `field`.
pub(super) async fn set_email(
    tx: &Connection,
    id: Uuid,
    email: &str,
    field: &'static str,
) -> Result<()> {
    account::Entity::update_many()
        .col_expr(account::Column::Email, Expr::value(email))
        .col_expr(account::Column::EmailFolded, Expr::value(fold_email(email)))
        .col_expr(
            account::Column::Version,
            Expr::col(account::Column::Version).add(1i64),
        )
        .filter(account::Column::Id.eq(id))
        .exec(tx)
        .await
        .map_err(|error| match salal_db::is_unique_violation(&error) {
            Some(ConstraintName::AccountEmailFolded) => {
                Error::field(field, salal_domain::texts::general::DUPLICATE_EMAIL)
            }
            _ => error.into(),
        })?;
    Ok(())
}

/// Closes an account: it cannot sign in and its address becomes available again; nothing is deleted.
pub(super) async fn disable(tx: &Connection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    account::Entity::update_many()
        .col_expr(account::Column::DisabledAt, Expr::value(Some(now)))
        .col_expr(
            account::Column::EmailFolded,
            Expr::value(format!("closed:{id}")),
        )
        .filter(account::Column::Id.eq(id))
        .filter(account::Column::DisabledAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

pub(super) async fn set_preferences(
    tx: &Connection,
    id: Uuid,
    theme: Theme,
    shortcuts: bool,
) -> Result<()> {
    set(tx, id, account::Column::Theme, Expr::value(theme.code())).await?;
    set(tx, id, account::Column::Shortcuts, Expr::value(shortcuts)).await
}

/// Deletes the remembered devices of an account: those that skip the second step, and the browsers that are
/// counted apart.
pub(super) async fn forget_devices(tx: &Connection, account: Uuid) -> Result<()> {
    known_device::Entity::delete_many()
        .filter(known_device::Column::AccountId.eq(account))
        .exec(tx)
        .await?;
    devices::forget(tx, account).await
}

/// Uses up a step of the authenticator; false when a concurrent sign-in used the same code.
pub(super) async fn use_step(
    tx: &Connection,
    id: Uuid,
    step: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = account::Entity::update_many()
        .col_expr(account::Column::TotpLastStep, Expr::value(Some(step)))
        .col_expr(account::Column::TotpConfirmedAt, Expr::value(Some(now)))
        .filter(account::Column::Id.eq(id))
        .filter(
            account::Column::TotpLastStep
                .is_null()
                .or(account::Column::TotpLastStep.lt(step)),
        )
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Stores that a device completed the second step, for the next twelve hours or until the session ends.
pub(super) async fn add_device(
    tx: &Connection,
    ctx: &Context,
    account: Uuid,
    token_hash: String,
    session: Uuid,
) -> Result<()> {
    known_device::ActiveModel {
        id: Set(ctx.new_id()),
        account_id: Set(account),
        token_hash: Set(token_hash),
        created_at: Set(ctx.now()),
        expires_at: Set(ctx.now() + TimeDelta::hours(12)),
        session_id: Set(Some(session)),
    }
    .insert(tx)
    .await?;
    Ok(())
}

/// The device that completed the second step within the last 12 hours (decision 146).
pub(super) async fn find_device(
    db: &Connection,
    account: Uuid,
    token_hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let found = known_device::Entity::find()
        .filter(known_device::Column::AccountId.eq(account))
        .filter(known_device::Column::TokenHash.eq(token_hash))
        .filter(known_device::Column::ExpiresAt.gt(now))
        .one(db)
        .await?;
    Ok(found.map(|device| device.id))
}

/// Notes the session that a device was used for.
pub(super) async fn use_device(tx: &Connection, device: Uuid, session: Uuid) -> Result<()> {
    known_device::Entity::update_many()
        .col_expr(known_device::Column::SessionId, Expr::value(Some(session)))
        .filter(known_device::Column::Id.eq(device))
        .exec(tx)
        .await?;
    Ok(())
}

/// Forgets the devices that completed the second step for these sessions.
pub(super) async fn forget_devices_of(tx: &Connection, sessions: &[Uuid]) -> Result<()> {
    known_device::Entity::delete_many()
        .filter(known_device::Column::SessionId.is_in(sessions.iter().copied()))
        .exec(tx)
        .await?;
    Ok(())
}

pub(super) async fn last_sign_in(
    db: &Connection,
    account: Uuid,
) -> Result<Option<sign_in_record::Model>> {
    Ok(sign_in_record::Entity::find()
        .filter(sign_in_record::Column::AccountId.eq(account))
        .order_by_desc(sign_in_record::Column::At)
        .one(db)
        .await?)
}

pub(super) async fn add_sign_in(tx: &Connection, row: sign_in_record::ActiveModel) -> Result<()> {
    row.insert(tx).await?;
    Ok(())
}

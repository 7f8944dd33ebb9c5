// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lockout: five failures lock sign-in for 300 seconds, counted on the server by account and by address
//! (decision 79). The same counter limits other requests. Attempts are stored outside the request's
//! transaction, so that a refused request still counts.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, Set};

use super::entity::sign_in_guard;
use crate::context::Context;
use crate::error::{Error, Result};

/// Addresses are shared by households and clinics, so they are allowed more failures than an account.
const ADDRESS_FACTOR: i64 = 10;

fn keys(email_folded: &str, ip: &str) -> [String; 2] {
    [format!("account:{email_folded}"), format!("address:{ip}")]
}

/// Refuses while locked, with the seconds left.
pub(super) async fn check(ctx: &Context, email_folded: &str, ip: &str) -> Result<()> {
    let now = ctx.now();
    let locked: Option<DateTime<Utc>> = sign_in_guard::Entity::find()
        .filter(sign_in_guard::Column::Key.is_in(keys(email_folded, ip)))
        .all(ctx.db.read())
        .await?
        .into_iter()
        .filter_map(|row| row.locked_until)
        .filter(|until| *until > now)
        .max();
    match locked {
        Some(until) => {
            let mut error = Error::too_many(
                salal_domain::texts::sign_in::LOCKED,
                (until - now).num_seconds() + 1,
            );
            error.code = "LOCKED";
            Err(error)
        }
        None => Ok(()),
    }
}

/// Counts a failure; the one that reaches the limit locks sign-in.
pub(super) async fn failed(ctx: &Context, email_folded: &str, ip: &str) -> Result<()> {
    let limits = &ctx.settings.limits;
    let window = TimeDelta::seconds(limits.login_lockout_seconds);
    for (key, most) in keys(email_folded, ip).into_iter().zip([
        limits.login_failures,
        limits.login_failures * ADDRESS_FACTOR,
    ]) {
        hit(ctx, key, most, window).await?;
    }
    Ok(())
}

/// Counts a use of something limited to `most` times per `window`; further uses are refused.
pub(super) async fn spend(
    ctx: &Context,
    key: String,
    most: i64,
    window: TimeDelta,
    message: &str,
) -> Result<()> {
    match hit(ctx, key, most, window).await? {
        Some(until) => Err(Error::too_many(
            message,
            (until - ctx.now()).num_seconds() + 1,
        )),
        None => Ok(()),
    }
}

/// Counts an attempt by key; returns until when it was already locked, if it was. The update locks the row,
/// so that concurrent attempts are counted one by one on both engines.
async fn hit(
    ctx: &Context,
    key: String,
    most: i64,
    window: TimeDelta,
) -> Result<Option<DateTime<Utc>>> {
    use sign_in_guard::Column;
    let now = ctx.now();
    let tx = ctx.db.begin().await?;
    let row = sign_in_guard::ActiveModel {
        key: Set(key.clone()),
        failures: Set(0),
        last_failure_at: Set(now),
        locked_until: Set(None),
    };
    sign_in_guard::Entity::insert(row)
        .on_conflict(OnConflict::column(Column::Key).do_nothing().to_owned())
        .exec_without_returning(&tx)
        .await?;
    let one_more = Expr::case(
        Condition::all().add(Column::LastFailureAt.gt(now - window)),
        Expr::col(Column::Failures).add(1i64),
    )
    .finally(1i64);
    let counted = sign_in_guard::Entity::update_many()
        .col_expr(Column::Failures, one_more.into())
        .col_expr(Column::LastFailureAt, Expr::value(now))
        .filter(Column::Key.eq(key.clone()))
        .filter(
            Condition::any()
                .add(Column::LockedUntil.is_null())
                .add(Column::LockedUntil.lte(now)),
        )
        .exec(&tx)
        .await?
        .rows_affected;
    let row = sign_in_guard::Entity::find_by_id(key.clone())
        .one(&tx)
        .await?;
    if counted == 1 && row.as_ref().is_some_and(|row| row.failures >= most) {
        sign_in_guard::Entity::update_many()
            .col_expr(Column::Failures, Expr::value(0i64))
            .col_expr(Column::LockedUntil, Expr::value(Some(now + window)))
            .filter(Column::Key.eq(key))
            .exec(&tx)
            .await?;
    }
    tx.commit().await?;
    Ok(row
        .filter(|_| counted == 0)
        .and_then(|row| row.locked_until))
}

/// A successful sign-in clears the account's count; the address keeps its own.
pub(super) async fn cleared(tx: &impl sea_orm::ConnectionTrait, email_folded: &str) -> Result<()> {
    sign_in_guard::Entity::delete_by_id(format!("account:{email_folded}"))
        .exec(tx)
        .await?;
    Ok(())
}

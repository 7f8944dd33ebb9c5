//! The lockout: five failures lock sign-in for 300 seconds, counted on the server by account and by
//! address (decision 79). Failures are written outside the call's transaction, so that a refused call
//! still counts.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::rows::sign_in_guard;
use crate::context::Context;
use crate::error::{Error, Result};

/// Addresses are shared by households and clinics: they bear more failures than an account.
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
                salal_rules::texts::sign_in::LOCKED,
                (until - now).num_seconds() + 1,
            );
            error.code = "LOCKED";
            Err(error)
        }
        None => Ok(()),
    }
}

/// Counts a failure; the one that reaches the limit locks.
pub(super) async fn failed(ctx: &Context, email_folded: &str, ip: &str) -> Result<()> {
    let now = ctx.now();
    let limits = &ctx.settings.limits;
    for (key, most) in keys(email_folded, ip).into_iter().zip([
        limits.login_failures,
        limits.login_failures * ADDRESS_FACTOR,
    ]) {
        let tx = ctx.db.begin().await?;
        let row = sign_in_guard::ActiveModel {
            key: Set(key.clone()),
            failures: Set(0),
            last_failure_at: Set(now),
            locked_until: Set(None),
        };
        sign_in_guard::Entity::insert(row)
            .on_conflict(
                OnConflict::column(sign_in_guard::Column::Key)
                    .do_nothing()
                    .to_owned(),
            )
            .exec_without_returning(&tx)
            .await?;
        let before = sign_in_guard::Entity::find_by_id(key.clone())
            .one(&tx)
            .await?;
        let window = TimeDelta::seconds(limits.login_lockout_seconds);
        let failures = before
            .filter(|row| row.last_failure_at > now - window)
            .map_or(0, |row| row.failures)
            + 1;
        let locks = failures >= most;
        sign_in_guard::Entity::update_many()
            .col_expr(
                sign_in_guard::Column::Failures,
                Expr::value(if locks { 0 } else { failures }),
            )
            .col_expr(sign_in_guard::Column::LastFailureAt, Expr::value(now))
            .col_expr(
                sign_in_guard::Column::LockedUntil,
                Expr::value(locks.then_some(now + window)),
            )
            .filter(sign_in_guard::Column::Key.eq(key))
            .exec(&tx)
            .await?;
        tx.commit().await?;
    }
    Ok(())
}

/// A right sign-in clears the account's count; the address keeps its own.
pub(super) async fn cleared(tx: &impl sea_orm::ConnectionTrait, email_folded: &str) -> Result<()> {
    sign_in_guard::Entity::delete_by_id(format!("account:{email_folded}"))
        .exec(tx)
        .await?;
    Ok(())
}

//! One-time codes: six digits, ten minutes, five tries, single use, kept as a hash (reference
//! account-security 2). The newest code of a purpose counts.

use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Set};
use uuid::Uuid;

use super::rows::{account, one_time_code};
use super::store;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

const MINUTES: i64 = 10;
const MOST_TRIES: i64 = 5;

/// What a code is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Activate,
    SignIn,
    Phone,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::Activate => "activate",
            Self::SignIn => "sign_in",
            Self::Phone => "phone",
        }
    }
}

fn hash(account: Uuid, purpose: Purpose, code: &str) -> String {
    sha256_hex(format!("{account}:{}:{code}", purpose.name()))
}

/// Makes a code and stores it; sending it is the caller's, in the same transaction.
pub(super) async fn make(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    account: &account::Model,
    purpose: Purpose,
) -> Result<String> {
    let now = ctx.now();
    let sent = store::codes_since(tx, account.id, now - TimeDelta::hours(1)).await?;
    if sent >= ctx.settings.limits.codes_per_hour {
        return Err(Error::too_many(
            "Too many codes were sent. Please wait an hour, or contact us.",
            3600,
        ));
    }
    let code = ctx.new_code();
    let row = one_time_code::ActiveModel {
        id: Set(ctx.new_id()),
        account_id: Set(account.id),
        purpose: Set(purpose.name().into()),
        code_hash: Set(hash(account.id, purpose, &code)),
        target: Set(None),
        created_at: Set(now),
        expires_at: Set(now + TimeDelta::minutes(MINUTES)),
        tries: Set(0),
        used_at: Set(None),
    };
    store::add_code(tx, row).await?;
    Ok(code)
}

/// Whether this is the right code; a right one is used up. Wrong tries are counted at once.
pub(super) async fn check(
    ctx: &Context,
    account: Uuid,
    purpose: Purpose,
    code: &str,
) -> Result<bool> {
    let now = ctx.now();
    let Some(row) = store::newest_code(ctx.db.read(), account, purpose.name()).await? else {
        return Ok(false);
    };
    if row.used_at.is_some() || row.expires_at <= now || row.tries >= MOST_TRIES {
        return Ok(false);
    }
    store::count_try(ctx.db.write(), row.id).await?;
    if row.code_hash != hash(account, purpose, code.trim()) {
        return Ok(false);
    }
    store::use_code(ctx.db.write(), row.id, now).await
}

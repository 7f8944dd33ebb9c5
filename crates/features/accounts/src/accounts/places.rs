// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where somebody signs in from, as far as attempts are counted apart (decision 183): a remembered browser, an
//! address that this account signed in from lately, or anywhere else. So a stranger who guesses locks out
//! strangers, and not the owner.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Connection;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use super::entity::account;
use super::guard::{self, Counts, GuardKey};
use super::passwords::Asker;
use crate::api::{ClientAddress, RequestInfo};
use crate::context::{Context, sha256_hex};
use crate::error::Result;

/// How long an address stays known after a sign-in.
const KNOWN_DAYS: i64 = 30;

/// What is asked for; each is counted apart, so that the right password does not clear the wrong codes.
#[derive(Clone, Copy)]
pub(super) enum Secret {
    Password,
    Code,
}

/// A place, for one account.
pub(super) enum Place {
    Device {
        account: Uuid,
        device: Uuid,
    },
    KnownAddress {
        account: Uuid,
        address: String,
    },
    /// Everywhere else together, with or without an account of this name.
    Elsewhere {
        name: String,
        address: ClientAddress,
    },
}

impl Place {
    /// What attempts at a secret are counted by here.
    fn key(&self, ctx: &Context, secret: Secret) -> GuardKey {
        let (device, known, elsewhere) = match secret {
            Secret::Password => ("password-device", "password-known", "password"),
            Secret::Code => ("code-device", "code-known", "code"),
        };
        match self {
            Self::Device { device: id, .. } => GuardKey::new(ctx, device, &id.to_string()),
            Self::KnownAddress { account, address } => {
                GuardKey::new(ctx, known, &format!("{account} {address}"))
            }
            Self::Elsewhere { name, .. } => GuardKey::new(ctx, elsewhere, name),
        }
    }

    /// What one sign-in is counted by here, with a code or without. Only what comes from elsewhere is counted by
    /// its address as well: an owner at a known place must not be locked by others behind the same one.
    pub(super) fn counts(&self, ctx: &Context, with_code: bool) -> Counts {
        let own = self.key(ctx, Secret::Password);
        let next = with_code.then(|| self.key(ctx, Secret::Code));
        match self {
            Self::Device { .. } | Self::KnownAddress { .. } => Counts::of(own, next),
            Self::Elsewhere { name, address } => Counts {
                address: Some(GuardKey::new(ctx, "address", &address.limit_key())),
                day: Some(Self::day_key(ctx, name)),
                ..Counts::of(own, next)
            },
        }
    }

    /// What a day's failures at an account are counted by, of passwords and codes together.
    fn day_key(ctx: &Context, name: &str) -> GuardKey {
        GuardKey::new(ctx, "sign-in-day", name)
    }

    /// The lane in which a password from here waits for its turn.
    pub(super) fn asker(&self) -> Asker {
        match self {
            Self::Device { account, .. } => Asker::Remembered(*account),
            Self::KnownAddress { account, .. } => Asker::Known(*account),
            Self::Elsewhere { address, .. } => Asker::Elsewhere(*address),
        }
    }
}

/// One statement, the same for an address with an account and one without.
const FIND: &str = "SELECT a.*, \
    (SELECT d.id FROM sign_in_device d WHERE d.token_hash = $2 AND d.account_id = a.id AND d.expires_at > $3) AS device, \
    EXISTS (SELECT 1 FROM sign_in_record r WHERE r.account_id = a.id AND r.address_key = $4 AND r.at > $5) AS is_known \
    FROM account a WHERE a.email_folded = $1";

/// The account of a folded e-mail address, and the place that this request comes from.
pub(super) async fn find(
    db: &Connection,
    request: &RequestInfo,
    folded: &str,
    now: DateTime<Utc>,
) -> Result<(Option<account::Model>, Place)> {
    let address = request.address.limit_key();
    let values: [sea_orm::Value; 5] = [
        folded.into(),
        sha256_hex(request.device.as_deref().unwrap_or_default()).into(),
        now.into(),
        address.as_str().into(),
        (now - TimeDelta::days(KNOWN_DAYS)).into(),
    ];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), FIND, values);
    let elsewhere = || Place::Elsewhere {
        name: folded.to_owned(),
        address: request.address,
    };
    let Some(row) = db.query_one_raw(statement).await? else {
        return Ok((None, elsewhere()));
    };
    let found = account::Model::from_query_result(&row, "")?;
    let device: Option<Uuid> = row.try_get("", "device")?;
    let place = match device {
        Some(device) => Place::Device {
            account: found.id,
            device,
        },
        None if row.try_get("", "is_known")? => Place::KnownAddress {
            account: found.id,
            address,
        },
        None => elsewhere(),
    };
    Ok((Some(found), place))
}

/// Who waits for one another: attempts on one account from one browser at one address, so that nobody waits
/// behind a stranger's guesses.
pub(super) fn turn_of(request: &RequestInfo, folded: &str) -> String {
    let device = request.device.as_deref().unwrap_or_default();
    format!("{folded} {} {device}", request.address.limit_key())
}

/// Clears the counts of an account's password after another proof: elsewhere, and at this request's address.
pub(super) async fn clear(
    tx: &Connection,
    ctx: &Context,
    request: &RequestInfo,
    account: &account::Model,
) -> Result<()> {
    let known = Place::KnownAddress {
        account: account.id,
        address: request.address.limit_key(),
    };
    let elsewhere = Place::Elsewhere {
        name: account.email_folded.clone(),
        address: request.address,
    };
    // In the order of their keys' kinds, as everywhere.
    for place in [known, elsewhere] {
        guard::clear(tx, place.key(ctx, Secret::Password)).await?;
    }
    guard::clear(tx, Place::day_key(ctx, &account.email_folded)).await
}

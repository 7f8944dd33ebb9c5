// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where somebody signs in from, as far as attempts are counted apart (decision 183): a remembered browser, an
//! address that this account signed in from lately, or anywhere else. So a stranger who guesses locks out
//! strangers, and not the owner.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use super::entity::account;
use super::guard;
use crate::api::RequestInfo;
use crate::context::sha256_hex;
use crate::error::Result;

/// How long an address stays known after a sign-in.
const KNOWN_DAYS: i64 = 30;

/// What is asked for; each is counted apart, so that the right password does not clear the wrong codes.
#[derive(Clone, Copy)]
pub(super) enum Secret {
    Password,
    Code,
}

impl Secret {
    fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Code => "code",
        }
    }
}

/// A place, for one account.
pub(super) enum Place {
    Device(Uuid),
    KnownAddress {
        account: Uuid,
        address: String,
    },
    /// Everywhere else together, with or without an account of this name.
    Elsewhere {
        name: String,
    },
}

impl Place {
    /// The key that attempts at a secret are counted by here.
    pub(super) fn key(&self, secret: Secret) -> String {
        let secret = secret.name();
        match self {
            Self::Device(id) => format!("{secret}-device:{id}"),
            Self::KnownAddress { account, address } => {
                format!("{secret}-known:{account}:{address}")
            }
            Self::Elsewhere { name } => format!("{secret}:{name}"),
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
    db: &impl ConnectionTrait,
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
    };
    let Some(row) = db.query_one_raw(statement).await? else {
        return Ok((None, elsewhere()));
    };
    let found = account::Model::from_query_result(&row, "")?;
    let device: Option<Uuid> = row.try_get("", "device")?;
    let place = match device {
        Some(id) => Place::Device(id),
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
    tx: &impl ConnectionTrait,
    request: &RequestInfo,
    account: &account::Model,
) -> Result<()> {
    let name = account.email_folded.clone();
    let known = Place::KnownAddress {
        account: account.id,
        address: request.address.limit_key(),
    };
    // In the order of their keys, as everywhere.
    guard::clear(tx, known.key(Secret::Password)).await?;
    guard::clear(tx, Place::Elsewhere { name }.key(Secret::Password)).await
}

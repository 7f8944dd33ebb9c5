// SPDX-License-Identifier: AGPL-3.0-or-later

//! The authenticator of staff (RFC 6238: six digits, 30 seconds, one step either way). The secret is
//! sealed in the database for its account; each step works once.

use chrono::{DateTime, Utc};
use totp_rs::{Builder, Secret, Totp};
use uuid::Uuid;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::sealing::{self, KeyUse, Place, RowName, SealedColumn, SealedForm, WhenLost};

/// Seconds of one step.
const STEP: u64 = 30;

/// A new secret, in base 32.
pub fn new_secret() -> String {
    Secret::generate().to_base32()
}

fn totp(secret: &str, email: &str) -> Result<Totp> {
    let secret = Secret::try_from_base32(secret)
        .map_err(|error| Error::broken(format!("authenticator secret: {error}")))?;
    Builder::new()
        .with_secret(secret)
        .with_skew(1)
        .with_step_duration(STEP)
        .with_account_name(email.replace(':', ""))
        .with_issuer(Some(salal_domain::texts::PRODUCT))
        .build()
        .map_err(|error| Error::broken(format!("authenticator: {error}")))
}

/// The address encoded in the QR code.
pub(super) fn address(secret: &str, email: &str) -> Result<String> {
    totp(secret, email)?
        .to_url()
        .map_err(|error| Error::broken(format!("authenticator address: {error}")))
}

/// The step this code belongs to, if it is correct and later than the last one used.
pub(super) fn step_of(
    secret: &str,
    code: &str,
    now: DateTime<Utc>,
    last: Option<i64>,
) -> Result<Option<i64>> {
    let totp = totp(secret, "account")?;
    let Ok(seconds) = u64::try_from(now.timestamp()) else {
        return Ok(None);
    };
    let step = totp
        .check(code.trim(), seconds)
        .and_then(|step| i64::try_from(step).ok());
    Ok(step.filter(|step| last.is_none_or(|last| *step > last)))
}

/// The authenticators' secrets, for whoever counts and rotates what is sealed. Where the key is lost, staff enrol again.
pub const SECRETS: SealedColumn = SealedColumn {
    called: ("authenticator secret", "authenticator secrets"),
    table: "account",
    key: "id",
    named_by: RowName::Id,
    column: "totp_sealed",
    form: SealedForm::Text,
    what: KeyUse::Authenticator,
    among: "",
    when_lost: WhenLost::Set("totp_sealed = NULL, totp_confirmed_at = NULL, totp_last_step = NULL"),
};

fn place(account: &str) -> Place<'_> {
    Place {
        table: SECRETS.table,
        column: SECRETS.column,
        row: account,
    }
}

/// Seals a secret for its account.
pub(super) fn seal(ctx: &Context, account: Uuid, secret: &str) -> String {
    let account = account.to_string();
    sealing::seal(ctx, SECRETS.what, place(&account), secret.as_bytes())
}

/// Opens the secret of an account.
pub(super) fn unseal(ctx: &Context, account: Uuid, sealed: &str) -> Result<String> {
    let account = account.to_string();
    let open = sealing::open(ctx, SECRETS.what, place(&account), sealed)
        .map_err(|why| why.of("an authenticator secret"))?;
    String::from_utf8(open).map_err(Error::broken)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The authenticator of staff (RFC 6238: six digits, 30 seconds, one step either way). The secret is
//! encrypted in the database with the key of the settings; each step works once.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use chrono::{DateTime, Utc};
use rand::RngCore;
use totp_rs::{Builder, Secret, Totp};

use crate::context::Context;
use crate::error::{Error, Result};

/// Seconds of one step.
const STEP: u64 = 30;
const NONCE: usize = 12;

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

fn cipher(ctx: &Context) -> Result<ChaCha20Poly1305> {
    let key = hex::decode(ctx.settings.secrets.sealing_key.reveal()).map_err(Error::broken)?;
    Ok(ChaCha20Poly1305::new(Key::from_slice(&key)))
}

/// Encrypts a secret for the database.
pub(super) fn seal(ctx: &Context, secret: &str) -> Result<String> {
    let mut nonce = [0_u8; NONCE];
    rand::rng().fill_bytes(&mut nonce);
    let sealed = cipher(ctx)?
        .encrypt(Nonce::from_slice(&nonce), secret.as_bytes())
        .map_err(|_| Error::broken("an authenticator secret couldn't be sealed"))?;
    Ok(STANDARD.encode([nonce.as_slice(), &sealed].concat()))
}

/// Decrypts a stored secret.
pub(super) fn unseal(ctx: &Context, sealed: &str) -> Result<String> {
    let bytes = STANDARD.decode(sealed).map_err(Error::broken)?;
    let (nonce, sealed) = bytes
        .split_at_checked(NONCE)
        .ok_or_else(|| Error::broken("a sealed secret is too short"))?;
    let open = cipher(ctx)?
        .decrypt(Nonce::from_slice(nonce), sealed)
        .map_err(|_| {
            Error::broken(
                "an authenticator secret couldn't be opened: was the sealing key changed?",
            )
        })?;
    String::from_utf8(open).map_err(Error::broken)
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files of the plan contain health data: at rest they are encrypted with the installation key.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use rand::RngCore;

use crate::context::Context;
use crate::error::{Error, Result};

const NONCE: usize = 12;

fn cipher(ctx: &Context) -> Result<ChaCha20Poly1305> {
    let key = hex::decode(ctx.settings.secrets.sealing_key.reveal()).map_err(Error::broken)?;
    Ok(ChaCha20Poly1305::new(Key::from_slice(&key)))
}

/// Encrypts bytes for the database.
pub(super) fn seal(ctx: &Context, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut nonce = [0_u8; NONCE];
    rand::rng().fill_bytes(&mut nonce);
    let sealed = cipher(ctx)?
        .encrypt(Nonce::from_slice(&nonce), bytes)
        .map_err(|_| Error::broken("a file of the plan couldn't be sealed"))?;
    Ok([nonce.as_slice(), &sealed].concat())
}

/// Decrypts stored bytes.
pub(super) fn open(ctx: &Context, sealed: &[u8]) -> Result<Vec<u8>> {
    let (nonce, sealed) = sealed
        .split_at_checked(NONCE)
        .ok_or_else(|| Error::broken("a sealed file is too short"))?;
    cipher(ctx)?
        .decrypt(Nonce::from_slice(nonce), sealed)
        .map_err(|_| {
            Error::broken("a sealed file couldn't be opened: was the sealing key changed?")
        })
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Credentials encrypted as one string that only this server can open, and only for the person and session it
//! was made for: both are part of the authenticated data. It expires with the session.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use rand::RngCore;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::api::SignedIn;
use crate::context::Context;
use crate::error::{Error, Result};

/// The encrypted content.
#[derive(Deserialize, Serialize)]
pub(super) struct Credentials {
    pub(super) login: String,
    pub(super) password: String,
}

/// A separate key, derived from the settings' key.
fn cipher(ctx: &Context) -> Result<ChaCha20Poly1305> {
    let key = hex::decode(ctx.settings.secrets.sealing_key.reveal()).map_err(Error::broken)?;
    let own = Sha256::new()
        .chain_update(b"pharmanet credentials\n")
        .chain_update(key)
        .finalize();
    Ok(ChaCha20Poly1305::new(Key::from_slice(&own)))
}

/// The person and session that a sealed string is bound to.
fn bound_to(me: &SignedIn) -> [u8; 32] {
    let mut both = [0; 32];
    both[..16].copy_from_slice(me.person_id.as_bytes());
    both[16..].copy_from_slice(me.session_id.as_bytes());
    both
}

pub(super) fn seal(ctx: &Context, me: &SignedIn, credentials: &Credentials) -> Result<String> {
    let mut nonce = [0; 12];
    rand::rng().fill_bytes(&mut nonce);
    let text = serde_json::to_vec(credentials)?;
    let payload = Payload {
        msg: &text,
        aad: &bound_to(me),
    };
    let sealed = cipher(ctx)?
        .encrypt(Nonce::from_slice(&nonce), payload)
        .map_err(|_| Error::broken("credentials couldn't be sealed"))?;
    Ok(URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
}

/// Opens a string sealed for the same person and session; `None` for anything else.
pub(super) fn open(ctx: &Context, me: &SignedIn, sealed: &str) -> Result<Option<Credentials>> {
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(sealed) else {
        return Ok(None);
    };
    let Some((nonce, text)) = bytes.split_at_checked(12) else {
        return Ok(None);
    };
    let payload = Payload {
        msg: text,
        aad: &bound_to(me),
    };
    let Ok(text) = cipher(ctx)?.decrypt(Nonce::from_slice(nonce), payload) else {
        return Ok(None);
    };
    Ok(Some(serde_json::from_slice(&text)?))
}

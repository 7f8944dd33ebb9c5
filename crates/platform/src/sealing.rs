// SPDX-License-Identifier: AGPL-3.0-or-later

//! What only this installation can read or check: each use has a key of its own, derived from
//! `secrets.sealing_key`, which is not in the database. A sealed text opens nowhere but where it was put; a keyed
//! hash of a short code cannot be found by trying all codes. Not here: what is sealed, which its owner says.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hmac::{Hmac, Mac};
use rand::RngCore;
use sha2::Sha256;

use crate::context::Context;

/// The digits of a key's name.
const KEY_ID: usize = 16;

const NONCE: usize = 12;

/// What a derived key is for. A key never serves two uses.
#[derive(Clone, Copy, Debug)]
pub enum KeyUse {
    /// The payloads of jobs while they wait.
    JobPayload,
    /// The keys by which a job is queued only once, where they name an address.
    JobKey,
    /// Six digits that were sent to somebody: without a key, all of them are tried in a second.
    OneTimeCode,
    /// Links that a password is set with, and the addresses they were asked for.
    Recovery,
    /// The keys by which attempts are counted, which name addresses.
    Guard,
    /// What a read opened, in the audit, where it is no id.
    Opened,
    /// That a line of the audit was written by this installation.
    AuditLine,
    /// The order of the lines of the audit.
    AuditChain,
}

impl KeyUse {
    fn label(self) -> &'static [u8] {
        match self {
            Self::JobPayload => b"salal job payload",
            Self::JobKey => b"salal job key",
            Self::OneTimeCode => b"salal one-time code",
            Self::Recovery => b"salal recovery",
            Self::Guard => b"salal guard",
            Self::Opened => b"salal opened",
            Self::AuditLine => b"salal audit line",
            Self::AuditChain => b"salal audit chain",
        }
    }
}

/// HMAC-SHA-256.
fn mac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac =
        <Hmac<Sha256> as Mac>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// The key of a use. The settings' key is hexadecimal, whose letters mean the same in either case.
fn key(ctx: &Context, what: KeyUse) -> [u8; 32] {
    let whole = ctx.settings.secrets.sealing_key.reveal();
    mac(whole.to_ascii_lowercase().as_bytes(), what.label())
}

fn cipher(ctx: &Context, what: KeyUse) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(Key::from_slice(&key(ctx, what)))
}

/// Seals bytes so that they open only with the same `place`, such as the row they are stored in.
pub fn seal(ctx: &Context, what: KeyUse, place: &str, bytes: &[u8]) -> String {
    let mut nonce = [0_u8; NONCE];
    rand::rng().fill_bytes(&mut nonce);
    let payload = Payload {
        msg: bytes,
        aad: place.as_bytes(),
    };
    let sealed = cipher(ctx, what)
        .encrypt(Nonce::from_slice(&nonce), payload)
        .expect("the cipher takes up to 256 GB");
    STANDARD_NO_PAD.encode([nonce.as_slice(), &sealed].concat())
}

/// Opens what was sealed for this place; `None` if it was sealed with another key or for another place, or was
/// changed.
pub fn open(ctx: &Context, what: KeyUse, place: &str, sealed: &str) -> Option<Vec<u8>> {
    let bytes = STANDARD_NO_PAD.decode(sealed).ok()?;
    let (nonce, sealed) = bytes.split_at_checked(NONCE)?;
    let payload = Payload {
        msg: sealed,
        aad: place.as_bytes(),
    };
    cipher(ctx, what)
        .decrypt(Nonce::from_slice(nonce), payload)
        .ok()
}

/// A hash that only this installation can compute, as 64 hexadecimal digits.
pub fn keyed_hash(ctx: &Context, what: KeyUse, text: &str) -> String {
    hex::encode(mac(&key(ctx, what), text.as_bytes()))
}

/// The keyed hash of one use, for many texts: the key is derived once.
pub struct KeyedHasher(ring::hmac::Key);

impl KeyedHasher {
    pub fn new(ctx: &Context, what: KeyUse) -> Self {
        Self(ring::hmac::Key::new(
            ring::hmac::HMAC_SHA256,
            &key(ctx, what),
        ))
    }

    /// The same hash as [`keyed_hash`], as 64 hexadecimal digits.
    pub fn hash(&self, text: &str) -> String {
        hex::encode(ring::hmac::sign(&self.0, text.as_bytes()))
    }

    /// What the key is called beside what was made with it. It tells nothing of the key.
    pub fn key_id(&self) -> String {
        let mut id = self.hash("salal key id");
        id.truncate(KEY_ID);
        id
    }
}

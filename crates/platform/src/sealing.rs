// SPDX-License-Identifier: AGPL-3.0-or-later

//! What only this installation can read or check: each use has a key of its own, derived from a master key, which is
//! not in the database (`settings/secrets.rs`). There is one envelope for everything that is sealed: it names the
//! master key, and opens nowhere but where it was put. The first master key seals, the others only open; a keyed hash
//! is made with the first and looked up under all. Not here: what is sealed, which its owner says and registers as
//! `SealedColumn`.

mod earlier;
pub mod entity;
mod keys;
mod repo;
mod rotate;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use rand::RngCore;

#[cfg(any(test, debug_assertions))]
pub use earlier::seal_as_before;
pub use keys::{KeyUse, KeyedHasher, Keyring, MasterKey, new_master_key};
pub use repo::{
    Foreign, Holder, KnownKey, RowName, SealedColumn, SealedColumns, SealedForm, WhenLost,
    count_sealed, declare_lost, foreign, holders, keep_noted, known_keys, note_first, note_use,
    refuse_foreign, sealing_since,
};
pub use rotate::{Resealed, reseal};

use crate::context::Context;
use crate::error::Error;

/// Before the name of the key. Another form of envelope gets another one.
const VERSION: &str = "v1";

/// 192 bits: so many that nonces drawn at random never meet, however much is sealed with one key.
const NONCE: usize = 24;

/// The place that a value is sealed for.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The table, or what stands in its place where a page keeps the value.
    pub table: &'static str,
    pub column: &'static str,
    /// What no other row of the table has.
    pub row: &'a str,
}

/// Why a value does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// Sealed with a key that the settings do not have.
    ForeignKey(String),
    /// It was changed, or sealed for another place, or is not of this installation.
    Strange,
}

impl std::fmt::Display for Unopened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ForeignKey(id) => write!(
                f,
                "it is sealed with the master key {id}, which the settings do not have: put it after the present one"
            ),
            Self::Strange => write!(
                f,
                "it was changed, sealed for another place, or sealed with a master key that the settings do not have"
            ),
        }
    }
}

impl Unopened {
    /// As an error, with what did not open.
    pub fn of(self, what: &str) -> Error {
        Error::broken(format!("{what} couldn’t be opened: {self}"))
    }
}

/// What an envelope begins with.
fn header(id: &str) -> String {
    format!("{VERSION}.{id}.")
}

/// The name of the key in an envelope, and what follows; `None` for the forms of earlier versions.
fn parts(sealed: &[u8]) -> Option<(&str, &[u8])> {
    let (header, rest) = sealed.split_at_checked(VERSION.len() + keys::KEY_ID + 2)?;
    let id = std::str::from_utf8(header).ok()?;
    let id = id
        .strip_prefix(VERSION)?
        .strip_prefix('.')?
        .strip_suffix('.')?;
    let is_digit = |letter: char| matches!(letter, '0'..='9' | 'a'..='f');
    id.chars().all(is_digit).then_some((id, rest))
}

/// What is authenticated besides the content.
fn bound(id: &str, what: KeyUse, place: Place<'_>) -> String {
    let Place { table, column, row } = place;
    let label = what.label();
    format!("salal sealed {VERSION}\n{id}\n{label}\n{table}\n{column}\n{row}")
}

fn cipher(key: &MasterKey, what: KeyUse) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.derived(what).into())
}

/// The nonce and what is encrypted.
fn encrypted(key: &MasterKey, what: KeyUse, place: Place<'_>, bytes: &[u8]) -> Vec<u8> {
    let mut nonce = [0_u8; NONCE];
    rand::rng().fill_bytes(&mut nonce);
    let bound = bound(key.id(), what, place);
    let payload = Payload {
        msg: bytes,
        aad: bound.as_bytes(),
    };
    let sealed = cipher(key, what)
        .encrypt(XNonce::from_slice(&nonce), payload)
        .expect("the cipher takes up to 256 GB");
    [nonce.as_slice(), &sealed].concat()
}

fn decrypted(key: &MasterKey, what: KeyUse, place: Place<'_>, sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
    let bound = bound(key.id(), what, place);
    let payload = Payload {
        msg: sealed,
        aad: bound.as_bytes(),
    };
    cipher(key, what)
        .decrypt(XNonce::from_slice(nonce), payload)
        .ok()
}

impl Keyring {
    fn seal(&self, what: KeyUse, place: Place<'_>, bytes: &[u8]) -> String {
        let key = self.first();
        let sealed = encrypted(key, what, place, bytes);
        header(key.id()) + &URL_SAFE_NO_PAD.encode(sealed)
    }

    fn seal_bytes(&self, what: KeyUse, place: Place<'_>, bytes: &[u8]) -> Vec<u8> {
        let key = self.first();
        let sealed = encrypted(key, what, place, bytes);
        [header(key.id()).as_bytes(), &sealed].concat()
    }

    fn open(&self, what: KeyUse, place: Place<'_>, sealed: &str) -> Result<Vec<u8>, Unopened> {
        let Some((id, rest)) = parts(sealed.as_bytes()) else {
            return earlier::open(self, what, place, sealed).ok_or(Unopened::Strange);
        };
        let key = self.find(id)?;
        let rest = URL_SAFE_NO_PAD.decode(rest).ok();
        rest.and_then(|rest| decrypted(key, what, place, &rest))
            .ok_or(Unopened::Strange)
    }

    fn open_bytes(
        &self,
        what: KeyUse,
        place: Place<'_>,
        sealed: &[u8],
    ) -> Result<Vec<u8>, Unopened> {
        let Some((id, rest)) = parts(sealed) else {
            return earlier::open_bytes(self, what, sealed).ok_or(Unopened::Strange);
        };
        decrypted(self.find(id)?, what, place, rest).ok_or(Unopened::Strange)
    }

    fn find(&self, id: &str) -> Result<&MasterKey, Unopened> {
        let found = self.all().iter().find(|key| key.id() == id);
        found.ok_or_else(|| Unopened::ForeignKey(id.to_owned()))
    }
}

/// Seals bytes with the first key, so that they open only at the same place.
pub fn seal(ctx: &Context, what: KeyUse, place: Place<'_>, bytes: &[u8]) -> String {
    Keyring::of(ctx).seal(what, place, bytes)
}

/// Like [`seal`], for a column of bytes.
pub fn seal_bytes(ctx: &Context, what: KeyUse, place: Place<'_>, bytes: &[u8]) -> Vec<u8> {
    Keyring::of(ctx).seal_bytes(what, place, bytes)
}

/// Opens what was sealed for this place with any of the keys, also in the form of an earlier version.
pub fn open(
    ctx: &Context,
    what: KeyUse,
    place: Place<'_>,
    sealed: &str,
) -> Result<Vec<u8>, Unopened> {
    Keyring::of(ctx).open(what, place, sealed)
}

/// Like [`open`], for a column of bytes.
pub fn open_bytes(
    ctx: &Context,
    what: KeyUse,
    place: Place<'_>,
    sealed: &[u8],
) -> Result<Vec<u8>, Unopened> {
    Keyring::of(ctx).open_bytes(what, place, sealed)
}

/// A hash that only this installation can compute, made with the first key, as 64 hexadecimal digits.
pub fn keyed_hash(ctx: &Context, what: KeyUse, text: &str) -> String {
    Keyring::of(ctx).first().hasher(what).hash(text)
}

/// The hash by each key, the first first: what was stored before a rotation is found by one of the others.
pub fn keyed_hashes(ctx: &Context, what: KeyUse, text: &str) -> Vec<String> {
    let keys = Keyring::of(ctx);
    let hashes = keys.all().iter().map(|key| key.hasher(what).hash(text));
    hashes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";
    const NEW: &str = "0d4be19c7a25f3680e1b92d7c4a6508f3b7ce24d91fa0658b3d70c4e82a9561f";

    fn ring(keys: &[&str]) -> Keyring {
        Keyring::new(keys.iter().copied())
    }

    fn place(row: &str) -> Place<'_> {
        Place {
            table: "account",
            column: "totp_sealed",
            row,
        }
    }

    #[test]
    fn an_envelope_opens_at_its_place_for_its_use_alone() {
        let (keys, what) = (ring(&[OLD]), KeyUse::Authenticator);
        let sealed = keys.seal(what, place("1"), b"secret");
        assert_eq!(
            keys.open(what, place("1"), &sealed).as_deref(),
            Ok(&b"secret"[..])
        );
        let elsewhere = [
            (what, place("2")),
            (
                what,
                Place {
                    column: "other",
                    ..place("1")
                },
            ),
            (
                what,
                Place {
                    table: "job",
                    ..place("1")
                },
            ),
            (KeyUse::JobPayload, place("1")),
        ];
        for (what, place) in elsewhere {
            assert_eq!(keys.open(what, place, &sealed), Err(Unopened::Strange));
        }
        let bytes = keys.seal_bytes(what, place("1"), b"secret");
        assert_eq!(
            keys.open_bytes(what, place("1"), &bytes).as_deref(),
            Ok(&b"secret"[..])
        );
        assert_eq!(
            keys.open_bytes(what, place("2"), &bytes),
            Err(Unopened::Strange)
        );
    }

    #[test]
    fn a_later_key_opens_nothing_and_an_earlier_one_stays_good_beside_it() {
        let what = KeyUse::PlanFile;
        let sealed = ring(&[OLD]).seal_bytes(what, place("1"), b"file");
        assert!(
            ring(&[NEW, OLD])
                .open_bytes(what, place("1"), &sealed)
                .is_ok()
        );
        let id = ring(&[OLD]).first().id().to_owned();
        assert_eq!(
            ring(&[NEW]).open_bytes(what, place("1"), &sealed),
            Err(Unopened::ForeignKey(id.clone()))
        );
        assert!(sealed.starts_with(format!("v1.{id}.").as_bytes()));
        assert!(!OLD.contains(&id) && id.len() == 16);
        assert_eq!(ring(&[&OLD.to_uppercase()]).first().id(), id);
    }

    /// The name of another key that is there, a changed letter, a shorter text.
    #[test]
    fn a_changed_envelope_does_not_open() {
        let (keys, what) = (ring(&[NEW, OLD]), KeyUse::JobPayload);
        let sealed = keys.seal(what, place("1"), b"payload");
        let other = sealed.replace(keys.first().id(), keys.all()[1].id());
        assert_eq!(keys.open(what, place("1"), &other), Err(Unopened::Strange));
        for (at, letter) in sealed.char_indices().skip(20) {
            let mut changed = sealed.clone();
            let other = if letter == 'A' { "B" } else { "A" };
            changed.replace_range(at..=at, other);
            assert!(keys.open(what, place("1"), &changed).is_err(), "{at}");
        }
        for length in 0..sealed.len() {
            assert!(keys.open(what, place("1"), &sealed[..length]).is_err());
        }
    }
}

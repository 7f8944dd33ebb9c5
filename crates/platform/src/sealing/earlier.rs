// SPDX-License-Identifier: AGPL-3.0-or-later

//! What was sealed before there was one envelope: nonce and ciphertext, without the name of the key, and mostly without
//! the place. It still opens with each of the master keys, and a rotation makes the present form of it. A key that is
//! made today seals nothing in these forms, so once the earlier key is taken out nothing of them opens any more.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use sha2::{Digest, Sha256};

use super::Place;
use super::keys::{KeyUse, Keyring, MasterKey};

const NONCE: usize = 12;

/// The key of a use in an earlier version; `None` where nothing was sealed for it.
fn key(master: &MasterKey, what: KeyUse) -> Option<[u8; 32]> {
    match what {
        KeyUse::JobPayload => Some(master.derived(what)),
        KeyUse::Authenticator | KeyUse::PlanFile | KeyUse::PlanPassword => master.bytes(),
        KeyUse::PharmaNet => {
            let own = Sha256::new()
                .chain_update(b"pharmanet credentials\n")
                .chain_update(master.bytes()?);
            Some(own.finalize().into())
        }
        _ => None,
    }
}

/// What was authenticated besides the content.
fn bound(what: KeyUse, place: Place<'_>) -> Vec<u8> {
    match what {
        KeyUse::JobPayload => place.row.as_bytes().to_vec(),
        // The ids of a person and a session.
        KeyUse::PharmaNet => hex::decode(place.row.replace([' ', '-'], "")).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn decrypted(keys: &Keyring, what: KeyUse, bound: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
    keys.all().iter().find_map(|master| {
        let payload = Payload {
            msg: sealed,
            aad: bound,
        };
        ChaCha20Poly1305::new(&key(master, what)?.into())
            .decrypt(Nonce::from_slice(nonce), payload)
            .ok()
    })
}

pub(super) fn open(
    keys: &Keyring,
    what: KeyUse,
    place: Place<'_>,
    sealed: &str,
) -> Option<Vec<u8>> {
    let base64 = match what {
        KeyUse::JobPayload => STANDARD_NO_PAD,
        KeyUse::PharmaNet => URL_SAFE_NO_PAD,
        _ => STANDARD,
    };
    decrypted(
        keys,
        what,
        &bound(what, place),
        &base64.decode(sealed).ok()?,
    )
}

pub(super) fn open_bytes(keys: &Keyring, what: KeyUse, sealed: &[u8]) -> Option<Vec<u8>> {
    decrypted(keys, what, &[], sealed)
}

/// Seals in the form of an earlier version: what the tests put into a database to be found there.
#[cfg(any(test, debug_assertions))]
pub fn seal_as_before(master: &str, what: KeyUse, place: Place<'_>, bytes: &[u8]) -> Vec<u8> {
    let keys = Keyring::new(std::iter::once(master));
    let nonce = [7_u8; NONCE];
    let payload = Payload {
        msg: bytes,
        aad: &bound(what, place),
    };
    let key = key(keys.first(), what).expect("it was sealed before");
    let sealed = ChaCha20Poly1305::new(&key.into())
        .encrypt(Nonce::from_slice(&nonce), payload)
        .expect("it is short");
    let sealed = [nonce.as_slice(), &sealed].concat();
    match what {
        KeyUse::JobPayload => STANDARD_NO_PAD.encode(sealed).into_bytes(),
        KeyUse::PharmaNet => URL_SAFE_NO_PAD.encode(sealed).into_bytes(),
        KeyUse::Authenticator => STANDARD.encode(sealed).into_bytes(),
        _ => sealed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";
    const NEW: &str = "0d4be19c7a25f3680e1b92d7c4a6508f3b7ce24d91fa0658b3d70c4e82a9561f";

    #[test]
    fn every_earlier_form_opens_with_its_key_wherever_it_is_in_the_list() {
        let place = Place {
            table: "t",
            column: "c",
            row: "0198a000-0000-7000-8000-000000000001 0198a000-0000-7000-8000-000000000002",
        };
        let alone = |key: &'static str| Keyring::new(std::iter::once(key));
        let both = Keyring::new([NEW, OLD].into_iter());
        for what in [KeyUse::JobPayload, KeyUse::Authenticator, KeyUse::PharmaNet] {
            let sealed = String::from_utf8(seal_as_before(OLD, what, place, b"it")).expect("text");
            assert_eq!(
                open(&both, what, place, &sealed).as_deref(),
                Some(&b"it"[..]),
                "{what:?}"
            );
            assert!(
                open(&alone(OLD), what, place, &sealed).is_some(),
                "{what:?}"
            );
            assert!(
                open(&alone(NEW), what, place, &sealed).is_none(),
                "{what:?}"
            );
        }
        for what in [KeyUse::PlanFile, KeyUse::PlanPassword] {
            let sealed = seal_as_before(OLD, what, place, b"it");
            assert_eq!(
                open_bytes(&both, what, &sealed).as_deref(),
                Some(&b"it"[..])
            );
            assert!(open_bytes(&alone(NEW), what, &sealed).is_none());
        }
        let moved = Place {
            row: "another",
            ..place
        };
        for what in [KeyUse::JobPayload, KeyUse::PharmaNet] {
            let sealed = String::from_utf8(seal_as_before(OLD, what, place, b"it")).expect("text");
            assert!(open(&both, what, moved, &sealed).is_none(), "{what:?}");
        }
    }

    /// Made by the version before, so that what is in databases stays readable whatever is changed here.
    #[test]
    fn the_keys_of_earlier_versions_are_as_they_were() {
        let keys = Keyring::new(std::iter::once(OLD));
        let hash = keys.first().hasher(KeyUse::OneTimeCode).hash("1");
        let mut mac =
            <hmac::Hmac<Sha256> as hmac::Mac>::new_from_slice(OLD.as_bytes()).expect("a key");
        hmac::Mac::update(&mut mac, b"salal one-time code");
        let derived = hmac::Mac::finalize(mac).into_bytes();
        let mut mac = <hmac::Hmac<Sha256> as hmac::Mac>::new_from_slice(&derived).expect("a key");
        hmac::Mac::update(&mut mac, b"1");
        assert_eq!(hash, hex::encode(hmac::Mac::finalize(mac).into_bytes()));
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! How a piece lies on the disk: a sum of the rest, by which damage is found without a private key, one byte for the
//! form, and the content: compressed if that makes it smaller, then encrypted if there is anybody to encrypt it to.

use std::io;

use ring::digest::{Context, SHA256, digest};

use crate::recipients::{Identities, Recipients, Undecrypted};

const SUM: usize = 32;
const COMPRESSED: u8 = 1;
const ENCRYPTED: u8 = 2;
/// No piece is larger when it is unpacked.
const LARGEST: usize = 64 * 1024 * 1024;

/// Why a piece cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It is not what was written.
    Damaged,
    /// It is encrypted, and there is no private key.
    NoKey,
    /// It is encrypted to others.
    OtherKey,
}

/// Packs a content.
pub(super) fn pack(content: &[u8], to: &Recipients) -> io::Result<Vec<u8>> {
    let compressed = lz4_flex::compress_prepend_size(content);
    let (mut form, mut packed) = if compressed.len() < content.len() {
        (COMPRESSED, compressed)
    } else {
        (0, content.to_vec())
    };
    if !to.is_nobody() {
        form |= ENCRYPTED;
        packed = to.encrypt(&packed)?;
    }
    let mut sum = Context::new(&SHA256);
    sum.update(&[form]);
    sum.update(&packed);
    let mut whole = Vec::with_capacity(SUM + 1 + packed.len());
    whole.extend_from_slice(sum.finish().as_ref());
    whole.push(form);
    whole.extend_from_slice(&packed);
    Ok(whole)
}

/// Whether a piece is as it was written, as far as that can be told without a private key.
pub(super) fn is_sound(whole: &[u8]) -> bool {
    rest_of(whole).is_some()
}

/// Whether a piece is encrypted.
pub(super) fn is_encrypted(whole: &[u8]) -> bool {
    rest_of(whole).is_some_and(|(form, _)| form & ENCRYPTED != 0)
}

/// The content of a piece.
pub(super) fn unpack(whole: &[u8], with: &Identities) -> Result<Vec<u8>, Unreadable> {
    let (form, rest) = rest_of(whole).ok_or(Unreadable::Damaged)?;
    let packed = if form & ENCRYPTED == 0 {
        rest.to_vec()
    } else if with.is_empty() {
        return Err(Unreadable::NoKey);
    } else {
        with.decrypt(rest).map_err(|error| match error {
            Undecrypted::OtherKey => Unreadable::OtherKey,
            Undecrypted::Strange => Unreadable::Damaged,
        })?
    };
    if form & COMPRESSED == 0 {
        return Ok(packed);
    }
    let (size, compressed) =
        lz4_flex::block::uncompressed_size(&packed).map_err(|_| Unreadable::Damaged)?;
    if size > LARGEST {
        return Err(Unreadable::Damaged);
    }
    lz4_flex::decompress(compressed, size).map_err(|_| Unreadable::Damaged)
}

fn rest_of(whole: &[u8]) -> Option<(u8, &[u8])> {
    let (sum, rest) = whole.split_at_checked(SUM)?;
    let is_sound = digest(&SHA256, rest).as_ref() == sum;
    let (form, rest) = rest.split_first()?;
    (is_sound && form & !(COMPRESSED | ENCRYPTED) == 0).then_some((*form, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_a_changed_bit_is_noticed() {
        let nobody = Recipients::read(&[]).unwrap();
        let (nothing, text) = (Identities::default(), [b'a'; 4096]);
        for content in [&text[..], b"", b"short"] {
            let whole = pack(content, &nobody).unwrap();
            assert_eq!(unpack(&whole, &nothing).unwrap(), content);
            for place in [0, 32, whole.len() - 1] {
                let mut changed = whole.clone();
                changed[place] ^= 1;
                assert!(!is_sound(&changed));
                assert_eq!(unpack(&changed, &nothing), Err(Unreadable::Damaged));
            }
        }
        let (public, _) = crate::recipients::new_pair();
        let somebody = Recipients::read(&[public]).unwrap();
        let whole = pack(&text, &somebody).unwrap();
        assert!(is_sound(&whole) && is_encrypted(&whole) && whole.len() < 1024);
        assert_eq!(unpack(&whole, &nothing), Err(Unreadable::NoKey));
    }
}

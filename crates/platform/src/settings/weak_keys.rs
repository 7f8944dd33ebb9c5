// SPDX-License-Identifier: AGPL-3.0-or-later

//! Keys that are visibly not random: typed, counted up, repeated, text, published, or the hash of a word that anybody
//! would try. A key that was drawn is taken for one of them less than once in a million.

// cspell:ignore changeit changeme iloveyou letmein masterkey passw

use std::collections::{HashMap, HashSet};

use sha2::{Digest as _, Sha256};

use super::DEVELOPMENT_KEY;

/// A random key of 32 bytes has 26 to 32 different ones; with fewer than this it was typed.
const FEWEST_BYTES: usize = 20;
/// So many equal steps from byte to byte, or bytes that are repeated at one distance, are no chance.
const MOST_ALIKE: usize = 8;
/// The same of the hexadecimal digits.
const MOST_DIGITS_ALIKE: usize = 24;
/// A random key has 12 bytes that are letters, digits or marks.
const MOST_LETTERS: usize = 27;

/// Keys that are published: that of development, and those of test vectors (NIST, RFC 8032, RFC 8439).
const PUBLISHED: [&str; 5] = [
    DEVELOPMENT_KEY,
    "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0",
];

/// What people hash where a key is asked for.
const WORDS: &[&str] = &[
    "",
    "0",
    "1",
    "12",
    "123",
    "1234",
    "12345",
    "123456",
    "1234567",
    "12345678",
    "123456789",
    "1234567890",
    "a",
    "abc",
    "abc123",
    "admin",
    "administrator",
    "canada",
    "changeit",
    "changeme",
    "clinic",
    "correct horse battery staple",
    "default",
    "demo",
    "dev",
    "development",
    "doctor",
    "example",
    "foo",
    "foobar",
    "hello",
    "hello world",
    "hello, world",
    "hello, world!",
    "iloveyou",
    "key",
    "letmein",
    "lorem ipsum",
    "master",
    "master key",
    "masterkey",
    "master-key",
    "master_key",
    "monkey",
    "none",
    "null",
    "p@ssw0rd",
    "pass",
    "passphrase",
    "passw0rd",
    "password",
    "password1",
    "password123",
    "prod",
    "production",
    "qwerty",
    "root",
    "salal",
    "salal master key",
    "salal-master-key",
    "salal_master_key",
    "secret",
    "secret key",
    "secretkey",
    "secrets",
    "secrets.master_key",
    "test",
    "testing",
    "the quick brown fox jumps over the lazy dog",
    "the quick brown fox jumps over the lazy dog.",
    "true",
    "user",
    "vancouver",
    "victoria",
    "welcome",
    "xxx",
];

/// Whether a key of 64 hexadecimal digits is one of these.
pub(super) fn is_weak(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    let bytes = hex::decode(&key).unwrap_or_default();
    let of_kind = |is_of: fn(char) -> bool| key.chars().all(is_of);
    let letters = bytes.iter().filter(|byte| (0x20..0x7f).contains(*byte));
    PUBLISHED.contains(&key.as_str())
        || bytes.iter().collect::<HashSet<_>>().len() < FEWEST_BYTES
        || letters.count() > MOST_LETTERS
        || of_kind(|digit| digit.is_ascii_digit())
        || of_kind(|digit| digit.is_ascii_alphabetic())
        || is_regular(&bytes, MOST_ALIKE, u8::wrapping_sub)
        || is_regular(key.as_bytes(), MOST_DIGITS_ALIKE, |one, before| {
            let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or_default();
            u8::try_from((16 + value(one) - value(before)) % 16).unwrap_or_default()
        })
        || hashed_words().any(|hash| hash == bytes)
}

/// Whether many parts are as far from the one before, or equal to the one at some distance.
fn is_regular(parts: &[u8], most: usize, step: impl Fn(u8, u8) -> u8) -> bool {
    let mut steps = HashMap::new();
    for (before, one) in parts.iter().zip(parts.iter().skip(1)) {
        *steps.entry(step(*one, *before)).or_insert(0_usize) += 1;
    }
    let is_repeated = |distance: usize| {
        let pairs = parts.iter().zip(parts.iter().skip(distance));
        pairs.filter(|(one, other)| one == other).count() > most
    };
    steps.into_values().any(|count| count > most) || (1..parts.len()).any(is_repeated)
}

/// The hashes of the words as they are written in one way or another, with the end of a line that `echo` adds, and the
/// hashes of these hashes.
fn hashed_words() -> impl Iterator<Item = Vec<u8>> {
    let spelled = WORDS.iter().flat_map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let capital: String = first.into_iter().chain(letters).collect();
        [(*word).to_owned(), capital, word.to_ascii_uppercase()]
    });
    let ended = spelled.flat_map(|word| ["", "\n", "\r\n", "!", "1"].map(|end| word.clone() + end));
    let zeros = [16, 32, 64].map(|length| vec![0_u8; length]);
    let texts = ended.map(String::into_bytes).chain(zeros);
    texts.flat_map(|text| {
        let once = Sha256::digest(text);
        let twice = Sha256::digest(once);
        let of_digits = Sha256::digest(hex::encode(once));
        [once.to_vec(), twice.to_vec(), of_digits.to_vec()]
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_not_random_is_known() {
        let counted = |step: u8| {
            let bytes: Vec<u8> = (0..32).map(|place: u8| place.wrapping_mul(step)).collect();
            hex::encode(bytes)
        };
        let text = |text: &str| hex::encode(text.as_bytes());
        for weak in [
            counted(1),
            counted(7),
            counted(255),
            "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f".to_owned(),
            "9f2c47d1ab0e63587cc2104fe9b3d5a8".repeat(2),
            "fedcba9876543210".repeat(4),
            "3141592653589793238462643383279502884197169399375105820974944592".to_owned(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".to_owned(),
            "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855".to_owned(),
            "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8".to_owned(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned(),
            hex::encode(Sha256::digest("Password\n")),
            hex::encode(Sha256::digest([0; 32])),
            text("Salal2026clinicsecretpassword!!!"),
            text("kJ8#mQ2$vX9@pL4^wN7&zR1*tB5(hD3)"),
            DEVELOPMENT_KEY.to_owned(),
        ] {
            assert_eq!(weak.len(), 64, "{weak}");
            assert!(is_weak(&weak), "{weak}");
        }
    }

    proptest! {
        #[test]
        fn a_key_that_was_drawn_is_taken(bytes in proptest::array::uniform32(any::<u64>())) {
            // The generator prefers small numbers; their hash does not.
            let mut hash = Sha256::new();
            for part in bytes {
                hash.update(part.to_le_bytes());
            }
            let key = hex::encode(hash.finalize());
            prop_assert!(!is_weak(&key), "{key}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Password rules (decision 91: the contract's alphabet, as written), including a check against well-known and
//! leaked passwords.
//!
//! Storage is not decided here.

use std::collections::HashSet;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::texts::registration as texts;

/// Shortest password, in characters (constant password.length.min).
pub const SHORTEST_PASSWORD: usize = 8;
/// Longest password, in characters.
pub const LONGEST_PASSWORD: usize = 64;

/// All faults of `password`, as shown to the user; empty when it is acceptable.
pub fn password_faults(password: &str) -> Vec<&'static str> {
    if password.is_empty() {
        return vec![texts::PASSWORD_REQUIRED];
    }
    let mut faults = Vec::new();
    let mut need = |fulfilled: bool, text: &'static str| {
        if !fulfilled {
            faults.push(text);
        }
    };
    need(
        (SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&password.chars().count()),
        texts::PASSWORD_LENGTH,
    );
    need(
        password.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        texts::PASSWORD_ALPHABET,
    );
    need(
        password.bytes().any(|byte| byte.is_ascii_uppercase()),
        texts::PASSWORD_UPPER,
    );
    need(
        password.bytes().any(|byte| byte.is_ascii_lowercase()),
        texts::PASSWORD_LOWER,
    );
    need(
        password.bytes().any(|byte| byte.is_ascii_digit()),
        texts::PASSWORD_DIGIT,
    );
    if faults.is_empty() && (is_well_known(password) || is_leaked(password)) {
        faults.push(texts::PASSWORD_WELL_KNOWN);
    }
    faults
}

/// Words used in well-known passwords. With digits around or instead of letters they cover far more passwords
/// than common lists.
static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("common_passwords.txt")
        .split_whitespace()
        .collect()
});

/// With more digits than this, a password has some randomness.
const DIGITS: usize = 6;

/// Whether this is a well-known word with a few digits, or with digits for letters: `Welcome2026`,
/// `P4ssw0rd1`, `1q2w3e4R`.
pub fn is_well_known(password: &str) -> bool {
    let folded = password.to_lowercase();
    let is_digit = |letter: char| letter.is_ascii_digit();
    if folded.chars().filter(|letter| is_digit(*letter)).count() > DIGITS {
        return false;
    }
    let letters = folded.replace(is_digit, "");
    let middle = folded.trim_matches(is_digit);
    let meant: String = middle.chars().map(letter_meant).collect();
    [letters.as_str(), &meant]
        .iter()
        .any(|word| WORDS.contains(word))
}

/// Bytes of a hash in the list of leaked passwords: too few to meet one by chance.
const HASH: usize = 6;

/// Those of the million passwords that leaked most often which the rules would allow, in lower case, as the beginnings
/// of their SHA-256, sorted (`scripts/leaked-passwords.mjs`).
static LEAKED: &[u8] = include_bytes!("leaked_passwords.bin");

/// Whether this password was in use elsewhere and leaked, in whatever case.
pub fn is_leaked(password: &str) -> bool {
    let hash = Sha256::digest(password.to_lowercase());
    let (known, _) = LEAKED.as_chunks::<HASH>();
    hash.first_chunk::<HASH>()
        .is_some_and(|start| known.binary_search(start).is_ok())
}

/// The letter that a digit inside a word stands for.
fn letter_meant(digit: char) -> char {
    match digit {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_speaks_for_itself() {
        assert!(password_faults("Larkspur2026").is_empty());
        assert_eq!(password_faults(""), [texts::PASSWORD_REQUIRED]);
        assert_eq!(password_faults("Sal2026"), [texts::PASSWORD_LENGTH]);
        assert_eq!(password_faults("salal2026"), [texts::PASSWORD_UPPER]);
        assert_eq!(password_faults("SALAL2026"), [texts::PASSWORD_LOWER]);
        assert_eq!(password_faults("SalalSalal"), [texts::PASSWORD_DIGIT]);
        assert_eq!(password_faults("Salal-2026"), [texts::PASSWORD_ALPHABET]);
        assert_eq!(password_faults(&"Aa1".repeat(22)), [texts::PASSWORD_LENGTH]);
    }

    #[test]
    fn what_is_tried_first_is_refused() {
        for known in [
            "Password1",
            "P4ssw0rd1",
            "Welcome2026",
            "Salal2026",
            "1q2w3e4R",
            "Vancouver604",
            "Aa123456",
            "2026Summer",
        ] {
            assert_eq!(
                password_faults(known),
                [texts::PASSWORD_WELL_KNOWN],
                "{known}"
            );
        }
        for own in [
            "Salal2026demo",
            "Saltspray2026",
            "Summer58213947",
            "Kelp4Anchor",
        ] {
            assert!(password_faults(own).is_empty(), "{own}");
        }
    }

    #[test]
    fn what_leaked_elsewhere_is_refused() {
        for leaked in ["Turkey50", "Babylon5", "Phoenix1", "Zaq12wsx", "pHOENIX1"] {
            assert!(!is_well_known(leaked), "{leaked}");
            assert_eq!(
                password_faults(leaked),
                [texts::PASSWORD_WELL_KNOWN],
                "{leaked}"
            );
        }
        let (known, rest) = LEAKED.as_chunks::<HASH>();
        assert!(rest.is_empty() && known.is_sorted() && known.len() > 40_000);
    }

    #[test]
    fn words_are_in_lower_case_letters() {
        let odd: Vec<_> = WORDS
            .iter()
            .filter(|word| !word.bytes().all(|byte| byte.is_ascii_lowercase()))
            .collect();
        assert!(odd.is_empty(), "{odd:?}");
        assert!(WORDS.len() > 900);
    }
}

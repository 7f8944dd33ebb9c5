//! What a password must be made of (decision 91: the contract's alphabet, as written).
//!
//! How it is stored, and whether it is a well-known one, is not decided here.

use crate::texts::registration as texts;

/// Shortest password, in characters (constant password.length.min).
pub const SHORTEST_PASSWORD: usize = 8;
/// Longest password, in characters.
pub const LONGEST_PASSWORD: usize = 64;

/// Everything that is wrong with `password`, in the words shown to the user; empty when it is fine.
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
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_speaks_for_itself() {
        assert!(password_faults("Salal2026").is_empty());
        assert_eq!(password_faults(""), [texts::PASSWORD_REQUIRED]);
        assert_eq!(password_faults("Sal2026"), [texts::PASSWORD_LENGTH]);
        assert_eq!(password_faults("salal2026"), [texts::PASSWORD_UPPER]);
        assert_eq!(password_faults("SALAL2026"), [texts::PASSWORD_LOWER]);
        assert_eq!(password_faults("SalalSalal"), [texts::PASSWORD_DIGIT]);
        assert_eq!(password_faults("Salal-2026"), [texts::PASSWORD_ALPHABET]);
        assert_eq!(password_faults(&"Aa1".repeat(22)), [texts::PASSWORD_LENGTH]);
    }
}

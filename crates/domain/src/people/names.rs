// SPDX-License-Identifier: AGPL-3.0-or-later

//! Names of people, in any script.
//!
//! Only control characters and lengths are refused.

use unicode_normalization::UnicodeNormalization;

use crate::unseen::hides;

/// Maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 100;

/// The name as stored: composed, trimmed, with single spaces. `None` when it is empty, longer than
/// [`LONGEST_NAME`] or contains control characters.
pub fn parse_name(text: &str) -> Option<String> {
    one_line(text, LONGEST_NAME)
}

/// One line of free text under the same rules, of at most `longest` characters.
pub fn one_line(text: &str, longest: usize) -> Option<String> {
    let text: String = text.trim().nfc().collect();
    if hides(&text) || text.chars().any(char::is_control) {
        return None;
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = text.chars().count();
    (1..=longest).contains(&length).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_script_are_kept() {
        for name in [
            "Anne-Marie",
            "O’Neil",
            "王小明",
            "Zoë",
            "ਸਿੰਘ",
            "Nguyễn",
            "Q",
        ] {
            assert_eq!(parse_name(name).as_deref(), Some(name));
        }
        assert_eq!(parse_name("  Mary   Ann ").as_deref(), Some("Mary Ann"));
    }

    #[test]
    fn empty_long_and_controlling_names_are_refused() {
        assert_eq!(parse_name(""), None);
        assert_eq!(parse_name(" \u{a0} "), None);
        assert_eq!(parse_name("a\nb"), None);
        assert_eq!(parse_name("a\0"), None);
        assert_eq!(parse_name("a\u{202e}b"), None);
        assert_eq!(parse_name(&"é".repeat(101)), None);
        assert!(parse_name(&"é".repeat(100)).is_some());
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Normalizes texts for comparison: without case, accents and punctuation.

// cspell:ignoreRegExp rust-string

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// `text` decomposed, without marks, in lower case, with every run of punctuation and white space as one
/// space. `%` and `_` are kept: they are literal here, not wildcards.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return fold_ascii(text);
    }
    let mut folded = String::with_capacity(text.len());
    let mut gap = false;
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        for letter in letter.to_lowercase() {
            if letter.is_alphanumeric() || letter == '%' || letter == '_' {
                if gap && !folded.is_empty() {
                    folded.push(' ');
                }
                gap = false;
                match letter {
                    'ß' => folded.push_str("ss"),
                    'ø' => folded.push('o'),
                    'æ' => folded.push_str("ae"),
                    'œ' => folded.push_str("oe"),
                    'ł' => folded.push('l'),
                    letter => folded.push(letter),
                }
            } else if !is_combining_mark(letter) {
                gap = true;
            }
        }
    }
    folded
}

/// The same for most texts, which have nothing to decompose.
fn fold_ascii(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut gap = false;
    for letter in text.bytes() {
        if letter.is_ascii_alphanumeric() || letter == b'%' || letter == b'_' {
            if gap && !folded.is_empty() {
                folded.push(' ');
            }
            gap = false;
            folded.push(char::from(letter.to_ascii_lowercase()));
        } else {
            gap = true;
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_meet() {
        assert_eq!(fold("CRÈME"), "creme");
        assert_eq!(fold("  Tylenol® No.3 "), "tylenol no 3");
        assert_eq!(fold("½ strength"), fold("1/2 strength"));
        assert_eq!(fold("2% w/w"), "2% w w");
        assert_eq!(fold("a_b"), "a_b");
        assert_eq!(fold("---"), "");
        assert_eq!(fold("O'Neil"), "o neil");
        assert_eq!(fold("Straße"), "strasse");
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn plain_letters_fold_as_all_do(text in "[ -~\\t\\n]{0,40}") {
            // A letter of another alphabet at the end takes the long way.
            let short = format!("{} ж", fold(&text));
            prop_assert_eq!(short.trim_start(), fold(&format!("{text} ж")));
        }
    }
}

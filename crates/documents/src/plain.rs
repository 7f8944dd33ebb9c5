// SPDX-License-Identifier: AGPL-3.0-or-later

//! Makes any text safe to print: unambiguous, with nothing hidden, and within its column.
//!
//! This is not validation: `domain` decides what may be entered.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::fonts;

/// A longer run without a space may be broken (characters).
const LONGEST_WORD: usize = 24;
/// Characters between possible breaks.
const PIECE: usize = 8;

/// Cleans every string inside `value`.
pub(crate) fn clean_all(value: &mut Value) {
    match value {
        Value::String(text) => *text = clean(text),
        Value::Array(items) => items.iter_mut().for_each(clean_all),
        Value::Object(fields) => fields.values_mut().for_each(clean_all),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Composed characters, no controls, no marks that change the reading direction (they could show `100` for
/// `001`), unprintable characters as their code, and possible breaks in very long words.
pub(crate) fn clean(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut run = 0;
    for character in text.nfc() {
        match character {
            '\n' => plain.push('\n'),
            '\t' | '\r' | '\u{2028}' | '\u{2029}' => plain.push(' '),
            _ if is_hidden(character) => continue,
            _ if character.is_whitespace() || fonts::can_print(character) => plain.push(character),
            _ => plain.push_str(&stand_in(character)),
        }
        run = if character.is_whitespace() {
            0
        } else {
            run + 1
        };
        if run > LONGEST_WORD && run % PIECE == 0 {
            plain.push('\u{200B}');
        }
    }
    plain
}

/// The plain form of a character missing in all fonts (`₂` as `2`), or its code.
fn stand_in(character: char) -> String {
    let plain: String = std::iter::once(character).nfkc().collect();
    if plain.chars().all(fonts::can_print) {
        plain
    } else {
        format!("[U+{:04X}]", u32::from(character))
    }
}

/// Controls, direction marks, joiners, selectors and tags: invisible on paper.
fn is_hidden(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t' | '\r'))
        || matches!(
            character,
            '\u{00AD}'
                | '\u{034F}'
                | '\u{061C}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_stays_as_it_is() {
        for text in [
            "",
            "Take 1 tablet (500 mg) – twice a day.",
            "#[x] *y* \"",
            "Zoë O’Brien",
            "陈 大文",
            "a\nb",
        ] {
            assert_eq!(clean(text), text);
        }
    }

    #[test]
    fn nothing_hidden_reaches_the_page() {
        assert_eq!(clean("5\u{202E}00\u{202C} mg\u{0}"), "500 mg");
        assert_eq!(clean("a\tb\r\nc"), "a b \nc");
    }

    #[test]
    fn decomposed_letters_are_composed_and_unprintable_ones_named() {
        assert_eq!(clean("Cafe\u{301}"), "Café");
        assert_eq!(clean("x\u{10FFFD}"), "x[U+10FFFD]");
        assert_eq!(clean("H₂O"), "H2O");
    }

    #[test]
    fn an_endless_word_can_be_broken() {
        let broken = clean(&"x".repeat(100));
        assert_eq!(broken.matches('\u{200B}').count(), 9);
        assert_eq!(broken.replace('\u{200B}', ""), "x".repeat(100));
    }
}

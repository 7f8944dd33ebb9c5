// SPDX-License-Identifier: AGPL-3.0-or-later

//! Invisible characters: a text of them alone is empty, and between others they can make a text look
//! different from what is stored and printed.

/// The message for a text with hidden characters.
pub const HIDDEN: &str =
    "This text has hidden characters. Please type it again instead of pasting it.";

/// Soft hyphens, joiners, direction marks, line separators that are not displayed, and the like.
pub const fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{fe00}'..='\u{fe0f}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{e0fff}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
    )
}

/// Trims white space, control characters and invisible characters; empty if nothing is visible.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|letter: char| {
        letter.is_whitespace() || letter.is_control() || is_unseen(letter)
    })
}

/// Whether a text contains something invisible that a printer may act on: control characters except new lines
/// and tabs, and invisible characters. Joiners between letters and variation selectors after one are allowed,
/// because scripts and emoji need them.
pub fn hides(text: &str) -> bool {
    hidden(text).next().is_some()
}

/// The text without hidden characters, for texts that are not printed: text pasted from a word processor
/// often contains them, and users cannot see what to correct. Control characters are kept, to be refused.
pub fn without_hidden(text: &str) -> String {
    let mut places = hidden(text).peekable();
    text.char_indices()
        .filter(|(at, letter)| places.next_if_eq(at).is_none() || letter.is_control())
        .map(|(_, letter)| letter)
        .collect()
}

/// The positions of hidden characters, as byte offsets.
fn hidden(text: &str) -> impl Iterator<Item = usize> {
    let mut before = ' ';
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (at, letter) = letters.next()?;
        let after = letters.peek().map_or(' ', |(_, letter)| *letter);
        let is_hidden = is_hidden(before, letter, after);
        before = letter;
        Some(is_hidden.then_some(at))
    })
    .flatten()
}

fn is_hidden(before: char, letter: char, after: char) -> bool {
    let shown = |side: char| !side.is_ascii() && !is_unseen(side);
    // Only a variation selector may come between the two.
    let chosen = matches!(before, '\u{fe00}'..='\u{fe0f}');
    match letter {
        '\u{200c}' | '\u{200d}' => !((shown(before) || chosen) && shown(after)),
        '\u{fe00}'..='\u{fe0f}' => !shown(before),
        '\n' | '\t' | '\r' => false,
        letter => letter.is_control() || is_unseen(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_nobody_sees_is_empty() {
        for text in [
            "",
            " ",
            "\u{200b}",
            "\u{200b}\u{200b} \u{feff}\n",
            "\u{2800}",
            "\u{3164}",
            "\u{7}",
        ] {
            assert_eq!(trim(text), "", "{text:?}");
        }
        assert_eq!(trim("\u{200b} lost it\u{200e} "), "lost it");
    }

    #[test]
    fn what_is_hidden_between_letters_is_found() {
        for text in [
            "a\u{202e}b",
            "10\u{200b}0 mg",
            "a\u{0}b",
            "\u{1b}[31m",
            "x\u{ad}y",
            "a\u{200d}b",
            "\u{2066}a",
            "a\u{e0041}b",
            "a\u{e000}b",
            "1\u{fe0f}0 mg",
        ] {
            assert!(hides(text), "{text:?}");
            assert!(
                !hides(&without_hidden(text)) || text.contains(char::is_control),
                "{text:?}"
            );
        }
        assert_eq!(without_hidden("10\u{200b}0\u{202e} mg\n"), "100 mg\n");
        for text in [
            "Zoë’s, 50 %\n\ttwice",
            "می\u{200c}خواهم",
            "👩\u{200d}⚕️",
            "ਸਿੰਘ",
            "a\r\nb",
        ] {
            assert!(!hides(text), "{text:?}");
            assert_eq!(without_hidden(text), text);
        }
    }
}

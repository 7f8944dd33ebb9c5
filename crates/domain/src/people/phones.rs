// SPDX-License-Identifier: AGPL-3.0-or-later

//! North American telephone numbers (spec 000 section 5).
//!
//! Numbers are verified elsewhere, by a code.

/// Ten digits of a North American number written with brackets, dashes, dots or spaces,
/// with or without a leading `1` or `+1`. `None` when it is not one.
pub fn parse_phone(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix('+').map_or(text, |rest| rest);
    let mut digits = String::with_capacity(11);
    for letter in text.chars() {
        match letter {
            '0'..='9' => digits.push(letter),
            '(' | ')' | '-' | '.' | ' ' | '\u{a0}' | '\u{2011}' | '\u{2013}' => {}
            _ => return None,
        }
    }
    if digits.len() == 11 && digits.starts_with('1') {
        digits.remove(0);
    }
    is_north_american(&digits).then_some(digits)
}

/// A number with an extension, such as `604-555-0142 ext. 12`, `x12`, `#12` or `poste 12`: the part before,
/// and the digits to dial after it. `None` when there is no extension of one to six digits.
pub fn parse_extension(text: &str) -> Option<(&str, String)> {
    let lower = text.to_ascii_lowercase();
    let words = ["extension", "poste", "ext", "x", "#"];
    let (at, word) = words
        .into_iter()
        .find_map(|word| lower.find(word).map(|at| (at, word)))?;
    let digits = lower[at + word.len()..].trim_matches([' ', '.', ':', '#', '\u{a0}']);
    let is_whole = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_whole.then(|| {
        let number = text[..at].trim_end_matches([' ', ',', ';', '(', '\u{a0}']);
        (number, digits.to_owned())
    })
}

/// Ten digits whose area code and exchange begin with 2 to 9.
pub(crate) fn is_north_american(digits: &str) -> bool {
    let bytes = digits.as_bytes();
    bytes.len() == 10
        && bytes.iter().all(u8::is_ascii_digit)
        && (b'2'..=b'9').contains(&bytes[0])
        && (b'2'..=b'9').contains(&bytes[3])
}

/// `604-555-0142` from ten digits (constant phone.display); other texts are unchanged.
pub fn display_phone(digits: &str) -> String {
    if is_north_american(digits) {
        format!("{}-{}-{}", &digits[..3], &digits[3..6], &digits[6..])
    } else {
        digits.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn usual_ways_of_writing_agree() {
        for text in [
            "6045550142",
            "604-555-0142",
            "(604) 555-0142",
            "604.555.0142",
            "1 604 555 0142",
            "+1 604 555 0142",
        ] {
            assert_eq!(parse_phone(text).as_deref(), Some("6045550142"), "{text}");
        }
    }

    #[test]
    fn extensions_stand_behind_the_number() {
        for (text, extension) in [
            ("604-555-0142 ext. 12", "12"),
            ("604-555-0142 Ext 12", "12"),
            ("(604) 555-0142 x12", "12"),
            ("6045550142#7", "7"),
            ("604-555-0142, extension 1234", "1234"),
            ("604-555-0142 poste 9", "9"),
        ] {
            let (number, found) = parse_extension(text).expect(text);
            assert_eq!(found, extension, "{text}");
            assert_eq!(parse_phone(number).as_deref(), Some("6045550142"), "{text}");
        }
        for text in [
            "",
            "604-555-0142",
            "604-555-0142 ext",
            "604-555-0142 x12a",
            "604-555-0142 x1234567",
        ] {
            assert_eq!(parse_extension(text), None, "{text}");
        }
    }

    #[test]
    fn other_numbers_are_refused() {
        for text in [
            "",
            "555-0142",
            "104-555-0142",
            "604-155-0142",
            "60455501422",
            "604-555-014x",
            "+44 20 7946 0958",
        ] {
            assert_eq!(parse_phone(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_can_be_read_again(digits in "[2-9][0-9]{2}[2-9][0-9]{6}") {
            prop_assert_eq!(parse_phone(&display_phone(&digits)), Some(digits));
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Canadian postal codes.

// cspell:ignore dfioqu dfioquwz

/// `A1A 1A1` in capitals, from a code with or without the space. `None` when it is invalid.
pub fn parse_postal_code(text: &str) -> Option<String> {
    let letters: Vec<char> = text
        .trim()
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '-' | '\u{a0}'))
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    if letters.len() != 6 {
        return None;
    }
    for (place, letter) in letters.iter().enumerate() {
        let fits = match place {
            // Canada Post never uses D, F, I, O, Q and U, nor W and Z at the front.
            0 => letter.is_ascii_uppercase() && !"DFIOQUWZ".contains(*letter),
            2 | 4 => letter.is_ascii_uppercase() && !"DFIOQU".contains(*letter),
            _ => letter.is_ascii_digit(),
        };
        if !fits {
            return None;
        }
    }
    let (front, back) = letters.split_at(3);
    Some(front.iter().chain(&[' ']).chain(back).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_written_one_way() {
        for text in ["V5K 0A1", "v5k0a1", " V5K-0A1 "] {
            assert_eq!(parse_postal_code(text).as_deref(), Some("V5K 0A1"));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "V5K 0A", "V5K 0A11", "5VK 0A1", "D5K 0A1", "V5O 0A1", "90210", "V5K 0É1",
        ] {
            assert_eq!(parse_postal_code(text), None, "{text}");
        }
    }
}

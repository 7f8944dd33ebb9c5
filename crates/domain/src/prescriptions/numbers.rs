// SPDX-License-Identifier: AGPL-3.0-or-later

//! Numbers in words, printed beside the figures so that neither can be altered alone.

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// Whether a word begins a number above one: `two`, `ninety`, `hundred`.
pub(super) fn begins_number_above_one(word: &str) -> bool {
    SMALL[2..].contains(&word)
        || TENS[2..].contains(&word)
        || matches!(word, "hundred" | "thousand")
}

/// `one hundred and twenty-five` for 125.
pub fn number_words(number: u32) -> String {
    let (thousands, rest) = (number / 1000, number % 1000);
    let (millions, thousands) = (thousands / 1000, thousands % 1000);
    let mut parts = Vec::new();
    if millions > 0 {
        // A u32 has at most 4,294 millions.
        parts.push(format!("{} million", number_words(millions)));
    }
    if thousands > 0 {
        parts.push(format!("{} thousand", below_thousand(thousands)));
    }
    if rest > 0 || parts.is_empty() {
        let and = if !parts.is_empty() && rest < 100 {
            "and "
        } else {
            ""
        };
        parts.push(format!("{and}{}", below_thousand(rest)));
    }
    parts.join(" ")
}

fn below_thousand(number: u32) -> String {
    let (hundreds, rest) = (number / 100, number % 100);
    if hundreds == 0 {
        below_hundred(rest)
    } else if rest == 0 {
        format!("{} hundred", word(&SMALL, hundreds))
    } else {
        format!(
            "{} hundred and {}",
            word(&SMALL, hundreds),
            below_hundred(rest)
        )
    }
}

fn below_hundred(number: u32) -> String {
    if number < 20 {
        word(&SMALL, number).to_owned()
    } else if number.is_multiple_of(10) {
        word(&TENS, number / 10).to_owned()
    } else {
        format!("{}-{}", word(&TENS, number / 10), word(&SMALL, number % 10))
    }
}

fn word(words: &[&'static str], index: u32) -> &'static str {
    words[index as usize]
}

/// A number written in digits, in words: `2.5` is `two point five`. `None` when it is not such a number.
pub(super) fn figures_words(figures: &str) -> Option<String> {
    let (whole, decimals) = figures.split_once('.').unwrap_or((figures, ""));
    let mut words = number_words(whole.parse().ok()?);
    if !decimals.is_empty() {
        words.push_str(" point");
        for digit in decimals.chars() {
            words.push(' ');
            words.push_str(word(&SMALL, digit.to_digit(10)?));
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spelled() {
        for (number, words) in [
            (0, "zero"),
            (13, "thirteen"),
            (20, "twenty"),
            (45, "forty-five"),
            (90, "ninety"),
            (100, "one hundred"),
            (180, "one hundred and eighty"),
            (1000, "one thousand"),
            (1005, "one thousand and five"),
            (1800, "one thousand eight hundred"),
            (2_000_001, "two million and one"),
        ] {
            assert_eq!(number_words(number), words);
        }
        assert!(
            number_words(u32::MAX).starts_with("four thousand two hundred and ninety-four million")
        );
        assert_eq!(figures_words("2.5").as_deref(), Some("two point five"));
        assert_eq!(figures_words("x"), None);
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Written forms that pharmacies have misread with harm: `5.0` as 50, `.5` as 5, `10U` as 100 (ISMP Canada's
//! list of dangerous abbreviations). Refused at signing; a patient may ask in any words.
//!
//! Not in the table: words that mean something else in English or French (`as`, `ad`, `ou`, `au`), and `hs`,
//! which pharmacies in British Columbia read every day without harm.

// cspell:ignoreRegExp rust-string

/// Written form, replacement, source.
const TABLE: &str = include_str!("error_prone.csv");
/// Rows that are refused only beside a number: alone they are letters.
const AFTER_NUMBER: &[&str] = &["u", "iu", "cc", "µg", "ug"];

/// What to write instead, as a sentence; `None` for a text without such forms.
pub(super) fn error_prone(text: &str) -> Option<String> {
    bad_number(text).or_else(|| bad_word(text))
}

/// `5.0` and `.5`.
fn bad_number(text: &str) -> Option<String> {
    // A point within words ends a sentence: "with food.2 hours later".
    let naked = text.split_whitespace().find_map(|word| {
        let decimals = word.trim_start_matches('(').strip_prefix('.')?;
        let end = decimals
            .find(|one: char| !one.is_ascii_digit())
            .unwrap_or(decimals.len());
        (end > 0).then(|| &decimals[..end])
    });
    if let Some(decimals) = naked {
        return Some(format!("Write 0.{decimals}, with a zero before the point."));
    }
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
    text.split(|letter| !is_part(letter)).find_map(|run| {
        let number = run.trim_matches(['.', ',']);
        let (whole, decimals) = number.split_once('.')?;
        (!decimals.is_empty() && decimals.bytes().all(|digit| digit == b'0'))
            .then(|| format!("Write {whole}, without a zero after the point."))
    })
}

fn bad_word(text: &str) -> Option<String> {
    // The micro sign and the Greek letter are one.
    let text = text.to_lowercase().replace('\u{3bc}', "\u{b5}");
    let words: Vec<&str> = text
        .split(|letter: char| {
            letter.is_whitespace() || matches!(letter, ',' | ';' | ':' | '(' | ')')
        })
        .filter(|word| !word.is_empty())
        .collect();
    let is_figure = |word: &str| word.ends_with(|letter: char| letter.is_ascii_digit());
    words.iter().enumerate().find_map(|(at, word)| {
        // `10U` and `50µg/h`: the letters after a number are a word.
        let figures = word.len()
            - word
                .trim_start_matches(|one: char| one.is_ascii_digit() || matches!(one, '.' | '-'))
                .len();
        let (number, letters) = word.split_at(figures);
        let follows = is_figure(number) || (at > 0 && is_figure(words[at - 1]));
        let unit = letters.split('/').next().unwrap_or(letters);
        TABLE.lines().skip(1).find_map(|row| {
            let mut cells = row.split(',');
            let (written, replacement) = (cells.next()?, cells.next()?);
            let is_same = |word: &str| {
                word.trim_end_matches('.') == written.trim_end_matches('.') && !word.is_empty()
            };
            let is_found = if AFTER_NUMBER.contains(&written) {
                follows && is_same(unit)
            } else {
                is_same(word)
            };
            is_found.then(|| {
                format!(
                    "Write “{replacement}”, not “{}”: it is misread.",
                    unit_of(written)
                )
            })
        })
    })
}

/// As people write it.
fn unit_of(written: &str) -> String {
    if written.ends_with('g') || written == "cc" {
        written.to_owned()
    } else {
        written.to_uppercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_are_misread_are_found() {
        for (text, says) in [
            ("5.0 mg", "Write 5,"),
            ("5.00", "Write 5,"),
            (".5 mg", "Write 0.5"),
            ("take .25", "Write 0.25"),
            ("10U", "units"),
            ("10 u at night", "units"),
            ("10 IU", "units"),
            ("50µg", "mcg"),
            ("50 μg", "mcg"),
            ("50 ug/h", "mcg"),
            ("5cc", "mL"),
            ("QD", "once a day"),
            ("q.d.", "once a day"),
            ("QOD", "every other day"),
            ("q.o.d.", "every other day"),
            ("OD", "once a day"),
            ("MgSO4 500", "magnesium sulfate"),
            ("MSO4", "morphine sulfate"),
        ] {
            let found = error_prone(text).unwrap_or_default();
            assert!(found.contains(says), "{text}: {found}");
        }
        for text in [
            "5 mg",
            "0.5 mg",
            "10 units",
            "2.50 mL",
            "1.05 mg",
            "10.",
            "1,000",
            "twice a day. 2 in the morning",
            "if u need",
            "one tablet",
            "as needed",
            "every other day",
            "50 mcg",
            "at bedtime (hs)",
            "day 1...5",
            "version 2.0.1",
            "with food.2 hours later",
            "wait...5 minutes",
        ] {
            let found = error_prone(text);
            assert!(found.is_none() || text == "day 1...5", "{text}: {found:?}");
        }
    }

    #[test]
    fn every_row_has_a_replacement_and_a_source() {
        for row in TABLE.lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            assert_eq!(cells.len(), 3, "{row}");
            assert!(cells.iter().all(|cell| !cell.is_empty()), "{row}");
        }
    }
}

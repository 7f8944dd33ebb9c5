// SPDX-License-Identifier: AGPL-3.0-or-later

//! The name of a drug as printed on a label: title case, whatever the register's capitals, with abbreviations
//! kept (design: drug names in title case).
//!
//! The web's counterpart is `web/src/ui/drugName.ts`; both are tested with `wording_cases.json`.

// cspell:ignore avec oréal

/// Words kept in capitals though they could be read as words. Words without a vowel always are.
const CAPITALS: &[&str] = &[
    "ASA", "ODT", "ER", "IR", "EC", "LA", "HFA", "UV", "UVA", "UVB", "AQ", "II", "III", "IV", "VI",
    "IM", "IU", "USP", "EMLA", "OD", "AC", "AF", "CO", "ACTH", "OROS", "AIDS",
];
/// Words with a special spelling.
const SPELLED: &[(&str, &str)] = &[("HCL", "HCl"), ("KCL", "KCl"), ("NACL", "NaCl")];
/// Small words, in English and French, unless they are first.
const SMALL: &[&str] = &[
    "AND", "OF", "WITH", "FOR", "IN", "TO", "THE", "BY", "DE", "DU", "DES", "ET", "EN", "LES",
    "POUR", "AVEC", "SANS", "À",
];
/// Units, after a number.
const UNITS: &[(&str, &str)] = &[
    ("MG", "mg"),
    ("MCG", "mcg"),
    ("G", "g"),
    ("GM", "g"),
    ("KG", "kg"),
    ("ML", "mL"),
    ("L", "L"),
    ("UNIT", "units"),
    ("UNITS", "units"),
    ("MEQ", "mEq"),
    ("MMOL", "mmol"),
];

/// `APO-METFORMIN 500MG` as `Apo-Metformin 500 mg`. A word with a lower-case letter is kept as written.
pub fn drug_name(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 4);
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        if !first.is_alphabetic() {
            text.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let end = rest
            .find(|letter: char| !(letter.is_alphabetic() || matches!(letter, '\'' | '’')))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        push_word(&mut text, word, after);
        rest = after;
    }
    text
}

fn push_word(text: &mut String, word: &str, after: &str) {
    let touches_digit = text.ends_with(|one: char| one.is_ascii_digit());
    // The digits of a code, as in `AX275G`, are not a number.
    let numeral = text.trim_end_matches(' ');
    let before =
        numeral.trim_end_matches(|one: char| one.is_ascii_digit() || matches!(one, '.' | ','));
    let follows_number = numeral.ends_with(|one: char| one.is_ascii_digit())
        && !before.ends_with(char::is_alphabetic);
    let per = text.ends_with('/') && text.bytes().any(|byte| byte.is_ascii_digit());
    let next_is_digit = after.starts_with(|one: char| one.is_ascii_digit());
    if (follows_number || per)
        && !next_is_digit
        && let Some((_, unit)) = UNITS.iter().find(|(capitals, _)| *capitals == word)
    {
        if touches_digit {
            text.push(' ');
        }
        text.push_str(unit);
    } else if touches_digit || next_is_digit {
        // `2IN1`, `B12` and `24H` are kept.
        text.push_str(word);
    } else {
        // The apostrophe separates in `L'ORÉAL`, not in `WOMEN'S`.
        let is_first = text.is_empty();
        match word.split_once(['\'', '’']) {
            Some((article, rest)) if article.chars().count() == 1 && !rest.is_empty() => {
                let mark = &word[article.len()..word.len() - rest.len()];
                let article = if is_first {
                    article.to_owned()
                } else {
                    lower(article)
                };
                text.push_str(&format!("{article}{mark}{}", cased(rest, true)));
            }
            _ => text.push_str(&cased(word, is_first)),
        }
    }
}

fn cased(word: &str, is_first: bool) -> String {
    if word.chars().any(char::is_lowercase) {
        return word.to_owned();
    }
    if let Some((_, spelled)) = SPELLED.iter().find(|(capitals, _)| *capitals == word) {
        return (*spelled).to_owned();
    }
    if !is_first && SMALL.contains(&word) {
        return lower(word);
    }
    let is_vowel = |letter: char| !letter.is_ascii() || "AEIOUY".contains(letter);
    if word.chars().count() == 1 || CAPITALS.contains(&word) || !word.chars().any(is_vowel) {
        return word.to_owned();
    }
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        format!("{first}{}", lower(letters.as_str()))
    })
}

fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(serde::Deserialize)]
    struct Cases {
        names: Vec<[String; 2]>,
    }

    #[test]
    fn the_table_of_cases_holds() {
        let cases: Cases = serde_json::from_str(include_str!("wording_cases.json")).unwrap();
        for [name, label] in &cases.names {
            assert_eq!(&drug_name(name), label, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_name_on_a_label_stays_as_it_is(name in "[A-ZÉ0-9 /()%.-]{0,30}") {
            let once = drug_name(&name);
            prop_assert_eq!(drug_name(&once), once);
        }

        #[test]
        fn nothing_but_case_and_room_before_a_unit_changes(name in "\\PC{0,30}") {
            let plain = |text: &str| lower(text).split_whitespace().collect::<String>().replace("units", "unit").replace("gm", "g");
            prop_assert_eq!(plain(&drug_name(&name)), plain(&name));
        }
    }
}

//! An amount to dispense that stands in free words, as in `dispense 500`. The sheet prints one quantity, in
//! figures and in words, which was reckoned or which a doctor typed (decision 159); directions that give
//! another leave the pharmacist to choose.

use super::numbers::begins_number_above_one;

/// Words after which an amount stands.
const BEFORE: &[&str] = &[
    "#",
    "disp",
    "dispense",
    "dispensed",
    "dispenser",
    "mitte",
    "qte",
    "qty",
    "quantite",
    "quantity",
    "quantité",
    "remettre",
    "supply",
];
/// What may stand between such a word and the amount.
const BETWEEN: &[&str] = &[
    "of", "is", "to", "only", "exactly", "a", "total", "de", "up", "about",
];
/// What makes a number something else than the quantity: a time, a dose a day, a part of the whole.
const AFTER: &[&str] = &[
    "a", "at", "daily", "day", "days", "each", "every", "fois", "jour", "jours", "mcg", "mg",
    "min", "minutes", "mois", "month", "months", "par", "per", "semaine", "semaines", "time",
    "times", "week", "weekly", "weeks",
];
/// Words after which a large number is an amount, and a small one a dose: `give 90`.
const BEFORE_LARGE: &[&str] = &["give", "m", "total"];
/// What is counted: a large number of them is an amount.
const COUNTED: &[&str] = &[
    "cap",
    "caplets",
    "caps",
    "capsules",
    "comprimes",
    "comprimés",
    "gelules",
    "gélules",
    "pills",
    "tab",
    "tablets",
    "tabs",
];
/// No dose has so many pieces.
const LARGE: u32 = 28;

/// The words that give an amount, e.g. `dispense 500`, as they were typed but in small letters.
pub(super) fn amount_in_words(text: &str) -> Option<String> {
    let words = words(text);
    (0..words.len()).find_map(|at| after_its_word(&words, at).or_else(|| large(&words, at)))
}

/// `dispense 500`, `qty of 30`, `give 90`.
fn after_its_word(words: &[String], at: usize) -> Option<String> {
    let is_large_alone = BEFORE_LARGE.contains(&words[at].as_str());
    if !is_large_alone && !BEFORE.contains(&words[at].as_str()) {
        return None;
    }
    let between = words[at + 1..]
        .iter()
        .take_while(|word| BETWEEN.contains(&word.as_str()))
        .count();
    let number = at + 1 + between;
    let is_number = |word: &str| {
        let large = || word.parse().is_ok_and(|number: u32| number >= LARGE);
        let figures = word.starts_with(|letter: char| letter.is_ascii_digit());
        let hundreds = word == "one"
            && words
                .get(number + 1)
                .is_some_and(|next| matches!(next.as_str(), "hundred" | "thousand"));
        large() || (!is_large_alone && (figures || hundreds || begins_number_above_one(word)))
    };
    let mut after = words.iter().skip(number);
    if !after.next().is_some_and(|word| is_number(word)) {
        return None;
    }
    // `30 tablets at a time`: what is counted may stand before it.
    let is_other = after.take(2).any(|word| AFTER.contains(&word.as_str()));
    (!is_other).then(|| words[at..=number].join(" "))
}

/// `90 tablets`.
fn large(words: &[String], at: usize) -> Option<String> {
    let [number, of, rest @ ..] = &words[at..] else {
        return None;
    };
    let is_amount = number.parse().is_ok_and(|number: u32| number >= LARGE)
        && COUNTED.contains(&of.as_str())
        && !rest
            .first()
            .is_some_and(|word| AFTER.contains(&word.as_str()));
    is_amount.then(|| format!("{number} {of}"))
}

/// The words that speak of refills, e.g. `refill 5`: their number is printed in its own place, and one in the
/// directions says another. That there is none may be said.
pub(super) fn refills_in_words(text: &str) -> Option<String> {
    let words = words(text);
    let is_refill = |word: &str| {
        word.starts_with("refill") || word.starts_with("renouvel") || word == "repeats"
    };
    let at = words.iter().position(|word| is_refill(word))?;
    let near = |at: Option<usize>| at.and_then(|at| words.get(at)).map(String::as_str);
    let (before, after) = (near(at.checked_sub(1)), near(at.checked_add(1)));
    let counts = |word: Option<&str>| {
        word.is_some_and(|word| {
            word.starts_with(|letter: char| letter.is_ascii_digit())
                || begins_number_above_one(word)
                || matches!(
                    word,
                    "one" | "unlimited" | "x" | "for" | "until" | "prn" | "illimite" | "illimité"
                )
        })
    };
    let is_none = matches!(before, Some("no" | "not" | "zero" | "0" | "aucun"));
    let is_said = words[at].ends_with("able") || counts(before) || counts(after);
    (is_said && !is_none).then(|| {
        let from = at - usize::from(counts(before));
        words[from..words.len().min(at + 2)].join(" ")
    })
}

/// Words and numbers apart: `#500` is `#` and `500`, `60g` is `60` and `g`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in text.to_lowercase().chars() {
        let kind = |letter: char| (letter.is_ascii_digit(), letter.is_alphabetic());
        if letter == '#' {
            words.push(letter.to_string());
        } else if letter.is_alphanumeric() {
            match words.last_mut() {
                Some(word) if kind(letter) == kind(last) => word.push(letter),
                _ => words.push(letter.to_string()),
            }
        }
        last = letter;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_found_however_it_is_written() {
        for (text, found) in [
            ("dispense 500", "dispense 500"),
            ("Disp: 500 tabs", "disp 500"),
            ("DISP.#500", "disp # 500"),
            ("#500", "# 500"),
            ("Take with food. Qty = 180.", "qty 180"),
            ("quantity of 60g", "quantity of 60"),
            ("Mitte 90 (ninety)", "mitte 90"),
            ("dispense five hundred tablets", "dispense five"),
            ("Quantité : 90", "quantité 90"),
            ("supply a total of 360 capsules", "supply a total of 360"),
            ("M: 90", "m 90"),
            ("total 270", "total 270"),
            ("give 90 tablets", "give 90"),
            ("100 tablets", "100 tablets"),
            ("quantity one hundred", "quantity one"),
        ] {
            let given = amount_in_words(text);
            assert!(
                given
                    .as_deref()
                    .is_some_and(|given| found.ends_with(given) || given == found),
                "{text}: {given:?}"
            );
        }
    }

    #[test]
    fn refills_are_found_however_they_are_written() {
        for text in [
            "refill 5 times",
            "5 refills",
            "Refills: 3",
            "unlimited repeats",
            "REFILLABLE FOR 1 YEAR",
            "refill x 2",
            "two refills",
            "renouveler 3 fois",
        ] {
            assert!(refills_in_words(text).is_some(), "{text}");
        }
        for text in [
            "no refills",
            "No repeats, see me first",
            "call before the refill is due",
            "may repeat every 5 minutes, 3 times",
            "repeat blood test in 3 months",
            "",
        ] {
            assert_eq!(refills_in_words(text), None, "{text}");
        }
    }

    #[test]
    fn how_it_is_handed_out_and_taken_is_no_amount() {
        for text in [
            "",
            "dispense weekly",
            "dispense 30 days at a time",
            "Dispense 7 tablets at a time",
            "may dispense 1 month",
            "dispense in blister packs of 7",
            "total 500 mg a day",
            "take 2 tablets",
            "quantity 2 per day",
            "a 3 months supply",
            "supply 2 weeks, then see me",
            "Apartment #",
            "give 1 tablet twice a day",
            "at most 2 tablets, 8 tablets a day in total",
            "Give 30 minutes before breakfast",
            "28 tablets each cycle",
        ] {
            assert_eq!(amount_in_words(text), None, "{text}");
        }
    }
}

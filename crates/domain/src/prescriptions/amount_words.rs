// SPDX-License-Identifier: AGPL-3.0-or-later

//! Detects an amount to dispense in free text, as in `dispense 500`. The sheet prints one quantity, in
//! figures and in words, which was computed or typed by a doctor (decision 159); directions with a different
//! one would leave the choice to the pharmacist.

// cspell:ignoreRegExp rust-string

use super::lengths::number_word;
use super::numbers::begins_number_above_one;
use crate::search::fold;

/// Words followed by an amount.
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
/// Words allowed between such a word and the amount.
const BETWEEN: &[&str] = &[
    "of", "is", "to", "only", "exactly", "a", "total", "de", "up", "about",
];
/// What makes a number something other than the quantity: a time, a dose per day, a part of the whole.
const AFTER: &[&str] = &[
    "a", "at", "daily", "day", "days", "each", "every", "fois", "jour", "jours", "mcg", "mg",
    "min", "minutes", "mois", "month", "months", "par", "per", "semaine", "semaines", "time",
    "times", "week", "weekly", "weeks",
];
/// Words after which a large number is an amount, and a small one a dose: `give 90`.
const BEFORE_LARGE: &[&str] = &["give", "m", "total"];
/// Counted units: a large number of them is an amount.
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
/// No dose has this many pieces.
const LARGE: u32 = 28;

/// The text that gives an amount, e.g. `dispense 500`, in lower case.
pub(super) fn amount_in_words(text: &str) -> Option<String> {
    let words = words(text);
    let in_figures =
        (0..words.len()).find_map(|at| after_its_word(&words, at).or_else(|| large(&words, at)));
    in_figures
        .or_else(|| (0..words.len()).find_map(|at| in_another_way(&words, at)))
        .or_else(|| after_its_letter(text))
}

/// Words that multiply a number.
const HUNDREDS: &[&str] = &["hundred", "thousand", "cent", "cents", "mille"];
/// Number words too large for any dose.
const LARGE_WORDS: &[&str] = &[
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
];
/// Packs that a pharmacy dispenses but no one takes several of at once.
const PACKS: &[&str] = &[
    "bottles",
    "boxes",
    "cartons",
    "jars",
    "packs",
    "packages",
    "tubes",
    "inhalers",
    "bouteilles",
    "flacons",
    "boites",
    "boîtes",
];
/// Words that ask to dispense.
const HAND_OUT: &[&str] = &[
    "give",
    "dispense",
    "dispenser",
    "supply",
    "fill",
    "provide",
    "issue",
];
/// Quantities that can be doubled, other than a dose.
const OF_THE_WHOLE: &[&str] = &[
    "quantity",
    "amount",
    "supply",
    "qty",
    "quantite",
    "quantité",
];
/// Words before `no. 604` where it is not an amount.
const NUMBERED: &[&str] = &[
    "call",
    "phone",
    "telephone",
    "tel",
    "fax",
    "room",
    "suite",
    "apt",
    "unit",
    "lot",
    "file",
    "chart",
    "din",
    "phn",
    "id",
    "dossier",
    "rx",
];
/// The longest supply in months that can be dispensed in parts of one fill.
const LONGEST_PART: u64 = 12;

/// `three hundred tablets`, `give 5 bottles`, `24 mos supply`, `give double`.
fn in_another_way(words: &[String], at: usize) -> Option<String> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let until = |end: usize| words[at..words.len().min(end)].join(" ");
    let is_dosed = |from: usize, to: usize| {
        words
            .iter()
            .skip(from)
            .take(to)
            .any(|word| AFTER.contains(&word.as_str()))
    };
    let number: Option<u64> = word(at).parse().ok().or_else(|| number_word(word(at)));
    // A number word too large for any dose.
    if (HUNDREDS.contains(&word(at)) || LARGE_WORDS.contains(&word(at)))
        && let Some(of) = (at + 1..at + 5).find(|of| COUNTED.contains(&word(*of)))
        && words[at + 1..of]
            .iter()
            .all(|between| is_number_word(between))
        && !is_dosed(of + 1, 1)
    {
        let from = at - usize::from(at > 0 && is_number_word(word(at - 1)));
        return Some(words[from..=of].join(" "));
    }
    // A supply longer than one prescription covers.
    if let Some(number) = number {
        let months = match word(at + 1) {
            "mo" | "mos" | "mth" | "mths" | "month" | "months" | "mois" => number,
            "y" | "yr" | "yrs" | "year" | "years" | "an" | "ans" => number.saturating_mul(12),
            "w" | "wk" | "wks" | "week" | "weeks" | "semaines" => number / 4,
            "d" | "day" | "days" | "jours" => number / 30,
            _ => 0,
        };
        let before = at.checked_sub(1).map_or("", word);
        if months >= LONGEST_PART && (word(at + 2) == "supply" || before == "supply") {
            return Some(until(at + 3));
        }
    }
    if !HAND_OUT.contains(&word(at)) {
        return None;
    }
    // Several packs are not a dose.
    let is_several = word(at + 1).parse().is_ok_and(|number: u64| number > 1)
        || begins_number_above_one(word(at + 1));
    if is_several && PACKS.contains(&word(at + 2)) && !is_dosed(at + 3, 4) {
        return Some(until(at + 3));
    }
    if matches!(word(at + 1), "double" | "triple" | "twice") {
        let of = at + 2 + usize::from(word(at + 2) == "the");
        if word(of).is_empty() || OF_THE_WHOLE.contains(&word(of)) {
            return Some(until(of + 1));
        }
    }
    // `lots of 30` divide the fill; a thousand is not a part of it.
    let is_lot = matches!(
        (word(at + 1), word(at + 2), word(at + 3)),
        (
            "in",
            "lots" | "quantities" | "amounts" | "batches" | "increments",
            "of"
        )
    );
    let is_whole = word(at + 4).parse().is_ok_and(|number: u64| number >= 100);
    (is_lot && is_whole && !is_dosed(at + 5, 2)).then(|| until(at + 5))
}

fn is_number_word(word: &str) -> bool {
    word == "one"
        || word == "and"
        || begins_number_above_one(word)
        || number_word(word).is_some()
        || HUNDREDS.contains(&word)
}

/// `D: 400`, which is not a vitamin, and `Q: 90`.
fn after_its_letter(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let words = words(&text);
    ["d", "q"].into_iter().find_map(|letter| {
        let is_said = text.split(|one: char| one.is_whitespace()).any(|word| {
            word.strip_prefix(letter)
                .is_some_and(|rest| rest.starts_with([':', '=']))
        });
        let at = words.iter().position(|word| word == letter)?;
        let number = words.get(at + 1)?;
        let is_large = number.parse().is_ok_and(|number: u32| number >= LARGE);
        let is_other = words.get(at + 2).is_some_and(|word| {
            AFTER.contains(&word.as_str())
                || matches!(word.as_str(), "iu" | "ui" | "units" | "unit")
        });
        (is_said && is_large && !is_other).then(|| format!("{letter} {number}"))
    })
}

/// `dispense 500`, `qty of 30`, `give 90`.
fn after_its_word(words: &[String], at: usize) -> Option<String> {
    let before = at
        .checked_sub(1)
        .map_or("", |before| words[before].as_str());
    // `No. 500` is an amount, `call no. 604` is not.
    let is_no = matches!(words[at].as_str(), "no" | "nos" | "nr") && !NUMBERED.contains(&before);
    let is_large_alone = is_no || BEFORE_LARGE.contains(&words[at].as_str());
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
    // `30 tablets at a time`: the unit may come before it.
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

/// The text about refills, e.g. `refill 5`: their number is printed separately, and directions could
/// contradict it. Saying that there are none is allowed.
pub(super) fn refills_in_words(text: &str) -> Option<String> {
    let words = words(&fold_marks(text));
    (0..words.len()).find_map(|at| refill_at(&words, at))
}

/// Whether a text says that there are none: `No refills`, `not to be refilled`. Of `do not repeat within 2
/// hours` a dose is meant.
pub(super) fn denies_refills(text: &str) -> bool {
    let words = words(&fold_marks(text));
    (1..words.len()).any(|at| {
        let word = words[at].as_str();
        let is_refill =
            word.starts_with("refil") || word.starts_with("renouvel") || word.starts_with("renew");
        let is_none = matches!(
            words[at - 1].as_str(),
            "no" | "non" | "zero" | "0" | "aucun" | "sans" | "without"
        );
        let is_refused = words[at.saturating_sub(3)..at]
            .iter()
            .any(|before| matches!(before.as_str(), "not" | "ne"));
        (is_refill && (is_none || is_refused)) || (word == "repeats" && is_none)
    })
}

/// Without accents; punctuation is kept.
fn fold_marks(text: &str) -> String {
    let plain = |letter: char| {
        let folded = letter.is_alphabetic().then(|| fold(&letter.to_string()));
        folded
            .filter(|one| !one.is_empty())
            .unwrap_or_else(|| letter.to_string())
    };
    text.chars().map(plain).collect()
}

fn is_count(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit()) || begins_number_above_one(word)
}

fn refill_at(words: &[String], at: usize) -> Option<String> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let until = |end: usize| words[at..words.len().min(end)].join(" ");
    let before = at.checked_sub(1).map_or("", word);
    let is_none = matches!(
        before,
        "no" | "not" | "non" | "ne" | "zero" | "0" | "aucun" | "sans"
    );
    let this = word(at);
    // Words about refills, and possible ones.
    let is_refill = this.starts_with("refil")
        || this.starts_with("renouvel")
        || this.starts_with("renew")
        || this == "repeats";
    let is_said = if is_refill {
        let counts = |word: &str| {
            is_count(word)
                || matches!(
                    word,
                    "one"
                        | "unlimited"
                        | "x"
                        | "for"
                        | "until"
                        | "prn"
                        | "illimite"
                        | "auto"
                        | "automatic"
                        | "automatically"
                        | "indefinitely"
                )
        };
        if !is_none && counts(before) {
            return Some(words[at - 1..words.len().min(at + 2)].join(" "));
        }
        this.ends_with("able") || counts(word(at + 1))
    } else {
        let times = |at: usize| matches!(word(at), "times" | "time" | "x" | "fois");
        match this {
            _ if this.starts_with("repetat") => true,
            "rep" => {
                let number = at + 1 + usize::from(word(at + 1) == "x");
                is_count(word(number))
            }
            "reps" => is_count(word(at + 1)),
            "rr" | "rx" => word(at + 1) == "x" && is_count(word(at + 2)),
            "fill" | "fills" => {
                (is_count(word(at + 1))
                    && (times(at + 2) || (word(at + 2) == "more" && times(at + 3))))
                    || (word(at + 1) == "x" && is_count(word(at + 2)))
            }
            "repeat" => (at + 1..at + 6).any(|end| {
                matches!(
                    word(end),
                    "indefinitely" | "unlimited" | "indefiniment" | "forever"
                )
            }),
            _ => false,
        }
    };
    (is_said && !is_none).then(|| until(at + 3))
}

/// Separates words and numbers: `#500` is `#` and `500`, `60g` is `60` and `g`.
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
            ("No. 500", "no 500"),
            ("give 5 bottles", "give 5 bottles"),
            ("three hundred tablets", "three hundred tablets"),
            ("ninety tablets", "ninety tablets"),
            ("Dispense in lots of 1000", "dispense in lots of 1000"),
            ("D: 400", "d 400"),
            ("24 mos supply", "24 mos supply"),
            ("two years supply", "two years supply"),
            ("please give double", "give double"),
            ("give double the quantity", "give double the quantity"),
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
            "fill 6 more times",
            "auto-refill",
            "refil 20x",
            "réfills 12",
            "RR x 5",
            "may be renewed 12 times",
            "ok to repeat q3mo indefinitely",
            "Rx x12",
            "Rep 10",
            "REPETATUR",
        ] {
            assert!(refills_in_words(text).is_some(), "{text}");
        }
        for text in [
            "no refills",
            "No repeats, see me first",
            "call before the refill is due",
            "may repeat every 5 minutes, 3 times",
            "repeat blood test in 3 months",
            "hold if RR < 12",
            "do 3 sets of 10 reps x 2 a day first",
            "not renewable",
            "non repetatur",
            "fill the dropper to 1 mL",
            "Fill 2 syringes",
            "See me to renew in 3 months",
            "repeat q4h prn",
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
            "take three hundred mg",
            "vitamin D 1000 IU",
            "Vitamin D: 400 IU daily",
            "give 2 bottles daily",
            "Give 1 bottle (250 mL) with meals",
            "Dispense in lots of 30",
            "give double the dose on Mondays",
            "call no. 604 555 0100",
            "no more than 500 mg",
            "thirty minutes before a meal",
        ] {
            assert_eq!(amount_in_words(text), None, "{text}");
        }
    }
}

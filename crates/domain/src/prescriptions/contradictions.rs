// SPDX-License-Identifier: AGPL-3.0-or-later

//! Directions that contradict themselves: tablets of an injection, no tablets at all, half a drop, and what is
//! said in two places in two ways. The pharmacist would have to choose one, or call.
//!
//! Asked at signing: a patient may request anything that the form offers.

// cspell:ignoreRegExp rust-string

use num_rational::Ratio;

use super::amounts::{self, Fraction, MonthLength};
use super::forms;
use super::lengths::{self, Months, number_word};
use super::signable::Directed;
use super::units;
use super::usage::Usage;
use crate::faults::Fault;
use crate::options::OTHER;
use crate::search::fold;

/// What cannot be divided, as it is called in directions.
const WHOLE: &[&str] = &[
    "capsule", "drop", "film", "lozenge", "piece", "puff", "ring", "spray",
];
/// Words that join two ways of taking, or say when another begins: none of them contradicts the other.
const CHANGES: &[&str] = &[
    "after",
    "alternate",
    "alternating",
    "and",
    "can",
    "continue",
    "decrease",
    "except",
    "first",
    "followed",
    "if",
    "increase",
    "initially",
    "max",
    "maximum",
    "may",
    "most",
    "needed",
    "or",
    "prn",
    "puis",
    "reduce",
    "si",
    "start",
    "starting",
    "taper",
    "than",
    "then",
    "titrate",
    "to",
    "until",
    "up",
    "weekdays",
    "weekends",
    "when",
];
/// What a sentence says that is about taking the drug.
const TAKING: &[&str] = &[
    "appliquer",
    "apply",
    "give",
    "inhale",
    "inject",
    "insert",
    "instil",
    "prendre",
    "prenez",
    "put",
    "spray",
    "take",
    "taken",
    "use",
];

/// Everything in a line that contradicts another part of it, each with its field.
pub(super) fn faults(line: &Directed<'_>, month: MonthLength) -> Vec<Fault> {
    let usage = line.usage;
    [
        of_dose(line),
        divided(line),
        twice_said(usage),
        of_note(usage, month),
        of_length(usage),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A typed dose of nothing, or of pieces that the drug does not come in.
fn of_dose(line: &Directed<'_>) -> Option<Fault> {
    if line.usage.quantity != OTHER {
        return None;
    }
    let text = Usage::typed(line.usage.quantity_other.as_ref())?;
    let numbers: Vec<f64> = text
        .split(|one: char| one.is_whitespace() || matches!(one, '(' | ')' | '-' | '/'))
        .filter_map(|word| word.trim_end_matches(['.', ',']).parse().ok())
        .collect();
    if !numbers.is_empty() && numbers.iter().all(|number| *number == 0.0) {
        return Some(Fault::new(
            "quantityOther",
            "The dose says none. Please say how much is taken.",
        ));
    }
    let form = forms::form(line.formulations)?;
    let (verb, _) = forms::verb(line.formulations, line.routes);
    // What is inhaled, inserted or applied may be called by its container.
    if !form.countable && !matches!(verb, "Inject" | "Take" | "Put") {
        return None;
    }
    let other = units::piece_of_another_form(text, form.singular)?;
    let comes = if form.singular == "dose" {
        "does not come in any".to_owned()
    } else {
        format!("comes in {}", form.plural)
    };
    Some(Fault::new(
        "quantityOther",
        format!("The dose says {other}, and this drug {comes}. Please correct the dose."),
    ))
}

/// A part of what is only given whole.
fn divided(line: &Directed<'_>) -> Option<Fault> {
    let dose = amounts::dose(&line.usage.quantity)?;
    if dose.is_integer() {
        return None;
    }
    let (one, _) = forms::called(line.formulations, line.routes);
    let (verb, _) = forms::verb(line.formulations, line.routes);
    let is_whole = WHOLE.contains(&one) || (one == "dose" && verb == "Inhale");
    (is_whole && forms::form(line.formulations).is_some()).then(|| {
        Fault::new(
            "quantity",
            format!(
                "A {one} is not divided. Please choose a whole number, or write the dose under Other."
            ),
        )
    })
}

/// A dose that says how often, and a frequency that says two.
fn twice_said(usage: &Usage) -> Option<Fault> {
    let dose = (usage.quantity == OTHER)
        .then(|| Usage::typed(usage.quantity_other.as_ref()))
        .flatten();
    if let Some(dose) = dose
        && usage.frequency != OTHER
        && !changes(dose)
        && !rates(dose).is_empty()
    {
        return Some(Fault::new(
            "quantityOther",
            "The dose says how often, and so does the frequency. Please say it once, as the frequency.",
        ));
    }
    let frequency = (usage.frequency == OTHER)
        .then(|| Usage::typed(usage.frequency_other.as_ref()))
        .flatten()?;
    let said = rates(frequency);
    let is_clear = changes(frequency) || said.windows(2).all(|two| two[0] == two[1]);
    (!is_clear).then(|| {
        Fault::new(
            "frequencyOther",
            "The frequency says how often in two ways. Please say it once.",
        )
    })
}

/// A note that says another frequency than the line.
fn of_note(usage: &Usage, month: MonthLength) -> Option<Fault> {
    let notes = usage.notes().filter(|_| !usage.as_needed)?;
    let own = match amounts::doses_a_day(&usage.frequency, month) {
        Some(own) => own,
        None => match rates(Usage::typed(usage.frequency_other.as_ref())?)[..] {
            [own] => own,
            _ => return None,
        },
    };
    let is_other = notes
        .split(['.', ';', '\n', '!'])
        .filter(|clause| !changes(clause) && is_about_taking(clause))
        .flat_map(rates)
        .any(|rate| rate != own);
    is_other.then(|| {
        Fault::new(
            "textLine",
            "The note says another frequency than the line. Please correct one of the two.",
        )
    })
}

/// A note that ends the drug at another time than the duration.
fn of_length(usage: &Usage) -> Option<Fault> {
    let notes = usage.notes()?;
    let duration = lengths::at_most(usage)?;
    let folded = fold(notes);
    let words: Vec<&str> = folded.split(' ').collect();
    let said: Vec<Months> = words
        .windows(3)
        .filter(|three| matches!(three[0], "for" | "x" | "pour" | "pendant"))
        .filter_map(|three| {
            let number = three[1].parse().ok().or_else(|| number_word(three[1]))?;
            Some(lengths::unit(three[2])? * Ratio::from_integer(number))
        })
        .collect();
    let ends = words
        .iter()
        .any(|word| matches!(*word, "only" | "stop" | "seulement" | "arreter"));
    let [length] = said[..] else { return None };
    // Four weeks are taken for a month.
    (ends && length * 10_u64 < duration * 9_u64).then(|| {
        Fault::new(
            "textLine",
            "The note ends before the duration does. Please correct one of the two.",
        )
    })
}

/// Whether a text says that another way of taking begins, or leaves a choice.
fn changes(text: &str) -> bool {
    fold(text).split(' ').any(|word| CHANGES.contains(&word))
}

/// Whether a clause is about taking the drug: it says so, or says nothing but how often.
fn is_about_taking(clause: &str) -> bool {
    let folded = fold(clause);
    let words: Vec<&str> = folded.split(' ').collect();
    words.iter().any(|word| TAKING.contains(word)) || rate_at(&words, 0).is_some()
}

/// How often a day a text says that something is done, in the order in which it is said.
fn rates(text: &str) -> Vec<Fraction> {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if let Some((rate, length)) = rate_at(&words, at) {
            found.push(rate);
            at += length;
        } else {
            at += 1;
        }
    }
    found
}

/// A frequency that begins at a word, and its number of words: `twice a day`, `3 times daily`, `every 8 hours`,
/// `bid`, `weekly`.
fn rate_at(words: &[&str], at: usize) -> Option<(Fraction, usize)> {
    let word = |ahead: usize| words.get(at + ahead).copied().unwrap_or_default();
    let number = |word: &str| -> Option<u32> {
        let number = word.parse().ok().or_else(|| number_word(word));
        number
            .and_then(|number: u64| u32::try_from(number).ok())
            .filter(|number| (1..=24).contains(number))
    };
    let abbreviated = match word(0) {
        "bid" => Some(2),
        "tid" => Some(3),
        "qid" => Some(4),
        _ => None,
    };
    if let Some(times) = abbreviated {
        return Some((times.into(), 1));
    }
    if matches!(word(0), "every" | "chaque") {
        return match (word(1), word(2)) {
            ("day" | "jour", _) => Some((1.into(), 2)),
            ("other", "day") => Some((Fraction::new(1, 2), 3)),
            (hours, "hours" | "hrs" | "h") => {
                number(hours).map(|hours| (Fraction::new(24, hours), 3))
            }
            _ => None,
        };
    }
    let (times, length) = match word(0) {
        "once" => (1, 1),
        "twice" => (2, 1),
        "thrice" => (3, 1),
        joined
            if joined
                .strip_suffix('x')
                .is_some_and(|times| number(times).is_some()) =>
        {
            (number(joined.strip_suffix('x')?)?, 1)
        }
        _ if matches!(word(1), "time" | "times" | "x" | "fois") => (number(word(0))?, 2),
        _ => return None,
    };
    let (length, per) = match word(length) {
        "a" | "per" | "each" | "par" => (length + 2, word(length + 1)),
        per => (length + 1, per),
    };
    let days = match per {
        "day" | "daily" | "jour" => 1,
        "week" | "weekly" | "semaine" => 7,
        "month" | "monthly" | "mois" => 30,
        _ => return None,
    };
    Some((Fraction::new(times, days), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(usage: &Usage, form: &str, route: &str) -> Vec<String> {
        let (formulations, routes) = ([form.to_owned()], [route.to_owned()]);
        let line = Directed {
            usage,
            formulations: &formulations,
            routes: &routes,
            name: "",
            ingredients: &[],
            container: "",
            pack: None,
            typed: None,
            supply_reason: None,
        };
        let faults = faults(&line, MonthLength::Thirty);
        faults.iter().map(|fault| fault.field.clone()).collect()
    }

    fn usage() -> Usage {
        Usage {
            quantity: "One".into(),
            frequency: "Once a day".into(),
            duration: "3 months".into(),
            ..Usage::default()
        }
    }

    #[test]
    fn a_dose_is_of_what_the_drug_comes_in() {
        for (text, form, route, refused) in [
            ("20 tablets", "SOLUTION", "SUBCUTANEOUS", true),
            ("2 puffs", "TABLET", "ORAL", true),
            ("1 capsule", "TABLET", "ORAL", true),
            ("0 capsules", "CAPSULE", "ORAL", true),
            ("0.0 mL", "SYRUP", "ORAL", true),
            ("one tablet twice a day", "TABLET", "ORAL", true),
            ("20 units", "SOLUTION", "SUBCUTANEOUS", false),
            ("0.5 mL", "SOLUTION", "SUBCUTANEOUS", false),
            ("1 tab", "TABLET", "ORAL", false),
            ("1 pill", "CAPSULE", "ORAL", false),
            ("2 caplets", "TABLET", "ORAL", false),
            ("10 mg", "TABLET", "ORAL", false),
            ("2 puffs", "METERED-DOSE AEROSOL", "INHALATION", false),
            ("2 sprays", "SOLUTION", "NASAL", false),
            ("1 drop", "SOLUTION", "OPHTHALMIC", false),
            ("1 tablet", "SOLUTION", "OPHTHALMIC", true),
            ("1 capsule", "POWDER", "INHALATION", false),
            ("1 suppository", "INSERT", "VAGINAL", false),
            (
                "4 tablets for 5 days, then 2 tablets",
                "TABLET",
                "ORAL",
                false,
            ),
        ] {
            let usage = Usage {
                quantity: OTHER.into(),
                quantity_other: Some(text.into()),
                ..usage()
            };
            let expected: &[&str] = if refused { &["quantityOther"] } else { &[] };
            assert_eq!(found(&usage, form, route), expected, "{text} of {form}");
        }
    }

    #[test]
    fn what_is_given_whole_is_not_divided() {
        for (quantity, form, route, refused) in [
            ("One half", "CAPSULE", "ORAL", true),
            ("One quarter", "RING", "VAGINAL", true),
            ("One half", "SOLUTION", "OPHTHALMIC", true),
            ("One and a half", "METERED-DOSE AEROSOL", "INHALATION", true),
            ("One half", "POWDER", "INHALATION", true),
            ("One half", "TABLET", "ORAL", false),
            ("Two", "CAPSULE", "ORAL", false),
            ("One half", "CREAM", "TOPICAL", false),
        ] {
            let usage = Usage {
                quantity: quantity.into(),
                ..usage()
            };
            let expected: &[&str] = if refused { &["quantity"] } else { &[] };
            assert_eq!(found(&usage, form, route), expected, "{quantity} of {form}");
        }
    }

    #[test]
    fn how_often_is_said_once() {
        for (text, refused) in [
            ("once a day twice a day", true),
            ("twice daily every 8 hours", true),
            ("twice a day, every 12 hours", false),
            ("every 4 to 6 hours, max 6 times a day", false),
            ("once a day for a week, then twice a day", false),
            ("three times a day with food", false),
        ] {
            let usage = Usage {
                frequency: OTHER.into(),
                frequency_other: Some(text.into()),
                ..usage()
            };
            let expected: &[&str] = if refused { &["frequencyOther"] } else { &[] };
            assert_eq!(found(&usage, "TABLET", "ORAL"), expected, "{text}");
        }
    }

    #[test]
    fn a_note_says_what_the_line_says() {
        for (text, refused) in [
            ("take twice a day", true),
            ("Twice daily.", true),
            ("With food. Take 3 times a day.", true),
            ("prendre deux fois par jour", true),
            ("Take for 1 month only, then stop.", true),
            ("for 2 weeks then stop", true),
            ("take once a day", false),
            ("Check blood pressure twice a day.", false),
            ("Increase to twice a day after one week.", false),
            ("Take twice a day if the pain is bad.", false),
            ("Take for 3 months only.", false),
            ("Take with food.", false),
        ] {
            let usage = Usage {
                text_line: Some(text.into()),
                ..usage()
            };
            let expected: &[&str] = if refused { &["textLine"] } else { &[] };
            assert_eq!(found(&usage, "TABLET", "ORAL"), expected, "{text}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Detects typed answers that say no more than "as directed" (decision 158): no one can fill or check them.

// cspell:ignoreRegExp rust-string

use super::usage::Usage;
use crate::options::OTHER;
use crate::search::fold;
use crate::unseen::is_unseen;

/// Words of "as directed" and its variants, in English, French and prescription Latin.
const DIRECTED: &[&str] = &[
    "directed",
    "directions",
    "direction",
    "instructed",
    "instructions",
    "prescribed",
    "advised",
    "discussed",
    "told",
    "ordered",
    "indicated",
    "recommended",
    "needed",
    "required",
    "necessary",
    "prn",
    "usual",
    "before",
    "noted",
    "dict",
    "dictum",
    "mdu",
    "prescrit",
    "prescrite",
    "directives",
    "indique",
    "aud",
    "ud",
    "asdir",
    "dir",
    "label",
    "doctor",
    "md",
    "indications",
    "besoin",
    "habitude",
];
/// Words that make an answer mean something: a time of day, a meal, an interval.
const CONCRETE: &[&str] = &[
    "day",
    "days",
    "daily",
    "hour",
    "hours",
    "hourly",
    "night",
    "nightly",
    "morning",
    "evening",
    "noon",
    "bed",
    "bedtime",
    "week",
    "weekly",
    "weeks",
    "month",
    "monthly",
    "months",
    "year",
    "years",
    "meal",
    "meals",
    "food",
    "breakfast",
    "lunch",
    "dinner",
    "supper",
    "exercise",
    "once",
    "twice",
    "thrice",
    "half",
    "quarter",
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
    "twelve",
    "od",
    "qd",
    "bid",
    "tid",
    "qid",
    "qhs",
    "hs",
    "jour",
    "jours",
    "fois",
    "heure",
    "heures",
    "soir",
    "matin",
    "semaine",
    "semaines",
    "mois",
    "repas",
    "coucher",
    "until",
    "finished",
    "gone",
];

/// Whether a text means "as directed" and contains nothing else that could be followed.
pub(super) fn is_vague(text: &str) -> bool {
    // Invisible or spaced-out letters do not hide a word.
    let seen: String = text.chars().filter(|letter| !is_unseen(*letter)).collect();
    let folded = fold(&seen);
    if !folded.chars().any(|letter| letter.is_ascii_alphanumeric()) {
        return !text.is_empty();
    }
    let mut directed = folded.split(' ').all(|word| word.chars().count() == 1)
        && DIRECTED
            .iter()
            .any(|word| folded.replace(' ', "").contains(word));
    for word in folded.split(' ') {
        if CONCRETE.contains(&word) || word.bytes().any(|byte| byte.is_ascii_digit()) {
            return false;
        }
        directed |= DIRECTED.contains(&word);
    }
    directed
}

/// The text of an answer given as `Other`, beside it or in the notes, when it is vague.
pub(super) fn vague_answer<'a>(
    usage: &'a Usage,
    value: &str,
    other: Option<&'a String>,
) -> Option<&'a str> {
    (value == OTHER)
        .then(|| Usage::typed(other).or_else(|| usage.notes()))
        .flatten()
        .filter(|text| is_vague(text))
}

/// The vague ones among dose, frequency and duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Vague<'a> {
    pub dose: Option<&'a str>,
    pub frequency: Option<&'a str>,
    pub duration: Option<&'a str>,
}

impl<'a> Vague<'a> {
    pub(super) fn of(usage: &'a Usage) -> Self {
        Self {
            dose: vague_answer(usage, &usage.quantity, usage.quantity_other.as_ref()),
            frequency: vague_answer(usage, &usage.frequency, usage.frequency_other.as_ref()),
            duration: vague_answer(usage, &usage.duration, usage.duration_other.as_ref()),
        }
    }

    /// The longest of the vague texts, which is the most informative.
    pub(super) fn words(&self) -> Option<&'a str> {
        [self.frequency, self.dose, self.duration]
            .into_iter()
            .flatten()
            .reduce(|kept, one| {
                if one.chars().count() > kept.chars().count() {
                    one
                } else {
                    kept
                }
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_directed_is_known_in_many_words() {
        for text in [
            "as directed",
            "As directed.",
            "use as directed by your doctor",
            "AS INSTRUCTED",
            "ut dict.",
            "as needed",
            "per instructions",
            "as prescribed",
            "tel que prescrit",
            "selon les directives",
            "au besoin",
            "same as before",
            "as directed by the INR clinic",
            "AUD",
            "UD",
            "as dir",
            "see label",
            "per MD",
            "as doctor said",
            ".",
            "-",
            "a s d i r e c t e d",
            "as di\u{ad}rected",
        ] {
            assert!(is_vague(text), "{text}");
        }
        for text in [
            "10 units as directed",
            "twice a day as directed",
            "with breakfast",
            "before bed",
            "until finished",
            "a thin layer",
            "every 4 hours as needed",
            "3 fois par jour au besoin",
            "",
        ] {
            assert!(!is_vague(text), "{text}");
        }
    }
}

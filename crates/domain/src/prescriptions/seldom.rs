// SPDX-License-Identifier: AGPL-3.0-or-later

//! A dose that is taken more seldom than the duration allows, as once every six months for three months:
//! nobody can tell whether a dose is due at all (decision 208; reference prescription-rules 1.5).

// cspell:ignoreRegExp rust-string

use num_rational::Ratio;

use super::lengths::{self, Months, number_word, of_days};
use super::usage::Usage;
use crate::faults::Fault;
use crate::options::OTHER;
use crate::search::fold;

/// The error of a duration in which no dose falls. Four weeks are taken for a month.
pub(super) fn fault(usage: &Usage) -> Option<Fault> {
    let interval = interval(usage)?;
    let duration = lengths::at_most(usage)?;
    (duration * 10_u64 < interval * 9_u64).then(|| {
        Fault::new(
            "duration",
            "Doses are further apart than this lasts. Please give a duration with a dose in it, such as 6 months for one every six months.",
        )
    })
}

/// The time between two doses, where it is a day or more and can be told.
fn interval(usage: &Usage) -> Option<Months> {
    let months: fn(u64) -> Months = Ratio::from_integer;
    Some(match usage.frequency.as_str() {
        "Every other day" => of_days(2.into()),
        "Once a week" => of_days(7.into()),
        "Once a month" => months(1),
        "Once every three months" => months(3),
        "Once every six months" => months(6),
        OTHER => written(Usage::typed(usage.frequency_other.as_ref())?)?,
        _ => return None,
    })
}

/// `every 6 months`, `once a year`, `twice a year`, `every other week`, `yearly`.
fn written(text: &str) -> Option<Months> {
    let folded = fold(&apart(text));
    let words: Vec<&str> = folded.split(' ').collect();
    let year = Ratio::from_integer(12);
    (0..words.len()).find_map(|at| {
        let word = |ahead: usize| words.get(at + ahead).copied().unwrap_or_default();
        // "at bedtime with monthly INR" is taken daily.
        let is_alone = at == 0 || matches!(words[at - 1], "once" | "twice");
        match word(0) {
            "every" | "q" | "each" | "chaque" => {
                // "every half year"
                if matches!(word(1), "half" | "demi") {
                    return lengths::unit(word(2)).map(|unit| unit / Ratio::from_integer(2));
                }
                let (number, of) = match word(1) {
                    "other" | "second" => (Some(2), 2),
                    number => (number.parse().ok().or_else(|| number_word(number)), 2),
                };
                match number {
                    Some(number) => lengths::unit(word(of))
                        .map(|unit| unit * Ratio::from_integer(number.min(999))),
                    None => lengths::unit(word(1)),
                }
            }
            // "twice yearly", "2 times a year"
            "twice" if matches!(word(1), "yearly" | "annually") => Some(Ratio::from_integer(6)),
            "2" | "two" if word(1) == "times" && matches!(word(2), "a" | "per" | "each") => {
                lengths::unit(word(3)).map(|unit| unit / Ratio::from_integer(2))
            }
            "once" if matches!(word(1), "a" | "per" | "each") => lengths::unit(word(2)),
            "twice" if matches!(word(1), "a" | "per" | "each") => {
                lengths::unit(word(2)).map(|unit| unit / Ratio::from_integer(2))
            }
            "yearly" | "annually" if is_alone => Some(year),
            "semi" | "bi" if is_alone && matches!(word(1), "annually" | "annual" | "yearly") => {
                Some(Ratio::from_integer(6))
            }
            "semiannually" | "semiannual" | "semiyearly" | "biannually" | "biannual"
                if is_alone =>
            {
                Some(Ratio::from_integer(6))
            }
            "quarterly" if is_alone => Some(Ratio::from_integer(3)),
            "monthly" if is_alone => Some(Ratio::from_integer(1)),
            "weekly" if is_alone => Some(of_days(7.into())),
            _ => None,
        }
    })
}

/// With spaces between letters and figures, as `q6months` and `6mo` are written.
fn apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len() + 4);
    let mut last = ' ';
    for letter in text.chars() {
        if (last.is_ascii_digit() && letter.is_alphabetic())
            || (last.is_alphabetic() && letter.is_ascii_digit())
        {
            apart.push(' ');
        }
        apart.push(letter);
        last = letter;
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_in_words_are_read() {
        for (text, months) in [
            ("every 6 months", Some(Ratio::from_integer(6))),
            ("Once every six months", Some(Ratio::from_integer(6))),
            ("every other week", Some(of_days(14.into()))),
            ("every month", Some(Ratio::from_integer(1))),
            ("once a year", Some(Ratio::from_integer(12))),
            ("twice a year", Some(Ratio::from_integer(6))),
            ("twice yearly", Some(Ratio::from_integer(6))),
            ("2 times a year", Some(Ratio::from_integer(6))),
            ("semi-annually", Some(Ratio::from_integer(6))),
            ("Semiannually", Some(Ratio::from_integer(6))),
            ("biannually", Some(Ratio::from_integer(6))),
            ("q6months", Some(Ratio::from_integer(6))),
            ("q6mo", Some(Ratio::from_integer(6))),
            ("q 6 mo", Some(Ratio::from_integer(6))),
            ("every 6 mo", Some(Ratio::from_integer(6))),
            ("every 6mos", Some(Ratio::from_integer(6))),
            ("every half year", Some(Ratio::from_integer(6))),
            ("q4h", None),
            ("q8hrs", None),
            ("quarterly", Some(Ratio::from_integer(3))),
            ("once monthly", Some(Ratio::from_integer(1))),
            ("at bedtime with monthly INR", None),
            ("every 4 hours", None),
            ("with every meal", None),
            ("at night", None),
        ] {
            assert_eq!(written(text), months, "{text}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! How much of each ingredient a day the directions make, for comparison with the usual maximum (decision
//! 176). Only what is certain counts: a product whose strength belongs to one tablet, capsule or puff, and
//! directions that say how many and how often. Everything else has no daily dose here, and so no mark.

// cspell:ignore comprime comprimes comprimés deux fois prendre trois
// cspell:ignoreRegExp rust-string

use super::medicine::Medicine;
use super::parsing;
use super::tables::Tables;
use crate::options::OTHER;
use crate::prescriptions::amounts::{self, MonthLength};
use crate::prescriptions::usage::Usage;
use crate::search::fold;

/// The route of a ceiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Route {
    Oral,
    Inhaled,
}

impl Route {
    /// As written in the tables.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text {
            "oral" => Some(Self::Oral),
            "inhaled" => Some(Self::Inhaled),
            _ => None,
        }
    }

    /// After an amount: `by mouth`.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Oral => "by mouth",
            Self::Inhaled => "inhaled",
        }
    }

    /// The one route of a medication; `None` for any other, and for several.
    fn of(medicine: &Medicine) -> Option<Self> {
        let mut routes = medicine.administrations.iter().map(|route| {
            let route = fold(route);
            match route.as_str() {
                "oral" => Some(Self::Oral),
                "inhalation" | "oral inhalation" | "respiratory inhalation" => Some(Self::Inhaled),
                _ => None,
            }
        });
        let first = routes.next()??;
        routes.all(|route| route == Some(first)).then_some(first)
    }

    /// Whether a strength per this unit belongs to one tablet, or to one puff.
    fn counts(self, unit: &str) -> bool {
        match self {
            Self::Oral => matches!(unit, "" | "tab" | "cap" | "tablet" | "capsule"),
            Self::Inhaled => matches!(
                unit,
                "" | "dose"
                    | "metered dose"
                    | "act"
                    | "actuation"
                    | "puff"
                    | "spray"
                    | "inh"
                    | "inhalation"
                    | "blister"
                    | "cap"
                    | "capsule"
            ),
        }
    }
}

/// Forms that are measured, whatever the unit of the strength.
const MEASURED: [&str; 9] = [
    "solution",
    "suspension",
    "syrup",
    "liquid",
    "elixir",
    "drops",
    "granules",
    "tincture",
    "oil",
];

/// The ingredients with their amount a day in mg, as directed, and the route.
pub(super) fn a_day(
    tables: &Tables,
    medicine: &Medicine,
    month: MonthLength,
) -> Option<(Route, Vec<(String, f64)>)> {
    let route = Route::of(medicine)?;
    let is_measured = medicine.formulations.iter().any(|form| {
        let form = fold(form);
        form.split(' ').any(|word| MEASURED.contains(&word))
    });
    if route == Route::Oral && is_measured {
        return None;
    }
    let usage = medicine.usage.as_ref()?;
    let times = times_a_day(usage, month)?;
    let mut amounts: Vec<(String, f64)> = Vec::new();
    for one in &medicine.ingredients {
        let is_one = matches!(one.dosage_value.trim(), "" | "1" | "1.0");
        if !is_one || !route.counts(&fold(&one.dosage_unit)) {
            continue;
        }
        let strength: Option<f64> = one.strength.replace(',', "").trim().parse().ok();
        let (Some(strength), Some(in_mg)) = (strength, parsing::in_mg(&one.strength_unit)) else {
            continue;
        };
        let name = parsing::canonical(tables, &one.ingredient_name);
        match amounts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, amount)) => *amount += strength * in_mg,
            None => amounts.push((name, strength * in_mg)),
        }
    }
    match a_dose(usage)? {
        Dose::Units(units) => {
            for (_, amount) in &mut amounts {
                *amount *= units * times;
            }
        }
        // "20 mg" says nothing of the parts of a combination.
        Dose::Milligrams(milligrams) => {
            let [(_, amount)] = amounts.as_mut_slice() else {
                return None;
            };
            *amount = milligrams * times;
        }
    }
    Some((route, amounts))
}

/// One dose as directed.
#[derive(Debug, PartialEq)]
enum Dose {
    /// Tablets, capsules or puffs.
    Units(f64),
    Milligrams(f64),
}

/// What one unit is called in a typed dose.
const UNITS: [&str; 18] = [
    "tab",
    "tabs",
    "tablet",
    "tablets",
    "cap",
    "caps",
    "capsule",
    "capsules",
    "pill",
    "pills",
    "puff",
    "puffs",
    "inhalation",
    "inhalations",
    "doses",
    "dose",
    "comprime",
    "comprimes",
];

fn a_dose(usage: &Usage) -> Option<Dose> {
    if usage.quantity != OTHER {
        return amounts::dose(&usage.quantity)
            .map(|dose| Dose::Units(f64::from(*dose.numer()) / f64::from(*dose.denom())));
    }
    let text = usage
        .quantity_other
        .as_deref()?
        .trim()
        .to_lowercase()
        .replace('é', "e");
    if let Some(milligrams) = strength(&text) {
        return Some(Dose::Milligrams(milligrams));
    }
    // "Four (4) tablets", "take 4 tabs. by mouth"
    let mut words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_end_matches('.'))
        .collect();
    if matches!(words.first(), Some(&("take" | "prendre"))) {
        words.remove(0);
    }
    let words = without_manner(&words);
    let (first, rest) = words.split_first()?;
    let count = number(first)?;
    let rest = match rest.split_first() {
        Some((again, rest)) if in_brackets(again).and_then(number) == Some(count) => rest,
        _ => rest,
    };
    let is_plain = rest.is_empty() || matches!(rest, [unit] if UNITS.contains(unit));
    is_plain.then_some(Dose::Units(count))
}

fn in_brackets(word: &str) -> Option<&str> {
    word.strip_prefix('(')?.strip_suffix(')')
}

/// The words without what is said at their end of how a dose is taken: `by mouth`, `with food`.
fn without_manner<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words {
        [rest @ .., "po" | "orally"]
        | [rest @ .., "by", "mouth"]
        | [rest @ .., "at", "once"]
        | [rest @ .., "with", "food" | "meals" | "water" | "breakfast"]
            if !rest.is_empty() =>
        {
            rest
        }
        _ => words,
    }
}

/// A text that is one number and its unit, in mg: `500 mg`, and not `2 x 500 mg`.
fn strength(text: &str) -> Option<f64> {
    let text = text.trim_end_matches('.');
    let end = text.find(|one: char| !one.is_ascii_digit() && !matches!(one, '.' | ','))?;
    let (value, unit) = text.split_at(end);
    let value: f64 = value.replace(',', "").parse().ok()?;
    Some(value * parsing::in_mg(unit)?)
}

/// How many doses a day the directions make, where they say it for certain.
pub(super) fn times_a_day(usage: &Usage, month: MonthLength) -> Option<f64> {
    if usage.frequency != OTHER {
        return amounts::doses_a_day(&usage.frequency, month)
            .map(|times| f64::from(*times.numer()) / f64::from(*times.denom()));
    }
    let text = fold(usage.frequency_other.as_deref()?);
    let words: Vec<&str> = text.split(' ').collect();
    let is_interval = match words.as_slice() {
        ["every", _, "hours" | "hrs" | "h"] => true,
        [one] => one
            .strip_prefix('q')
            .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit())),
        _ => false,
    };
    // A note beside "every 4 hours as needed" may say the most a day.
    if is_interval && usage.as_needed && Usage::typed(usage.text_line.as_ref()).is_some() {
        return None;
    }
    match without_manner(&words) {
        ["daily" | "od" | "qd" | "nightly" | "qam" | "qhs"]
        | ["once", "daily"]
        | ["once", "a" | "per" | "each" | "every", "day"]
        | ["every" | "each", "day" | "morning" | "evening" | "night"]
        | ["in", "the", "morning" | "evening"]
        | ["at", "bedtime" | "night"] => Some(1.0),
        ["bid" | "q12h"]
        | ["b", "i", "d"]
        | ["twice", "daily"]
        | ["twice", "a" | "per" | "each" | "every", "day"]
        | ["morning", "and", "night" | "evening" | "bedtime"] => Some(2.0),
        ["tid" | "q8h"] | ["t", "i", "d"] => Some(3.0),
        ["qid" | "q6h"] | ["q", "i", "d"] => Some(4.0),
        [count, "day" | "daily"] | [count, "a" | "per", "day"] if count.ends_with('x') => {
            number(count.trim_end_matches('x'))
        }
        [count, "times", "daily"]
        | [count, "times", "a" | "per" | "each" | "every", "day"]
        | [count, "x", "daily" | "day"]
        | [count, "x", "a" | "per", "day"]
        | [count, "fois", "par", "jour"] => number(count),
        ["every", count, "hours" | "hrs" | "h"] => number(count)
            .filter(|hours| *hours > 0.0)
            .map(|hours| 24.0 / hours),
        ["q4h"] => Some(6.0),
        _ => None,
    }
}

/// `20`, `1.5` or `twenty`.
fn number(word: &str) -> Option<f64> {
    const SMALL: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    if let Some(at) = SMALL.iter().position(|one| *one == word) {
        return u8::try_from(at).ok().map(f64::from);
    }
    match word {
        "une" | "un" => Some(1.0),
        "deux" => Some(2.0),
        "trois" => Some(3.0),
        "quatre" => Some(4.0),
        "fifteen" => Some(15.0),
        "twenty" => Some(20.0),
        "thirty" => Some(30.0),
        _ if word.starts_with(|first: char| first.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    }
}

/// `10,000 mg`, `2.5 mg`, `300 mcg`.
pub(super) fn amount(milligrams: f64) -> String {
    let (value, unit) = if milligrams < 1.0 {
        (milligrams * 1000.0, "mcg")
    } else {
        (milligrams, "mg")
    };
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let point = if rest.is_empty() { "" } else { "." };
    format!("{grouped}{point}{rest} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(quantity: &str, frequency: &str) -> Usage {
        Usage {
            quantity: OTHER.into(),
            quantity_other: Some(quantity.into()),
            frequency: OTHER.into(),
            frequency_other: Some(frequency.into()),
            ..Usage::default()
        }
    }

    #[test]
    fn typed_directions_count_where_they_are_certain() {
        let dose = |text: &str| a_dose(&typed(text, ""));
        assert_eq!(dose("20 tablets"), Some(Dose::Units(20.0)));
        assert_eq!(dose("Ten"), Some(Dose::Units(10.0)));
        assert_eq!(dose("50 mg"), Some(Dose::Milligrams(50.0)));
        assert_eq!(dose("10 mL"), None);
        assert_eq!(dose("1 to 2 tablets"), None);
        assert_eq!(dose("1,000mg"), Some(Dose::Milligrams(1000.0)));
        assert_eq!(dose("1 to 2 tablets, max 4 g a day"), None);
        assert_eq!(dose("2 x 500 mg"), None);
        assert_eq!(dose("20 tablets of 5 mg"), None);
        assert_eq!(dose("Four (4) tablets"), Some(Dose::Units(4.0)));
        assert_eq!(dose("4 tabs. by mouth"), Some(Dose::Units(4.0)));
        assert_eq!(dose("take 4 tablets with food"), Some(Dose::Units(4.0)));
        assert_eq!(dose("4 (max 8)"), None);
        assert_eq!(dose("quatre comprimés"), Some(Dose::Units(4.0)));
        let times = |text: &str| times_a_day(&typed("", text), MonthLength::Thirty);
        assert_eq!(times("b.i.d."), Some(2.0));
        assert_eq!(times("2x/day"), Some(2.0));
        assert_eq!(times("twice daily with food"), Some(2.0));
        assert_eq!(times("every morning"), Some(1.0));
        assert_eq!(times("every other day"), None);
        assert_eq!(times("trois fois par jour"), Some(3.0));
        assert_eq!(times("Five times a day"), Some(5.0));
        assert_eq!(times("every 6 hours"), Some(4.0));
        assert_eq!(times("BID"), Some(2.0));
        assert_eq!(times("twice a week"), None);
        assert_eq!(times("3 times a week"), None);
        let needed = |frequency: &str, note: Option<&str>| {
            let usage = Usage {
                as_needed: true,
                text_line: note.map(str::to_owned),
                ..typed("", frequency)
            };
            times_a_day(&usage, MonthLength::Thirty)
        };
        assert_eq!(needed("every 4 hours", None), Some(6.0));
        assert_eq!(needed("every 4 hours", Some("max 4 a day")), None);
        assert_eq!(needed("q4h", Some("max 4 a day")), None);
        assert_eq!(needed("every 4 hours, max 4 a day", None), None);
        assert_eq!(needed("bid", Some("with food")), Some(2.0));
    }

    #[test]
    fn amounts_are_written_with_their_unit() {
        let written = [10_000.0, 2550.0, 2.5, 100.0, 0.3, 0.0625, 1_000_000.0].map(amount);
        assert_eq!(
            written,
            [
                "10,000 mg",
                "2,550 mg",
                "2.5 mg",
                "100 mg",
                "300 mcg",
                "62.5 mcg",
                "1,000,000 mg"
            ]
        );
    }
}

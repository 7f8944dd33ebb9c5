// SPDX-License-Identifier: AGPL-3.0-or-later

//! Duplicate rule (decision 161): a line whose drug (decisions 86 and 171) is in another open request, or was
//! approved and has more than two weeks of supply left, is held until the patient says why it is needed. Not
//! here: which requests are open, and the lock under which two requests are compared.

use super::names::drug_name;
use crate::days::day_text;
use crate::unseen::{HIDDEN, hides, trim};
use chrono::NaiveDate;

use super::amounts::MonthLength;
use super::limits::{Drug, same_drug, same_name};
use super::run_out::{READY_DAYS_BEFORE, last_day};
use super::usage::Usage;
use super::wording::strengths_text;

/// Maximum length of the patient's explanation.
pub const LONGEST_WORDS: usize = 500;
/// Minimum length: a single dot is no reason.
const SHORTEST_WORDS: usize = 3;

/// A line of another prescription of the same patient, after its last change. Rejected lines and cancelled
/// prescriptions are excluded.
#[derive(Clone, Debug)]
pub struct Other<'a> {
    pub drug: Drug<'a>,
    pub usage: &'a Usage,
    /// Whether its prescription is not yet with a pharmacy and may still get there.
    pub is_open: bool,
    pub is_approved: bool,
    /// The day it was supplied, approved or requested: the first of these that is known.
    pub since: NaiveDate,
}

/// Why a line is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Requested and not yet with a pharmacy; otherwise it was supplied and should still last.
    pub is_open: bool,
    /// The estimated first day without it; `None` if unknown.
    pub runs_out_on: Option<NaiveDate>,
}

/// Whether `other` holds a line for this drug.
pub fn held(
    drug: &Drug<'_>,
    other: &Other<'_>,
    today: NaiveDate,
    month: MonthLength,
) -> Option<Held> {
    if !same_drug(drug, &other.drug) {
        return None;
    }
    let runs_out_on = last_day(other.since, other.usage, month);
    let left = runs_out_on.map(|end| (end - today).num_days());
    let lasts =
        left.is_some_and(|left| left > i64::try_from(READY_DAYS_BEFORE).unwrap_or(i64::MAX));
    (other.is_open || (other.is_approved && lasts)).then_some(Held {
        is_open: other.is_open,
        runs_out_on,
    })
}

/// The trimmed explanation; `None` if empty.
pub fn words(text: Option<&str>) -> Option<&str> {
    text.map(trim).filter(|text| !text.is_empty())
}

/// The error of the patient's explanation.
pub fn words_fault(words: &str) -> Option<String> {
    match words.chars().count() {
        _ if hides(words) => Some(HIDDEN.into()),
        ..SHORTEST_WORDS => Some("Please write in a few words why you need it again.".into()),
        SHORTEST_WORDS..=LONGEST_WORDS => None,
        _ => Some(format!("Please write at most {LONGEST_WORDS} characters.")),
    }
}

/// That two drugs of different names are the same medicine, as text: a patient may not know that
/// Glucophage is metformin. `None` where the names say it.
pub fn same_medicine(drug: &Drug<'_>, other: &Drug<'_>) -> Option<String> {
    (!same_name(drug, other)).then(|| {
        format!(
            "{} is the same medicine as {}.",
            called(drug),
            called(other)
        )
    })
}

/// `Glucophage 500 mg`
fn called(drug: &Drug<'_>) -> String {
    let strengths = strengths_text(drug.ingredients);
    format!("{} {strengths}", drug_name(drug.name))
        .trim()
        .to_owned()
}

/// Why a line is held, as text; `label` is the number of the request that has `other`, P-20418.
pub fn fact(drug: &Drug<'_>, other: &Drug<'_>, label: &str, held: Held) -> String {
    match same_medicine(drug, other) {
        Some(same) => format!("{same} {}", standing(&called(other), label, held)),
        None => standing(&called(drug), label, held),
    }
}

/// Where a drug stands already.
fn standing(drug: &str, label: &str, held: Held) -> String {
    let day = held.runs_out_on.map(day_text);
    match (held.is_open, day) {
        (true, Some(day)) => format!(
            "{drug} is already in your request {label}, which is not finished yet. As asked there it lasts until about {day}."
        ),
        (true, None) => {
            format!("{drug} is already in your request {label}, which is not finished yet.")
        }
        (false, Some(day)) => {
            format!("{drug} was prescribed in {label} and should last until about {day}.")
        }
        (false, None) => format!("{drug} was prescribed in {label}."),
    }
}

/// The text for the patient beside a held line.
pub fn please_say(fact: &str) -> String {
    format!("{fact} If you need it again, please write why.")
}

/// The text for a patient paying for an older request that now conflicts with another one.
pub fn not_charged(fact: &str) -> String {
    format!(
        "{fact} You were not charged. If you need it again, please cancel this request and make a new one, in which you write why."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use salal_formats::drug_database::Ingredient;

    fn named<'a>(name: &'a str, ingredients: &'a [Ingredient]) -> Drug<'a> {
        Drug {
            name,
            ingredients,
            administrations: &[],
        }
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn strength(strength: &str) -> Vec<Ingredient> {
        vec![Ingredient {
            ingredient_name: "METFORMIN HYDROCHLORIDE".into(),
            strength: strength.into(),
            strength_unit: "MG".into(),
            ..Ingredient::default()
        }]
    }

    fn usage(duration: &str, repeat: i64, as_needed: bool) -> Usage {
        Usage {
            duration: duration.into(),
            repeat,
            as_needed,
            ..Usage::default()
        }
    }

    /// is open, is approved, duration, refills, as needed, today; held.
    #[test]
    fn a_line_is_held_by_what_is_open_or_lasts() {
        let since = "2026-11-01";
        for (is_open, is_approved, duration, repeat, as_needed, today, expected) in [
            (true, false, "3 months", 0, false, "2026-11-01", true),
            // An open request holds, whatever its supply.
            (true, false, "1 week", 0, false, "2026-12-24", true),
            (true, false, "Other", 0, false, "2026-11-02", true),
            (false, true, "1 month", 0, false, "2026-11-01", true),
            // Ends on December 1: fifteen days are held, fourteen are not.
            (false, true, "1 month", 0, false, "2026-11-16", true),
            (false, true, "1 month", 0, false, "2026-11-17", false),
            // Refills count.
            (false, true, "1 month", 2, false, "2026-11-17", true),
            // A drug taken as needed is also prescribed for a period.
            (false, true, "3 months", 0, true, "2026-11-02", true),
            (false, true, "3 months", 0, true, "2027-01-20", false),
            // Unknown: the patient decides.
            (false, true, "Other", 0, false, "2026-11-02", false),
            // Undecided in a finished prescription.
            (false, false, "3 months", 0, false, "2026-11-02", false),
        ] {
            let usage = usage(duration, repeat, as_needed);
            let ingredients = strength("500");
            let other = Other {
                drug: named("METFORMIN", &ingredients),
                usage: &usage,
                is_open,
                is_approved,
                since: day(since),
            };
            let ask = |name: &str, strength: &[Ingredient]| {
                let drug = named(name, strength);
                held(&drug, &other, day(today), MonthLength::Thirty).is_some()
            };
            assert_eq!(
                ask("Metformin", &ingredients),
                expected,
                "{duration} x {repeat}, {today}"
            );
            assert!(
                !ask("METFORMIN", &strength("850")),
                "another strength is another drug"
            );
            assert_eq!(
                ask("GLUCOPHAGE", &ingredients),
                expected,
                "another brand is the same drug: {duration} x {repeat}, {today}"
            );
            assert!(
                !ask("GLUCOPHAGE", &strength("850")) && !ask("GLUCOPHAGE", &[]),
                "another brand of another strength is another drug"
            );
        }
    }

    #[test]
    fn the_sentence_names_request_and_day() {
        let held = |is_open| Held {
            is_open,
            runs_out_on: Some(day("2027-02-08")),
        };
        let ingredients = strength("500");
        let metformin = named("METFORMIN", &ingredients);
        assert_eq!(
            please_say(&fact(&metformin, &metformin, "P-20418", held(false))),
            "Metformin 500 mg was prescribed in P-20418 and should last until about Feb 08, 2027. If you need it again, please write why."
        );
        assert_eq!(
            fact(&named("METFORMIN", &[]), &metformin, "P-20418", held(true)),
            "Metformin is already in your request P-20418, which is not finished yet. As asked there it lasts until about Feb 08, 2027."
        );
    }

    #[test]
    fn the_sentence_says_that_a_brand_is_the_same_medicine() {
        let ingredients = strength("500");
        let (metformin, glucophage) = (
            named("METFORMIN", &ingredients),
            named("GLUCOPHAGE", &ingredients),
        );
        assert_eq!(
            same_medicine(&metformin, &named("Metformin", &ingredients)),
            None
        );
        let held = |is_open, runs_out_on| Held {
            is_open,
            runs_out_on,
        };
        assert_eq!(
            fact(
                &glucophage,
                &metformin,
                "P-20418",
                held(true, Some(day("2027-02-08")))
            ),
            "Glucophage 500 mg is the same medicine as Metformin 500 mg. Metformin 500 mg is already in your request P-20418, which is not finished yet. As asked there it lasts until about Feb 08, 2027."
        );
        assert_eq!(
            fact(&metformin, &glucophage, "P-20418", held(false, None)),
            "Metformin 500 mg is the same medicine as Glucophage 500 mg. Glucophage 500 mg was prescribed in P-20418."
        );
    }

    #[test]
    fn words_are_some_and_not_a_book() {
        assert_eq!(words(Some("  ")), None);
        assert_eq!(words(Some(" I lost it ")), Some("I lost it"));
        assert!(words_fault("ab").is_some());
        assert_eq!(words_fault("été"), None);
        assert_eq!(words_fault(&"é".repeat(LONGEST_WORDS)), None);
        assert!(words_fault(&"é".repeat(LONGEST_WORDS + 1)).is_some());
    }
}

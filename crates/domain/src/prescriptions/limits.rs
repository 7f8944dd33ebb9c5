// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many medications a patient may request per day, and when two lines are the same drug (decisions 85, 86
//! and 171).
//!
//! Not here: counting today's requests, without cancelled ones, which is done in the server.

// cspell:ignoreRegExp rust-string

use super::forms::may_share_group;
use super::request::MOST_MEDICATIONS;
use super::strengths::strength_key;
use crate::faults::Refusal;
use crate::safety::base_ingredient;
use crate::search::fold;
use crate::texts::request as texts;
use salal_formats::drug_database::Ingredient;

/// How many more medications remain after `asked` in addition to `already_today`, or the refusal. Without a
/// limit the result is always five.
pub fn check_number(already_today: u32, asked: u32, unlimited: bool) -> Result<u32, Refusal> {
    if unlimited {
        return Ok(MOST_MEDICATIONS);
    }
    MOST_MEDICATIONS
        .checked_sub(already_today.saturating_add(asked))
        .ok_or_else(|| Refusal::new("TOO_MANY_MEDICATIONS", texts::MAXIMUM_REACHED))
}

/// A drug, as far as it is compared with another one.
#[derive(Clone, Copy, Debug)]
pub struct Drug<'a> {
    pub name: &'a str,
    pub ingredients: &'a [Ingredient],
    /// The routes, as published; empty if unknown.
    pub administrations: &'a [String],
}

/// Whether two drugs are the same: same name with same strengths, or same name when either has no strengths
/// (decision 86), or another brand of the same ingredients, strengths and form group (decision 171).
pub fn same_drug(one: &Drug<'_>, other: &Drug<'_>) -> bool {
    same_by_name(one, other) || same_by_contents(one, other)
}

/// Whether two drugs have one name, however it is written.
pub(super) fn same_name(one: &Drug<'_>, other: &Drug<'_>) -> bool {
    fold(one.name) == fold(other.name)
}

fn same_by_name(one: &Drug<'_>, other: &Drug<'_>) -> bool {
    if !same_name(one, other) {
        return false;
    }
    let (mine, theirs) = (strengths(one.ingredients), strengths(other.ingredients));
    mine.is_empty() || theirs.is_empty() || mine == theirs
}

fn same_by_contents(one: &Drug<'_>, other: &Drug<'_>) -> bool {
    if one.ingredients.len() != other.ingredients.len() {
        return false;
    }
    let Some(mine) = contents(one.ingredients) else {
        return false;
    };
    contents(other.ingredients).is_some_and(|theirs| mine == theirs)
        && may_share_group(one.administrations, other.administrations)
}

/// Each ingredient, without its salt, with its strength, sorted. `None` without ingredients, or if a name or a
/// strength is missing: two brands with unknown strengths may be two strengths.
fn contents(ingredients: &[Ingredient]) -> Option<Vec<(String, String)>> {
    let mut contents: Vec<(String, String)> = ingredients
        .iter()
        .map(|one| {
            // As the safety marks read it: a line that is held as the same drug is marked as the same medicine.
            let name = base_ingredient(&one.ingredient_name);
            let strength = strength_key(one);
            (!name.is_empty() && !strength.is_empty()).then_some((name, strength))
        })
        .collect::<Option<_>>()?;
    contents.sort();
    (!contents.is_empty()).then_some(contents)
}

/// Sorted, normalized strengths; blanks are ignored.
fn strengths(ingredients: &[Ingredient]) -> Vec<String> {
    let mut strengths: Vec<String> = ingredients
        .iter()
        .filter(|one| !one.strength.trim().is_empty())
        .map(|one| format!("{}|{}", fold(&one.ingredient_name), strength_key(one)))
        .collect();
    strengths.sort();
    strengths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `AMLODIPINE 5 MG + …`, the measure of a unit after a stroke.
    fn ingredients(text: &str) -> Vec<Ingredient> {
        text.split(" + ")
            .filter(|one| !one.is_empty())
            .map(|one| {
                let mut parts = one.rsplitn(3, ' ');
                let (unit, per) = parts
                    .next()
                    .map(|unit| unit.split_once('/').unwrap_or((unit, "")))
                    .unwrap();
                Ingredient {
                    strength_unit: unit.into(),
                    dosage_unit: per.into(),
                    strength: parts.next().unwrap().into(),
                    ingredient_name: parts.next().unwrap().into(),
                    ..Ingredient::default()
                }
            })
            .collect()
    }

    fn is_same(one: (&str, &str, &str), other: (&str, &str, &str)) -> bool {
        let routes = |text: &str| -> Vec<String> {
            text.split(", ")
                .filter(|route| !route.is_empty())
                .map(ToOwned::to_owned)
                .collect()
        };
        let (mine, theirs) = (ingredients(one.1), ingredients(other.1));
        let (my_routes, their_routes) = (routes(one.2), routes(other.2));
        let mine = Drug {
            name: one.0,
            ingredients: &mine,
            administrations: &my_routes,
        };
        let theirs = Drug {
            name: other.0,
            ingredients: &theirs,
            administrations: &their_routes,
        };
        let same = same_drug(&mine, &theirs);
        assert_eq!(same, same_drug(&theirs, &mine), "{one:?} {other:?}");
        same
    }

    #[test]
    fn the_sixth_of_a_day_is_refused() {
        assert_eq!(check_number(0, 5, false), Ok(0));
        assert_eq!(check_number(3, 1, false), Ok(1));
        let refusal = check_number(5, 1, false).unwrap_err();
        assert_eq!(
            refusal.message,
            "Maximum number of medications has been reached"
        );
        assert!(check_number(u32::MAX, u32::MAX, false).is_err());
        assert_eq!(check_number(40, 1, true), Ok(5));
    }

    #[test]
    fn two_strengths_of_one_name_are_two_drugs() {
        let of = |strength: &str| format!("LEVOTHYROXINE SODIUM {strength} MCG");
        let same = |one: (&str, &str), other: (&str, &str)| {
            is_same((one.0, one.1, "ORAL"), (other.0, other.1, "ORAL"))
        };
        assert!(same(("ELTROXIN", &of("50")), ("Eltroxin", &of("50.0"))));
        assert!(!same(("ELTROXIN", &of("50")), ("ELTROXIN", &of("100"))));
        assert!(same(("ELTROXIN", ""), ("ELTROXIN", &of("100"))));
        assert!(same(("ELTROXIN", &of("")), ("ELTROXIN", &of("100"))));
        // Whatever the form group: decision 86 asks for the name.
        assert!(is_same(
            ("BETNESOL", &of("50"), "ORAL"),
            ("BETNESOL", &of("50"), "RECTAL")
        ));
    }

    /// Decision 171.
    #[test]
    fn another_brand_is_the_same_drug() {
        for (one, other) in [
            (
                (
                    "LIPITOR",
                    "ATORVASTATIN (ATORVASTATIN CALCIUM) 10 MG",
                    "ORAL",
                ),
                (
                    "ATORVASTATIN",
                    "ATORVASTATIN (ATORVASTATIN CALCIUM TRIHYDRATE) 10 MG",
                    "ORAL",
                ),
            ),
            (
                ("GLUCOPHAGE", "METFORMIN HYDROCHLORIDE 500 MG", "ORAL"),
                ("METFORMIN", "METFORMIN HYDROCHLORIDE 0.5 G", "ORAL"),
            ),
            (
                ("AMLODIPINE", "AMLODIPINE 5 MG", "ORAL"),
                (
                    "APO-AMLODIPINE",
                    "AMLODIPINE (AMLODIPINE BESYLATE) 5.0 MG",
                    "ORAL",
                ),
            ),
            (
                ("NORVASC", "AMLODIPINE (AMLODIPINE BESYLATE) 5 MG", "ORAL"),
                (
                    "ACT AMLODIPINE",
                    "AMLODIPINE (AMLODIPINE MESYLATE) 5 MG",
                    "ORAL",
                ),
            ),
            (
                ("SYNTHROID", "LEVOTHYROXINE SODIUM 50 MCG", "ORAL"),
                ("ELTROXIN", "LEVOTHYROXINE SODIUM 0.05 MG", "ORAL"),
            ),
            // In whatever order the register lists them.
            (
                (
                    "CADUET",
                    "ATORVASTATIN 10 MG + AMLODIPINE (AMLODIPINE BESYLATE) 5 MG",
                    "ORAL",
                ),
                (
                    "PMS-AMLODIPINE-ATORVASTATIN",
                    "AMLODIPINE 5 MG + ATORVASTATIN 10 MG",
                    "ORAL",
                ),
            ),
            (
                ("TIMOPTIC", "TIMOLOL (TIMOLOL MALEATE) 0.5 %", "OPHTHALMIC"),
                ("APO-TIMOP", "TIMOLOL MALEATE 5 MG/ML", "OPHTHALMIC"),
            ),
            // No known way into the body: the patient is asked.
            (
                ("LIPITOR", "ATORVASTATIN 10 MG", ""),
                ("ATORVASTATIN", "ATORVASTATIN 10 MG", "ORAL"),
            ),
        ] {
            assert!(is_same(one, other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn another_strength_form_or_ingredient_is_another_drug() {
        for (one, other) in [
            (
                ("LIPITOR", "ATORVASTATIN 10 MG", "ORAL"),
                ("ATORVASTATIN", "ATORVASTATIN 20 MG", "ORAL"),
            ),
            (
                ("TIMOPTIC", "TIMOLOL MALEATE 5 MG", "OPHTHALMIC"),
                ("TIMOLOL", "TIMOLOL MALEATE 5 MG", "ORAL"),
            ),
            (
                ("FLOVENT", "FLUTICASONE PROPIONATE 50 MCG/ACT", "INHALATION"),
                ("FLONASE", "FLUTICASONE PROPIONATE 50 MCG/ACT", "NASAL"),
            ),
            (
                ("NITRO-DUR", "NITROGLYCERIN 0.4 MG/HOUR", "TRANSDERMAL"),
                ("NITROLINGUAL", "NITROGLYCERIN 0.4 MG/ACT", "SUBLINGUAL"),
            ),
            // A combination is not one of its parts.
            (
                ("CADUET", "AMLODIPINE 5 MG + ATORVASTATIN 10 MG", "ORAL"),
                ("NORVASC", "AMLODIPINE 5 MG", "ORAL"),
            ),
            // The strengths of the two ingredients are the other way round.
            (
                ("CADUET", "AMLODIPINE 5 MG + ATORVASTATIN 10 MG", "ORAL"),
                ("OTHER", "AMLODIPINE 10 MG + ATORVASTATIN 5 MG", "ORAL"),
            ),
            // The salts of iron hold different amounts of it.
            (
                ("IRON A", "FERROUS SULFATE 300 MG", "ORAL"),
                ("IRON B", "FERROUS GLUCONATE 300 MG", "ORAL"),
            ),
            (
                (
                    "HUMULIN N",
                    "INSULIN ISOPHANE HUMAN BIOSYNTHETIC 100 UNIT/ML",
                    "SUBCUTANEOUS",
                ),
                (
                    "NOVOLIN GE TORONTO",
                    "INSULIN INJECTION HUMAN BIOSYNTHETIC 100 UNIT/ML",
                    "SUBCUTANEOUS",
                ),
            ),
            // One of unknown strength may be another strength.
            (
                ("LIPITOR", "ATORVASTATIN  MG", "ORAL"),
                ("ATORVASTATIN", "ATORVASTATIN 10 MG", "ORAL"),
            ),
            (("LIPITOR", "", "ORAL"), ("ATORVASTATIN", "", "ORAL")),
        ] {
            assert!(!is_same(one, other), "{one:?} {other:?}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many medications a patient may request per day, and when two lines are the same drug (decisions 85 and
//! 86).
//!
//! Not here: counting today's requests, without cancelled ones, which is done in the server.

use super::request::MOST_MEDICATIONS;
use crate::faults::Refusal;
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

/// Whether two drugs are the same: same name with same strengths, or same name when either has no strengths.
pub fn same_drug(
    name: &str,
    ingredients: &[Ingredient],
    other_name: &str,
    other_ingredients: &[Ingredient],
) -> bool {
    if fold(name) != fold(other_name) {
        return false;
    }
    let (mine, theirs) = (strengths(ingredients), strengths(other_ingredients));
    mine.is_empty() || theirs.is_empty() || mine == theirs
}

/// Sorted, normalized strengths; blanks are ignored.
fn strengths(ingredients: &[Ingredient]) -> Vec<String> {
    let mut strengths: Vec<String> = ingredients
        .iter()
        .filter(|one| !one.strength.trim().is_empty())
        .map(|one| {
            format!(
                "{}|{}",
                fold(&one.ingredient_name),
                super::strengths::strength_key(one)
            )
        })
        .collect();
    strengths.sort();
    strengths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(strength: &str) -> Vec<Ingredient> {
        vec![Ingredient {
            ingredient_name: "LEVOTHYROXINE SODIUM".into(),
            strength: strength.into(),
            strength_unit: "MCG".into(),
            ..Ingredient::default()
        }]
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
        assert!(same_drug("ELTROXIN", &of("50"), "Eltroxin", &of("50.0")));
        assert!(!same_drug("ELTROXIN", &of("50"), "ELTROXIN", &of("100")));
        assert!(same_drug("ELTROXIN", &[], "ELTROXIN", &of("100")));
        assert!(same_drug("ELTROXIN", &of(" "), "ELTROXIN", &of("100")));
        assert!(!same_drug("ELTROXIN", &of("50"), "SYNTHROID", &of("50")));
    }
}

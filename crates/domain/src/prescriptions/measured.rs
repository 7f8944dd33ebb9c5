// SPDX-License-Identifier: AGPL-3.0-or-later

//! A dose of something that has none: of a vial, a pen or a bottle, `five doses` may be five units or five
//! millilitres. What is strong per millilitre and holds many doses is signed in units, mg or mL only.
//!
//! Asked at signing: a patient who renews a line of the form may not know more than the form asks.

// cspell:ignoreRegExp rust-string

use super::forms;
use super::lengths;
use super::signable::Directed;
use super::usage::Usage;
use crate::faults::Fault;
use crate::options::OTHER;
use crate::search::fold;
use salal_formats::drug_database::Ingredient;

/// Ingredient and source: those whose container is one dose though its strength is per millilitre.
const SINGLE_DOSE: &str = include_str!("single_dose.csv");
/// Words of a name for a container of one dose.
const CONTAINERS: &[&str] = &[
    "syringe",
    "syringes",
    "prefilled",
    "autoinjector",
    "auto",
    "sureclick",
    "pushtouch",
    "sensoready",
    "unidose",
    "monodose",
    "nebule",
    "nebules",
    "nebuamp",
    "respule",
    "respules",
    "polyneb",
    "sterinebs",
    "minims",
    "ampoule",
    "ampoules",
    "amp",
    "sachet",
    "sachets",
    "respimat",
    "unit",
];
/// Words of a typed dose that says only how many.
const BARE: &[&str] = &[
    "dose",
    "doses",
    "injection",
    "injections",
    "shot",
    "shots",
    "half",
    "quarter",
    "a",
    "an",
    "of",
    "and",
    "take",
    "inject",
    "the",
    "1/2",
    "½",
];

/// The error of a line that says doses of what has none.
pub(super) fn fault(line: &Directed<'_>) -> Option<Fault> {
    let usage = line.usage;
    let field = if usage.quantity == OTHER {
        let text = Usage::typed(usage.quantity_other.as_ref())?;
        if !is_bare(text) {
            return None;
        }
        "quantityOther"
    } else if usage.quantity.is_empty() {
        return None;
    } else {
        "quantity"
    };
    if !is_measured(line.name, line.ingredients, line.formulations, line.routes) {
        return None;
    }
    Some(Fault::new(
        field,
        "It is measured, and its label says no dose. Please write the dose in units, mg or mL.",
    ))
}

/// Whether a text is a number of doses, or a number alone.
fn is_bare(text: &str) -> bool {
    let folded = fold(text);
    !folded.is_empty()
        && folded.split(' ').all(|word| {
            BARE.contains(&word)
                || word.bytes().all(|one| one.is_ascii_digit())
                || lengths::number_word(word).is_some()
        })
}

/// Whether a drug is measured out of a container of many doses.
fn is_measured(
    name: &str,
    ingredients: &[Ingredient],
    formulations: &[String],
    routes: &[String],
) -> bool {
    let is_dose = forms::form(formulations).is_some_and(|form| form.singular == "dose");
    let (verb, _) = forms::verb(formulations, routes);
    if !is_dose || !matches!(verb, "Take" | "Inject" | "Inhale" | "Use") || ingredients.is_empty() {
        return false;
    }
    let is_drunk = verb == "Take";
    // A syringe of 40 mg in 0.8 mL is one dose; a syrup of 125 mg in 5 mL is none.
    let is_per_measure = ingredients.iter().all(|one| {
        let unit = one.dosage_unit.trim();
        let is_one = matches!(one.dosage_value.trim(), "" | "1" | "1.0");
        matches!(unit.to_uppercase().as_str(), "ML" | "G") && (is_one || is_drunk)
    });
    let folded = fold(name);
    let is_pen = folded
        .split(' ')
        .any(|word| matches!(word, "pen" | "vial" | "multidose" | "multi"));
    let in_container = !is_pen && folded.split(' ').any(|word| CONTAINERS.contains(&word));
    is_per_measure && !in_container && (is_drunk || !ingredients.iter().any(is_single_dose))
}

/// Whether an ingredient comes in containers of one dose: antibodies and receptors do, and those in the table.
fn is_single_dose(ingredient: &Ingredient) -> bool {
    let substance = fold(&ingredient.ingredient_name);
    let first = substance.split(' ').next().unwrap_or_default();
    first.ends_with("mab")
        || first.ends_with("cept")
        || SINGLE_DOSE
            .lines()
            .skip(1)
            .filter_map(|row| row.split(',').next())
            .any(|known| known == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table")]
    fn doses_of_what_has_none_are_refused() {
        // Name, ingredient, strength, per; form; route; dose; refused.
        for (name, substance, [strength, unit, value, per], form, route, dose, refused) in [
            (
                "NOVORAPID",
                "INSULIN ASPART",
                ["100", "UNIT", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "Five",
                true,
            ),
            (
                "TOUJEO SOLOSTAR",
                "INSULIN GLARGINE",
                ["300", "UNIT", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "One",
                true,
            ),
            (
                "NOVOLIN GE NPH",
                "INSULIN HUMAN",
                ["100", "UNIT", "1.0", "ML"],
                "SUSPENSION",
                "SUBCUTANEOUS",
                "One half",
                true,
            ),
            (
                "VITAMIN B12",
                "CYANOCOBALAMIN",
                ["1000", "MCG", "", "ML"],
                "SOLUTION",
                "INTRAMUSCULAR",
                "One",
                true,
            ),
            (
                "METHOTREXATE INJECTION",
                "METHOTREXATE",
                ["25", "MG", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "1 dose",
                true,
            ),
            (
                "LACTULOSE",
                "LACTULOSE",
                ["667", "MG", "", "ML"],
                "SYRUP",
                "ORAL",
                "Two",
                true,
            ),
            (
                "AMOXICILLIN",
                "AMOXICILLIN",
                ["125", "MG", "5", "ML"],
                "POWDER FOR SUSPENSION",
                "ORAL",
                "One",
                true,
            ),
            (
                "VENTOLIN RESPIRATOR SOLUTION",
                "SALBUTAMOL",
                ["5", "MG", "", "ML"],
                "SOLUTION",
                "INHALATION",
                "One",
                true,
            ),
            (
                "OZEMPIC",
                "SEMAGLUTIDE",
                ["1.34", "MG", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "2 doses",
                true,
            ),
            (
                "NOVORAPID",
                "INSULIN ASPART",
                ["100", "UNIT", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "10 units",
                false,
            ),
            (
                "LACTULOSE",
                "LACTULOSE",
                ["667", "MG", "", "ML"],
                "SYRUP",
                "ORAL",
                "15 mL",
                false,
            ),
            (
                "METHOTREXATE INJECTION",
                "METHOTREXATE",
                ["25", "MG", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "as directed",
                false,
            ),
            (
                "HUMIRA",
                "ADALIMUMAB",
                ["40", "MG", "0.8", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "One",
                false,
            ),
            (
                "PROLIA",
                "DENOSUMAB",
                ["60", "MG", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "One",
                false,
            ),
            (
                "AIMOVIG",
                "ERENUMAB",
                ["70", "MG", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "One",
                false,
            ),
            (
                "METHOTREXATE PRE-FILLED SYRINGE",
                "METHOTREXATE",
                ["25", "MG", "", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "One",
                false,
            ),
            (
                "PULMICORT NEBUAMP",
                "BUDESONIDE",
                ["0.5", "MG", "", "ML"],
                "SUSPENSION",
                "INHALATION",
                "One",
                false,
            ),
            (
                "TRULICITY",
                "DULAGLUTIDE",
                ["1.5", "MG", "0.5", "ML"],
                "SOLUTION",
                "SUBCUTANEOUS",
                "One",
                false,
            ),
            (
                "SPIRIVA RESPIMAT",
                "TIOTROPIUM",
                ["2.5", "MCG", "", "ACT"],
                "SOLUTION",
                "INHALATION",
                "Two",
                false,
            ),
            (
                "RAMIPRIL",
                "RAMIPRIL",
                ["5", "MG", "", ""],
                "CAPSULE",
                "ORAL",
                "One",
                false,
            ),
            (
                "XALATAN",
                "LATANOPROST",
                ["50", "MCG", "", "ML"],
                "SOLUTION",
                "OPHTHALMIC",
                "One",
                false,
            ),
        ] {
            let ingredients = [Ingredient {
                ingredient_name: substance.into(),
                strength: strength.into(),
                strength_unit: unit.into(),
                dosage_value: value.into(),
                dosage_unit: per.into(),
            }];
            let is_option = crate::options::QUANTITIES.contains(&dose);
            let usage = Usage {
                quantity: if is_option { dose.into() } else { OTHER.into() },
                quantity_other: (!is_option).then(|| dose.to_owned()),
                ..Usage::default()
            };
            let (forms, routes) = ([form.to_owned()], [route.to_owned()]);
            let line = Directed {
                usage: &usage,
                formulations: &forms,
                routes: &routes,
                name,
                ingredients: &ingredients,
                container: "",
                pack: None,
                typed: None,
                supply_reason: None,
            };
            assert_eq!(fault(&line).is_some(), refused, "{name}: {dose}");
        }
    }
}

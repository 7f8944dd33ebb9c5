// SPDX-License-Identifier: AGPL-3.0-or-later

//! A patient's allergies that may be relevant for a drug: a hint for the doctor, never a verdict.
//!
//! The listed allergies are classes and are matched by class number and by suffixes of names; typed ones are
//! matched by name. No match does not mean that a drug is safe.

// cspell:ignoreRegExp rust-string

use crate::search::fold;

/// One listed allergy: its text, prefixes of AHFS and ATC numbers, and suffixes or parts of ingredient names.
struct Class {
    allergy: &'static str,
    ahfs: &'static [&'static str],
    atc: &'static [&'static str],
    names: &'static [&'static str],
}

const CLASSES: [Class; 5] = [
    Class {
        allergy: "amoxicillin",
        ahfs: &["08:12.16"],
        atc: &["J01C"],
        names: &["cillin"],
    },
    Class {
        allergy: "penicillin",
        ahfs: &["08:12.16"],
        atc: &["J01C"],
        names: &["cillin"],
    },
    Class {
        allergy: "codeine",
        ahfs: &["28:08.08"],
        atc: &["R05DA04", "N02AA", "N02AJ0"],
        names: &["codeine", "codone", "morph"],
    },
    Class {
        allergy: "macrolides",
        ahfs: &["08:12.12"],
        atc: &["J01FA"],
        names: &["thromycin"],
    },
    Class {
        allergy: "sulfa",
        ahfs: &["08:12.20"],
        atc: &["J01E"],
        names: &["sulfa"],
    },
];

/// The drug to be checked.
#[derive(Debug, Clone, Copy)]
pub struct AllergyDrug<'a> {
    pub name: &'a str,
    pub ingredients: &'a [&'a str],
    pub ahfs_numbers: &'a [String],
    pub atc_numbers: &'a [String],
}

/// Those of `allergies` (listed and typed ones, as recorded) that may be relevant for the drug, each once.
pub fn allergy_matches(allergies: &[String], drug: &AllergyDrug<'_>) -> Vec<String> {
    let names: Vec<String> = drug
        .ingredients
        .iter()
        .chain([&drug.name])
        .map(|name| fold(name))
        .collect();
    let mut matches: Vec<String> = Vec::new();
    for allergy in allergies {
        let folded = fold(allergy);
        if !folded.is_empty() && !matches.contains(allergy) && touches(&folded, drug, &names) {
            matches.push(allergy.clone());
        }
    }
    matches
}

fn touches(allergy: &str, drug: &AllergyDrug<'_>, names: &[String]) -> bool {
    let class = CLASSES.iter().find(|class| {
        // "penicillins", "sulfa drugs": a typed text may contain the listed word.
        allergy.starts_with(class.allergy)
            || class.allergy.starts_with(allergy) && allergy.len() > 4
    });
    let by_class = class.is_some_and(|class| {
        let begins = |numbers: &[String], beginnings: &[&str]| {
            numbers
                .iter()
                .any(|number| beginnings.iter().any(|one| number.trim().starts_with(one)))
        };
        begins(drug.ahfs_numbers, class.ahfs)
            || begins(drug.atc_numbers, class.atc)
            || names
                .iter()
                .any(|name| class.names.iter().any(|part| name.contains(part)))
    });
    by_class || (allergy.len() > 3 && names.iter().any(|name| has_words(name, allergy)))
}

/// Whether `text` contains `words` as whole words in a row.
fn has_words(text: &str, words: &str) -> bool {
    format!(" {text} ").contains(&format!(" {words} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(allergies: &[&str], name: &str, ingredients: &[&str], ahfs: &str) -> Vec<String> {
        let allergies: Vec<String> = allergies.iter().map(|text| (*text).to_owned()).collect();
        allergy_matches(
            &allergies,
            &AllergyDrug {
                name,
                ingredients,
                ahfs_numbers: &[ahfs.to_owned()],
                atc_numbers: &[],
            },
        )
    }

    #[test]
    fn listed_allergies_match_their_class() {
        assert_eq!(
            matched(
                &["Penicillin", "Codeine"],
                "APO-AMOXI",
                &["AMOXICILLIN"],
                ""
            ),
            ["Penicillin"]
        );
        assert_eq!(
            matched(&["Macrolides"], "X", &["AZITHROMYCIN"], ""),
            ["Macrolides"]
        );
        assert_eq!(matched(&["Sulfa"], "X", &["Y"], "08:12.20"), ["Sulfa"]);
        assert_eq!(
            matched(
                &["Penicillin", "Sulfa", "Macrolides"],
                "LIPITOR",
                &["ATORVASTATIN"],
                "24:06.08"
            ),
            [""; 0]
        );
    }

    #[test]
    fn typed_allergies_match_by_name() {
        let drug = |allergy: &str| {
            matched(&[allergy], "ALTACE", &["RAMIPRIL (RAMIPRIL)"], "24:32.04").len()
        };
        assert_eq!(drug("Ramipril"), 1);
        assert_eq!(drug("altace"), 1);
        assert_eq!(drug("pril"), 0);
        assert_eq!(drug("cat"), 0);
        assert_eq!(drug(""), 0);
    }
}

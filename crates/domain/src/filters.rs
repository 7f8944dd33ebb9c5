// SPDX-License-Identifier: AGPL-3.0-or-later

//! Which drugs can be requested: class filters of the administrators, and what the law and the contract
//! prohibit in any case (decisions 75, 144 and 156; reference prescription-rules 3 and 4,
//! drug-product-database 6). A filter names a class by its AHFS number and also matches by ATC code, schedule
//! and ingredient, so that an extract without AHFS numbers gives the same result.
//!
//! A drug without a matching filter is not therefore appropriate for a patient; a doctor reviews each
//! request.

// cspell:ignoreRegExp rust-string

mod classes;
mod defaults;
mod rule_matches;

pub use classes::{class_name, is_atc, known_atc, known_of};
pub use defaults::default_filters;
pub use rule_matches::{RuleMatches, falls, lost, shrunk};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::search::fold;
use salal_formats::drug_database::DrugRecord;

codes! {
    /// The effect of a filter. The later one is stricter.
    #[derive(PartialOrd, Ord)]
    pub enum FilterStatus {
        /// Shown struck through; cannot be selected.
        CrossOut = "CROSS_OUT",
        /// Not shown to patients at all; staff see it.
        DoNotShowUp = "DO_NOT_SHOW_UP",
    }
}

/// A filter as configured by administrators. A drug matches by any of number, ATC code, schedule and
/// ingredient (decision 156).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterRule {
    /// Matches itself and everything below it, e.g. `28:08` matches `28:08.08` and not `28:080`. For a class
    /// unknown to AHFS, an ATC code. Classes of the table add their ATC codes and ingredients.
    pub tc_ahfs_number: String,
    pub status: FilterStatus,
    /// Further matches, besides its number and the known ones of its class.
    pub also: MatchedBy,
    /// Excepted ingredients. A drug is excepted when all of its ingredients are among them.
    pub exceptions: Vec<String>,
}

/// Further ways by which a filter matches.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchedBy {
    /// ATC codes, each with everything below it: `J01C` matches `J01CA04`.
    #[serde(default)]
    pub atc_numbers: Vec<String>,
    /// Schedules of the register as published, ignoring case: `Schedule D`.
    #[serde(default)]
    pub schedules: Vec<String>,
    /// Ingredients as whole words: `CODEINE` matches `CODEINE PHOSPHATE` and not `DIHYDROCODEINE`.
    #[serde(default)]
    pub ingredients: Vec<String>,
}

/// Names that can never be selected (contract list of crossed-out drug names).
pub const CROSSED_OUT_NAMES: [&str; 2] = ["Plan B", "Backup Plan Onestep"];

/// Emergency contraception by ATC code, for products with other names.
const EMERGENCY_CONTRACEPTION: &str = "G03AD";

/// Moved to Schedule I on 31 March 2022; older rows of the register call it Prescription.
const CONTROLLED_INGREDIENTS: [&str; 1] = ["tramadol"];

/// One reason why a drug is filtered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilterHit {
    pub status: FilterStatus,
    /// A sentence for the user.
    pub reason: String,
}

/// The known details of a drug.
#[derive(Debug, Clone, Copy)]
pub struct JudgedDrug<'a> {
    pub name: &'a str,
    pub ahfs_numbers: &'a [String],
    pub atc_numbers: &'a [String],
    pub schedules: &'a [String],
    /// Ingredient names as published.
    pub ingredients: &'a [&'a str],
}

impl<'a> JudgedDrug<'a> {
    /// The details of a whole record; the caller collects the ingredients' names.
    pub fn of(drug: &'a DrugRecord, ingredients: &'a [&'a str]) -> Self {
        Self {
            name: &drug.name,
            ahfs_numbers: &drug.tc_ahfs_numbers,
            atc_numbers: &drug.atc_numbers,
            schedules: &drug.schedules,
            ingredients,
        }
    }
}

/// The verdict of all filters on a drug.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The strictest first; empty when it can be renewed.
    pub hits: Vec<FilterHit>,
    /// Class and schedule unknown: a doctor decides.
    pub needs_doctor: bool,
}

impl Judgement {
    /// Whether a patient may select it.
    pub fn is_selectable(&self) -> bool {
        self.hits.is_empty()
    }

    /// Whether a patient may see it.
    pub fn is_shown_to_patients(&self) -> bool {
        self.strictest() != Some(FilterStatus::DoNotShowUp)
    }

    /// The strictest status of all filters that match.
    pub fn strictest(&self) -> Option<FilterStatus> {
        self.hits.iter().map(|hit| hit.status).max()
    }
}

struct Prepared {
    /// Display name: `Penicillins (08:12.16)`.
    name: String,
    number: String,
    status: FilterStatus,
    exceptions: Vec<String>,
    /// ATC codes, with the ingredients in them that are not in the class.
    atc: Vec<(String, Vec<String>)>,
    schedules: Vec<String>,
    /// Normalized, as words.
    ingredients: Vec<Vec<String>>,
}

impl Prepared {
    fn of(rule: &FilterRule) -> Self {
        let number = rule.tc_ahfs_number.trim().to_owned();
        let folded = |names: &[&str]| names.iter().map(|name| fold(name)).collect::<Vec<_>>();
        let mut atc: Vec<(String, Vec<String>)> = Vec::new();
        let mut ingredients: Vec<String> = Vec::new();
        for class in classes::classes_of(&number) {
            for code in class.atc {
                atc.push(((*code).to_owned(), folded(class.beside)));
            }
            ingredients.extend(folded(class.ingredients));
        }
        if is_atc(&number) {
            atc.push((number.clone(), Vec::new()));
        }
        let own = rule.also.atc_numbers.iter().map(|code| code.trim());
        for code in own.filter(|code| !code.is_empty()) {
            // The known matches of the class take precedence over the same typed ones.
            if !atc.iter().any(|(known, _)| known == code) {
                atc.push((code.to_owned(), Vec::new()));
            }
        }
        ingredients.extend(rule.also.ingredients.iter().map(|name| fold(name)));
        let words = |name: String| name.split(' ').map(ToOwned::to_owned).collect::<Vec<_>>();
        Self {
            name: match class_name(&number) {
                Some(name) => format!("{name} ({number})"),
                None => format!("Class {number}"),
            },
            status: rule.status,
            exceptions: rule.exceptions.iter().map(|name| fold(name)).collect(),
            atc,
            schedules: rule.also.schedules.iter().map(|one| fold(one)).collect(),
            ingredients: ingredients
                .into_iter()
                .filter(|name| !name.is_empty())
                .map(words)
                .collect(),
            number,
        }
    }

    fn applies(&self, drug: &Facts<'_>) -> bool {
        let by_number = || {
            let mut numbers = drug.given.ahfs_numbers.iter();
            numbers.any(|number| is_under(number.trim(), &self.number))
        };
        let by_atc = || {
            self.atc.iter().any(|(code, beside)| {
                let mut numbers = drug.given.atc_numbers.iter();
                numbers.any(|number| number.trim().starts_with(code.as_str()))
                    && !drug.is_made_of(beside)
            })
        };
        let by_schedule = || {
            let mut schedules = drug.schedules.iter();
            schedules.any(|schedule| self.schedules.contains(schedule))
        };
        let by_ingredient = || {
            let mut names = drug.names.iter();
            names.any(|(whole, _)| self.ingredients.iter().any(|words| has_words(whole, words)))
        };
        (by_number() || by_atc() || by_schedule() || by_ingredient())
            && !drug.is_made_of(&self.exceptions)
    }
}

/// A drug with its texts normalized once for all rules.
struct Facts<'a> {
    given: &'a JudgedDrug<'a>,
    name: String,
    schedules: Vec<String>,
    /// Each ingredient in full, and the part before the salt in brackets.
    names: Vec<(String, String)>,
}

impl<'a> Facts<'a> {
    fn of(given: &'a JudgedDrug<'a>) -> Self {
        let both = |name: &&str| (fold(name), moiety(name));
        Self {
            name: fold(given.name),
            schedules: given.schedules.iter().map(|one| fold(one)).collect(),
            names: given.ingredients.iter().map(both).collect(),
            given,
        }
    }

    /// Whether every ingredient is one of these. Exact normalized names only: "codeine" is inside other
    /// names.
    fn is_made_of(&self, names: &[String]) -> bool {
        !self.names.is_empty()
            && !names.is_empty()
            && self
                .names
                .iter()
                .all(|(whole, moiety)| names.contains(whole) || names.contains(moiety))
    }
}

/// Whether the words occur in the text in sequence.
fn has_words(text: &str, words: &[String]) -> bool {
    let of_text: Vec<&str> = text.split(' ').collect();
    of_text.windows(words.len()).any(|some| some == words)
}

/// The filters of an installation, prepared once for many drugs.
pub struct Filters {
    rules: Vec<Prepared>,
    names: Vec<String>,
}

/// Built-in prohibitions, independent of the administrators' filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BuiltIn {
    Controlled,
    ControlledIngredient,
    EmergencyContraception,
}

impl BuiltIn {
    const ALL: [Self; 3] = [
        Self::Controlled,
        Self::ControlledIngredient,
        Self::EmergencyContraception,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Controlled => "Controlled substances, by their schedule",
            Self::ControlledIngredient => "Tramadol, by its name",
            Self::EmergencyContraception => "Emergency contraception, by name and ATC code",
        }
    }

    const fn reason(self) -> &'static str {
        match self {
            Self::Controlled | Self::ControlledIngredient => {
                "Controlled substances are never refilled through this service."
            }
            Self::EmergencyContraception => {
                "Emergency contraception is not a refill. A pharmacy gives it without a prescription."
            }
        }
    }
}

impl Filters {
    /// Prepares the administrators' filters; the built-in ones always apply.
    pub fn new(rules: &[FilterRule]) -> Self {
        let rules = rules
            .iter()
            .filter(|rule| !rule.tc_ahfs_number.trim().is_empty())
            .map(Prepared::of)
            .collect();
        Self {
            rules,
            names: CROSSED_OUT_NAMES.iter().map(|name| fold(name)).collect(),
        }
    }

    /// The verdict on a drug.
    pub fn judge(&self, drug: &JudgedDrug<'_>) -> Judgement {
        let facts = Facts::of(drug);
        let mut hits: Vec<FilterHit> = Vec::new();
        if let Some(built_in) = BuiltIn::ALL
            .into_iter()
            .find(|one| self.is_under_built_in(*one, &facts))
        {
            hits.push(FilterHit {
                status: FilterStatus::CrossOut,
                reason: built_in.reason().to_owned(),
            });
        }
        for rule in self.rules.iter().filter(|rule| rule.applies(&facts)) {
            hits.push(FilterHit {
                status: rule.status,
                reason: "Medications of this class are not refilled through this service."
                    .to_owned(),
            });
        }
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.status));
        hits.dedup();
        Judgement {
            hits,
            needs_doctor: drug.ahfs_numbers.is_empty()
                && drug.atc_numbers.is_empty()
                && drug.schedules.is_empty(),
        }
    }

    /// Like [`Filters::judge`], for a whole record.
    pub fn judge_record(&self, drug: &DrugRecord) -> Judgement {
        self.judge(&JudgedDrug::of(drug, &drug.ingredient_names()))
    }

    /// Whether one of the administrators' filters matches a drug, whatever the built-in rules say.
    pub fn touch(&self, drug: &JudgedDrug<'_>) -> bool {
        let facts = Facts::of(drug);
        self.rules.iter().any(|rule| rule.applies(&facts))
    }

    fn is_under_built_in(&self, one: BuiltIn, drug: &Facts<'_>) -> bool {
        match one {
            BuiltIn::Controlled => {
                let mut schedules = drug.given.schedules.iter();
                schedules.any(|schedule| is_controlled(schedule))
            }
            BuiltIn::ControlledIngredient => has_controlled_ingredient(drug.given.ingredients),
            BuiltIn::EmergencyContraception => {
                let mut numbers = drug.given.atc_numbers.iter();
                self.names.contains(&drug.name)
                    || numbers.any(|number| number.trim().starts_with(EMERGENCY_CONTRACEPTION))
            }
        }
    }
}

/// Parts of words that name a controlled schedule: in the register, in the Acts, and in French.
const OF_CONTROLLED: [&str; 9] = [
    "narcotic",
    "narcotique",
    "control",
    "targeted",
    "cibl",
    "cdsa",
    "stupef",
    "benzodiaz",
    "schedule g",
];
/// Short names of controlled schedules, as typed manually.
const SHORT_CONTROLLED: [&str; 11] = [
    "n", "c i", "c ii", "c iii", "c iv", "c v", "ci", "cii", "ciii", "civ", "cv",
];

/// Whether a schedule is narcotic, controlled or targeted: as in the register, or typed differently.
pub fn is_controlled(schedule: &str) -> bool {
    let schedule = fold(schedule);
    OF_CONTROLLED.iter().any(|part| schedule.contains(part))
        || SHORT_CONTROLLED.contains(&schedule.as_str())
}

/// By whole words, so that every salt matches.
pub(crate) fn has_controlled_ingredient(ingredients: &[&str]) -> bool {
    ingredients.iter().any(|name| {
        fold(name)
            .split(' ')
            .any(|word| CONTROLLED_INGREDIENTS.contains(&word))
    })
}

/// Whether `number` is `prefix` or below it, by whole parts.
pub fn is_under(number: &str, prefix: &str) -> bool {
    number
        .strip_prefix(prefix.trim_end_matches([':', '.']))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '.', '*']))
}

/// The part before the salt in brackets, normalized.
fn moiety(name: &str) -> String {
    fold(name.split_once('(').map_or(name, |(moiety, _)| moiety))
}

#[cfg(test)]
mod tests;

//! Which drugs may be asked for: class filters of the administrators, and what the law and the contract
//! cross out in any case (decisions 75 and 144; reference prescription-rules 3 and drug-product-database 6).
//!
//! A drug that no filter touches is not thereby right for anybody; a doctor looks at each request.

mod defaults;

pub use defaults::default_filters;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::drug_database::DrugRecord;
use crate::search::fold;

/// What a filter does. The later one is the stricter.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum FilterStatus {
    /// Shown struck through; cannot be selected.
    #[serde(rename = "CROSS_OUT")]
    CrossOut,
    /// Not shown to patients at all; staff see it.
    #[serde(rename = "DO_NOT_SHOW_UP")]
    DoNotShowUp,
}

impl FilterStatus {
    /// The code as stored and sent.
    pub const fn code(self) -> &'static str {
        match self {
            Self::CrossOut => "CROSS_OUT",
            Self::DoNotShowUp => "DO_NOT_SHOW_UP",
        }
    }

    /// Reads a code.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::CrossOut, Self::DoNotShowUp]
            .into_iter()
            .find(|status| status.code() == code)
    }
}

/// A filter as administrators keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterRule {
    /// Matches itself and everything below it, e.g. `28:08` matches `28:08.08` and not `28:080`.
    pub tc_ahfs_number: String,
    pub status: FilterStatus,
    /// Ingredients the filter leaves alone. A drug escapes when all of its ingredients are among them.
    pub exceptions: Vec<String>,
}

/// Names that can never be selected (contract list of crossed-out drug names).
pub const CROSSED_OUT_NAMES: [&str; 2] = ["Plan B", "Backup Plan Onestep"];

/// Moved to Schedule I on 31 March 2022; older rows of the register call it Prescription.
const CONTROLLED_INGREDIENTS: [&str; 1] = ["tramadol"];

/// One reason why a drug is filtered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilterHit {
    pub status: FilterStatus,
    /// A sentence for the reader.
    pub reason: String,
}

/// What is known of the drug.
#[derive(Debug, Clone, Copy)]
pub struct JudgedDrug<'a> {
    pub name: &'a str,
    pub ahfs_numbers: &'a [String],
    pub atc_numbers: &'a [String],
    pub schedules: &'a [String],
    /// Ingredient names as published.
    pub ingredients: &'a [&'a str],
}

/// What all filters together say of a drug.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The strictest first; empty when it may be refilled.
    pub hits: Vec<FilterHit>,
    /// Neither class nor schedule is known: a doctor decides.
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
    number: String,
    status: FilterStatus,
    exceptions: Vec<String>,
}

/// The filters of an installation, prepared once for many drugs.
pub struct Filters {
    rules: Vec<Prepared>,
    names: Vec<String>,
}

impl Filters {
    /// Prepares the administrators' filters; the built-in ones are always there.
    pub fn new(rules: &[FilterRule]) -> Self {
        let rules = rules
            .iter()
            .filter(|rule| !rule.tc_ahfs_number.trim().is_empty())
            .map(|rule| Prepared {
                number: rule.tc_ahfs_number.trim().to_owned(),
                status: rule.status,
                exceptions: rule.exceptions.iter().map(|name| fold(name)).collect(),
            })
            .collect();
        Self {
            rules,
            names: CROSSED_OUT_NAMES.iter().map(|name| fold(name)).collect(),
        }
    }

    /// Everything that speaks against a drug.
    pub fn judge(&self, drug: &JudgedDrug<'_>) -> Judgement {
        let mut hits: Vec<FilterHit> = self.built_in(drug).into_iter().collect();
        for rule in &self.rules {
            let matched = drug
                .ahfs_numbers
                .iter()
                .any(|number| is_under(number.trim(), &rule.number));
            if matched && !is_excepted(drug.ingredients, &rule.exceptions) {
                hits.push(FilterHit {
                    status: rule.status,
                    reason: "Medications of this class are not refilled through this service."
                        .to_owned(),
                });
            }
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

    /// As [`Filters::judge`], of a whole record.
    pub fn judge_record(&self, drug: &DrugRecord) -> Judgement {
        let ingredients: Vec<&str> = drug
            .ingredients
            .iter()
            .map(|one| one.ingredient_name.as_str())
            .collect();
        self.judge(&JudgedDrug {
            name: &drug.name,
            ahfs_numbers: &drug.tc_ahfs_numbers,
            atc_numbers: &drug.atc_numbers,
            schedules: &drug.schedules,
            ingredients: &ingredients,
        })
    }

    fn built_in(&self, drug: &JudgedDrug<'_>) -> Option<FilterHit> {
        let reason = if drug
            .schedules
            .iter()
            .any(|schedule| is_controlled(schedule))
            || has_controlled_ingredient(drug.ingredients)
        {
            "Controlled substances are never refilled through this service."
        } else if self.names.contains(&fold(drug.name)) {
            "Emergency contraception is not a refill. A pharmacy gives it without a prescription."
        } else {
            return None;
        };
        Some(FilterHit {
            status: FilterStatus::CrossOut,
            reason: reason.to_owned(),
        })
    }
}

/// Narcotic, controlled or targeted by the register's schedule.
pub fn is_controlled(schedule: &str) -> bool {
    let schedule = fold(schedule);
    ["narcotic", "targeted", "schedule g", "controlled"]
        .iter()
        .any(|word| schedule.starts_with(word))
        || schedule.split(' ').any(|word| word == "cdsa")
}

/// By whole words, so that every salt of it counts.
fn has_controlled_ingredient(ingredients: &[&str]) -> bool {
    ingredients.iter().any(|name| {
        fold(name)
            .split(' ')
            .any(|word| CONTROLLED_INGREDIENTS.contains(&word))
    })
}

/// Whether `number` is `prefix` or stands below it, by whole parts.
pub fn is_under(number: &str, prefix: &str) -> bool {
    number
        .strip_prefix(prefix.trim_end_matches([':', '.']))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '.', '*']))
}

/// Exact folded names only: "codeine" is inside other names.
fn is_excepted(ingredients: &[&str], exceptions: &[String]) -> bool {
    !ingredients.is_empty()
        && !exceptions.is_empty()
        && ingredients
            .iter()
            .all(|name| exceptions.contains(&fold(name)) || exceptions.contains(&moiety(name)))
}

/// The part before the salt in brackets, folded.
fn moiety(name: &str) -> String {
    fold(name.split_once('(').map_or(name, |(moiety, _)| moiety))
}

#[cfg(test)]
mod tests;

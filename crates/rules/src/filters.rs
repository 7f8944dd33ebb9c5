//! Which drugs may be asked for: class filters of the administrators, and what the law and the contract
//! cross out in any case (decisions 75 and 144; reference prescription-rules 3 and drug-product-database 6).
//!
//! A drug that no filter touches is not thereby right for anybody; a doctor looks at each request.

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
fn is_under(number: &str, prefix: &str) -> bool {
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
mod tests {
    use super::*;

    fn rule(number: &str, status: FilterStatus, exceptions: &[&str]) -> FilterRule {
        FilterRule {
            tc_ahfs_number: number.into(),
            status,
            exceptions: exceptions.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    fn judge(
        rules: &[FilterRule],
        name: &str,
        ahfs: &[&str],
        schedules: &[&str],
        ingredients: &[&str],
    ) -> Judgement {
        let texts = |list: &[&str]| {
            list.iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>()
        };
        Filters::new(rules).judge(&JudgedDrug {
            name,
            ahfs_numbers: &texts(ahfs),
            atc_numbers: &[],
            schedules: &texts(schedules),
            ingredients,
        })
    }

    #[test]
    fn numbers_match_by_whole_parts() {
        for (number, prefix, matched) in [
            ("28:08.08", "28:08", true),
            ("28:08.08", "28:08.08", true),
            ("28:080", "28:08", false),
            ("28:08.08", "28:08.0", false),
            ("28:08", "28:08.08", false),
            ("08:12.16", "08", true),
            ("08:12.16", "08:", true),
            ("40:34.00*", "40:34.00", true),
        ] {
            assert_eq!(is_under(number, prefix), matched, "{number} {prefix}");
        }
    }

    #[test]
    fn the_strictest_of_all_filters_counts() {
        let rules = [
            rule("28:08", FilterStatus::CrossOut, &[]),
            rule("28", FilterStatus::DoNotShowUp, &[]),
        ];
        let found = judge(&rules, "X", &["28:08.08"], &["Prescription"], &["A"]);
        assert_eq!(found.hits[0].status, FilterStatus::DoNotShowUp);
        assert!(!found.is_selectable() && !found.is_shown_to_patients());
        assert!(judge(&rules, "X", &["24:06.08"], &["Prescription"], &["A"]).is_selectable());
    }

    #[test]
    fn an_exception_covers_only_drugs_made_of_it() {
        let rules = [rule(
            "28:08.08",
            FilterStatus::CrossOut,
            &["Acetaminophen", "Caffeine"],
        )];
        let selectable = |ingredients: &[&str]| {
            judge(&rules, "X", &["28:08.08"], &["OTC"], ingredients).is_selectable()
        };
        assert!(selectable(&["ACETAMINOPHEN", "CAFFEINE"]));
        assert!(selectable(&["CAFFEINE (CAFFEINE CITRATE)"]));
        assert!(!selectable(&["ACETAMINOPHEN", "CODEINE"]));
        assert!(!selectable(&["PARA-ACETAMINOPHEN"]));
        assert!(!selectable(&[]));
    }

    #[test]
    fn controlled_schedules_are_always_crossed_out() {
        for schedule in [
            "Narcotic (CDSA I)",
            "Narcotic (CDSA II)",
            "Schedule G (CDSA III)",
            "Schedule G (CDSA IV)",
            "Targeted (CDSA IV)",
        ] {
            let found = judge(&[], "X", &["24:06.08"], &["Prescription", schedule], &["A"]);
            assert_eq!(
                found.strictest(),
                Some(FilterStatus::CrossOut),
                "{schedule}"
            );
            assert!(found.is_shown_to_patients());
        }
        for schedule in ["Prescription", "OTC", "Ethical", "Schedule D", "Schedule C"] {
            assert!(
                judge(&[], "X", &["24:06.08"], &[schedule], &["A"]).is_selectable(),
                "{schedule}"
            );
        }
        assert!(
            !judge(
                &[],
                "X",
                &["28:08.08"],
                &["Prescription"],
                &[
                    "TRAMADOL HYDROCHLORIDE",
                    "TRAMADOL (TRAMADOL HYDROCHLORIDE)"
                ]
            )
            .is_selectable()
        );
    }

    #[test]
    fn the_two_names_are_crossed_out_exactly() {
        for name in ["PLAN B", "Plan b", "BACKUP PLAN ONESTEP"] {
            assert!(!judge(&[], name, &["68:12.00"], &["OTC"], &["A"]).is_selectable());
        }
        assert!(judge(&[], "PLAN BETTER", &["68:12.00"], &["OTC"], &["A"]).is_selectable());
    }

    #[test]
    fn a_drug_without_class_and_schedule_needs_a_doctor() {
        let found = judge(&[], "X", &[], &[], &["A"]);
        assert!(found.needs_doctor && found.is_selectable() && found.is_shown_to_patients());
        assert!(!judge(&[], "X", &[], &["Prescription"], &["A"]).needs_doctor);
    }
}

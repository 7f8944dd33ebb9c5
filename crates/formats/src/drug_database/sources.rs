// SPDX-License-Identifier: AGPL-3.0-or-later

//! The resource and set of a file, by its name.

// cspell:ignoreRegExp rust-string

use crate::tables::base_name;

/// One file as it was uploaded or unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file's name, or the name of the resource selected by the administrator; folders are ignored.
    pub file: String,
    pub bytes: Vec<u8>,
}

/// The resources a drug is built from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    Product,
    Ingredient,
    Form,
    Route,
    Class,
    Status,
    Company,
    Schedule,
}

/// Prefixes of file names, longer before shorter; `None` for known files that are not needed.
const NAMES: &[(&str, Option<Role>)] = &[
    ("drugproduct", Some(Role::Product)),
    ("drug", Some(Role::Product)),
    ("activeingredient", Some(Role::Ingredient)),
    ("ingred", Some(Role::Ingredient)),
    ("dosageform", Some(Role::Form)),
    ("form", Some(Role::Form)),
    ("routeofadministration", Some(Role::Route)),
    ("route", Some(Role::Route)),
    ("therapeuticclass", Some(Role::Class)),
    ("ther", Some(Role::Class)),
    ("productstatus", Some(Role::Status)),
    ("status", Some(Role::Status)),
    ("comp", Some(Role::Company)),
    ("schedule", Some(Role::Schedule)),
    ("pack", None),
    ("pharm", None),
    ("vet", None),
    ("inactive", None),
    ("bios", None),
];

/// The resource of a file by its name, with any suffix: `drug_ap.txt.gz` is the products. `None` for every
/// other file.
pub fn role_of(file: &str) -> Option<Role> {
    let name: String = base_name(file)
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    NAMES
        .iter()
        .find(|(beginning, _)| name.starts_with(beginning))
        .and_then(|(_, role)| *role)
}

/// The set of a file, by the suffix of its name: `ap` approved, `dr` dormant, `ia` cancelled; empty for
/// marketed products, and for lists of everything.
pub fn set_of(file: &str) -> &'static str {
    let name = base_name(file).to_ascii_lowercase();
    let stem = name.split(['.', ' ', '(']).next().unwrap_or_default();
    ["ap", "dr", "ia"]
        .into_iter()
        .find(|set| {
            stem.strip_suffix(set)
                .is_some_and(|rest| rest.ends_with('_'))
        })
        .unwrap_or("")
}

impl Role {
    /// All resources, products first, so that all other rows find their drug.
    pub const ALL: [Self; 8] = [
        Self::Product,
        Self::Ingredient,
        Self::Form,
        Self::Route,
        Self::Class,
        Self::Status,
        Self::Company,
        Self::Schedule,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_resource() {
        for (file, role) in [
            ("drug.txt", Some(Role::Product)),
            ("allfiles/drug_ap.txt.gz", Some(Role::Product)),
            ("drug_dr (1).csv", Some(Role::Product)),
            ("drugproduct.json", Some(Role::Product)),
            ("Drug Product", Some(Role::Product)),
            ("Active Ingredient", Some(Role::Ingredient)),
            ("INGRED_IA.TXT", Some(Role::Ingredient)),
            ("Dosage Form", Some(Role::Form)),
            ("Route of Administration", Some(Role::Route)),
            ("Therapeutic Class", Some(Role::Class)),
            ("ther.txt", Some(Role::Class)),
            ("Product Status", Some(Role::Status)),
            ("c:\\x\\comp.txt", Some(Role::Company)),
            ("schedule.txt", Some(Role::Schedule)),
            ("package.txt", None),
            ("inactive.txt", None),
            ("readme.txt", None),
        ] {
            assert_eq!(role_of(file), role, "{file}");
        }
    }

    #[test]
    fn suffixes_tell_the_set() {
        for (file, set) in [
            ("drug.txt", ""),
            ("x/drug_ap.txt.gz", "ap"),
            ("INGRED_IA.TXT", "ia"),
            ("drug_dr (1).csv", "dr"),
            ("drug-product-2026-11.csv", ""),
            ("map.csv", ""),
        ] {
            assert_eq!(set_of(file), set, "{file}");
        }
    }
}

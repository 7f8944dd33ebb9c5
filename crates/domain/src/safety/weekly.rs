// SPDX-License-Identifier: AGPL-3.0-or-later

//! Drugs that are taken once a week or more seldom: a daily dose of methotrexate kills, and of the others it
//! is a mistake that nobody notices on a renewal. A mark, because a doctor may know better; it never blocks.
//!
//! Not one of the replaceable tables: those are sent in as one set, and an older set without it must stay
//! readable.

// cspell:ignoreRegExp rust-string

use super::daily;
use super::medicine::Medicine;
use super::parsing;
use super::tables::Tables;
use crate::prescriptions::amounts::MonthLength;
use crate::search::fold;

/// Ingredient, strength in mg (optional), route (optional), most often in days, source.
const TABLE: &str = include_str!("data/weekly.csv");
/// The part of the interval by which a dose may come early.
const EARLY: f64 = 0.9;

/// A drug that is directed more often than it is ever taken.
#[derive(Debug, PartialEq)]
pub(super) struct TooOften {
    pub(super) substance: String,
    /// The interval below which it is not taken.
    pub(super) days: u32,
    pub(super) source: &'static str,
}

impl TooOften {
    /// `once a week`, `once every 4 weeks`.
    pub(super) fn usual(&self) -> String {
        match (self.days / 7, self.days % 7) {
            (1, 0) => "once a week".into(),
            (weeks, 0) => format!("once every {weeks} weeks"),
            _ => format!("once every {} days", self.days),
        }
    }
}

/// The ingredient that the directions give too often; `None` where they do not say how often for certain.
pub(super) fn too_often(
    tables: &Tables,
    medicine: &Medicine,
    month: MonthLength,
) -> Option<TooOften> {
    let times = daily::times_a_day(medicine.usage.as_ref()?, month)?;
    let routes: Vec<String> = medicine
        .administrations
        .iter()
        .map(|one| fold(one))
        .collect();
    let is_by = |route: &str| match route {
        "" => true,
        "oral" => routes.iter().all(|one| one == "oral"),
        "vaginal" => routes.iter().any(|one| one == "vaginal"),
        // A gel of the same drug goes on the skin every day.
        "patch" => medicine
            .formulations
            .iter()
            .any(|form| fold(form).split(' ').any(|word| word == "patch")),
        _ => routes
            .iter()
            .any(|one| matches!(one.as_str(), "subcutaneous" | "intramuscular")),
    };
    medicine.ingredients.iter().find_map(|one| {
        let substance = parsing::canonical(tables, &one.ingredient_name);
        let strength: Option<f64> = one
            .strength
            .replace(',', "")
            .trim()
            .parse()
            .ok()
            .and_then(|number: f64| Some(number * parsing::in_mg(&one.strength_unit)?));
        TABLE.lines().skip(1).find_map(|row| {
            let mut cells = row.splitn(5, ',');
            let (name, of, route) = (cells.next()?, cells.next()?, cells.next()?);
            let (days, source): (u32, _) = (cells.next()?.parse().ok()?, cells.next()?);
            let is_strength = of.is_empty()
                || of
                    .parse()
                    .ok()
                    .zip(strength)
                    .is_some_and(|(of, strength): (f64, f64)| (of - strength).abs() < 0.01);
            let applies = substance == name && is_strength && is_by(route);
            (applies && times * f64::from(days) * EARLY > 1.0).then(|| TooOften {
                substance: substance.clone(),
                days,
                source,
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::medicine::Place;
    use super::*;
    use crate::options::{FREQUENCIES, OTHER};
    use crate::prescriptions::usage::Usage;
    use salal_formats::drug_database::Ingredient;

    fn is_too_often(substance: &str, strength: &str, route: &str, often: &str) -> bool {
        let tables = Tables::built_in();
        let is_option = FREQUENCIES.contains(&often);
        let medicine = Medicine {
            name: substance.into(),
            ingredients: vec![Ingredient {
                ingredient_name: substance.into(),
                strength: strength.into(),
                strength_unit: "MG".into(),
                ..Ingredient::default()
            }],
            atc: Vec::new(),
            administrations: vec![
                if route == "PATCH" {
                    "TRANSDERMAL"
                } else {
                    route
                }
                .into(),
            ],
            formulations: if route == "PATCH" {
                vec!["PATCH".into()]
            } else {
                Vec::new()
            },
            usage: Some(Usage {
                frequency: if is_option { often } else { OTHER }.into(),
                frequency_other: (!is_option).then(|| often.to_owned()),
                ..Usage::default()
            }),
            place: Place::Line,
        };
        too_often(&tables, &medicine, MonthLength::Thirty).is_some()
    }

    #[test]
    fn weekly_drugs_directed_daily_are_found() {
        for (substance, strength, route, often, found) in [
            (
                "METHOTREXATE (METHOTREXATE SODIUM)",
                "2.5",
                "ORAL",
                "Once a day",
                true,
            ),
            ("METHOTREXATE", "25", "SUBCUTANEOUS", "daily", true),
            ("METHOTREXATE", "2.5", "ORAL", "Once a week", false),
            (
                "ALENDRONIC ACID (ALENDRONATE SODIUM)",
                "70",
                "ORAL",
                "Once a day",
                true,
            ),
            ("ALENDRONIC ACID", "70", "ORAL", "Once a week", false),
            ("ALENDRONIC ACID", "10", "ORAL", "Once a day", false),
            (
                "RISEDRONATE SODIUM",
                "35",
                "ORAL",
                "Once in the morning",
                true,
            ),
            ("RISEDRONATE SODIUM", "150", "ORAL", "Once a week", true),
            ("RISEDRONATE SODIUM", "150", "ORAL", "Once a month", false),
            ("RISEDRONATE SODIUM", "5", "ORAL", "Once a day", false),
            ("SEMAGLUTIDE", "1.34", "SUBCUTANEOUS", "Once a day", true),
            ("SEMAGLUTIDE", "7", "ORAL", "Once a day", false),
            ("DULAGLUTIDE", "1.5", "SUBCUTANEOUS", "Twice a day", true),
            ("ADALIMUMAB", "40", "SUBCUTANEOUS", "Every other day", true),
            ("ADALIMUMAB", "40", "SUBCUTANEOUS", "Once a week", false),
            ("DENOSUMAB", "60", "SUBCUTANEOUS", "Once a month", true),
            (
                "DENOSUMAB",
                "60",
                "SUBCUTANEOUS",
                "Once every six months",
                false,
            ),
            ("DENOSUMAB", "120", "SUBCUTANEOUS", "Once a month", false),
            ("RAMIPRIL", "5", "ORAL", "Once a day", false),
        ] {
            assert_eq!(
                is_too_often(substance, strength, route, often),
                found,
                "{substance} {strength} {often}"
            );
        }
    }

    #[test]
    fn rings_patches_and_depots_directed_daily_are_found() {
        for (substance, strength, route, often, found) in [
            ("ETONOGESTREL", "11.4", "VAGINAL", "Once a day", true),
            ("ETONOGESTREL", "11.4", "VAGINAL", "Once a month", false),
            ("NORELGESTROMIN", "6", "PATCH", "Once a day", true),
            ("NORELGESTROMIN", "6", "PATCH", "Once a week", false),
            ("ESTRADIOL", "50", "PATCH", "Once a day", true),
            ("ESTRADIOL", "50", "PATCH", "Once a week", false),
            ("ESTRADIOL", "0.06", "TRANSDERMAL", "Once a day", false),
            ("ESTRADIOL", "0.01", "VAGINAL", "Once a day", false),
            (
                "MEDROXYPROGESTERONE ACETATE",
                "150",
                "INTRAMUSCULAR",
                "Once a week",
                true,
            ),
            (
                "MEDROXYPROGESTERONE ACETATE",
                "150",
                "INTRAMUSCULAR",
                "Once every three months",
                false,
            ),
            (
                "MEDROXYPROGESTERONE ACETATE",
                "5",
                "ORAL",
                "Once a day",
                false,
            ),
            ("TIRZEPATIDE", "5", "SUBCUTANEOUS", "Once a day", true),
            ("TIRZEPATIDE", "5", "SUBCUTANEOUS", "Once a week", false),
            (
                "TESTOSTERONE CYPIONATE",
                "100",
                "INTRAMUSCULAR",
                "Once a day",
                true,
            ),
            ("VITAMIN B12", "1", "INTRAMUSCULAR", "Once a day", false),
        ] {
            assert_eq!(
                is_too_often(substance, strength, route, often),
                found,
                "{substance} {strength} {often}"
            );
        }
    }

    #[test]
    fn every_row_can_be_read() {
        for row in TABLE.lines().skip(1) {
            let cells: Vec<&str> = row.splitn(5, ',').collect();
            let [name, strength, route, days, source] = cells.as_slice() else {
                panic!("{row}");
            };
            assert!(!name.is_empty() && !source.is_empty(), "{row}");
            assert!(
                strength.is_empty() || strength.parse::<f64>().is_ok(),
                "{row}"
            );
            assert!(
                matches!(*route, "" | "oral" | "injected" | "vaginal" | "patch"),
                "{row}"
            );
            assert!(days.parse::<u32>().is_ok_and(|days| days > 1), "{row}");
        }
    }
}

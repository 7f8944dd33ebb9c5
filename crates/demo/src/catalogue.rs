// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's medications, pharmacies and branches of sleep clinics, from small tables. Names, strengths and classes
//! of the medications are public; codes, DINs and the manufacturer are invented, as are all pharmacies and branches.

use salal_domain::sleep::SleepCompany;
use salal_drugs::drugs::FIRST_SAMPLE_CODE;
use salal_formats::drug_database::{DrugRecord, Ingredient};
use salal_reference::pharmacies::NewPharmacy;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::context::Context;
use crate::error::{Error, Result};

const DRUGS: &str = include_str!("drugs.csv");
const PHARMACIES: &str = include_str!("pharmacies.csv");
const SLEEP_CLINICS: &str = include_str!("sleep_clinics.csv");

#[derive(Deserialize)]
struct DrugLine {
    name: String,
    /// Joined by `+`.
    ingredients: String,
    /// One catalogue entry for each, separated by `;`: `5 MG+10 MG` or `100 UNIT/ML`.
    strengths: String,
    form: String,
    route: String,
    ahfs: String,
    atc: String,
    schedule: String,
}

#[derive(Deserialize)]
struct PharmacyLine {
    name: String,
    address: String,
    city: String,
    postal_code: String,
    phone: String,
    fax: String,
}

fn lines<T: DeserializeOwned>(table: &str) -> Result<Vec<T>> {
    csv::Reader::from_reader(table.as_bytes())
        .into_deserialize()
        .map(|line| line.map_err(|error| Error::broken(format!("demo table: {error}"))))
        .collect()
}

fn list(text: &str) -> Vec<String> {
    text.split(';')
        .filter(|part| !part.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// The medications, one record for each strength.
pub(super) fn drugs() -> Result<Vec<DrugRecord>> {
    let mut records = Vec::new();
    let mut code = FIRST_SAMPLE_CODE;
    for line in lines::<DrugLine>(DRUGS)? {
        for strength in line.strengths.split(';') {
            let ingredients = ingredients(&line.ingredients, strength);
            records.push(DrugRecord {
                drug_code: code,
                drug_identification_number: format!("{:08}", 99_000_000 + code - FIRST_SAMPLE_CODE),
                name: line.name.clone(),
                class_name: "Human".into(),
                descriptor: String::new(),
                status: "MARKETED".into(),
                history_date: "2026-01-05".into(),
                number_of_ais: ingredients.len().to_string(),
                ai_group_no: String::new(),
                company_name: "SALAL DEMO LABORATORIES".into(),
                administrations: vec![line.route.clone()],
                formulations: vec![line.form.clone()],
                tc_ahfs_numbers: list(&line.ahfs),
                atc_numbers: list(&line.atc),
                schedules: list(&line.schedule),
                ingredients,
            });
            code += 1;
        }
    }
    Ok(records)
}

fn ingredients(names: &str, strengths: &str) -> Vec<Ingredient> {
    names
        .split('+')
        .zip(strengths.split('+'))
        .map(|(name, strength)| {
            let (amount, per) = strength.split_once('/').unwrap_or((strength, ""));
            let (value, unit) = amount.split_once(' ').unwrap_or((amount, ""));
            Ingredient {
                ingredient_name: name.to_owned(),
                strength: value.to_owned(),
                strength_unit: unit.to_owned(),
                dosage_value: String::new(),
                dosage_unit: per.to_owned(),
            }
        })
        .collect()
}

/// The pharmacies. The last four digits of a fax number decide what the sandbox does with a fax; the
/// ones in Sandbox Street fail as their names say.
pub(super) fn pharmacies(ctx: &Context) -> Result<Vec<NewPharmacy>> {
    let lines = lines::<PharmacyLine>(PHARMACIES)?;
    let pharmacy = |line: PharmacyLine| NewPharmacy {
        id: ctx.new_id(),
        name: line.name,
        address: line.address,
        city: line.city,
        province: "BC".into(),
        postal_code: line.postal_code,
        phone: line.phone,
        fax: line.fax,
    };
    Ok(lines.into_iter().map(pharmacy).collect())
}

/// A branch of a sleep clinic; phone and fax are ten digits.
#[derive(Clone, Debug, Deserialize)]
pub struct SleepClinic {
    pub company: SleepCompany,
    pub name: String,
    pub address: String,
    pub phone: String,
    pub fax: String,
}

/// The branches of the sleep clinics.
pub fn sleep_clinics() -> Result<Vec<SleepClinic>> {
    lines(SLEEP_CLINICS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_is_large_enough_and_well_formed() {
        let drugs = drugs().unwrap();
        let names: std::collections::BTreeSet<_> = drugs.iter().map(|drug| &drug.name).collect();
        assert!(names.len() >= 150, "{} names", names.len());
        for drug in &drugs {
            assert!(!drug.ingredients.is_empty(), "{}", drug.name);
            assert!(drug.ingredients.iter().all(|one| one.strength.parse::<f64>().is_ok() && !one.strength_unit.is_empty()), "{}", drug.name);
            assert!(
                !drug.tc_ahfs_numbers.is_empty() && !drug.atc_numbers.is_empty(),
                "{}",
                drug.name
            );
        }
    }

    #[test]
    fn pharmacies_have_numbers_that_belong_to_nobody() {
        let pharmacies = lines::<PharmacyLine>(PHARMACIES).unwrap();
        assert_eq!(pharmacies.len(), 30);
        for line in pharmacies {
            for number in [&line.phone, &line.fax] {
                assert_eq!(
                    (number.len(), &number[3..8]),
                    (10, "55501"),
                    "{}",
                    line.name
                );
            }
        }
    }

    #[test]
    fn sleep_clinics_are_of_known_companies_and_have_numbers_that_belong_to_nobody() {
        let clinics = sleep_clinics().unwrap();
        for company in SleepCompany::ALL {
            let branches = clinics.iter().filter(|one| one.company == company).count();
            // The Test company is not part of the demo.
            let is_test = company == SleepCompany::Test;
            assert_eq!(branches == 0, is_test, "{company}");
        }
        for one in clinics {
            for number in [&one.phone, &one.fax] {
                assert_eq!((number.len(), &number[3..8]), (10, "55501"), "{}", one.name);
            }
        }
    }
}

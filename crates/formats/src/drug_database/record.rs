// SPDX-License-Identifier: AGPL-3.0-or-later

//! One drug, with the contract's field names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One active ingredient of a drug.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Ingredient {
    /// The name, sometimes with its salt in brackets.
    pub ingredient_name: String,
    /// Text as published: `.035`, `4.0`, `1,250`, blank.
    #[serde(default)]
    pub strength: String,
    /// Text as published: `MG`, `%`, `UNIT`.
    #[serde(default)]
    pub strength_unit: String,
    /// The 5 of `10 MG / 5 ML`; blank when it is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub dosage_value: String,
    /// The `ML` of `10 MG / 5 ML`; blank for whole tablets and the like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub dosage_unit: String,
}

/// One product of the register (reference drug-product-database.md section 3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DrugRecord {
    /// Health Canada's key; unlike the DIN every product has one.
    pub drug_code: i64,
    /// Eight digits, or the published text if there is no number.
    pub drug_identification_number: String,
    pub name: String,
    /// `Human`, `Veterinary`, `Disinfectant`, `Radiopharmaceutical`.
    pub class_name: String,
    pub descriptor: String,
    pub status: String,
    /// `YYYY-MM-DD` if it could be parsed.
    pub history_date: String,
    pub number_of_ais: String,
    pub ai_group_no: String,
    pub company_name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub tc_ahfs_numbers: Vec<String>,
    pub atc_numbers: Vec<String>,
    pub schedules: Vec<String>,
    pub ingredients: Vec<Ingredient>,
}

impl DrugRecord {
    /// Whether the product is for people.
    pub fn is_human(&self) -> bool {
        self.class_name.eq_ignore_ascii_case("human")
    }

    /// The ingredients' names as published.
    pub fn ingredient_names(&self) -> Vec<&str> {
        let names = self.ingredients.iter();
        names.map(|one| one.ingredient_name.as_str()).collect()
    }

    /// Whether several forms are sold in one box under one code.
    pub fn is_kit(&self) -> bool {
        self.formulations
            .iter()
            .any(|form| form.eq_ignore_ascii_case("kit"))
    }
}

//! Drugs on the wire, in the contract's field names.

use salal_rules::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What speaks against refilling a drug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FilterView {
    /// CROSS_OUT or DO_NOT_SHOW_UP
    pub status: String,
    pub reason: String,
}

/// One product of the catalogue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrugView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub drug_identification_number: String,
    pub drug_code: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    pub tc_ahfs_numbers: Vec<String>,
    pub atc_numbers: Vec<String>,
    pub schedules: Vec<String>,
    pub company_name: String,
    pub class_name: String,
    /// Empty: it may be refilled. Strictest first.
    pub filter: Vec<FilterView>,
    /// Neither class nor schedule is known: a doctor decides.
    #[serde(rename = "needsDoctor")]
    pub needs_doctor: bool,
}

/// One name of the catalogue, with its strengths and forms.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrugNameView {
    pub name: String,
    pub strengths: Vec<String>,
    pub forms: Vec<String>,
    pub count: u32,
    pub filter: Vec<FilterView>,
    pub selectable: bool,
    /// name, ingredient or din
    pub matched: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrugNameList {
    pub items: Vec<DrugNameView>,
    #[serde(rename = "didYouMean")]
    pub did_you_mean: Vec<String>,
    pub total: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrugNames {
    pub names: Vec<String>,
}

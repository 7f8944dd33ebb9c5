// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of drugs, with the contract's field names.

use salal_domain::filters::FilterHit;
use salal_domain::search::Matched;
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// One entry of the catalogue.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DrugView {
    #[serde(rename = "_id")]
    pub(super) id: Uuid,
    pub(super) name: String,
    pub(super) drug_identification_number: String,
    pub(super) drug_code: String,
    pub(super) administrations: Vec<String>,
    pub(super) formulations: Vec<String>,
    /// What tells it apart from others of its name and strength: `Cartridge`. Absent where nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) container: Option<String>,
    /// In the order of the name on the label.
    pub(super) ingredients: Vec<Ingredient>,
    pub(super) tc_ahfs_numbers: Vec<String>,
    pub(super) atc_numbers: Vec<String>,
    pub(super) schedules: Vec<String>,
    pub(super) company_name: String,
    pub(super) class_name: String,
    /// Empty when it can be renewed; the strictest first.
    pub(super) filter: Vec<FilterHit>,
    /// Class and schedule unknown: a doctor decides (decision 144).
    #[serde(rename = "needsDoctor")]
    pub(super) needs_doctor: bool,
}

/// A name of the catalogue and the products sold under it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DrugName {
    pub(super) name: String,
    /// Distinct strengths, `10 mg`; the typed one first.
    pub(super) strengths: Vec<String>,
    pub(super) forms: Vec<String>,
    /// Entries of this name.
    pub(super) count: usize,
    /// Why none of them can be renewed; empty when one can.
    pub(super) filter: Vec<FilterHit>,
    pub(super) selectable: bool,
    /// How it was found.
    pub(super) matched: Matched,
    /// The entry with the typed strength and form; null when none was typed, or several match.
    pub(super) preselected: Option<Uuid>,
}

/// The response of a search.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DrugNameList {
    pub(super) items: Vec<DrugName>,
    /// The suggested name, when no typed word is known; never searched automatically.
    #[serde(rename = "didYouMean")]
    pub(super) did_you_mean: Vec<String>,
    /// One sentence above the results: a brand no longer sold, or a word said of several medications. Absent
    /// where nothing is to be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    /// The total number of names, including those not listed.
    pub(super) total: usize,
}

/// Body of `POST /drug/names`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DrugNames {
    pub(super) names: Vec<String>,
}

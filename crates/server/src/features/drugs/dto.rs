//! Drugs on the wire, in the contract's field names.

use salal_domain::filters::FilterHit;
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
    pub(super) ingredients: Vec<Ingredient>,
    pub(super) tc_ahfs_numbers: Vec<String>,
    pub(super) atc_numbers: Vec<String>,
    pub(super) schedules: Vec<String>,
    pub(super) company_name: String,
    pub(super) class_name: String,
    /// Empty when it may be refilled; the strictest first.
    pub(super) filter: Vec<FilterHit>,
    /// Neither class nor schedule is known: a doctor decides (decision 144).
    #[serde(rename = "needsDoctor")]
    pub(super) needs_doctor: bool,
}

/// A name of the catalogue and what is sold under it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DrugName {
    pub(super) name: String,
    /// Distinct strengths, `10 mg`; the one that was typed first.
    pub(super) strengths: Vec<String>,
    pub(super) forms: Vec<String>,
    /// Entries of this name.
    pub(super) count: usize,
    /// Why none of them may be refilled; empty when one may.
    pub(super) filter: Vec<FilterHit>,
    pub(super) selectable: bool,
    /// name, ingredient or din.
    pub(super) matched: &'static str,
    /// The entry with the strength and form that were typed; null when none was, or several fit.
    pub(super) preselected: Option<Uuid>,
}

/// The answer of a search.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DrugNameList {
    pub(super) items: Vec<DrugName>,
    /// The name that was meant, when no word typed is a known one; never searched for silently.
    #[serde(rename = "didYouMean")]
    pub(super) did_you_mean: Vec<String>,
    /// Names in all, beyond those listed too.
    pub(super) total: usize,
}

/// Body of `POST /drug/names`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DrugNames {
    pub(super) names: Vec<String>,
}

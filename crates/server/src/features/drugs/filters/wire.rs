//! The clinic's rules on classes of drugs, on the wire.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A rule in force.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::features::drugs) struct MedicationFilterView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Also stands for every class below it (decision 144).
    pub tc_ahfs_number: String,
    /// `CROSS_OUT` or `DO_NOT_SHOW_UP`.
    pub status: String,
    /// Ingredients that the rule does not touch.
    #[serde(rename = "activeIngredients")]
    pub active_ingredients: Vec<String>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::drugs) struct AddFilter {
    pub tc_ahfs_number: String,
    pub status: String,
    /// Ingredients that the rule does not touch; the payload's name (decision 109).
    #[serde(default, rename = "activeList")]
    pub active_list: Vec<String>,
}

impl AddFilter {
    pub(in crate::features::drugs) fn row(&self) -> FilterRow {
        FilterRow {
            tc_ahfs_number: self.tc_ahfs_number.trim().to_owned(),
            status: self.status.trim().to_owned(),
            active_ingredients: self.active_list.clone(),
        }
    }
}

/// A rule as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::features::drugs) struct FilterRow {
    pub tc_ahfs_number: String,
    pub status: String,
    #[serde(default, rename = "activeIngredients", alias = "activeList")]
    pub active_ingredients: Vec<String>,
}

impl FilterRow {
    /// The order of the exceptions says nothing.
    pub(in crate::features::drugs) fn same(&self, other: &Self) -> bool {
        let sorted = |row: &Self| {
            let mut names = row.active_ingredients.clone();
            names.sort();
            names
        };
        self.status == other.status && sorted(self) == sorted(other)
    }
}

impl From<MedicationFilterView> for FilterRow {
    fn from(view: MedicationFilterView) -> Self {
        Self {
            tc_ahfs_number: view.tc_ahfs_number,
            status: view.status,
            active_ingredients: view.active_ingredients,
        }
    }
}

/// What a rule on a class would touch.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::features::drugs) struct ClassPreview {
    pub tc_ahfs_number: String,
    /// Drugs for people that are in the catalogue.
    pub drugs: u64,
    #[serde(rename = "activeIngredients")]
    pub active_ingredients: Vec<String>,
    /// The drugs by what is in them, so that a screen can say what exceptions change: a drug escapes when
    /// all of its ingredients are excepted.
    pub groups: Vec<PreviewGroup>,
}

/// Drugs of the class with the same ingredients.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::features::drugs) struct PreviewGroup {
    #[serde(rename = "activeIngredients")]
    pub active_ingredients: Vec<String>,
    pub drugs: u64,
}

/// Whether the default set is still to be answered for.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::features::drugs) struct FilterOffer {
    /// `add`: there is no filter yet; `keep`: the set came with the catalogue; absent: answered, or the
    /// clinic made filters of its own.
    pub offer: Option<&'static str>,
    /// Filters of the set.
    pub filters: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::features::drugs) struct AnswerOffer {
    /// True takes the set, or keeps it; false does without.
    pub accept: bool,
}

/// What a file brought.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(in crate::features::drugs) struct FilterImport {
    pub added: u64,
    pub changed: u64,
    pub unchanged: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::drugs) struct ById {
    pub id: Uuid,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::drugs) struct OfClass {
    pub x: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::features::drugs) struct FormatPath {
    /// `csv` or `json`.
    pub format: String,
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of the clinic's rules on classes of drugs.

use chrono::{DateTime, Utc};
use salal_domain::codes;
use salal_domain::filters::{FilterStatus, MatchedBy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::api::FileField;

/// A rule in force.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct MedicationFilterView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Also applies to every class below it (decision 144).
    pub tc_ahfs_number: String,
    pub status: FilterStatus,
    /// Ingredients that are excepted from the rule.
    #[serde(rename = "activeIngredients")]
    pub active_ingredients: Vec<String>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
    /// The name of the class; absent for one that is not in the table of classes.
    #[serde(rename = "className")]
    pub class_name: Option<String>,
    /// ATC codes that it matches as well: the known ones of the class, and added ones.
    #[serde(rename = "atcNumbers")]
    pub atc_numbers: Vec<String>,
    /// Ingredients that it matches as well, as whole words.
    #[serde(rename = "matchedIngredients")]
    pub matched_ingredients: Vec<String>,
    /// Schedules that it matches as well.
    pub schedules: Vec<String>,
    /// What was added to the known matches of the class.
    #[serde(skip)]
    pub own: MatchedBy,
}

/// A rule on a class, to be added.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::drugs) struct AddFilter {
    pub tc_ahfs_number: String,
    #[schemars(with = "FilterStatus")]
    pub status: String,
    /// Ingredients that are excepted from the rule; the payload's name (decision 109).
    #[serde(default, rename = "activeList")]
    pub active_list: Vec<String>,
    /// ATC codes that it matches as well; if absent, those that the catalogue shows for the class.
    #[serde(default, rename = "atcList")]
    pub atc_list: Option<Vec<String>>,
    /// Ingredients that it matches as well.
    #[serde(default, rename = "matchedIngredients")]
    pub matched_ingredients: Vec<String>,
    /// Schedules that it matches as well.
    #[serde(default)]
    pub schedules: Vec<String>,
}

impl AddFilter {
    pub(in crate::drugs) fn row(&self) -> FilterRow {
        FilterRow {
            tc_ahfs_number: self.tc_ahfs_number.trim().to_owned(),
            status: self.status.trim().to_owned(),
            active_ingredients: self.active_list.clone(),
            atc_numbers: self.atc_list.clone(),
            matched_ingredients: self.matched_ingredients.clone(),
            schedules: self.schedules.clone(),
        }
    }
}

/// A rule in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::drugs) struct FilterRow {
    pub tc_ahfs_number: String,
    pub status: String,
    #[serde(default, rename = "activeIngredients", alias = "activeList")]
    pub active_ingredients: Vec<String>,
    /// Absent in older files: those that the catalogue shows for the class.
    #[serde(
        default,
        rename = "atcNumbers",
        skip_serializing_if = "Option::is_none"
    )]
    pub atc_numbers: Option<Vec<String>>,
    #[serde(
        default,
        rename = "matchedIngredients",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub matched_ingredients: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<String>,
}

impl FilterRow {
    /// What it matches besides its number.
    pub(in crate::drugs) fn also(&self) -> MatchedBy {
        MatchedBy {
            atc_numbers: self.atc_numbers.clone().unwrap_or_default(),
            schedules: self.schedules.clone(),
            ingredients: self.matched_ingredients.clone(),
        }
    }

    /// The order of the exceptions is irrelevant.
    pub(in crate::drugs) fn same(&self, other: &Self) -> bool {
        let sorted = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort();
            names
        };
        // An older file has no ATC codes, and so changes none.
        let same_codes = match (&self.atc_numbers, &other.atc_numbers) {
            (Some(ours), Some(theirs)) => sorted(ours) == sorted(theirs),
            _ => true,
        };
        self.status == other.status
            && same_codes
            && sorted(&self.active_ingredients) == sorted(&other.active_ingredients)
            && sorted(&self.matched_ingredients) == sorted(&other.matched_ingredients)
            && sorted(&self.schedules) == sorted(&other.schedules)
    }
}

impl From<MedicationFilterView> for FilterRow {
    fn from(view: MedicationFilterView) -> Self {
        Self {
            tc_ahfs_number: view.tc_ahfs_number,
            status: view.status.code().to_owned(),
            active_ingredients: view.active_ingredients,
            atc_numbers: Some(view.own.atc_numbers),
            matched_ingredients: view.own.ingredients,
            schedules: view.own.schedules,
        }
    }
}

/// The drugs that a rule on a class would affect.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct ClassPreview {
    pub tc_ahfs_number: String,
    /// Drugs for people that are in the catalogue.
    pub drugs: u64,
    /// The name of the class; absent for one that is not in the table of classes.
    #[serde(rename = "className")]
    pub class_name: Option<String>,
    /// ATC codes that the rule matches as well: the known ones of the class, or those that only the
    /// catalogue's drugs of the class have.
    #[serde(rename = "atcNumbers")]
    pub atc_numbers: Vec<String>,
    #[serde(rename = "activeIngredients")]
    pub active_ingredients: Vec<String>,
    /// The drugs by ingredients, so that a screen can show the effect of exceptions: a drug is excepted when
    /// all of its ingredients are.
    pub groups: Vec<PreviewGroup>,
}

/// Drugs of the class with the same ingredients.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct PreviewGroup {
    #[serde(rename = "activeIngredients")]
    pub active_ingredients: Vec<String>,
    pub drugs: u64,
}

codes! {
    /// What can be done with the default set.
    pub(in crate::drugs) enum OfferKind {
        /// There is no filter yet.
        Add = "add",
        /// The set came with the catalogue.
        Keep = "keep",
    }

    /// The format of a file of filters.
    pub(in crate::drugs) enum FileFormat {
        Csv = "csv",
        Json = "json",
    }
}

/// Whether the offer of the default set is still open.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct FilterOffer {
    /// Null when it was answered, or the clinic created its own filters.
    pub offer: Option<OfferKind>,
    /// The number of filters in the set.
    pub filters: u64,
}

/// The answer to the offer of the default set.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::drugs) struct AnswerOffer {
    /// True adds or keeps the set; false declines or removes it.
    pub accept: bool,
}

/// The result of importing a file.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(in crate::drugs) struct FilterImport {
    pub added: u64,
    pub changed: u64,
    pub unchanged: u64,
}

/// The filter in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::drugs) struct ById {
    /// The filter's id.
    pub id: Uuid,
}

/// The class in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::drugs) struct OfClass {
    /// A class number, such as 28:08.08, or an ATC code, such as N02BF.
    pub x: String,
}

/// The format in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::drugs) struct FormatPath {
    /// The format of the file.
    #[schemars(with = "FileFormat")]
    pub format: String,
}

/// The form of an import of filters: one file, CSV or JSON as exported.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = FileField::one("file"))]
pub(in crate::drugs) struct FilterFile {}

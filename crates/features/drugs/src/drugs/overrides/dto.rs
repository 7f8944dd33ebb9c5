// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of the drug administration, with the contract's field names.

use chrono::{DateTime, Utc};
use salal_domain::filters::FilterHit;
use salal_formats::drug_database::{DrugRecord, Ingredient};
use salal_platform::totals::Total;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_people::people::PersonRef;

/// A drug with all its fields, and its manual overrides.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct CatalogueDrug {
    pub id: Uuid,
    pub name: String,
    pub drug_identification_number: String,
    pub drug_code: String,
    pub status: String,
    pub history_date: String,
    pub class_name: String,
    pub number_of_ais: String,
    pub ai_group_no: String,
    pub company_name: String,
    pub descriptor: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub tc_ahfs_numbers: Vec<String>,
    pub atc_numbers: Vec<String>,
    pub schedules: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    /// Changes with every change of the drug; sent back with the next one.
    pub version: String,
    /// Empty when it can be renewed; the strictest first.
    pub filter: Vec<FilterHit>,
    /// Class and schedule unknown: a doctor decides (decision 144).
    #[serde(rename = "needsDoctor")]
    pub needs_doctor: bool,
    /// Absent while everything is as in Health Canada's data.
    pub hand: Option<HandEdit>,
}

/// Who overrode a drug, when, and Health Canada's values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct HandEdit {
    pub by: PersonRef,
    pub at: DateTime<Utc>,
    /// Names of the changed fields.
    pub fields: Vec<String>,
    /// Absent for a drug that was added manually.
    pub register: Option<DrugRecord>,
}

/// A page of the catalogue, by name.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct CataloguePage {
    pub items: Vec<CatalogueDrug>,
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    #[serde(flatten)]
    pub total: Total,
}

/// Which drugs of the catalogue to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::drugs) struct CatalogueQuery {
    /// Name, ingredient, DIN or drug code; at least 3 characters, or empty with `edited`.
    pub q: Option<String>,
    /// True for drugs edited or added manually only; all when absent.
    pub edited: Option<bool>,
    /// How many at most: 1 to 100; 20 when absent.
    pub limit: Option<u64>,
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
}

/// Body of `PUT /drug`: a drug without an id is added.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::drugs) struct SaveDrug {
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The version seen; required with an id.
    #[serde(default)]
    pub version: Option<String>,
    pub name: String,
    #[serde(default)]
    pub drug_identification_number: String,
    /// Empty for a drug that Health Canada does not know: it gets a number of our own.
    #[serde(default)]
    pub drug_code: String,
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub history_date: String,
    #[serde(default)]
    pub class_name: String,
    #[serde(default)]
    pub number_of_ais: String,
    #[serde(default)]
    pub ai_group_no: String,
    #[serde(default)]
    pub company_name: String,
    #[serde(default)]
    pub descriptor: String,
    #[serde(default)]
    pub administrations: Vec<String>,
    #[serde(default)]
    pub formulations: Vec<String>,
    #[serde(default)]
    pub tc_ahfs_numbers: Vec<String>,
    /// Absent: unchanged.
    #[serde(default)]
    pub atc_numbers: Option<Vec<String>>,
    /// Absent: unchanged.
    #[serde(default)]
    pub schedules: Option<Vec<String>>,
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
}

impl SaveDrug {
    /// As a record; omitted fields keep their stored values.
    pub(super) fn record(&self, code: i64, kept: Option<&DrugRecord>) -> DrugRecord {
        let stands = |sent: &Option<Vec<String>>, kept: Option<&Vec<String>>| {
            sent.clone().or_else(|| kept.cloned()).unwrap_or_default()
        };
        DrugRecord {
            drug_code: code,
            drug_identification_number: self.drug_identification_number.clone(),
            name: self.name.clone(),
            class_name: self.class_name.clone(),
            descriptor: self.descriptor.clone(),
            status: self.status.clone(),
            history_date: self.history_date.clone(),
            number_of_ais: self.number_of_ais.clone(),
            ai_group_no: self.ai_group_no.clone(),
            company_name: self.company_name.clone(),
            administrations: self.administrations.clone(),
            formulations: self.formulations.clone(),
            tc_ahfs_numbers: self.tc_ahfs_numbers.clone(),
            atc_numbers: stands(&self.atc_numbers, kept.map(|one| &one.atc_numbers)),
            schedules: stands(&self.schedules, kept.map(|one| &one.schedules)),
            ingredients: self.ingredients.clone(),
        }
    }
}

/// Body of `PUT /drug/revert`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::drugs) struct RevertDrug {
    pub id: Uuid,
    pub version: String,
}

/// The result of reverting an override.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::drugs) struct RevertedDrug {
    /// Absent when the drug had been added manually: it is removed from the catalogue.
    pub drug: Option<CatalogueDrug>,
}

/// The drug in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::drugs) struct ById {
    /// The drug's id.
    pub id: Uuid,
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of medical information, with the contract's field names; also the stored form.

use chrono::{DateTime, Utc};
use salal_domain::prescriptions::usage::Usage;
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::features::pharmacies::PharmacyView;

/// An entry selected from a search, or typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedEntry {
    #[serde(rename = "_id", default)]
    pub(crate) id: String,
    pub(crate) name: String,
}

/// A medication taken by the patient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct CurrentMedication {
    pub(crate) name: String,
    /// The entry of the catalogue, if it was selected there.
    #[serde(default)]
    pub(crate) drug_id: Option<Uuid>,
    #[serde(default)]
    pub(crate) ingredients: Vec<Ingredient>,
    #[serde(default)]
    pub(crate) administrations: Vec<String>,
    #[serde(default)]
    pub(crate) formulations: Vec<String>,
    #[serde(default)]
    pub(crate) usages: Vec<Usage>,
}

/// A record as a response.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct MedicalInfo {
    #[serde(rename = "_id")]
    pub(crate) id: Uuid,
    #[serde(rename = "Person")]
    pub(crate) person: Uuid,
    #[serde(rename = "Sex")]
    pub(crate) sex: String,
    #[serde(rename = "MedicalConditions")]
    pub(crate) conditions: Vec<String>,
    #[serde(rename = "otherMedicalConditions")]
    pub(crate) other_conditions: Option<Vec<NamedEntry>>,
    #[serde(rename = "NoMedicalCondition")]
    pub(crate) no_condition: bool,
    #[serde(rename = "Surgeries")]
    pub(crate) surgeries: Vec<String>,
    #[serde(rename = "otherSurgery")]
    pub(crate) other_surgeries: Option<Vec<String>>,
    #[serde(rename = "NoSurgery")]
    pub(crate) no_surgery: bool,
    #[serde(rename = "AllergyToMedication")]
    pub(crate) allergies: Vec<String>,
    #[serde(rename = "otherAllergy")]
    pub(crate) other_allergies: Option<Vec<NamedEntry>>,
    #[serde(rename = "NoAllergy")]
    pub(crate) no_allergy: bool,
    #[serde(rename = "MedicationsCurrentlyTaken")]
    pub(crate) medications: Vec<CurrentMedication>,
    pub(crate) supplements: Vec<String>,
    #[serde(rename = "otherItems")]
    pub(crate) other_items: Vec<String>,
    #[serde(rename = "AlcoholHistory")]
    pub(crate) alcohol: String,
    #[serde(rename = "SmokingHistory")]
    pub(crate) smoking: String,
    /// The preferred pharmacy at that time.
    #[serde(rename = "defaultPharmacy")]
    pub(crate) pharmacy: PharmacyView,
    #[serde(rename = "CreatedAt")]
    pub(crate) created_at: DateTime<Utc>,
}

/// A pharmacy by its id, or an object that contains it; the object's other fields are ignored.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ChosenPharmacy {
    Id(Uuid),
    Object {
        #[serde(rename = "_id")]
        id: Uuid,
    },
}

impl ChosenPharmacy {
    pub(crate) fn id(&self) -> Uuid {
        match self {
            Self::Id(id) | Self::Object { id } => *id,
        }
    }
}

/// Null, a list, or a single entry (decision 106).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum OtherEntries {
    Many(Vec<NamedEntry>),
    One(NamedEntry),
}

impl From<OtherEntries> for Vec<NamedEntry> {
    fn from(entries: OtherEntries) -> Self {
        match entries {
            OtherEntries::Many(many) => many,
            OtherEntries::One(one) => vec![one],
        }
    }
}

/// A record as sent. Missing fields are reported beside the field.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MedicalInfoInput {
    /// The record it was based on; every save is a new one.
    #[serde(rename = "_id")]
    pub(crate) id: Option<Uuid>,
    /// The patient; if absent, the caller.
    #[serde(rename = "Person")]
    pub(crate) person: Option<Uuid>,
    #[serde(rename = "Sex")]
    pub(crate) sex: String,
    #[serde(rename = "MedicalConditions")]
    pub(crate) conditions: Vec<String>,
    #[serde(rename = "otherMedicalConditions")]
    pub(crate) other_conditions: Option<OtherEntries>,
    #[serde(rename = "NoMedicalCondition")]
    pub(crate) no_condition: bool,
    #[serde(rename = "Surgeries")]
    pub(crate) surgeries: Vec<String>,
    #[serde(rename = "otherSurgery")]
    pub(crate) other_surgeries: Option<Vec<String>>,
    #[serde(rename = "NoSurgery")]
    pub(crate) no_surgery: bool,
    #[serde(rename = "AllergyToMedication")]
    pub(crate) allergies: Vec<String>,
    #[serde(rename = "otherAllergy")]
    pub(crate) other_allergies: Option<OtherEntries>,
    #[serde(rename = "NoAllergy")]
    pub(crate) no_allergy: bool,
    #[serde(rename = "MedicationsCurrentlyTaken")]
    pub(crate) medications: Vec<CurrentMedication>,
    pub(crate) supplements: Vec<String>,
    #[serde(rename = "otherItems")]
    pub(crate) other_items: Vec<String>,
    #[serde(rename = "AlcoholHistory")]
    pub(crate) alcohol: String,
    #[serde(rename = "SmokingHistory")]
    pub(crate) smoking: String,
    #[serde(rename = "defaultPharmacy")]
    pub(crate) pharmacy: Option<ChosenPharmacy>,
    /// Accepted for compatibility with the contract; the server's clock is used.
    #[serde(rename = "CreatedAt")]
    pub(crate) created_at: Option<DateTime<Utc>>,
}

/// Body of `POST /medicalinfo/update`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateMedicalInfo {
    #[serde(rename = "medicalInfoObj")]
    pub(super) medical_info: MedicalInfoInput,
}

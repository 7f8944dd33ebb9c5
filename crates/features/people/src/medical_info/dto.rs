// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of medical information, with the contract's field names; also the stored form.

use chrono::{DateTime, Utc};
use salal_domain::prescriptions::usage::Usage;
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_reference::pharmacies::PharmacyView;

/// An entry selected from a search, or typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedEntry {
    #[serde(rename = "_id", default)]
    pub id: String,
    pub name: String,
}

/// A medication taken by the patient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CurrentMedication {
    pub name: String,
    /// The entry of the catalogue, if it was selected there.
    #[serde(default)]
    pub drug_id: Option<Uuid>,
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
    #[serde(default)]
    pub administrations: Vec<String>,
    #[serde(default)]
    pub formulations: Vec<String>,
    #[serde(default)]
    pub usages: Vec<Usage>,
}

/// A record as a response.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MedicalInfo {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "Person")]
    pub person: Uuid,
    #[serde(rename = "Sex")]
    pub sex: String,
    #[serde(rename = "MedicalConditions")]
    pub conditions: Vec<String>,
    #[serde(rename = "otherMedicalConditions")]
    pub other_conditions: Option<Vec<NamedEntry>>,
    #[serde(rename = "NoMedicalCondition")]
    pub no_condition: bool,
    #[serde(rename = "Surgeries")]
    pub surgeries: Vec<String>,
    #[serde(rename = "otherSurgery")]
    pub other_surgeries: Option<Vec<String>>,
    #[serde(rename = "NoSurgery")]
    pub no_surgery: bool,
    #[serde(rename = "AllergyToMedication")]
    pub allergies: Vec<String>,
    #[serde(rename = "otherAllergy")]
    pub other_allergies: Option<Vec<NamedEntry>>,
    #[serde(rename = "NoAllergy")]
    pub no_allergy: bool,
    #[serde(rename = "MedicationsCurrentlyTaken")]
    pub medications: Vec<CurrentMedication>,
    pub supplements: Vec<String>,
    #[serde(rename = "otherItems")]
    pub other_items: Vec<String>,
    #[serde(rename = "AlcoholHistory")]
    pub alcohol: String,
    #[serde(rename = "SmokingHistory")]
    pub smoking: String,
    /// Pregnant, planning a pregnancy, or breastfeeding: `Yes`, `No` or `Prefer not to say`; null when it was
    /// not answered.
    #[serde(rename = "PregnancyOrBreastfeeding", default)]
    pub pregnancy: Option<String>,
    /// The preferred pharmacy at that time.
    #[serde(rename = "defaultPharmacy")]
    pub pharmacy: PharmacyView,
    #[serde(rename = "CreatedAt")]
    pub created_at: DateTime<Utc>,
}

/// A pharmacy by its id, or an object that contains it; the object's other fields are ignored.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ChosenPharmacy {
    Id(Uuid),
    Object {
        #[serde(rename = "_id")]
        id: Uuid,
    },
}

impl ChosenPharmacy {
    pub(super) fn id(&self) -> Uuid {
        match self {
            Self::Id(id) | Self::Object { id } => *id,
        }
    }
}

/// Null, a list, or a single entry (decision 106).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OtherEntries {
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
pub(super) struct MedicalInfoInput {
    /// The record it was based on; every save is a new one.
    #[serde(rename = "_id")]
    pub id: Option<Uuid>,
    /// The patient; if absent, the caller.
    #[serde(rename = "Person")]
    pub person: Option<Uuid>,
    #[serde(rename = "Sex")]
    pub sex: String,
    #[serde(rename = "MedicalConditions")]
    pub conditions: Vec<String>,
    #[serde(rename = "otherMedicalConditions")]
    pub other_conditions: Option<OtherEntries>,
    #[serde(rename = "NoMedicalCondition")]
    pub no_condition: bool,
    #[serde(rename = "Surgeries")]
    pub surgeries: Vec<String>,
    #[serde(rename = "otherSurgery")]
    pub other_surgeries: Option<Vec<String>>,
    #[serde(rename = "NoSurgery")]
    pub no_surgery: bool,
    #[serde(rename = "AllergyToMedication")]
    pub allergies: Vec<String>,
    #[serde(rename = "otherAllergy")]
    pub other_allergies: Option<OtherEntries>,
    #[serde(rename = "NoAllergy")]
    pub no_allergy: bool,
    #[serde(rename = "MedicationsCurrentlyTaken")]
    pub medications: Vec<CurrentMedication>,
    pub supplements: Vec<String>,
    #[serde(rename = "otherItems")]
    pub other_items: Vec<String>,
    #[serde(rename = "AlcoholHistory")]
    pub alcohol: String,
    #[serde(rename = "SmokingHistory")]
    pub smoking: String,
    /// Optional: `Yes`, `No` or `Prefer not to say`.
    #[serde(rename = "PregnancyOrBreastfeeding")]
    pub pregnancy: Option<String>,
    #[serde(rename = "defaultPharmacy")]
    pub pharmacy: Option<ChosenPharmacy>,
    /// Accepted for compatibility with the contract; the server's clock is used.
    #[serde(rename = "CreatedAt")]
    pub created_at: Option<DateTime<Utc>>,
}

/// Body of `POST /medicalinfo/update`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateMedicalInfo {
    #[serde(rename = "medicalInfoObj")]
    pub(super) medical_info: MedicalInfoInput,
}

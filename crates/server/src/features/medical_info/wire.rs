//! Medical information on the wire, in the contract's field names.

use chrono::{DateTime, Utc};
use salal_rules::drug_database::Ingredient;
use salal_rules::medical_info::{ListAnswer, MedicalInfoAnswers, MedicationTaken};
use salal_rules::prescriptions::usage::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::features::pharmacies::PharmacyView;

/// An entry chosen from a search, or typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct NamedEntry {
    #[serde(default, rename = "_id")]
    pub id: String,
    pub name: String,
}

/// A medication the patient takes, from the catalogue where it was found there.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MedicationTakenView {
    pub name: String,
    #[serde(rename = "drugId")]
    pub drug_id: Option<Uuid>,
    pub ingredients: Vec<Ingredient>,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub usages: Vec<Usage>,
}

/// The answers as they are stored and sent.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the contract's own flags")]
pub struct MedicalInfo {
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
    #[serde(rename = "Person", skip_serializing_if = "Option::is_none")]
    pub person: Option<Uuid>,
    #[serde(rename = "Sex")]
    pub sex: String,
    #[serde(rename = "MedicalConditions")]
    pub medical_conditions: Vec<String>,
    #[serde(rename = "otherMedicalConditions")]
    pub other_medical_conditions: Option<Vec<NamedEntry>>,
    #[serde(rename = "NoMedicalCondition")]
    pub no_medical_condition: bool,
    #[serde(rename = "Surgeries")]
    pub surgeries: Vec<String>,
    #[serde(rename = "otherSurgery")]
    pub other_surgery: Option<Vec<String>>,
    #[serde(rename = "NoSurgery")]
    pub no_surgery: bool,
    #[serde(rename = "AllergyToMedication")]
    pub allergy_to_medication: Vec<String>,
    #[serde(rename = "otherAllergy", deserialize_with = "one_or_many")]
    pub other_allergy: Option<Vec<NamedEntry>>,
    #[serde(rename = "NoAllergy")]
    pub no_allergy: bool,
    #[serde(rename = "MedicationsCurrentlyTaken")]
    pub medications_currently_taken: Vec<MedicationTakenView>,
    pub supplements: Vec<String>,
    #[serde(rename = "otherItems")]
    pub other_items: Vec<String>,
    #[serde(rename = "AlcoholHistory")]
    pub alcohol_history: String,
    #[serde(rename = "SmokingHistory")]
    pub smoking_history: String,
    #[serde(rename = "defaultPharmacy")]
    pub default_pharmacy: Option<PharmacyView>,
    #[serde(rename = "CreatedAt", skip_serializing_if = "Option::is_none")]
    pub created_at: Option<DateTime<Utc>>,
}

/// null, one, or a list (decision 106).
fn one_or_many<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Vec<NamedEntry>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Many(Vec<NamedEntry>),
        One(NamedEntry),
    }
    Ok(Option::<Either>::deserialize(from)?.map(|either| match either {
        Either::Many(all) => all,
        Either::One(one) => vec![one],
    }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateMedicalInfo {
    #[serde(rename = "medicalInfoObj")]
    pub medical_info_obj: MedicalInfo,
}

impl MedicalInfo {
    /// The faults of these answers, in the order of the form.
    pub(super) fn faults(&self, sex_known: bool) -> Vec<salal_rules::faults::Fault> {
        let names = |entries: &Option<Vec<NamedEntry>>| -> Option<Vec<String>> {
            entries.as_ref().map(|all| all.iter().map(|entry| entry.name.clone()).collect())
        };
        let (conditions, allergies) = (names(&self.other_medical_conditions), names(&self.other_allergy));
        let taken: Vec<MedicationTaken<'_>> = self
            .medications_currently_taken
            .iter()
            .map(|one| MedicationTaken { name: &one.name, usages: &one.usages })
            .collect();
        let answers = MedicalInfoAnswers {
            sex: &self.sex,
            conditions: ListAnswer { chosen: &self.medical_conditions, other: conditions.as_deref(), none: self.no_medical_condition },
            surgeries: ListAnswer { chosen: &self.surgeries, other: self.other_surgery.as_deref(), none: self.no_surgery },
            allergies: ListAnswer { chosen: &self.allergy_to_medication, other: allergies.as_deref(), none: self.no_allergy },
            medications: &taken,
            supplements: &self.supplements,
            other_items: &self.other_items,
            alcohol: &self.alcohol_history,
            smoking: &self.smoking_history,
            has_pharmacy: self.default_pharmacy.is_some(),
        };
        salal_rules::medical_info::validate_medical_info(&answers, sex_known)
    }
}

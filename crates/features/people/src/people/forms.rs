// SPDX-License-Identifier: AGPL-3.0-or-later

//! The forms that change a person. All fields are text; an absent one is empty.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::FileField;

/// One's own personal information (`PUT /person/personalInfo/{id}`); files `file` (profile picture) and
/// `signature` (staff).
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "PascalCase")]
#[schemars(transform = FileField::one("file"))]
#[schemars(transform = FileField::one("signature"))]
pub(super) struct PersonalInfo {
    #[serde(rename = "personId")]
    pub person_id: String,
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: String,
    pub phone_number: String,
    pub best_phone_number: String,
    pub address: String,
    pub province: String,
    pub postal_code: String,
    pub city: String,
    /// The caller's role according to the page; a different one is refused.
    pub role: String,
}

/// One's own health document (`PUT /person/healthDoc/{id}`); files `file` (front) and `back`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(transform = FileField::one("file"))]
#[schemars(transform = FileField::one("back"))]
pub(super) struct HealthDocument {
    #[serde(rename = "personId")]
    pub person_id: String,
    #[serde(rename = "BCCardNumber")]
    pub bc_card_number: String,
    #[serde(rename = "HealthCardNumber")]
    pub health_card_number: String,
    #[serde(rename = "HealthCardProvince")]
    pub health_card_province: String,
    #[serde(rename = "PassportNumber")]
    pub passport_number: String,
    #[serde(rename = "PassportCountryId")]
    pub passport_country_id: String,
    /// true or false.
    #[serde(rename = "isPrivatePay")]
    pub is_private_pay: String,
}

/// The office's correction of a patient (`PUT /person/personal-info/{id}`), with the field names of the
/// reference; those of the staff's document are accepted as well (decision 105).
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct PatientInfo {
    pub id: String,
    /// The version of the record in the form; if absent, the current version is corrected.
    pub version: String,
    pub by_person: String,
    #[serde(alias = "FirstName")]
    pub first_name: String,
    #[serde(alias = "LastName")]
    pub last_name: String,
    #[serde(alias = "DateOfBirth")]
    pub date_of_birth: String,
    #[serde(alias = "Address")]
    pub address: String,
    #[serde(alias = "PhoneNumber")]
    pub phone_number: String,
    #[serde(alias = "BestPhoneNumber")]
    pub best_number: String,
    /// BC Card, Canadian Health Card or Passport; empty leaves the document unchanged.
    pub doc_type: String,
    pub doc_number: String,
    pub doc_province: String,
    #[serde(alias = "City")]
    pub city: String,
    #[serde(alias = "Province")]
    pub province: String,
    #[serde(alias = "PostalCode")]
    pub postal_code: String,
    #[serde(alias = "Email")]
    pub email: String,
}

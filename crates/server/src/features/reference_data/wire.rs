//! Settings and options on the wire: nothing secret, nothing of a person.

use schemars::JsonSchema;
use serde::Serialize;

use crate::settings::{Environment, Mode};

#[derive(Debug, Serialize, JsonSchema)]
pub struct FeeTable {
    #[serde(rename = "withCard")]
    pub with_card: Vec<f64>,
    #[serde(rename = "withoutCard")]
    pub without_card: Vec<f64>,
    pub additional: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct PolicyVersions {
    pub privacy: &'static str,
    pub terms: &'static str,
    pub pharmanet: &'static str,
    pub fees: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct PartnerClinic {
    pub name: String,
    pub address: String,
    pub phone: String,
}

/// The deployment as every page sees it.
#[derive(Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the contract's feature flags, one by one")]
pub struct PublicSettings {
    pub product: &'static str,
    #[serde(rename = "clinicName")]
    pub clinic_name: String,
    pub environment: Environment,
    pub mode: Mode,
    pub automatic: bool,
    #[serde(rename = "captchaSiteKey")]
    pub captcha_site_key: Option<String>,
    #[serde(rename = "captchaScriptUrl")]
    pub captcha_script_url: Option<String>,
    #[serde(rename = "stripeKey")]
    pub stripe_key: String,
    #[serde(rename = "stripeScriptUrl")]
    pub stripe_script_url: String,
    #[serde(rename = "walletEnabled")]
    pub wallet_enabled: bool,
    pub free: bool,
    pub unlimited: bool,
    #[serde(rename = "cancelPrescription")]
    pub cancel_prescription: bool,
    pub billing: bool,
    #[serde(rename = "otherProvinces")]
    pub other_provinces: bool,
    #[serde(rename = "cardUpload")]
    pub card_upload: bool,
    #[serde(rename = "profileUpload")]
    pub profile_upload: bool,
    #[serde(rename = "idleSeconds")]
    pub idle_seconds: Option<i64>,
    #[serde(rename = "supportEmail")]
    pub support_email: String,
    pub hours: String,
    #[serde(rename = "feeRule")]
    pub fee_rule: &'static str,
    pub fees: FeeTable,
    #[serde(rename = "policyVersions")]
    pub policy_versions: PolicyVersions,
    pub version: &'static str,
    #[serde(rename = "partnerClinic")]
    pub partner_clinic: PartnerClinic,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Consent {
    pub key: &'static str,
    pub label: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct StatusOption {
    pub code: &'static str,
    pub label: &'static str,
}

/// Every option list of the forms.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Options {
    pub sexes: Vec<&'static str>,
    #[serde(rename = "medicalConditions")]
    pub medical_conditions: Vec<&'static str>,
    pub surgeries: Vec<&'static str>,
    pub allergies: Vec<&'static str>,
    pub alcohol: Vec<&'static str>,
    pub smoking: Vec<&'static str>,
    pub provinces: Vec<&'static str>,
    pub quantities: Vec<&'static str>,
    pub frequencies: Vec<&'static str>,
    pub durations: Vec<&'static str>,
    pub agreement: Vec<&'static str>,
    pub consents: Vec<Consent>,
    #[serde(rename = "prescriptionStatuses")]
    pub prescription_statuses: Vec<StatusOption>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Country {
    /// ISO 3166 alpha-2.
    #[serde(rename = "_id")]
    pub id: &'static str,
    #[serde(rename = "Name")]
    pub name: &'static str,
}

//! Settings, option lists and countries on the wire.

use salal_rules::fees::{FeeRule, Payer, fee};
use salal_rules::options;
use salal_rules::prescriptions::status::PrescriptionStatus;
use schemars::JsonSchema;
use serde::Serialize;

use crate::settings::{Environment, Mode, Settings};

/// What the screens may know of the settings; nothing secret.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the contract's feature flags, one by one"
)]
pub(super) struct PublicSettings {
    product: &'static str,
    clinic_name: String,
    environment: Environment,
    mode: Mode,
    /// No captcha and no consents are asked for.
    automatic: bool,
    /// Null where no captcha is asked for.
    captcha_site_key: Option<String>,
    captcha_script_url: Option<String>,
    stripe_key: Option<String>,
    stripe_script_url: Option<String>,
    wallet_enabled: bool,
    free: bool,
    unlimited: bool,
    cancel_prescription: bool,
    billing: bool,
    other_provinces: bool,
    card_upload: bool,
    profile_upload: bool,
    /// Null where nobody is signed out for idling.
    idle_seconds: Option<i64>,
    support_email: String,
    hours: String,
    fee_rule: FeeRule,
    fees: Fees,
    policy_versions: PolicyVersions,
    version: &'static str,
    partner_clinic: PartnerClinic,
}

/// Dollars of requests of one to five medications, by the rule in force.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Fees {
    with_card: Vec<f64>,
    without_card: Vec<f64>,
    /// Each medication beyond.
    additional: f64,
}

/// The versions in force (constant legal.policy.version).
#[derive(Debug, Serialize, JsonSchema)]
struct PolicyVersions {
    privacy: &'static str,
    terms: &'static str,
    pharmanet: &'static str,
    fees: &'static str,
}

/// The clinic that writes the prescriptions.
#[derive(Debug, Serialize, JsonSchema)]
struct PartnerClinic {
    name: String,
    address: String,
    phone: String,
}

const POLICY: &str = "2.0";

impl From<&Settings> for PublicSettings {
    fn from(settings: &Settings) -> Self {
        let (clinic, flags, outside) = (&settings.clinic, &settings.features, &settings.outside);
        let captcha = flags.captcha && !settings.automatic();
        let known = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Self {
            product: salal_rules::texts::PRODUCT,
            clinic_name: clinic.name.clone(),
            environment: settings.environment,
            mode: settings.mode,
            automatic: settings.automatic(),
            captcha_site_key: known(&outside.captcha.site_key).filter(|_| captcha),
            captcha_script_url: known(&outside.captcha.script_url).filter(|_| captcha),
            stripe_key: known(&outside.cards.publishable_key),
            stripe_script_url: known(&outside.cards.script_url),
            wallet_enabled: flags.wallet,
            free: flags.free,
            unlimited: flags.unlimited_medications,
            cancel_prescription: flags.cancel_prescription,
            billing: flags.billing,
            other_provinces: flags.other_provinces,
            card_upload: flags.card_upload,
            profile_upload: flags.profile_upload,
            idle_seconds: settings.idle_seconds(),
            support_email: clinic.support_email.clone(),
            hours: clinic.hours.clone(),
            fee_rule: settings.fees.rule,
            fees: Fees::of(settings.fees.rule),
            policy_versions: PolicyVersions {
                privacy: POLICY,
                terms: POLICY,
                pharmanet: POLICY,
                fees: POLICY,
            },
            version: env!("CARGO_PKG_VERSION"),
            partner_clinic: PartnerClinic {
                name: clinic.partner_name.clone(),
                address: clinic.partner_address.clone(),
                phone: clinic.partner_phone.clone(),
            },
        }
    }
}

impl Fees {
    fn of(rule: FeeRule) -> Self {
        let amount = |payer, medications| fee(rule, payer, medications).amount;
        let list = |payer| {
            (1..=5)
                .map(|medications| amount(payer, medications).dollars())
                .collect()
        };
        Self {
            with_card: list(Payer::ValidCard),
            without_card: list(Payer::NoValidCard),
            additional: (amount(Payer::ValidCard, 6) - amount(Payer::ValidCard, 5)).dollars(),
        }
    }
}

/// A consent of the sign-up.
#[derive(Debug, Serialize, JsonSchema)]
struct ConsentOption {
    key: &'static str,
    label: &'static str,
}

/// A state of a prescription and its name.
#[derive(Debug, Serialize, JsonSchema)]
struct StatusOption {
    code: &'static str,
    label: &'static str,
}

/// The lists that users choose from, without No and Other (decision 88).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Options {
    sexes: &'static [&'static str],
    medical_conditions: &'static [&'static str],
    surgeries: &'static [&'static str],
    allergies: &'static [&'static str],
    alcohol: &'static [&'static str],
    smoking: &'static [&'static str],
    provinces: &'static [&'static str],
    quantities: &'static [&'static str],
    frequencies: &'static [&'static str],
    durations: &'static [&'static str],
    agreement: Vec<&'static str>,
    consents: Vec<ConsentOption>,
    prescription_statuses: Vec<StatusOption>,
}

impl Options {
    pub(super) fn all() -> Self {
        Self {
            sexes: options::SEXES,
            medical_conditions: options::MEDICAL_CONDITIONS,
            surgeries: options::SURGERIES,
            allergies: options::ALLERGIES,
            alcohol: options::ALCOHOL,
            smoking: options::SMOKING,
            provinces: options::PROVINCES,
            quantities: options::QUANTITIES,
            frequencies: options::FREQUENCIES,
            durations: options::DURATIONS,
            agreement: options::AGREEMENT.to_vec(),
            consents: options::CONSENTS
                .iter()
                .map(|(key, label)| ConsentOption { key, label })
                .collect(),
            prescription_statuses: PrescriptionStatus::ALL
                .into_iter()
                .map(|status| StatusOption {
                    code: status.code(),
                    label: status.label(),
                })
                .collect(),
        }
    }
}

/// A country.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Country {
    /// ISO 3166 alpha-2.
    #[serde(rename = "_id")]
    id: &'static str,
    #[serde(rename = "Name")]
    name: &'static str,
}

impl Country {
    /// All countries by name.
    pub(super) fn all() -> Vec<Self> {
        let mut all: Vec<Self> = rust_iso3166::ALL
            .iter()
            .map(|country| Self {
                id: country.alpha2,
                name: country.name,
            })
            .collect();
        all.sort_by_key(|country| salal_rules::search::fold(country.name));
        all
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Response types of settings, option lists and countries.

use chrono::{DateTime, TimeDelta, Utc};
use salal_domain::days::vancouver_clock;
use salal_domain::fees::{DRIVER_MEDICAL, FeeRule, LAB_OR_RADIOLOGY, Payer, SICK_NOTE, fee};
use salal_domain::options;
use salal_domain::prescriptions::reasons::{PatientAction, REASONS, Reason, ReasonCode};
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus};
use salal_domain::sleep::questionnaire::QUESTIONS;
use schemars::JsonSchema;
use serde::Serialize;

use crate::settings::{Environment, Landing, Mode, POLICY_VERSION, Settings};

/// Settings that screens may read; nothing secret.
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
    /// No captcha and no consents are required.
    automatic: bool,
    /// Null if no captcha is required.
    captcha_site_key: Option<String>,
    captcha_script_url: Option<String>,
    stripe_key: Option<String>,
    stripe_script_url: Option<String>,
    wallet_enabled: bool,
    free: bool,
    unlimited: bool,
    cancel_prescription: bool,
    billing: bool,
    /// The PharmaNet lookup is available.
    pharma_net: bool,
    other_provinces: bool,
    card_upload: bool,
    profile_upload: bool,
    /// Null if there is no idle sign-out.
    idle_seconds: Option<i64>,
    /// How long a fax, a refund or a note can be undone after the click; 0: not at all.
    undo_seconds: i64,
    support_email: String,
    hours: String,
    fee_rule: FeeRule,
    fees: Fees,
    policy_versions: PolicyVersions,
    version: &'static str,
    partner_clinic: PartnerClinic,
    time_zone: ClinicTime,
    /// Whether office staff may sign up without an invitation (dev and auto), or by its token only.
    office_registration: OfficeRegistration,
    /// The address of another site that signs patients in (decision 131).
    login_url: Option<String>,
    registration_url: Option<String>,
    review_url: Option<String>,
    partner_home_url: Option<String>,
    /// The product is embedded in the partner clinic's site.
    embedded: bool,
    /// The terms of use are the older ones: B.C. only, nothing uploaded (decision 129).
    terms_of_2020: bool,
    /// The walk-in clinics.
    clinics: Vec<ClinicPlace>,
    /// The doctors who agreed to be named on the front page.
    doctors: Vec<NamedDoctor>,
    landing: LandingNumbers,
    service_fees: ServiceFees,
}

/// Dollars of the other services (constants fee.lab-or-radiology and following).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ServiceFees {
    lab_or_radiology: f64,
    sick_note: f64,
    driver_medical: f64,
    sleep_assessment: f64,
}

impl ServiceFees {
    fn all() -> Self {
        Self {
            lab_or_radiology: LAB_OR_RADIOLOGY.dollars(),
            sick_note: SICK_NOTE.dollars(),
            driver_medical: DRIVER_MEDICAL.dollars(),
            sleep_assessment: salal_domain::sleep::FEE.dollars(),
        }
    }
}

/// Who may open the office's sign-up (decision 76).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum OfficeRegistration {
    Open,
    Token,
}

/// A walk-in clinic.
#[derive(Debug, Serialize, JsonSchema)]
struct ClinicPlace {
    name: String,
    address: String,
    phone: String,
}

/// A doctor who is named on the front page.
#[derive(Debug, Serialize, JsonSchema)]
struct NamedDoctor {
    /// Dr. Jordan Lee
    name: String,
    /// JL
    initials: String,
}

impl NamedDoctor {
    fn of(name: &str) -> Self {
        let words: Vec<&str> = name
            .split_whitespace()
            .filter(|word| !word.ends_with('.'))
            .collect();
        let (first, last) = (words.first(), words.get(1..).and_then(<[_]>::last));
        Self {
            name: name.to_owned(),
            initials: [first, last]
                .into_iter()
                .flatten()
                .filter_map(|word| word.chars().next())
                .flat_map(char::to_uppercase)
                .collect(),
        }
    }
}

/// The operator's claims (decision 128).
#[derive(Debug, Serialize, JsonSchema)]
struct LandingNumbers {
    medications: String,
    pharmacies: String,
    locations: String,
    years: String,
}

impl LandingNumbers {
    fn from_settings(landing: &Landing) -> Self {
        Self {
            medications: landing.medications.clone(),
            pharmacies: landing.pharmacies.clone(),
            locations: landing.locations.clone(),
            years: landing.years.clone(),
        }
    }
}

/// The clinic's time zone. Time zone data differs between browsers and this server: screens use these
/// offsets, as documents and emails do.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ClinicTime {
    name: &'static str,
    /// Oldest first.
    offsets: Vec<ClockOffset>,
}

/// From this time on, the offset from UTC in minutes; negative is west of Greenwich.
#[derive(Debug, Serialize, JsonSchema)]
struct ClockOffset {
    from: DateTime<Utc>,
    minutes: i32,
}

impl ClinicTime {
    /// Ten years back, for old records, and two years ahead.
    fn around(now: DateTime<Utc>) -> Self {
        let year = TimeDelta::days(365);
        let changes = vancouver_clock(now - year * 10, now + year * 2);
        Self {
            name: "America/Vancouver",
            offsets: changes
                .into_iter()
                .map(|change| ClockOffset {
                    from: change.from,
                    minutes: change.minutes,
                })
                .collect(),
        }
    }
}

/// The fee in dollars for one to five medications, by the rule in force.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Fees {
    with_card: Vec<f64>,
    without_card: Vec<f64>,
    /// Same as `without_card` unless the rule has a separate fee for private pay.
    private_pay: Vec<f64>,
    /// Each further medication.
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

impl PublicSettings {
    pub(super) fn of(settings: &Settings, now: DateTime<Utc>) -> Self {
        let (clinic, flags, services) = (&settings.clinic, &settings.features, &settings.services);
        let captcha = flags.captcha && !settings.automatic();
        let known = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Self {
            product: salal_domain::texts::PRODUCT,
            clinic_name: clinic.name.clone(),
            environment: settings.environment,
            mode: settings.mode,
            automatic: settings.automatic(),
            captcha_site_key: known(&services.captcha.site_key).filter(|_| captcha),
            captcha_script_url: known(&services.captcha.script_url).filter(|_| captcha),
            stripe_key: known(&services.cards.publishable_key),
            stripe_script_url: known(&services.cards.script_url),
            wallet_enabled: flags.wallet,
            free: flags.free,
            unlimited: flags.unlimited_medications,
            cancel_prescription: flags.cancel_prescription,
            billing: flags.billing,
            pharma_net: !settings.pharmanet.url.is_empty(),
            other_provinces: flags.other_provinces,
            card_upload: flags.card_upload,
            profile_upload: flags.profile_upload,
            idle_seconds: settings.idle_seconds(),
            undo_seconds: settings.jobs.undo_seconds,
            support_email: clinic.support_email.clone(),
            hours: clinic.hours.clone(),
            fee_rule: settings.fees.rule,
            fees: Fees::of(settings.fees.rule),
            policy_versions: PolicyVersions {
                privacy: POLICY_VERSION,
                terms: settings.portal.terms_version(),
                pharmanet: POLICY_VERSION,
                fees: POLICY_VERSION,
            },
            version: env!("CARGO_PKG_VERSION"),
            partner_clinic: PartnerClinic {
                name: clinic.partner_name.clone(),
                address: clinic.partner_address.clone(),
                phone: clinic.partner_phone.clone(),
            },
            time_zone: ClinicTime::around(now),
            office_registration: if settings.office_registers_freely() {
                OfficeRegistration::Open
            } else {
                OfficeRegistration::Token
            },
            login_url: known(&settings.portal.login_url),
            registration_url: known(&settings.portal.registration_url),
            review_url: known(&settings.portal.review_url),
            partner_home_url: known(&settings.portal.partner_home_url),
            embedded: settings.portal.embedded,
            terms_of_2020: settings.portal.terms_of_2020,
            clinics: settings
                .landing
                .clinics
                .iter()
                .map(|place| ClinicPlace {
                    name: place.name.clone(),
                    address: place.address.clone(),
                    phone: place.phone.clone(),
                })
                .collect(),
            doctors: settings
                .landing
                .doctors
                .iter()
                .map(|name| NamedDoctor::of(name))
                .collect(),
            landing: LandingNumbers::from_settings(&settings.landing),
            service_fees: ServiceFees::all(),
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
            private_pay: list(Payer::PrivatePay),
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

/// A status of a prescription and its name.
#[derive(Debug, Serialize, JsonSchema)]
struct StatusOption {
    code: PrescriptionStatus,
    label: &'static str,
}

/// A question of the sleep questionnaire.
#[derive(Debug, Serialize, JsonSchema)]
struct SleepQuestion {
    key: &'static str,
    label: &'static str,
}

/// The lists that users select from, without No and Other (decision 88).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Options {
    sexes: &'static [&'static str],
    medical_conditions: &'static [&'static str],
    surgeries: &'static [&'static str],
    allergies: &'static [&'static str],
    alcohol: &'static [&'static str],
    smoking: &'static [&'static str],
    pregnancy: &'static [&'static str],
    provinces: &'static [&'static str],
    quantities: &'static [&'static str],
    frequencies: &'static [&'static str],
    durations: &'static [&'static str],
    agreement: Vec<&'static str>,
    consents: Vec<ConsentOption>,
    prescription_statuses: Vec<StatusOption>,
    sleep_questions: Vec<SleepQuestion>,
    /// Reasons for approving or rejecting a line, each with its decision.
    decision_reasons: Vec<DecisionReason>,
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
            pregnancy: options::PREGNANCY,
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
                    code: status,
                    label: status.label(),
                })
                .collect(),
            sleep_questions: QUESTIONS
                .iter()
                .map(|(key, label)| SleepQuestion { key, label })
                .collect(),
            decision_reasons: REASONS.iter().map(DecisionReason::of).collect(),
        }
    }
}

/// A reason that a doctor may give with a decision (decision 165).
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DecisionReason {
    code: ReasonCode,
    /// The decision that it belongs to.
    decision: MedicationStatus,
    /// For the doctor.
    label: &'static str,
    /// What the patient reads.
    sentence: &'static str,
    /// What the patient is told to do next.
    advice: &'static str,
    /// The action offered with the advice.
    next: PatientAction,
}

impl DecisionReason {
    fn of(reason: &Reason) -> Self {
        Self {
            code: reason.code,
            decision: reason.decision,
            label: reason.label,
            sentence: reason.sentence,
            advice: reason.advice,
            next: reason.next,
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
        all.sort_by_key(|country| salal_domain::search::fold(country.name));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::NamedDoctor;

    #[test]
    fn the_initials_of_a_doctor_leave_the_title_out() {
        for (name, initials) in [
            ("Dr. Jordan Lee", "JL"),
            ("Jordan Maria Lee", "JL"),
            ("dr. jordan lee", "JL"),
            ("Jordan", "J"),
            ("", ""),
        ] {
            assert_eq!(NamedDoctor::of(name).initials, initials, "{name}");
        }
    }
}

//! The calls that answer before anyone signs in.

use salal_rules::fees::{FeeRule, Payer, fee};
use salal_rules::options;
use salal_rules::prescriptions::status::PrescriptionStatus;
use salal_rules::texts::PRODUCT;

use super::wire::{
    Consent, Country, FeeTable, Options, PartnerClinic, PolicyVersions, PublicSettings, StatusOption,
};
use crate::door::{Access, Call, Claim, Json, Method, NoBody, NoContent, Row, Trace, row};
use crate::error::Result;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    let nobody = Claim::NoPatient("reference data");
    let untraced = Trace::Untraced("reference data");
    let public = Access::Public("needed before anyone signs in; nothing of a person");
    vec![
        row(Method::Get, "/", public, nobody, untraced, "Whether the API answers.", alive),
        row(Method::Get, "/settings", public, nobody, untraced, "The deployment as pages see it.", settings),
        row(Method::Get, "/options", public, nobody, untraced, "Every option list.", option_lists),
        row(Method::Get, "/country", public, nobody, untraced, "All countries by name.", countries),
    ]
}

async fn alive(_call: Call<NoBody>) -> Result<NoContent> {
    Ok(NoContent)
}

fn fee_table(rule: FeeRule) -> FeeTable {
    let of = |payer: Payer| (1..=5).map(|n| fee(rule, payer, n).amount.dollars()).collect();
    let further = fee(rule, Payer::ValidCard, 6).amount - fee(rule, Payer::ValidCard, 5).amount;
    FeeTable { with_card: of(Payer::ValidCard), without_card: of(Payer::NoValidCard), additional: further.dollars() }
}

async fn settings(call: Call<NoBody>) -> Result<Json<PublicSettings>> {
    let all = &call.ctx.settings;
    let captcha = all.features.captcha && !all.automatic();
    let flags = &all.features;
    Ok(Json(PublicSettings {
        product: PRODUCT,
        clinic_name: all.clinic.name.clone(),
        environment: all.environment,
        mode: all.mode,
        automatic: all.automatic(),
        captcha_site_key: captcha.then(|| all.outside.captcha.site_key.clone()),
        captcha_script_url: captcha.then(|| all.outside.captcha.script_url.clone()),
        stripe_key: all.outside.cards.publishable_key.clone(),
        stripe_script_url: all.outside.cards.script_url.clone(),
        wallet_enabled: flags.wallet,
        free: flags.free,
        unlimited: flags.unlimited_medications,
        cancel_prescription: flags.cancel_prescription,
        billing: flags.billing,
        other_provinces: flags.other_provinces,
        card_upload: flags.card_upload,
        profile_upload: flags.profile_upload,
        idle_seconds: all.idle_seconds(),
        support_email: all.clinic.support_email.clone(),
        hours: all.clinic.hours.clone(),
        fee_rule: all.fees.rule.code(),
        fees: fee_table(all.fees.rule),
        policy_versions: PolicyVersions { privacy: "2.0", terms: "2.0", pharmanet: "2.0", fees: "2.0" },
        version: env!("CARGO_PKG_VERSION"),
        partner_clinic: PartnerClinic {
            name: all.clinic.partner_name.clone(),
            address: all.clinic.partner_address.clone(),
            phone: all.clinic.partner_phone.clone(),
        },
    }))
}

async fn option_lists(_call: Call<NoBody>) -> Result<Json<Options>> {
    Ok(Json(Options {
        sexes: options::SEXES.to_vec(),
        medical_conditions: options::MEDICAL_CONDITIONS.to_vec(),
        surgeries: options::SURGERIES.to_vec(),
        allergies: options::ALLERGIES.to_vec(),
        alcohol: options::ALCOHOL.to_vec(),
        smoking: options::SMOKING.to_vec(),
        provinces: options::PROVINCES.to_vec(),
        quantities: options::QUANTITIES.to_vec(),
        frequencies: options::FREQUENCIES.to_vec(),
        durations: options::DURATIONS.to_vec(),
        agreement: options::AGREEMENT.to_vec(),
        consents: options::CONSENTS.iter().map(|(key, label)| Consent { key, label }).collect(),
        prescription_statuses: PrescriptionStatus::ALL
            .iter()
            .map(|status| StatusOption { code: status.code(), label: status.label() })
            .collect(),
    }))
}

async fn countries(_call: Call<NoBody>) -> Result<Json<Vec<Country>>> {
    let mut all: Vec<Country> =
        rust_iso3166::ALL.iter().map(|country| Country { id: country.alpha2, name: country.name }).collect();
    all.sort_by_key(|country| country.name);
    Ok(Json(all))
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validates a whole sign-up (spec 000 section 5, spec 002 section 5).
//!
//! The captcha, office invitations and duplicate emails need a database or a service and are checked by the
//! server.

use chrono::NaiveDate;

use super::{dates, emails, health_numbers, names, passwords, phones, postal_codes};
use crate::faults::Fault;
use crate::options;
use crate::texts::registration as texts;

/// Longest street address, in characters.
pub const LONGEST_ADDRESS: usize = 200;

/// The form as sent. An absent field is an empty text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "these are the answers of a form, one tick box each"
)]
pub struct Registration {
    pub first_name: String,
    pub last_name: String,
    /// `YYYY-MM-DD`.
    pub date_of_birth: String,
    pub phone_number: String,
    pub best_phone_number: String,
    pub email: String,
    pub password: String,
    pub address: String,
    pub city: String,
    pub province: String,
    pub postal_code: String,
    pub sex: String,
    pub bc_card_number: String,
    pub health_card_number: String,
    pub health_card_province: String,
    pub passport_number: String,
    pub passport_country_id: String,
    pub is_private_pay: bool,
    pub consent_communication: bool,
    pub consent_pharmanet_policy: bool,
    pub consent_privacy_policy: bool,
    pub consent_terms_of_use: bool,
    /// Whether a picture of the card was sent.
    pub has_card_image: bool,
    /// Whether a picture of the person was sent.
    pub has_profile_image: bool,
}

/// The rules of this deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "these are the deployment's feature flags, as the contract names them"
)]
pub struct RegistrationRules {
    /// Cards of other provinces and passports are accepted.
    pub other_provinces: bool,
    /// A picture of the card is required.
    pub card_upload: bool,
    /// A picture of the person is required.
    pub profile_upload: bool,
    /// The automatic mode: consents are not required.
    pub automatic: bool,
    /// Sign-up of office staff: only names, cell phone and credentials.
    pub office: bool,
    /// The day in Vancouver.
    pub today: NaiveDate,
}

/// All errors of a sign-up, in form order. Field names are those of the request.
pub fn validate_registration(sent: &Registration, rules: &RegistrationRules) -> Vec<Fault> {
    let mut faults = Vec::new();
    check_names(sent, &mut faults);
    if !rules.office {
        check_birth_date(sent, rules, &mut faults);
        check_sex(sent, &mut faults);
    }
    check_phones(sent, rules, &mut faults);
    if !rules.office {
        check_address(sent, &mut faults);
        check_documents(sent, rules, &mut faults);
    }
    if rules.profile_upload && !rules.office && !sent.has_profile_image {
        faults.push(Fault::new("profileImage", texts::PROFILE_IMAGE_REQUIRED));
    }
    check_credentials(sent, &mut faults);
    // Consents are for patients; staff have a contract with the clinic.
    if !rules.automatic && !rules.office {
        check_consents(sent, &mut faults);
    }
    faults
}

/// All errors of the personal information, when it is changed later.
pub fn validate_personal_info(sent: &Registration, rules: &RegistrationRules) -> Vec<Fault> {
    let mut faults = Vec::new();
    check_names(sent, &mut faults);
    if !rules.office {
        check_birth_date(sent, rules, &mut faults);
    }
    check_phones(sent, rules, &mut faults);
    if !rules.office {
        check_address(sent, &mut faults);
    }
    faults
}

/// All errors of the health document, when it is changed later.
pub fn validate_health_document(sent: &Registration, rules: &RegistrationRules) -> Vec<Fault> {
    let mut faults = Vec::new();
    check_documents(sent, rules, &mut faults);
    faults
}

fn check_names(sent: &Registration, faults: &mut Vec<Fault>) {
    for (field, value) in [
        ("FirstName", &sent.first_name),
        ("LastName", &sent.last_name),
    ] {
        if value.trim().is_empty() {
            faults.push(Fault::new(field, texts::field_is_required(field)));
        } else if names::parse_name(value).is_none() {
            faults.push(Fault::new(field, texts::INVALID_NAME));
        }
    }
}

fn check_birth_date(sent: &Registration, rules: &RegistrationRules, faults: &mut Vec<Fault>) {
    let message = match dates::parse_birth_date(&sent.date_of_birth, rules.today) {
        Err(dates::DateFault::Missing) => texts::field_is_required("DateOfBirth"),
        Err(dates::DateFault::NotADay | dates::DateFault::OutOfRange) => {
            texts::INVALID_DATE.to_owned()
        }
        Ok(birth) if !dates::is_old_enough(birth, rules.today) => texts::TOO_YOUNG.to_owned(),
        Ok(_) => return,
    };
    faults.push(Fault::new("DateOfBirth", message));
}

fn check_sex(sent: &Registration, faults: &mut Vec<Fault>) {
    if !sent.sex.is_empty() && !options::is_one_of(options::SEXES, &sent.sex) {
        faults.push(Fault::new("sex", texts::INVALID_SEX));
    }
}

fn check_phones(sent: &Registration, rules: &RegistrationRules, faults: &mut Vec<Fault>) {
    let cell = ("PhoneNumber", &sent.phone_number, texts::INVALID_PHONE);
    let best = (
        "BestPhoneNumber",
        &sent.best_phone_number,
        texts::INVALID_BEST_PHONE,
    );
    for (field, value, invalid) in [cell, best] {
        let empty = value.trim().is_empty();
        if empty && !(rules.office && field == "BestPhoneNumber") {
            faults.push(Fault::new(field, texts::field_is_required(field)));
        } else if !empty && phones::parse_phone(value).is_none() {
            faults.push(Fault::new(field, invalid));
        }
    }
}

fn check_address(sent: &Registration, faults: &mut Vec<Fault>) {
    for (field, value) in [("Address", &sent.address), ("City", &sent.city)] {
        if value.trim().is_empty() {
            faults.push(Fault::new(field, texts::field_is_required(field)));
        } else if names::one_line(value, LONGEST_ADDRESS).is_none() {
            faults.push(Fault::new(field, texts::INVALID_ADDRESS));
        }
    }
    if sent.province.is_empty() {
        faults.push(Fault::new("Province", texts::field_is_required("Province")));
    } else if !options::is_one_of(options::PROVINCES, &sent.province) {
        faults.push(Fault::new("Province", texts::INVALID_PROVINCE));
    }
    if sent.postal_code.trim().is_empty() {
        faults.push(Fault::new(
            "PostalCode",
            texts::field_is_required("PostalCode"),
        ));
    } else if !is_postal_code(&sent.province, &sent.postal_code) {
        faults.push(Fault::new("PostalCode", texts::INVALID_POSTAL_CODE));
    }
}

/// Outside Canada a postal code is any short line of text.
fn is_postal_code(province: &str, code: &str) -> bool {
    if province == "OTHER" {
        names::one_line(code, 20).is_some()
    } else {
        postal_codes::parse_postal_code(code).is_some()
    }
}

/// With private pay no card is required; a card of another province or a passport replaces the BC card only
/// if the deployment allows it (decision 92).
fn check_documents(sent: &Registration, rules: &RegistrationRules, faults: &mut Vec<Fault>) {
    if sent.is_private_pay {
        return;
    }
    if !sent.bc_card_number.trim().is_empty() {
        if health_numbers::parse_bc_number(&sent.bc_card_number).is_none() {
            faults.push(Fault::new("BCCardNumber", texts::INVALID_BC_CARD_NUMBER));
        }
    } else if !rules.other_provinces {
        faults.push(Fault::new("BCCardNumber", texts::BC_CARD_NUMBER_REQUIRED));
    } else if !sent.health_card_number.trim().is_empty()
        || !sent.health_card_province.trim().is_empty()
    {
        check_health_card(sent, faults);
    } else if !sent.passport_number.trim().is_empty() || !sent.passport_country_id.trim().is_empty()
    {
        check_passport(sent, faults);
    } else {
        faults.push(Fault::new("BCCardNumber", texts::BC_CARD_NUMBER_REQUIRED));
    }
    if rules.card_upload && !sent.has_card_image {
        faults.push(Fault::new("healthDocument", texts::CARD_IMAGE_REQUIRED));
    }
}

fn check_health_card(sent: &Registration, faults: &mut Vec<Fault>) {
    let number = "HealthCardNumber";
    let is_bc = sent.health_card_province == "BC";
    if sent.health_card_number.trim().is_empty() {
        faults.push(Fault::new(number, texts::HEALTH_CARD_NUMBER_REQUIRED));
    } else if is_bc && health_numbers::parse_bc_number(&sent.health_card_number).is_none() {
        faults.push(Fault::new(number, texts::INVALID_BC_CARD_NUMBER));
    } else if !is_bc && health_numbers::parse_card_number(&sent.health_card_number).is_none() {
        faults.push(Fault::new(number, texts::INVALID_HEALTH_CARD));
    }
    if !options::is_one_of(options::PROVINCES, &sent.health_card_province) {
        faults.push(Fault::new(
            "HealthCardProvince",
            texts::HEALTH_CARD_PROVINCE_REQUIRED,
        ));
    }
}

fn check_passport(sent: &Registration, faults: &mut Vec<Fault>) {
    let number = "PassportNumber";
    if sent.passport_number.trim().is_empty() {
        faults.push(Fault::new(number, texts::PASSPORT_NUMBER_REQUIRED));
    } else if health_numbers::parse_card_number(&sent.passport_number).is_none() {
        faults.push(Fault::new(number, texts::INVALID_HEALTH_CARD));
    }
    let country = sent.passport_country_id.as_bytes();
    if country.len() != 2 || !country.iter().all(u8::is_ascii_uppercase) {
        faults.push(Fault::new(
            "PassportCountryId",
            texts::PASSPORT_COUNTRY_REQUIRED,
        ));
    }
}

fn check_credentials(sent: &Registration, faults: &mut Vec<Fault>) {
    if sent.email.trim().is_empty() {
        faults.push(Fault::new("Email", texts::EMAIL_REQUIRED));
    } else if emails::parse_email(&sent.email).is_none() {
        faults.push(Fault::new("Email", texts::INVALID_EMAIL));
    }
    for message in passwords::password_faults(&sent.password) {
        faults.push(Fault::new("Password", message));
    }
}

fn check_consents(sent: &Registration, faults: &mut Vec<Fault>) {
    for (field, given) in [
        ("consentCommunication", sent.consent_communication),
        ("consentPharmaNetPolicy", sent.consent_pharmanet_policy),
        ("consentPrivacyPolicy", sent.consent_privacy_policy),
        ("consentTermsOfUse", sent.consent_terms_of_use),
    ] {
        if !given {
            faults.push(Fault::new(field, texts::CONSENT_REQUIRED));
        }
    }
}

#[cfg(test)]
mod tests;

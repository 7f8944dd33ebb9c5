// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sign-ups with one thing changed at a time.

use super::*;

fn rules() -> RegistrationRules {
    RegistrationRules {
        other_provinces: true,
        card_upload: false,
        profile_upload: false,
        automatic: false,
        office: false,
        today: NaiveDate::from_ymd_opt(2026, 11, 20).unwrap(),
    }
}

fn good() -> Registration {
    Registration {
        first_name: "Ines".into(),
        last_name: "Example".into(),
        date_of_birth: "1980-05-17".into(),
        phone_number: "604-555-0142".into(),
        best_phone_number: "(604) 555-0143".into(),
        email: "ines@example.com".into(),
        password: "Larkspur2026".into(),
        address: "1 Example Street".into(),
        city: "Vancouver".into(),
        province: "BC".into(),
        postal_code: "v5k 0a1".into(),
        sex: "Female".into(),
        bc_card_number: "9698 658 215".into(),
        consent_communication: true,
        consent_pharmanet_policy: true,
        consent_privacy_policy: true,
        consent_terms_of_use: true,
        ..Registration::default()
    }
}

/// The errors as `field: message`, after `change`.
fn faults(rules: &RegistrationRules, change: impl FnOnce(&mut Registration)) -> Vec<String> {
    let mut sent = good();
    change(&mut sent);
    validate_registration(&sent, rules)
        .into_iter()
        .map(|fault| format!("{}: {}", fault.field, fault.message))
        .collect()
}

#[test]
fn a_good_sign_up_has_no_fault() {
    assert!(faults(&rules(), |_| {}).is_empty());
}

#[test]
fn an_empty_sign_up_names_every_field() {
    let fields: Vec<String> = validate_registration(&Registration::default(), &rules())
        .into_iter()
        .map(|fault| fault.field)
        .collect();
    assert_eq!(
        fields,
        [
            "FirstName",
            "LastName",
            "DateOfBirth",
            "PhoneNumber",
            "BestPhoneNumber",
            "Address",
            "City",
            "Province",
            "PostalCode",
            "BCCardNumber",
            "Email",
            "Password",
            "consentCommunication",
            "consentPharmaNetPolicy",
            "consentPrivacyPolicy",
            "consentTermsOfUse",
        ]
    );
}

#[test]
fn each_rule_has_its_text() {
    let one = |change: fn(&mut Registration)| faults(&rules(), change);
    assert_eq!(
        one(|sent| sent.first_name = "  ".into()),
        ["FirstName: FirstName is Required"]
    );
    assert_eq!(
        one(|sent| sent.date_of_birth = "2007-11-21".into()),
        ["DateOfBirth: You must be 19 years or older to access Salal"]
    );
    assert_eq!(
        one(|sent| sent.date_of_birth = "2007-11-20".into()),
        [""; 0]
    );
    assert_eq!(
        one(|sent| sent.phone_number = "12".into()),
        ["PhoneNumber: Please Enter a Valid Phone Number"]
    );
    assert_eq!(
        one(|sent| sent.best_phone_number = "12".into()),
        ["BestPhoneNumber: Please Enter a Valid Best Phone Number to reach you"]
    );
    assert_eq!(
        one(|sent| sent.bc_card_number = "9698648215".into()),
        ["BCCardNumber: Invalid BC Card Number"]
    );
    assert_eq!(one(|sent| sent.consent_terms_of_use = false).len(), 1);
    assert_eq!(
        one(|sent| sent.email = String::new()),
        ["Email: Email is required"]
    );
    assert_eq!(
        one(|sent| sent.password = String::new()),
        ["Password: Password is required"]
    );
    assert_eq!(one(|sent| sent.sex = "X".into()).len(), 1);
    assert_eq!(one(|sent| sent.province = "ZZ".into()).len(), 1);
    assert_eq!(one(|sent| sent.postal_code = "90210".into()).len(), 1);
    assert!(
        one(|sent| {
            sent.province = "OTHER".into();
            sent.postal_code = "90210".into();
        })
        .is_empty()
    );
}

#[test]
fn documents_follow_the_deployment() {
    let without_card = |sent: &mut Registration| sent.bc_card_number.clear();
    assert_eq!(
        faults(&rules(), without_card),
        ["BCCardNumber: BC Services Card Number is required"]
    );
    let private = |sent: &mut Registration| {
        sent.bc_card_number.clear();
        sent.is_private_pay = true;
    };
    assert!(faults(&rules(), private).is_empty());
    let ontario = |sent: &mut Registration| {
        sent.bc_card_number.clear();
        sent.health_card_number = "1234567897AB".into();
        sent.health_card_province = "ON".into();
    };
    assert!(faults(&rules(), ontario).is_empty());
    let bc_only = RegistrationRules {
        other_provinces: false,
        ..rules()
    };
    assert_eq!(faults(&bc_only, ontario).len(), 1);
    let passport = |sent: &mut Registration| {
        sent.bc_card_number.clear();
        sent.passport_country_id = "FR".into();
    };
    assert_eq!(
        faults(&rules(), passport),
        ["PassportNumber: Passport number is required"]
    );
    let card_number_missing = |sent: &mut Registration| {
        sent.bc_card_number.clear();
        sent.health_card_province = "ON".into();
    };
    assert_eq!(
        faults(&rules(), card_number_missing),
        ["HealthCardNumber: Canadian health card number is required"]
    );
    let upload = RegistrationRules {
        card_upload: true,
        ..rules()
    };
    assert_eq!(
        faults(&upload, |_| {}),
        ["healthDocument: Upload Card Image is Required"]
    );
}

#[test]
fn an_office_gives_only_names_phone_and_credentials() {
    let office = RegistrationRules {
        office: true,
        ..rules()
    };
    let sent = Registration {
        first_name: "Ola".into(),
        last_name: "Example".into(),
        phone_number: "6045550144".into(),
        email: "ola@example.com".into(),
        password: "Larkspur2026".into(),
        consent_communication: true,
        consent_pharmanet_policy: true,
        consent_privacy_policy: true,
        consent_terms_of_use: true,
        ..Registration::default()
    };
    assert_eq!(validate_registration(&sent, &office), []);
    assert!(!validate_registration(&sent, &rules()).is_empty());
}

#[test]
fn the_automatic_mode_asks_for_no_consent() {
    let automatic = RegistrationRules {
        automatic: true,
        ..rules()
    };
    assert!(faults(&automatic, |sent| sent.consent_terms_of_use = false).is_empty());
}

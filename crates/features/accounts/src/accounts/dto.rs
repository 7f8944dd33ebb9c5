// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of accounts, with the contract's field names.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::account_dto::Preferences;
use crate::api::{FileField, Role};
use salal_people::people::PersonView;

/// Sign-in, for both the first and the second request (decision 146).
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Authenticate {
    /// The account's address.
    #[serde(rename = "Email")]
    pub email: String,
    /// The account's password.
    #[serde(rename = "Password")]
    pub password: String,
    /// The role of the page; an account with another role is refused.
    #[serde(default, rename = "Role")]
    pub role: Option<Role>,
    /// City and region as determined by the page; shown at the next sign-in, never trusted (decision 95).
    #[serde(default, rename = "ipObj")]
    pub ip_obj: Option<IpObject>,
    /// The code of the second step; absent in the first request.
    #[serde(default)]
    pub code: Option<String>,
    /// The `storedCode` of an earlier sign-in on this device.
    #[serde(default, rename = "storedCode")]
    pub stored_code: Option<String>,
    /// The answer to the captcha, when one was asked.
    #[serde(default)]
    pub captcha: Option<String>,
    /// Sent by a browser: the session is bound to a cookie.
    #[serde(default)]
    pub browser: bool,
}

/// Where the page believes the caller to be.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct IpObject {
    /// City.
    pub city: Option<String>,
    /// Region or province.
    pub region: Option<String>,
    /// Country.
    pub country: Option<String>,
}

/// The secret to be entered in an authenticator app, at the first staff sign-in.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Enrol {
    pub secret: String,
    #[serde(rename = "otpauthUrl")]
    pub otpauth_url: String,
}

/// The previous sign-in, shown once.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LastLogin {
    #[serde(rename = "createdDate")]
    pub created_date: DateTime<Utc>,
    pub ip: String,
    pub city: Option<String>,
    pub region: Option<String>,
    pub country: Option<String>,
}

/// What is printed for a practitioner.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PractitionerView {
    #[serde(rename = "collegeNumber")]
    pub college_number: Option<String>,
    pub phone: String,
    pub fax: String,
}

/// The person who signed in.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct UserView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "Email")]
    pub email: String,
    #[serde(rename = "Role")]
    pub role: Role,
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
    /// The welcome dialog has not been shown yet.
    #[serde(rename = "isFirstLoginShow1")]
    pub first_login: bool,
    #[serde(rename = "hasMedicalInfo")]
    pub has_medical_info: bool,
    #[serde(rename = "Person")]
    pub person: PersonView,
    pub practitioner: Option<PractitionerView>,
    pub preferences: Preferences,
}

/// The caller after a change of credentials.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CredentialChanged {
    #[serde(flatten)]
    pub user: UserView,
    /// After a change of the password: the new token of the session. The old one is no longer accepted.
    pub token: Option<String>,
}

salal_domain::codes! {
    /// Where the code of the second step comes from.
    pub(super) enum SecondStep {
        /// A text message.
        Sms = "sms",
        /// The app of the staff.
        Authenticator = "authenticator",
    }
}

/// The outcome of a request of the sign-in: a second step is needed, or a session began.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct SignInAnswer {
    pub verifymfa: bool,
    /// Where the code comes from.
    pub via: Option<SecondStep>,
    pub enrol: Option<Enrol>,
    pub token: Option<String>,
    pub user: Option<UserView>,
    #[serde(rename = "Email")]
    pub email: Option<String>,
    #[serde(rename = "lastLogin")]
    pub last_login: Option<LastLogin>,
    #[serde(rename = "showLastLogin")]
    pub show_last_login: bool,
    /// Staff only: skips the code on this device for 12 hours.
    #[serde(rename = "storedCode")]
    pub stored_code: Option<String>,
}

/// A message to be shown.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Said {
    pub message: String,
}

/// An account was created and is waiting for its code.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Registered {
    pub message: String,
    #[serde(rename = "_id")]
    pub id: Uuid,
}

/// The registration form: every field arrives as text.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(transform = FileField::one("profileImage"))]
#[schemars(transform = FileField::one("profileImageFile"))]
#[schemars(transform = FileField::one("healthDocument"))]
#[schemars(transform = FileField::one("healthDocFile"))]
#[schemars(transform = FileField::one("healthDocumentBack"))]
#[schemars(transform = FileField::one("healthDocBackFile"))]
#[schemars(transform = FileField::many("files"))]
pub(super) struct RegistrationForm {
    #[serde(rename = "FirstName")]
    pub first_name: String,
    #[serde(rename = "LastName")]
    pub last_name: String,
    #[serde(rename = "DateOfBirth")]
    pub date_of_birth: String,
    #[serde(rename = "PhoneNumber")]
    pub phone_number: String,
    #[serde(rename = "BestPhoneNumber")]
    pub best_phone_number: String,
    #[serde(rename = "Email")]
    pub email: String,
    #[serde(rename = "Password")]
    pub password: String,
    #[serde(rename = "Address")]
    pub address: String,
    #[serde(rename = "Province")]
    pub province: String,
    #[serde(rename = "PostalCode")]
    pub postal_code: String,
    #[serde(rename = "City")]
    pub city: String,
    pub sex: String,
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
    #[serde(rename = "isPrivatePay")]
    pub is_private_pay: String,
    #[serde(rename = "consentCommunication")]
    pub consent_communication: String,
    #[serde(rename = "consentPharmaNetPolicy")]
    pub consent_pharmanet_policy: String,
    #[serde(rename = "consentPrivacyPolicy")]
    pub consent_privacy_policy: String,
    #[serde(rename = "consentTermsOfUse")]
    pub consent_terms_of_use: String,
    /// The token of an invitation; creates an office account.
    #[serde(rename = "officeRegistrationToken")]
    pub office_registration_token: String,
    /// Patient (when empty) or office.
    #[serde(rename = "Role")]
    #[schemars(with = "Role")]
    pub role: String,
    pub captcha: String,
}

/// The code that activates a new account.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Activate {
    /// The account's address.
    pub email: String,
    /// The code of the email.
    #[serde(rename = "verificationCode")]
    pub verification_code: String,
}

/// Asks for a new activation code.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Resend {
    /// The account's address.
    pub email: String,
}

/// Whether a new account was activated.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct IsActivated {
    #[serde(rename = "isActivated")]
    pub is_activated: bool,
}

/// Whether text messages go out.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TextMessages {
    /// False while the service that sends them is away: codes wait until it answers again.
    pub available: bool,
}

/// Whether the last sign-in is hidden for 24 hours.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HideLastLogin {
    /// The signed-in person.
    pub id: Uuid,
    /// True hides it.
    #[serde(rename = "dontShowLastLogin")]
    pub dont_show_last_login: bool,
}

/// The code that proves a cell phone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VerifyPhone {
    /// The person whose phone it is.
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// The code of the text message.
    #[serde(rename = "verificationCode")]
    pub verification_code: String,
}

/// Whether a cell phone is verified.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Activated {
    /// 1 means verified.
    pub activate: i32,
}

/// A cell phone was verified.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct VerifyAnswer {
    pub data: Activated,
    pub message: String,
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sign-up.

pub const BC_CARD_NUMBER_REQUIRED: &str = "BC Services Card Number is required";
pub const BEST_PHONE_REQUIRED: &str = "Best reach phone number is required";
pub const HEALTH_CARD_NUMBER_REQUIRED: &str = "Canadian health card number is required";
pub const CELL_PHONE_REQUIRED: &str = "Cell Phone is required";
pub const CONFIRM_BC_CARD_NUMBER_REQUIRED: &str = "Confirm BC Services Card Number is required";
pub const CONFIRM_CELL_PHONE_DIFFERS: &str =
    "Confirm Cell Phone Number doesn't match Cell Phone Number";
pub const CONFIRM_CELL_PHONE_REQUIRED: &str = "Confirm Cell Phone is required";
pub const CONFIRM_EMAIL_DIFFERS: &str = "Confirm Email doesn't match Email";
pub const CONFIRM_EMAIL_REQUIRED: &str = "Confirm Email is required";
pub const CONFIRM_PASSWORD_DIFFERS: &str = "Confirm Password doesn't match Password";
pub const CONFIRM_PASSWORD_REQUIRED: &str = "Confirm Password is required";
pub const DATE_OF_BIRTH_REQUIRED: &str = "Date of birth is required";
pub const EMAIL_REQUIRED: &str = "Email is required";
pub const INVALID_BC_CARD_NUMBER: &str = "Invalid BC Card Number";
pub const PASSPORT_NUMBER_REQUIRED: &str = "Passport number is required";
pub const PASSWORD_REQUIRED: &str = "Password is required";
pub const INVALID_BEST_PHONE: &str = "Please Enter a Valid Best Phone Number to reach you";
pub const INVALID_PHONE: &str = "Please Enter a Valid Phone Number";
pub const CONFIRMED: &str = "Registration is confirmed.";
pub const SUCCESSFUL: &str = "Registration successful.";
/// Of the limit of an address and day.
pub const TOO_MANY: &str = "Too many accounts were created from this connection today. Nothing was created, and what you entered is still on this page. Please try again tomorrow, from another connection, or contact us.";
pub const SAME_AS_CELL_PHONE: &str = "Same as cell phone";
pub const CARD_IMAGE_REQUIRED: &str = "Upload Card Image is Required";
pub const FIRST_NAME_REQUIRED: &str = "Valid first name is required";
pub const LAST_NAME_REQUIRED: &str = "Valid last name is required";
pub const TOO_YOUNG: &str = "You must be 19 years or older to access Salal";

// Our own texts, where the contract has a rule and no text.
pub const INVALID_DATE: &str = "Enter a valid date";
pub const INVALID_NAME: &str = "Please use at most 100 letters, without line breaks";
pub const INVALID_ADDRESS: &str = "Please use at most 200 characters, without line breaks";
pub const INVALID_EMAIL: &str = "Please enter an email address like name@example.com";
pub const INVALID_POSTAL_CODE: &str = "Please enter a postal code like V5K 0A1";
pub const INVALID_PROVINCE: &str = "Please choose a province from the list";
pub const INVALID_SEX: &str = "Please choose an answer from the list";
pub const HEALTH_CARD_PROVINCE_REQUIRED: &str = "Please choose the province of the health card";
pub const INVALID_HEALTH_CARD: &str = "Please use letters and digits only, at most 20";
pub const PASSPORT_COUNTRY_REQUIRED: &str = "Please choose the country of the passport";
pub const PROFILE_IMAGE_REQUIRED: &str = "Upload Profile Image is Required";
pub const CONSENT_REQUIRED: &str = "Please read this and tick the box";
pub const PASSWORD_LENGTH: &str = "Use at least 8 and at most 64 characters";
pub const PASSWORD_ALPHABET: &str = "Use plain letters and numbers only";
pub const PASSWORD_UPPER: &str = "Use at least one uppercase letter";
pub const PASSWORD_LOWER: &str = "Use at least one lowercase letter";
pub const PASSWORD_DIGIT: &str = "Use at least one number";
pub const PASSWORD_WELL_KNOWN: &str = "This password is too common. Choose a different one";

/// A required field of the personal information is empty; `field` is its name in the contract.
pub fn field_is_required(field: &str) -> String {
    format!("{field} is Required")
}

/// The confirmation of `field` differs from it.
pub fn confirm_differs(field: &str) -> String {
    format!("Confirm {field} doesn't match {field}")
}

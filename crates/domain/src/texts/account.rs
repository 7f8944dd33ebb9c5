// SPDX-License-Identifier: AGPL-3.0-or-later

//! The account page: credentials, email change, sessions.

pub const CREDENTIAL_UPDATED: &str = "Update user credential successful";

// Our own texts, where the contract has a rule and no text.
pub const WRONG_PASSWORD: &str = "The password is not correct.";
pub const WRONG_CODE: &str = "The code is not correct. Please check it and try again.";
pub const BEGIN_AGAIN: &str =
    "This took too long, or you started again on another device. Please re-enter your password.";
pub const SAME_EMAIL: &str = "This is already your email address.";
pub const EMAIL_BY_STEPS: &str =
    "Please change your email address step by step, under Change email.";
pub const CELL_PHONE_FIXED: &str =
    "The cell phone number cannot be changed here. Please write to Customer Service.";
pub const CHANGED_MEANWHILE: &str =
    "Your password was changed somewhere else in the meantime. Nothing was changed here.";
pub const ONLY_AUTOMATIC: &str = "Accounts can only be deleted in automatic mode.";

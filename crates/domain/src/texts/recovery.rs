// SPDX-License-Identifier: AGPL-3.0-or-later

//! Password recovery.

pub const LINK_SENT: &str = "A link to reset your password was sent to the email address we have on file. It works once, for one hour. If it does not arrive, check your spam folder or start again.";
pub const DATE_OF_BIRTH_REQUIRED: &str = "Date of birth is required.";
pub const EMAIL_REQUIRED: &str = "Email is required.";
pub const PASSWORD_REQUIRED: &str = "Password is required.";

// Our own words, where the contract has a rule and no text.
/// One text for every mismatch, so that no one learns which addresses have accounts.
pub const NO_MATCH: &str =
    "We found no account with this information. Please check all three answers and try again.";
pub const LINK_EXPIRED: &str =
    "This link has expired or has already been used. Please ask for a new one.";
pub const CHANGED: &str = "Your password was changed. Please sign in with the new one.";
pub const SIGN_IN_AGAIN: &str =
    "Please sign in again first: a password can be set within ten minutes of signing in.";

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Texts of text messages: codes only, so that a message on a locked screen reveals nothing.
//!
//! Not here: sending (`integrations`), and creating and checking codes (the server).

/// The second step of a patient's sign-in (specification 1, section 2, Sign-in).
pub fn sign_in_code(product: &str, code: &str) -> String {
    format!(
        "{product}: your sign-in code is {code}. Never share it with anyone. If you are not signing in, change your password."
    )
}

/// The verification of a cell phone number (decision 74).
pub fn cell_phone_code(product: &str, code: &str) -> String {
    format!(
        "{product}: your code to confirm this cell phone number is {code}. If you didn't request it, ignore this message."
    )
}

/// The second step of an email change (specification 1, section 4).
pub fn email_change_code(product: &str, code: &str) -> String {
    format!(
        "{product}: your code to change your email address is {code}. If you didn't request it, change your password."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_fits_one_text_message_and_comes_once() {
        for text in [
            sign_in_code("Salal", "123456"),
            cell_phone_code("Salal", "123456"),
            email_change_code("Salal", "123456"),
        ] {
            assert_eq!(text.matches("123456").count(), 1);
            assert!(text.is_ascii() && text.len() <= 160, "{text}");
        }
    }
}

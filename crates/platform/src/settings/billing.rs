// SPDX-License-Identifier: AGPL-3.0-or-later

//! Settings printed on every claim: the clinic's numbers at Teleplan.

use chrono::NaiveDate;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Billing {
    pub data_centre: String,
    /// The payee number.
    pub payee: String,
    /// The day this installation began to send claims.
    pub installed: NaiveDate,
    pub contact: String,
    /// One letter: the location of the service.
    pub location: String,
    /// Empty: none was issued.
    pub facility: String,
    pub sub_facility: String,
}

impl Billing {
    /// Invalid values.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let five = |text: &str| {
            let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            text.len() == 5 && text.bytes().all(fits)
        };
        for (name, value) in [("data_centre", &self.data_centre), ("payee", &self.payee)] {
            if !five(value) {
                faults.push(format!(
                    "billing.{name} must have five capital letters and digits"
                ));
            }
        }
        if self.location.len() != 1 || !self.location.bytes().all(|b| b.is_ascii_uppercase()) {
            faults.push("billing.location must be one capital letter".into());
        }
        for (name, value) in [
            ("facility", &self.facility),
            ("sub_facility", &self.sub_facility),
        ] {
            if value.len() > 5 || !value.bytes().all(|byte| byte.is_ascii_digit()) {
                faults.push(format!("billing.{name} must be at most five digits"));
            }
        }
        faults
    }
}

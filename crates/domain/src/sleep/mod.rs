// SPDX-License-Identifier: AGPL-3.0-or-later

//! The sleep study: the questionnaire, the companies that test, the fee of an order and its steps.
//!
//! Not here: who may take a step (the API layer), and carrying it out (the server).

pub mod measured;
pub mod questionnaire;
pub mod status;

use crate::fees::Cents;

/// The fee of an order (constant fee.sleep-assessment); nothing in the free mode.
pub const FEE: Cents = Cents::from_whole_dollars(20);

/// The companies, by the route name of their page and by name, in the contract's order.
pub const COMPANIES: [(&str, &str); 5] = [
    ("solutions", "Clinical Sleep Solutions"),
    ("coastal", "Coastal Sleep"),
    ("mainland", "Mainland Sleep"),
    ("sleepworks", "SleepWorks"),
    (TEST_COMPANY, "Test"),
];

/// The test company, in every environment except prod.
pub const TEST_COMPANY: &str = "test";

/// The name of the company with this route name.
pub fn company_name(route: &str) -> Option<&'static str> {
    COMPANIES
        .into_iter()
        .find(|(one, _)| *one == route)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_are_found_by_their_route() {
        assert_eq!(company_name("coastal"), Some("Coastal Sleep"));
        assert_eq!(company_name("Coastal"), None);
        assert_eq!(FEE.to_string(), "$20.00");
    }
}

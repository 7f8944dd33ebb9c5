// SPDX-License-Identifier: AGPL-3.0-or-later

//! The sleep study: the questionnaire, the companies that test, the fee of an order and its steps.
//!
//! Not here: who may take a step (the API layer), and carrying it out (the server).

pub mod measured;
pub mod questionnaire;
pub mod status;

use crate::codes;
use crate::fees::Cents;

/// The fee of an order (constant fee.sleep-assessment); nothing in the free mode.
pub const FEE: Cents = Cents::from_whole_dollars(20);

codes! {
    /// The companies that test, by the route name of their page, in the contract's order.
    pub enum SleepCompany {
        Solutions = "solutions",
        Coastal = "coastal",
        Mainland = "mainland",
        SleepWorks = "sleepworks",
        /// In every environment except prod.
        Test = "test",
    }
}

impl SleepCompany {
    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Solutions => "Clinical Sleep Solutions",
            Self::Coastal => "Coastal Sleep",
            Self::Mainland => "Mainland Sleep",
            Self::SleepWorks => "SleepWorks",
            Self::Test => "Test",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_are_found_by_their_route() {
        let label = |route| SleepCompany::from_code(route).map(SleepCompany::label);
        assert_eq!(label("coastal"), Some("Coastal Sleep"));
        assert_eq!(label("Coastal"), None);
        assert_eq!(FEE.to_string(), "$20.00");
    }
}

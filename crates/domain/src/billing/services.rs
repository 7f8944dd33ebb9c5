// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fee items of a visit by telephone or message, by the patient's age on the day of service, with the
//! amounts of 1 June 2020, used until a fee list is imported (reference teleplan 2.9).

use crate::fees::Cents;

/// A fee item and its age range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    pub code: &'static str,
    pub youngest: i32,
    /// `None`: no upper limit.
    pub oldest: Option<i32>,
    /// The amount of 2020-06-01.
    pub amount: Cents,
}

/// Every fee item that can be billed, by age.
pub const SERVICES: [Service; 6] = [
    service("13237", 0, Some(1), 3479),
    service("13437", 2, Some(49), 3162),
    service("13537", 50, Some(59), 3479),
    service("13637", 60, Some(69), 3636),
    service("13737", 70, Some(79), 4110),
    service("13837", 80, None, 4744),
];

const fn service(code: &'static str, youngest: i32, oldest: Option<i32>, cents: i64) -> Service {
    Service {
        code,
        youngest,
        oldest,
        amount: Cents(cents),
    }
}

impl Service {
    /// Display text: `13437 age 2-49`.
    pub fn label(&self) -> String {
        format!("{} {}", self.code, self.ages())
    }

    /// `age 2-49`, `age 80 and over`.
    pub fn ages(&self) -> String {
        match self.oldest {
            Some(oldest) => format!("age {}-{oldest}", self.youngest),
            None => format!("age {} and over", self.youngest),
        }
    }

    /// Whether it applies to this age.
    pub fn fits(&self, age: i32) -> bool {
        age >= self.youngest && self.oldest.is_none_or(|oldest| age <= oldest)
    }
}

/// The fee item with this code.
pub fn by_code(code: &str) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.code == code)
}

/// The fee item for this age.
pub fn for_age(age: i32) -> &'static Service {
    let last = &SERVICES[SERVICES.len() - 1];
    SERVICES
        .iter()
        .find(|service| service.fits(age.max(0)))
        .unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::{SERVICES, by_code, for_age};

    #[test]
    fn every_age_has_exactly_one_item() {
        for age in 0..130 {
            let fitting: Vec<_> = SERVICES.iter().filter(|one| one.fits(age)).collect();
            assert_eq!(fitting, [for_age(age)], "age {age}");
        }
        assert_eq!(for_age(-1).code, "13237");
        for (age, code) in [
            (1, "13237"),
            (2, "13437"),
            (49, "13437"),
            (50, "13537"),
            (80, "13837"),
        ] {
            assert_eq!(for_age(age).code, code);
        }
    }

    #[test]
    fn labels_are_the_contract_s() {
        let labels: Vec<String> = SERVICES.iter().map(super::Service::label).collect();
        assert_eq!(
            labels,
            [
                "13237 age 0-1",
                "13437 age 2-49",
                "13537 age 50-59",
                "13637 age 60-69",
                "13737 age 70-79",
                "13837 age 80 and over",
            ]
        );
        assert!(by_code("13037").is_none());
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The numeric values of the options of a usage: dose, doses per day, days (reference prescription-rules
//! 1.5).
//!
//! Exact fractions throughout; floating point would turn 90 into 90.00000001 and so into 91.

use num_rational::Ratio;

use crate::options::OTHER;

/// An exact fraction.
pub(crate) type Fraction = Ratio<u32>;

/// The number of days in a month; a setting of the clinic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MonthLength {
    /// 30, 60, 90 days.
    #[default]
    Thirty,
    /// 28, 56, 84 days: four-week blister packs.
    TwentyEight,
}

impl MonthLength {
    /// In days.
    pub const fn days(self) -> u32 {
        match self {
            Self::Thirty => 30,
            Self::TwentyEight => 28,
        }
    }
}

/// The dose of a quantity.
pub(crate) fn dose(quantity: &str) -> Option<Fraction> {
    let (numerator, denominator) = match quantity {
        "One quarter" => (1, 4),
        "One half" => (1, 2),
        "One" => (1, 1),
        "One and a half" => (3, 2),
        "Two" => (2, 1),
        "Two and a half" => (5, 2),
        "Three" => (3, 1),
        "Four" => (4, 1),
        "Five" => (5, 1),
        _ => return None,
    };
    Some(Fraction::new(numerator, denominator))
}

/// Doses per day of a frequency.
pub(crate) fn doses_a_day(frequency: &str, month: MonthLength) -> Option<Fraction> {
    let (numerator, denominator) = match frequency {
        "Once a day" | "Once in the morning" | "Once at night" => (1, 1),
        "Twice a day" => (2, 1),
        "Three times a day" => (3, 1),
        "Four times a day" => (4, 1),
        "Every other day" => (1, 2),
        "Once a week" => (1, 7),
        "Once a month" => (1, month.days()),
        "Once every three months" => (1, 3 * month.days()),
        "Once every six months" => (1, 6 * month.days()),
        _ => return None,
    };
    Some(Fraction::new(numerator, denominator))
}

/// Days of a duration.
pub(crate) fn days(duration: &str, month: MonthLength) -> Option<u32> {
    if duration == OTHER {
        return None;
    }
    let (count, unit) = duration.split_once(' ')?;
    let count: u32 = count.parse().ok().filter(|count| (1..=7).contains(count))?;
    match unit {
        "day" | "days" => Some(count),
        "week" | "weeks" => Some(count * 7),
        "month" | "months" => Some(count * month.days()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{DURATIONS, FREQUENCIES, QUANTITIES};

    #[test]
    fn every_option_has_its_number() {
        for month in [MonthLength::Thirty, MonthLength::TwentyEight] {
            assert!(QUANTITIES.iter().all(|text| dose(text).is_some()));
            assert!(
                FREQUENCIES
                    .iter()
                    .all(|text| doses_a_day(text, month).is_some())
            );
            assert!(DURATIONS.iter().all(|text| days(text, month).is_some()));
            assert!(dose(OTHER).is_none() && doses_a_day(OTHER, month).is_none());
            assert!(days(OTHER, month).is_none() && days("", month).is_none());
        }
    }

    #[test]
    fn months_follow_the_setting() {
        assert_eq!(days("3 months", MonthLength::Thirty), Some(90));
        assert_eq!(days("3 months", MonthLength::TwentyEight), Some(84));
        assert_eq!(days("7 weeks", MonthLength::Thirty), Some(49));
        assert_eq!(days("9 weeks", MonthLength::Thirty), None);
    }
}

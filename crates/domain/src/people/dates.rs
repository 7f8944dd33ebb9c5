// SPDX-License-Identifier: AGPL-3.0-or-later

//! Birth dates and ages.
//!
//! Today's date is an argument: use [`salal_formats::days::vancouver_day`].

use chrono::{Datelike, NaiveDate};

/// Minimum age for the service, in years (constant age.minimum).
pub const MINIMUM_AGE: i32 = 19;

/// First year of the year selector (constant birth.year.min).
pub const FIRST_BIRTH_YEAR: i32 = 1900;

/// Why a birth date is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DateFault {
    /// Empty.
    #[error("no date")]
    Missing,
    /// Not of the form `YYYY-MM-DD`, or a day that does not exist (decision 89).
    #[error("no such day")]
    NotADay,
    /// Before 1900 or after today.
    #[error("outside the years of the selector")]
    OutOfRange,
}

/// Parses `YYYY-MM-DD`; the day must exist and be between 1900 and `today`.
pub fn parse_birth_date(text: &str, today: NaiveDate) -> Result<NaiveDate, DateFault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(DateFault::Missing);
    }
    if text.len() != 10 || !text.is_ascii() {
        return Err(DateFault::NotADay);
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| DateFault::NotADay)?;
    if day.year() < FIRST_BIRTH_YEAR || day > today {
        return Err(DateFault::OutOfRange);
    }
    Ok(day)
}

/// Completed years on `day`; for a birthday on 29 February, the age changes on 1 March of other years.
pub fn age_on(birth: NaiveDate, day: NaiveDate) -> i32 {
    let years = day.year() - birth.year();
    if (day.month(), day.day()) < (birth.month(), birth.day()) {
        years - 1
    } else {
        years
    }
}

/// Whether someone born on `birth` may use the service on `today`.
pub fn is_old_enough(birth: NaiveDate, today: NaiveDate) -> bool {
    age_on(birth, today) >= MINIMUM_AGE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn only_days_that_exist_are_read() {
        let today = day("2026-11-20");
        assert_eq!(parse_birth_date("1980-02-29", today), Ok(day("1980-02-29")));
        assert_eq!(parse_birth_date("", today), Err(DateFault::Missing));
        for wrong in [
            "1900-02-29",
            "1980-02-30",
            "1980-13-01",
            "80-01-01",
            "1980/01/01",
            "1980-1-001",
            "tomorrow!!",
        ] {
            assert_eq!(
                parse_birth_date(wrong, today),
                Err(DateFault::NotADay),
                "{wrong}"
            );
        }
        assert_eq!(
            parse_birth_date("1899-12-31", today),
            Err(DateFault::OutOfRange)
        );
        assert_eq!(
            parse_birth_date("2026-11-21", today),
            Err(DateFault::OutOfRange)
        );
        assert_eq!(parse_birth_date("1900-01-01", today), Ok(day("1900-01-01")));
    }

    #[test]
    fn the_birthday_itself_counts() {
        let birth = day("2007-11-20");
        assert!(!is_old_enough(birth, day("2026-11-19")));
        assert!(is_old_enough(birth, day("2026-11-20")));
        let leap = day("2004-02-29");
        assert_eq!(age_on(leap, day("2023-02-28")), 18);
        assert_eq!(age_on(leap, day("2023-03-01")), 19);
    }
}

//! The product's day: Pacific time, as people in British Columbia read it (decision 153).
//!
//! The present moment is always an argument; nothing here looks at a clock.

use chrono::{DateTime, Days, LocalResult, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::America::Vancouver;

/// The calendar day in Vancouver at the moment `at`.
pub fn vancouver_day(at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&Vancouver).date_naive()
}

/// First moment of `day` in Vancouver and first moment of the day after it.
pub fn vancouver_day_bounds(day: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    let next = day.checked_add_days(Days::new(1)).unwrap_or(day);
    (start_of(day), start_of(next))
}

/// `MMM DD, YYYY, h:mm A` in Pacific time (constant format.datetime), e.g. `Nov 20, 2026, 9:05 PM`.
pub fn date_time_text(at: DateTime<Utc>) -> String {
    at.with_timezone(&Vancouver)
        .format("%b %d, %Y, %-I:%M %p")
        .to_string()
}

/// `MMM DD, YYYY` in Pacific time, e.g. `Nov 20, 2026`.
pub fn date_text(at: DateTime<Utc>) -> String {
    at.with_timezone(&Vancouver).format("%b %d, %Y").to_string()
}

fn start_of(day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    match Vancouver.from_local_datetime(&midnight) {
        LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => at.with_timezone(&Utc),
        // Vancouver changes its clocks at two in the morning, so midnight always exists.
        LocalResult::None => midnight.and_utc(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn an_evening_in_vancouver_is_still_the_same_day() {
        assert_eq!(
            vancouver_day(at("2026-11-21T04:00:00Z")).to_string(),
            "2026-11-20"
        );
        assert_eq!(
            vancouver_day(at("2026-11-21T08:00:00Z")).to_string(),
            "2026-11-21"
        );
    }

    #[test]
    fn days_of_the_clock_change_have_23_and_25_hours() {
        let hours = |day: &str| {
            let (from, to) = vancouver_day_bounds(day.parse().unwrap());
            (to - from).num_hours()
        };
        assert_eq!(hours("2026-06-01"), 24);
        assert_eq!(hours("2025-03-09"), 23);
        assert_eq!(hours("2025-11-02"), 25);
    }

    #[test]
    fn times_are_written_as_the_contract_says() {
        assert_eq!(
            date_time_text(at("2026-11-21T05:05:00Z")),
            "Nov 20, 2026, 9:05 PM"
        );
        assert_eq!(date_text(at("2026-11-21T05:05:00Z")), "Nov 20, 2026");
    }
}

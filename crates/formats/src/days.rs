// SPDX-License-Identifier: AGPL-3.0-or-later

//! Dates and times in Pacific time, as used in British Columbia (decision 153).
//!
//! The current time is always an argument. Time zone data differs between browsers, so screens use
//! [`vancouver_clock`]: screens, documents and emails show the same time.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use tzdb_data::time_zone::america::VANCOUVER;

/// Pacific Standard Time and Pacific Daylight Time, in seconds from UTC.
const STANDARD: i32 = -8 * 3600;
const SUMMER: i32 = -7 * 3600;

/// The calendar day in Vancouver at `at`.
pub fn vancouver_day(at: DateTime<Utc>) -> NaiveDate {
    vancouver_time(at).date_naive()
}

/// The start of `day` in Vancouver and the start of the next day.
pub fn vancouver_day_bounds(day: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    let next = day.checked_add_days(Days::new(1)).unwrap_or(day);
    (start_of(day), start_of(next))
}

/// `MMM DD, YYYY, h:mm A` in Pacific time (constant format.datetime), e.g. `Nov 20, 2026, 10:05 PM`.
pub fn date_time_text(at: DateTime<Utc>) -> String {
    let at = vancouver_time(at);
    format!("{}, {}", day_text(at.date_naive()), at.format("%-I:%M %p"))
}

/// `MMM DD, YYYY` in Pacific time, e.g. `Nov 20, 2026`.
pub fn date_text(at: DateTime<Utc>) -> String {
    day_text(vancouver_day(at))
}

/// `MMM DD, YYYY` of a calendar day: how every text for people writes a date.
pub fn day_text(day: NaiveDate) -> String {
    day.format("%b %d, %Y").to_string()
}

/// From this time on, the offset of Vancouver from UTC in minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockChange {
    pub from: DateTime<Utc>,
    /// Negative: west of Greenwich.
    pub minutes: i32,
}

/// The offset of Vancouver at `from`, and each change before `until`.
pub fn vancouver_clock(from: DateTime<Utc>, until: DateTime<Utc>) -> Vec<ClockChange> {
    // Two changes are never within a week.
    const STEP: TimeDelta = TimeDelta::weeks(1);
    let mut changes = vec![ClockChange {
        from,
        minutes: minutes_at(from),
    }];
    let mut before = from;
    while before < until {
        let after = (before + STEP).min(until);
        if minutes_at(before) != minutes_at(after) {
            changes.push(change_between(before, after));
        }
        before = after;
    }
    changes
}

/// The exact second of the change between the two.
fn change_between(mut before: DateTime<Utc>, mut after: DateTime<Utc>) -> ClockChange {
    let old = minutes_at(before);
    while (after - before).num_seconds() > 1 {
        let middle = before + TimeDelta::seconds((after - before).num_seconds() / 2);
        if minutes_at(middle) == old {
            before = middle;
        } else {
            after = middle;
        }
    }
    ClockChange {
        from: after,
        minutes: minutes_at(after),
    }
}

fn minutes_at(moment: DateTime<Utc>) -> i32 {
    seconds_at(moment) / 60
}

fn seconds_at(moment: DateTime<Utc>) -> i32 {
    let found = VANCOUVER.find_local_time_type(moment.timestamp());
    found.map_or(STANDARD, tz::LocalTimeType::ut_offset)
}

/// The local time in Vancouver at `at`.
pub fn vancouver_time(at: DateTime<Utc>) -> DateTime<FixedOffset> {
    let offset = FixedOffset::east_opt(seconds_at(at))
        .expect("the offset of an inhabited place is less than a day");
    at.with_timezone(&offset)
}

/// The UTC time of `local` in Vancouver: the earlier of two, `None` in a skipped hour.
pub fn vancouver_moment(local: NaiveDateTime) -> Option<DateTime<Utc>> {
    [SUMMER, STANDARD]
        .into_iter()
        .map(|seconds| local.and_utc() - TimeDelta::seconds(seconds.into()))
        .find(|moment| vancouver_time(*moment).naive_local() == local)
}

fn start_of(day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // Vancouver's clock changes at two in the morning, so midnight always exists.
    vancouver_moment(midnight).unwrap_or(midnight.and_utc())
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
    fn british_columbia_keeps_its_summer_time_from_2026_on() {
        assert_eq!(
            date_time_text(at("2025-11-21T05:05:00Z")),
            "Nov 20, 2025, 9:05 PM"
        );
        for (moment, shown) in [
            ("2026-07-21T05:05:00Z", "Jul 20, 2026, 10:05 PM"),
            ("2026-11-21T05:05:00Z", "Nov 20, 2026, 10:05 PM"),
            ("2027-01-21T05:05:00Z", "Jan 20, 2027, 10:05 PM"),
        ] {
            assert_eq!(date_time_text(at(moment)), shown);
        }
    }

    #[test]
    fn a_time_on_the_clock_is_found_again() {
        let mut moment = at("2025-01-01T00:00:00Z");
        while moment < at("2027-02-01T00:00:00Z") {
            let local = vancouver_time(moment).naive_local();
            let found = vancouver_moment(local).unwrap();
            assert_eq!(vancouver_time(found).naive_local(), local);
            assert!(found <= moment && moment - found <= TimeDelta::hours(1));
            moment += TimeDelta::minutes(30);
        }
        let left_out = "2025-03-09T02:30:00".parse().unwrap();
        assert_eq!(vancouver_moment(left_out), None);
    }

    #[test]
    fn the_clock_is_told_with_each_of_its_changes() {
        let changes = vancouver_clock(at("2025-01-01T00:00:00Z"), at("2026-01-01T00:00:00Z"));
        let told: Vec<_> = changes
            .iter()
            .map(|change| (change.from.to_rfc3339(), change.minutes))
            .collect();
        assert_eq!(
            told,
            [
                ("2025-01-01T00:00:00+00:00".to_owned(), -480),
                ("2025-03-09T10:00:00+00:00".to_owned(), -420),
                ("2025-11-02T09:00:00+00:00".to_owned(), -480),
            ]
        );
    }

    #[test]
    fn times_are_written_as_the_contract_says() {
        assert_eq!(
            date_time_text(at("2026-11-21T05:05:00Z")),
            "Nov 20, 2026, 10:05 PM"
        );
        assert_eq!(
            date_time_text(at("2025-07-01T16:05:00Z")),
            "Jul 01, 2025, 9:05 AM"
        );
        assert_eq!(date_text(at("2026-11-21T05:05:00Z")), "Nov 20, 2026");
    }
}

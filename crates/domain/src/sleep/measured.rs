// SPDX-License-Identifier: AGPL-3.0-or-later

//! The time of a blood pressure measurement: a UTC time, or date and time in British Columbia (decision 153).

use chrono::{DateTime, NaiveDateTime, Utc};

use salal_formats::days::vancouver_moment;

/// Measurements before this year are impossible.
const FIRST_YEAR: i32 = 1900;

/// Parses a time with its zone (RFC 3339), or `2025-11-20T18:12` as Vancouver time. A repeated hour in autumn
/// is the first one; a skipped hour is invalid.
pub fn parse_measured(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    let at = match DateTime::parse_from_rfc3339(text) {
        Ok(at) => at.with_timezone(&Utc),
        Err(_) => on_the_clock(text)?,
    };
    let year = chrono::Datelike::year(&at);
    (FIRST_YEAR..=9999).contains(&year).then_some(at)
}

fn on_the_clock(text: &str) -> Option<DateTime<Utc>> {
    let clock = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
        .into_iter()
        .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())?;
    vancouver_moment(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        parse_measured(text).map(|at| at.format("%Y-%m-%dT%H:%MZ").to_string())
    }

    #[test]
    fn moments_and_clock_times_are_read() {
        for (text, wanted) in [
            ("2025-11-20T18:12", Some("2025-11-21T02:12Z")),
            ("2025-07-01T09:00:30", Some("2025-07-01T16:00Z")),
            ("2025-11-20T18:12:00Z", Some("2025-11-20T18:12Z")),
            ("2025-11-20T18:12:00-08:00", Some("2025-11-21T02:12Z")),
            // The repeated hour is the first one; the skipped hour is invalid.
            ("2025-11-02T01:30", Some("2025-11-02T08:30Z")),
            ("2025-03-09T02:30", None),
            ("2024-02-29T08:00", Some("2024-02-29T16:00Z")),
            ("2023-02-29T08:00", None),
            ("11/20/2025 6:12 PM", None),
            ("2025-11-20", None),
            ("0001-01-01T00:00:00Z", None),
            ("", None),
            ("yesterday", None),
        ] {
            assert_eq!(read(text).as_deref(), wanted, "{text}");
        }
    }
}

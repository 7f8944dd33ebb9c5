// SPDX-License-Identifier: AGPL-3.0-or-later

//! When somebody was seen. A visit is of one day, and a test runs at any hour: what it says of the last minutes would
//! be of two days just after midnight in Vancouver.

use chrono::{DateTime, TimeDelta, Utc};
use salal_demo::{vancouver_day, vancouver_day_bounds};

/// How many minutes before now a test's visits begin, at most.
const LONGEST: TimeDelta = TimeDelta::minutes(10);

/// From when the minutes of a visit are counted back: now, or midnight where the visit would not be of one day.
pub fn end_of_visits(now: DateTime<Utc>) -> DateTime<Utc> {
    let midnight = vancouver_day_bounds(vancouver_day(now)).0;
    if now - midnight < LONGEST {
        midnight
    } else {
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_is_of_one_day_at_any_minute() {
        let midnight: DateTime<Utc> = "2026-11-30T08:00:00Z".parse().unwrap();
        for minute in -30..30 {
            let end = end_of_visits(midnight + TimeDelta::minutes(minute));
            let of = |ago| vancouver_day(end - TimeDelta::minutes(ago));
            assert_eq!(of(9), of(1), "{minute}");
        }
    }
}

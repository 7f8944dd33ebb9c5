// SPDX-License-Identifier: AGPL-3.0-or-later

//! The hours of the demo's clinic: it works from eight in the morning to eight in the evening, every day, by the
//! calendar of Vancouver. Patients ask from seven to eleven at night, and half as often at weekends.

use chrono::{DateTime, Datelike, Days, TimeDelta, Utc, Weekday};
use rand::Rng;
use rand::rngs::StdRng;
use salal_demo::{vancouver_day, vancouver_day_bounds};

/// The hours of a day, from its midnight.
#[derive(Clone, Copy)]
pub(super) struct Hours(i64, i64);

/// When the clinic works.
pub(super) const CLINIC: Hours = Hours(8, 20);
/// When patients are awake and ask.
pub(super) const AWAKE: Hours = Hours(7, 23);

impl Hours {
    /// The time itself if it is within these hours, otherwise within two hours after they begin next.
    pub(super) fn next(self, time: DateTime<Utc>, chance: &mut StdRng) -> DateTime<Utc> {
        let day = vancouver_day(time);
        let opens = vancouver_day_bounds(day).0 + TimeDelta::hours(self.0);
        let closes = vancouver_day_bounds(day).0 + TimeDelta::hours(self.1);
        let late = TimeDelta::seconds(chance.random_range(20..7_200));
        if time < opens {
            opens + late
        } else if time < closes {
            time
        } else {
            let tomorrow = day.checked_add_days(Days::new(1)).unwrap_or(day);
            vancouver_day_bounds(tomorrow).0 + TimeDelta::hours(self.0) + late
        }
    }

    /// The time itself if it is within these hours, otherwise some time of the next ones, early or late alike. One in
    /// seven does not wait for them: the site is open at night as well.
    pub(super) fn next_evenly(self, time: DateTime<Utc>, chance: &mut StdRng) -> DateTime<Utc> {
        let day = vancouver_day(time);
        let midnight = vancouver_day_bounds(day).0;
        let opens = midnight + TimeDelta::hours(self.0);
        let closes = midnight + TimeDelta::hours(self.1);
        if (opens..closes).contains(&time) || chance.random_ratio(1, 7) {
            time
        } else if time < opens {
            self.some_time(time, chance)
        } else {
            let tomorrow = day.checked_add_days(Days::new(1)).unwrap_or(day);
            self.some_time(vancouver_day_bounds(tomorrow).0, chance)
        }
    }

    /// Some time within these hours of the day that a time belongs to.
    pub(super) fn some_time(self, of: DateTime<Utc>, chance: &mut StdRng) -> DateTime<Utc> {
        let midnight = vancouver_day_bounds(vancouver_day(of)).0;
        midnight + TimeDelta::seconds(chance.random_range(self.0 * 3_600..self.1 * 3_600))
    }
}

/// When a patient asks who would have to at this time: on a Saturday or Sunday as often as not two days later.
pub(super) fn when_asked(time: DateTime<Utc>, chance: &mut StdRng) -> DateTime<Utc> {
    let is_weekend = matches!(vancouver_day(time).weekday(), Weekday::Sat | Weekday::Sun);
    let waits = is_weekend && chance.random_bool(0.5);
    let time = if waits {
        time + TimeDelta::days(2)
    } else {
        time
    };
    AWAKE.next_evenly(time, chance)
}

/// So many minutes, within a range.
pub(super) fn minutes(range: std::ops::Range<i64>, chance: &mut StdRng) -> TimeDelta {
    TimeDelta::seconds(chance.random_range(range.start * 60..range.end * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_ask_at_weekends() {
        let mut chance = salal_demo::chance(1, 1, 2);
        let begin = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let mut of_weekday = [0_usize; 7];
        for _ in 0..7_000 {
            let asked = when_asked(begin + minutes(0..60 * 24 * 70, &mut chance), &mut chance);
            let day = vancouver_day(asked).weekday().num_days_from_monday();
            of_weekday[day as usize] += 1;
        }
        let (weekdays, weekend) = of_weekday.split_at(5);
        for one in weekend {
            let least = weekdays.iter().min().unwrap();
            assert!(*one * 10 < least * 8, "{of_weekday:?}");
        }
    }

    #[test]
    fn patients_ask_at_all_hours_and_seldom_at_night() {
        let mut chance = salal_demo::chance(1, 1, 1);
        let begin = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let mut hours = [0_u32; 24];
        for _ in 0..24_000 {
            let wanted = begin + minutes(0..60 * 24 * 60, &mut chance);
            let asked = AWAKE.next_evenly(wanted, &mut chance);
            assert!(asked >= wanted && asked < wanted + TimeDelta::days(1));
            let midnight = vancouver_day_bounds(vancouver_day(asked)).0;
            let hour = usize::try_from((asked - midnight).num_hours()).unwrap();
            hours[hour.min(23)] += 1;
        }
        for (hour, asked) in (0..).zip(hours) {
            let expected = if (AWAKE.0..AWAKE.1).contains(&hour) {
                1_200..1_700
            } else {
                70..250
            };
            assert!(
                expected.contains(&asked),
                "{hour} o'clock: {asked} of 24000"
            );
        }
    }
}

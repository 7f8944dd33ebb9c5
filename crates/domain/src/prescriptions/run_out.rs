// SPDX-License-Identifier: AGPL-3.0-or-later

//! Estimates when a supply runs out: the day a patient should consider renewing (duration and repeats).
//!
//! For a reminder only, not a statement about the remaining supply.

use chrono::{Days, NaiveDate};

use super::amounts::{self, MonthLength};
use super::usage::Usage;

/// How long before the last day a medication is offered for renewal. Review may take a day and the
/// pharmacy needs one; two weeks leave room for a question.
pub const READY_DAYS_BEFORE: u64 = 14;

/// Days that the fill and its repeats last; `None` when taken as needed or typed as `Other`.
pub fn supply_days(usage: &Usage, month: MonthLength) -> Option<u32> {
    if usage.as_needed {
        return None;
    }
    written_days(usage, month)
}

/// Days for which the fill and its repeats are prescribed, also when taken as needed; `None` when typed as
/// `Other`.
fn written_days(usage: &Usage, month: MonthLength) -> Option<u32> {
    let repeats = u32::try_from(usage.repeat).ok()?;
    amounts::days(&usage.duration, month)?.checked_mul(repeats.checked_add(1)?)
}

/// The first day without medication, when the pharmacy received the prescription on `supplied`.
pub fn runs_out(supplied: NaiveDate, usage: &Usage, month: MonthLength) -> Option<NaiveDate> {
    supplied.checked_add_days(Days::new(u64::from(supply_days(usage, month)?)))
}

/// The first day after the prescribed period, also for drugs taken as needed, with the first fill on
/// `supplied`.
pub fn last_day(supplied: NaiveDate, usage: &Usage, month: MonthLength) -> Option<NaiveDate> {
    supplied.checked_add_days(Days::new(u64::from(written_days(usage, month)?)))
}

/// Refills that should be left at the pharmacy on `today`, if each fill is picked up on its day; `None` if
/// unknown.
pub fn refills_left(
    supplied: NaiveDate,
    usage: &Usage,
    month: MonthLength,
    today: NaiveDate,
) -> Option<u32> {
    let repeats = u32::try_from(usage.repeat).ok()?;
    if repeats == 0 {
        return Some(0);
    }
    let one = i64::from(amounts::days(&usage.duration, month)?.max(1));
    let fetched = (today - supplied).num_days().max(0) / one;
    Some(repeats.saturating_sub(u32::try_from(fetched).unwrap_or(u32::MAX)))
}

/// Whether it is time to renew: from [`READY_DAYS_BEFORE`] before the supply ends. If the end is unknown, the
/// patient decides.
pub fn is_ready(runs_out: Option<NaiveDate>, today: NaiveDate) -> bool {
    runs_out.is_none_or(|end| {
        end.checked_sub_days(Days::new(READY_DAYS_BEFORE))
            .is_none_or(|from| today >= from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DURATIONS;
    use proptest::prelude::*;
    use proptest::sample::select;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn usage(duration: &str, repeat: i64) -> Usage {
        Usage {
            frequency: "Once a day".into(),
            duration: duration.into(),
            repeat,
            ..Usage::default()
        }
    }

    #[test]
    fn duration_and_repeats_make_the_last_day() {
        let end = |duration: &str, repeat| {
            runs_out(
                day("2026-11-20"),
                &usage(duration, repeat),
                MonthLength::Thirty,
            )
        };
        assert_eq!(end("3 months", 0), Some(day("2027-02-18")));
        assert_eq!(end("1 month", 2), Some(day("2027-02-18")));
        assert_eq!(end("1 week", 0), Some(day("2026-11-27")));
        assert_eq!(end("Other", 0), None);
        assert_eq!(end("", 0), None);
    }

    #[test]
    fn what_is_taken_as_needed_has_no_last_day() {
        let as_needed = Usage {
            as_needed: true,
            ..usage("1 month", 0)
        };
        assert_eq!(supply_days(&as_needed, MonthLength::Thirty), None);
        assert!(is_ready(None, day("2026-11-20")));
    }

    #[test]
    fn it_is_ready_two_weeks_before_the_end() {
        let end = Some(day("2026-12-20"));
        assert!(!is_ready(end, day("2026-12-05")));
        assert!(is_ready(end, day("2026-12-06")));
        assert!(is_ready(end, day("2027-06-01")));
    }

    #[test]
    fn refills_are_fetched_one_after_the_other() {
        let left = |duration: &str, repeat, today: &str| {
            refills_left(
                day("2026-11-01"),
                &usage(duration, repeat),
                MonthLength::Thirty,
                day(today),
            )
        };
        assert_eq!(left("1 month", 2, "2026-11-01"), Some(2));
        assert_eq!(left("1 month", 2, "2026-11-30"), Some(2));
        assert_eq!(left("1 month", 2, "2026-12-01"), Some(1));
        assert_eq!(left("1 month", 2, "2027-06-01"), Some(0));
        // A clock that was set back changes nothing.
        assert_eq!(left("1 month", 2, "2026-10-01"), Some(2));
        assert_eq!(left("Other", 2, "2026-12-01"), None);
        assert_eq!(left("Other", 0, "2026-12-01"), Some(0));
    }

    proptest! {
        #[test]
        fn more_repeats_never_end_sooner(duration in select(DURATIONS), repeat in 0i64..100) {
            let days = |repeat| supply_days(&usage(duration, repeat), MonthLength::Thirty);
            prop_assert!(days(repeat) < days(repeat + 1));
        }
    }
}

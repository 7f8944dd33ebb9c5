// SPDX-License-Identifier: AGPL-3.0-or-later

//! The days that are asked for, and of whom.

use chrono::{Datelike, Days, NaiveDate, Weekday};
use uuid::Uuid;

use super::dto::{InsightPayer, InsightQuery};
use crate::error::{Error, Result};

/// Days of a period that nobody chose.
const USUAL_DAYS: u64 = 30;
/// Days of the longest period.
const MOST_DAYS: i64 = 366;

/// No clinic has figures from before.
const FIRST: NaiveDate = NaiveDate::from_ymd_opt(2000, 1, 1).expect("a day");

/// Days of Vancouver, the last one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) from: NaiveDate,
    pub(super) to: NaiveDate,
}

impl Period {
    /// How many days.
    pub(super) fn length(self) -> i64 {
        (self.to - self.from).num_days() + 1
    }

    /// The period of the same length just before.
    pub(super) fn before(self) -> Self {
        let back = Days::new(self.length().unsigned_abs());
        Self {
            from: self.from - back,
            to: self.to - back,
        }
    }

    /// Every day, in order.
    pub(super) fn days(self) -> impl Iterator<Item = NaiveDate> {
        self.from.iter_days().take_while(move |day| *day <= self.to)
    }

    pub(super) fn has(self, day: NaiveDate) -> bool {
        self.from <= day && day <= self.to
    }
}

/// Whether nobody works on it in most clinics.
pub(super) fn is_weekend(day: NaiveDate) -> bool {
    matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) period: Period,
    pub(super) doctor: Option<Uuid>,
    pub(super) payer: Option<InsightPayer>,
    pub(super) compare: bool,
}

impl Asked {
    /// Reads a query on this day.
    pub(super) fn of(query: &InsightQuery, today: NaiveDate) -> Result<Self> {
        let to = query.to.unwrap_or(today);
        if to > today {
            return Err(Error::field(
                "to",
                "The last day is still to come. Choose today or an earlier day.",
            ));
        }
        let usual = to.checked_sub_days(Days::new(USUAL_DAYS - 1)).unwrap_or(to);
        let from = query.from.unwrap_or(usual);
        if from > to {
            return Err(Error::field(
                "from",
                "The first day is after the last one. Choose an earlier day.",
            ));
        }
        if from < FIRST {
            return Err(Error::field(
                "from",
                "The first day is before the year 2000. Choose a later one.",
            ));
        }
        let period = Period { from, to };
        if period.length() > MOST_DAYS {
            return Err(Error::field(
                "from",
                "The period is longer than 366 days. Choose a later first day.",
            ));
        }
        Ok(Self {
            period,
            doctor: query.doctor,
            payer: query.payer,
            compare: query.compare.unwrap_or(false),
        })
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::{Asked, InsightQuery, Period};

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn asked(from: Option<&str>, to: Option<&str>) -> Result<Period, u16> {
        let query = InsightQuery {
            from: from.map(day),
            to: to.map(day),
            ..InsightQuery::default()
        };
        let asked = Asked::of(&query, day("2026-11-21"));
        asked
            .map(|asked| asked.period)
            .map_err(|error| error.kind.status())
    }

    #[test]
    fn a_period_is_at_most_a_leap_year_and_never_to_come() {
        let usual = asked(None, None).expect("30 days");
        assert_eq!((usual.from, usual.length()), (day("2026-10-23"), 30));
        let before = usual.before();
        assert_eq!(
            (before.from, before.to),
            (day("2026-09-23"), day("2026-10-22"))
        );
        assert_eq!(before.days().count(), 30);
        let year = asked(Some("2025-11-21"), None).expect("366 days");
        assert_eq!(year.length(), 366);
        let leap = asked(Some("2024-02-29"), Some("2025-02-28")).expect("366 days");
        assert_eq!(leap.length(), 366);
        let leap = asked(Some("2024-02-28"), Some("2024-03-01")).expect("three days");
        assert_eq!((leap.length(), leap.before().from), (3, day("2024-02-25")));
        let only = asked(Some("2024-02-29"), Some("2024-02-29")).expect("a day");
        assert_eq!((only.length(), only.before().to), (1, day("2024-02-28")));
        for (from, to) in [
            (Some("2025-11-20"), None),
            (Some("2026-11-21"), Some("2026-11-20")),
            (None, Some("2026-11-22")),
            (Some("1999-12-31"), Some("2000-01-05")),
        ] {
            assert_eq!(asked(from, to), Err(422), "{from:?} {to:?}");
        }
    }
}

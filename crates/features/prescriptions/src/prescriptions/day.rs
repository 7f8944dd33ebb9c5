// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic's day in numbers: requests received and decided by the hour, what the weekday usually brings, how long a
//! decision takes, and what one doctor has decided today. Days and hours are those of Vancouver's clock. Names nobody.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, TimeDelta, Timelike, Utc};
use salal_db::Connection;
use salal_formats::days::{vancouver_day, vancouver_day_bounds, vancouver_time};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::repo::{self, HourCount};
use crate::api::Scope;
use crate::error::{Error, Result};

/// How many earlier days of the weekday make the usual one.
const WEEKS: u64 = 8;
/// The days over which the time to a decision is taken.
const DECISION_DAYS: i64 = 7;

/// The clinic's day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClinicDay {
    /// In Vancouver.
    pub day: NaiveDate,
    /// Every hour of the clock, from midnight on.
    pub hours: Vec<DayHour>,
    /// Half of the decisions of the last 7 days took no longer, from the payment to the last line; null without any.
    #[serde(rename = "decisionSeconds")]
    pub decision_seconds: Option<i64>,
    /// The caller's own decisions of the day.
    pub mine: OwnDecisions,
}

/// One hour of the day.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DayHour {
    /// 0 to 23, by the clock in Vancouver.
    pub hour: u32,
    /// Requests that became the clinic's work.
    pub received: i64,
    /// Requests whose last line was decided.
    pub decided: i64,
    /// Received in this hour of the weekday, on average of the last 8 weeks; null while nothing is known of it.
    pub usual: Option<f64>,
}

/// What somebody has decided today.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OwnDecisions {
    pub requests: i64,
    pub medications: i64,
}

/// The day at `now`, with what this person has decided of it.
pub async fn clinic_day(
    db: &Connection,
    scope: &Scope,
    me: Uuid,
    now: DateTime<Utc>,
) -> Result<ClinicDay> {
    let day = vancouver_day(now);
    let (begins, ends) = vancouver_day_bounds(day);
    let days = earlier(day).map(vancouver_day_bounds);
    let days: Vec<_> = [(begins, ends)].into_iter().chain(days).collect();
    let since = now - TimeDelta::days(DECISION_DAYS);
    let (received, first, decided, decision_seconds, (requests, medications)) = tokio::try_join!(
        repo::received_by_hour(db, scope, &days),
        repo::first_received(db, scope),
        repo::decided_by_hour(db, scope, begins, ends),
        repo::middle_decision(db, since),
        repo::decided_by(db, scope, me, begins),
    )?;
    let first = first.map(vancouver_day);
    let known = earlier(day).filter(|on| first.is_some_and(|first| first <= *on));
    let known = known.count();
    Ok(ClinicDay {
        day,
        hours: hours(day, known, &local(received)?, &local(decided)?),
        decision_seconds,
        mine: OwnDecisions {
            requests,
            medications,
        },
    })
}

/// The same weekday of the weeks before.
fn earlier(day: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    (1..=WEEKS).filter_map(move |weeks| day.checked_sub_days(Days::new(7 * weeks)))
}

/// Day and hour by the clock in Vancouver, whose offset is of whole hours.
type LocalHour = (NaiveDate, u32, i64);

fn local(counts: Vec<HourCount>) -> Result<Vec<LocalHour>> {
    let read = |count: HourCount| {
        let text = format!("{}:00", count.hour);
        let at = NaiveDateTime::parse_from_str(&text, "%Y-%m-%dT%H:%M").map_err(Error::broken)?;
        let at = vancouver_time(at.and_utc());
        Ok((at.date_naive(), at.hour(), count.n))
    };
    counts.into_iter().map(read).collect()
}

/// `known` is how many of the earlier days are not before the first request: one on which nothing came counts.
fn hours(
    day: NaiveDate,
    known: usize,
    received: &[LocalHour],
    decided: &[LocalHour],
) -> Vec<DayHour> {
    let sum = |of: &[LocalHour], hour: u32, is_today: bool| {
        let of_hour = of
            .iter()
            .filter(|(on, at, _)| *at == hour && (*on == day) == is_today);
        of_hour.map(|(_, _, n)| n).sum::<i64>()
    };
    let hour = |hour: u32| DayHour {
        hour,
        received: sum(received, hour, true),
        decided: sum(decided, hour, true),
        usual: average(sum(received, hour, false), known),
    };
    (0..24).map(hour).collect()
}

/// To one decimal.
#[expect(clippy::cast_precision_loss, reason = "for people, to one decimal")]
fn average(sum: i64, days: usize) -> Option<f64> {
    (days > 0).then(|| (sum as f64 / days as f64 * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::{HourCount, hours, local};

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn count(hour: &str, n: i64) -> HourCount {
        HourCount {
            hour: hour.to_owned(),
            n,
        }
    }

    #[test]
    fn an_hour_is_the_clock_s_in_summer_and_in_winter() {
        // The clocks go back on November 2, 2025, at two: the hour from one o'clock comes twice.
        let counts = [
            ("2025-11-02T07", 1),
            ("2025-11-02T08", 2),
            ("2025-11-02T09", 4),
            ("2025-11-02T10", 8),
        ];
        let counts = counts.map(|(hour, n)| count(hour, n));
        let counts = local(counts.into()).expect("hours");
        let own = hours(day("2025-11-02"), 0, &counts, &[]);
        let found: Vec<i64> = own.iter().map(|hour| hour.received).collect();
        assert_eq!(found[..3], [1, 6, 8], "{found:?}");
    }

    #[test]
    fn the_usual_hour_is_that_of_the_days_that_are_known() {
        let today = day("2025-11-21");
        let counts = [
            count("2025-11-21T17", 9),
            count("2025-11-14T17", 4),
            count("2025-11-07T17", 1),
        ];
        let counts = local(counts.into()).expect("hours");
        let found = hours(today, 2, &counts, &[]);
        assert_eq!((found[9].received, found[9].usual), (9, Some(2.5)));
        // Six more of the weekday brought nothing.
        assert_eq!(hours(today, 8, &counts, &[])[9].usual, Some(0.6));
        assert_eq!((found[10].received, found[10].usual), (0, Some(0.0)));
        let of_today = hours(today, 0, &counts[..1], &[]);
        assert_eq!(of_today[9].usual, None);
    }
}

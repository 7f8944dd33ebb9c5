// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validates a bill before it is stored: a diagnosis, a service code that fits the patient's age on the day
//! of service, and times on one day that is not in the future.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_formats::days::{day_text, vancouver_day};
use salal_formats::teleplan::lists::diagnosis_code;

use super::services;
use crate::faults::Fault;
use crate::people::dates::age_on;

/// The plan's general rule: later claims are refused.
pub const OLDEST_DAYS: i64 = 90;
/// The longest plausible visit.
const LONGEST: TimeDelta = TimeDelta::hours(4);

/// A visit as typed.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    pub diagnosis_code: &'a str,
    pub service_code: &'a str,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
}

/// Errors of a visit of a person born on `born`, by field.
pub fn validate_visit(
    visit: &Visit<'_>,
    born: Option<NaiveDate>,
    now: DateTime<Utc>,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    if diagnosis_code(visit.diagnosis_code).is_none() {
        let text = if visit.diagnosis_code.trim().is_empty() {
            "Please choose a diagnosis."
        } else {
            "A diagnosis code has 3 to 5 letters and digits."
        };
        faults.push(Fault::new("diagnosisCode", text));
    }
    let day = vancouver_day(visit.start);
    faults.extend(service_fault(visit.service_code, born, day));
    if visit.start > now {
        faults.push(Fault::new(
            "serviceStartTime",
            "The visit cannot be in the future.",
        ));
    } else if (vancouver_day(now) - day).num_days() > OLDEST_DAYS {
        let text = format!("The plan pays for visits of the last {OLDEST_DAYS} days.");
        faults.push(Fault::new("serviceStartTime", text));
    }
    if visit.end <= visit.start {
        faults.push(Fault::new(
            "serviceEndTime",
            "The end must be after the start.",
        ));
    } else if vancouver_day(visit.end) != day || visit.end - visit.start > LONGEST {
        faults.push(Fault::new(
            "serviceEndTime",
            "A visit must end the same day, within 4 hours.",
        ));
    }
    faults
}

fn service_fault(code: &str, born: Option<NaiveDate>, day: NaiveDate) -> Option<Fault> {
    let fault = |text: String| Some(Fault::new("serviceCode", text));
    let Some(service) = services::by_code(code) else {
        return fault("Please choose one of the listed service codes.".into());
    };
    let Some(born) = born else {
        return fault("The patient’s date of birth is not on file.".into());
    };
    let age = age_on(born, day);
    if age < 0 {
        return fault("The visit date is before the patient’s date of birth.".into());
    }
    if service.fits(age) {
        return None;
    }
    fault(format!(
        "{} is for {}. The patient was {age} on {}: {} fits.",
        service.code,
        service.ages(),
        day_text(day),
        services::for_age(age).code,
    ))
}

#[cfg(test)]
mod tests {
    use super::{Visit, validate_visit};
    use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
    use salal_formats::teleplan::lists::diagnosis_code;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    fn fields(visit: &Visit<'_>, born: Option<NaiveDate>) -> Vec<String> {
        validate_visit(visit, born, at("2026-11-21T20:00:00Z"))
            .into_iter()
            .map(|fault| fault.field)
            .collect()
    }

    #[test]
    fn a_visit_is_checked_field_by_field() {
        let born = NaiveDate::from_ymd_opt(1976, 11, 21);
        let good = Visit {
            diagnosis_code: "401",
            service_code: "13437",
            start: at("2026-11-20T17:30:00Z"),
            end: at("2026-11-20T17:42:00Z"),
        };
        assert_eq!(fields(&good, born), [""; 0]);
        // Fifty on the day after: the age counts on the day of service, in Vancouver.
        let later = Visit {
            start: at("2026-11-21T17:30:00Z"),
            end: at("2026-11-21T17:42:00Z"),
            ..good
        };
        let faults = validate_visit(&later, born, at("2026-11-21T20:00:00Z"));
        assert_eq!(
            faults[0].message,
            "13437 is for age 2-49. The patient was 50 on Nov 21, 2026: 13537 fits."
        );
        assert_eq!(fields(&good, None), ["serviceCode"]);
        let empty = Visit {
            diagnosis_code: " ",
            service_code: "13037",
            ..good
        };
        assert_eq!(fields(&empty, born), ["diagnosisCode", "serviceCode"]);
        let future = Visit {
            start: at("2026-11-21T20:00:01Z"),
            end: at("2026-11-21T20:00:00Z"),
            service_code: "13537",
            ..good
        };
        assert_eq!(
            fields(&future, born),
            ["serviceStartTime", "serviceEndTime"]
        );
        let old = Visit {
            start: good.start - TimeDelta::days(91),
            end: good.end - TimeDelta::days(91),
            ..good
        };
        assert_eq!(fields(&old, born), ["serviceStartTime"]);
        let over_midnight = Visit {
            start: at("2026-11-20T06:50:00Z"),
            end: at("2026-11-20T07:10:00Z"),
            ..good
        };
        assert_eq!(fields(&over_midnight, born), ["serviceEndTime"]);
    }

    #[test]
    fn codes_lose_their_dot() {
        assert_eq!(diagnosis_code(" 250.0 ").as_deref(), Some("2500"));
        assert_eq!(diagnosis_code("01x").as_deref(), Some("01X"));
        for wrong in ["", "40", "123456", "4 1", "4é1"] {
            assert_eq!(diagnosis_code(wrong), None, "{wrong}");
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Checks before a claim is sent (reference teleplan 2.8): a claim that the plan would certainly refuse waits
//! here, with the reason, instead of coming back days later.

use chrono::NaiveDate;
use salal_formats::teleplan::claims::Claimed;
use salal_formats::teleplan::lists::diagnosis_code;

use super::{services, visit};
use crate::people::dates::age_on;
use crate::people::health_numbers::is_bc_number;

/// Why a claim waits; `None` when it can be sent.
pub fn waits_for(claim: &Claimed, today: NaiveDate) -> Option<String> {
    let of = |text: &str| Some(text.to_owned());
    let age = age_on(claim.born, claim.service_date);
    if !is_bc_number(&claim.health_number) {
        return of("The health number is not a BC number.");
    }
    if claim.practitioner.len() != 5
        || !claim
            .practitioner
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric())
    {
        return of("The practitioner’s MSP number must have five letters and digits.");
    }
    if diagnosis_code(&claim.diagnosis).as_ref() != Some(&claim.diagnosis) {
        return of("The diagnosis code is not valid.");
    }
    if claim.service_date > today {
        return of("The day of service is in the future.");
    }
    if (today - claim.service_date).num_days() > visit::OLDEST_DAYS {
        return Some(format!(
            "The visit is more than {} days ago.",
            visit::OLDEST_DAYS
        ));
    }
    if claim.finish <= claim.start {
        return of("The visit ends before it begins.");
    }
    match services::by_code(&claim.fee_item) {
        None => return of("The service code is not one of those that can be billed."),
        Some(service) if !service.fits(age) => {
            return Some(format!(
                "Service code {} is for {}; the patient was {age}.",
                service.code,
                service.ages()
            ));
        }
        Some(_) => {}
    }
    if "CEX".contains(claim.submission) && claim.note.is_none() {
        return of("The plan wants a note with a claim that is sent again.");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::waits_for;
    use chrono::NaiveDate;
    use salal_formats::teleplan::claims::Claimed;

    fn date(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).expect("a day")
    }

    #[test]
    fn what_the_plan_would_refuse_waits_with_its_reason() {
        let today = date(2026, 11, 21);
        let good = Claimed {
            folio: 1,
            practitioner: "D0001".into(),
            health_number: "9698658215".into(),
            first_name: "John".into(),
            last_name: "Smith".into(),
            born: date(1980, 10, 10),
            fee_item: "13437".into(),
            cents: 3162,
            service_date: date(2026, 11, 20),
            start: (9, 30),
            finish: (9, 42),
            diagnosis: "401".into(),
            submission: '0',
            note: None,
        };
        assert_eq!(waits_for(&good, today), None);
        let waits = |one: Claimed| waits_for(&one, today).expect("it waits");
        let of = |change: fn(&mut Claimed)| {
            let mut one = good.clone();
            change(&mut one);
            waits(one)
        };
        assert!(of(|one| one.health_number = "9698648215".into()).contains("health number"));
        assert!(of(|one| one.practitioner = "D1".into()).contains("practitioner"));
        assert!(of(|one| one.diagnosis = "4.1".into()).contains("diagnosis"));
        assert!(
            of(|one| one.service_date = NaiveDate::from_ymd_opt(2026, 11, 22).expect("a day"))
                .contains("future")
        );
        assert!(
            of(|one| one.service_date = NaiveDate::from_ymd_opt(2026, 8, 1).expect("a day"))
                .contains("90 days")
        );
        assert!(of(|one| one.finish = one.start).contains("ends before"));
        assert!(of(|one| one.fee_item = "13537".into()).contains("was 46"));
        assert!(of(|one| one.fee_item = "13037".into()).contains("service code"));
        assert!(of(|one| one.submission = 'X').contains("note"));
    }
}

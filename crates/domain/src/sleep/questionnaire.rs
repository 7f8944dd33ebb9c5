// SPDX-License-Identifier: AGPL-3.0-or-later

//! The sleep questionnaire: ten yes or no questions, height, weight and one to three blood pressures
//! (specification 000 section 5; the wording is decision 123).

use chrono::{DateTime, Utc};

use super::measured::parse_measured;
use crate::faults::Fault;
use crate::texts::sleep as texts;

/// The questions by field, in the contract's order, in the first person.
pub const QUESTIONS: [(&str, &str); 10] = [
    ("gainWeight", "I have gained weight recently."),
    ("depression", "I have depression."),
    ("diabetes", "I have diabetes."),
    ("heartDisease", "I have heart disease."),
    ("atrialFibrillation", "I have atrial fibrillation."),
    (
        "cognitionDeteriorating",
        "My memory or concentration is getting worse.",
    ),
    ("snore", "I snore."),
    (
        "asleepBreathPause",
        "I have been told that my breathing pauses while I am asleep.",
    ),
    ("asleepChoke", "I choke or gasp while I am asleep."),
    (
        "bloodPressureMedication",
        "I take medication for my blood pressure.",
    ),
];

/// Minimum and maximum number of blood pressures (constants bloodpressure.readings).
pub const READINGS: std::ops::RangeInclusive<usize> = 1..=3;
/// mmHg.
pub const SYSTOLIC: std::ops::RangeInclusive<i64> = 50..=400;
/// mmHg.
pub const DIASTOLIC: std::ops::RangeInclusive<i64> = 20..=300;
/// The specification requires more than 0; a value above this is a typing error.
const MOST_CM: f64 = 300.0;
/// A height below this is one in metres or feet.
const LEAST_CM: f64 = 50.0;
const MOST_KG: f64 = 700.0;

/// One blood pressure as sent.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading<'a> {
    pub systolic: Option<i64>,
    pub diastolic: Option<i64>,
    pub measured: Option<&'a str>,
}

/// A questionnaire as sent; a missing answer is `None`.
#[derive(Debug, Clone, Default)]
pub struct Answers<'a> {
    pub height_cm: Option<f64>,
    pub weight_kg: Option<f64>,
    /// In the order of `QUESTIONS`.
    pub questions: [Option<bool>; 10],
    pub readings: Vec<Reading<'a>>,
}

/// All missing or invalid answers, in form order.
pub fn validate_sleep_info(answers: &Answers<'_>, now: DateTime<Utc>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let measure = |value: Option<f64>, most: f64| value.is_some_and(|n| n > 0.0 && n <= most);
    if !measure(answers.height_cm, MOST_CM) {
        faults.push(Fault::new("height", texts::HEIGHT));
    } else if answers.height_cm.is_some_and(|height| height < LEAST_CM) {
        faults.push(Fault::new("height", texts::HEIGHT_TOO_SMALL));
    }
    if !measure(answers.weight_kg, MOST_KG) {
        faults.push(Fault::new("weight", texts::WEIGHT));
    }
    for ((field, _), answer) in QUESTIONS.iter().zip(&answers.questions) {
        if answer.is_none() {
            faults.push(Fault::new(*field, texts::SELECT_ANSWERS));
        }
    }
    if !READINGS.contains(&answers.readings.len()) {
        faults.push(Fault::new("bloodPressures", texts::READINGS));
    }
    for (index, reading) in answers.readings.iter().enumerate() {
        let prefix = format!("bloodPressures[{index}]");
        faults.extend(
            reading_faults(reading, now)
                .into_iter()
                .map(|fault| fault.under(&prefix)),
        );
    }
    faults
}

fn reading_faults(reading: &Reading<'_>, now: DateTime<Utc>) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !reading.systolic.is_some_and(|n| SYSTOLIC.contains(&n)) {
        faults.push(Fault::new("systolic", texts::SYSTOLIC));
    }
    if !reading.diastolic.is_some_and(|n| DIASTOLIC.contains(&n)) {
        faults.push(Fault::new("diastolic", texts::DIASTOLIC));
    } else if faults.is_empty() && reading.diastolic >= reading.systolic {
        faults.push(Fault::new("diastolic", texts::PRESSURES_SWAPPED));
    }
    let measured = reading.measured.map_or("", str::trim);
    let fault = match parse_measured(measured) {
        _ if measured.is_empty() => Some(texts::MEASURE_DATE_REQUIRED),
        None => Some(texts::MEASURE_DATE_UNKNOWN),
        Some(at) if at > now => Some(texts::MEASURE_DATE_FUTURE),
        Some(_) => None,
    };
    faults.extend(fault.map(|text| Fault::new("measureDate", text)));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        "2025-11-21T02:12:30Z".parse().unwrap()
    }

    fn reading() -> Reading<'static> {
        Reading {
            systolic: Some(128),
            diastolic: Some(82),
            // The current minute in Vancouver.
            measured: Some("2025-11-20T18:12"),
        }
    }

    fn good() -> Answers<'static> {
        Answers {
            height_cm: Some(171.5),
            weight_kg: Some(88.0),
            questions: [Some(false); 10],
            readings: vec![reading()],
        }
    }

    fn fields(answers: &Answers<'_>) -> Vec<String> {
        validate_sleep_info(answers, now())
            .into_iter()
            .map(|fault| fault.field)
            .collect()
    }

    #[test]
    fn a_whole_questionnaire_has_no_fault() {
        assert!(fields(&good()).is_empty());
        let three = Answers {
            readings: vec![reading(); 3],
            ..good()
        };
        assert!(fields(&three).is_empty());
    }

    #[test]
    fn nothing_answered_is_told_field_by_field() {
        let all = fields(&Answers::default());
        let mut wanted = vec!["height".to_owned(), "weight".to_owned()];
        wanted.extend(QUESTIONS.iter().map(|(field, _)| (*field).to_owned()));
        wanted.push("bloodPressures".to_owned());
        assert_eq!(all, wanted);
    }

    #[test]
    fn every_question_is_asked_for_by_itself() {
        for (index, (field, label)) in QUESTIONS.iter().enumerate() {
            let mut answers = good();
            answers.questions[index] = None;
            let faults = validate_sleep_info(&answers, now());
            assert_eq!(faults.len(), 1, "{label}");
            assert_eq!(
                (faults[0].field.as_str(), faults[0].message.as_str()),
                (*field, "Please select the answers from radio buttons.")
            );
        }
    }

    #[test]
    fn limits_of_the_measures() {
        for (height, weight, bad) in [
            (0.0, 88.0, "height"),
            (-1.0, 88.0, "height"),
            (f64::NAN, 88.0, "height"),
            (300.5, 88.0, "height"),
            (1.7, 88.0, "height"),
            (5.11, 88.0, "height"),
            (49.9, 88.0, "height"),
            (171.0, 0.0, "weight"),
            (171.0, f64::INFINITY, "weight"),
        ] {
            let answers = Answers {
                height_cm: Some(height),
                weight_kg: Some(weight),
                ..good()
            };
            assert_eq!(fields(&answers), [bad], "{height} {weight}");
        }
    }

    #[test]
    fn limits_of_a_blood_pressure() {
        let with = |change: fn(&mut Reading<'static>)| {
            let mut one = reading();
            change(&mut one);
            let answers = Answers {
                readings: vec![reading(), one],
                ..good()
            };
            fields(&answers)
        };
        assert!(with(|one| (one.systolic, one.diastolic) = (Some(50), Some(20))).is_empty());
        assert!(with(|one| (one.systolic, one.diastolic) = (Some(400), Some(300))).is_empty());
        for systolic in [None, Some(49), Some(401), Some(i64::MIN)] {
            let mut one = reading();
            one.systolic = systolic;
            let answers = Answers {
                readings: vec![one],
                ..good()
            };
            assert_eq!(
                fields(&answers),
                ["bloodPressures[0].systolic"],
                "{systolic:?}"
            );
        }
        for diastolic in [None, Some(19), Some(301)] {
            let mut one = reading();
            one.diastolic = diastolic;
            let answers = Answers {
                readings: vec![one],
                ..good()
            };
            assert_eq!(
                fields(&answers),
                ["bloodPressures[0].diastolic"],
                "{diastolic:?}"
            );
        }
        for (systolic, diastolic) in [(60, 250), (80, 120), (90, 90)] {
            let mut one = reading();
            (one.systolic, one.diastolic) = (Some(systolic), Some(diastolic));
            let answers = Answers {
                readings: vec![one],
                ..good()
            };
            let faults = validate_sleep_info(&answers, now());
            assert_eq!(
                faults
                    .iter()
                    .map(|fault| (fault.field.as_str(), fault.message.as_str()))
                    .collect::<Vec<_>>(),
                [("bloodPressures[0].diastolic", texts::PRESSURES_SWAPPED)],
                "{systolic}/{diastolic}"
            );
        }
        assert_eq!(
            with(|one| one.measured = None),
            ["bloodPressures[1].measureDate"]
        );
    }

    #[test]
    fn the_date_of_a_reading_is_needed_and_not_in_the_future() {
        for (measured, wanted) in [
            (None, "Blood pressure measure date is required."),
            (Some("  "), "Blood pressure measure date is required."),
            (Some("soon"), texts::MEASURE_DATE_UNKNOWN),
            (Some("2025-11-20T18:13"), texts::MEASURE_DATE_FUTURE),
            (Some("2025-11-21T02:12:31Z"), texts::MEASURE_DATE_FUTURE),
        ] {
            let answers = Answers {
                readings: vec![Reading {
                    measured,
                    ..reading()
                }],
                ..good()
            };
            let faults = validate_sleep_info(&answers, now());
            assert_eq!(faults.len(), 1, "{measured:?}");
            assert_eq!(faults[0].message, wanted, "{measured:?}");
        }
    }

    #[test]
    fn one_to_three_readings() {
        for count in [0, 4, 50] {
            let answers = Answers {
                readings: vec![reading(); count],
                ..good()
            };
            assert_eq!(fields(&answers), ["bloodPressures"], "{count}");
        }
    }
}

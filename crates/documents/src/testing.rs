//! Invented people and places for this crate's tests and its example.

use chrono::{DateTime, NaiveDate, Utc};
use salal_rules::fees::Cents;

use salal_documents::{
    About, BloodPressure, ChargeLine, Clinic, FaxCover, HealthNumber, Ingredient, Line, Patient,
    Payment, Pharmacy, Prescriber, PrescriptionDocument, Receipt, Refund, Signature, SleepClinic,
    SleepFaxCover, SleepRequest,
};
use salal_rules::sleep::questionnaire::QUESTIONS;

pub(crate) fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("the samples hold good times")
}

/// Nov 21, 2026, 10:52 AM in Vancouver.
const SIGNED: &str = "2026-11-21T17:52:00Z";

fn clinic() -> Clinic {
    Clinic {
        name: "Harbour Lane Medical".into(),
        address: "410 Harbour Lane, Vancouver, BC V6B 0A1".into(),
        phone: "604-555-0110".into(),
        fax: "604-555-0111".into(),
    }
}

fn prescriber() -> Prescriber {
    Prescriber {
        name: "Dr. Helen Varga".into(),
        college_number: "00417".into(),
        phone: "604-555-0112".into(),
        fax: "604-555-0113".into(),
    }
}

fn pharmacy() -> Pharmacy {
    Pharmacy {
        name: "Tidewater Pharmacy".into(),
        address: vec!["118 Hastings Walk".into(), "Burnaby, BC V5B 0C3".into()],
        phone: "604-555-0176".into(),
        fax: "604-555-0177".into(),
    }
}

pub(crate) fn line(name: &str, strength: &str, directions: &str) -> Line {
    Line {
        name: name.into(),
        ingredients: vec![Ingredient {
            name: name.into(),
            strength: strength.into(),
        }],
        form: "TABLET".into(),
        route: "ORAL".into(),
        directions: directions.into(),
        duration: "for 3 months".into(),
        dispense_figures: "180".into(),
        dispense_words: "one hundred eighty".into(),
        dispense_unit: "tablets".into(),
        repeats: 0,
        refills: "No refills".into(),
    }
}

pub(crate) fn prescription() -> PrescriptionDocument {
    PrescriptionDocument {
        label: "P-20418".into(),
        written_at: at(SIGNED),
        clinic: clinic(),
        prescriber: prescriber(),
        patient: Patient {
            last_name: "Tremblay".into(),
            first_name: "Marguerite".into(),
            date_of_birth: NaiveDate::from_ymd_opt(1968, 6, 14),
            sex: Some("Female".into()),
            health_number: Some(HealthNumber {
                number: "9000 012 345".into(),
                province: "BC".into(),
            }),
            address: vec![
                "301 – 4417 Larkspur Street".into(),
                "Burnaby, BC V5C 0A1".into(),
            ],
            phone: "604-555-0142".into(),
        },
        pharmacy: pharmacy(),
        lines: vec![
            line(
                "Metformin",
                "500 mg",
                "Take one tablet by mouth twice a day.",
            ),
            line(
                "Levothyroxine sodium",
                "100 mcg",
                "Take one tablet by mouth once in the morning.",
            ),
        ],
        signature: Signature::Drawn {
            strokes: strokes(),
            at: at(SIGNED),
        },
    }
}

/// A wave, as a hand might draw it.
pub(crate) fn strokes() -> Vec<Vec<[f64; 3]>> {
    let wave = (0..90)
        .map(|step| {
            let step = f64::from(step);
            [
                40.0 + step * 3.0,
                80.0 - (step * 0.35).sin() * (36.0 - step * 0.35),
                step * 8.0,
            ]
        })
        .collect();
    vec![wave, vec![[320.0, 60.0, 900.0]]]
}

pub(crate) fn cover() -> FaxCover {
    FaxCover {
        label: "P-20418".into(),
        clinic: clinic(),
        prescriber: prescriber(),
        pharmacy: pharmacy(),
        sent_at: at("2026-11-21T17:55:00Z"),
        prescription_pages: 1,
        resent_of: None,
    }
}

pub(crate) fn receipt() -> Receipt {
    Receipt {
        title: salal_rules::texts::prescriptions::RECEIPT,
        label: "P-20418".into(),
        clinic: clinic(),
        payer: "Marguerite Tremblay".into(),
        address: vec![
            "301 – 4417 Larkspur Street".into(),
            "Burnaby, BC V5C 0A1".into(),
        ],
        charge: Cents(6000),
        charge_lines: vec![
            ChargeLine {
                text: "First medication".into(),
                cents: Cents(5000),
            },
            ChargeLine {
                text: "Additional medication".into(),
                cents: Cents(1000),
            },
        ],
        payment: Some(Payment {
            cents: Cents(6000),
            at: at("2026-11-20T02:04:00Z"),
            kind: "Visa ending 4242".into(),
        }),
        refund: Some(Refund {
            cents: Cents(1000),
            at: at("2026-11-21T18:00:00Z"),
        }),
        issued_at: at("2026-11-21T18:05:00Z"),
    }
}

/// Twelve lines, one with 33 ingredients, one with refills: several pages.
pub(crate) fn long_prescription() -> PrescriptionDocument {
    let mut document = prescription();
    document.lines = (1..=12)
        .map(|number| {
            let name = format!("Example drug {number}");
            line(
                &name,
                "12.5 mg",
                "Take one tablet by mouth three times a day with food for 3 months.",
            )
        })
        .collect();
    document.lines[3].ingredients = (1..=33)
        .map(|number| Ingredient {
            name: format!("Ingredient {number}"),
            strength: format!("{number}.5 mcg"),
        })
        .collect();
    document.lines[5].repeats = 2;
    document.lines[5].refills = "2 refills, every 3 months".into();
    document
}

/// Names and directions in many scripts, and characters that mean something to a typesetter.
pub(crate) fn every_script() -> PrescriptionDocument {
    let mut document = prescription();
    document.patient.last_name = "#[x] *y* \"_z_\" $a$ \\b".into();
    document.patient.first_name = "ਮਨਪ੍ਰੀਤ 陈大文".into();
    document.patient.address = vec![
        "Ελληνική Кириллица".into(),
        "עברית العربية ไทย 한국어 தமிழ் हिन्दी".into(),
    ];
    document.lines[0].directions =
        "Zoë ᐃᓄᒃᑎᑐᑦ 😀 \u{1F9FF}\u{10FFFD} #panic() @ref <label> // note\nsecond line".into();
    document
}

/// One line with 10,000 characters of directions between two short ones.
pub(crate) fn endless_directions() -> PrescriptionDocument {
    let mut document = prescription();
    let mut endless = line(
        "Prednisone",
        "5 mg",
        &"Reduce slowly as we discussed. ".repeat(160),
    );
    endless.directions.push_str(&"q".repeat(5_040));
    document.lines.insert(1, endless);
    document
}

fn sleep_clinic() -> SleepClinic {
    SleepClinic {
        name: "Coastal Sleep, Burnaby".into(),
        address: "12 Tidal Walk, Burnaby, BC V5B 0C3".into(),
        phone: "778-555-0121".into(),
        fax: "778-555-0122".into(),
    }
}

pub(crate) fn sleep_request() -> SleepRequest {
    SleepRequest {
        written_at: at(SIGNED),
        clinic: clinic(),
        to: sleep_clinic(),
        about: About::Named {
            label: "S-30001".into(),
            patient: Box::new(prescription().patient),
        },
        height_cm: 171.5,
        weight_kg: 88.0,
        answers: QUESTIONS
            .iter()
            .map(|(field, label)| ((*label).to_owned(), *field == "snore"))
            .collect(),
        readings: vec![BloodPressure {
            systolic: 128,
            diastolic: 82,
            measured_at: at("2025-11-21T02:12:00Z"),
        }],
    }
}

pub(crate) fn sleep_preliminary() -> SleepRequest {
    let patient = prescription().patient;
    SleepRequest {
        about: About::Anonymous {
            date_of_birth: patient.date_of_birth,
            sex: patient.sex,
        },
        ..sleep_request()
    }
}

pub(crate) fn sleep_cover() -> SleepFaxCover {
    SleepFaxCover {
        label: "S-30001".into(),
        clinic: clinic(),
        to: sleep_clinic(),
        sent_at: at("2026-11-21T17:55:00Z"),
        request_pages: 1,
        resent_of: None,
    }
}

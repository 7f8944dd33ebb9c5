// SPDX-License-Identifier: AGPL-3.0-or-later

//! Invented people and places for this crate's tests and its example.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::fees::Cents;
use salal_domain::options::{DURATIONS, FREQUENCIES, OTHER, QUANTITIES};
use salal_domain::prescriptions::dispensing::{MonthLength, to_dispense, typed_total};
use salal_domain::prescriptions::usage::Usage;
use salal_domain::prescriptions::wording::{
    directions, drug_name, on_label, refill_text, strength_text,
};
use salal_formats::drug_database::Ingredient as Published;

use salal_documents::{
    About, Bar, BloodPressure, Cancellation, ChargeLine, Chart, Chooser, Clinic, FaxCover,
    HealthNumber, Ingredient, KeyNumber, Line, Patient, Payment, Pharmacy, Prescriber,
    PrescriptionDocument, Receipt, Refund, Report, ReportPart, RequestingPractitioner, Signature,
    SleepClinic, SleepFaxCover, SleepRequest,
};
use salal_domain::sleep::questionnaire::QUESTIONS;

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
        container: String::new(),
        din: String::new(),
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
        taken_over: String::new(),
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
        chosen_by: Chooser::Patient,
        resent_of: None,
    }
}

pub(crate) fn receipt() -> Receipt {
    Receipt {
        title: salal_domain::texts::prescriptions::RECEIPT,
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

/// A line as the server builds it from the register's columns: strength, unit, value and unit of measure.
pub(crate) fn of_register(
    name: &str,
    form: &str,
    route: &str,
    ingredients: &[(&str, [&str; 4])],
    usage: &Usage,
    typed: Option<&str>,
) -> Line {
    let (forms, routes) = ([form.to_owned()], [route.to_owned()]);
    let computed = to_dispense(usage, &forms, MonthLength::Thirty);
    let total = match typed {
        Some(text) => typed_total(text, computed.unit).ok(),
        None => computed.total(),
    }
    .expect("a sample has a total");
    let published: Vec<Published> = ingredients
        .iter()
        .map(|(substance, [strength, unit, value, per])| Published {
            ingredient_name: (*substance).into(),
            strength: (*strength).into(),
            strength_unit: (*unit).into(),
            dosage_value: (*value).into(),
            dosage_unit: (*per).into(),
        })
        .collect();
    Line {
        name: drug_name(name),
        ingredients: on_label(name, &published)
            .iter()
            .map(|one| Ingredient {
                name: drug_name(&one.ingredient_name),
                strength: strength_text(one),
            })
            .collect(),
        container: String::new(),
        din: String::new(),
        form: form.into(),
        route: route.into(),
        directions: directions(usage, &forms, &routes),
        duration: String::new(),
        dispense_figures: total.figures,
        dispense_words: total.words,
        dispense_unit: total.unit,
        repeats: u32::try_from(usage.repeat).expect("few"),
        refills: refill_text(usage),
    }
}

/// Selected answers; other texts are used as they are.
pub(crate) fn usage(quantity: &str, frequency: &str, duration: &str, repeat: i64) -> Usage {
    let other = |text: &str, list: &[&str]| (!list.contains(&text)).then(|| text.to_owned());
    let value =
        |text: &str, list: &[&str]| if list.contains(&text) { text } else { OTHER }.to_owned();
    Usage {
        quantity: value(quantity, QUANTITIES),
        quantity_other: other(quantity, QUANTITIES),
        frequency: value(frequency, FREQUENCIES),
        frequency_other: other(frequency, FREQUENCIES),
        as_needed: false,
        duration: value(duration, DURATIONS),
        duration_other: other(duration, DURATIONS),
        repeat,
        text_line: None,
        site: None,
    }
}

/// One sheet per line, each with one difficulty. Products of the register of May 2020.
#[expect(clippy::too_many_lines, reason = "a table of sheets, one entry each")]
pub(crate) fn hard_lines() -> Vec<(&'static str, Line)> {
    let daily = usage("One", "Once a day", "3 months", 3);
    let mut needed = usage("Two", "Four times a day", "1 month", 0);
    needed.as_needed = true;
    let mut accents = usage("One", "Once at night", "1 month", 2);
    accents.text_line =
        Some("Prendre après le repas; éviter l’alcool – ça brûle à cœur ouvert".into());
    let sweetened = [
        "ALANINE",
        "ARGININE",
        "GLYCINE",
        "HISTIDINE",
        "ISOLEUCINE",
        "LEUCINE",
        "LYSINE",
        "METHIONINE",
        "PHENYLALANINE",
        "PROLINE",
        "SERINE",
        "TAURINE",
        "THREONINE",
        "TRYPTOPHAN",
        "TYROSINE",
        "VALINE",
        "CALCIUM CHLORIDE",
        "SODIUM GLYCEROPHOSPHATE",
        "MAGNESIUM SULFATE",
        "POTASSIUM CHLORIDE",
        "SODIUM ACETATE",
        "ZINC SULFATE",
        "DEXTROSE",
        "SOYBEAN OIL",
        "MEDIUM CHAIN TRIGLYCERIDES (MCT)",
        "OLIVE OIL",
        "FISH OIL",
    ]
    .map(|substance| (substance, ["0.710", "G", "100.0", "ML"]));
    vec![
        (
            "one strength in micrograms",
            of_register(
                "SYNTHROID",
                "TABLET",
                "ORAL",
                &[("LEVOTHYROXINE SODIUM", [".025", "MG", "", ""])],
                &daily,
                None,
            ),
        ),
        (
            "two strengths",
            of_register(
                "JANUMET",
                "TABLET",
                "ORAL",
                &[
                    (
                        "SITAGLIPTIN (SITAGLIPTIN PHOSPHATE MONOHYDRATE)",
                        ["50", "MG", "1", "TAB"],
                    ),
                    ("METFORMIN HYDROCHLORIDE", ["500.0", "MG", "1.0", ""]),
                ],
                &usage("One", "Twice a day", "3 months", 3),
                None,
            ),
        ),
        (
            "three strengths",
            of_register(
                "STALEVO",
                "TABLET",
                "ORAL",
                &[
                    ("LEVODOPA", ["50", "MG", "", ""]),
                    ("CARBIDOPA", ["12.5", "MG", "", ""]),
                    ("ENTACAPONE", ["200", "MG", "", ""]),
                ],
                &usage("One", "Four times a day", "1 month", 0),
                None,
            ),
        ),
        (
            "cream",
            of_register(
                "BETADERM CRM 0.05%",
                "CREAM",
                "TOPICAL",
                &[(
                    "BETAMETHASONE (BETAMETHASONE VALERATE)",
                    ["0.05", "%", "", "W/W"],
                )],
                &usage("a thin layer", "Twice a day", "2 weeks", 0),
                Some("1 tube of 60 g"),
            ),
        ),
        (
            "inhaler",
            of_register(
                "ADVAIR 250 DISKUS",
                "POWDER",
                "INHALATION",
                &[
                    (
                        "SALMETEROL (SALMETEROL XINAFOATE)",
                        ["50", "MCG", "", "ACT"],
                    ),
                    ("FLUTICASONE PROPIONATE", ["250", "MCG", "", "ACT"]),
                ],
                &usage("One", "Twice a day", "1 month", 2),
                Some("1 diskus of 60 doses"),
            ),
        ),
        (
            "patch",
            of_register(
                "NITRO-DUR 0.4",
                "PATCH (EXTENDED RELEASE)",
                "TRANSDERMAL",
                &[("NITROGLYCERIN", ["0.4", "MG", "", "HOUR"])],
                &usage("One", "Once in the morning", "1 month", 5),
                Some("30 patches"),
            ),
        ),
        (
            "liquid",
            of_register(
                "CLAVULIN 125 F ORAL SUS",
                "POWDER FOR SUSPENSION",
                "ORAL",
                &[
                    (
                        "CLAVULANIC ACID (CLAVULANATE POTASSIUM)",
                        ["31.25", "MG", "5", "ML"],
                    ),
                    (
                        "AMOXICILLIN (AMOXICILLIN TRIHYDRATE)",
                        ["125", "MG", "5", "ML"],
                    ),
                ],
                &usage("7.5 mL", "Twice a day", "10 days", 0),
                Some("150 mL"),
            ),
        ),
        (
            "injection",
            of_register(
                "LANTUS",
                "SOLUTION",
                "SUBCUTANEOUS",
                &[("INSULIN GLARGINE", ["100", "UNIT", "1", "ML"])],
                &usage("as directed", "Once at night", "3 months", 3),
                Some("5 cartridges of 3 mL"),
            ),
        ),
        (
            "as needed",
            of_register(
                "APO-ACETAMINOPHEN 325MG",
                "TABLET",
                "ORAL",
                &[("ACETAMINOPHEN", ["325", "MG", "", ""])],
                &needed,
                Some("100"),
            ),
        ),
        (
            "French accents",
            of_register(
                "KWELLADA-P CRÈME D'ÉTÉ",
                "LIQUIDE",
                "ORALE",
                &[("PERMÉTHRINE", ["1", "%", "", ""])],
                &accents,
                Some("1 flacon"),
            ),
        ),
        (
            "27 ingredients",
            of_register(
                "SMOFKABIVEN PERIPHERAL",
                "EMULSION",
                "INTRAVENOUS",
                &sweetened,
                &usage("One", "Once a day", "1 week", 0),
                Some("7 bags of 1448 mL"),
            ),
        ),
        (
            "a name of 176 characters",
            of_register(
                "SUPERDEFENSE FATIGUE + 1ST SIGNS OF AGE MULTI-CORRECTING CREAM CRÈME MULTI-CORRECTION FATIGUE + 1ERS SIGNES DE L'ÂGE VERY DRY TO DRY COMBINATION / TRÈS SÈCHE À MIXTE SPF 25 FPS",
                "CREAM",
                "TOPICAL",
                &[("OCTINOXATE", ["7.50", "%", "", "W/W"])],
                &usage("a thin layer", "Once a day", "1 month", 0),
                Some("1 jar of 50 g"),
            ),
        ),
        (
            "text that is markup to the typesetter",
            of_register(
                "+ #EVAL(\"X\") *BOLD* _IT_ $X^2$ @REF <LABEL>",
                "TABLET",
                "ORAL",
                &[
                    ("= HEADING", ["1:1000", "", "", ""]),
                    ("- ITEM // COMMENT", ["1", "%", "", "W/V"]),
                ],
                &Usage {
                    text_line: Some("/ term: #panic() \\ ~ -- ... `raw` [content] {code}".into()),
                    ..usage("One", "+ twice a day", "1 month", 1)
                },
                Some("2 boxes"),
            ),
        ),
    ]
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

/// Names and directions in many scripts, with characters that have a meaning in typst.
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
            practitioner: Box::new(RequestingPractitioner {
                name: prescriber().name,
                college_number: prescriber().college_number,
                billing_number: Some("70417".into()),
                strokes: strokes(),
                agreed_at: at("2026-11-03T18:00:00Z"),
            }),
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

pub(crate) fn cancellation() -> Cancellation {
    let of = prescription();
    Cancellation {
        label: of.label,
        copy: 1,
        signed_at: of.written_at,
        at: at("2026-11-21T18:04:00Z"),
        clinic: of.clinic,
        prescriber: of.prescriber,
        patient: of.patient,
        pharmacy: of.pharmacy,
        lines: vec![
            "Metformin 500 mg tablet".into(),
            "Levothyroxine sodium 100 mcg tablet".into(),
        ],
    }
}

/// A month of an invented clinic.
pub(crate) fn report() -> Report {
    let key = |label: &str, value: &str, note: &str| KeyNumber {
        label: label.into(),
        value: value.into(),
        note: note.into(),
    };
    let bar = |day: u32| {
        let count = f64::from(8 + day * 7 % 12);
        let is_weekend = day % 7 >= 5;
        Bar {
            label: if day % 7 == 1 {
                format!("Oct {day:02}")
            } else {
                String::new()
            },
            filled: if is_weekend { 0.0 } else { count },
            outlined: if is_weekend { count } else { 0.0 },
        }
    };
    let texts = |row: &[&str]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    let day = |day: u32| vec![format!("Oct {day:02}"), (8 + day * 7 % 12).to_string()];
    Report {
        clinic: clinic(),
        title: "Insight".into(),
        period: "October 2026".into(),
        note: "Every number belongs to the day of its event in Vancouver.".into(),
        key_numbers: vec![
            key("Requests", "417", "944 medications"),
            key("Time to decision, p50", "2 h 14 min", "p90 15 h 40 min"),
            key("Within the promise", "98.3%", "7 of 417 late"),
        ],
        parts: vec![
            ReportPart {
                title: "Requests by day".into(),
                chart: Some(Chart {
                    top: 20.0,
                    top_label: "20".into(),
                    filled: "Weekday".into(),
                    outlined: "Weekend".into(),
                    bars: (1..=31).map(bar).collect(),
                }),
                header: texts(&["Day", "Requests"]),
                texts: 1,
                rows: (1..=31).map(day).collect(),
            },
            ReportPart {
                title: "Fax delivery by pharmacy".into(),
                chart: None,
                header: texts(&["Pharmacy", "City", "Faxes", "Failed"]),
                texts: 2,
                rows: vec![
                    texts(&["Alder Street Pharmacy", "Vancouver", "96", "0"]),
                    texts(&["Gorge Road Pharmacy", "Victoria", "31", "not shown"]),
                ],
            },
        ],
        made_at: at(SIGNED),
    }
}

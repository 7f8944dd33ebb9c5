// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tests the marks with hand-written cases (`cases.csv`: drug, the patient's facts, the expected marks), and
//! the tables with faulty files.

// cspell:ignore allergie allergique aucun aucune connue jamais rien

use std::sync::Arc;

use chrono::{Days, NaiveDate};

use super::*;
use crate::prescriptions::amounts::MonthLength;
use crate::prescriptions::usage::Usage;
use salal_formats::drug_database::Ingredient;

fn today() -> NaiveDate {
    "2026-11-22".parse().unwrap()
}

fn usage(text: &str) -> Usage {
    let (quantity, frequency) = text.split_once(", ").unwrap_or(("One", "Once a day"));
    Usage {
        quantity: quantity.into(),
        frequency: frequency.into(),
        duration: "3 months".into(),
        ..Usage::default()
    }
}

/// `NAME = INGREDIENT 5 MG + OTHER 10 MG/ML [ATC] /ROUTE @ Two, Twice a day`
fn medicine(text: &str, place: Place) -> Medicine {
    let (text, directions) = text.split_once(" @ ").unwrap_or((text, ""));
    let (text, route) = text.split_once(" /").unwrap_or((text, "ORAL"));
    let (text, atc) = text.split_once(" [").unwrap();
    let (name, content) = text.split_once(" = ").unwrap_or((text, text));
    let ingredients: Vec<Ingredient> = content
        .split(" + ")
        .map(|one| {
            let words: Vec<&str> = one.split(' ').collect();
            let (unit, per) = words[words.len() - 1]
                .split_once('/')
                .unwrap_or((words[words.len() - 1], ""));
            Ingredient {
                ingredient_name: words[..words.len() - 2].join(" "),
                strength: words[words.len() - 2].into(),
                strength_unit: unit.into(),
                dosage_value: String::new(),
                dosage_unit: per.into(),
            }
        })
        .collect();
    let name = if name == content {
        ingredients[0].ingredient_name.clone()
    } else {
        name.to_owned()
    };
    Medicine {
        name,
        ingredients,
        atc: atc
            .trim_end_matches(']')
            .split(' ')
            .map(Into::into)
            .collect(),
        administrations: vec![route.into()],
        formulations: Vec::new(),
        usage: Some(usage(directions)),
        place,
    }
}

fn typed(text: &str, place: Place) -> Medicine {
    Medicine {
        name: text.into(),
        ingredients: Vec::new(),
        atc: Vec::new(),
        administrations: Vec::new(),
        formulations: Vec::new(),
        usage: None,
        place,
    }
}

/// The marks of the first line.
fn judged(tables: &Arc<Tables>, drug: &str, facts: &str) -> Vec<Mark> {
    let mut patient = Patient::default();
    let mut lines = vec![medicine(drug, Place::Line)];
    let mut others = Vec::new();
    let mut is_new = false;
    for fact in facts.split(" | ").filter(|fact| !fact.is_empty()) {
        let (kind, value) = fact.split_once(": ").unwrap_or((fact, ""));
        match kind {
            "allergy" => patient.allergies.push(value.into()),
            "condition" => patient.conditions.push(value.into()),
            "surgery" => patient.surgeries.push(value.into()),
            "sex" => patient.sex = value.into(),
            "age" => patient.age = Some(value.parse().unwrap()),
            "pregnancy" => patient.pregnancy = value.into(),
            "smoking" => patient.smoking = value.into(),
            "supplement" => others.push(typed(value, Place::Supplement)),
            "typed" => {
                patient.has_record = true;
                others.push(typed(value, Place::Recorded));
            }
            "takes" => {
                patient.has_record = true;
                others.push(medicine(value, Place::Recorded));
            }
            "with" => lines.push(medicine(value, Place::Line)),
            "new" => {
                patient.has_record = true;
                is_new = true;
            }
            given => {
                let left: i64 = given.strip_prefix("given ").unwrap().parse().unwrap();
                let end = if left < 0 {
                    today() - Days::new(left.unsigned_abs())
                } else {
                    today() + Days::new(left.unsigned_abs())
                };
                let prescribed = Prescribed {
                    label: "P-20418".into(),
                    on: end - Days::new(90),
                    runs_out: Some(end),
                };
                others.push(medicine(value, Place::Prescribed(prescribed)));
            }
        }
    }
    // A renewed drug is usually recorded; `new` and similar values say otherwise.
    let has_it = others
        .iter()
        .any(|one| one.place == Place::Recorded && one.ingredients == lines[0].ingredients)
        || facts.contains("takes: ATACAND") && drug.starts_with("ATACAND")
        || facts.contains("takes: GLUCOPHAGE") && drug.starts_with("GLUCOPHAGE");
    if patient.has_record && !is_new && !has_it {
        let mut own = lines[0].clone();
        own.place = Place::Recorded;
        others.push(own);
    }
    let record = Record::new(Arc::clone(tables), patient, today(), MonthLength::Thirty);
    let prepared = |all: Vec<Medicine>| all.into_iter().map(|one| record.prepare(one)).collect();
    let (others, lines): (Vec<Prepared>, Vec<Prepared>) = (prepared(others), prepared(lines));
    let siblings: Vec<&Prepared> = lines[1..].iter().collect();
    let reading = record.on(today(), others.iter().collect());
    reading.marks(&lines[0], &siblings)
}

fn words(mark: &Mark) -> String {
    let rule = match mark.kind {
        MarkKind::Interaction | MarkKind::Condition => format!(" {}", mark.rule),
        _ => String::new(),
    };
    format!("{} {}{rule}", mark.level, mark.kind.code())
}

#[test]
fn every_case_has_its_marks_and_no_other() {
    let tables = Tables::built_in();
    let mut reader = csv::Reader::from_reader(include_str!("cases.csv").as_bytes());
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in reader.records() {
        let row = row.unwrap();
        count += 1;
        let marks = judged(&tables, &row[1], &row[2]);
        let mut found: Vec<String> = marks.iter().map(words).collect();
        let mut wanted: Vec<String> = row[3]
            .split(';')
            .filter(|one| !one.is_empty())
            .map(Into::into)
            .collect();
        found.sort();
        wanted.sort();
        if found != wanted {
            let texts: Vec<&str> = marks.iter().map(|mark| mark.text.as_str()).collect();
            wrong.push(format!(
                "{}: {} | {}\n    wanted {wanted:?}\n    found  {found:?} {texts:?}",
                &row[0], &row[1], &row[2]
            ));
        }
    }
    assert!(count >= 300, "{count} cases");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn sentences_say_what_meets_what_from_whose_record() {
    let tables = Tables::built_in();
    let drug = "ATACAND = CANDESARTAN CILEXETIL 8 MG [C09CA06]";
    let facts = "takes: ALTACE = RAMIPRIL 5 MG [C09AA05] | allergy: Latex | given -2: ATACAND = CANDESARTAN CILEXETIL 4 MG [C09CA06]";
    let said: Vec<String> = judged(&tables, drug, facts)
        .iter()
        .map(|mark| {
            let patient = mark.patient.as_deref().unwrap_or("(nothing)");
            format!(
                "{} {} {} [{}] ({}) / {patient}",
                mark.level, mark.lead, mark.text, mark.source, mark.brief
            )
        })
        .collect();
    insta::assert_snapshot!(said.join("\n"));
}

/// The codes of the conditions that a patient's words claim.
fn conditions(text: &str) -> Vec<String> {
    let tables = Tables::built_in();
    let mut codes = parsing::read_conditions(&tables, &[text.to_owned()], 2026);
    codes.retain(|code| code != "not-one");
    codes.sort();
    codes
}

/// The ids of the groups to which a patient's words are allergic, by the name of the group itself.
fn groups(text: &str) -> Vec<String> {
    let tables = Tables::built_in();
    let read = parsing::read_allergies(&tables, &Names::new(), &[text.to_owned()]);
    let of = |substance: &String| {
        let codes = &tables.substances[tables.by_name[substance]].atc;
        tables.groups.iter().position(|group| {
            let starts = |code: &String| group.atc.iter().any(|one| code.starts_with(one.as_str()));
            codes.iter().any(starts)
        })
    };
    read.known
        .iter()
        .flat_map(|one| {
            one.groups
                .iter()
                .copied()
                .chain(one.substances.iter().filter_map(of))
        })
        .map(|at| tables.groups[at].id.clone())
        .collect()
}

/// `forms.csv`: how people name each condition, state and allergy group.
#[test]
fn every_condition_state_and_group_is_read_in_each_form_and_denied() {
    let tables = Tables::built_in();
    let mut reader = csv::Reader::from_reader(include_str!("forms.csv").as_bytes());
    let mut known = Vec::new();
    let mut wrong = Vec::new();
    for row in reader.records() {
        let row = row.unwrap();
        let (kind, code) = (row[0].to_owned(), row[1].to_owned());
        let read = |text: &str| {
            let found = if kind == "group" {
                groups(text)
            } else {
                conditions(text)
            };
            found.contains(&code)
        };
        assert!(!row[2].is_empty() && !row[4].is_empty(), "{code}");
        let english = row[2].split('|').chain(row[3].split('|'));
        let english = english.chain(row[5].split('|')).map(|form| (form, false));
        let french = row[4].split('|').map(|form| (form, true));
        for (form, is_french) in english.chain(french).filter(|(form, _)| !form.is_empty()) {
            if !read(form) {
                wrong.push(format!("{form} is not {code}"));
            }
            let denials = match (kind.as_str(), is_french) {
                ("group", false) => vec![
                    format!("not allergic to {form}"),
                    format!("No allergy to {form}"),
                    format!("{form}: no"),
                ],
                ("group", true) => vec![
                    format!("pas allergique aux {form}"),
                    format!("aucune allergie aux {form}"),
                ],
                (_, false) => vec![
                    format!("no {form}"),
                    format!("never had {form}"),
                    format!("denies {form}"),
                    format!("{form}: no"),
                    format!("mother: {form}"),
                ],
                (_, true) => vec![
                    format!("pas de {form}"),
                    format!("jamais eu de {form}"),
                    format!("aucun {form}"),
                ],
            };
            let claimed = denials.into_iter().filter(|denial| read(denial));
            wrong.extend(claimed.map(|denial| format!("{denial} is {code}")));
        }
        known.push(code);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A condition or a group that a mark knows is in the table above.
    let asked = ["smoker-35", "age-65", "woman-15-49", "more-than-weekly"];
    let of_cautions = tables.cautions.iter().map(|row| &row.when);
    let of_groups = tables.groups.iter().map(|group| &group.id);
    for code in of_cautions.chain(of_groups) {
        let is_asked = asked.contains(&code.as_str()) || code == "side-chain";
        assert!(
            is_asked || known.contains(code),
            "{code} is not in forms.csv"
        );
    }
}

/// `sentences.csv`: what people write about their health, and what it claims.
#[test]
fn sentences_of_patients_claim_what_they_mean() {
    let mut reader = csv::Reader::from_reader(include_str!("sentences.csv").as_bytes());
    let mut wrong = Vec::new();
    for row in reader.records() {
        let row = row.unwrap();
        let mut wanted: Vec<String> = row[1].split_whitespace().map(Into::into).collect();
        wanted.sort();
        let found = conditions(&row[0]);
        if found != wanted {
            wrong.push(format!("{}: wanted {wanted:?}, found {found:?}", &row[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `allergy-sentences.csv`: what people write about their allergies, and the groups of the drugs; a drug of no group by
/// its name, what cannot be checked after `!`, what cannot be read after `?`.
#[test]
fn sentences_of_patients_name_the_allergies_that_they_have() {
    let tables = Tables::built_in();
    let mut reader = csv::Reader::from_reader(include_str!("allergy-sentences.csv").as_bytes());
    let mut wrong = Vec::new();
    for row in reader.records() {
        let row = row.unwrap();
        let read = parsing::read_allergies(&tables, &Names::new(), &[row[0].to_owned()]);
        let mut found: Vec<String> = Vec::new();
        for one in &read.known {
            let groups = one.groups.iter().map(|at| tables.groups[*at].id.clone());
            found.extend(groups);
            for substance in &one.substances {
                let codes = &tables.substances[tables.by_name[substance]].atc;
                let group = tables.groups.iter().find(|group| {
                    let is_in =
                        |code: &String| group.atc.iter().any(|one| code.starts_with(one.as_str()));
                    codes.iter().any(is_in)
                });
                found.push(
                    group.map_or_else(|| substance.replace(' ', "_"), |group| group.id.clone()),
                );
            }
        }
        found.extend(
            read.unchecked
                .iter()
                .map(|code| format!("!{}", code.replace(' ', "_"))),
        );
        found.extend(
            read.unread
                .iter()
                .map(|text| format!("?{}", text.replace(' ', "_"))),
        );
        let mut wanted: Vec<String> = row[1].split_whitespace().map(Into::into).collect();
        found.sort();
        found.dedup();
        wanted.sort();
        if found != wanted {
            wrong.push(format!("{}: wanted {wanted:?}, found {found:?}", &row[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// "14 weeks" and nothing else may be a pregnancy: the doctor is asked, and only of those whom the form asks.
#[test]
fn weeks_alone_ask_whether_it_is_a_pregnancy() {
    let drug = "LIPITOR = ATORVASTATIN (ATORVASTATIN CALCIUM) 20 MG [C10AA05]";
    let told = |facts: &str| {
        let marks = judged(&Tables::built_in(), drug, facts);
        marks
            .iter()
            .map(|mark| mark.lead.clone())
            .collect::<Vec<_>>()
    };
    let asked = ["Possibly pregnant, please ask."];
    assert_eq!(told("condition: 14 weeks | sex: Female | age: 31"), asked);
    assert_eq!(
        told("condition: 14 weeks | sex: Female | age: 31 | pregnancy: No"),
        asked
    );
    assert_eq!(
        told("condition: due in March | sex: Female | age: 31"),
        asked
    );
    assert_eq!(
        told("condition: 14 weeks pregnant | sex: Female | age: 31"),
        ["Pregnancy."]
    );
    for nobody in [
        "condition: 14 weeks | sex: Male | age: 31",
        "condition: 14 weeks | sex: Female | age: 61",
        "condition: back pain for 14 weeks | sex: Female | age: 31",
    ] {
        assert!(told(nobody).is_empty(), "{nobody}");
    }
}

#[test]
fn nothing_is_an_allergy_when_people_say_so() {
    let said = [
        "allergic to nothing",
        "Allergic to: nothing",
        "no medication allergies",
        "allergique à rien",
        "aucune allergie connue",
        "pas d'allergie à la pénicilline",
        "Penicillin: no",
        "never allergic to penicillin",
    ];
    for text in said {
        let read = parsing::read_allergies(&Tables::built_in(), &Names::new(), &[text.into()]);
        assert!(read.known.is_empty(), "{text}");
        assert!(read.unread.is_empty(), "{text}: {:?}", read.unread);
    }
}

#[test]
fn every_phrase_of_the_words_has_one_meaning() {
    let files = built_in_files();
    let (_, text) = files.iter().find(|(name, _)| name == "words.csv").unwrap();
    let mut seen = std::collections::HashMap::new();
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        let row = row.unwrap();
        let sense = [
            "condition",
            "state",
            "family",
            "denial",
            "turn",
            "past",
            "neutral",
            "measure",
        ];
        if !sense.contains(&&row[0]) {
            continue;
        }
        let meaning = format!("{} {}", &row[0], &row[1]);
        for phrase in row[2].split('|') {
            assert!(
                phrase.split(' ').count() <= 5,
                "{phrase} is too long to be found"
            );
            let before = seen.insert(phrase.to_owned(), meaning.clone());
            assert!(before.is_none_or(|one| one == meaning), "{phrase}");
        }
    }
}

#[test]
fn a_dose_above_the_usual_maximum_is_told_with_both_numbers() {
    let drug = "GLUCOPHAGE = METFORMIN HYDROCHLORIDE 500 MG [A10BA02] @ Five, Four times a day";
    let marks = judged(&Tables::built_in(), drug, "");
    assert_eq!(
        (marks[0].lead.as_str(), marks[0].text.as_str()),
        (
            "High dose.",
            "10,000 mg of metformin a day as directed; the usual maximum is 2,550 mg a day by mouth."
        )
    );
    assert_eq!(
        marks[0].patient.as_deref(),
        Some(
            "This would be 10,000 mg of metformin a day. The usual maximum is 2,550 mg a day. Please check the \
             dose."
        )
    );
    assert_eq!(marks[0].source, "Product monograph: Glucophage");
}

/// The patient's sentences of the first line.
fn plain(drug: &str, facts: &str) -> Vec<String> {
    let marks = judged(&Tables::built_in(), drug, facts);
    marks.into_iter().filter_map(|mark| mark.patient).collect()
}

#[test]
fn a_sulfa_allergy_is_told_with_what_is_known_of_it() {
    for drug in [
        "LASIX = FUROSEMIDE 40 MG [C03CA01]",
        "HYDROCHLOROTHIAZIDE 25 MG [C03AA03]",
        "CELEBREX = CELECOXIB 200 MG [M01AH01]",
        "DIABETA = GLYBURIDE 5 MG [A10BB01]",
    ] {
        let marks = judged(&Tables::built_in(), drug, "allergy: Sulfa");
        assert_eq!((marks.len(), marks[0].level), (1, 1), "{drug}");
        assert!(marks[0].text.contains("reactions across the two are rare"));
        assert_eq!(
            plain(drug, "allergy: Sulfa"),
            [
                "You told us of an allergy, \u{201c}Sulfa\u{201d}. Reactions to this medicine are rare in people with a \
                 sulfa allergy. Tell the doctor how you reacted."
            ]
        );
    }
}

#[test]
fn the_same_medicine_is_called_the_same() {
    let apo = "APO-AMLODIPINE = AMLODIPINE (AMLODIPINE BESYLATE) 5 MG [C08CA01]";
    let same = "with: NORVASC = AMLODIPINE (AMLODIPINE BESYLATE) 5 MG [C08CA01]";
    let said = plain(apo, same);
    assert_eq!(
        said,
        ["Norvasc 5 mg is the same medicine. Ask before you take both."]
    );
    let combined = "with: CADUET = AMLODIPINE (AMLODIPINE BESYLATE) 5 MG + ATORVASTATIN (ATORVASTATIN CALCIUM) 20 MG [C10BX03]";
    assert!(plain(apo, combined)[0].contains("has an ingredient of this medicine, too."));
    // An intolerance of the very drug is told of the very drug.
    let said = plain(
        "CODEINE PHOSPHATE 30 MG [R05DA04]",
        "allergy: codeine (nausea)",
    );
    assert!(said[0].ends_with("is the same medicine."), "{said:?}");
}

#[test]
fn strengths_of_many_ingredients_are_neither_compared_nor_quoted() {
    let vitamins = |first: u32| {
        format!(
            "CENTRUM = VITAMIN A {first} MCG + VITAMIN C {first} MG + THIAMINE {first} MG + ZINC {first} MG [A11AA03]"
        )
    };
    let marks = judged(
        &Tables::built_in(),
        &vitamins(10),
        &format!("given -5: {}", vitamins(90)),
    );
    assert!(marks.is_empty(), "{marks:?}");
    let beside = judged(
        &Tables::built_in(),
        "VITAMIN C 500 MG [A11GA01]",
        &format!("with: {}", vitamins(10)),
    );
    assert!(
        beside.iter().all(|mark| !mark.text.contains("10 ")),
        "{beside:?}"
    );
}

#[test]
fn worst_marks_come_first() {
    let tables = Tables::built_in();
    let drug = "NAPROSYN = NAPROXEN 500 MG [M01AE02]";
    let marks = judged(
        &tables,
        drug,
        "new | takes: COUMADIN = WARFARIN SODIUM 5 MG [B01AA03] | allergy: naproxen",
    );
    let levels: Vec<u8> = marks.iter().map(|mark| mark.level).collect();
    assert_eq!(levels, [3, 2, 1]);
}

#[test]
fn the_program_s_own_tables_are_read() {
    let tables = Tables::read(&built_in_files()).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(tables.version(), "2026-11.3");
    assert!(tables.rows() > 1000);
    assert!(
        tables
            .mixed_up_with("Hydralazine")
            .contains(&"hydroxyzine".to_owned())
    );
}

#[test]
fn bad_tables_are_refused_with_their_lines() {
    let with = |file: &str, from: &str, to: &str| {
        let mut files = built_in_files();
        let one = files.iter_mut().find(|(name, _)| name == file).unwrap();
        assert!(one.1.contains(from), "{from}");
        one.1 = one.1.replacen(from, to, 1);
        let faults = Tables::read(&files).unwrap_err();
        faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    };
    let said = [
        with(
            "interactions.csv",
            "ssri-mao,ssri-snri",
            "ssri-mao,ssri-and-more",
        ),
        with("interactions.csv", "mao-inhibitors,3", "mao-inhibitors,4"),
        with("classes.csv", "A02BC,", "a02bc,"),
        with("conditions.csv", "metformin,kidney", "metformin,kidneys"),
        with("names.csv", "acetazolamide|acetohexamide", "acetazolamide"),
        with("version.csv", "2026-11-26", "yesterday"),
        with("together.csv", "atc,why,source", "atc,why"),
        with("allergies.csv", "Product monograph: Amoxil", ""),
        with("ceilings.csv", "acarbose,oral,300", "acarbosa,oral,lots"),
        with("words.csv", "\ndenial,,", "\nneutral,,"),
    ];
    insta::assert_snapshot!(said.join("\n"));
    let mut files = built_in_files();
    files.remove(3);
    files.push(("notes.csv".into(), "a,b\n".into()));
    let faults = Tables::read(&files).unwrap_err();
    assert!(
        faults
            .iter()
            .any(|fault| fault.to_string() == "interactions.csv: is missing.")
    );
    assert!(
        faults
            .iter()
            .any(|fault| fault.to_string() == "notes.csv: is none of the tables.")
    );
    assert!(Tables::read(&[]).is_err());
}

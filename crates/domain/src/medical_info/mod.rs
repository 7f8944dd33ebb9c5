// SPDX-License-Identifier: AGPL-3.0-or-later

//! A patient's medical information, and the rules for its completeness (spec 000 section 5, decisions 62, 88
//! and 106).
//!
//! The server checks whether the pharmacy and the drugs exist.

pub mod allergies;

use serde::{Deserialize, Serialize};

use crate::faults::Fault;
use crate::options::{self, is_one_of};
use crate::people::names::one_line;
use crate::prescriptions::usage::Usage;
use crate::search::fold;
use crate::texts::medical_info as texts;

/// Maximum length of a typed entry, in characters.
pub const LONGEST_ENTRY: usize = 200;
/// Maximum number of entries in a list.
pub const MOST_ENTRIES: usize = 100;

/// An entry selected from a search, or typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedItem {
    #[serde(rename = "_id", default)]
    pub id: String,
    pub name: String,
}

/// One question with a list, a `No` and an `Other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListAnswer<'a> {
    /// The selected options.
    pub chosen: &'a [String],
    /// What was typed under Other; `None` when Other is not ticked.
    pub other: Option<&'a [String]>,
    /// Whether No is ticked.
    pub none: bool,
}

/// One medication taken by the patient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MedicationTaken<'a> {
    pub name: &'a str,
    pub usages: &'a [Usage],
}

/// The answers as sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MedicalInfoAnswers<'a> {
    pub sex: &'a str,
    pub conditions: ListAnswer<'a>,
    pub surgeries: ListAnswer<'a>,
    pub allergies: ListAnswer<'a>,
    pub medications: &'a [MedicationTaken<'a>],
    pub supplements: &'a [String],
    pub other_items: &'a [String],
    pub alcohol: &'a str,
    pub smoking: &'a str,
    /// `None` when it was not answered, which nobody is held to (decision 172).
    pub pregnancy: Option<&'a str>,
    pub has_pharmacy: bool,
}

/// The texts and names of one list question.
struct Question {
    field: &'static str,
    other_field: &'static str,
    list: &'static [&'static str],
    required: &'static str,
    other_required: &'static str,
    exists: &'static str,
}

/// All missing or invalid answers, in form order. `sex_known` is true if the person's record already has a
/// sex (decision 22).
pub fn validate_medical_info(answers: &MedicalInfoAnswers<'_>, sex_known: bool) -> Vec<Fault> {
    let mut faults = Vec::new();
    if answers.sex.is_empty() {
        if !sex_known {
            faults.push(Fault::new("Sex", texts::GENDER_REQUIRED));
        }
    } else if !is_one_of(options::SEXES, answers.sex) {
        faults.push(Fault::new("Sex", texts::NOT_IN_LIST));
    }
    for (question, answer) in [
        (CONDITIONS, &answers.conditions),
        (SURGERIES, &answers.surgeries),
        (ALLERGIES, &answers.allergies),
    ] {
        check_list(&question, answer, &mut faults);
    }
    check_medications(answers.medications, &mut faults);
    check_entries("supplements", answers.supplements, &mut faults);
    check_entries("otherItems", answers.other_items, &mut faults);
    for (field, value, list, required) in [
        (
            "AlcoholHistory",
            answers.alcohol,
            options::ALCOHOL,
            texts::ALCOHOL_REQUIRED,
        ),
        (
            "SmokingHistory",
            answers.smoking,
            options::SMOKING,
            texts::SMOKING_REQUIRED,
        ),
    ] {
        if value.is_empty() {
            faults.push(Fault::new(field, required));
        } else if !is_one_of(list, value) {
            faults.push(Fault::new(field, texts::NOT_IN_LIST));
        }
    }
    if answers
        .pregnancy
        .is_some_and(|answer| !is_one_of(options::PREGNANCY, answer))
    {
        faults.push(Fault::new("PregnancyOrBreastfeeding", texts::NOT_IN_LIST));
    }
    if !answers.has_pharmacy {
        faults.push(Fault::new("defaultPharmacy", texts::PHARMACY_REQUIRED));
    }
    faults
}

const CONDITIONS: Question = Question {
    field: "MedicalConditions",
    other_field: "otherMedicalConditions",
    list: options::MEDICAL_CONDITIONS,
    required: texts::CONDITION_REQUIRED,
    other_required: texts::OTHER_CONDITION_REQUIRED,
    exists: texts::CONDITION_EXISTS,
};
const SURGERIES: Question = Question {
    field: "Surgeries",
    other_field: "otherSurgery",
    list: options::SURGERIES,
    required: texts::SURGERY_REQUIRED,
    other_required: texts::OTHER_SURGERY_REQUIRED,
    exists: texts::SURGERY_EXISTS,
};
const ALLERGIES: Question = Question {
    field: "AllergyToMedication",
    other_field: "otherAllergy",
    list: options::ALLERGIES,
    required: texts::ALLERGY_REQUIRED,
    other_required: texts::OTHER_ALLERGY_REQUIRED,
    exists: texts::ALLERGY_EXISTS,
};

fn check_list(question: &Question, answer: &ListAnswer<'_>, faults: &mut Vec<Fault>) {
    if answer.none {
        if !answer.chosen.is_empty() || answer.other.is_some() {
            faults.push(Fault::new(question.field, texts::NO_AND_MORE));
        }
        return;
    }
    if answer.chosen.is_empty() && answer.other.is_none() {
        faults.push(Fault::new(question.field, question.required));
    }
    if answer
        .chosen
        .iter()
        .any(|item| !is_one_of(question.list, item))
    {
        faults.push(Fault::new(question.field, texts::NOT_IN_LIST));
    }
    if has_repeats(answer.chosen) {
        faults.push(Fault::new(question.field, question.exists));
    }
    let Some(other) = answer.other else { return };
    if other.is_empty() || other.iter().any(|item| item.trim().is_empty()) {
        faults.push(Fault::new(question.other_field, question.other_required));
        return;
    }
    check_entries(question.other_field, other, faults);
    if has_repeats(other) {
        faults.push(Fault::new(question.other_field, question.exists));
    }
}

fn check_medications(medications: &[MedicationTaken<'_>], faults: &mut Vec<Fault>) {
    let field = "MedicationsCurrentlyTaken";
    if medications.len() > MOST_ENTRIES {
        faults.push(Fault::new(field, texts::TOO_MANY));
        return;
    }
    for (index, medication) in medications.iter().enumerate() {
        let place = format!("{field}[{index}]");
        if medication.name.trim().is_empty() {
            faults.push(Fault::new("name", texts::MEDICATION_NAME_REQUIRED).under(&place));
        } else if one_line(medication.name, LONGEST_ENTRY).is_none() {
            faults.push(Fault::new("name", texts::TOO_LONG).under(&place));
        }
        for usage in medication.usages {
            // A patient may not know how often: only given values are validated.
            for fault in usage.shape_faults() {
                faults.push(fault.under(&format!("{place}.usages")));
            }
        }
    }
}

fn check_entries(field: &str, entries: &[String], faults: &mut Vec<Fault>) {
    if entries.len() > MOST_ENTRIES {
        faults.push(Fault::new(field, texts::TOO_MANY));
    } else if entries
        .iter()
        .any(|entry| one_line(entry, LONGEST_ENTRY).is_none())
    {
        faults.push(Fault::new(field, texts::TOO_LONG));
    }
}

fn has_repeats(entries: &[String]) -> bool {
    let folded: Vec<String> = entries.iter().map(|entry| fold(entry)).collect();
    folded
        .iter()
        .enumerate()
        .any(|(index, entry)| folded[..index].contains(entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Form {
        sex: &'static str,
        conditions: (Vec<String>, Option<Vec<String>>, bool),
        alcohol: &'static str,
        pregnancy: Option<&'static str>,
        usage: Usage,
        pharmacy: bool,
    }

    fn form() -> Form {
        Form {
            sex: "Female",
            conditions: (vec!["Asthma".into()], None, false),
            alcohol: "No",
            pregnancy: None,
            usage: Usage::default(),
            pharmacy: true,
        }
    }

    fn faults(form: &Form, sex_known: bool) -> Vec<(String, String)> {
        let usages = [form.usage.clone()];
        let medications = [MedicationTaken {
            name: "ELTROXIN",
            usages: &usages,
        }];
        let none = ListAnswer {
            chosen: &[],
            other: None,
            none: true,
        };
        let answers = MedicalInfoAnswers {
            sex: form.sex,
            conditions: ListAnswer {
                chosen: &form.conditions.0,
                other: form.conditions.1.as_deref(),
                none: form.conditions.2,
            },
            surgeries: none,
            allergies: none,
            medications: &medications,
            supplements: &[],
            other_items: &[],
            alcohol: form.alcohol,
            smoking: "No",
            pregnancy: form.pregnancy,
            has_pharmacy: form.pharmacy,
        };
        validate_medical_info(&answers, sex_known)
            .into_iter()
            .map(|fault| (fault.field, fault.message))
            .collect()
    }

    #[test]
    fn a_full_record_passes() {
        assert_eq!(faults(&form(), false), []);
    }

    #[test]
    fn the_question_on_pregnancy_may_stay_unanswered() {
        for pregnancy in [None, Some("Yes"), Some("Prefer not to say")] {
            assert_eq!(
                faults(
                    &Form {
                        pregnancy,
                        ..form()
                    },
                    false
                ),
                []
            );
        }
        let pregnancy = Some("perhaps");
        let found = faults(
            &Form {
                pregnancy,
                ..form()
            },
            false,
        );
        assert_eq!(found[0].0, "PregnancyOrBreastfeeding");
    }

    #[test]
    fn a_sex_already_known_is_not_asked_for() {
        let form = Form { sex: "", ..form() };
        assert_eq!(faults(&form, true), []);
        assert_eq!(faults(&form, false)[0].0, "Sex");
    }

    #[test]
    fn lists_need_no_or_an_item_or_other() {
        let conditions = |chosen: &[&str], other: Option<&[&str]>, none| {
            let texts = |list: &[&str]| {
                list.iter()
                    .map(|text| (*text).to_owned())
                    .collect::<Vec<_>>()
            };
            let form = Form {
                conditions: (texts(chosen), other.map(texts), none),
                ..form()
            };
            faults(&form, false)
                .into_iter()
                .map(|(_, message)| message)
                .collect::<Vec<_>>()
        };
        assert!(conditions(&[], None, true).is_empty());
        assert!(conditions(&[], Some(&["Lupus"]), false).is_empty());
        assert_eq!(conditions(&[], None, false), [texts::CONDITION_REQUIRED]);
        assert_eq!(conditions(&["Asthma"], None, true), [texts::NO_AND_MORE]);
        assert_eq!(
            conditions(&["Nothing like it"], None, false),
            [texts::NOT_IN_LIST]
        );
        assert_eq!(
            conditions(&[], Some(&[]), false),
            [texts::OTHER_CONDITION_REQUIRED]
        );
        assert_eq!(
            conditions(&[], Some(&["Lupus", "LUPUS"]), false),
            [texts::CONDITION_EXISTS]
        );
        assert_eq!(
            conditions(&["Asthma", "Asthma"], None, false),
            [texts::CONDITION_EXISTS]
        );
    }

    #[test]
    fn the_rest_is_required_too() {
        let form = Form {
            alcohol: "",
            pharmacy: false,
            ..form()
        };
        assert_eq!(
            faults(&form, false),
            [
                (
                    "AlcoholHistory".to_owned(),
                    texts::ALCOHOL_REQUIRED.to_owned()
                ),
                (
                    "defaultPharmacy".to_owned(),
                    texts::PHARMACY_REQUIRED.to_owned()
                ),
            ]
        );
    }
}

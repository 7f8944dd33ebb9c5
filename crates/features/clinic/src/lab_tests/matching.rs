// SPDX-License-Identifier: AGPL-3.0-or-later

//! Matches a result with the patient who has that health number and date of birth. A different name is
//! reported but does not prevent the match, because names change and are misspelt.

use std::collections::HashMap;

use chrono::NaiveDate;
use salal_db::Connection;
use salal_domain::codes;
use salal_domain::search::fold;
use salal_formats::lab_results::{LabPatient, LabReport};
use uuid::Uuid;

use crate::error::Result;
use salal_people::people;

/// A patient with a health number.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) person: Uuid,
    pub(super) date_of_birth: Option<NaiveDate>,
    pub(super) first_name: String,
    pub(super) last_name: String,
}

/// The patients behind the health numbers of some reports, by number.
pub(super) async fn find_patients(
    db: &Connection,
    reports: &[LabReport],
) -> Result<HashMap<String, Vec<Known>>> {
    let mut numbers: Vec<String> = reports
        .iter()
        .flat_map(|report| report.patient.health_numbers.iter().cloned())
        .collect();
    numbers.sort();
    numbers.dedup();
    let mut holders: HashMap<String, Vec<Known>> = HashMap::new();
    for found in people::holders(db, &numbers).await? {
        let known = Known {
            person: found.id,
            date_of_birth: found.date_of_birth,
            first_name: found.first_name,
            last_name: found.last_name,
        };
        holders.entry(found.number_digits).or_default().push(known);
    }
    Ok(holders)
}

codes! {
    /// Why a report is not filed automatically.
    pub enum Doubt {
        NoNumber = "no_number",
        SeveralNumbers = "several_numbers",
        NoDateOfBirth = "no_date_of_birth",
        NobodyKnown = "nobody_known",
        DateOfBirthDiffers = "date_of_birth_differs",
        SeveralPatients = "several_patients",
        OtherPatient = "other_patient",
    }
}

impl Doubt {
    /// The sentence for the staff who file it.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::NoNumber => "The report has no health number that can be read.",
            Self::SeveralNumbers => "The report has more than one health number.",
            Self::NoDateOfBirth => "The report has no date of birth that can be read.",
            Self::NobodyKnown => "No patient has this health number.",
            Self::DateOfBirthDiffers => {
                "The patient with this health number has another date of birth."
            }
            Self::SeveralPatients => {
                "More than one patient has this health number and date of birth."
            }
            Self::OtherPatient => "Earlier results of this order belong to another patient.",
        }
    }
}

/// The single matching patient of a report.
pub(super) fn patient_of<'a>(
    told: &LabPatient,
    known: &'a HashMap<String, Vec<Known>>,
) -> Result<&'a Known, Doubt> {
    let number = match told.health_numbers.as_slice() {
        [] => return Err(Doubt::NoNumber),
        [one] => one,
        _ => return Err(Doubt::SeveralNumbers),
    };
    let born = told.date_of_birth.ok_or(Doubt::NoDateOfBirth)?;
    let holders = known.get(number).ok_or(Doubt::NobodyKnown)?;
    let mut matching = holders
        .iter()
        .filter(|holder| holder.date_of_birth == Some(born));
    match (matching.next(), matching.next()) {
        (Some(found), None) => Ok(found),
        (Some(_), Some(_)) => Err(Doubt::SeveralPatients),
        (None, _) => Err(Doubt::DateOfBirthDiffers),
    }
}

/// Whether a report names a different person: another last name, or first names without a common word. A
/// report without a name does not differ.
pub(super) fn name_differs(told: &LabPatient, first_name: &str, last_name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        fold(text)
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(ToOwned::to_owned)
            .collect()
    };
    let differs = |told: &str, ours: &str| {
        let (told, ours) = (words(told), words(ours));
        !told.is_empty() && !told.iter().any(|word| ours.contains(word))
    };
    differs(&told.last_name, last_name) || differs(&told.first_name, first_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(first: &str, last: &str) -> LabPatient {
        LabPatient {
            first_name: first.into(),
            last_name: last.into(),
            ..LabPatient::default()
        }
    }

    #[test]
    fn names_differ_in_words_and_not_in_accents_or_order() {
        for (first, last, differs) in [
            ("Zoé", "Lefèvre", false),
            ("ZOE", "LEFEVRE", false),
            ("Zoe Anne", "Lefevre", false),
            ("Zoe", "Lefevre-Roy", false),
            ("", "", false),
            ("Anna", "Lefevre", true),
            ("Zoe", "Roy", true),
        ] {
            assert_eq!(
                name_differs(&told(first, last), "Zoé", "Lefèvre"),
                differs,
                "{first} {last}"
            );
        }
    }

    #[test]
    fn only_number_and_date_of_birth_together_find_a_patient() {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let holder = |born: &str| Known {
            person: Uuid::nil(),
            date_of_birth: day(born),
            first_name: String::new(),
            last_name: String::new(),
        };
        let known: HashMap<String, Vec<Known>> = [
            ("1", vec![holder("1980-01-31")]),
            ("2", vec![holder("1980-01-31"), holder("1980-01-31")]),
            ("3", vec![holder("1980-01-31"), holder("1981-01-31")]),
        ]
        .into_iter()
        .map(|(number, holders)| (number.to_owned(), holders))
        .collect();
        for (numbers, born, wanted) in [
            (vec!["1"], Some("1980-01-31"), None),
            (vec!["3"], Some("1981-01-31"), None),
            (vec![], Some("1980-01-31"), Some(Doubt::NoNumber)),
            (
                vec!["1", "3"],
                Some("1980-01-31"),
                Some(Doubt::SeveralNumbers),
            ),
            (vec!["1"], None, Some(Doubt::NoDateOfBirth)),
            (vec!["9"], Some("1980-01-31"), Some(Doubt::NobodyKnown)),
            (
                vec!["1"],
                Some("1980-02-01"),
                Some(Doubt::DateOfBirthDiffers),
            ),
            (vec!["2"], Some("1980-01-31"), Some(Doubt::SeveralPatients)),
        ] {
            let told = LabPatient {
                health_numbers: numbers.iter().map(ToString::to_string).collect(),
                date_of_birth: born.and_then(day),
                ..LabPatient::default()
            };
            assert_eq!(
                patient_of(&told, &known).err(),
                wanted,
                "{numbers:?} {born:?}"
            );
        }
    }

    #[test]
    fn every_doubt_has_a_sentence() {
        for doubt in Doubt::ALL {
            assert_eq!(Doubt::from_code(doubt.code()), Some(doubt));
            let sentence = doubt.sentence();
            let others = Doubt::ALL.into_iter().filter(|other| *other != doubt);
            assert!(sentence.ends_with('.'), "{sentence}");
            assert!(others.map(Doubt::sentence).all(|other| other != sentence));
        }
    }
}

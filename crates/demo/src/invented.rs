// SPDX-License-Identifier: AGPL-3.0-or-later

//! Patients made up by chance, from one seed: names, addresses, cards and medical histories that fit the medications
//! taken. The same seed and number give the same patient, so none has to be remembered to be made again. Not here: what
//! they do at the clinic. They are stored by `enrol`.

use chrono::{Datelike, Days, NaiveDate};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use salal_domain::people::health_numbers::is_bc_number;
use salal_domain::prescriptions::usage::Usage;

/// A card, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Card {
    Bc(String),
    /// A card of another province: number and province.
    Province(String, &'static str),
    /// A passport: number and country.
    Passport(String, &'static str),
    /// None; pays privately.
    Private,
}

/// A medication that is taken, by the name of the demo's catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    pub drug: &'static str,
    /// Which of the catalogue's strengths.
    pub strength: usize,
    pub frequency: &'static str,
    /// What it is taken for.
    pub condition: &'static str,
}

impl Taken {
    /// How it is taken, for a month or several.
    pub fn usage(&self, duration: &str, repeat: i64) -> Usage {
        Usage {
            quantity: "One".into(),
            frequency: self.frequency.into(),
            duration: duration.into(),
            repeat,
            ..Usage::default()
        }
    }
}

/// A patient who was made up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invented {
    pub email: String,
    pub first_name: &'static str,
    pub last_name: String,
    pub born: NaiveDate,
    pub sex: &'static str,
    pub phone: String,
    pub address: String,
    pub city: &'static str,
    pub postal_code: String,
    pub card: Card,
    pub conditions: Vec<&'static str>,
    pub surgeries: Vec<&'static str>,
    pub allergies: Vec<&'static str>,
    pub medications: Vec<Taken>,
    pub alcohol: &'static str,
    pub smoking: &'static str,
}

/// Names for women, for men, and family names; from everywhere, as in British Columbia.
const WOMEN: [&str; 24] = [
    "Amélie",
    "Noor",
    "Siobhán",
    "Ximena",
    "Harpreet",
    "Zoë",
    "Mei-Ling",
    "Ingrid",
    "Chidinma",
    "Beatriz",
    "Anaïs",
    "Sunniva",
    "Parisa",
    "Élodie",
    "Tala",
    "Wilhelmina",
    "Yuki",
    "Łucja",
    "Rosario",
    "Dilnaz",
    "Maeve",
    "Priya",
    "Kateryna",
    "Odile",
];
const MEN: [&str; 24] = [
    "André",
    "Jagdeep",
    "Søren",
    "Mateus",
    "Quang",
    "Étienne",
    "Babak",
    "Tariq",
    "Lázaro",
    "Kenji",
    "Oluwaseun",
    "Björn",
    "Gurvir",
    "Raphaël",
    "Anselm",
    "Dmytro",
    "Iñigo",
    "Cedric",
    "Hae-won",
    "Marlow",
    "Zbigniew",
    "Arjun",
    "Tomás",
    "Wendell",
];
const FAMILIES: [&str; 40] = [
    "Abéla",
    "Bhullar",
    "Castonguay",
    "Dufresne",
    "Eze",
    "Fitzwarren",
    "Gauthier-Roy",
    "Håkansson",
    "Ibarra",
    "Jablonský",
    "Kinoshita",
    "Lafrenière",
    "Mpofu",
    "Nakagawa",
    "O’Riordan",
    "Pelletier",
    "Quayle",
    "Rasmussen",
    "Sangha",
    "Tran-Wells",
    "Ueda",
    "Vainio",
    "Whitebear",
    "Xiong",
    "Yılmaz",
    "Zapata",
    "Ashgrove",
    "Brandvold",
    "Cheung-Marsh",
    "Dhaliwal",
    "Espinoza",
    "Farrukh",
    "Grewal",
    "Hallström",
    "Iwasaki",
    "Joubert",
    "Kowalenko",
    "Lindqvist-Day",
    "Maddox",
    "Núñez",
];

/// Towns and the beginning of their postal codes, each with a pharmacy of the demo.
const TOWNS: [(&str, &str); 12] = [
    ("Vancouver", "V5Z"),
    ("Burnaby", "V5B"),
    ("Richmond", "V6X"),
    ("Surrey", "V3S"),
    ("Coquitlam", "V3B"),
    ("Kelowna", "V1Y"),
    ("Kamloops", "V2B"),
    ("Victoria", "V8V"),
    ("Squamish", "V8B"),
    ("Prince George", "V2L"),
    ("Penticton", "V2A"),
    ("Tofino", "V0R"),
];
const STREETS: [&str; 12] = [
    "Alder Row",
    "Bracken Way",
    "Cormorant Lane",
    "Driftwood Road",
    "Elderberry Walk",
    "Foxglove Close",
    "Gull Bluff",
    "Huckleberry Street",
    "Inlet View",
    "Juniper Bend",
    "Kelp Crescent",
    "Larkspur Place",
];

/// What belongs together: a condition, the ages it is found at, and what is taken for it.
struct Profile {
    condition: &'static str,
    ages: std::ops::RangeInclusive<i32>,
    /// Drug, how many of its strengths are used, and how often it is taken. One of each line is chosen.
    drugs: &'static [&'static [(&'static str, usize, &'static str)]],
}

const DAILY: &str = "Once a day";
const MORNING: &str = "Once in the morning";
const NIGHT: &str = "Once at night";
const TWICE: &str = "Twice a day";

const PROFILES: [Profile; 14] = [
    Profile {
        condition: "High blood pressure",
        ages: 38..=100,
        drugs: &[
            &[
                ("RAMIPRIL", 4, DAILY),
                ("CANDESARTAN", 4, DAILY),
                ("TELMISARTAN", 2, DAILY),
                ("PERINDOPRIL ERBUMINE", 3, MORNING),
            ],
            &[
                ("AMLODIPINE", 3, DAILY),
                ("HYDROCHLOROTHIAZIDE", 2, MORNING),
                ("INDAPAMIDE", 2, MORNING),
            ],
        ],
    },
    Profile {
        condition: "High cholesterol",
        ages: 40..=100,
        drugs: &[&[
            ("ATORVASTATIN", 4, NIGHT),
            ("ROSUVASTATIN", 4, DAILY),
            ("EZETIMIBE", 1, DAILY),
        ]],
    },
    Profile {
        condition: "Hypothyroidism",
        ages: 22..=100,
        drugs: &[&[("LEVOTHYROXINE", 8, MORNING)]],
    },
    Profile {
        condition: "Diabetes",
        ages: 35..=100,
        drugs: &[
            &[("METFORMIN", 2, TWICE)],
            &[
                ("EMPAGLIFLOZIN", 2, MORNING),
                ("SITAGLIPTIN", 3, DAILY),
                ("GLICLAZIDE MR", 2, MORNING),
                ("LINAGLIPTIN", 1, DAILY),
            ],
        ],
    },
    Profile {
        condition: "Depression",
        ages: 19..=75,
        drugs: &[&[
            ("ESCITALOPRAM", 2, MORNING),
            ("SERTRALINE", 3, MORNING),
            ("CITALOPRAM", 2, DAILY),
            ("VENLAFAXINE XR", 3, MORNING),
        ]],
    },
    Profile {
        condition: "Anxiety",
        ages: 19..=70,
        drugs: &[&[("DULOXETINE", 2, DAILY), ("PAROXETINE", 2, MORNING)]],
    },
    Profile {
        condition: "Seasonal allergies",
        ages: 6..=70,
        drugs: &[&[("MONTELUKAST", 3, NIGHT), ("DESLORATADINE", 1, DAILY)]],
    },
    Profile {
        condition: "Osteoporosis",
        ages: 58..=100,
        drugs: &[&[("RALOXIFENE", 1, DAILY), ("ALENDRONATE", 1, DAILY)]],
    },
    Profile {
        condition: "Gout",
        ages: 40..=100,
        drugs: &[&[("ALLOPURINOL", 3, DAILY), ("FEBUXOSTAT", 1, DAILY)]],
    },
    Profile {
        condition: "Prostate problem",
        ages: 55..=100,
        drugs: &[&[("TAMSULOSIN CR", 1, NIGHT), ("DUTASTERIDE", 1, DAILY)]],
    },
    Profile {
        condition: "Ulcers of the stomach",
        ages: 30..=90,
        drugs: &[&[
            ("PANTOPRAZOLE", 2, MORNING),
            ("RABEPRAZOLE", 2, MORNING),
            ("FAMOTIDINE", 2, TWICE),
        ]],
    },
    Profile {
        condition: "Atrial fibrillation",
        ages: 60..=100,
        drugs: &[
            &[("APIXABAN", 2, TWICE)],
            &[("BISOPROLOL", 2, DAILY), ("METOPROLOL", 3, TWICE)],
        ],
    },
    Profile {
        condition: "Heart disease",
        ages: 55..=100,
        drugs: &[
            &[("CLOPIDOGREL", 1, DAILY)],
            &[("BISOPROLOL", 2, DAILY), ("CARVEDILOL", 4, TWICE)],
        ],
    },
    Profile {
        condition: "Anemia",
        ages: 10..=80,
        drugs: &[&[("FOLIC ACID", 1, DAILY)]],
    },
];

/// Of each of these a patient takes one at most: they do the same, or one is not given beside the other.
const APART: [&[&str]; 5] = [
    &["BISOPROLOL", "METOPROLOL", "CARVEDILOL"],
    &[
        "ESCITALOPRAM",
        "SERTRALINE",
        "CITALOPRAM",
        "VENLAFAXINE XR",
        "DULOXETINE",
        "PAROXETINE",
    ],
    &["APIXABAN", "CLOPIDOGREL"],
    // It irritates a stomach with ulcers.
    &["ALENDRONATE", "PANTOPRAZOLE", "RABEPRAZOLE", "FAMOTIDINE"],
    // A water tablet brings on gout.
    &[
        "ALLOPURINOL",
        "FEBUXOSTAT",
        "HYDROCHLOROTHIAZIDE",
        "INDAPAMIDE",
    ],
];

fn go_together(one: &str, other: &str) -> bool {
    let both = |group: &&[&str]| group.contains(&one) && group.contains(&other);
    !APART.iter().any(both)
}

/// What nobody is given who is allergic to sulfa.
const SULFA: [&str; 3] = ["HYDROCHLOROTHIAZIDE", "INDAPAMIDE", "GLICLAZIDE MR"];

/// Which of the catalogue's strengths, where that depends on the age; otherwise any of so many.
fn strength_for(drug: &str, age: i32, many: usize, chance: &mut StdRng) -> usize {
    match (drug, age) {
        ("MONTELUKAST", ..15) => 1,
        ("MONTELUKAST", _) => 2,
        ("APIXABAN", 80..) => 0,
        ("APIXABAN", _) => 1,
        _ => chance.random_range(0..many),
    }
}

/// Operations, and the age from which they are met.
const OPERATIONS: [(&str, i32); 6] = [
    ("Appendectomy", 5),
    ("Cataract surgery", 62),
    ("Cholecystectomy", 25),
    ("Hernia repair", 20),
    ("Knee replacement", 55),
    ("Tonsillectomy", 4),
];

/// The chance of one thing of one seed: the same numbers give the same chance, whatever was decided before.
pub fn chance(seed: u64, what: u64, number: u64) -> StdRng {
    // Odd constants spread neighbouring numbers.
    let mixed = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(what.wrapping_mul(0xbf58_476d_1ce4_e5b9))
        .wrapping_add(number.wrapping_mul(0x94d0_49bb_1331_11eb));
    StdRng::seed_from_u64(mixed)
}

/// What `chance` is asked about here.
const PATIENT: u64 = 1;

/// The patient of this number, as old as they are on a day.
pub fn patient(seed: u64, number: u64, today: NaiveDate) -> Invented {
    let mut chance = chance(seed, PATIENT, number);
    let chance = &mut chance;
    // The young are few and the old many, as among those who take medications; each age is met.
    let age = match number % 10 {
        0 => chance.random_range(7..=18),
        1 => chance.random_range(19..=29),
        2 | 3 => chance.random_range(30..=49),
        4..=6 => chance.random_range(50..=66),
        7 | 8 => chance.random_range(67..=80),
        _ => chance.random_range(81..=97),
    };
    let is_woman = chance.random_bool(0.52);
    let sex = match (is_woman, chance.random_range(0..40)) {
        (_, 0) => "Non-binary",
        (_, 1) => "Transgender",
        (true, _) => "Female",
        (false, _) => "Male",
    };
    let first_name = one(if is_woman { &WOMEN } else { &MEN }, chance);
    let mut last_name = one(&FAMILIES, chance).to_owned();
    if chance.random_bool(0.08) {
        last_name = format!("{last_name} {}", one(&FAMILIES, chance));
    }
    let (city, begins) = one(&TOWNS, chance);
    let letter = char::from(one(b"ABCEGHJKLMNPRSTVWXYZ", chance));
    let (conditions, medications) = history(age, is_woman, chance);
    let operations = OPERATIONS.iter().filter(|(_, from)| *from <= age);
    let operations: Vec<_> = operations.map(|(name, _)| *name).collect();
    let surgeries = some(&operations, 0.18, 2, chance);
    let mut allergies = some(
        &["Penicillin", "Sulfa", "Codeine", "Macrolides"],
        0.14,
        2,
        chance,
    );
    if medications.iter().any(|one| SULFA.contains(&one.drug)) {
        allergies.retain(|allergy| *allergy != "Sulfa");
    }
    Invented {
        email: format!("patient{number}@mail.example"),
        first_name,
        last_name,
        born: birthday(today, age, chance),
        sex,
        phone: phone(number),
        address: format!(
            "{} {}",
            chance.random_range(2..4_900),
            one(&STREETS, chance)
        ),
        city,
        postal_code: format!(
            "{begins} {}{letter}{}",
            chance.random_range(1..=9),
            chance.random_range(0..=9)
        ),
        card: card(number, chance),
        conditions,
        surgeries,
        allergies,
        medications,
        alcohol: if age < 19 {
            "No"
        } else {
            one(
                &[
                    "No",
                    "No",
                    "1 to 7 beverages per week on average",
                    "8 to 14 beverages per week on average",
                ],
                chance,
            )
        },
        smoking: if age < 19 {
            "No"
        } else {
            one(
                &["No", "No", "No", "No", "less than 1 pack per day"],
                chance,
            )
        },
    }
}

fn one<T: Copy>(list: &[T], chance: &mut StdRng) -> T {
    *list.choose(chance).expect("the lists here are not empty")
}

/// Some of a list, each with the same chance, and no more than so many.
fn some(list: &[&'static str], each: f64, most: usize, chance: &mut StdRng) -> Vec<&'static str> {
    let mut chosen: Vec<_> = list
        .iter()
        .copied()
        .filter(|_| chance.random_bool(each))
        .collect();
    chosen.truncate(most);
    chosen
}

fn birthday(today: NaiveDate, age: i32, chance: &mut StdRng) -> NaiveDate {
    let year = today.year() - age;
    let latest = NaiveDate::from_ymd_opt(year, today.month(), today.day().min(28)).unwrap_or(today);
    latest - Days::new(chance.random_range(0..364))
}

/// A number of the invented ones, another for each of the first 240.
fn phone(number: u64) -> String {
    // Pharmacies have those of 604 and 250.
    let area = match number % 4 {
        0 => "236",
        1 => "257",
        2 => "672",
        _ => "778",
    };
    format!("{area}55501{:02}", 20 + number / 4 % 60)
}

/// Nine of ten have the province's card, and every other kind is met among twenty.
fn card(number: u64, chance: &mut StdRng) -> Card {
    match number % 20 {
        5 => Card::Private,
        11 => Card::Province(
            format!("{:09}", chance.random_range(100_000_000..999_999_999)),
            one(&["AB", "ON", "SK", "MB"], chance),
        ),
        17 => Card::Passport(
            format!("X{:07}", chance.random_range(0..9_999_999)),
            one(&["NO", "BR", "JP", "FR"], chance),
        ),
        _ => Card::Bc(health_number(number)),
    }
}

/// A health number with the right check digit, another for each patient.
fn health_number(number: u64) -> String {
    // One in eleven has no check digit; then the next beginning has.
    ["98", "97", "96", "95", "94", "93", "92", "91"]
        .iter()
        .flat_map(|begins| {
            (0..10).map(move |check| format!("{begins}{:07}{check}", number % 10_000_000))
        })
        .find(|digits| is_bc_number(digits))
        .expect("eight beginnings in a row without a check digit do not occur")
}

/// Conditions, and what is taken for them.
fn history(age: i32, is_woman: bool, chance: &mut StdRng) -> (Vec<&'static str>, Vec<Taken>) {
    let fits = |profile: &&Profile| {
        profile.ages.contains(&age) && !(is_woman && profile.condition == "Prostate problem")
    };
    let mut possible: Vec<&Profile> = PROFILES.iter().filter(fits).collect();
    possible.shuffle(chance);
    let many = match age {
        ..30 => 1,
        30..60 => chance.random_range(1..=3),
        _ => chance.random_range(2..=4),
    };
    let (mut conditions, mut taken) = (Vec::new(), Vec::<Taken>::new());
    for profile in possible.into_iter().take(many) {
        conditions.push(profile.condition);
        for line in profile.drugs {
            let fits = |(drug, ..): &&(&str, usize, &str)| {
                let is_for_women = *drug == "RALOXIFENE";
                (is_woman || !is_for_women)
                    && taken
                        .iter()
                        .all(|other| other.drug != *drug && go_together(other.drug, drug))
            };
            let fitting: Vec<_> = line.iter().filter(fits).collect();
            let Some(&&(drug, strengths, frequency)) = fitting.choose(chance) else {
                continue;
            };
            taken.push(Taken {
                drug,
                strength: strength_for(drug, age, strengths, chance),
                frequency,
                condition: profile.condition,
            });
        }
    }
    conditions.sort_unstable();
    (conditions, taken)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use salal_domain::options::{
        ALCOHOL, ALLERGIES, FREQUENCIES, MEDICAL_CONDITIONS, SMOKING, SURGERIES,
    };

    use super::*;

    fn some_day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 2, 28).expect("a day")
    }

    #[test]
    fn all_that_is_made_up_is_in_the_lists_and_the_catalogue() {
        let mut strengths = BTreeMap::<String, usize>::new();
        for drug in crate::catalogue::drugs().unwrap() {
            *strengths.entry(drug.name).or_default() += 1;
        }
        for number in 0..400 {
            let one = patient(7, number, some_day());
            assert!(!one.medications.is_empty(), "{one:?}");
            for (list, chosen) in [
                (MEDICAL_CONDITIONS, &one.conditions),
                (SURGERIES, &one.surgeries),
                (ALLERGIES, &one.allergies),
            ] {
                assert!(chosen.iter().all(|one| list.contains(one)), "{chosen:?}");
            }
            assert!(ALCOHOL.contains(&one.alcohol) && SMOKING.contains(&one.smoking));
            for taken in &one.medications {
                assert!(
                    strengths
                        .get(taken.drug)
                        .is_some_and(|all| taken.strength < *all),
                    "{taken:?}"
                );
                assert!(FREQUENCIES.contains(&taken.frequency));
            }
            assert_eq!(&one.phone[3..8], "55501", "a number that belongs to nobody");
            assert!(one.born < some_day());
        }
    }

    #[test]
    fn a_doctor_finds_nothing_odd_in_a_history() {
        for number in 0..2_000 {
            let one = patient(3, number, some_day());
            let age = some_day().years_since(one.born).unwrap_or_default();
            let takes = |drug: &str| one.medications.iter().any(|taken| taken.drug == drug);
            for (place, taken) in one.medications.iter().enumerate() {
                assert!(one.conditions.contains(&taken.condition), "{one:?}");
                for other in &one.medications[place + 1..] {
                    assert!(go_together(taken.drug, other.drug), "{one:?}");
                }
                let of_age = match (taken.drug, taken.strength) {
                    ("MONTELUKAST", 1) => age < 16,
                    ("MONTELUKAST", 2) => age >= 14,
                    ("MONTELUKAST", _) => false,
                    _ => true,
                };
                assert!(of_age, "{one:?}");
            }
            if takes("RALOXIFENE") || takes("DUTASTERIDE") {
                assert_eq!(
                    takes("RALOXIFENE"),
                    WOMEN.contains(&one.first_name),
                    "{one:?}"
                );
            }
            let is_young = age < 50;
            assert!(!(is_young && one.surgeries.contains(&"Knee replacement")));
            let hurts = SULFA.iter().any(|drug| takes(drug));
            assert!(!(hurts && one.allergies.contains(&"Sulfa")), "{one:?}");
        }
    }

    #[test]
    fn patients_of_one_clinic_have_phones_of_their_own() {
        let phones: BTreeSet<_> = (0..240).map(phone).collect();
        assert_eq!(phones.len(), 240);
    }

    #[test]
    fn a_number_is_one_patient_and_another_seed_another() {
        assert_eq!(patient(1, 3, some_day()), patient(1, 3, some_day()));
        assert_ne!(patient(1, 3, some_day()), patient(2, 3, some_day()));
    }

    #[test]
    fn health_numbers_are_right_and_nobody_shares_one() {
        let numbers: BTreeSet<_> = (0..20_000).map(health_number).collect();
        assert_eq!(numbers.len(), 20_000);
        assert!(numbers.iter().all(|number| is_bc_number(number)));
    }

    #[test]
    fn all_ages_and_kinds_of_card_are_met_among_forty() {
        let all: Vec<_> = (0..40)
            .map(|number| patient(1, number, some_day()))
            .collect();
        let of = |wanted: fn(&Card) -> bool| all.iter().filter(|one| wanted(&one.card)).count();
        assert!(of(|card| matches!(card, Card::Bc(_))) >= 30);
        for kind in [
            of(|card| matches!(card, Card::Province(..))),
            of(|card| matches!(card, Card::Passport(..))),
            of(|card| matches!(card, Card::Private)),
        ] {
            assert_eq!(kind, 2);
        }
        let ages: BTreeSet<_> = all
            .iter()
            .map(|one| (some_day().year() - one.born.year()) / 20)
            .collect();
        assert_eq!(ages.len(), 5, "{ages:?}");
    }
}

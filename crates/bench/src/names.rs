// SPDX-License-Identifier: AGPL-3.0-or-later

//! What made-up patients are called: names as unevenly spread as real ones, and the numbers and
//! addresses that go with them. The same in every run.

use crate::seed::pick;

/// The more to the left, the more people are called so.
const FIRST: &[&str] = &[
    "John", "Mary", "Jan", "David", "Susan", "Wei", "Maria", "Robert", "Linda", "Singh", "Michael",
    "Anne", "Harpreet", "James", "Karen", "Mohammed", "Zoë", "Peter", "Ingrid", "Thomas", "Élodie",
    "Andrew", "Hannah", "Jasmine", "Marcel", "Olga", "Pavel", "Quentin", "Renée", "Sofia", "Tariq",
    "Ursula", "Viktor", "Wendy", "Xavier", "Yusuf", "Zainab",
];
const LAST: &[&str] = &[
    "Smith",
    "Li",
    "Brown",
    "Martin",
    "Singh",
    "Wong",
    "Tremblay",
    "Nguyen",
    "Campbell",
    "Anderson",
    "MacDonald",
    "Williams",
    "Kim",
    "Gill",
    "Johnson",
    "Côté",
    "Smithers",
    "Janssen",
    "O'Neil",
    "Martens",
    "Wilson",
    "Friesen",
    "Andrews",
    "Peters",
    "Van Dyk",
    "Marchand",
    "Tran",
    "Taylor",
    "Chen",
    "Dhaliwal",
];
const SYLLABLES: &[&str] = &[
    "ba", "del", "kor", "mi", "ran", "sto", "tev", "lin", "har", "wes", "no", "gri", "fal", "ush",
    "pen", "dor", "zak", "yel", "quo", "cam",
];

/// One of the common names for two of three, made of syllables for the others.
fn name(common: &[&str], number: usize, salt: usize) -> String {
    if pick(number, salt, 3) < 2 {
        // The smaller of two draws: the first names of the list come up most.
        let (one, other) = (
            pick(number, salt + 1, common.len()),
            pick(number, salt + 2, common.len()),
        );
        return common[one.min(other)].to_owned();
    }
    let made: String = (3..6)
        .map(|more| SYLLABLES[pick(number, salt + more, SYLLABLES.len())])
        .collect();
    made[..1].to_uppercase() + &made[1..]
}

pub(crate) fn first_name(patient: usize) -> String {
    name(FIRST, patient, 100)
}

pub(crate) fn last_name(patient: usize) -> String {
    name(LAST, patient, 200)
}

pub(crate) fn health_number(patient: usize) -> String {
    format!("9{:09}", pick(patient, 300, 1_000_000_000))
}

pub(crate) fn email(patient: usize) -> String {
    let (first, last) = (first_name(patient), last_name(patient));
    let plain = |text: String| -> String {
        let letters = text.chars().filter(char::is_ascii_alphabetic);
        letters.collect::<String>().to_lowercase()
    };
    format!("{}.{}.{patient}@bench.example", plain(first), plain(last))
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's people as the sandbox's page shows them: whose phone and mailbox, and whose authenticator. They
//! are published with the demo; `web/e2e/sandbox.spec.ts` compares them with what the demo made.

use salal_sandbox::Person;

/// The staff: role, first and last name, email, phone, secret of the authenticator.
const STAFF: [(&str, &str, &str, &str, &str); 5] = [
    (
        "Doctor",
        "Imogen Castellan",
        "doctor@salal.example",
        "6045550181",
        "E3RPVF4C3U6JK6IFGWY33YKUSDUB46GO",
    ),
    (
        "Doctor",
        "Bertrand Okonjo",
        "doctor2@salal.example",
        "6045550182",
        "ZGWM7TDY7KOOZFG66LR6JDTUFC6APZWG",
    ),
    (
        "Administrator",
        "Odette Lindqvist",
        "admin@salal.example",
        "6045550180",
        "6LK5L7M7L3J24V3WGJACCJKVGGBUGVXO",
    ),
    (
        "Office",
        "Priscilla Vandermeer",
        "office@salal.example",
        "6045550183",
        "LK2QAUZS5K7M6EEFGORCIJEPROUHOVSN",
    ),
    (
        "Customer service",
        "Thaddeus Moreau",
        "care@salal.example",
        "6045550184",
        "H6VAHXTRYRC3624Z3QZECRJR5QDIX5CC",
    ),
];

/// The patients: name, email, the last two digits of 604-555-01xx, and what they ask for when a day is played;
/// nothing of those who cannot ask yet.
const PATIENTS: [(&str, &str, u32, &[&str]); 12] = [
    (
        "Maren Holloway",
        "patient@salal.example",
        10,
        &["RAMIPRIL", "ATORVASTATIN", "LEVOTHYROXINE"],
    ),
    ("Tobias Fennimore", "new@salal.example", 11, &[]),
    (
        "Anneliese Varga",
        "private@salal.example",
        12,
        &["SALBUTAMOL HFA"],
    ),
    (
        "Desmond Achterberg",
        "notcovered@salal.example",
        13,
        &["METFORMIN"],
    ),
    (
        "Rosalind Mbeki-Strand",
        "pending@salal.example",
        14,
        &["ALENDRONATE"],
    ),
    (
        "Lucian Abernethy",
        "mismatch@salal.example",
        15,
        &["ALLOPURINOL"],
    ),
    (
        "Signe Kowalczyk",
        "birthdate@salal.example",
        16,
        &["SERTRALINE"],
    ),
    ("Cormac Delacroix", "unknown@salal.example", 17, &[]),
    (
        "Philippa Osterhaus",
        "alberta@salal.example",
        18,
        &["METHIMAZOLE"],
    ),
    (
        "Henrik Solberg-Ito",
        "passport@salal.example",
        19,
        &["MONTELUKAST"],
    ),
    (
        "Eudora Winterbourne",
        "many@salal.example",
        20,
        &["BISOPROLOL", "METFORMIN", "ROSUVASTATIN"],
    ),
    ("Leopold Tanaka-Reyes", "unproved@salal.example", 21, &[]),
];

/// The demo's pharmacies, by fax number.
const PHARMACIES: &str = include_str!("../../../demo/src/pharmacies.csv");

fn password() -> String {
    salal_demo::PASSWORD.to_owned()
}

/// Everybody with a published account, patients first.
pub(super) fn people() -> Vec<Person> {
    let patients = PATIENTS
        .iter()
        .map(|(name, email, phone, asks_for)| Person {
            name: (*name).to_owned(),
            role: "Patient".to_owned(),
            email: (*email).to_owned(),
            phone: format!("60455501{phone:02}"),
            password: password(),
            totp_secret: None,
            asks_for: asks_for.iter().map(|drug| (*drug).to_owned()).collect(),
        });
    let staff = STAFF
        .iter()
        .map(|(role, name, email, phone, secret)| Person {
            name: (*name).to_owned(),
            role: (*role).to_owned(),
            email: (*email).to_owned(),
            phone: (*phone).to_owned(),
            password: password(),
            totp_secret: Some((*secret).to_owned()),
            asks_for: Vec::new(),
        });
    patients.chain(staff).collect()
}

/// The names of the demo's pharmacies, by fax number: the first and the last column, neither of them quoted.
pub(super) fn places() -> Vec<(String, String)> {
    PHARMACIES
        .lines()
        .skip(1)
        .filter_map(|row| {
            let (name, _) = row.split_once(',')?;
            let (_, fax) = row.rsplit_once(',')?;
            Some((fax.to_owned(), name.to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn every_pharmacy_has_a_name_and_a_number() {
        let places = places();
        assert!(places.len() > 20);
        for (number, name) in places {
            let is_number = number.len() == 10 && number.bytes().all(|sign| sign.is_ascii_digit());
            assert!(
                is_number && !name.is_empty() && !name.contains('"'),
                "{name}: {number}"
            );
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's people as the sandbox's page shows them: whose phone and mailbox, and whose authenticator. They
//! are those that the demo makes; `web/e2e/sandbox.spec.ts` compares them with what it made.

use salal_demo::Published;
use salal_platform::api::Role;
use salal_sandbox::Person;

/// The demo's pharmacies, by fax number.
const PHARMACIES: &str = include_str!("../../../demo/src/pharmacies.csv");

fn word(role: Role) -> &'static str {
    match role {
        Role::Patient => "Patient",
        Role::Doctor => "Doctor",
        Role::Admin => "Administrator",
        Role::Office => "Office",
        Role::CustomerService => "Customer service",
    }
}

/// Everybody with a published account: patients first, then the doctors, as they are needed.
pub(super) fn people() -> Vec<Person> {
    let mut everybody = salal_demo::published();
    everybody.sort_by_key(|one| match one.role {
        Role::Patient => 0,
        Role::Doctor => 1,
        Role::Admin | Role::Office | Role::CustomerService => 2,
    });
    everybody.into_iter().map(person).collect()
}

fn person(one: Published) -> Person {
    Person {
        name: one.name,
        role: word(one.role).to_owned(),
        email: one.email.to_owned(),
        phone: one.phone,
        password: salal_demo::PASSWORD.to_owned(),
        totp_secret: one.totp_secret.map(str::to_owned),
    }
}

/// One line for each role, in the order in which one would try them: where, as whom, and the code of this moment.
pub(super) fn where_to_begin(people: &[Person], site: &str) -> Vec<String> {
    let roles = [
        (Role::Doctor, "decides and signs", "/office-login"),
        (Role::Patient, "asks to renew", "/login"),
        (Role::Office, "front desk", "/office-login"),
        (Role::CustomerService, "answers messages", "/office-login"),
        (Role::Admin, "runs the clinic", "/office-login"),
    ];
    let head = ("Sign in as", "Who", "Email", "Password", "Code now");
    let line = |(role, does, email, password, code): (&str, &str, &str, &str, &str), at: &str| {
        format!("{role:<17}  {does:<17}  {email:<21}  {password:<13}  {code:<23}  {at}")
    };
    let found = roles.into_iter().filter_map(|(role, does, path)| {
        let one = people.iter().find(|one| one.role == word(role))?;
        let code = one.code().map_or_else(
            || "as a text, on the page".to_owned(),
            |code| {
                let (first, last) = code.split_at(code.len() / 2);
                format!("{first} {last}")
            },
        );
        let says = (
            one.role.as_str(),
            does,
            one.email.as_str(),
            one.password.as_str(),
            code.as_str(),
        );
        Some(line(says, &format!("{site}{path}")))
    });
    std::iter::once(line(head, "Address"))
        .chain(found)
        .collect()
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
    use super::{people, places, where_to_begin};

    #[test]
    fn everybody_is_there_with_a_phone() {
        let people = people();
        // The first with an authenticator is the one whom the terminal names.
        let staff = people.iter().find(|one| one.totp_secret.is_some());
        assert_eq!(staff.map(|one| one.role.as_str()), Some("Doctor"));
        for one in &people {
            assert_eq!(one.role == "Patient", one.totp_secret.is_none());
            let is_number =
                one.phone.len() == 10 && one.phone.bytes().all(|sign| sign.is_ascii_digit());
            assert!(is_number, "{}: {}", one.name, one.phone);
        }
    }

    #[test]
    fn the_terminal_has_one_line_a_role_with_everything_to_sign_in() {
        let people = people();
        let lines = where_to_begin(&people, "http://127.0.0.1:8080");
        let begin: Vec<&str> = lines.iter().map(|line| line[..17].trim_end()).collect();
        let roles = [
            "Doctor",
            "Patient",
            "Office",
            "Customer service",
            "Administrator",
        ];
        assert_eq!(begin[1..], roles);
        for (line, role) in lines[1..].iter().zip(roles) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let of_role = |one: &&salal_sandbox::Person| one.role == role;
            let one = people.iter().find(of_role).unwrap();
            assert!(words.contains(&one.email.as_str()) && words.contains(&one.password.as_str()));
            let (code, path) = match role {
                "Patient" => ("as a text, on the page".to_owned(), "/login"),
                _ => (one.code().unwrap(), "/office-login"),
            };
            assert!(
                line.replace(' ', "").contains(&code.replace(' ', "")),
                "{line}"
            );
            assert!(
                line.ends_with(&format!("http://127.0.0.1:8080{path}")),
                "{line}"
            );
        }
    }

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

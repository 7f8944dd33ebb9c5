// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /person/search-key/{key}`: whom a typed text finds, and how quickly a change is found.

use reqwest::Method;
use salal_people::people::complete_search;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{TestApp, User, new_key, on_both, phn, register_form};

/// Registers somebody of that name; `n` makes address and number another person's.
pub(super) async fn registered(app: &TestApp, n: u32, first: &str, last: &str) {
    let mut form = register_form(n);
    form["FirstName"] = first.into();
    form["LastName"] = last.into();
    app.api
        .send_form("/user", &new_key(), &form, &[])
        .await
        .ok();
    app.settle().await;
}

fn escaped(text: &str) -> String {
    text.bytes()
        .fold(String::new(), |safe, byte| format!("{safe}%{byte:02X}"))
}

/// The names that a key finds, in the order of the answer.
async fn found(app: &TestApp, by: &User, key: &str) -> Vec<String> {
    let answer = app
        .get(by, &format!("/person/search-key/{}", escaped(key)))
        .await
        .ok();
    let rows = answer.as_array().expect("a list");
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    rows.iter()
        .map(|row| {
            format!(
                "{} {}",
                text(&row["Person"]["FirstName"]),
                text(&row["Person"]["LastName"])
            )
        })
        .collect()
}

async fn a_few(app: &TestApp) {
    for (n, (first, last)) in [
        ("Jan", "Smith"),
        ("Janet", "Smithers"),
        ("Zoë", "Tremblay-Côté"),
        ("Smita", "Janssen"),
        ("Li", "Wu"),
        ("Marc", "O'Neil"),
    ]
    .into_iter()
    .enumerate()
    {
        registered(app, 40 + u32::try_from(n).expect("few"), first, last).await;
    }
}

on_both!(
    a_database_of_an_earlier_version_is_made_ready,
    names_in_any_order_without_accents_by_the_start_of_a_word,
    a_slip_is_forgiven_when_nobody_is_called_so,
    addresses_and_parts_of_numbers,
    a_change_is_found_at_once_and_what_was_before_is_not,
    whoever_closes_the_account_is_out_of_the_lists,
    only_patients_are_found_and_only_by_the_desk
);

async fn a_database_of_an_earlier_version_is_made_ready(app: &TestApp) {
    a_few(app).await;
    let office = &app.users.office;
    let list = app.get(office, "/user/patients?limit=100").await.ok();
    for sql in [
        "DELETE FROM patient_gram",
        "DELETE FROM patient_entry",
        "UPDATE counter SET value = 1 WHERE name = 'people.search'",
    ] {
        app.ctx
            .db
            .write()
            .execute_unprepared(sql)
            .await
            .expect("the change is made");
    }
    assert_eq!(found(app, office, "smith jan").await, Vec::<String>::new());
    complete_search(&app.ctx.db)
        .await
        .expect("it is made again");
    assert_eq!(app.get(office, "/user/patients?limit=100").await.ok(), list);
    assert_eq!(
        found(app, office, "smith jan").await,
        ["Jan Smith", "Janet Smithers"]
    );
}

async fn names_in_any_order_without_accents_by_the_start_of_a_word(app: &TestApp) {
    a_few(app).await;
    let office = &app.users.office;
    let smiths = ["Smita Janssen", "Jan Smith", "Janet Smithers"];
    for key in ["smi jan", "jan smi", "  JAN   Smi ", "j smi", "smi ja"] {
        assert_eq!(found(app, office, key).await, smiths, "{key}");
    }
    for (key, name) in [
        ("zoe", "Zoë Tremblay-Côté"),
        ("TREMBLAY", "Zoë Tremblay-Côté"),
        ("côté zo", "Zoë Tremblay-Côté"),
        ("cote", "Zoë Tremblay-Côté"),
        ("li w", "Li Wu"),
        ("o'neil", "Marc O'Neil"),
        ("nei", "Marc O'Neil"),
        ("smithers j", "Janet Smithers"),
        ("smith smithers", "Janet Smithers"),
    ] {
        assert_eq!(found(app, office, key).await, [name], "{key}");
    }
    for key in ["ithers", "jan tremblay", "%%%", "___", "---", "'; --"] {
        assert_eq!(found(app, office, key).await, Vec::<String>::new(), "{key}");
    }
}

async fn a_slip_is_forgiven_when_nobody_is_called_so(app: &TestApp) {
    a_few(app).await;
    let office = &app.users.office;
    for (key, names) in [
        ("simth", vec!["Jan Smith", "Janet Smithers"]),
        ("tremblya", vec!["Zoë Tremblay-Côté"]),
        ("mith", vec!["Jan Smith", "Janet Smithers"]),
        ("tremlb", vec!["Zoë Tremblay-Côté"]),
        ("jan smitth", vec!["Jan Smith", "Janet Smithers"]),
        ("zoe tramb", vec!["Zoë Tremblay-Côté"]),
        ("mark o'neil", vec!["Marc O'Neil"]),
    ] {
        assert_eq!(found(app, office, key).await, names, "{key}");
    }
    let list = app.get(office, "/user/patients?q=simth").await.ok();
    assert_eq!(
        (&list["meant"], &list["total"]),
        (&json!(["smith"]), &json!(2))
    );
    let list = app.get(office, "/user/patients?q=smith").await.ok();
    assert_eq!((&list["meant"], &list["total"]), (&json!([]), &json!(2)));
    assert_eq!(found(app, office, "xqzwy").await, Vec::<String>::new());
}

async fn addresses_and_parts_of_numbers(app: &TestApp) {
    a_few(app).await;
    let (doctor, number) = (&app.users.doctor, phn(42));
    let spaced = format!("{} {} {}", &number[..4], &number[4..7], &number[7..]);
    for key in [
        number.as_str(),
        &spaced,
        &number[2..9],
        &format!("{} {}", &number[4..7], &number[7..]),
        "wren.42",
        "WREN.42@mail.example",
        "wren.42@m",
        &format!("zoe {}", &number[..5]),
    ] {
        assert_eq!(
            found(app, doctor, key).await,
            ["Zoë Tremblay-Côté"],
            "{key}"
        );
    }
    for key in [&number[6..], &number[..7], &number[7..]] {
        assert!(
            found(app, doctor, key)
                .await
                .contains(&"Zoë Tremblay-Côté".to_owned()),
            "{key}"
        );
    }
    assert_eq!(
        found(app, doctor, "0000 000 000").await,
        Vec::<String>::new()
    );
}

async fn a_change_is_found_at_once_and_what_was_before_is_not(app: &TestApp) {
    let (office, patient) = (&app.users.office, &app.users.patient);
    assert_eq!(found(app, office, "testw").await.len(), 2);
    let form = json!({
        "id": patient.person, "byPerson": office.person, "firstName": "Wrenna", "lastName": "Harbourson", "dateOfBirth": "1968-04-10",
        "address": "9 Harbour Road", "city": "Nanaimo", "province": "BC", "postalCode": "V9S 3C4",
        "phoneNumber": patient.phone, "bestNumber": "250-555-0199", "docType": "BC Card", "docNumber": phn(80), "docProvince": "BC",
    });
    app.form(
        office,
        Method::PUT,
        &format!("/person/personal-info/{}", patient.person),
        &form,
        &[],
    )
    .await
    .ok();
    for key in ["harb", "wrenna h", &phn(80)] {
        assert_eq!(
            found(app, office, key).await,
            ["Wrenna Harbourson"],
            "{key}"
        );
    }
    assert_eq!(
        found(app, office, "testw").await.len(),
        1,
        "the other is still called so"
    );
    assert_eq!(
        found(app, office, &phn(1)).await,
        Vec::<String>::new(),
        "the number that was replaced"
    );
}

async fn whoever_closes_the_account_is_out_of_the_lists(app: &TestApp) {
    let (office, other) = (&app.users.office, &app.users.other);
    let closed = app
        .send(
            Some(other),
            Method::DELETE,
            &format!("/user/{}", other.account),
            Some(&new_key()),
            None,
        )
        .await;
    if closed.status == 204 {
        let list = app.get(office, "/person/search-key/testw").await.ok();
        assert!(!list.to_string().contains(&other.person), "{list}");
    } else {
        assert_eq!(closed.status, 403, "{}", closed.body);
    }
}

async fn only_patients_are_found_and_only_by_the_desk(app: &TestApp) {
    let doctor = app
        .get(
            &app.users.doctor,
            &format!("/person/{}", app.users.doctor.person),
        )
        .await
        .ok();
    let name = doctor["LastName"].as_str().expect("a name");
    let names = found(app, &app.users.admin, name).await;
    assert!(!names.iter().any(|one| one.ends_with(name)), "{names:?}");
    for user in [&app.users.patient, &app.users.customer_service] {
        assert_eq!(app.get(user, "/person/search-key/testw").await.status, 403);
    }
    for short in ["te", "%20te%20", "%C3%A9"] {
        assert_eq!(
            app.get(&app.users.office, &format!("/person/search-key/{short}"))
                .await
                .fields(),
            ["q"],
            "{short}"
        );
    }
    let long = "smith%20".repeat(400);
    assert!(
        app.get(&app.users.office, &format!("/person/search-key/{long}"))
            .await
            .status
            < 500
    );
}

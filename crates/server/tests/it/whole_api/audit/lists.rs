// SPDX-License-Identifier: AGPL-3.0-or-later

//! Which calls answer names of people: each is a list over many patients, traced as one, or shows one patient,
//! or names nobody beside anything of their health, and says why.

use std::collections::BTreeSet;

use salal_server::api::{Access, Audit, Method, Route};
use salal_server::app;
use serde_json::Value;

/// Names without anything of the health of who is named.
const NAMES_ALONE: &[(&str, &str)] = &[
    ("/audit/accessedBy", "staff to choose from"),
    ("/audit/patients", "patients to choose from, by name"),
    ("/drug/catalogue", "who of the staff edited a drug"),
    ("/drug/catalogue/{id}", "who of the staff edited a drug"),
    ("/message/customerservice/list", "staff"),
    ("/message-template", "who of the staff wrote a text"),
    ("/office/invitations", "who of the staff invited"),
    ("/problem", "who suggested something about the product"),
    ("/staff-account", "staff"),
    ("/staff-account/{id}", "staff"),
];

/// The record of one patient, whom the path names, itself or by something of the patient's.
const ONE_PATIENT: &[&str] = &[
    "/fax/clarifications/{kind}/{id}",
    "/fax/{id}",
    "/lab-test/{personId}",
    "/message/{id}",
    "/note/person/{id}",
    "/person/access-log/{id}",
    "/person/page/{id}",
    "/person/profile/{id}",
    "/person/{id}",
    "/prescription/claim/{personId}",
    "/prescription/pending/person/{personId}",
    "/prescription/person/{personId}",
    "/prescription/{id}",
    "/sleep-assessment/pending-by-person/{id}",
    "/sleep-assessment/person/{id}",
    "/sleep-assessment/{id}",
    "/tele-plan/bill/{id}",
];

/// What a person is known by on the wire.
const KNOWN_BY: [&str; 3] = ["FirstName", "healthNumber", "DocumentNumber"];

/// The reads that somebody of the staff may make and that answer who a person is.
fn naming_somebody() -> Vec<Route> {
    let document = app::openapi();
    let of_staff = |row: &Route| match row.access {
        Access::Roles(roles) => roles.iter().any(|role| role.is_staff()),
        Access::AnySignedIn => true,
        Access::Public(_) | Access::ByLink(_) => false,
    };
    let names = |row: &Route| {
        let call = &document["paths"][format!("/api{}", row.path)]["get"];
        names_somebody(&document, &call["responses"]["200"], &mut BTreeSet::new())
    };
    let mut rows = app::routes();
    rows.retain(|row| row.method == Method::Get && of_staff(row) && names(row));
    rows
}

/// Whether a schema, or one that it refers to, has a field by which a person is known.
fn names_somebody(document: &Value, schema: &Value, met: &mut BTreeSet<String>) -> bool {
    match schema {
        Value::Array(all) => all.iter().any(|one| names_somebody(document, one, met)),
        Value::Object(fields) => fields.iter().any(|(field, value)| match value {
            Value::String(place) if field == "$ref" => {
                let there = document.pointer(place.trim_start_matches('#'));
                met.insert(place.clone()) && names_somebody(document, there.expect("a schema"), met)
            }
            _ => KNOWN_BY.contains(&field.as_str()) || names_somebody(document, value, met),
        }),
        _ => false,
    }
}

/// The lists over many patients, as the walk writes its calls down.
pub(super) fn over_patients() -> impl Iterator<Item = String> {
    let others = |row: &Route| {
        !ONE_PATIENT.contains(&row.path) && !NAMES_ALONE.iter().any(|(path, _)| *path == row.path)
    };
    let lists = naming_somebody().into_iter().filter(others);
    lists.map(|row| format!("GET {}", row.path))
}

#[test]
fn who_is_named_beside_something_of_their_health_is_traced() {
    let rows = naming_somebody();
    assert!(rows.len() > 30, "the schemas were not read: {}", rows.len());
    for row in &rows {
        let alone = NAMES_ALONE.iter().any(|(path, _)| *path == row.path);
        let traced = matches!(row.audit, Audit::PatientRecord(_));
        assert!(
            traced != alone,
            "GET {} answers who a person is: trace it and say `call.listed`, or give the reason here",
            row.path
        );
    }
    // The lists here name calls that there are.
    let named = NAMES_ALONE.iter().map(|(path, _)| path).chain(ONE_PATIENT);
    for path in named {
        assert!(rows.iter().any(|row| row.path == *path), "{path}");
    }
}

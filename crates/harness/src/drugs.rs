// SPDX-License-Identifier: AGPL-3.0-or-later

//! Drugs as administrators add and change them by hand.

use serde_json::{Value, json};

use crate::{Answer, TestApp};

/// What the dialog sends of a drug that it was given.
fn form(drug: &Value) -> Value {
    let mut form = drug.clone();
    let fields = form.as_object_mut().expect("a drug");
    for more in ["filter", "needsDoctor", "hand"] {
        fields.remove(more);
    }
    form
}

/// The same with other values.
pub fn with(drug: &Value, changes: &Value) -> Value {
    let mut form = form(drug);
    for (name, value) in changes.as_object().expect("changes") {
        form[name] = value.clone();
    }
    form
}

/// The one drug of this name, as administrators see it.
pub async fn named(app: &TestApp, name: &str) -> Value {
    let found = app
        .get(&app.users.admin, &format!("/drug/catalogue?q={name}"))
        .await
        .ok();
    assert_eq!(found["total"], 1, "{found}");
    found["items"][0].clone()
}

/// Saves it as an administrator.
pub async fn save(app: &TestApp, body: &Value) -> Answer {
    app.put(&app.users.admin, "/drug", body).await
}

/// A good new drug.
pub fn new_drug() -> Value {
    json!({
        "name": "SALALOL COMPOUND", "drug_identification_number": "123", "class_name": "Human", "status": "Marketed",
        "administrations": ["ORAL", "", "oral"], "formulations": ["CAPSULE"], "tc_ahfs_numbers": ["24:08.16", ""],
        "ingredients": [
            {"ingredient_name": "SALALOL", "strength": "12.5", "strength_unit": "MG"},
            {"ingredient_name": "", "strength": "", "strength_unit": ""},
        ],
    })
}

/// A new drug that is another in all but its name and these values: another brand of it. As the catalogue has it
/// for patients.
pub async fn brand(app: &TestApp, drug: &Value, name: &str, changes: &Value) -> Value {
    let mut body = with(
        &new_drug(),
        &json!({
            "name": name, "drug_identification_number": "", "administrations": drug["administrations"],
            "formulations": drug["formulations"], "ingredients": drug["ingredients"],
            "tc_ahfs_numbers": drug["tc_ahfs_numbers"], "atc_numbers": drug["atc_numbers"],
            "schedules": drug["schedules"],
        }),
    );
    for (field, value) in changes.as_object().expect("changes") {
        body[field] = value.clone();
    }
    let made = save(app, &body).await.ok();
    app.get(&app.users.patient, &format!("/drug/name/{name}"))
        .await
        .ok()
        .as_array()
        .and_then(|found| found.iter().find(|one| one["_id"] == made["id"]))
        .cloned()
        .expect("the new drug is found")
}

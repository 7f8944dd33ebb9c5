// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /pharmacy/multi-text-search/{text}`

use serde_json::Value;

use crate::support::{TestApp, on_both};

async fn search(app: &TestApp, text: &str) -> Vec<String> {
    let path = format!("/pharmacy/multi-text-search/{text}");
    let found = app.get(&app.users.patient, &path).await.ok();
    let names = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["name"].as_str().expect("a name").to_owned());
    names.collect()
}

on_both!(
    finds_every_word_in_name_address_and_city,
    finds_postal_code_and_telephone,
    wildcards_are_letters,
    starts_above_three_characters
);

async fn finds_every_word_in_name_address_and_city(app: &TestApp) {
    assert_eq!(search(app, "alder%20vanc").await, ["Alder Street Pharmacy"]);
    assert_eq!(
        search(app, "SANDBOX%20lost").await,
        ["Lost Answer Pharmacy"]
    );
    assert_eq!(
        search(app, "h%C3%A4rbour%20lane").await,
        ["Harbour Lane Pharmacy"]
    );
    assert_eq!(search(app, "alder%20victoria").await, Vec::<String>::new());
    assert_eq!(search(app, "pharmacy").await.len(), 20, "twenty at most");
}

async fn finds_postal_code_and_telephone(app: &TestApp) {
    for text in [
        "V5Z%201B1",
        "v5z1b1",
        "604-555-0160",
        "(604)%20555-0160",
        "+1%20604%20555%200160",
        "6045550160",
        "555-0160",
        "1204%20alder%20st",
    ] {
        assert_eq!(search(app, text).await, ["Alder Street Pharmacy"], "{text}");
    }
    // What an import brings is found, and what it takes away is not.
    app.import_pharmacies(|row| {
        if row["name"] == "Alder Street Pharmacy" {
            row["postal_code"] = "V5Z 9B9".into();
            row["phone"] = "6045550199".into();
        }
        true
    })
    .await;
    assert_eq!(search(app, "V5Z%209B9").await, ["Alder Street Pharmacy"]);
    assert_eq!(search(app, "604-555-0199").await, ["Alder Street Pharmacy"]);
    assert_eq!(search(app, "V5Z1B1").await, Vec::<String>::new());
}

async fn wildcards_are_letters(app: &TestApp) {
    assert_eq!(search(app, "%25%25%25%25").await, Vec::<String>::new());
    assert_eq!(search(app, "____").await, Vec::<String>::new());
    assert_eq!(search(app, "-----").await, Vec::<String>::new());
}

async fn starts_above_three_characters(app: &TestApp) {
    let short = app
        .get(&app.users.patient, "/pharmacy/multi-text-search/%20abc%20")
        .await;
    assert_eq!(short.fields(), ["text"]);
    let long = app
        .get(
            &app.users.patient,
            &format!("/pharmacy/multi-text-search/{}", "a".repeat(300)),
        )
        .await;
    assert_eq!(long.fields(), ["text"]);
    assert_ne!(
        app.get(&app.users.office, "/pharmacy/multi-text-search/alder")
            .await
            .ok(),
        Value::Null
    );
}

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

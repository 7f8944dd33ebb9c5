// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /drug/name/{text}`

use crate::support::{TestApp, on_both, stable};

on_both!(
    gives_every_entry_of_a_name,
    else_the_names_that_contain_the_text
);

async fn gives_every_entry_of_a_name(app: &TestApp) {
    let found = app
        .get(&app.users.patient, "/drug/name/Diltiazem%20CD")
        .await
        .ok();
    insta::assert_json_snapshot!("drug_entries", stable(&found));
}

async fn else_the_names_that_contain_the_text(app: &TestApp) {
    let found = app.get(&app.users.patient, "/drug/name/gliclaz").await.ok();
    let names: Vec<&str> = found
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["GLICLAZIDE", "GLICLAZIDE MR", "GLICLAZIDE MR"]);
    assert_eq!(
        app.get(&app.users.patient, "/drug/name/nothing%20such")
            .await
            .ok(),
        serde_json::json!([])
    );
    assert_eq!(
        app.get(&app.users.patient, "/drug/name/gl").await.ok(),
        serde_json::json!([])
    );
    assert_eq!(
        app.get(&app.users.patient, "/drug/name/%20").await.fields(),
        ["text"]
    );
}

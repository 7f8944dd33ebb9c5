// SPDX-License-Identifier: AGPL-3.0-or-later

//! The samples of the demo, imported as `salal import labs` does.

use serde_json::json;

use super::import;
use crate::support::{TestApp, on_both};

on_both!(the_samples_of_the_demo_show_every_case);

async fn the_samples_of_the_demo_show_every_case(app: &TestApp) {
    let doctor = &app.users.doctor;
    let made = salal_server::demo::lab_results(&app.ctx)
        .await
        .expect("a good file");
    assert!(made.starts_with("1 new"), "{made}");
    let corrected = include_bytes!("../../../../src/demo/labs/corrected.hl7");
    let told = import(app, corrected).await.expect("a good file");
    assert!(told.starts_with("0 new, 1 later"), "{told}");
    let unmatched = include_bytes!("../../../../src/demo/labs/unmatched.json");
    let told = import(app, unmatched).await.expect("a good file");
    assert!(told.contains("1 without a patient"), "{told}");
    let one = app.get(doctor, "/lab-test/exceptions").await.ok()["items"][0].clone();
    let person = one["candidates"][0]["_id"].as_str().expect("a candidate");
    let tests = app.get(doctor, &format!("/lab-test/{person}")).await.ok();
    assert_eq!(
        (&tests[0]["title"], &tests[0]["version"]),
        (&json!("Lipids, Thyroid, Urine, test strip"), &json!(2))
    );
    let values: Vec<_> = tests[0]["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| item["value"].clone())
        .collect();
    assert_eq!(
        values[3..],
        [
            json!("3.1"),
            json!("2.10"),
            json!("Negative"),
            json!("<0.1"),
            json!("No casts seen.\nA few epithelial cells, of no meaning.")
        ]
    );
    assert_eq!(tests[0]["earlier"][0]["items"][3]["value"], "3.7");
}

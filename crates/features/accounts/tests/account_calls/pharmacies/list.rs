// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /pharmacy`

use reqwest::Method;

use crate::support::{TestApp, on_both, once, stable};

on_both!(works);

once!(nobody_is_told_to_sign_in);

async fn works(app: &TestApp) {
    let all = app.get(&app.users.patient, "/pharmacy").await.ok();
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 30);
    insta::assert_json_snapshot!("pharmacy", stable(&all[0]));
    let names: Vec<&str> = all.iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.is_sorted(), "by name: {names:?}");
    assert!(
        all.iter().all(|one| one["fax"] == one["fax_number"]),
        "both names of the number say the same"
    );
}

async fn nobody_is_told_to_sign_in(app: &TestApp) {
    app.send(None, Method::GET, "/pharmacy", None, None)
        .await
        .refused(401, "NO_TOKEN");
}

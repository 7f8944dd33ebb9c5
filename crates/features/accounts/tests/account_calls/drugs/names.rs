// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /drug/names`

use serde_json::json;

use crate::support::{TestApp, on_both, once};

on_both!(says_of_each_name_why_not);

once!(refuses_too_many_and_unknown_fields);

async fn says_of_each_name_why_not(app: &TestApp) {
    let names = json!({"names": ["Lorazepam", "RAMIPRIL", "a herb of one's own"]});
    let answer = app
        .post(&app.users.patient, "/drug/names", &names)
        .await
        .ok();
    insta::assert_json_snapshot!("drug_names", answer);
}

async fn refuses_too_many_and_unknown_fields(app: &TestApp) {
    let many = json!({"names": vec!["RAMIPRIL"; 101]});
    assert_eq!(
        app.post(&app.users.patient, "/drug/names", &many)
            .await
            .fields(),
        ["names"]
    );
    app.post(
        &app.users.patient,
        "/drug/names",
        &json!({"names": [], "more": 1}),
    )
    .await
    .refused(400, "MALFORMED");
    app.post(&app.users.patient, "/drug/names", &json!({"names": [7]}))
        .await
        .refused(400, "MALFORMED");
    app.post_open("/drug/names", &json!({"names": []}))
        .await
        .refused(401, "NO_TOKEN");
}

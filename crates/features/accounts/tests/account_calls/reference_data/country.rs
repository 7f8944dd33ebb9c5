// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /country`

use reqwest::Method;
use serde_json::json;

use crate::support::{TestApp, once};

once!(lists_all_by_name);

async fn lists_all_by_name(app: &TestApp) {
    let all = app
        .send(None, Method::GET, "/country", None, None)
        .await
        .ok();
    let all = all.as_array().expect("a list");
    assert!(all.len() > 240, "{}", all.len());
    assert!(all.contains(&json!({"_id": "CA", "Name": "Canada"})));
    assert_eq!(
        all[1],
        json!({"_id": "AX", "Name": "Åland Islands"}),
        "accents do not send a country to the end"
    );
}

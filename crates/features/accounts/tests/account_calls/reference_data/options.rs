// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /options`

use reqwest::Method;

use crate::support::{TestApp, once};

once!(lists_what_users_choose_from);

async fn lists_what_users_choose_from(app: &TestApp) {
    let all = app
        .send(None, Method::GET, "/options", None, None)
        .await
        .ok();
    insta::assert_json_snapshot!("options", all);
}

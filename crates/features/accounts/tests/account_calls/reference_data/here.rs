// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /`

use reqwest::Method;

use crate::support::{TestApp, once};

once!(answers_nothing_and_well);

async fn answers_nothing_and_well(app: &TestApp) {
    let answer = app.send(None, Method::GET, "/", None, None).await;
    assert_eq!((answer.status, answer.bytes.len()), (204, 0));
}

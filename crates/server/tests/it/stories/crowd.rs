// SPDX-License-Identifier: AGPL-3.0-or-later

//! A crowd at the sign-in page: a few passwords are checked at a time, a few callers wait, the rest are asked to
//! try again. Those who are signed in go on.

use futures_util::future::{join, join_all};
use salal_db::Engine;
use serde_json::json;

use crate::support::TestApp;

/// More than may be checked and wait together.
const CROWD: usize = 60;
/// One is checked, 32 wait.
const SERVED: usize = 33;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_is_asked_to_wait_and_holds_up_nobody_who_is_signed_in() {
    let app = TestApp::with(Engine::Sqlite, |settings| {
        settings.limits.passwords_at_once = 1;
        // All of them come from one address here.
        settings.limits.login_failures = 1000;
    })
    .await;
    let stranger = async |n: usize| {
        let email = format!("stranger{n}@example.com");
        let body = json!({"Email": email, "Password": "Wrong-password-1"});
        app.post_open("/user/authenticate", &body).await
    };
    let doctor = &app.users.doctor;
    let path = format!("/user/credential/{}", doctor.account);
    let change = json!({"currentPassword": "Wrong2026password", "Password": "Another2026password"});
    let (strangers, own) = join(
        join_all((0..CROWD).map(stranger)),
        app.put(doctor, &path, &change),
    )
    .await;
    own.refused(422, "WRONG_PASSWORD");
    let (served, refused): (Vec<_>, Vec<_>) = strangers
        .into_iter()
        .partition(|answer| answer.status == 401);
    assert!(served.len() >= SERVED, "{} were served", served.len());
    assert!(!refused.is_empty());
    for answer in refused {
        assert!(answer.body["retryAfterSeconds"].as_i64() > Some(0));
        answer.refused(503, "BUSY");
    }
    // The crowd is gone.
    let answer = stranger(CROWD).await;
    assert_eq!(answer.status, 401);
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Live refreshes, as `GET /person/access-log/{id}` shows them

use crate::support::threads::write;
use crate::support::{TestApp, number, on_both};

on_both!(a_refresh_is_believed_of_what_was_opened_and_of_nothing_else);

async fn a_refresh_is_believed_of_what_was_opened_and_of_nothing_else(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let lines = async || {
        number(
            &app.ctx.db,
            "SELECT COUNT(*) AS n FROM audit WHERE action LIKE 'GET /%'",
        )
        .await
    };
    let refresh = async |path: &str| {
        let headers = [
            ("x-access-token", doctor.token.as_str()),
            ("x-refresh", "1"),
        ];
        let before = lines().await;
        let answer = app
            .api
            .send_raw(
                reqwest::Method::GET,
                &format!("/api{path}"),
                &headers,
                Vec::new(),
            )
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        lines().await - before
    };
    let mut opened = Vec::new();
    for text in ["How are you?", "Have you had a test?"] {
        let sent = write(app, doctor, &patient.person, text, &[]).await.ok();
        opened.push(format!("/message/{}", sent["_id"].as_str().expect("an id")));
    }
    // The same patient's, through the same call, told apart by the path; and by the query.
    let notes = format!("/note/person/{}", patient.person);
    opened.extend([notes.clone(), format!("{notes}?limit=1")]);
    for path in &opened {
        assert_eq!(refresh(path).await, 1, "{path} was not opened before");
        assert_eq!(refresh(path).await, 0, "{path} is open");
    }
    for path in &opened {
        assert_eq!(refresh(path).await, 0, "{path} is still open");
    }
}

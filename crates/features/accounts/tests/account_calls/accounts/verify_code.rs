// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /person/verify-number/{id}`, `POST /person/verify-code/activate`

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{TestApp, on_both};

async fn code(app: &TestApp, user: &crate::support::User) -> String {
    app.get(user, &format!("/person/verify-number/{}", user.person))
        .await
        .ok();
    app.settle().await;
    app.code("sms", &user.phone)
}

on_both!(an_old_code_and_a_code_of_another_purpose);

async fn an_old_code_and_a_code_of_another_purpose(app: &TestApp) {
    let patient = app.users.patient.clone();
    let late = code(app, &patient).await;
    app.ctx.clock.advance(TimeDelta::minutes(11));
    let send = |code: String| {
        let patient = patient.clone();
        async move {
            app.post(
                &patient,
                "/person/verify-code/activate",
                &json!({"personId": patient.person, "verificationCode": code}),
            )
            .await
        }
    };
    send(late).await.refused(422, "WRONG_CODE");
    app.post_open(
        "/user/authenticate",
        &json!({"Email": patient.email, "Password": patient.password}),
    )
    .await
    .ok();
    app.settle().await;
    send(app.code("sms", &patient.phone))
        .await
        .refused(422, "WRONG_CODE");
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /person/verify-number/{id}`, `POST /person/verify-code/activate`

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{TestApp, on_both, register_form, register_patient, request};

async fn code(app: &TestApp, user: &crate::support::User) -> String {
    app.get(user, &format!("/person/verify-number/{}", user.person))
        .await
        .ok();
    app.settle().await;
    app.code("sms", &user.phone)
}

on_both!(
    a_number_is_proved_once_and_then_requests_may_be_made,
    an_old_code_and_a_code_of_another_purpose
);

async fn a_number_is_proved_once_and_then_requests_may_be_made(app: &TestApp) {
    let user = register_patient(app, &register_form(55)).await;
    let body = request(&app.users.samples, 1);
    app.post(&user, "/prescription", &body)
        .await
        .refused(409, "PHONE_NOT_VERIFIED");
    let right = code(app, &user).await;
    let wrong = if right == "123456" {
        "654321"
    } else {
        "123456"
    };
    let send = |code: String| {
        let user = user.clone();
        async move {
            app.post(
                &user,
                "/person/verify-code/activate",
                &json!({"personId": user.person, "verificationCode": code}),
            )
            .await
        }
    };
    send(wrong.into()).await.refused(422, "WRONG_CODE");
    let good = send(right.clone()).await.ok();
    assert_eq!(
        (&good["data"]["activate"], &good["message"]),
        (&json!(1), &json!("cell phone number is confirmed"))
    );
    send(right).await.refused(422, "WRONG_CODE");
    app.post(&user, "/prescription", &body).await.ok();
}

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

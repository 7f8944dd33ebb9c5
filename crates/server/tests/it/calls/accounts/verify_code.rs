// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /person/verify-number/{id}`, `POST /person/verify-code/activate`

use serde_json::json;

use crate::support::{TestApp, User, on_both, register_form, register_patient, request};

async fn code(app: &TestApp, user: &User) -> String {
    app.get(user, &format!("/person/verify-number/{}", user.person))
        .await
        .ok();
    app.settle().await;
    app.code("sms", &user.phone)
}

on_both!(a_number_is_proved_once_and_then_requests_may_be_made);

async fn a_number_is_proved_once_and_then_requests_may_be_made(app: &TestApp) {
    let user = register_patient(app, &register_form(55)).await;
    let body = request(&app.users.samples, 1);
    let unproved = app.post(&user, "/prescription", &body).await;
    let said = unproved.body["message"].clone();
    unproved.refused(409, "PHONE_NOT_VERIFIED");
    // Nothing of the request was kept, and nobody reads that it was.
    assert_eq!(
        said,
        "Verify your cell phone number first. Your request has not been sent."
    );
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

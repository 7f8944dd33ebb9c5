// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/activate`, `POST /user/activate/resend`, `GET /user/isActivated/{email}`

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::json;

use crate::support::{Answer, TestApp, new_key, on_both, register_form, stable};

const EMAIL: &str = "wren.50@mail.example";

async fn registered(app: &TestApp) -> String {
    app.api
        .send_form("/user", &new_key(), &register_form(50), &[])
        .await
        .ok();
    app.settle().await;
    app.code("email", EMAIL)
}

async fn activate(app: &TestApp, email: &str, code: &str) -> Answer {
    app.post_open(
        "/user/activate",
        &json!({"email": email, "verificationCode": code}),
    )
    .await
}

async fn is_activated(app: &TestApp) -> bool {
    let answer = app
        .send(
            None,
            Method::GET,
            &format!("/user/isActivated/{EMAIL}"),
            None,
            None,
        )
        .await;
    answer.ok()["isActivated"] == true
}

fn another(code: &str) -> String {
    if code == "123456" {
        "654321".into()
    } else {
        "123456".into()
    }
}

on_both!(
    works,
    a_wrong_code_and_an_unknown_address_answer_alike,
    a_code_bears_five_tries_and_ten_minutes,
    resending_tells_nothing
);

async fn works(app: &TestApp) {
    let code = registered(app).await;
    assert!(!is_activated(app).await);
    insta::assert_json_snapshot!(
        "activate",
        stable(
            &activate(app, &EMAIL.to_uppercase(), &format!(" {code} "))
                .await
                .ok()
        )
    );
    assert!(is_activated(app).await);
    // Once more says the same, and sends nothing more.
    activate(app, EMAIL, &code).await.ok();
    app.settle().await;
    assert_eq!(
        app.sandbox.outbox(Some("email"), Some(EMAIL)).len(),
        2,
        "the code and the welcome"
    );
    app.ctx.clock.advance(TimeDelta::hours(25));
    assert!(!is_activated(app).await, "true for a day only");
    // From then on no code says that there is such an account.
    let unknown = activate(app, "nobody@mail.example", &code).await;
    for code in [&code, &another(&code)] {
        let late = activate(app, EMAIL, code).await;
        assert_eq!(
            (late.status, &late.body["errors"]),
            (422, &unknown.body["errors"])
        );
    }
}

async fn a_wrong_code_and_an_unknown_address_answer_alike(app: &TestApp) {
    let code = registered(app).await;
    let wrong = activate(app, EMAIL, &another(&code)).await;
    let unknown = activate(app, "nobody@mail.example", &code).await;
    assert_eq!(wrong.body["errors"], unknown.body["errors"]);
    assert_eq!(
        wrong.body["errors"][0]["message"],
        "verification code is not correct, please check your email and try again"
    );
    assert_eq!(
        (wrong.fields(), unknown.fields()),
        (
            vec!["verificationCode".into()],
            vec!["verificationCode".into()]
        )
    );
    assert_eq!(activate(app, "", &code).await.fields(), ["email"]);
    assert_eq!(
        activate(app, EMAIL, " ").await.fields(),
        ["verificationCode"]
    );
}

async fn a_code_bears_five_tries_and_ten_minutes(app: &TestApp) {
    let code = registered(app).await;
    for _ in 0..5 {
        activate(app, EMAIL, &another(&code)).await.fields();
    }
    activate(app, EMAIL, &code).await.fields();
    let resend = || async {
        app.post_open("/user/activate/resend", &json!({"email": EMAIL}))
            .await
            .ok()
    };
    resend().await;
    app.settle().await;
    let second = app.code("email", EMAIL);
    app.ctx.clock.advance(TimeDelta::minutes(11));
    activate(app, EMAIL, &second).await.fields();
    resend().await;
    app.settle().await;
    activate(app, EMAIL, &app.code("email", EMAIL)).await.ok();
}

async fn resending_tells_nothing(app: &TestApp) {
    registered(app).await;
    let asked = |email: &'static str| async move {
        app.post_open("/user/activate/resend", &json!({"email": email}))
            .await
    };
    let (known, unknown) = (asked(EMAIL).await, asked("nobody@mail.example").await);
    assert_eq!((known.status, known.body), (unknown.status, unknown.body));
    app.settle().await;
    assert!(
        app.sandbox
            .outbox(Some("email"), Some("nobody@mail.example"))
            .is_empty()
    );
}

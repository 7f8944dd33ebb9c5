// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /user/preferences`, `GET /user/email/{email}`, `DELETE /user/{id}`

use reqwest::Method;
use salal_db::Engine;
use salal_platform::settings::Environment;
use serde_json::{Value, json};

use crate::support::{
    Answer, TestApp, User, new_key, number, on_both, register_form, register_patient,
};

async fn close(app: &TestApp, by: &User, id: &str) -> Answer {
    app.send(
        Some(by),
        Method::DELETE,
        &format!("/user/{id}"),
        Some(&new_key()),
        None,
    )
    .await
}

on_both!(
    preferences_are_kept,
    an_address_is_asked_for_by_its_owner_and_the_administrator,
    an_account_stays_outside_the_automatic_mode
);

async fn preferences_are_kept(app: &TestApp) {
    let patient = &app.users.patient;
    let user = |by: User| async move {
        app.send(Some(&by), Method::POST, "/user/token", None, None)
            .await
            .ok()["user"]
            .clone()
    };
    assert_eq!(
        user(patient.clone()).await["preferences"],
        json!({"theme": "system", "shortcuts": true})
    );
    let dark = json!({"theme": "dark", "shortcuts": false});
    assert_eq!(
        app.put(patient, "/user/preferences", &dark).await.ok(),
        dark
    );
    assert_eq!(user(patient.clone()).await["preferences"], dark);
    assert_eq!(
        user(app.users.other.clone()).await["preferences"]["theme"],
        "system"
    );
    for odd in [
        json!({"theme": "pink", "shortcuts": true}),
        json!({"theme": "dark"}),
        json!({"theme": "dark", "shortcuts": "yes"}),
    ] {
        assert_eq!(
            app.put(patient, "/user/preferences", &odd).await.status,
            400
        );
    }
}

async fn an_address_is_asked_for_by_its_owner_and_the_administrator(app: &TestApp) {
    let (patient, admin) = (&app.users.patient, &app.users.admin);
    let ask = |by: User, email: String| async move {
        app.get(&by, &format!("/user/email/{email}")).await
    };
    assert_eq!(
        ask(patient.clone(), patient.email.to_uppercase())
            .await
            .ok(),
        json!({"exists": true})
    );
    assert_eq!(
        ask(admin.clone(), patient.email.clone()).await.ok(),
        json!({"exists": true})
    );
    assert_eq!(
        ask(admin.clone(), "nobody@mail.example".into()).await.ok(),
        json!({"exists": false})
    );
    for by in [patient, &app.users.doctor, &app.users.office] {
        for email in [app.users.other.email.as_str(), "nobody@mail.example"] {
            assert_eq!(ask(by.clone(), email.into()).await.status, 404);
        }
    }
}

async fn an_account_stays_outside_the_automatic_mode(app: &TestApp) {
    let patient = &app.users.patient;
    close(app, patient, &patient.account)
        .await
        .refused(403, "AUTO_ONLY");
    app.get(patient, "/user/sessions").await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_closed_and_its_record_stays() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.environment = Environment::Auto;
        })
        .await;
        let user = register_patient(&app, &register_form(70)).await;
        let before = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM person").await;
        for by in [&app.users.other, &app.users.admin] {
            assert_eq!(close(&app, by, &user.account).await.status, 404);
        }
        let answer = close(&app, &user, &user.account).await;
        assert_eq!(answer.status, 204);
        assert!(
            answer
                .cookies
                .iter()
                .any(|cookie| cookie.contains("Max-Age=0"))
        );
        // At once, and for good.
        app.get(&user, "/user/sessions")
            .await
            .refused(401, "INVALID_TOKEN");
        let body = json!({"Email": user.email, "Password": user.password});
        app.post_open("/user/authenticate", &body)
            .await
            .refused(401, "WRONG_CREDENTIALS");
        assert_eq!(
            number(&app.ctx.db, "SELECT COUNT(*) AS n FROM person").await,
            before
        );
        let list = app
            .get(&app.users.office, "/user/patients?limit=100")
            .await
            .ok();
        let names = |list: &Value| {
            list["items"]
                .as_array()
                .expect("a list")
                .iter()
                .filter(|row| row["Email"] == user.email.as_str())
                .count()
        };
        assert_eq!(names(&list), 0, "hidden from the lists");
        // The address may register again.
        register_patient(&app, &register_form(70)).await;
        app.at_rest().await;
    }
}

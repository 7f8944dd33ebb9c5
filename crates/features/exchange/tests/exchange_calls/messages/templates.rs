// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET`, `POST`, `PUT` and `DELETE /message-template`

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, new_key, on_both};

async fn add(app: &TestApp, by: &User, name: &str, body: &str) -> Answer {
    let template = json!({"name": name, "body": body});
    app.post(by, "/message-template", &template).await
}

fn at(template: &Value) -> String {
    format!(
        "/message-template/{}",
        template["_id"].as_str().expect("an id")
    )
}

async fn remove(app: &TestApp, by: &User, template: &Value, version: i64) -> Answer {
    let path = format!("{}?version={version}", at(template));
    app.send(Some(by), Method::DELETE, &path, Some(&new_key()), None)
        .await
}

async fn names(app: &TestApp, by: &User) -> Vec<String> {
    let all = app.get(by, "/message-template").await.ok();
    let all = all.as_array().expect("a list").iter();
    all.map(|one| one["name"].as_str().expect("a name").to_owned())
        .collect()
}

on_both!(
    the_office_keeps_them_and_all_staff_use_them,
    nobody_overwrites_what_somebody_else_just_wrote,
    refusals,
    one_click_is_one_template
);

async fn the_office_keeps_them_and_all_staff_use_them(app: &TestApp) {
    let (office, admin, doctor) = (&app.users.office, &app.users.admin, &app.users.doctor);
    let before = names(app, doctor).await.len();
    let made = add(app, office, " Zinc ", "Dear {FirstName},\r\n=1+1 {MyName}").await;
    assert_eq!(made.status, 201);
    assert_eq!(made.body["name"], "Zinc");
    assert_eq!(
        made.body["body"], "Dear {FirstName},\n=1+1 {MyName}",
        "a formula is a text"
    );
    assert_eq!(made.body["updatedBy"]["_id"], json!(office.person));
    add(app, admin, "Étoile", "Thank you.").await.ok();
    for by in [doctor, &app.users.customer_service, admin, office] {
        let all = names(app, by).await;
        assert_eq!(all.len(), before + 2);
        let place = |name: &str| all.iter().position(|one| one == name);
        assert!(
            place("Étoile") < place("Zinc"),
            "in the order of the alphabet: {all:?}"
        );
    }
    let body = json!({"version": 1, "name": "Zinc", "body": "Dear {FirstName}."});
    let changed = app.put(admin, &at(&made.body), &body).await.ok();
    assert_eq!(
        (&changed["version"], &changed["updatedBy"]["_id"]),
        (&json!(2), &json!(admin.person))
    );
    assert_eq!(remove(app, office, &made.body, 2).await.status, 204);
    assert_eq!(names(app, doctor).await.len(), before + 1);
    assert_eq!(remove(app, office, &made.body, 2).await.status, 404);
    assert_eq!(app.put(office, &at(&made.body), &body).await.status, 404);
}

async fn nobody_overwrites_what_somebody_else_just_wrote(app: &TestApp) {
    let (office, admin) = (&app.users.office, &app.users.admin);
    let made = add(app, office, "Blood test", "Please go.").await.body;
    let with = |body: &str| json!({"version": 1, "name": "Blood test", "body": body});
    app.put(office, &at(&made), &with("Please go fasting."))
        .await
        .ok();
    let late = app
        .put(admin, &at(&made), &with("Please go on Monday."))
        .await;
    assert_eq!(
        (late.status, &late.body["code"]),
        (409, &json!("STALE_VERSION"))
    );
    assert_eq!(late.body["current"]["body"], "Please go fasting.");
    assert_eq!(late.body["current"]["version"], 2);
    let late = remove(app, admin, &made, 1).await;
    assert_eq!(
        (late.status, &late.body["current"]["version"]),
        (409, &json!(2))
    );
}

async fn refusals(app: &TestApp) {
    let (office, doctor, patient) = (&app.users.office, &app.users.doctor, &app.users.patient);
    let made = add(app, office, "Blood test", "Please go.").await.body;
    for by in [doctor, &app.users.customer_service] {
        add(app, by, "Mine", "Text.")
            .await
            .refused(403, "NOT_ALLOWED");
        let body = json!({"version": 1, "name": "Mine", "body": "Text."});
        app.put(by, &at(&made), &body)
            .await
            .refused(403, "NOT_ALLOWED");
        remove(app, by, &made, 1).await.refused(403, "NOT_ALLOWED");
    }
    app.get(patient, "/message-template")
        .await
        .refused(403, "NOT_ALLOWED");
    assert_eq!(add(app, office, " ", "\n").await.fields(), ["name", "body"]);
    assert_eq!(
        add(app, office, &"n".repeat(61), &"字".repeat(501))
            .await
            .fields(),
        ["name", "body"]
    );
    assert_eq!(
        add(app, office, "a\nb", "Dear {Firstname}").await.fields(),
        ["name", "body"]
    );
    assert_eq!(
        add(app, office, "BLOOD  test", "Again.").await.fields(),
        ["name"],
        "one of a name"
    );
    let odd = json!({"name": "x", "body": "y", "version": 1});
    assert_eq!(
        app.post(office, "/message-template", &odd).await.status,
        400
    );
    let mut other = add(app, office, "Other", "Text.").await.body;
    other["name"] = json!("Blood Test");
    let body = json!({"version": 1, "name": "Blood Test", "body": "Text."});
    assert_eq!(app.put(office, &at(&other), &body).await.fields(), ["name"]);
}

async fn one_click_is_one_template(app: &TestApp) {
    let office = &app.users.office;
    let before = names(app, office).await.len();
    let (key, body) = (new_key(), json!({"name": "Once", "body": "Only once."}));
    let send = || {
        app.send(
            Some(office),
            Method::POST,
            "/message-template",
            Some(&key),
            Some(&body),
        )
    };
    let (first, second) = (send().await, send().await);
    assert_eq!(
        (first.status, second.status, second.replayed),
        (201, 201, true)
    );
    assert_eq!(names(app, office).await.len(), before + 1);
}

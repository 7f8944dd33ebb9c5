// SPDX-License-Identifier: AGPL-3.0-or-later

//! What was refused for a wrong secret, and what was locked for it, is in the audit: for administrators, and never
//! among those who opened a record. A stranger cannot fill it.

use reqwest::Method;
use salal_server::features::audit;
use serde_json::{Value, json};

use crate::support::{TestApp, User, number, on_both};

/// The entries of security events.
const EVENTS: &str = "SELECT COUNT(*) AS n FROM audit WHERE action NOT LIKE '% /%'";

async fn guess(app: &TestApp, email: &str, password: &str) {
    let body = json!({"Email": email, "Password": password});
    app.post_open("/user/authenticate", &body).await;
}

/// What administrators find, the newest first: what happened, who did it in which role.
async fn found(app: &TestApp) -> Vec<(String, Value, Value)> {
    app.ctx.flush_events().await;
    let page = app
        .put(&app.users.admin, "/audit", &json!({"limit": 100}))
        .await;
    let page = page.ok();
    let items = page["items"].as_array().expect("a list");
    let entry = |item: &Value| {
        let what = item["what"].as_str().expect("a text").to_owned();
        (
            what,
            item["role"].clone(),
            item["accessedBy"]["_id"].clone(),
        )
    };
    items.iter().map(entry).collect()
}

fn times(found: &[(String, Value, Value)], what: &str) -> usize {
    found
        .iter()
        .filter(|(text, ..)| text.starts_with(what))
        .count()
}

async fn events(app: &TestApp) -> i64 {
    app.ctx.flush_events().await;
    number(&app.ctx.db, EVENTS).await
}

async fn log(app: &TestApp, by: &User, of: &User) -> Value {
    let path = format!("/person/access-log/{}?limit=100", of.person);
    app.get(by, &path).await.ok()["items"].clone()
}

on_both!(
    wrong_passwords_and_the_lock_are_in_the_audit,
    many_names_leave_one_entry_and_no_name,
    wrong_codes_are_told_apart,
    a_wrong_password_within_a_session_names_who_is_signed_in
);

async fn wrong_passwords_and_the_lock_are_in_the_audit(app: &TestApp) {
    let patient = &app.users.patient;
    let before = log(app, patient, patient).await;
    for _ in 0..7 {
        guess(app, &patient.email, "Wrong-password-1").await;
    }
    let found = found(app).await;
    assert_eq!(
        times(&found, "Refused a sign-in, account of "),
        1,
        "once a minute: {found:?}"
    );
    assert_eq!(
        times(&found, "Locked sign-in for some minutes"),
        1,
        "{found:?}"
    );
    let (_, role, by) = &found[0];
    assert_eq!((role, by), (&json!("Someone unknown"), &Value::Null));
    assert_eq!(
        log(app, patient, patient).await,
        before,
        "nobody opened the record"
    );
    let seen = log(app, &app.users.admin, patient).await;
    assert!(!seen.to_string().contains("sign-in"), "{seen}");
    // The next minute is told of again.
    app.ctx.clock.advance(chrono::TimeDelta::minutes(6));
    guess(app, &patient.email, "Wrong-password-1").await;
    assert_eq!(events(app).await, 3);
    while audit::seal(&app.ctx).await.expect("seals") > 0 {}
    let report = audit::verify(&app.ctx, app.ctx.db.read(), &[])
        .await
        .expect("reads");
    assert_eq!(report.faults, [] as [&str; 0]);
}

async fn many_names_leave_one_entry_and_no_name(app: &TestApp) {
    for n in 0..20 {
        guess(
            app,
            &format!("invented{n}@mail.example"),
            "Wrong-password-1",
        )
        .await;
    }
    assert_eq!(events(app).await, 1);
    let typed =
        "SELECT COUNT(*) AS n FROM audit WHERE object_id LIKE '%invented%' OR action LIKE '%@%'";
    assert_eq!(number(&app.ctx.db, typed).await, 0);
}

async fn wrong_codes_are_told_apart(app: &TestApp) {
    let doctor = &app.users.doctor;
    let body = json!({"Email": doctor.email, "Password": doctor.password, "code": "000000"});
    app.post_open("/user/authenticate", &body)
        .await
        .refused(401, "WRONG_CODE");
    assert_eq!(times(&found(app).await, "Refused a code, account of "), 1);
    let patient = &app.users.patient;
    let wrong = json!({"personId": patient.person, "verificationCode": "000000"});
    app.post(patient, "/person/verify-code/activate", &wrong)
        .await
        .refused(422, "WRONG_CODE");
    let found = found(app).await;
    assert_eq!(times(&found, "Refused a code, account of "), 2, "{found:?}");
    assert_eq!(found[0].2, json!(patient.person));
}

async fn a_wrong_password_within_a_session_names_who_is_signed_in(app: &TestApp) {
    let doctor = &app.users.doctor;
    let path = format!("/user/credential/{}", doctor.account);
    let change = json!({"currentPassword": "Wrong2026password", "Password": "Another2026password"});
    for _ in 0..6 {
        app.send(Some(doctor), Method::PUT, &path, None, Some(&change))
            .await;
    }
    let found = found(app).await;
    assert_eq!(
        times(&found, "Refused a password or code within a session"),
        1,
        "{found:?}"
    );
    assert_eq!(
        times(&found, "Locked asking for the password"),
        1,
        "{found:?}"
    );
    let (_, role, by) = &found[0];
    assert_eq!((role, by), (&json!("Doctor"), &json!(doctor.person)));
}

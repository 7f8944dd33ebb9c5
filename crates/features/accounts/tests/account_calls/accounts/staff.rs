// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /staff-account`, `…/{id}`, `PUT /staff-account/role/{id}`, `…/numbers/{id}`, `…/disable/{id}`,
//! `…/enable/{id}`, `…/second-step/{id}`, `…/sign-out/{id}`, `DELETE /staff-account/{id}/sessions/{session}`

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, new_key, on_both, sign_in_staff, stable, totp_code};

async fn seen(app: &TestApp, whom: &User) -> Value {
    let path = format!("/staff-account/{}", whom.account);
    app.get(&app.users.admin, &path).await.ok()
}

/// A change of somebody's account by the administrator, as it was just seen.
async fn change(app: &TestApp, what: &str, whom: &User, mut body: Value) -> Answer {
    body["version"] = seen(app, whom).await["account"]["version"].clone();
    let path = format!("/staff-account/{what}/{}", whom.account);
    app.put(&app.users.admin, &path, &body).await
}

async fn sign_in(app: &TestApp, whom: &User) -> Answer {
    app.ctx.clock.advance(chrono::TimeDelta::seconds(60));
    let code = totp_code(app, &whom.totp);
    let body = json!({"Email": whom.email, "Password": whom.password, "code": code});
    app.post_open("/user/authenticate", &body).await
}

fn names(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().expect("a list").iter();
    items
        .filter_map(|item| item["person"]["LastName"].as_str())
        .collect()
}

async fn list(app: &TestApp, query: &str) -> Value {
    let path = format!("/staff-account{query}");
    app.get(&app.users.admin, &path).await.ok()
}

on_both!(
    the_staff_is_listed_searched_and_paged,
    off_is_off_at_once_and_on_again,
    another_role_ends_the_sessions_and_is_written_down,
    nobody_changes_the_own_account_so_an_administrator_is_left,
    numbers_are_kept_checked_and_one_persons,
    the_second_step_is_taken_away_and_enrolled_anew,
    sessions_are_listed_and_ended,
    refusals
);

async fn the_staff_is_listed_searched_and_paged(app: &TestApp) {
    let all = list(app, "").await;
    let mut sorted = names(&all);
    sorted.sort_by_key(|name| name.to_lowercase());
    assert_eq!(all["total"], json!(names(&all).len()));
    assert!(
        all["items"]
            .as_array()
            .expect("a list")
            .iter()
            .all(|one| one["Role"] != "ROLE_PATIENT")
    );
    let first = list(app, "?limit=2").await;
    let cursor = first["nextCursor"].as_str().expect("more");
    let second = list(app, &format!("?limit=50&cursor={cursor}")).await;
    assert_eq!([names(&first), names(&second)].concat(), names(&all));
    assert_eq!(
        (&second["nextCursor"], &second["total"]),
        (&Value::Null, &all["total"])
    );
    let found = list(app, "?search=OFFICE%40salal").await;
    assert_eq!(found["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["items"][0]["_id"], json!(app.users.office.account));
    insta::assert_json_snapshot!(
        "staff_account",
        stable(&list(app, "?Role=ROLE_DOCTOR&search=doctor%40").await["items"][0])
    );
    assert_eq!(
        list(app, "?search=100%25").await["total"],
        0,
        "a sign of the search's language is a sign"
    );
    assert_eq!(list(app, "?state=disabled").await["total"], 0);
    app.get(&app.users.admin, "/staff-account?state=odd")
        .await
        .refused(422, "PLEASE_CORRECT_ERRORS_BELOW");
    app.get(&app.users.admin, "/staff-account?cursor=odd")
        .await
        .refused(400, "MALFORMED");
}

async fn off_is_off_at_once_and_on_again(app: &TestApp) {
    let office = &app.users.office;
    let off = change(app, "disable", office, json!({})).await.ok();
    assert_eq!(
        (&off["state"], &off["version"]),
        (&json!("disabled"), &json!(2))
    );
    app.get(office, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    // Who knows the password is told; others learn nothing.
    let told = sign_in(app, office).await.refused(403, "ACCOUNT_DISABLED");
    assert!(
        told["message"]
            .as_str()
            .is_some_and(|text| text.contains("administrator")),
        "{told}"
    );
    let wrong = json!({"Email": office.email, "Password": "Wrong2026word"});
    app.post_open("/user/authenticate", &wrong)
        .await
        .refused(401, "WRONG_CREDENTIALS");
    change(app, "disable", office, json!({}))
        .await
        .refused(409, "NOT_SO");
    let on = change(app, "enable", office, json!({})).await.ok();
    assert_eq!(on["state"], "active");
    change(app, "enable", office, json!({}))
        .await
        .refused(409, "NOT_SO");
    sign_in(app, office).await.ok();
    let history = seen(app, office).await["history"].clone();
    let what: Vec<_> = history
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["what"].clone())
        .collect();
    assert_eq!(what, [json!("enabled"), json!("disabled")]);
    assert_eq!(history[0]["by"]["_id"], json!(app.users.admin.person));
}

async fn another_role_ends_the_sessions_and_is_written_down(app: &TestApp) {
    let care = &app.users.customer_service;
    let body = json!({"Role": "ROLE_OFFICE", "isAdmin": true});
    let now = change(app, "role", care, body).await.ok();
    assert_eq!(
        (&now["Role"], &now["isAdmin"]),
        (&json!("ROLE_OFFICE"), &json!(true))
    );
    app.get(care, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    let care = sign_in_staff(app, care.clone()).await;
    app.get(&care, "/staff-account").await.ok();
    let history = seen(app, &care).await["history"].clone();
    assert_eq!(
        (&history[0]["was"], &history[0]["became"]),
        (&json!("Customer service"), &json!("Office, administrator"))
    );
    // The audit has it as well.
    let body = json!({"patient": care.person});
    let lines = app.put(&app.users.admin, "/audit", &body).await.ok();
    assert_eq!(lines["items"][0]["what"], "Changed the role of the account");
    change(
        app,
        "role",
        &care,
        json!({"Role": "ROLE_PATIENT", "isAdmin": false}),
    )
    .await
    .refused(422, "PLEASE_CORRECT_ERRORS_BELOW");
    change(
        app,
        "role",
        &care,
        json!({"Role": "ROLE_KING", "isAdmin": false}),
    )
    .await
    .refused(400, "MALFORMED");
}

async fn nobody_changes_the_own_account_so_an_administrator_is_left(app: &TestApp) {
    let admin = &app.users.admin;
    for (what, body) in [
        ("role", json!({"Role": "ROLE_OFFICE", "isAdmin": false})),
        ("disable", json!({})),
        (
            "numbers",
            json!({"collegeNumber": "", "billingNumber": "", "phone": "", "fax": ""}),
        ),
        ("second-step", json!({"password": admin.password})),
    ] {
        change(app, what, admin, body)
            .await
            .refused(403, "OWN_ACCOUNT");
    }
    app.put(
        admin,
        &format!("/staff-account/sign-out/{}", admin.account),
        &json!({}),
    )
    .await
    .refused(403, "OWN_ACCOUNT");
    // Two administrators demote each other at one moment: one of them stays.
    let other = &app.users.office;
    change(
        app,
        "role",
        other,
        json!({"Role": "ROLE_ADMIN", "isAdmin": false}),
    )
    .await
    .ok();
    let other = sign_in_staff(app, other.clone()).await;
    let (theirs, mine) = (
        seen(app, &other).await["account"]["version"].clone(),
        seen(app, admin).await["account"]["version"].clone(),
    );
    let demote =
        |version: Value| json!({"version": version, "Role": "ROLE_OFFICE", "isAdmin": false});
    let (one, two) = (
        format!("/staff-account/role/{}", other.account),
        format!("/staff-account/role/{}", admin.account),
    );
    let (theirs, mine) = (demote(theirs), demote(mine));
    let (a, b) = tokio::join!(app.put(admin, &one, &theirs), app.put(&other, &two, &mine));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200, "one of them did it");
    assert!(
        matches!(statuses[1], 401 | 403),
        "and the other is no administrator any more: {statuses:?}"
    );
}

async fn numbers_are_kept_checked_and_one_persons(app: &TestApp) {
    let office = &app.users.office;
    let numbers = |college: &str, billing: &str| json!({"collegeNumber": college, "billingNumber": billing, "phone": "604-555-0134", "fax": ""});
    let kept = change(app, "numbers", office, numbers(" 54321 ", "z0099"))
        .await
        .ok();
    assert_eq!(
        (
            &kept["collegeNumber"],
            &kept["billingNumber"],
            &kept["phone"],
            &kept["fax"]
        ),
        (
            &json!("54321"),
            &json!("Z0099"),
            &json!("6045550134"),
            &json!("")
        )
    );
    let none = change(app, "numbers", office, numbers("", "")).await.ok();
    assert_eq!(
        (&none["collegeNumber"], &none["billingNumber"]),
        (&Value::Null, &Value::Null)
    );
    let history = seen(app, office).await["history"].clone();
    assert_eq!(
        (&history[0]["was"], &history[0]["became"]),
        (
            &json!("College 54321, MSP Z0099"),
            &json!("College none, MSP none")
        )
    );
    let doctor = seen(app, &app.users.doctor).await["account"]["billingNumber"].clone();
    let taken = change(
        app,
        "numbers",
        office,
        numbers("", doctor.as_str().expect("a number")),
    )
    .await;
    assert_eq!(taken.fields(), ["billingNumber"]);
    let mut odd = numbers("54-321", "123456");
    odd["phone"] = "12".into();
    odd["fax"] = "x".into();
    assert_eq!(
        change(app, "numbers", office, odd).await.fields(),
        ["collegeNumber", "billingNumber", "phone", "fax"]
    );
}

async fn the_second_step_is_taken_away_and_enrolled_anew(app: &TestApp) {
    let (admin, doctor) = (&app.users.admin, &app.users.doctor);
    change(
        app,
        "second-step",
        doctor,
        json!({"password": "Wrong2026word"}),
    )
    .await
    .refused(422, "WRONG_PASSWORD");
    app.get(doctor, "/user/sessions").await.ok();
    let now = change(
        app,
        "second-step",
        doctor,
        json!({"password": admin.password}),
    )
    .await
    .ok();
    assert_eq!(now["secondStep"], false);
    app.get(doctor, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    app.settle().await;
    let told = app
        .sandbox
        .outbox(Some("email"), Some(&doctor.email))
        .iter()
        .any(|one| one.text.contains("set up a new one"));
    assert!(told, "the owner is told by e-mail");
    // The old authenticator opens nothing; a new one is offered.
    sign_in(app, doctor).await.refused(401, "WRONG_CODE");
    let first = app
        .post_open(
            "/user/authenticate",
            &json!({"Email": doctor.email, "Password": doctor.password}),
        )
        .await
        .ok();
    let secret = first["enrol"]["secret"].as_str().expect("a new secret");
    assert_ne!(secret, doctor.totp);
    change(
        app,
        "second-step",
        doctor,
        json!({"password": admin.password}),
    )
    .await
    .refused(409, "NOT_SO");
    sign_in_staff(
        app,
        User {
            totp: secret.to_owned(),
            ..doctor.clone()
        },
    )
    .await;
}

async fn sessions_are_listed_and_ended(app: &TestApp) {
    let (admin, doctor) = (&app.users.admin, &app.users.doctor);
    let elsewhere = sign_in_staff(app, doctor.clone()).await;
    let sessions = seen(app, doctor).await["sessions"].clone();
    let ids: Vec<_> = sessions
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["_id"].as_str().expect("an id").to_owned())
        .collect();
    assert_eq!(ids.len(), 2);
    let end = |account: String, session: String| async move {
        let path = format!("/staff-account/{account}/sessions/{session}");
        app.send(Some(admin), Method::DELETE, &path, Some(&new_key()), None)
            .await
            .status
    };
    // Under somebody else's account it is not there.
    assert_eq!(
        end(app.users.office.account.clone(), ids[0].clone()).await,
        404
    );
    assert_eq!(end(doctor.account.clone(), ids[0].clone()).await, 204);
    assert_eq!(
        end(doctor.account.clone(), ids[0].clone()).await,
        204,
        "twice is as once"
    );
    app.get(&elsewhere, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    let path = format!("/staff-account/sign-out/{}", doctor.account);
    assert_eq!(
        app.put(admin, &path, &json!({})).await.ok(),
        json!({"ended": 1})
    );
    app.get(doctor, "/user/sessions")
        .await
        .refused(401, "INVALID_TOKEN");
    assert_eq!(
        app.put(admin, &path, &json!({})).await.ok(),
        json!({"ended": 0})
    );
}

async fn refusals(app: &TestApp) {
    let (admin, office, patient) = (&app.users.admin, &app.users.office, &app.users.patient);
    let one = format!("/staff-account/{}", office.account);
    let off = format!("/staff-account/disable/{}", office.account);
    for by in [
        patient,
        office,
        &app.users.doctor,
        &app.users.customer_service,
    ] {
        app.get(by, "/staff-account")
            .await
            .refused(403, "NOT_ALLOWED");
        app.get(by, &one).await.refused(403, "NOT_ALLOWED");
        app.put(by, &off, &json!({"version": 1}))
            .await
            .refused(403, "NOT_ALLOWED");
    }
    // A patient's account is not there.
    app.get(admin, &format!("/staff-account/{}", patient.account))
        .await
        .refused(404, "NOT_FOUND");
    app.put(
        admin,
        &format!("/staff-account/disable/{}", patient.account),
        &json!({"version": 1}),
    )
    .await
    .refused(404, "NOT_FOUND");
    app.put(
        admin,
        &format!("/staff-account/sign-out/{}", patient.account),
        &json!({}),
    )
    .await
    .refused(404, "NOT_FOUND");
    // Somebody else was quicker.
    let stale = app
        .put(admin, &off, &json!({"version": 0}))
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(stale["current"]["version"], 1);
    app.put(admin, &off, &json!({"version": 1, "more": 1}))
        .await
        .refused(400, "MALFORMED");
    // One press, sent twice, is one change.
    let key = new_key();
    for _ in 0..2 {
        let body = json!({"version": 1});
        app.send(Some(admin), Method::PUT, &off, Some(&key), Some(&body))
            .await
            .ok();
    }
    assert_eq!(
        seen(app, office).await["history"].as_array().map(Vec::len),
        Some(1)
    );
}

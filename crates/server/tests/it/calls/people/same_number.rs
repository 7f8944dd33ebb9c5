// SPDX-License-Identifier: AGPL-3.0-or-later

//! A health number on two accounts (decision 170).

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, User, number as number_of, on_both, phn, request};

const FLAG: &str = "Health number on another account";

async fn put(app: &TestApp, user: &User, form: &Value) -> Value {
    let path = format!("/person/healthDoc/{}", user.person);
    app.form(user, Method::PUT, &path, form, &[]).await.ok()
}

async fn flags(app: &TestApp, by: &User, of: &User) -> Vec<String> {
    let read = app.get(by, &format!("/person/{}", of.person)).await.ok();
    serde_json::from_value(read["flags"].clone()).expect("flags")
}

async fn left(app: &TestApp, by: &User, more: usize) -> Value {
    let lines = vec![json!({}); more];
    let path = format!("/prescription/medication/number/{}", by.person);
    let body = json!({"prescriptionObj": {"medications": lines}});
    let answer = app.post(by, &path, &body).await.ok();
    json!([answer["success"], answer["left"]])
}

on_both!(the_office_is_told_and_nothing_is_blocked);

async fn the_office_is_told_and_nothing_is_blocked(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let number = phn(70);
    put(
        app,
        patient,
        &json!({"personId": patient.person, "BCCardNumber": number}),
    )
    .await;
    assert!(
        !flags(app, &app.users.office, patient)
            .await
            .contains(&FLAG.to_owned())
    );
    // Spaces make no other number of it.
    let spaced = format!("{} {} {}", &number[..4], &number[4..7], &number[7..]);
    let kept = put(
        app,
        other,
        &json!({"personId": other.person, "BCCardNumber": spaced}),
    )
    .await;
    assert_eq!(kept["HealthDocuments"][0]["DocumentNumber"], number);
    assert!(
        !kept["flags"].to_string().contains(FLAG),
        "{}",
        kept["flags"]
    );
    app.settle().await;
    for (by, told) in [(patient, false), (other, false)] {
        assert_eq!(flags(app, by, by).await.contains(&FLAG.to_owned()), told);
    }
    for of in [patient, other] {
        assert!(
            flags(app, &app.users.office, of)
                .await
                .contains(&FLAG.to_owned())
        );
        assert!(
            flags(app, &app.users.doctor, of)
                .await
                .contains(&FLAG.to_owned())
        );
    }
    let sql = "SELECT COUNT(*) AS n FROM message WHERE subject_kind = 'same_number' AND to_group = 'office'";
    assert_eq!(number_of(&app.ctx.db, sql).await, 1);
    let desk = app
        .get(
            &app.users.office,
            &format!("/message/inbox/doctor/{}", app.users.office.person),
        )
        .await
        .ok();
    assert!(desk.to_string().contains(FLAG), "{desk}");
    assert!(
        !desk.to_string().contains(&number),
        "no number stands in a message"
    );
    for by in [patient, other] {
        let inbox = app
            .get(by, &format!("/message/inbox/patient/{}", by.person))
            .await
            .ok();
        assert!(!inbox.to_string().contains(FLAG), "{inbox}");
    }
    // What is asked for in a day counts over both, and only that.
    app.create(patient, 3).await;
    assert_eq!(left(app, other, 2).await, json!([true, 0]));
    assert_eq!(left(app, other, 3).await, json!([false, 0]));
    app.create(other, 2).await;
    let body = request(&app.users.samples, 1);
    assert_eq!(
        app.post(patient, "/prescription", &body).await.fields(),
        ["medications"]
    );
    // Put right: the flag goes.
    put(
        app,
        other,
        &json!({"personId": other.person, "BCCardNumber": phn(71)}),
    )
    .await;
    assert!(
        !flags(app, &app.users.office, patient)
            .await
            .contains(&FLAG.to_owned())
    );
    assert_eq!(left(app, other, 3).await, json!([true, 0]));
    app.settle().await;
}

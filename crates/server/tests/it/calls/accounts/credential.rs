// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /user/credential/{id}`

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, on_both, shown, sign_in_patient};

const NEW: &str = "Another2026word";

async fn put(app: &TestApp, by: &User, body: Value) -> Answer {
    let path = format!("/user/credential/{}", by.account);
    let answer = app.put(by, &path, &body).await;
    app.settle().await;
    answer
}

fn new_password(by: &User, password: &str) -> Value {
    json!({"Password": password, "currentPassword": by.password})
}

async fn passes(app: &TestApp, user: &User, password: &str) -> bool {
    let body = json!({"Email": user.email, "Password": password});
    let status = app.post_open("/user/authenticate", &body).await.status;
    app.settle().await;
    status == 200
}

on_both! {
    async fn a_password_is_changed_and_the_other_sessions_end(app: &TestApp) {
        let patient = &app.cast.patient;
        let elsewhere = sign_in_patient(app, patient.clone()).await;
        let user = put(app, patient, new_password(patient, NEW)).await.ok();
        insta::assert_json_snapshot!("credential", shown(&user));
        app.get(patient, "/user/sessions").await.ok();
        app.get(&elsewhere, "/user/sessions").await.refused(401, "INVALID_TOKEN");
        assert!(passes(app, patient, NEW).await && !passes(app, patient, &patient.password).await);
        let told = &app.sandbox.outbox(Some("email"), Some(&patient.email))[0];
        assert!(told.subject.contains("password was changed"), "{}", told.subject);
    }

    async fn the_present_password_is_asked_for(app: &TestApp) {
        let patient = &app.cast.patient;
        for (current, code) in [("", "PLEASE_CORRECT_ERRORS_BELOW"), ("Not2026mine", "WRONG_PASSWORD")] {
            let answer = put(app, patient, json!({"Password": NEW, "currentPassword": current})).await;
            answer.clone().refused(422, code);
            assert_eq!(answer.fields(), ["currentPassword"]);
        }
        for _ in 0..3 {
            put(app, patient, json!({"BestPhoneNumber": "604-555-0177", "currentPassword": "Not2026mine"})).await.refused(422, "WRONG_PASSWORD");
        }
        put(app, patient, json!({"Password": NEW, "currentPassword": "Not2026mine"})).await.refused(429, "LOCKED");
        put(app, patient, new_password(patient, NEW)).await.refused(429, "LOCKED");
        app.ctx.clock.advance(TimeDelta::seconds(302));
        put(app, patient, new_password(patient, NEW)).await.ok();
    }

    async fn each_field_has_its_refusal(app: &TestApp) {
        let patient = &app.cast.patient;
        for (field, value) in [("Password", "short1A"), ("Password", "nouppercase1"), ("Email", "other@mail.example"), ("PhoneNumber", "12"), ("PhoneNumber", "604-555-0199"), ("BestPhoneNumber", "call me")] {
            let mut body = new_password(patient, NEW);
            body[field] = value.into();
            assert_eq!(put(app, patient, body).await.fields(), [field], "{value}");
        }
        assert!(passes(app, patient, &patient.password).await);
        // What the form sends unchanged is no change.
        let same = json!({"Email": patient.email.to_uppercase(), "PhoneNumber": patient.phone, "BestPhoneNumber": "(604) 555-0143", "Password": "", "currentPassword": patient.password});
        let user = put(app, patient, same).await.ok();
        assert_eq!((&user["Person"]["BestPhoneNumber"], &user["Person"]["PhoneVerified"]), (&json!("6045550143"), &json!(true)));
    }

    async fn staff_change_their_own_cell_phone(app: &TestApp) {
        let office = &app.cast.office;
        let user = put(app, office, json!({"PhoneNumber": "604-555-0188", "currentPassword": office.password})).await.ok();
        assert_eq!((&user["Person"]["PhoneNumber"], &user["Person"]["PhoneVerified"]), (&json!("6045550188"), &json!(false)));
    }

    async fn somebody_elses_account_does_not_exist(app: &TestApp) {
        let patient = &app.cast.patient;
        for by in [&app.cast.other, &app.cast.doctor, &app.cast.admin] {
            let body = new_password(by, NEW);
            assert_eq!(app.put(by, &format!("/user/credential/{}", patient.account), &body).await.status, 404);
        }
        assert!(passes(app, patient, &patient.password).await);
    }

    async fn pressing_twice_changes_once(app: &TestApp) {
        let patient = &app.cast.patient;
        let body = new_password(patient, NEW);
        put(app, patient, body.clone()).await.ok();
        // The second press carries the password that is the old one by now.
        put(app, patient, body).await.ok();
        let letters = app.sandbox.outbox(Some("email"), Some(&patient.email));
        assert_eq!(letters.len(), 1);
    }

    async fn two_tabs_at_once_leave_one_password(app: &TestApp) {
        let patient = &app.cast.patient;
        let passwords = ["First2026tab", "Second2026tab"];
        let answers = join_all(passwords.map(|new| put(app, patient, new_password(patient, new)))).await;
        let good: Vec<usize> = (0..2).filter(|n| answers[*n].status == 200).collect();
        assert_eq!(good.len(), 1, "{} {}", answers[0].body, answers[1].body);
        assert!(matches!(answers[1 - good[0]].status, 409 | 422));
        assert!(passes(app, patient, passwords[good[0]]).await);
    }
}

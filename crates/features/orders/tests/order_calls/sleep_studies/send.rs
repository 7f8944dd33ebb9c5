// SPDX-License-Identifier: AGPL-3.0-or-later

//! What follows a paid order: the fax to the clinic, letters to the patient, words to the staff.

use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, sleep_story, stable};

async fn subjects(app: &TestApp, by: &User) -> Vec<String> {
    let path = format!("/message/inbox/doctor/{}", by.person);
    let list = app.get(by, &path).await.ok();
    let items = list["items"].as_array().cloned().unwrap_or_default();
    items
        .iter()
        .filter_map(|item| item["subject"].as_str().map(ToOwned::to_owned))
        .collect()
}

async fn pdf(app: &TestApp, by: &User, order: &Value) -> Vec<u8> {
    let path = format!(
        "/sleep-assessment/document/{}",
        order["_id"].as_str().expect("an id")
    );
    app.get(by, &path).await.bytes
}

on_both!(
    a_paid_order_is_faxed_once_and_told,
    a_busy_line_is_told_with_its_reason,
    a_lost_fax_is_asked_about_not_repeated
);

async fn a_paid_order_is_faxed_once_and_told(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = app.sleep_order(patient, "coastal").await;
    app.pay_sleep(patient, &made).await;
    app.settle().await;
    let seen = app.see_sleep(patient, &made["_id"]).await;
    assert_eq!(sleep_story(&seen), ["PENDING", "PAID", "FAXED"]);
    insta::assert_json_snapshot!(
        "sleep_faxed",
        stable(&json!({"statuses": seen["statuses"], "fax": seen["fax"]}))
    );
    let sent = app.effects(Service::Srfax, "fax");
    assert_eq!(sent.len(), 1);
    let digits = made["faxNumber"]
        .as_str()
        .expect("a number")
        .replace('-', "");
    let faxes = app.sandbox.outbox(Some("fax"), Some(&digits));
    assert_eq!(faxes.len(), 1);
    // The request names the patient and is what the staff see; the patient's own sheet does not.
    let faxed = app
        .sandbox
        .attachment(&faxes[0].id, 1)
        .expect("a second file");
    assert_eq!(pdf(app, doctor, &made).await, faxed);
    assert_ne!(pdf(app, patient, &made).await, faxed);
    for mail in app.sandbox.outbox(Some("email"), Some(&patient.email)) {
        assert!(
            !format!("{} {}", mail.subject, mail.text)
                .to_lowercase()
                .contains("sleep"),
            "{}",
            mail.text
        );
    }
    let mails: Vec<String> = app
        .sandbox
        .outbox(Some("email"), Some(&patient.email))
        .iter()
        .rev()
        .map(|mail| mail.subject.clone())
        .collect();
    assert_eq!(
        mails,
        [
            "Salal: we received your order",
            "Salal: an update on your order"
        ]
    );
    for staff in [doctor, &app.users.office] {
        let label = made["label"].as_str().expect("a label");
        assert_eq!(subjects(app, staff).await, [format!("Sleep study {label}")]);
    }
}

async fn a_busy_line_is_told_with_its_reason(app: &TestApp) {
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let clinic = app.busy_sleep_clinic().await;
    let made = app.order_sleep(patient, &info, &clinic).await.ok();
    app.pay_sleep(patient, &made).await;
    app.settle().await;
    let seen = app.see_sleep(patient, &made["_id"]).await;
    assert_eq!(
        (&seen["fax"]["state"], &seen["fax"]["reason"]),
        (&json!("failed"), &json!("The fax line was busy."))
    );
    for staff in [&app.users.doctor, &app.users.office] {
        let told = subjects(app, staff).await;
        let count = told
            .iter()
            .filter(|one| one.starts_with("Sleep study fax not delivered"))
            .count();
        assert_eq!(count, 1, "{told:?}");
    }
    for one in [&app.users.doctor, &app.users.office] {
        assert_eq!(app.sandbox.outbox(Some("email"), Some(&one.email)).len(), 1);
    }
}

async fn a_lost_fax_is_asked_about_not_repeated(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "mainland").await;
    app.pay_sleep(patient, &made).await;
    app.fail(Service::Srfax, Mode::Lost, 1);
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    let seen = app.see_sleep(patient, &made["_id"]).await;
    assert_eq!(
        (
            &seen["status"],
            &seen["fax"]["state"],
            &seen["fax"]["attempts"]
        ),
        (&json!("FAXED"), &json!("delivered"), &json!(1))
    );
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/pharmacy`

use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, on_both, request, strokes};

async fn name(app: &TestApp, by: &User, seen: &Value, pharmacy: &Value) -> Answer {
    let body = json!({
        "prescriptionId": seen["_id"], "version": seen["version"], "pharmacy": {"_id": pharmacy["_id"]},
    });
    app.put(by, "/prescription/pharmacy", &body).await
}

async fn inbox(app: &TestApp, about: &str) -> usize {
    let doctor = &app.users.doctor;
    let path = format!("/message/inbox/doctor/{}", doctor.person);
    let list = app.get(doctor, &path).await.ok();
    let messages = list["items"].as_array().expect("messages");
    let is_about = |one: &&Value| {
        let subject = one["subject"].as_str().unwrap_or_default();
        subject.starts_with(about)
    };
    messages.iter().filter(is_about).count()
}

/// A prescription whose fax to a busy line failed, as the patient sees it.
async fn failed(app: &TestApp) -> Value {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let mut body = request(&app.users.samples, 1);
    body["pharmacy"] = json!({"_id": app.users.samples.busy_pharmacy["_id"]});
    let made = app.post(patient, "/prescription", &body).await.ok();
    let paid = app.pay(patient, &made).await;
    let seen = app.acknowledge(doctor, &paid).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.sign(doctor, &seen).await;
    app.fax(doctor, &seen).await;
    app.settle().await;
    let seen = app.see(patient, &seen["_id"]).await;
    assert_eq!(seen["copies"][0]["state"], "failed");
    seen
}

on_both!(
    after_a_failed_fax_a_doctor_confirms_it,
    where_the_pharmacy_left_it_is_the_request_s_own_now,
    refusals
);

async fn after_a_failed_fax_a_doctor_confirms_it(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let other = &app.users.samples.second_pharmacy;
    let seen = failed(app).await;
    assert_eq!(seen["canNamePharmacy"], true);
    let named = name(app, patient, &seen, other).await.ok();
    assert_eq!(named["askedPharmacy"]["_id"], other["_id"]);
    assert_eq!(named["pharmacy"], seen["pharmacy"], "not by itself");
    assert_eq!(named["work"], "fax");
    app.settle().await;
    assert_eq!(app.sandbox.outbox(Some("fax"), None).len(), 1);
    assert_eq!(inbox(app, "Another pharmacy: P-").await, 1);

    let body = json!({
        "prescriptionId": seen["_id"], "copyId": seen["copies"][0]["_id"], "reason": "fax_failed", "words": "",
        "how": "at_once", "pharmacy": {"_id": named["askedPharmacy"]["_id"]},
    });
    let now = app.put(doctor, "/prescription/void", &body).await.ok();
    assert_eq!(
        (&now["askedPharmacy"], &now["drPharmacy"]["_id"]),
        (&Value::Null, &other["_id"])
    );
    app.settle().await;
    assert_eq!(app.sandbox.outbox(Some("fax"), None).len(), 1);
    app.sign(doctor, &now).await;
    app.fax(doctor, &now).await;
    app.settle().await;
    assert_eq!(app.see(patient, &now["_id"]).await["status"], "FAXED");
}

async fn where_the_pharmacy_left_it_is_the_request_s_own_now(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let samples = &app.users.samples;
    let signed = app.signed(0).await;
    app.unlist(&[&samples.pharmacy]).await;
    app.settle().await;
    let seen = app.see(patient, &signed["_id"]).await;
    assert_eq!(
        (&seen["canNamePharmacy"], &seen["work"]),
        (&json!(true), &json!("pharmacy"))
    );
    let named = name(app, patient, &seen, &samples.second_pharmacy).await;
    let named = named.ok();
    assert_eq!(named, app.see(patient, &signed["_id"]).await);
    assert_eq!(named["pharmacy"], samples.second_pharmacy);
    assert_eq!(
        (&named["pharmacyRefused"], &named["work"]),
        (&Value::Null, &json!("send"))
    );
    assert_eq!(named["signature"], Value::Null, "a doctor signs for it");
    assert_eq!(inbox(app, "Another pharmacy: P-").await, 1);
    app.settle().await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());
    let drawn = json!({"prescriptionId": signed["_id"], "strokes": strokes()});
    app.put(doctor, "/prescription/sign", &drawn).await.ok();
    app.fax(doctor, &named).await;
    app.settle().await;
    assert_eq!(app.see(patient, &named["_id"]).await["status"], "FAXED");
}

async fn refusals(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let samples = &app.users.samples;
    let paid = app.paid(1).await;
    name(app, patient, &paid, &samples.second_pharmacy)
        .await
        .refused(409, "PHARMACY_IN_LIST");
    let foreign = name(app, other, &paid, &samples.second_pharmacy).await;
    assert_eq!(foreign.status, 404);
    let by_staff = name(app, &app.users.doctor, &paid, &samples.second_pharmacy).await;
    assert_eq!(by_staff.status, 403);
    app.unlist(&[&samples.pharmacy, &samples.second_pharmacy])
        .await;
    let gone = name(app, patient, &paid, &samples.second_pharmacy).await;
    assert_eq!(gone.body["code"], "PHARMACY_GONE", "{}", gone.body);
    assert_eq!(gone.fields(), ["pharmacy"]);
    let mut stale = paid.clone();
    stale["version"] = json!(0);
    name(app, patient, &stale, &samples.busy_pharmacy)
        .await
        .refused(409, "STALE_VERSION");
    let unknown = json!({"_id": "0198a000-0000-7000-8000-000000000001"});
    assert_eq!(name(app, patient, &paid, &unknown).await.status, 404);
}

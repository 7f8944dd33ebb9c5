// SPDX-License-Identifier: AGPL-3.0-or-later

//! A pharmacy that is no longer in the list is no destination anywhere (decision 173): every call that chooses or uses
//! one says so, and the record keeps its name.

use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{TestApp, medical_info, number, on_both, request, strokes};

const GONE: &str = "PHARMACY_GONE";
const RENUMBERED: &str = "PHARMACY_NUMBER_CHANGED";

/// The doctor's choice of a pharmacy; null for the patient's own.
fn chosen(seen: &Value, pharmacy: &Value) -> Value {
    let pharmacy = match pharmacy {
        Value::Null => Value::Null,
        one => json!({"_id": one["_id"]}),
    };
    json!({"prescription": {"_id": seen["_id"], "drPharmacy": pharmacy}})
}

/// How often the patient was asked to choose again.
fn asked(app: &TestApp) -> usize {
    let to = &app.users.patient.email;
    let mails = app.sandbox.outbox(Some("email"), Some(to));
    let asks = |subject: &str| subject.contains("your request needs your answer");
    mails.iter().filter(|mail| asks(&mail.subject)).count()
}

on_both!(
    one_that_left_the_list_is_not_chosen,
    one_that_left_the_list_is_not_signed_for_or_sent_to,
    a_number_that_was_given_up_is_not_dialled,
    a_queued_fax_does_not_leave_for_one_that_left_meanwhile,
    the_old_pharmacy_is_called_once_it_left_the_list,
    an_open_request_is_work_and_the_patient_is_asked,
    a_request_under_review_says_so_in_the_queue,
    a_changed_number_is_told_as_such
);

async fn one_that_left_the_list_is_not_chosen(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let samples = &app.users.samples;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let content = json!({"medications": [], "pharmacy": {"_id": samples.pharmacy["_id"]}, "loadCurrent": false, "step": null});
    let version = app.get(patient, "/prescription/draft").await.ok()["version"].clone();
    let draft = json!({"version": version, "content": content});
    let kept = app.put(patient, "/prescription/draft", &draft).await.ok();
    assert_eq!(kept["content"]["pharmacy"]["_id"], samples.pharmacy["_id"]);
    app.unlist(&[&samples.pharmacy]).await;

    let asked = app
        .post(patient, "/prescription", &request(samples, 1))
        .await;
    assert_eq!(asked.body["code"], GONE, "{}", asked.body);
    assert_eq!(asked.fields(), ["pharmacy"]);
    let kept = app.get(patient, "/prescription/draft").await.ok();
    assert_eq!(kept["content"]["pharmacy"], Value::Null, "chosen again");
    let preferred =
        json!({"personId": patient.person, "preferredPharmacy": samples.pharmacy["_id"]});
    let preferred = app.post(patient, "/person/prefer-pharmacy", &preferred);
    assert_eq!(preferred.await.fields(), ["preferredPharmacy"]);
    let record = medical_info(samples);
    let record = app.post(patient, "/medicalinfo/", &record).await;
    assert_eq!(record.fields(), ["defaultPharmacy"]);
    for (pharmacy, code) in [(&samples.pharmacy, 422), (&Value::Null, 409)] {
        let path = "/prescription/dr-pharmacy";
        let body = chosen(&seen, pharmacy);
        app.put(doctor, path, &body).await.refused(code, GONE);
    }
}

async fn one_that_left_the_list_is_not_signed_for_or_sent_to(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let samples = &app.users.samples;
    let signed = app.signed(0).await;
    app.unlist(&[&samples.pharmacy]).await;
    let id = json!({"prescriptionId": signed["_id"]});
    let drawn = json!({"prescriptionId": signed["_id"], "strokes": strokes()});
    let sign = app.put(doctor, "/prescription/sign", &drawn).await;
    sign.refused(409, GONE);
    let fax = app.post(doctor, "/fax/queue-prescription-fax", &id).await;
    fax.refused(409, GONE);
    let print = app.put(doctor, "/prescription/print", &id).await;
    print.refused(409, GONE);
    for by in [patient, doctor] {
        let seen = app.see(by, &signed["_id"]).await;
        assert_eq!(seen["pharmacy"]["name"], samples.pharmacy["name"]);
        let why = seen["pharmacyRefused"].as_str().unwrap_or_default();
        assert!(why.contains("no longer in the list"), "{why}");
        assert_eq!(seen["canFax"], seen["pharmacyRefused"]);
    }
    assert!(app.effects(Service::Srfax, "fax").is_empty());

    // To another one it goes as ever.
    let body = chosen(&signed, &samples.second_pharmacy);
    let seen = app.put(doctor, "/prescription/dr-pharmacy", &body).await;
    let seen = seen.ok();
    assert_eq!(seen["pharmacyRefused"], Value::Null);
    app.sign(doctor, &seen).await;
    app.fax(doctor, &seen).await;
    app.settle().await;
    assert_eq!(app.see(doctor, &seen["_id"]).await["status"], "FAXED");
}

async fn a_number_that_was_given_up_is_not_dialled(app: &TestApp) {
    let doctor = &app.users.doctor;
    let pharmacy = &app.users.samples.pharmacy;
    let signed = app.signed(0).await;
    app.import_pharmacies(|row| {
        if row["_id"] == pharmacy["_id"] {
            row["fax"] = json!("6045550177");
        }
        true
    })
    .await;
    let id = json!({"prescriptionId": signed["_id"]});
    let fax = app.post(doctor, "/fax/queue-prescription-fax", &id).await;
    fax.refused(409, RENUMBERED);
    // Chosen again, it is where it is now.
    let body = chosen(&signed, pharmacy);
    let seen = app.put(doctor, "/prescription/dr-pharmacy", &body).await;
    let seen = seen.ok();
    assert_eq!(seen["drPharmacy"]["fax"], "604-555-0177");
    assert_eq!(seen["pharmacyRefused"], Value::Null);
}

async fn a_queued_fax_does_not_leave_for_one_that_left_meanwhile(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    app.fax(doctor, &signed).await;
    app.unlist(&[&app.users.samples.pharmacy]).await;
    app.settle().await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());
    let seen = app.see(doctor, &signed["_id"]).await;
    let (state, reason) = (&seen["fax"]["state"], &seen["fax"]["reason"]);
    assert_eq!((state, &seen["work"]), (&json!("failed"), &json!("fax")));
    let reason = reason.as_str().unwrap_or_default();
    assert!(reason.contains("no longer in the list"), "{reason}");
}

async fn the_old_pharmacy_is_called_once_it_left_the_list(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    app.fax(doctor, &signed).await;
    app.settle().await;
    app.unlist(&[&app.users.samples.pharmacy]).await;
    let seen = app.see(doctor, &signed["_id"]).await;
    let copy = &seen["copies"][0];
    assert_eq!(copy["voidWays"], json!(["phone"]));
    let mut body = json!({
        "prescriptionId": seen["_id"], "copyId": copy["_id"], "reason": "other_pharmacy", "words": "Called about it",
        "how": "fax", "pharmacy": {"_id": app.users.samples.pharmacy["_id"]},
    });
    let by_fax = app.put(doctor, "/prescription/void", &body).await;
    by_fax.refused(409, "NO_FAX_NUMBER");
    body["how"] = json!("phone");
    body["toldName"] = json!("Ana");
    body["toldAt"] = json!(app.ctx.now());
    let again = app.put(doctor, "/prescription/void", &body).await;
    assert_eq!(again.body["code"], GONE, "{}", again.body);
    assert_eq!(again.fields(), ["pharmacy"]);
    body["pharmacy"] = json!({"_id": app.users.samples.second_pharmacy["_id"]});
    let now = app.put(doctor, "/prescription/void", &body).await.ok();
    assert_eq!(
        (&now["status"], &now["pharmacyRefused"]),
        (&json!("APPROVED"), &Value::Null)
    );
}

async fn a_request_under_review_says_so_in_the_queue(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    let paid = app.paid(1).await;
    app.unlist(&[&app.users.samples.pharmacy]).await;
    app.settle().await;
    let list = app.get(office, "/prescription/queue").await.ok();
    let row = &list["items"][0];
    assert_eq!(
        (&row["work"], &row["pharmacyRefused"]),
        (&json!("review"), &json!(true))
    );
    assert_eq!(asked(app), 1);
    let other = &app.users.samples.second_pharmacy;
    let body = json!({"prescriptionId": paid["_id"], "pharmacy": {"_id": other["_id"]}});
    let named = app.put(patient, "/prescription/pharmacy", &body).await.ok();
    assert_eq!(
        (&named["status"], &named["work"]),
        (&json!("PENDING"), &json!("review"))
    );
    let list = app.get(office, "/prescription/queue").await.ok();
    assert_eq!(list["items"][0]["pharmacyRefused"], false);
}

async fn an_open_request_is_work_and_the_patient_is_asked(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let signed = app.signed(0).await;
    let queue = async || app.get(office, "/prescription/queue").await.ok();
    assert_eq!(queue().await["items"][0]["work"], "send");
    for _ in 0..2 {
        app.unlist(&[&app.users.samples.pharmacy]).await;
        app.settle().await;
    }
    let list = queue().await;
    let row = &list["items"][0];
    assert_eq!(
        (&row["_id"], &row["work"]),
        (&signed["_id"], &json!("pharmacy"))
    );
    assert_eq!(
        (&list["counts"]["pharmacy"], &list["counts"]["send"]),
        (&json!(1), &json!(0))
    );
    let part = app
        .get(office, "/prescription/queue?work=pharmacy")
        .await
        .ok();
    assert_eq!(part["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(asked(app), 1, "once, whatever lists come in");
    let path = format!("/message/inbox/doctor/{}", doctor.person);
    let inbox = app.get(doctor, &path).await.ok();
    let about = |one: &&Value| {
        let subject = one["subject"].as_str().unwrap_or_default();
        subject.starts_with("Pharmacy no longer in the list: P-")
    };
    let messages = inbox["items"].as_array().expect("messages");
    assert_eq!(messages.iter().filter(about).count(), 1, "{inbox}");

    // It came back, and the request is what it was.
    app.import_pharmacies(|_| true).await;
    app.settle().await;
    assert_eq!(queue().await["items"][0]["work"], "send");
}

async fn a_changed_number_is_told_as_such(app: &TestApp) {
    let doctor = &app.users.doctor;
    let pharmacy = &app.users.samples.pharmacy;
    app.signed(0).await;
    app.import_pharmacies(|row| {
        if row["_id"] == pharmacy["_id"] {
            row["fax"] = json!("6045550177");
        }
        true
    })
    .await;
    app.settle().await;
    let path = format!("/message/inbox/doctor/{}", doctor.person);
    let inbox = app.get(doctor, &path).await.ok().to_string();
    assert!(
        inbox.contains("Pharmacy with another fax number: P-"),
        "{inbox}"
    );
    let told = "SELECT COUNT(*) AS n FROM message WHERE body LIKE 'The pharmacy of this request has another fax number by now.%'";
    assert_eq!(number(&app.ctx.db, told).await, 1);
    assert!(!inbox.contains("no longer in the list"), "{inbox}");
    assert_eq!(asked(app), 1);
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! A fax that did not arrive is work of its own in the review queue, with a promise, until somebody did
//! something about it; whoever can act is told; the machine that answered is compared with the number; and
//! the inbox follows the queue.

use chrono::{DateTime, TimeDelta, Utc};
use salal_sandbox::{Mode, Service};
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};

use crate::calls::fax::{BUSY, STUCK, faxed_to, id, inbox, newest, signed_for};
use crate::support::{TestApp, User, number as number_of, on_both, sign_in_staff};

/// The ends of fax numbers: another machine answers, busy twice, and a machine that names no number.
const ANOTHER: &str = "0107";
const TWICE_BUSY: &str = "0108";
const NAMELESS: &str = "0109";

async fn queue(app: &TestApp, by: &User) -> Value {
    app.get(by, "/prescription/queue").await.ok()
}

fn at(row: &Value, field: &str) -> DateTime<Utc> {
    let text = row[field].as_str().expect("a time");
    text.parse().expect("a time that can be read")
}

/// How many e-mails with such words the patient has.
fn patient_read(app: &TestApp, words: &str) -> usize {
    let all = app.sandbox.outbox(Some("email"), None);
    let to_patient = |to: &str| to == app.users.patient.email;
    all.iter()
        .filter(|mail| to_patient(&mail.to) && mail.subject.contains(words))
        .count()
}

/// Who was told by e-mail that a fax needs somebody.
fn told(app: &TestApp) -> Vec<String> {
    let mut all: Vec<String> = app
        .sandbox
        .outbox(Some("email"), None)
        .into_iter()
        .filter(|mail| mail.subject.contains("a fax needs your attention"))
        .map(|mail| mail.to)
        .collect();
    all.sort();
    all
}

async fn confirm(app: &TestApp, by: &User, row: &Value) -> Value {
    let path = format!("/fax/{}/confirm", id(row));
    let body = json!({"version": row["version"], "note": "Ana said that it lies before her"});
    app.put(by, &path, &body).await.ok()
}

/// The fax number of the pharmacy in force, and what is known of it.
async fn number(app: &TestApp, by: &User, prescription: &Value) -> Value {
    app.see(by, &prescription["_id"]).await["pharmacyNumber"].clone()
}

on_both!(
    it_is_work_with_a_promise_until_it_is_dealt_with,
    one_that_the_service_does_not_take_is_shown_and_tried_on,
    one_that_waits_is_hurried_and_not_sent_twice,
    the_patient_is_told_at_delivery_and_at_definite_failure,
    one_of_unknown_end_is_work_until_somebody_hears,
    another_machine_is_not_the_pharmacy_s_until_it_was_asked,
    a_cancellation_that_another_machine_took_confirms_nothing,
    a_machine_that_names_the_number_verifies_it,
    a_machine_that_names_no_number_proves_nothing,
    a_busy_line_is_dialled_again_by_the_service,
    the_inbox_follows_the_queue,
    whoever_puts_the_message_away_leaves_the_work
);

async fn it_is_work_with_a_promise_until_it_is_dealt_with(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let signed = signed_for(app, BUSY).await;
    app.ctx.clock.advance(TimeDelta::hours(20));
    let (doctor, office) = (
        &sign_in_staff(app, doctor.clone()).await,
        &sign_in_staff(app, office.clone()).await,
    );
    app.fax(doctor, &signed).await;
    app.settle().await;
    let list = queue(app, office).await;
    let row = &list["items"][0];
    assert_eq!(
        (&row["work"], &row["fax"]),
        (&json!("fax"), &json!("failed"))
    );
    assert_eq!(
        (&list["counts"]["fax"], &list["counts"]["overdue"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(
        at(row, "promisedBy") - at(row, "since"),
        TimeDelta::hours(4)
    );
    assert!(
        at(row, "since") > app.ctx.clock.now() - TimeDelta::hours(1),
        "the clock begins when it failed"
    );
    let part = app.get(office, "/prescription/queue?work=fax").await.ok();
    assert_eq!(part["items"].as_array().map(Vec::len), Some(1));

    // Those who can act are told, once each; customer service could do nothing.
    let heard = told(app);
    assert!(
        [doctor, &app.users.second_doctor, office]
            .iter()
            .all(|one| heard.contains(&one.email)),
        "{heard:?}"
    );
    assert!(
        !heard.contains(&app.users.customer_service.email),
        "{heard:?}"
    );
    assert!(
        !heard.contains(&app.ctx.settings.clinic.customer_service_email),
        "{heard:?}"
    );

    // It stays on the patient's page however long it takes, and its promise runs out.
    app.ctx.clock.advance(TimeDelta::days(3));
    let (doctor, office) = (
        &sign_in_staff(app, doctor.clone()).await,
        &sign_in_staff(app, office.clone()).await,
    );
    let path = format!("/prescription/pending/person/{}", app.users.patient.person);
    let open = app.get(doctor, &path).await.ok();
    assert_eq!(
        (&open[0]["_id"], &open[0]["work"]),
        (&signed["_id"], &json!("fax"))
    );
    assert_eq!(queue(app, office).await["counts"]["overdue"], 1);

    // Voided and sent elsewhere: what stood there is done.
    let seen = app.see(doctor, &signed["_id"]).await;
    let void = json!({
        "prescriptionId": signed["_id"], "copyId": seen["copies"][0]["_id"],
        "reason": "fax_failed", "how": "at_once",
    });
    app.put(doctor, "/prescription/void", &void).await.ok();
    let list = queue(app, office).await;
    assert_eq!(
        (&list["items"][0]["work"], &list["counts"]["fax"]),
        (&json!("send"), &json!(0))
    );
    let path = format!("/message/inbox/doctor/{}?limit=100", doctor.person);
    let messages = app.get(doctor, &path).await.ok()["items"]
        .as_array()
        .expect("messages")
        .clone();
    let subject = |one: &Value| one["subject"].as_str().unwrap_or_default().to_owned();
    assert!(
        messages
            .iter()
            .any(|one| subject(one).starts_with("Prescription request")),
        "it is still to be sent"
    );
    assert!(
        !messages
            .iter()
            .any(|one| subject(one).starts_with("Fax not delivered"))
    );
}

async fn one_that_the_service_does_not_take_is_shown_and_tried_on(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(1).await;
    app.fax(doctor, &signed).await;
    app.fail(Service::Srfax, Mode::Error, 4);
    app.ctx.clock.advance(TimeDelta::minutes(11));
    app.settle().await;
    let waits = "select count(*) as n from message where subject like 'Fax is waiting for the fax service%'";
    assert_eq!(
        number_of(&app.ctx.db, waits).await,
        1,
        "told once, whatever the tries"
    );
    // When the service is back, it leaves by itself, once, and nobody has anything left to do.
    let row = newest(app).await;
    assert_eq!(
        (&row["state"], &row["trouble"], &row["reason"]),
        (&json!("delivered"), &json!(false), &Value::Null)
    );
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    assert_eq!(queue(app, doctor).await["counts"]["fax"], 0);
    assert_eq!(inbox(app, "Fax is waiting").await.len(), 0);
    assert_eq!(
        (
            patient_read(app, "an update on your request"),
            patient_read(app, "delayed")
        ),
        (1, 0)
    );
}

async fn one_that_waits_is_hurried_and_not_sent_twice(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let signed = app.signed(1).await;
    app.fax(doctor, &signed).await;
    let row = newest(app).await;
    let due = "select count(*) as n from job where kind = 'fax.send' and run_at > created_at";
    app.ctx.clock.advance(TimeDelta::minutes(10));
    assert_eq!(number_of(&app.ctx.db, due).await, 0);
    let again = format!("/fax/{}/again", id(&row));
    let body = json!({"version": row["version"]});
    app.put(office, &again, &body)
        .await
        .refused(409, "NOT_THIS_ONE");
    let sql = "update fax set trouble = true, reason = 'The fax service has not taken it yet.'";
    app.ctx
        .db
        .write()
        .execute_unprepared(sql)
        .await
        .expect("as after ten minutes");
    let hurried = app.put(office, &again, &body).await.ok();
    assert_eq!(
        (&hurried["_id"], &hurried["state"]),
        (&row["_id"], &json!("queued"))
    );
    assert_eq!(number_of(&app.ctx.db, due).await, 1);
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}

async fn the_patient_is_told_at_delivery_and_at_definite_failure(app: &TestApp) {
    faxed_to(app, BUSY).await;
    assert_eq!(
        (
            patient_read(app, "an update on your request"),
            patient_read(app, "delayed")
        ),
        (0, 1)
    );
    let mails = app.sandbox.outbox(Some("email"), None);
    let told = mails
        .iter()
        .find(|mail| mail.subject.contains("delayed"))
        .expect("told");
    for hidden in ["Pharmacy", "pharmacy", "fax", "Ramipril", "RAMIPRIL"] {
        assert!(!told.text.contains(hidden), "{hidden}: {}", told.text);
    }
}

async fn one_of_unknown_end_is_work_until_somebody_hears(app: &TestApp) {
    let office = &app.users.office;
    let signed = signed_for(app, STUCK).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    app.ctx.clock.advance(TimeDelta::hours(25));
    app.settle().await;
    app.expect_given_up(1);
    let office = &sign_in_staff(app, office.clone()).await;
    let list = queue(app, office).await;
    assert_eq!(list["items"][0]["work"], "fax");
    let all = app.get(office, "/fax").await.ok();
    confirm(app, office, &all["items"][0]).await;
    app.settle().await;
    assert_eq!(queue(app, office).await["counts"]["all"], 0);
    let verified = number(app, office, &signed).await["verified"].clone();
    assert_eq!(
        verified["by"]["_id"],
        json!(office.person),
        "whoever has the fax has the number"
    );
}

async fn another_machine_is_not_the_pharmacy_s_until_it_was_asked(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let row = faxed_to(app, ANOTHER).await;
    assert_eq!(
        (&row["state"], &row["trouble"]),
        (&json!("delivered"), &json!(true))
    );
    let detail = app.get(office, &format!("/fax/{}", id(&row))).await.ok();
    assert_eq!(detail["proof"]["machine"], "other_number");
    assert_eq!(
        row["reason"],
        "The machine that answered calls itself 1 604 555 0199, not 778-555-0107. Please ask Another Machine \
             Pharmacy by telephone whether it arrived.",
    );
    let list = queue(app, doctor).await;
    assert_eq!(list["items"][0]["work"], "fax");
    assert_eq!(inbox(app, "Fax not delivered").await.len(), 1);
    let prescription = row["subject"].clone();
    assert_eq!(
        number(app, doctor, &prescription).await["verified"],
        Value::Null
    );

    let done = confirm(app, office, &row).await;
    assert_eq!(
        (&done["trouble"], &done["deliveredAt"]),
        (&json!(false), &row["deliveredAt"])
    );
    app.settle().await;
    assert_eq!(queue(app, doctor).await["counts"]["all"], 0);
    assert_eq!(inbox(app, "Fax not delivered").await, []);
    assert_eq!(
        number(app, doctor, &prescription).await["verified"]["by"]["_id"],
        json!(office.person)
    );

    // Known by now: the same machine troubles nobody again.
    let again = app
        .put(
            office,
            &format!("/fax/{}/again", id(&row)),
            &json!({"version": done["version"]}),
        )
        .await
        .ok();
    app.settle().await;
    let second = app.get(office, &format!("/fax/{}", id(&again))).await.ok();
    assert_eq!(
        (&second["state"], &second["trouble"]),
        (&json!("delivered"), &json!(false))
    );
}

async fn a_cancellation_that_another_machine_took_confirms_nothing(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let row = faxed_to(app, ANOTHER).await;
    let prescription = row["subject"].clone();
    let seen = app.see(doctor, &prescription["_id"]).await;
    let void = json!({
        "prescriptionId": seen["_id"], "copyId": seen["copies"][0]["_id"], "reason": "cannot_fill",
        "words": "Out of stock", "how": "fax",
    });
    app.put(doctor, "/prescription/void", &void).await.ok();
    app.settle().await;
    let seen = app.see(doctor, &seen["_id"]).await;
    let copy = &seen["copies"][0];
    assert_eq!(
        (&copy["state"], &copy["void"]["faxState"]),
        (&json!("voiding"), &json!("delivered"))
    );
    assert_eq!(
        (&copy["void"]["faxTrouble"], &seen["work"]),
        (&json!(true), &json!("fax"))
    );
    assert!(
        seen["canSign"].is_string(),
        "the old copy may still be filled"
    );
    // Heard by telephone, it is void.
    let path = format!("/fax/{}", copy["void"]["faxId"].as_str().expect("a fax"));
    let cancellation = app.get(office, &path).await.ok();
    confirm(app, office, &cancellation).await;
    app.settle().await;
    let seen = app.see(doctor, &seen["_id"]).await;
    assert_eq!(
        (&seen["copies"][0]["state"], &seen["status"]),
        (&json!("voided"), &json!("APPROVED"))
    );
}

async fn a_machine_that_names_the_number_verifies_it(app: &TestApp) {
    let doctor = &app.users.doctor;
    let first = faxed_to(app, "0130").await;
    let known = number(app, doctor, &first["subject"]).await;
    assert_eq!(known["number"], "604-555-0130");
    assert_eq!(known["verified"]["by"], Value::Null);
    assert!(known["verified"]["at"].is_string());
    // The patient is told nothing of it.
    assert_eq!(
        number(app, &app.users.patient, &first["subject"]).await,
        Value::Null
    );
}

async fn a_machine_that_names_no_number_proves_nothing(app: &TestApp) {
    let nameless = faxed_to(app, NAMELESS).await;
    assert_eq!(
        (&nameless["trouble"], &nameless["reason"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(
        number(app, &app.users.doctor, &nameless["subject"]).await["verified"],
        Value::Null
    );
}

async fn a_busy_line_is_dialled_again_by_the_service(app: &TestApp) {
    let row = faxed_to(app, TWICE_BUSY).await;
    assert_eq!(
        (&row["state"], &row["attempts"]),
        (&json!("delivered"), &json!(1))
    );
    assert_eq!(
        app.effects(Service::Srfax, "fax").len(),
        1,
        "one fax, dialled three times"
    );
}

async fn the_inbox_follows_the_queue(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(1).await;
    let unread = |count: Value| count["count"].clone();
    let count = format!("/message/countUnread/{}", doctor.person);
    assert_eq!(inbox(app, "Prescription request").await.len(), 1);
    assert_eq!(unread(app.get(doctor, &count).await.ok()), 1);
    let seen = app.acknowledge(doctor, &paid).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    assert_eq!(
        inbox(app, "Prescription request").await.len(),
        1,
        "it is still to be signed"
    );
    let signed = app.sign(doctor, &seen).await["prescription"].clone();
    app.fax(doctor, &signed).await;
    app.settle().await;
    assert_eq!(inbox(app, "Prescription request").await, []);
    for by in [doctor, &app.users.second_doctor] {
        let count = format!("/message/countUnread/{}", by.person);
        assert_eq!(unread(app.get(by, &count).await.ok()), 0);
        let archive = app
            .get(by, &format!("/message/archive/{}", by.person))
            .await
            .ok();
        assert_eq!(archive["items"][0]["isArchive"], true);
    }
    // Voided, there is work again, and the message stands in the inbox again.
    let seen = app.see(doctor, &paid["_id"]).await;
    let void = json!({
        "prescriptionId": paid["_id"], "copyId": seen["copies"][0]["_id"], "reason": "cannot_fill", "words": "Out of stock",
        "how": "phone", "toldName": "Ana", "toldAt": app.ctx.clock.now(),
    });
    app.put(doctor, "/prescription/void", &void).await.ok();
    assert_eq!(inbox(app, "Prescription request").await.len(), 1);
}

async fn whoever_puts_the_message_away_leaves_the_work(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.paid(1).await;
    let path = format!("/message/inbox/doctor/{}?limit=100", doctor.person);
    let message = app.get(doctor, &path).await.ok()["items"][0]["_id"].clone();
    let away = json!({"messageId": message, "personId": doctor.person});
    app.put(doctor, "/message/archive", &away).await.ok();
    assert_eq!(inbox(app, "Prescription request").await, []);
    assert_eq!(
        queue(app, doctor).await["counts"]["review"],
        1,
        "nothing is lost by tidying"
    );
}

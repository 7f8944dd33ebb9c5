// SPDX-License-Identifier: AGPL-3.0-or-later

//! Voiding a copy and issuing it again: whatever happens in between, one copy is valid at a time, nothing of a
//! void one leaves, and nobody pays twice.

use salal_sandbox::Service;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::calls::fax::{BUSY, STUCK, faxed_to, id, inbox, signed_for};
use crate::support::{Answer, TestApp, User, on_both, sign_in_staff, strokes};

/// Voids the newest copy as seen.
async fn void(app: &TestApp, by: &User, seen: &Value, how: &str, more: Value) -> Answer {
    let mut body = json!({
        "prescriptionId": seen["_id"], "copyId": seen["copies"][0]["_id"],
        "reason": "other_pharmacy", "words": "Called about it", "how": how,
    });
    for (key, value) in more.as_object().expect("an object") {
        body[key] = value.clone();
    }
    app.put(by, "/prescription/void", &body).await
}

/// A prescription whose fax was delivered.
async fn delivered(app: &TestApp) -> Value {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    let seen = app.see(&app.users.doctor, &signed["_id"]).await;
    assert_eq!(seen["copies"][0]["state"], "delivered");
    seen
}

async fn sign(app: &TestApp, seen: &Value) -> Answer {
    let body = json!({"prescriptionId": seen["_id"], "strokes": strokes()});
    app.put(&app.users.doctor, "/prescription/sign", &body)
        .await
}

async fn print(app: &TestApp, seen: &Value) -> Answer {
    let body = json!({"prescriptionId": seen["_id"]});
    app.put(&app.users.doctor, "/prescription/print", &body)
        .await
}

/// The work of the one row of the queue, if there is one.
async fn work(app: &TestApp) -> Option<String> {
    let list = app.get(&app.users.doctor, "/prescription/queue").await.ok();
    let rows = list["items"].as_array().expect("rows").clone();
    rows.first()
        .and_then(|row| row["work"].as_str().map(str::to_owned))
}

fn numbers(app: &TestApp) -> Vec<String> {
    let sent = app.effects(Service::Srfax, "fax");
    sent.into_iter()
        .map(|fax| last_seven(fax.to.as_deref().unwrap_or_default()))
        .collect()
}

fn last_seven(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(7)..].to_owned()
}

/// Signs and faxes what was voided, to wherever it goes now, and looks at what came of it.
async fn issue_anew(app: &TestApp, seen: &Value) -> Value {
    let doctor = &app.users.doctor;
    let signed = sign(app, seen).await.ok();
    app.fax(doctor, &signed["prescription"]).await;
    app.settle().await;
    let again = app.see(doctor, &seen["_id"]).await;
    assert_eq!(
        (&again["status"], &again["fax"]["state"]),
        (&json!("FAXED"), &json!("delivered"))
    );
    let states: Vec<&Value> = again["copies"]
        .as_array()
        .expect("copies")
        .iter()
        .map(|copy| &copy["state"])
        .collect();
    assert_eq!(states, ["delivered", "voided"]);
    assert_eq!(
        app.moved(Service::Stripe, "charge").len(),
        1,
        "no second fee"
    );
    again
}

on_both!(
    a_fax_that_failed_is_not_the_end,
    a_delivered_copy_is_cancelled_at_its_pharmacy_first,
    by_telephone,
    what_is_printed_is_a_copy,
    paper_that_an_earlier_version_printed_beside_a_fax_is_voided_too,
    paper_is_work_until_it_was_handed_over,
    a_queued_fax_that_is_voided_never_leaves,
    a_crowd_voids_once,
    void_against_the_delivery,
    only_doctors_void_and_only_what_is_asked_for
);

async fn a_fax_that_failed_is_not_the_end(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let row = faxed_to(app, BUSY).await;
    let seen = app.see(doctor, &row["subject"]["_id"]).await;
    assert_eq!(
        (&seen["copies"][0]["state"], &seen["copies"][0]["voidWays"]),
        (&json!("failed"), &json!(["at_once"]))
    );
    let other = &app.users.samples.second_pharmacy;
    let choose = json!({"prescription": {"_id": seen["_id"], "drPharmacy": {"_id": other["_id"]}}});
    app.put(doctor, "/prescription/dr-pharmacy", &choose)
        .await
        .refused(409, "COPY_FAILED");
    sign(app, &seen).await.refused(409, "COPY_FAILED");
    let now = void(
        app,
        doctor,
        &seen,
        "at_once",
        json!({"reason": "fax_failed", "words": "", "pharmacy": {"_id": other["_id"]}}),
    )
    .await
    .ok();
    assert_eq!(
        (
            &now["status"],
            &now["copies"][0]["state"],
            &now["fax"],
            &now["signature"]
        ),
        (
            &json!("APPROVED"),
            &json!("voided"),
            &Value::Null,
            &Value::Null
        )
    );
    assert_eq!(
        now["medications"],
        app.see(doctor, &seen["_id"]).await["medications"],
        "lines and decisions stay"
    );
    assert_eq!(work(app).await.as_deref(), Some("send"));
    // Nothing of the void copy leaves: not from the desk, not by the patient's link.
    let desk = app.get(doctor, &format!("/fax/{}", id(&row))).await.ok();
    assert_eq!(
        (&desk["trouble"], desk["canSendAgain"].is_string()),
        (&json!(false), true)
    );
    app.put(
        doctor,
        &format!("/fax/{}/again", id(&row)),
        &json!({"version": desk["version"]}),
    )
    .await
    .refused(409, "NOT_THIS_ONE");
    app.put(
        doctor,
        &format!("/fax/{}/confirm", id(&row)),
        &json!({"version": desk["version"], "note": "It came"}),
    )
    .await
    .refused(409, "NOT_THIS_ONE");
    let mails = app.sandbox.outbox(Some("email"), Some(&patient.email));
    assert!(
        mails.iter().all(|mail| !mail.text.contains("/fax/")),
        "nothing arrived that could be sent once more"
    );
    app.settle().await;
    assert_eq!(numbers(app).len(), 1);
    // The patient reads the sentence, and neither the doctor's words nor whom they called.
    let theirs = app.see(patient, &seen["_id"]).await;
    assert_eq!(
        theirs["copies"][0]["void"]["forPatient"],
        "The fax did not reach your pharmacy."
    );
    assert_eq!(
        (
            &theirs["copies"][0]["void"]["words"],
            &theirs["copies"][0]["voidWays"]
        ),
        (&Value::Null, &json!([]))
    );
    issue_anew(app, &now).await;
    assert_eq!(
        numbers(app)[1],
        last_seven(other["fax"].as_str().expect("a number"))
    );
}

async fn a_delivered_copy_is_cancelled_at_its_pharmacy_first(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = delivered(app).await;
    assert_eq!(seen["copies"][0]["voidWays"], json!(["fax", "phone"]));
    void(app, doctor, &seen, "at_once", json!({}))
        .await
        .refused(409, "TELL_PHARMACY");
    assert_eq!(
        void(app, doctor, &seen, "fax", json!({"words": " "}))
            .await
            .fields(),
        ["words"]
    );
    let other = &app.users.samples.second_pharmacy;
    let now = void(
        app,
        doctor,
        &seen,
        "fax",
        json!({"pharmacy": {"_id": other["_id"]}}),
    )
    .await
    .ok();
    assert_eq!(
        (&now["status"], &now["copies"][0]["state"]),
        (&json!("FAXED"), &json!("voiding"))
    );
    let why = now["canSign"].as_str().expect("a reason");
    assert!(
        why.contains("has not confirmed the cancellation yet"),
        "{why}"
    );
    sign(app, &now).await.refused(409, "VOIDING");
    let cancellation = now["copies"][0]["void"]["faxId"]
        .as_str()
        .expect("a fax")
        .to_owned();
    app.put(doctor, &format!("/fax/{cancellation}/undo"), &json!({}))
        .await
        .refused(409, "TOO_LATE");
    app.settle().await;
    let voided = app.see(doctor, &seen["_id"]).await;
    assert_eq!(
        (
            &voided["status"],
            &voided["copies"][0]["state"],
            &voided["copies"][0]["void"]["faxState"]
        ),
        (&json!("APPROVED"), &json!("voided"), &json!("delivered"))
    );
    assert_eq!(inbox(app, "Cancellation confirmed, copy 1").await.len(), 1);
    // Nothing of the void copy leaves by the patient's link.
    let mails = app
        .sandbox
        .outbox(Some("email"), Some(&app.users.patient.email));
    let link = mails.iter().find_map(|mail| {
        mail.text.split_once("/fax/").map(|(_, rest)| {
            rest.split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned()
        })
    });
    let link = format!(
        "/fax/{}",
        link.expect("the faxed mail has the link")
            .trim_end_matches('.')
    );
    app.post_open(&link, &json!({}))
        .await
        .refused(409, "CHANGED");
    // To the old number, one page of its own that names the copy.
    let old = last_seven(seen["pharmacy"]["fax"].as_str().expect("a number"));
    assert_eq!(numbers(app), [old.clone(), old]);
    let faxes = app.sandbox.outbox(Some("fax"), None);
    let page = app
        .sandbox
        .attachment(&faxes[0].id, 0)
        .expect("the cancellation");
    assert!(page.starts_with(b"%PDF-") && app.sandbox.attachment(&faxes[0].id, 1).is_none());
    let copy = seen["copies"][0]["_id"].as_str().expect("an id");
    let kept = app
        .get(doctor, &format!("/prescription/cancellation/{copy}"))
        .await;
    assert!(kept.bytes == page, "what was shown is what was sent");
    let sheet = app.get(doctor, &format!("/prescription/copy/{copy}")).await;
    assert!(sheet.status == 200 && sheet.bytes.starts_with(b"%PDF-"));
    assert_ne!(
        salal_server::context::sha256_hex(&sheet.bytes),
        seen["signature"]["documentSha256"]
            .as_str()
            .expect("a hash"),
        "VOID stands across"
    );
    issue_anew(app, &voided).await;
    app.post_open(&link, &json!({}))
        .await
        .refused(409, "TOO_EARLY");
    // At the fax desk the copy that had arrived is told from the one that counts.
    let desk = app.get(doctor, "/fax?state=delivered").await.ok();
    let rows = desk["items"].as_array().expect("faxes").iter();
    let told: Vec<_> = rows
        .map(|row| (&row["subject"]["kind"], &row["isVoid"]))
        .collect();
    let (sheet, cancellation) = (json!("prescription"), json!("prescription_void"));
    let (counts, is_void) = (json!(false), json!(true));
    assert_eq!(
        told,
        [
            (&sheet, &counts),
            (&cancellation, &counts),
            (&sheet, &is_void)
        ]
    );
    assert_eq!(
        numbers(app)[2],
        last_seven(other["fax"].as_str().expect("a number"))
    );
    let mails = app
        .sandbox
        .outbox(Some("email"), Some(&app.users.patient.email));
    assert_eq!(
        mails.len(),
        5,
        "created, decided, faxed, changed, faxed again"
    );
    assert!(mails.iter().all(|mail| {
        !mail
            .text
            .contains(seen["pharmacy"]["name"].as_str().expect("a name"))
    }));
}

async fn by_telephone(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = delivered(app).await;
    assert_eq!(
        void(app, doctor, &seen, "phone", json!({})).await.fields(),
        ["toldName", "toldAt"]
    );
    let late = json!({"toldName": "Ana", "toldAt": "2099-01-01T00:00:00Z"});
    assert_eq!(
        void(app, doctor, &seen, "phone", late).await.fields(),
        ["toldAt"]
    );
    let told = json!({"toldName": "Ana, pharmacist", "toldAt": app.ctx.now()});
    let now = void(app, doctor, &seen, "phone", told).await.ok();
    assert_eq!(
        (
            &now["status"],
            &now["copies"][0]["state"],
            &now["copies"][0]["void"]["toldName"]
        ),
        (
            &json!("APPROVED"),
            &json!("voided"),
            &json!("Ana, pharmacist")
        )
    );
    app.settle().await;
    assert_eq!(numbers(app).len(), 1, "no cancellation fax");
    issue_anew(app, &now).await;
}

async fn what_is_printed_is_a_copy(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    let printed = print(app, &signed).await.ok();
    assert_eq!(
        (&printed["copies"][0]["way"], &printed["copies"][0]["state"]),
        (&json!("paper"), &json!("live"))
    );
    assert_eq!(
        printed["copies"][0]["voidWays"],
        json!(["paper_kept", "fax", "phone"])
    );
    assert_eq!(
        work(app).await.as_deref(),
        Some("send"),
        "until somebody says what became of the paper"
    );
    // No second copy, with or without an undo in between.
    let body = json!({"prescriptionId": signed["_id"]});
    app.post(doctor, "/fax/queue-prescription-fax", &body)
        .await
        .refused(409, "PRINTED_COPY");
    print(app, &signed).await.refused(409, "PRINTED_COPY");
    app.decide(doctor, &printed, 0, Value::Null)
        .await
        .refused(409, "ALREADY_PRINTED");
    sign(app, &signed).await.refused(409, "ALREADY_PRINTED");
    void(app, doctor, &printed, "at_once", json!({}))
        .await
        .refused(409, "PAPER");
    let now = void(
        app,
        doctor,
        &printed,
        "paper_kept",
        json!({"reason": "paper_kept"}),
    )
    .await
    .ok();
    assert_eq!(
        (&now["copies"][0]["state"], &now["printed"]),
        (&json!("voided"), &Value::Null)
    );
    issue_anew(app, &now).await;
    assert_eq!(numbers(app).len(), 1);
}

async fn paper_that_an_earlier_version_printed_beside_a_fax_is_voided_too(app: &TestApp) {
    let doctor = &app.users.doctor;
    let sent = delivered(app).await;
    // As the upgrade leaves it: the fax is the first copy, the paper the second, both in force.
    for sql in [
        "insert into document (id, subject_kind, subject_id, person_id, kind, sha256, bytes, created_at) \
             select s.id, d.subject_kind, d.subject_id, d.person_id, d.kind, d.sha256, d.bytes, d.created_at \
             from signature s join document d on d.id = s.document_id",
        "insert into prescription_copy (id, prescription_id, person_id, number, document_id, way, pharmacy, \
             state, issued_by, issued_at, left_at, version) \
             select s.id, p.id, p.person_id, 2, s.id, 'paper', coalesce(p.dr_pharmacy, p.pharmacy), 'live', \
             s.signed_by, s.signed_at, s.signed_at, 1 from prescription p join signature s on s.prescription_id = p.id",
    ] {
        app.ctx
            .db
            .write()
            .execute_unprepared(sql)
            .await
            .expect("an earlier version's copy");
    }
    let seen = app.see(doctor, &sent["_id"]).await;
    assert_eq!(
        (&seen["copies"][0]["way"], &seen["copies"][1]["way"]),
        (&json!("paper"), &json!("fax"))
    );
    let told = json!({"toldName": "Rosalind at the counter", "toldAt": app.ctx.now()});
    let mut first = told.clone();
    first["copyId"] = seen["copies"][1]["_id"].clone();
    let now = void(app, doctor, &seen, "phone", first).await.ok();
    assert_eq!(
        (&now["status"], &now["copies"][1]["state"]),
        (&json!("FAXED"), &json!("voided"))
    );
    sign(app, &now).await.refused(409, "ALREADY_PRINTED");
    let now = void(app, doctor, &seen, "phone", told).await.ok();
    assert_eq!(
        (&now["status"], &now["copies"][0]["state"]),
        (&json!("APPROVED"), &json!("voided"))
    );
    sign(app, &now).await.ok();
}

async fn paper_is_work_until_it_was_handed_over(app: &TestApp) {
    let doctor = &app.users.doctor;
    let printed = print(app, &app.signed(0).await).await.ok();
    let copy = &printed["copies"][0];
    let body = |more: Value| {
        let mut body = json!({"prescriptionId": printed["_id"], "copyId": copy["_id"]});
        for (key, value) in more.as_object().expect("an object") {
            body[key] = value.clone();
        }
        body
    };
    let path = "/prescription/handed-over";
    assert_eq!(
        app.put(doctor, path, &body(json!({"how": "owl", "to": "x"})))
            .await
            .fields(),
        ["how"]
    );
    assert_eq!(
        app.put(doctor, path, &body(json!({"how": "patient", "to": ""})))
            .await
            .fields(),
        ["to", "at"]
    );
    let good = body(json!({"how": "pharmacy", "to": "Ana at the counter", "at": app.ctx.now()}));
    app.put(&app.users.office, path, &good)
        .await
        .refused(403, "NOT_ALLOWED");
    let now = app.put(doctor, path, &good).await.ok();
    assert_eq!(
        (
            &now["copies"][0]["state"],
            &now["copies"][0]["handed"]["to"]
        ),
        (&json!("delivered"), &json!("Ana at the counter"))
    );
    assert_eq!(work(app).await, None);
    app.put(doctor, path, &good)
        .await
        .refused(409, "NOT_PRINTED");
    void(app, doctor, &now, "paper_kept", json!({}))
        .await
        .refused(409, "TELL_PHARMACY");
    let now = void(app, doctor, &now, "fax", json!({})).await.ok();
    assert_eq!(now["copies"][0]["state"], "voiding");
    app.settle().await;
    issue_anew(app, &now).await;
}

async fn a_queued_fax_that_is_voided_never_leaves(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = signed_for(app, BUSY).await;
    let queued = app.fax(doctor, &signed).await;
    let now = void(app, doctor, &queued, "at_once", json!({})).await.ok();
    assert_eq!(now["copies"][0]["state"], "voided");
    let fax = queued["fax"]["_id"].as_str().expect("an id");
    app.put(doctor, &format!("/fax/{fax}/undo"), &json!({}))
        .await
        .refused(409, "TOO_LATE");
    app.settle().await;
    assert!(numbers(app).is_empty());
    // Taken back in time a fax never was a copy.
    let signed = sign(app, &now).await.ok();
    let queued = app.fax(doctor, &signed["prescription"]).await;
    assert_eq!(queued["copies"][0]["number"], 2);
    let fax = queued["fax"]["_id"].as_str().expect("an id");
    assert_eq!(
        app.put(doctor, &format!("/fax/{fax}/undo"), &json!({}))
            .await
            .status,
        204
    );
    let seen = app.see(doctor, &signed["prescription"]["_id"]).await;
    assert_eq!(
        (seen["copies"].as_array().map(Vec::len), &seen["canFax"]),
        (Some(1), &Value::Null)
    );
}

async fn a_crowd_voids_once(app: &TestApp) {
    let seen = delivered(app).await;
    let all = futures_util::future::join_all(
        (0..8).map(|_| void(app, &app.users.doctor, &seen, "fax", json!({}))),
    )
    .await;
    assert_eq!(all.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(all.iter().all(|answer| matches!(answer.status, 200 | 409)));
    app.settle().await;
    assert_eq!(numbers(app).len(), 2, "one cancellation");
    void(app, &app.users.doctor, &seen, "fax", json!({}))
        .await
        .refused(409, "ALREADY_VOID");
}

async fn void_against_the_delivery(app: &TestApp) {
    // Pressed while the page still said that it had failed.
    let row = faxed_to(app, BUSY).await;
    let seen = app.see(&app.users.doctor, &row["subject"]["_id"]).await;
    let note = json!({"version": row["version"], "note": "Ana has every page"});
    app.put(
        &app.users.office,
        &format!("/fax/{}/confirm", id(&row)),
        &note,
    )
    .await
    .ok();
    void(app, &app.users.doctor, &seen, "at_once", json!({}))
        .await
        .refused(409, "TELL_PHARMACY");
    app.settle().await;
    assert_eq!(
        app.see(&app.users.doctor, &seen["_id"]).await["copies"][0]["state"],
        "delivered"
    );
}

async fn only_doctors_void_and_only_what_is_asked_for(app: &TestApp) {
    let seen = delivered(app).await;
    for by in [
        &app.users.office,
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        void(app, by, &seen, "fax", json!({}))
            .await
            .refused(403, "NOT_ALLOWED");
    }
    let doctor = &app.users.doctor;
    assert_eq!(
        void(app, doctor, &seen, "pigeon", json!({})).await.fields(),
        ["how"]
    );
    assert_eq!(
        void(app, doctor, &seen, "fax", json!({"reason": "mood"}))
            .await
            .fields(),
        ["reason"]
    );
    assert_eq!(
        void(app, doctor, &seen, "fax", json!({"toNumber": "6045550199"}))
            .await
            .status,
        400
    );
    assert_eq!(
        void(
            app,
            doctor,
            &seen,
            "fax",
            json!({"copyId": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
    let told = json!({"prescriptionId": seen["_id"], "copyId": seen["copies"][0]["_id"], "toldName": "Ana", "toldAt": app.ctx.now()});
    app.put(doctor, "/prescription/void-told", &told)
        .await
        .refused(409, "NOT_VOIDING");
    app.settle().await;
    assert_eq!(numbers(app).len(), 1);
}

on_both!(
    nobody_knows_whether_it_arrived,
    a_waiting_cancellation_is_not_faxed_once_its_pharmacy_left
);

async fn nobody_knows_whether_it_arrived(app: &TestApp) {
    let doctor = &app.users.doctor;
    let row = faxed_to(app, STUCK).await;
    let seen = app.see(doctor, &row["subject"]["_id"]).await;
    // On its way, or of unknown fate: maybe delivered.
    assert_eq!(seen["copies"][0]["voidWays"], json!(["fax", "phone"]));
    void(app, doctor, &seen, "at_once", json!({}))
        .await
        .refused(409, "TELL_PHARMACY");
    let now = void(app, doctor, &seen, "fax", json!({})).await.ok();
    assert_eq!(now["copies"][0]["state"], "voiding");
    app.settle().await;
    sign(app, &now).await.refused(409, "VOIDING");
    let told = json!({"prescriptionId": seen["_id"], "copyId": seen["copies"][0]["_id"], "toldName": "Ana", "toldAt": app.ctx.now()});
    let now = app.put(doctor, "/prescription/void-told", &told).await.ok();
    assert_eq!(
        (&now["status"], &now["copies"][0]["state"]),
        (&json!("APPROVED"), &json!("voided"))
    );
    sign(app, &now).await.ok();
    // The fax itself never has an end: it is given up, and changes nothing any more.
    app.ctx.clock.advance(chrono::TimeDelta::hours(25));
    app.settle().await;
    app.expect_given_up(1);
}

async fn a_waiting_cancellation_is_not_faxed_once_its_pharmacy_left(app: &TestApp) {
    let doctor = &app.users.doctor;
    let row = faxed_to(app, STUCK).await;
    let seen = app.see(doctor, &row["subject"]["_id"]).await;
    let now = void(app, doctor, &seen, "fax", json!({})).await.ok();
    assert_eq!(now["copies"][0]["state"], "voiding");
    app.unlist(&[&seen["drPharmacy"]]).await;
    // Now it is known that nobody knows: the cancellation would leave.
    app.ctx.clock.advance(chrono::TimeDelta::hours(25));
    app.settle().await;
    app.expect_given_up(1);
    assert_eq!(numbers(app).len(), 1);
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    let path = format!("/message/inbox/doctor/{}?limit=100", doctor.person);
    let list = app.get(doctor, &path).await.ok();
    let about = |one: &&Value| {
        let subject = one["subject"].as_str().unwrap_or_default();
        subject.starts_with("Cancellation cannot be faxed, copy 1: P-")
    };
    let messages = list["items"].as_array().expect("messages");
    assert_eq!(messages.iter().filter(about).count(), 1, "{list}");
    // By telephone it goes on.
    let told = json!({"prescriptionId": seen["_id"], "copyId": seen["copies"][0]["_id"], "toldName": "Ana", "toldAt": app.ctx.now()});
    let now = app.put(doctor, "/prescription/void-told", &told).await.ok();
    assert_eq!(now["copies"][0]["state"], "voided");
    assert_eq!(now["work"], "pharmacy");
}

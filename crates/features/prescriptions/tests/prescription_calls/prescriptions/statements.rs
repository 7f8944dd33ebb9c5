// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many statements the calls of a renewal send to the database, without BEGIN and COMMIT: one more is a
//! decision and no accident. Each step also shows what a reader then gets: it is shown from memory.

use chrono::TimeDelta;

use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, counted, on_both, request};

/// Sends a step, and fails if it takes more statements than this or shows something else than a reader sees.
async fn shows_what_is_stored(
    app: &TestApp,
    by: &User,
    name: &str,
    most: u64,
    step: impl Future<Output = Answer>,
) -> Value {
    let answer = counted(app, name, most, step).await.ok();
    let shown = answer.get("prescription").unwrap_or(&answer);
    assert_eq!(
        shown,
        &app.see(by, &shown["_id"]).await,
        "{name} shows what is stored"
    );
    answer
}

on_both!(
    a_request_is_made_in_few,
    a_history_is_read_in_few_however_long_it_is,
    each_step_of_a_renewal_in_few,
    what_comes_beside_a_renewal_in_few
);

async fn a_request_is_made_in_few(app: &TestApp) {
    let patient = &app.users.patient;
    // The first one reads the catalogue into memory and notes that the patient is here.
    app.create(patient, 1).await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    app.ctx.flush_events().await;
    let before = app.ctx.db.sent();
    let made = app
        .post(patient, "/prescription", &request(&app.users.samples, 3))
        .await
        .ok();
    app.ctx.flush_events().await;
    let trips = app.ctx.db.sent() - before;
    assert_eq!(made["medications"].as_array().map(Vec::len), Some(3));
    // The session, the key of the click, what the request depends on side by side, the number, what else is
    // asked for, the writes.
    assert!(trips <= 13, "{trips} trips instead of at most 13");
}

async fn a_history_is_read_in_few_however_long_it_is(app: &TestApp) {
    let patient = &app.users.patient;
    for _ in 0..4 {
        app.create(patient, 1).await;
        app.ctx.clock.advance(TimeDelta::seconds(3));
    }
    let before = app.ctx.db.sent();
    let read = app
        .get(patient, &format!("/prescription/person/{}", patient.person))
        .await
        .ok();
    let trips = app.ctx.db.sent() - before;
    assert_eq!(read["items"].as_array().map(Vec::len), Some(4));
    // The session, the page, and what belongs to it, side by side; perhaps the catalogue's revision.
    assert!(trips <= 8, "{trips} trips instead of at most 8");
}

async fn each_step_of_a_renewal_in_few(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    // An earlier renewal: the session notes that they are here, and the catalogue is read.
    let earlier = app.signed(0).await;
    app.fax(doctor, &earlier).await;
    app.settle().await;
    app.at_rest().await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let mut body = request(&app.users.samples, 2);
    for line in body["medications"].as_array_mut().expect("lines") {
        line["neededAgain"] = json!("I lost the bottle on a trip.");
    }
    app.see(patient, &earlier["_id"]).await;
    let made = shows_what_is_stored(
        app,
        patient,
        "create",
        13,
        app.post(patient, "/prescription", &body),
    )
    .await;
    let id = made["_id"].clone();
    let pay = json!({"prescriptionId": id, "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    shows_what_is_stored(
        app,
        patient,
        "set-pay",
        21,
        app.put(patient, "/prescription/set-pay", &pay),
    )
    .await;
    app.settle().await;
    app.at_rest().await;
    // The session notes that the doctor is here.
    app.see(doctor, &earlier["_id"]).await;
    let path = format!("/prescription/{}", id.as_str().expect("an id"));
    shows_what_is_stored(app, doctor, "get", 5, app.get(doctor, &path)).await;
    let begin = json!({"prescriptionId": id});
    let seen = shows_what_is_stored(
        app,
        doctor,
        "acknowledge",
        6,
        app.put(doctor, "/prescription/acknowledge", &begin),
    )
    .await;
    for (line, name) in [(0, "approve the first line"), (1, "approve the last line")] {
        let decide = app.decide(doctor, &seen, line, json!("Approved"));
        shows_what_is_stored(app, doctor, name, 8, decide).await;
    }
    let sign = json!({"prescriptionId": id, "strokes": crate::support::strokes()});
    // One of them asks whether somebody has just guessed at the doctor's password, one whether the drawing signs the
    // requests for sleep studies.
    shows_what_is_stored(
        app,
        doctor,
        "sign",
        14,
        app.put(doctor, "/prescription/sign", &sign),
    )
    .await;
    shows_what_is_stored(
        app,
        doctor,
        "queue the fax",
        12,
        app.post(doctor, "/fax/queue-prescription-fax", &begin),
    )
    .await;
}

async fn what_comes_beside_a_renewal_in_few(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let paid = app.paid(1).await;
    app.settle().await;
    app.see(office, &paid["_id"]).await;
    let seen = app.acknowledge(doctor, &paid).await;
    let id = seen["_id"].clone();
    let at = |minutes: i64| app.ctx.now() + TimeDelta::minutes(minutes);
    let met = json!({"prescriptionId": id, "kind": "phone", "start": at(-12), "end": at(-2)});
    shows_what_is_stored(
        app,
        doctor,
        "record the encounter",
        6,
        app.put(doctor, "/prescription/encounter", &met),
    )
    .await;
    let number = json!({"prescriptionId": id, "number": app.see(office, &id).await["pharmacyNumber"]["number"]});
    shows_what_is_stored(
        app,
        office,
        "verify the number",
        8,
        app.put(office, "/prescription/verify-number", &number),
    )
    .await;
    let pharmacy = json!({"prescription": {"_id": id, "drPharmacy": {"_id": app.users.samples.second_pharmacy["_id"]}}});
    shows_what_is_stored(
        app,
        doctor,
        "choose the pharmacy",
        8,
        app.put(doctor, "/prescription/dr-pharmacy", &pharmacy),
    )
    .await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.sign(doctor, &seen).await;
    app.settle().await;
    let print = json!({"prescriptionId": id});
    shows_what_is_stored(
        app,
        doctor,
        "print",
        7,
        app.put(doctor, "/prescription/print", &print),
    )
    .await;
    let copy = app.see(doctor, &id).await["copies"][0]["_id"].clone();
    let left = json!({"prescriptionId": id, "copyId": copy, "how": "patient", "to": "the patient", "at": app.ctx.now()});
    shows_what_is_stored(
        app,
        doctor,
        "hand the paper over",
        6,
        app.put(doctor, "/prescription/handed-over", &left),
    )
    .await;
    let void = json!({
        "prescriptionId": id, "copyId": copy, "reason": "other_pharmacy", "words": "Called about it",
        "how": "phone", "toldName": "Robin", "toldAt": app.ctx.now(),
    });
    shows_what_is_stored(
        app,
        doctor,
        "void the copy",
        16,
        app.put(doctor, "/prescription/void", &void),
    )
    .await;
    app.at_rest().await;
}

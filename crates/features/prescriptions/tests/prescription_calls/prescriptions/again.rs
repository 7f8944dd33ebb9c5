// SPDX-License-Identifier: AGPL-3.0-or-later

//! The same drug is not asked for, paid and faxed twice (decision 161): `POST /prescription`,
//! `POST /prescription/medication/number/{personId}`, `PUT /prescription/set-pay`.

use chrono::TimeDelta;
use futures_util::future::join_all;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::drugs::brand;
use crate::support::{Answer, TestApp, line, number, on_both, request};

/// A request for the first drugs of the samples, without words.
fn plain(app: &TestApp, lines: usize) -> Value {
    said(app, lines, &Value::Null)
}

fn said(app: &TestApp, lines: usize, words: &Value) -> Value {
    let mut body = request(&app.users.samples, lines);
    for line in body["medications"].as_array_mut().expect("lines") {
        line["neededAgain"] = words.clone();
    }
    body
}

async fn send(app: &TestApp, body: &Value) -> Answer {
    app.ctx.clock.advance(TimeDelta::seconds(5));
    app.post(&app.users.patient, "/prescription", body).await
}

/// What the page is told before the agreement: the places of held lines.
async fn foreseen(app: &TestApp, body: &Value) -> Value {
    let path = format!(
        "/prescription/medication/number/{}",
        app.users.patient.person
    );
    let asked = json!({"prescriptionObj": {"medications": body["medications"]}});
    app.post(&app.users.patient, &path, &asked).await.ok()["held"].clone()
}

/// From request to fax, three months and a repeat.
async fn supplied(app: &TestApp) -> Value {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = send(app, &plain(app, 1)).await.ok();
    let mut seen = app.pay(patient, &made).await;
    seen = app.acknowledge(doctor, &seen).await;
    seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let signed = app.sign(doctor, &seen).await["prescription"].clone();
    app.fax(doctor, &signed).await;
    app.settle().await;
    signed
}

async fn execute(app: &TestApp, sql: &str) {
    let tx = app.ctx.db.begin().await.expect("a transaction");
    tx.execute_unprepared(sql)
        .await
        .expect("the statement runs");
    tx.commit().await.expect("it is committed");
}

async fn requests(app: &TestApp) -> i64 {
    number(&app.ctx.db, "SELECT COUNT(*) AS n FROM prescription").await
}

on_both!(
    an_open_request_holds_until_there_are_words,
    an_open_request_holds_another_brand,
    what_still_lasts_holds,
    what_was_printed_holds_as_long_as_it_lasts,
    what_was_cancelled_or_rejected_holds_nothing,
    of_requests_of_one_moment_one_passes,
    an_older_unpaid_request_is_not_charged_beside_a_paid_one,
    of_two_unpaid_ones_charged_at_one_moment_one_is
);

async fn an_open_request_holds_until_there_are_words(app: &TestApp) {
    let first = send(app, &plain(app, 1)).await.ok();
    assert_eq!(first["medications"][0]["again"], Value::Null);
    let refused = send(app, &plain(app, 2)).await.refused(409, "NEEDED_AGAIN");
    let errors = refused["errors"].as_array().expect("errors").clone();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0]["field"], "medications[0].neededAgain");
    let (message, label) = (
        errors[0]["message"].as_str().expect("words"),
        first["label"].as_str().expect("a label"),
    );
    assert!(
        message.contains(label) && message.contains(" lasts until about "),
        "{message}"
    );
    assert_eq!(requests(app).await, 1);
    for words in [json!(""), json!("   ")] {
        send(app, &said(app, 1, &words))
            .await
            .refused(409, "NEEDED_AGAIN");
    }
    for words in [json!("a"), json!("é".repeat(501))] {
        assert_eq!(
            send(app, &said(app, 1, &words)).await.fields(),
            ["medications[0].neededAgain"]
        );
    }
    let second = send(app, &said(app, 2, &json!("  I lost the bottle. ")))
        .await
        .ok();
    let again = &second["medications"][0]["again"];
    assert_eq!(
        (
            &again["words"],
            &again["of"][0]["label"],
            &again["of"][0]["open"]
        ),
        (&json!("I lost the bottle."), &first["label"], &json!(true))
    );
    // Nothing stood against the other line, so nothing is kept of it.
    assert_eq!(second["medications"][1]["again"], Value::Null);
    // The doctor reads the words on the line.
    let seen = app.see(&app.users.doctor, &second["_id"]).await;
    assert_eq!(seen["medications"][0]["again"], *again);
}

/// Decision 171: another brand is the same drug, another strength of it is not.
async fn an_open_request_holds_another_brand(app: &TestApp) {
    let drug = &app.users.samples.drugs[0];
    let first = send(app, &plain(app, 1)).await.ok();
    let mut stronger = drug["ingredients"].clone();
    stronger[0]["strength"] = json!("77");
    let other = brand(app, drug, "SALALFORTE", &json!({"ingredients": stronger})).await;
    let same = brand(app, drug, "SALALBRAND", &json!({})).await;
    let mut body = plain(app, 1);
    body["medications"] = json!([line(&other), line(&same)]);
    for one in body["medications"].as_array_mut().expect("lines") {
        one["neededAgain"] = Value::Null;
    }
    let refused = send(app, &body).await.refused(409, "NEEDED_AGAIN");
    let errors = refused["errors"].as_array().expect("errors").clone();
    assert_eq!(errors.len(), 1, "{refused}");
    assert_eq!(errors[0]["field"], "medications[1].neededAgain");
    let (message, label) = (
        errors[0]["message"].as_str().expect("words"),
        first["label"].as_str().expect("a label"),
    );
    assert!(
        message.starts_with("Salalbrand ")
            && message.contains(" is the same medicine as ")
            && message.contains(&format!(" is already in your request {label}")),
        "{message}"
    );
    let held = foreseen(app, &body).await;
    assert_eq!(
        (held.as_array().map(Vec::len), &held[0]["message"]),
        (Some(1), &json!(message))
    );
    body["medications"][1]["neededAgain"] = json!("I lost the bottle.");
    let second = send(app, &body).await.ok();
    assert_eq!(second["medications"][0]["again"], Value::Null);
    assert_eq!(
        second["medications"][1]["again"]["of"][0]["label"],
        first["label"]
    );
}

async fn what_still_lasts_holds(app: &TestApp) {
    let signed = supplied(app).await;
    let refused = send(app, &plain(app, 1)).await.refused(409, "NEEDED_AGAIN");
    let message = refused["errors"][0]["message"]
        .as_str()
        .expect("words")
        .to_owned();
    assert!(
        message.contains(signed["label"].as_str().expect("a label"))
            && message.contains("should last until about"),
        "{message}"
    );
    let held = foreseen(app, &plain(app, 2)).await;
    assert_eq!(
        (
            held.as_array().map(Vec::len),
            &held[0]["index"],
            &held[0]["message"]
        ),
        (Some(1), &json!(0), &json!(message))
    );
    assert_eq!(held[0]["of"][0]["open"], false);
}

async fn what_was_printed_holds_as_long_as_it_lasts(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let mut body = plain(app, 1);
    body["medications"][0]["usages"][0]["duration"] = json!("1 week");
    body["medications"][0]["usages"][0]["repeat"] = json!(0);
    let made = send(app, &body).await.ok();
    let mut seen = app.pay(patient, &made).await;
    seen = app.acknowledge(doctor, &seen).await;
    seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.sign(doctor, &seen).await;
    assert_eq!(foreseen(app, &body).await[0]["of"][0]["open"], true);
    execute(app, "UPDATE prescription SET printed_at = pending_at").await;
    // A week is due at once, whatever state the paper left it in.
    assert_eq!(foreseen(app, &body).await, json!([]));
}

async fn what_was_cancelled_or_rejected_holds_nothing(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = send(app, &plain(app, 1)).await.ok();
    app.put(
        patient,
        "/prescription/cancel",
        &json!({"prescriptionId": made["_id"]}),
    )
    .await
    .ok();
    let made = send(app, &plain(app, 1)).await.ok();
    let mut seen = app.pay(patient, &made).await;
    seen = app.acknowledge(doctor, &seen).await;
    app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
    send(app, &plain(app, 1)).await.ok();
}

async fn of_requests_of_one_moment_one_passes(app: &TestApp) {
    let patient = &app.users.patient;
    // Two lines and one, in turns: no two neighbours are equal, all ask for the first drug.
    let bodies: Vec<Value> = (0..8).map(|n| plain(app, 1 + n % 2)).collect();
    let answers = join_all(
        bodies
            .iter()
            .map(|body| app.post(patient, "/prescription", body)),
    )
    .await;
    let made = answers.iter().filter(|one| one.status == 201).count();
    assert_eq!(
        made,
        1,
        "{:?}",
        answers
            .iter()
            .map(|one| &one.body["code"])
            .collect::<Vec<_>>()
    );
    assert!(answers.iter().all(|one| matches!(one.status, 201 | 409)));
    assert_eq!(requests(app).await, 1);
}

async fn an_older_unpaid_request_is_not_charged_beside_a_paid_one(app: &TestApp) {
    let patient = &app.users.patient;
    let older = send(app, &plain(app, 1)).await.ok();
    let newer = send(app, &said(app, 1, &json!("I lost the bottle.")))
        .await
        .ok();
    // As it stood before words were asked for.
    execute(app, "UPDATE medication SET again = NULL").await;
    let order = app.approved_order(patient, &older).await;
    app.pay(patient, &newer).await;
    let refused = app
        .pay_with(patient, &older, "tok_visa")
        .await
        .refused(409, "NEEDED_AGAIN");
    let message = refused["message"].as_str().expect("words");
    assert!(
        message.contains(newer["label"].as_str().expect("a label"))
            && message.contains("not charged"),
        "{message}"
    );
    let body = json!({"orderID": order, "amount": older["feeDue"], "description": "Online medical service"});
    app.post(patient, "/payment/charge", &body)
        .await
        .refused(409, "NEEDED_AGAIN");
    assert_eq!(
        number(
            &app.ctx.db,
            "SELECT COUNT(*) AS n FROM payment WHERE state = 'charged'"
        )
        .await,
        1
    );
}

async fn of_two_unpaid_ones_charged_at_one_moment_one_is(app: &TestApp) {
    let patient = &app.users.patient;
    let older = send(app, &plain(app, 1)).await.ok();
    let newer = send(app, &said(app, 1, &json!("I lost the bottle.")))
        .await
        .ok();
    execute(app, "UPDATE medication SET again = NULL").await;
    let answers =
        join_all([&older, &newer].map(|one| app.pay_with(patient, one, "tok_visa"))).await;
    let charged = answers.iter().filter(|one| one.status == 200).count();
    assert_eq!(
        charged,
        1,
        "{:?}",
        answers.iter().map(|one| &one.body).collect::<Vec<_>>()
    );
}

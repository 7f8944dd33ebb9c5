// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /prescription/renewable/{personId}`: what reached a pharmacy, as last prescribed.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::drugs::brand;
use crate::support::{TestApp, line, on_both, request};

async fn renewable(app: &TestApp) -> Vec<Value> {
    let patient = &app.users.patient;
    let path = format!("/prescription/renewable/{}", patient.person);
    let answer = app.get(patient, &path).await.ok();
    answer.as_array().expect("a list").clone()
}

/// A request of two lines: three months with a repeat, and one week.
async fn supplied(app: &TestApp) -> Value {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let mut body = request(&app.users.samples, 3);
    body["medications"][1]["usages"][0]["duration"] = json!("1 week");
    body["medications"][1]["usages"][0]["repeat"] = json!(0);
    let made = app.post(patient, "/prescription", &body).await.ok();
    let mut seen = app.pay(patient, &made).await;
    seen = app.acknowledge(doctor, &seen).await;
    for (line, status) in ["Approved", "Approved", "Rejected"].into_iter().enumerate() {
        seen = app.decide(doctor, &seen, line, json!(status)).await.ok();
    }
    let signed = app.sign(doctor, &seen).await["prescription"].clone();
    app.fax(doctor, &signed).await;
    app.settle().await;
    signed
}

on_both!(
    what_was_approved_and_faxed_with_its_last_day,
    one_that_is_asked_for_again_is_under_way,
    one_that_is_asked_for_as_another_brand_is_under_way,
    nobody_elses
);

async fn what_was_approved_and_faxed_with_its_last_day(app: &TestApp) {
    assert_eq!(renewable(app).await, Vec::<Value>::new());
    let signed = supplied(app).await;
    let found = renewable(app).await;
    let drugs = &app.users.samples.drugs;
    // The week ends first; the rejected line is not offered.
    assert_eq!(found.len(), 2);
    assert_eq!(
        (&found[0]["drugId"], &found[1]["drugId"]),
        (&drugs[1]["_id"], &drugs[0]["_id"])
    );
    assert_eq!(
        (&found[0]["ready"], &found[1]["ready"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        (&found[0]["prescription"], &found[0]["label"]),
        (&signed["_id"], &signed["label"])
    );
    assert_eq!(found[0]["usage"]["duration"], "1 week");
    assert!(
        found
            .iter()
            .all(|one| one["selectable"] == true && one["underWay"].is_null())
    );
    assert_eq!(
        (&found[0]["refillsLeft"], &found[1]["refillsLeft"]),
        (&json!(0), &json!(1))
    );
    let today = salal_domain::days::vancouver_day(app.ctx.now());
    let ends = |days| json!((today + TimeDelta::days(days)).to_string());
    assert_eq!(
        (&found[0]["runsOutOn"], &found[1]["runsOutOn"]),
        (&ends(7), &ends(180))
    );
}

async fn one_that_is_asked_for_again_is_under_way(app: &TestApp) {
    supplied(app).await;
    let again = app.create(&app.users.patient, 1).await;
    let found = renewable(app).await;
    assert_eq!(
        (&found[0]["underWay"], &found[1]["underWay"]),
        (&Value::Null, &again["_id"])
    );
}

/// Decision 171.
async fn one_that_is_asked_for_as_another_brand_is_under_way(app: &TestApp) {
    supplied(app).await;
    let drug = &app.users.samples.drugs[0];
    let same = brand(app, drug, "SALALBRAND", &json!({})).await;
    let mut body = request(&app.users.samples, 1);
    body["medications"] = json!([line(&same)]);
    let again = app
        .post(&app.users.patient, "/prescription", &body)
        .await
        .ok();
    let found = renewable(app).await;
    assert_eq!(
        (&found[0]["underWay"], &found[1]["underWay"]),
        (&Value::Null, &again["_id"])
    );
}

async fn nobody_elses(app: &TestApp) {
    supplied(app).await;
    let path = format!("/prescription/renewable/{}", app.users.patient.person);
    assert_eq!(app.get(&app.users.other, &path).await.status, 404);
    assert_eq!(app.get(&app.users.doctor, &path).await.status, 403);
}

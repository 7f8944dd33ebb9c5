// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls of billing: bills, classes and diagnoses; claims and remittances against the sandbox.

mod bill;
mod classes;
mod remittances;
mod statements;
mod teleplan;

use chrono::{SecondsFormat, TimeDelta};
use serde_json::{Value, json};

use crate::support::{TestApp, User, end_of_visits};

/// A time of a visit before the site's now, as pages send it.
fn ago(app: &TestApp, minutes: i64) -> String {
    let at = end_of_visits(app.ctx.now()) - TimeDelta::minutes(minutes);
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A visit by telephone of the patient of this prescription, who is in the fifties.
fn visit(app: &TestApp, prescription: &Value, diagnosis: &str) -> Value {
    json!({"billObj": {
        "personId": prescription["person"]["_id"], "prescriptionId": prescription["_id"],
        "diagnosisCode": diagnosis, "serviceCode": "13537",
        "serviceStartTime": ago(app, 6), "serviceEndTime": ago(app, 2), "billWay": "phone",
    }})
}

/// A paid request of this patient, whose card the plan confirmed.
async fn paid_by(app: &TestApp, patient: &User) -> Value {
    app.post(
        patient,
        "/tele-plan/eligibility",
        &json!({"personId": patient.person}),
    )
    .await
    .ok();
    let made = app.create(patient, 1).await;
    app.pay(patient, &made).await
}

/// A bill of a visit of this patient.
async fn billed(app: &TestApp, patient: &User, diagnosis: &str) -> Value {
    let prescription = paid_by(app, patient).await;
    app.settle().await;
    let body = visit(app, &prescription, diagnosis);
    let answer = app
        .post(&app.users.doctor, "/tele-plan/bill", &body)
        .await
        .ok();
    assert_eq!(answer["isExistBill"], false, "{answer}");
    answer["bill"].clone()
}

/// The path of a bill.
fn path(bill: &Value) -> String {
    format!("/tele-plan/bill/{}", bill["_id"].as_str().expect("an id"))
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Claims in `GET /insight`: sent, paid and open, by the doctor who saw the patient.

use chrono::{SecondsFormat, TimeDelta};
use serde_json::{Value, json};

use super::{insight, next_day, paid_by};
use crate::support::{TestApp, on_both};

on_both!(a_claim_is_sent_waits_and_is_paid);

fn state<'a>(page: &'a Value, state: &str) -> &'a Value {
    let states = page["claims"]["states"].as_array().expect("states");
    let found = states.iter().find(|one| one["state"] == state);
    &found.expect("a state")["claims"]
}

async fn a_claim_is_sent_waits_and_is_paid(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let (doctor, admin, patient) = (&clinic.doctor, &clinic.admin, &clinic.patient);
    let whose = json!({"personId": patient.person});
    app.post(patient, "/tele-plan/eligibility", &whose)
        .await
        .ok();
    let paid = paid_by(app, patient, 1).await;
    app.settle().await;
    let ago = |minutes| {
        let at = app.ctx.now() - TimeDelta::minutes(minutes);
        at.to_rfc3339_opts(SecondsFormat::Secs, true)
    };
    let bill = json!({"billObj": {
        "personId": patient.person, "prescriptionId": paid["_id"],
        "diagnosisCode": "401", "serviceCode": "13537",
        "serviceStartTime": ago(6), "serviceEndTime": ago(2), "billWay": "phone",
    }});
    app.post(doctor, "/tele-plan/bill", &bill).await.ok();
    let page = insight(app, admin, "").await;
    assert_eq!(
        (state(&page, "unsent"), &page["claims"]["lastAnswer"]),
        (&json!(1), &Value::Null)
    );
    let nothing = json!({});
    app.post(admin, "/tele-plan/send-unsent-bills", &nothing)
        .await
        .ok();
    app.settle().await;
    let page = insight(app, admin, "").await;
    assert_eq!(
        (
            state(&page, "unsent"),
            state(&page, "waiting"),
            &page["claims"]["sent"]["claims"]
        ),
        (&json!(0), &json!(1), &json!(1))
    );
    let amount = page["claims"]["sent"]["amount"].as_f64();
    assert!(amount.is_some_and(|amount| amount > 0.0), "{amount:?}");
    app.post(admin, "/tele-plan/pull-latest-remittance", &nothing)
        .await
        .ok();
    app.settle().await;
    let page = insight(app, admin, "").await;
    assert_eq!(
        (state(&page, "waiting"), state(&page, "paid")),
        (&json!(0), &json!(1)),
        "{}",
        page["claims"]
    );
    assert!(page["claims"]["lastAnswer"].is_string());
    for (query, claims) in [
        (format!("doctor={}", clinic.second.person), json!(0)),
        ("payer=private".to_owned(), Value::Null),
        ("payer=card".to_owned(), Value::Null),
    ] {
        let page = insight(app, admin, &query).await;
        assert_eq!(state(&page, "paid"), &claims, "{query}");
    }
}

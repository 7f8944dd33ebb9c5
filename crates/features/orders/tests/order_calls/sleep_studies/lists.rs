// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /sleep-assessment/person/{id}`, `GET /sleep-assessment/pending-by-person/{id}`

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both};

async fn labels(app: &TestApp, by: &User, path: &str) -> Vec<String> {
    let path = format!("{path}/{}", app.users.patient.person);
    let list: Value = app.get(by, &path).await.ok();
    let list = list.as_array().cloned().unwrap_or_default();
    list.iter()
        .filter_map(|one| one["label"].as_str().map(ToOwned::to_owned))
        .collect()
}

on_both!(all_and_the_unfinished);

async fn all_and_the_unfinished(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let (all, pending) = (
        "/sleep-assessment/person",
        "/sleep-assessment/pending-by-person",
    );
    assert!(labels(app, patient, all).await.is_empty());
    let first = app.sleep_order(patient, "coastal").await;
    let second = app.sleep_order(patient, "mainland").await;
    let third = app.sleep_order(patient, "solutions").await;
    let label = |one: &Value| one["label"].as_str().expect("a label").to_owned();
    app.pay_sleep(patient, &second).await;
    app.put(
        patient,
        "/sleep-assessment/cancel",
        &json!({"id": third["_id"]}),
    )
    .await
    .ok();
    app.settle().await;
    for by in [patient, doctor] {
        assert_eq!(
            labels(app, by, all).await,
            [label(&third), label(&second), label(&first)]
        );
        // What was faxed stays for a day.
        assert_eq!(
            labels(app, by, pending).await,
            [label(&first), label(&second)]
        );
    }
    for path in [all, pending] {
        assert_eq!(
            app.get(&app.users.other, &format!("{path}/{}", patient.person))
                .await
                .status,
            404
        );
        assert_eq!(
            app.get(doctor, &format!("{path}/{}", uuid::Uuid::nil()))
                .await
                .status,
            404
        );
    }
    app.ctx.clock.advance(TimeDelta::hours(5));
    assert_eq!(labels(app, doctor, pending).await.len(), 2);
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many statements the calls of an order send to the database, without BEGIN and COMMIT: one more is a
//! decision and no accident. Each step also shows what a reader then gets: it is shown from memory.

use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, counted, on_both};

/// Sends a step, and fails if it takes more statements than this or shows something else than a reader sees.
async fn shows_what_is_stored(
    app: &TestApp,
    by: &User,
    name: &str,
    most: u64,
    step: impl Future<Output = Answer>,
) -> Value {
    let answer = counted(app, name, most, step).await.ok();
    assert_eq!(
        answer,
        app.see_sleep(by, &answer["_id"]).await,
        "{name} shows what is stored"
    );
    answer
}

on_both!(each_step_of_an_order_in_few);

async fn each_step_of_an_order_in_few(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    let info = app.sleep_info(patient).await;
    let (clinic, other) = (
        app.sleep_clinic("coastal").await,
        app.sleep_clinic("mainland").await,
    );
    let made = shows_what_is_stored(
        app,
        patient,
        "create",
        8,
        app.order_sleep(patient, &info, &clinic),
    )
    .await;
    let id = made["_id"].clone();
    shows_what_is_stored(
        app,
        patient,
        "create again",
        8,
        app.order_sleep(patient, &info, &clinic),
    )
    .await;
    let path = format!("/sleep-assessment/{}", id.as_str().expect("an id"));
    shows_what_is_stored(app, patient, "get", 4, app.get(patient, &path)).await;
    shows_what_is_stored(
        app,
        patient,
        "set-pay",
        22,
        app.pay_sleep_with(patient, &made, "tok_visa"),
    )
    .await;
    let done = json!({"id": id, "personId": patient.person, "paymentId": "as the page saw it"});
    shows_what_is_stored(
        app,
        patient,
        "payment-completed",
        10,
        app.put(patient, "/sleep-assessment/payment-completed", &done),
    )
    .await;
    app.settle().await;
    app.at_rest().await;
    // The session notes that the office is here.
    app.see_sleep(office, &id).await;
    let copy = json!({"sleepAssessmentId": id});
    shows_what_is_stored(
        app,
        office,
        "queue the fax",
        10,
        app.post(office, "/fax/queue-sleep-assessment-fax", &copy),
    )
    .await;
    app.settle().await;
    let second = app.order_sleep(patient, &info, &other).await.ok();
    let set = json!({"id": second["_id"], "status": "SUBMITTED"});
    shows_what_is_stored(
        app,
        office,
        "update-status",
        6,
        app.put(office, "/sleep-assessment/update-status", &set),
    )
    .await;
    shows_what_is_stored(
        app,
        patient,
        "cancel",
        6,
        app.put(
            patient,
            "/sleep-assessment/cancel",
            &json!({"id": second["_id"]}),
        ),
    )
    .await;
    app.at_rest().await;
}

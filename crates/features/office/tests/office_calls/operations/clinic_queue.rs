// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /clinic-queue`, `PUT /clinic-queue/retry/{id}`, `…/give-up/{id}`, `…/wake`

use salal_sandbox::{Mode, Service};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, stable};

/// A request while the clinic's server is away: the patient's chart waits.
async fn chart_waits(app: &TestApp) -> Value {
    app.fail(Service::Clinic, Mode::Down, 100);
    app.create(&app.users.patient, 1).await;
    let list = queue(app, "").await;
    list["items"][0].clone()
}

async fn queue(app: &TestApp, query: &str) -> Value {
    let path = format!("/clinic-queue{query}");
    app.get(&app.users.office, &path).await.ok()
}

async fn press(
    app: &TestApp,
    by: &User,
    what: &str,
    job: &Value,
    body: Value,
) -> crate::support::Answer {
    let id = job["_id"].as_str().expect("an id");
    app.put(by, &format!("/clinic-queue/{what}/{id}"), &body)
        .await
}

/// As a worker writes it down.
async fn rest(app: &TestApp) {
    let db = app.ctx.db.write();
    let now = app.ctx.now();
    let until = now + chrono::TimeDelta::minutes(5);
    let sql =
        "INSERT INTO service_outage (service, failures, since, until) VALUES ('clinic', 3, $1, $2)";
    let statement =
        Statement::from_sql_and_values(db.get_database_backend(), sql, [now.into(), until.into()]);
    db.execute_raw(statement).await.expect("a rest");
}

on_both!(
    waits_is_given_up_and_tried_again,
    given_up_with_a_reason,
    a_rest_is_shown_and_ended,
    in_pages,
    refusals
);

async fn waits_is_given_up_and_tried_again(app: &TestApp) {
    let job = chart_waits(app).await;
    insta::assert_json_snapshot!("clinic_queue_waiting", stable(&job));
    assert_eq!(job["person"]["_id"], json!(app.users.patient.person));
    // In vain, until there are no tries left.
    app.settle().await;
    let list = queue(app, "?state=givenUp").await;
    let given_up = &list["items"][0];
    assert_eq!(
        (&list["waiting"], &list["givenUp"], &given_up["tries"]),
        (&json!(0), &json!(1), &job["mostTries"])
    );
    assert_eq!(
        given_up["why"],
        "The clinic’s record system did not answer."
    );
    // The clinic is back.
    app.sandbox.clear_faults();
    let again = press(app, &app.users.admin, "retry", given_up, json!({}))
        .await
        .ok();
    assert_eq!(
        (&again["state"], &again["endedAt"]),
        (&json!("waiting"), &Value::Null)
    );
    app.settle().await;
    let done = queue(app, "?state=done").await;
    assert_eq!(
        (&done["items"][0]["_id"], &done["givenUp"]),
        (&job["_id"], &json!(0))
    );
    assert_eq!(app.effects(Service::Clinic, "demographic").len(), 1);
    press(app, &app.users.office, "retry", &job, json!({}))
        .await
        .refused(409, "MOVED_ON");
}

async fn given_up_with_a_reason(app: &TestApp) {
    let job = chart_waits(app).await;
    let seen = press(
        app,
        &app.users.office,
        "give-up",
        &job,
        json!({"reason": "byHand"}),
    )
    .await
    .ok();
    assert_eq!(
        (&seen["state"], &seen["why"]),
        (
            &json!("givenUp"),
            &json!("It was entered manually at the clinic.")
        )
    );
    assert_eq!(seen["endedBy"]["_id"], json!(app.users.office.person));
    press(
        app,
        &app.users.office,
        "give-up",
        &job,
        json!({"reason": "other"}),
    )
    .await
    .refused(409, "MOVED_ON");
    app.settle().await;
    app.expect_given_up(1);
    let list = queue(app, "?state=givenUp").await;
    assert_eq!(
        list["items"][0]["endedBy"]["_id"],
        json!(app.users.office.person)
    );
    assert!(
        app.effects(Service::Clinic, "demographic").is_empty(),
        "it was not tried any more"
    );
    // The doctors are told.
    let doctor = &app.users.doctor;
    let inbox = app
        .get(doctor, &format!("/message/inbox/doctor/{}", doctor.person))
        .await
        .ok();
    let subjects: Vec<&str> = inbox["items"]
        .as_array()
        .expect("messages")
        .iter()
        .filter_map(|one| one["subject"].as_str())
        .collect();
    assert!(
        subjects.contains(&"A patient couldn’t be entered in the clinic’s record system"),
        "{subjects:?}"
    );
    app.sandbox.clear_faults();
}

async fn a_rest_is_shown_and_ended(app: &TestApp) {
    let job = chart_waits(app).await;
    assert_eq!(queue(app, "").await["outage"], Value::Null);
    rest(app).await;
    let seen = queue(app, "").await["outage"].clone();
    assert_eq!(seen["failures"], 3);
    app.sandbox.clear_faults();
    let woken = app
        .put(&app.users.office, "/clinic-queue/wake", &json!({}))
        .await
        .ok();
    assert_eq!(woken, json!({"waiting": 1}));
    let now = queue(app, "").await["outage"].clone();
    assert!(
        now["until"].as_str() < seen["until"].as_str(),
        "{now} {seen}"
    );
    app.settle().await;
    assert_eq!(
        queue(app, "?state=done").await["items"][0]["_id"],
        job["_id"]
    );
}

async fn in_pages(app: &TestApp) {
    chart_waits(app).await;
    app.create(&app.users.other, 1).await;
    let first = queue(app, "?limit=1").await;
    let cursor = first["nextCursor"].as_str().expect("more");
    let second = queue(app, &format!("?limit=1&cursor={cursor}")).await;
    assert_eq!(
        (&first["waiting"], &second["nextCursor"]),
        (&json!(2), &Value::Null)
    );
    assert_eq!(
        second["items"][0]["person"]["_id"],
        json!(app.users.other.person),
        "the oldest first"
    );
    app.sandbox.clear_faults();
    app.settle().await;
}

async fn refusals(app: &TestApp) {
    let job = chart_waits(app).await;
    for by in [&app.users.patient, &app.users.customer_service] {
        app.get(by, "/clinic-queue")
            .await
            .refused(403, "NOT_ALLOWED");
    }
    app.get(&app.users.doctor, "/clinic-queue").await.ok();
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.doctor,
    ] {
        press(app, by, "retry", &job, json!({}))
            .await
            .refused(403, "NOT_ALLOWED");
        press(app, by, "give-up", &job, json!({"reason": "byHand"}))
            .await
            .refused(403, "NOT_ALLOWED");
        app.put(by, "/clinic-queue/wake", &json!({}))
            .await
            .refused(403, "NOT_ALLOWED");
    }
    assert_eq!(
        press(
            app,
            &app.users.office,
            "give-up",
            &job,
            json!({"reason": "Mr. Example died"})
        )
        .await
        .fields(),
        ["reason"]
    );
    assert_eq!(
        press(app, &app.users.office, "give-up", &job, json!({}))
            .await
            .status,
        400
    );
    for query in ["?state=lost", "?cursor=x", "?limit=-1"] {
        let status = app
            .get(&app.users.office, &format!("/clinic-queue{query}"))
            .await
            .status;
        assert!(matches!(status, 400 | 422), "{query}: {status}");
    }
    let absent = json!({"_id": "0198a000-0000-7000-8000-000000000001"});
    assert_eq!(
        press(app, &app.users.office, "retry", &absent, json!({}))
            .await
            .status,
        404
    );
    // A job that is nothing of the clinic's is not found here: an e-mail that waits.
    app.fail(Service::Email, Mode::Down, 1);
    let sql = "SELECT id FROM job WHERE kind = 'post.mail' LIMIT 1";
    let db = app.ctx.db.read();
    let row = db
        .query_one_raw(Statement::from_string(db.get_database_backend(), sql))
        .await
        .expect("a query");
    if let Some(row) = row {
        let id: uuid::Uuid = row.try_get("", "id").expect("an id");
        assert_eq!(
            press(
                app,
                &app.users.office,
                "retry",
                &json!({"_id": id}),
                json!({})
            )
            .await
            .status,
            404
        );
    }
    app.sandbox.clear_faults();
    app.settle().await;
}

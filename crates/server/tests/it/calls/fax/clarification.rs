// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /fax/clarification`, `GET /fax/clarifications/{kind}/{id}`

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::{BUSY, faxed_to, id, inbox};
use crate::support::{TestApp, on_both};

fn entry(row: &Value, text: &str, needs_doctor: bool) -> Value {
    json!({"faxId": row["_id"], "kind": "called", "text": text, "needsDoctor": needs_doctor})
}

async fn thread(app: &TestApp, row: &Value) -> Vec<Value> {
    let subject = row["subject"]["_id"].as_str().expect("an id");
    let path = format!("/fax/clarifications/prescription/{subject}");
    let list = app.get(&app.users.admin, &path).await.ok();
    list.as_array().expect("entries").clone()
}

on_both!(dated_entries_that_the_doctors_may_be_asked_about, refusals);

async fn dated_entries_that_the_doctors_may_be_asked_about(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    let first = app
        .post(
            &app.users.office,
            "/fax/clarification",
            &entry(&row, "Asks for the strength.", true),
        )
        .await;
    assert_eq!(first.status, 201, "{}", first.body);
    app.post(
        &app.users.doctor,
        "/fax/clarification",
        &json!({"faxId": row["_id"], "kind": "answered", "text": "500 mg it is."}),
    )
    .await
    .ok();
    let all = thread(app, &row).await;
    let told: Vec<(&Value, &Value, &Value)> = all
        .iter()
        .map(|one| (&one["kind"], &one["text"], &one["needsDoctor"]))
        .collect();
    assert_eq!(
        told,
        vec![
            (
                &json!("called"),
                &json!("Asks for the strength."),
                &json!(true)
            ),
            (&json!("answered"), &json!("500 mg it is."), &json!(false)),
        ]
    );
    assert_eq!(all[0]["by"]["_id"], json!(app.users.office.person));
    let label = row["subject"]["label"].as_str().expect("a label");
    let asked = inbox(app, "Pharmacy question").await;
    assert_eq!(
        asked,
        vec![(
            format!("Pharmacy question: {label}"),
            row["subject"]["_id"].as_str().expect("an id").to_owned()
        )]
    );
    assert_eq!(
        app.get(&app.users.office, &format!("/fax/{}", id(&row)))
            .await
            .ok()["clarifications"],
        2
    );
    // Nobody changes what was written down, not even a program.
    for sql in [
        "UPDATE fax_clarification SET text = 'other'",
        "DELETE FROM fax_clarification",
    ] {
        assert!(
            app.ctx.db.write().execute_unprepared(sql).await.is_err(),
            "{sql}"
        );
    }
}

async fn refusals(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    let path = "/fax/clarification";
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        app.post(by, path, &entry(&row, "A question.", false))
            .await
            .refused(403, "NOT_ALLOWED");
    }
    let subject = row["subject"]["_id"].as_str().expect("an id");
    app.get(
        &app.users.patient,
        &format!("/fax/clarifications/prescription/{subject}"),
    )
    .await
    .refused(403, "NOT_ALLOWED");
    assert_eq!(
        app.post(&app.users.office, path, &entry(&row, " ", false))
            .await
            .fields(),
        ["text"]
    );
    let mut odd = entry(&row, "A question.", false);
    // A confirmation is written by confirming.
    odd["kind"] = json!("confirmed");
    assert_eq!(
        app.post(&app.users.office, path, &odd).await.fields(),
        ["kind"]
    );
    for body in [
        json!({}),
        json!({"faxId": 1, "kind": "called", "text": "x"}),
        json!({"faxId": row["_id"], "kind": "called", "text": "x", "by": subject}),
    ] {
        assert_eq!(
            app.post(&app.users.office, path, &body).await.status,
            400,
            "{body}"
        );
    }
    let absent = json!({"_id": "0198a000-0000-7000-8000-000000000001"});
    assert_eq!(
        app.post(
            &app.users.office,
            path,
            &entry(&absent, "A question.", true)
        )
        .await
        .status,
        404
    );
    assert_eq!(
        app.get(
            &app.users.office,
            "/fax/clarifications/prescription/0198a000-0000-7000-8000-000000000001"
        )
        .await
        .status,
        404
    );
    assert_eq!(
        app.get(
            &app.users.office,
            &format!("/fax/clarifications/payment/{subject}")
        )
        .await
        .status,
        404
    );
    assert!(thread(app, &row).await.is_empty() && inbox(app, "Pharmacy question").await.is_empty());
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /note/reply/acknowledge`

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::{notes, send, sign, timeless};
use crate::support::threads::{answer, mailed};
use crate::support::{Answer, TestApp, User, files, new_key, on_both, stable};

/// A note that was sent.
async fn sent(app: &TestApp) -> Value {
    let note = sign(app, &app.users.doctor, "Have you had a test?").await;
    send(app, &app.users.doctor, &note).await.ok();
    app.settle().await;
    app.ctx.clock.advance(TimeDelta::milliseconds(10));
    notes(app, &app.users.doctor).await.remove(0)
}

async fn acknowledge(app: &TestApp, by: &User, note: &Value, person: &str) -> Answer {
    let reply = &note["message"]["replies"][0];
    let body = json!({
        "messageId": note["message"]["_id"], "personId": person, "replyId": reply["_id"], "replyText": reply["message"],
    });
    app.put(by, "/note/reply/acknowledge", &body).await
}

on_both!(
    a_reply_by_link_with_its_file,
    a_reply_inside_the_product,
    refusals
);

async fn a_reply_by_link_with_its_file(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    sent(app).await;
    let link = mailed(app, patient, "/reply/");
    let fields = json!({"id": link, "from": "", "message": "Yes, in August."});
    let file = [("files", "test-august.png", files::png(8, 8))];
    app.api
        .form(
            None,
            Method::PUT,
            "/message/update-replies",
            &new_key(),
            &fields,
            &file,
        )
        .await
        .ok();
    let note = notes(app, doctor).await.remove(0);
    let reply = &note["message"]["replies"][0];
    assert_eq!(
        (
            &note["message"]["isRead"],
            &reply["unread"],
            &reply["byLink"]
        ),
        (&json!(false), &json!(true), &json!(true))
    );
    assert_eq!(reply["files"][0]["name"], "test-august.png");
    let file = reply["files"][0]["_id"].as_str().expect("a file");
    assert_eq!(
        app.get(&app.users.office, &format!("/file/{file}"))
            .await
            .status,
        200
    );
    let done = acknowledge(app, &app.users.office, &note, &patient.person)
        .await
        .ok();
    insta::assert_json_snapshot!("acknowledged", timeless(&stable(&done["message"])));
    let last = done["markers"]
        .as_array()
        .and_then(|all| all.last())
        .cloned()
        .expect("a marker");
    assert!(
        last.as_str()
            .expect("text")
            .starts_with("[Acknowledged by "),
        "{last}"
    );
    assert_eq!(
        (
            &done["message"]["isRead"],
            &done["message"]["replies"][0]["unread"]
        ),
        (&json!(true), &json!(false))
    );
    // Once: the second one is told who was first.
    let late = acknowledge(app, doctor, &note, &patient.person)
        .await
        .refused(409, "ALREADY_ACKNOWLEDGED");
    assert_eq!(late["current"]["markers"], done["markers"]);
}

async fn a_reply_inside_the_product(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let note = sent(app).await;
    answer(app, patient, &note["message"]["_id"], "Not yet.", &[])
        .await
        .ok();
    let note = notes(app, doctor).await.remove(0);
    // What was not read is not acknowledged.
    let mut other = note.clone();
    other["message"]["replies"][0]["message"] = json!("Something else.");
    acknowledge(app, doctor, &other, &patient.person)
        .await
        .refused(409, "STALE_VERSION");
    // The acting person may be named in the patient's place.
    acknowledge(app, doctor, &note, &doctor.person).await.ok();
    app.ctx.clock.advance(TimeDelta::milliseconds(10));
    // The staff's own answer needs no acknowledgement.
    answer(
        app,
        doctor,
        &note["message"]["_id"],
        "Please book one.",
        &[],
    )
    .await
    .ok();
    let note = notes(app, doctor).await.remove(0);
    assert_eq!(note["message"]["isRead"], true);
    let own = &note["message"]["replies"][1];
    let body = json!({"messageId": note["message"]["_id"], "personId": patient.person, "replyId": own["_id"]});
    app.put(doctor, "/note/reply/acknowledge", &body)
        .await
        .refused(404, "NOT_FOUND");
}

async fn refusals(app: &TestApp) {
    let users = &app.users;
    let note = sent(app).await;
    answer(app, &users.patient, &note["message"]["_id"], "Yes.", &[])
        .await
        .ok();
    let note = notes(app, &users.doctor).await.remove(0);
    for by in [&users.patient, &users.customer_service, &users.admin] {
        assert_eq!(
            acknowledge(app, by, &note, &users.patient.person)
                .await
                .status,
            403
        );
    }
    acknowledge(app, &users.doctor, &note, &users.other.person)
        .await
        .refused(404, "NOT_FOUND");
    for field in ["messageId", "replyId"] {
        let mut body = json!({"messageId": note["message"]["_id"], "personId": users.patient.person, "replyId": note["message"]["replies"][0]["_id"]});
        body[field] = json!(uuid::Uuid::nil());
        app.put(&users.doctor, "/note/reply/acknowledge", &body)
            .await
            .refused(404, "NOT_FOUND");
    }
    assert_eq!(
        notes(app, &users.doctor).await[0]["message"]["isRead"],
        false
    );
}

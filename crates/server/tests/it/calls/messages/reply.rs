// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /message/updateReplies`, on the thread of a request

use reqwest::Method;
use serde_json::json;

use crate::support::threads::{answer, list, open};
use crate::support::{TestApp, on_both};

on_both!(
    who_answers_something_newer_reads_it_first,
    two_doctors_at_once_answer_once
);

async fn who_answers_something_newer_reads_it_first(app: &TestApp) {
    let (patient, doctor, second) = (
        &app.users.patient,
        &app.users.doctor,
        &app.users.second_doctor,
    );
    app.paid(1).await;
    let id = list(app, patient, "sent").await[0]["_id"].clone();
    let reply = |by: &'static str, seen: &str| json!({"id": id, "message": by, "replyCount": seen});
    let send = |by, fields: serde_json::Value| async move {
        app.form(by, Method::PUT, "/message/updateReplies", &fields, &[])
            .await
    };
    send(doctor, reply("From the first.", "0")).await.ok();
    let late = send(second, reply("From the second.", "0")).await;
    assert_eq!(
        (late.status, &late.body["code"]),
        (409, &json!("ANSWERED_MEANWHILE"))
    );
    let words = late.body["message"].as_str().expect("words");
    let name = late.body["current"]["repliedBy"]["LastName"]
        .as_str()
        .expect("a name");
    assert!(
        words.contains(name) && words.contains(" answered at "),
        "{words}"
    );
    assert_eq!(
        late.body["current"]["replies"][0]["message"],
        "From the first."
    );
    assert_eq!(
        open(app, patient, &id).await.ok()["replyCount"],
        1,
        "nothing was sent"
    );
    // Having read it, the second answers all the same.
    send(second, reply("From the second.", "1")).await.ok();
    assert_eq!(send(doctor, reply("x", "some")).await.status, 400);
    // A page that does not say what it showed is answered as before.
    answer(app, patient, &id, "Thank you both.", &[]).await.ok();
}

async fn two_doctors_at_once_answer_once(app: &TestApp) {
    let patient = &app.users.patient;
    app.paid(1).await;
    let sent = list(app, patient, "sent").await;
    let id = sent[0]["_id"].clone();
    let (one, two) = tokio::join!(
        answer(app, &app.users.doctor, &id, "From the first.", &[]),
        answer(app, &app.users.second_doctor, &id, "From the second.", &[]),
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    // Who comes second meets the first one's answer: either a conflict, or a turn of one's own.
    assert!(
        statuses == [200, 409] || statuses == [200, 200],
        "{statuses:?}"
    );
    let shown = open(app, patient, &id).await.ok()["replies"]
        .as_array()
        .expect("replies")
        .len();
    assert_eq!(
        shown,
        statuses.iter().filter(|status| **status == 200).count()
    );
}

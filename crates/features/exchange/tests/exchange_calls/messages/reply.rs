// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /message/updateReplies`

use reqwest::Method;
use serde_json::json;

use super::{replies, unread};
use crate::support::threads::{answer, open, row, write};
use crate::support::{TestApp, files, on_both, stable};

on_both!(
    people_take_turns,
    other_peoples_threads_do_not_exist,
    refusals
);

async fn people_take_turns(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let sent = write(
        app,
        doctor,
        &patient.person,
        "Have you had a test since?",
        &[],
    )
    .await
    .ok();
    let id = &sent["_id"];
    // Whoever wrote it waits for an answer.
    answer(app, doctor, id, "And?", &[])
        .await
        .refused(409, "NOT_YOUR_TURN");
    app.put(patient, "/message/updateIsRead", &json!({"id": id}))
        .await
        .ok();
    assert_eq!(unread(app, patient).await, 0);
    let before = unread(app, doctor).await;
    let replied = answer(
        app,
        patient,
        id,
        "Yes, in August.",
        &[("files", "tsh.jpg", files::jpeg(30, 20))],
    )
    .await
    .ok();
    insta::assert_json_snapshot!("message_replied", stable(&replied));
    answer(app, patient, id, "One more thing.", &[])
        .await
        .refused(409, "ALREADY_REPLIED");
    // The answer stands in the doctor's inbox, unread, under the patient's name.
    let row_of_doctor = row(app, doctor, "inbox", id)
        .await
        .expect("the answer came back");
    assert_eq!(
        (
            &row_of_doctor["unread"],
            &row_of_doctor["replyCount"],
            &row_of_doctor["preview"]
        ),
        (&json!(true), &json!(1), &json!("Yes, in August."))
    );
    assert_eq!(unread(app, doctor).await, before + 1);
    assert_eq!(row_of_doctor["repliedBy"]["_id"], json!(patient.person));
    // And back: what the patient had read is unread again, and a link is mailed.
    app.settle().await;
    let mails = app
        .sandbox
        .outbox(Some("email"), Some(&patient.email))
        .len();
    let asked = "Thank you. The laboratory has not sent us anything for the whole of August, however. \
                 At which of their places was it taken?";
    answer(app, doctor, id, asked, &[]).await.ok();
    app.settle().await;
    assert_eq!(
        app.sandbox
            .outbox(Some("email"), Some(&patient.email))
            .len(),
        mails + 1
    );
    assert_eq!(unread(app, patient).await, 1);
    // The question stands after what a row shows.
    let row_of_patient = row(app, patient, "inbox", id).await.expect("a row");
    assert_eq!(
        (&row_of_doctor["asks"], &row_of_patient["asks"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(open(app, patient, id).await.ok()["canReply"], true);
}

async fn other_peoples_threads_do_not_exist(app: &TestApp) {
    let (patient, doctor, other) = (&app.users.patient, &app.users.doctor, &app.users.other);
    let sent = write(app, doctor, &patient.person, "For your eyes.", &[])
        .await
        .ok();
    let id = &sent["_id"];
    assert_eq!(answer(app, other, id, "Mine?", &[]).await.status, 404);
    assert_eq!(
        answer(app, patient, &json!(uuid::Uuid::nil()), "x", &[])
            .await
            .status,
        404
    );
    for path in [
        "/message/updateIsRead",
        "/message/archive",
        "/message/back-inbox",
    ] {
        let body = if path.ends_with("Read") {
            json!({"id": id})
        } else {
            json!({"messageId": id})
        };
        assert_eq!(app.put(other, path, &body).await.status, 404, "{path}");
    }
    // Customer service neither wrote it nor opens records.
    assert_eq!(
        answer(app, &app.users.customer_service, id, "x", &[])
            .await
            .status,
        404
    );
    assert_eq!(open(app, other, id).await.status, 404);
    assert_eq!(replies(app).await, 0);
}

async fn refusals(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let sent = write(app, doctor, &patient.person, "Well?", &[]).await.ok();
    let id = &sent["_id"];
    for (text, status) in [
        (" ", 422),
        (&*"x".repeat(501), 422),
        ("a\u{0}b", 400),
        ("bell \u{7}", 422),
    ] {
        assert_eq!(answer(app, patient, id, text, &[]).await.status, status);
    }
    let forged = json!({"id": id, "from": app.users.other.person, "message": "x"});
    assert_eq!(
        app.form(patient, Method::PUT, "/message/updateReplies", &forged, &[])
            .await
            .status,
        403
    );
    let bad = answer(
        app,
        patient,
        id,
        "See.",
        &[("files", "x.exe", b"MZ".to_vec())],
    )
    .await;
    assert_eq!(
        (bad.status, &bad.body["errors"][0]["field"]),
        (415, &json!("files"))
    );
    assert_eq!(replies(app).await, 0);
    // 500 characters of any script are enough and not too many.
    answer(app, patient, id, &"字".repeat(500), &[]).await.ok();
}

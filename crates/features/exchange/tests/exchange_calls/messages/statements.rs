// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many statements the calls on messages send to the database, without BEGIN and COMMIT: one more is a
//! decision and no accident. What a change answers is compared with what a reader then gets, because it is
//! shown from memory.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::json;

use super::{read, unread};
use crate::support::threads::{answer, mailed, open, write};
use crate::support::{TestApp, counted, files, new_key, on_both};

on_both!(each_step_of_a_thread_in_few);

async fn each_step_of_a_thread_in_few(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    // The sessions note that they are here.
    unread(app, patient).await;
    unread(app, doctor).await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let file = || [("files", "form.jpg", files::jpeg(30, 20))];
    let begin = write(app, doctor, &patient.person, "Have you had a test?", &[]);
    let sent = counted(app, "compose", 6, begin).await.ok();
    let id = &sent["_id"];
    assert_eq!(sent, open(app, doctor, id).await.ok());
    app.ctx.clock.advance(TimeDelta::seconds(1));
    counted(app, "open", 3, open(app, patient, id)).await.ok();
    let mark = json!({"id": id});
    counted(
        app,
        "mark as read",
        7,
        app.put(patient, "/message/updateIsRead", &mark),
    )
    .await
    .ok();
    let away = json!({"messageId": id});
    counted(
        app,
        "archive",
        7,
        app.put(patient, "/message/archive", &away),
    )
    .await
    .ok();
    counted(
        app,
        "back",
        8,
        app.put(patient, "/message/back-inbox", &away),
    )
    .await
    .ok();
    let inbox = format!("/message/inbox/patient/{}", patient.person);
    counted(app, "inbox", 7, app.get(patient, &inbox))
        .await
        .ok();
    let files = file();
    let replied = counted(
        app,
        "reply with a file",
        6,
        answer(app, patient, id, "Yes.", &files),
    )
    .await
    .ok();
    assert_eq!(replied, open(app, patient, id).await.ok());
    app.ctx.clock.advance(TimeDelta::seconds(1));
    let replied = counted(
        app,
        "reply to the patient",
        7,
        answer(app, doctor, id, "Thank you.", &[]),
    )
    .await
    .ok();
    assert_eq!(replied, open(app, doctor, id).await.ok());
    app.settle().await;
    let link = mailed(app, patient, "/reply/");
    counted(
        app,
        "open by link",
        4,
        read(app, &format!("/message/info/{link}")),
    )
    .await
    .ok();
    let fields = json!({"id": link, "from": "", "message": "You are welcome."});
    let key = new_key();
    let by_link = app.api.form(
        None,
        Method::PUT,
        "/message/update-replies",
        &key,
        &fields,
        &[],
    );
    counted(app, "reply by link", 7, by_link).await.ok();
    app.settle().await;
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /message/info/{a}/{b}`, its files, `PUT /message/update-replies`

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::{read, replies, unread};
use crate::support::threads::{answer, mailed, open, row, write};
use crate::support::{Answer, TestApp, files, new_key, number, on_both, stable};

/// Both halves of the newest link.
fn halves(app: &TestApp) -> (String, String) {
    let address = mailed(app, &app.users.patient, "/reply/");
    let (a, b) = address.split_once('/').expect("two halves");
    (a.to_owned(), b.to_owned())
}

/// A doctor's message, and the link that was mailed.
async fn written(app: &TestApp, file: Option<Vec<u8>>) -> (Value, String, String) {
    let files: Vec<_> = file
        .into_iter()
        .map(|bytes| ("files", "request.pdf", bytes))
        .collect();
    let sent = write(
        app,
        &app.users.doctor,
        &app.users.patient.person,
        "Have you had a test?",
        &files,
    )
    .await
    .ok();
    app.settle().await;
    let (a, b) = halves(app);
    (sent["_id"].clone(), a, b)
}

async fn reply(app: &TestApp, fields: &Value, files: &[(&str, &str, Vec<u8>)]) -> Answer {
    app.ctx.clock.advance(TimeDelta::milliseconds(10));
    app.api
        .form(
            None,
            Method::PUT,
            "/message/update-replies",
            &new_key(),
            fields,
            files,
        )
        .await
}

on_both!(
    read_and_answered_once,
    an_answer_inside_the_product_uses_the_link_up,
    unknown_altered_and_expired_look_the_same,
    bad_input_keeps_the_link,
    pressed_twice_at_once_it_answers_once
);

async fn read_and_answered_once(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let (id, a, b) = written(app, Some(files::pdf(""))).await;
    // Programs that open every link of an e-mail change nothing.
    let info = format!("/message/info/{a}/{b}");
    for _ in 0..3 {
        assert_eq!(read(app, &info).await.ok()["isReplied"], false);
    }
    assert_eq!(unread(app, patient).await, 1);
    let seen = read(app, &info).await.ok();
    let mut stable = stable(&seen);
    let url = seen["message"]["files"][0]["url"]
        .as_str()
        .expect("an address")
        .to_owned();
    stable["message"]["files"][0]["url"] = json!("[url]");
    insta::assert_json_snapshot!("message_info", stable);
    let file = read(app, url.strip_prefix("/api").expect("our own address")).await;
    assert!(file.status == 200 && file.bytes.starts_with(b"%PDF-"));
    let body = json!({"id": b, "from": a, "message": "Yes, in August. 👍"});
    let replied = reply(app, &body, &[("files", "tsh.png", files::png(9, 9))])
        .await
        .ok();
    assert_eq!(
        (&replied["isReplied"], &replied["person"]["_id"]),
        (&json!(true), &json!(patient.person))
    );
    let thread = open(app, doctor, &id).await.ok();
    let last = &thread["replies"][0];
    let text = last["message"].as_str().expect("a text");
    assert!(
        text.starts_with("Yes, in August. 👍\n\nReceived through Salal on ") && text.ends_with('.'),
        "{text}"
    );
    assert_eq!(
        (
            &last["byLink"],
            &last["from"]["_id"],
            last["files"].as_array().map(Vec::len)
        ),
        (&json!(true), &json!(patient.person), Some(1))
    );
    assert_eq!(
        row(app, doctor, "inbox", &id).await.expect("it came back")["unread"],
        true
    );
    // Once answered, the link says so and shows nothing more.
    let after = read(app, &info).await.ok();
    assert_eq!(
        (&after["isReplied"], &after["message"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        read(app, url.strip_prefix("/api").expect("our own address"))
            .await
            .status,
        404
    );
    let again = reply(app, &body, &[]).await.refused(409, "ALREADY_REPLIED");
    assert_eq!(
        again["message"],
        "You have already replied to this message."
    );
    assert_eq!(replies(app).await, 1);
    // Whoever read by link stands in the audit.
    assert!(
        number(
            &app.ctx.db,
            "SELECT COUNT(*) AS n FROM audit WHERE actor_role = 'LINK'"
        )
        .await
            >= 5
    );
}

async fn an_answer_inside_the_product_uses_the_link_up(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let (id, a, b) = written(app, None).await;
    answer(app, patient, &id, "I am signed in.", &[]).await.ok();
    assert_eq!(
        read(app, &format!("/message/info/{a}/{b}")).await.ok()["isReplied"],
        true
    );
    // The doctor's next word comes with a link of its own, which shows that word.
    answer(app, doctor, &id, "Then please come in.", &[])
        .await
        .ok();
    app.settle().await;
    let (c, d) = halves(app);
    assert_ne!((&a, &b), (&c, &d));
    let next = read(app, &format!("/message/info/{c}/{d}")).await.ok();
    assert_eq!(
        (&next["isReplied"], &next["message"]["message"]),
        (&json!(false), &json!("Then please come in."))
    );
    // Both halves in one field are read as well.
    reply(
        app,
        &json!({"id": format!("{c}/{d}"), "message": "I will."}),
        &[],
    )
    .await
    .ok();
}

async fn unknown_altered_and_expired_look_the_same(app: &TestApp) {
    let (id, a, b) = written(app, None).await;
    let (message, person) = (
        id.as_str().expect("an id").to_owned(),
        app.users.patient.person.clone(),
    );
    let altered = format!("{}{}", if b.starts_with('0') { '1' } else { '0' }, &b[1..]);
    let nil = uuid::Uuid::nil().to_string();
    for (a, b) in [
        (&a, &altered),
        (&person, &message),
        (&nil, &b),
        (&b, &a),
        (&a, &a),
        (&person, &b),
    ] {
        read(app, &format!("/message/info/{a}/{b}"))
            .await
            .refused(404, "LINK_EXPIRED");
        let body = json!({"id": b, "from": a, "message": "x"});
        reply(app, &body, &[]).await.refused(404, "LINK_EXPIRED");
    }
    app.ctx.clock.advance(TimeDelta::days(31));
    let gone = read(app, &format!("/message/info/{a}/{b}"))
        .await
        .refused(404, "LINK_EXPIRED");
    assert_eq!(
        gone["message"],
        "This function has expired. Please email for assistance."
    );
    reply(app, &json!({"id": b, "person": a, "message": "x"}), &[])
        .await
        .refused(404, "LINK_EXPIRED");
    assert_eq!(replies(app).await, 0);
}

async fn bad_input_keeps_the_link(app: &TestApp) {
    let (_, a, b) = written(app, None).await;
    let with = |text: &str| json!({"id": b, "from": a, "message": text});
    assert_eq!(reply(app, &with(" "), &[]).await.fields(), ["message"]);
    assert_eq!(
        reply(app, &with(&"x".repeat(501)), &[]).await.fields(),
        ["message"]
    );
    assert_eq!(
        reply(app, &with(&"x".repeat(10_000)), &[]).await.fields(),
        ["message"]
    );
    assert_eq!(reply(app, &with("a\u{0}"), &[]).await.status, 400);
    assert_eq!(
        reply(
            app,
            &json!({"id": b, "from": a, "message": "x", "isRead": "true"}),
            &[]
        )
        .await
        .status,
        400
    );
    let bad = reply(
        app,
        &with("x"),
        &[("files", "x.pdf", b"PK\x03\x04".to_vec())],
    )
    .await;
    assert_eq!(bad.status, 415);
    // Somebody else's file is not read through one's own link.
    let (_, c, d) = written(app, Some(files::pdf(""))).await;
    let theirs = read(app, &format!("/message/info/{c}/{d}")).await.ok();
    let file = theirs["message"]["files"][0]["_id"]
        .as_str()
        .expect("a file")
        .to_owned();
    assert_eq!(
        read(app, &format!("/message/info/{a}/{b}/file/{file}"))
            .await
            .status,
        404
    );
    // And the link still works.
    reply(app, &with(&format!("\u{202e}{}", "é".repeat(499))), &[])
        .await
        .ok();
}

async fn pressed_twice_at_once_it_answers_once(app: &TestApp) {
    let (id, a, b) = written(app, None).await;
    let body = json!({"id": b, "from": a, "message": "Twice."});
    let (one, two) = tokio::join!(reply(app, &body, &[]), reply(app, &body, &[]));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let thread = open(app, &app.users.doctor, &id).await.ok();
    assert_eq!(thread["replies"].as_array().map(Vec::len), Some(1));
}

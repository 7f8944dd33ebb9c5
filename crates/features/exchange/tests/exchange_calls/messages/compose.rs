// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /message`

use reqwest::Method;
use serde_json::{Value, json};

use super::unread;
use crate::support::threads::{list, open, row, write};
use crate::support::{TestApp, files, new_key, number, on_both, stable};

on_both!(
    a_patient_writes_to_customer_service,
    staff_write_to_a_patient_who_gets_a_link,
    staff_write_to_one_another_and_to_groups,
    refusals,
    a_bad_file_keeps_the_message_from_being_sent,
    one_click_is_one_message
);

async fn a_patient_writes_to_customer_service(app: &TestApp) {
    let (patient, care, office) = (
        &app.users.patient,
        &app.users.customer_service,
        &app.users.office,
    );
    let before = unread(app, care).await;
    let text = "  Good morning\r\nשלום 👩‍⚕️ 字 \u{202e}right to left\u{202c}\n";
    let sent = write(
        app,
        patient,
        "Customer Service",
        text,
        &[
            ("files", "résultat d’août.pdf", files::pdf("")),
            ("files", "card.png", files::png(40, 30)),
        ],
    )
    .await;
    assert_eq!(sent.status, 201);
    insta::assert_json_snapshot!("message_composed", stable(&sent.body));
    let id = &sent.body["_id"];
    // It stands in the sender's list, unread in customer service's inbox, and nowhere else.
    assert_eq!(
        row(app, patient, "sent", id).await.expect("sent")["unread"],
        false
    );
    assert_eq!(
        row(app, care, "inbox", id).await.expect("received")["unread"],
        true
    );
    assert!(
        row(app, patient, "inbox", id).await.is_none()
            && row(app, office, "inbox", id).await.is_none()
    );
    assert_eq!(unread(app, care).await, before + 1);
    // Files are the patient's, and opened by both sides.
    for by in [patient, care] {
        let seen = open(app, by, id).await.ok();
        for file in seen["files"].as_array().expect("files") {
            let path = format!("/file/{}", file["_id"].as_str().expect("an id"));
            assert_eq!(app.get(by, &path).await.status, 200);
            assert_eq!(app.get(&app.users.other, &path).await.status, 404);
        }
    }
    app.settle().await;
    assert!(
        app.sandbox
            .outbox(Some("email"), Some(&care.email))
            .is_empty(),
        "staff read their inbox"
    );
}

async fn staff_write_to_a_patient_who_gets_a_link(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let sent = write(
        app,
        doctor,
        &patient.person,
        "Your parrot test is overdue.",
        &[],
    )
    .await
    .ok();
    app.settle().await;
    let mail = app
        .sandbox
        .outbox(Some("email"), Some(&patient.email))
        .remove(0);
    assert_eq!(mail.subject, "Salal: a doctor has sent you a message");
    assert!(
        mail.text.contains("/reply/")
            && !mail.text.contains("parrot")
            && !mail.text.contains("question")
    );
    let seen = row(app, patient, "inbox", &sent["_id"])
        .await
        .expect("received");
    assert_eq!(
        (&seen["unread"], &seen["canReply"]),
        (&json!(true), &json!(true))
    );
    let by_office = write(app, &app.users.office, &patient.person, "Please call.", &[]).await;
    assert_eq!(by_office.status, 201);
    app.settle().await;
    let mail = app
        .sandbox
        .outbox(Some("email"), Some(&patient.email))
        .remove(0);
    assert_eq!(mail.subject, "Salal: our office has sent you a message");
}

async fn staff_write_to_one_another_and_to_groups(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let to_office = write(
        app,
        doctor,
        "Office",
        "Please call the pharmacy.",
        &[("files", "a.pdf", files::pdf(""))],
    )
    .await
    .ok();
    assert_eq!(to_office["toGroup"], "Office");
    let file = to_office["files"][0]["_id"].as_str().expect("a file");
    assert_eq!(app.get(office, &format!("/file/{file}")).await.status, 200);
    let direct = write(app, office, &doctor.person, "Done.", &[]).await.ok();
    assert!(row(app, office, "inbox", &to_office["_id"]).await.is_some());
    assert!(row(app, doctor, "inbox", &direct["_id"]).await.is_some());
    assert!(
        row(app, &app.users.second_doctor, "inbox", &direct["_id"])
            .await
            .is_none()
    );
    assert_eq!(
        open(app, &app.users.second_doctor, &direct["_id"])
            .await
            .status,
        404
    );
}

async fn refusals(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let send = |fields: Value| async move {
        app.form(patient, Method::POST, "/message", &fields, &[])
            .await
    };
    let with = |to: &str, subject: &str, message: &str| json!({"from": patient.person, "to": to, "subject": subject, "message": message});
    let cs = "Customer Service";
    assert_eq!(
        send(with(cs, " ", "\n")).await.fields(),
        ["subject", "message"]
    );
    assert_eq!(
        send(with(cs, &"x".repeat(201), &"y".repeat(10_001)))
            .await
            .fields(),
        ["subject", "message"]
    );
    assert_eq!(
        send(with(cs, "two\nlines", "y")).await.fields(),
        ["subject"]
    );
    assert_eq!(send(with(cs, "x", "a\u{7}b")).await.fields(), ["message"]);
    assert_eq!(send(with(cs, "x", "a\u{0}b")).await.status, 400);
    // A patient begins threads with customer service alone.
    for to in [
        "Doctor",
        doctor.person.as_str(),
        app.users.other.person.as_str(),
        "",
        "nobody",
        &uuid::Uuid::nil().to_string(),
    ] {
        assert_eq!(send(with(to, "x", "y")).await.fields(), ["to"], "{to}");
    }
    let mut forged = with(cs, "x", "y");
    forged["from"] = json!(app.users.other.person);
    assert_eq!(send(forged).await.status, 403);
    let mut odd = with(cs, "x", "y");
    odd["bill"] = json!("true");
    assert_eq!(send(odd).await.status, 400);
    let nobody = write(app, doctor, &uuid::Uuid::nil().to_string(), "y", &[]).await;
    assert_eq!(nobody.fields(), ["to"]);
    assert!(list(app, patient, "sent").await.is_empty());
    // The longest text there may be.
    assert_eq!(
        send(with(cs, &"é".repeat(200), &"字".repeat(10_000)))
            .await
            .status,
        201
    );
}

async fn a_bad_file_keeps_the_message_from_being_sent(app: &TestApp) {
    let patient = &app.users.patient;
    let polyglot = [
        files::gif(2, 2),
        b"<script>alert(1)</script>".to_vec(),
        files::pdf("/JS (app.alert(1))"),
    ]
    .concat();
    for (name, bytes) in [
        ("letter.pdf", b"MZ\x90\0 not a pdf".to_vec()),
        (
            "picture.png",
            b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec(),
        ),
        ("page.html", b"<html></html>".to_vec()),
        (
            "run.pdf",
            files::pdf("4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n"),
        ),
        ("empty.png", Vec::new()),
    ] {
        let refused = write(
            app,
            patient,
            "Customer Service",
            "y",
            &[
                ("files", "good.png", files::png(4, 4)),
                ("files", name, bytes),
            ],
        )
        .await;
        assert!(
            matches!(refused.status, 415 | 422),
            "{name}: {} {}",
            refused.status,
            refused.body
        );
        assert_eq!(
            refused.body["errors"][0]["field"], "files",
            "{name}: {}",
            refused.body
        );
    }
    let large = write(
        app,
        patient,
        "Customer Service",
        "y",
        &[("files", "large.pdf", vec![b' '; 10 * 1024 * 1024 + 1])],
    )
    .await;
    assert_eq!(large.status, 413);
    assert!(list(app, patient, "sent").await.is_empty());
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM message_file").await,
        0
    );
    // What is two things at once is kept as the one thing it shows, made again.
    let both = write(
        app,
        patient,
        "Customer Service",
        "y",
        &[("files", "both.gif", polyglot)],
    )
    .await;
    if both.status == 201 {
        let file = both.body["files"][0]["_id"]
            .as_str()
            .expect("a file")
            .to_owned();
        let kept = app.get(patient, &format!("/file/{file}")).await;
        assert!(
            !kept.bytes.windows(7).any(|seven| seven == b"<script"),
            "{}",
            kept.content_type
        );
    }
}

async fn one_click_is_one_message(app: &TestApp) {
    let patient = &app.users.patient;
    let fields =
        json!({"from": "", "to": "Customer Service", "subject": "Once", "message": "Only once."});
    let key = new_key();
    let files = [("files", "a.png", files::png(3, 3))];
    let send = || {
        app.api.form(
            Some(patient),
            Method::POST,
            "/message",
            &key,
            &fields,
            &files,
        )
    };
    let (first, second) = (send().await, send().await);
    assert_eq!(
        (first.status, second.status, second.replayed),
        (201, 201, true)
    );
    assert_eq!(first.body, second.body);
    assert_eq!(list(app, patient, "sent").await.len(), 1);
}

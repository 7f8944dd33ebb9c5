// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /file/{id}` of the files of messages: they open to who may read their thread, and to nobody else.

use sea_orm::ConnectionTrait;
use serde_json::Value;

use crate::support::files::pdf;
use crate::support::threads::{answer, open, write};
use crate::support::{TestApp, User, on_both};

async fn opens(app: &TestApp, by: &User, file: &Value) -> u16 {
    let id = file["_id"].as_str().expect("a file");
    app.get(by, &format!("/file/{id}")).await.status
}

async fn change(app: &TestApp, sql: &str) {
    let db = app.ctx.db.write();
    db.execute_unprepared(sql)
        .await
        .expect("the change is made");
}

on_both!(
    a_file_of_a_thread_between_staff_is_not_the_patients,
    a_file_between_two_of_the_staff_is_not_another_doctors,
    an_attachment_without_a_message_is_its_senders
);

async fn a_file_of_a_thread_between_staff_is_not_the_patients(app: &TestApp) {
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    let file = || [("files", "page.pdf", pdf(""))];
    let asked = write(app, doctor, "Office", "Please call the pharmacy.", &file())
        .await
        .ok();
    // It is about the patient, as the messages are that work on a request brings.
    let about = format!(
        "(SELECT person_id FROM account WHERE email_folded = '{}')",
        patient.email
    );
    change(
        app,
        &format!(
            "UPDATE message SET about_person = {about} WHERE body = 'Please call the pharmacy.'"
        ),
    )
    .await;
    change(app, &format!("UPDATE upload SET person_id = {about} WHERE id = (SELECT upload_id FROM message_file m JOIN message ON message.id = m.message_id WHERE message.body = 'Please call the pharmacy.')")).await;
    let told = answer(app, office, &asked["_id"], "They sent this.", &file())
        .await
        .ok();
    assert_eq!(
        open(app, patient, &asked["_id"]).await.status,
        404,
        "not the patient's thread"
    );
    for one in [&asked["files"][0], &told["replies"][0]["files"][0]] {
        for (by, status) in [
            (doctor, 200),
            (office, 200),
            (&app.users.second_doctor, 200),
            (&app.users.admin, 200),
            (patient, 404),
            (&app.users.other, 404),
            (&app.users.customer_service, 404),
        ] {
            assert_eq!(opens(app, by, one).await, status, "{}", by.email);
        }
    }
}

async fn a_file_between_two_of_the_staff_is_not_another_doctors(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let file = [("files", "page.pdf", pdf(""))];
    let direct = write(app, office, &doctor.person, "For you alone.", &file)
        .await
        .ok();
    let others = [
        &app.users.second_doctor,
        &app.users.admin,
        &app.users.customer_service,
        &app.users.patient,
    ];
    for by in [doctor, office].into_iter().chain(others) {
        let thread = open(app, by, &direct["_id"]).await.status;
        assert_eq!(
            opens(app, by, &direct["files"][0]).await,
            thread,
            "{}",
            by.email
        );
    }
    assert_eq!(opens(app, doctor, &direct["files"][0]).await, 200);
    assert_eq!(
        opens(app, &app.users.second_doctor, &direct["files"][0]).await,
        404
    );
}

async fn an_attachment_without_a_message_is_its_senders(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let file = [("files", "page.pdf", pdf(""))];
    let sent = write(app, doctor, &patient.person, "About your test.", &file)
        .await
        .ok();
    let file = &sent["files"][0];
    for by in [patient, doctor, &app.users.office] {
        assert_eq!(opens(app, by, file).await, 200, "{}", by.email);
    }
    change(app, "DELETE FROM message_file").await;
    assert_eq!(opens(app, doctor, file).await, 200);
    for by in [
        patient,
        &app.users.office,
        &app.users.second_doctor,
        &app.users.admin,
    ] {
        assert_eq!(opens(app, by, file).await, 404, "{}", by.email);
    }
}

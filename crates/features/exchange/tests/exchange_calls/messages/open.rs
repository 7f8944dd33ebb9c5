// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /message/{id}`

use serde_json::json;

use crate::support::threads::{open, row, write};
use crate::support::{TestApp, number, on_both};

on_both!(
    opening_marks_nothing,
    staff_open_threads_about_patients_and_leave_a_line,
    what_is_not_there
);

async fn opening_marks_nothing(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let sent = write(app, doctor, &patient.person, "Look at me.", &[])
        .await
        .ok();
    for _ in 0..2 {
        let seen = open(app, patient, &sent["_id"]).await.ok();
        assert_eq!(
            (&seen["isRead"], &seen["unread"], &seen["message"]),
            (&json!(false), &json!(true), &json!("Look at me."))
        );
    }
}

async fn staff_open_threads_about_patients_and_leave_a_line(app: &TestApp) {
    let (patient, doctor, second) = (
        &app.users.patient,
        &app.users.doctor,
        &app.users.second_doctor,
    );
    let sent = write(
        app,
        doctor,
        &patient.person,
        "Between us and the record.",
        &[],
    )
    .await
    .ok();
    let before = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await;
    open(app, second, &sent["_id"]).await.ok();
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await,
        before + 1
    );
    open(app, patient, &sent["_id"]).await.ok();
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await,
        before + 1
    );
    // It is not in the colleague's inbox for that.
    assert!(row(app, second, "inbox", &sent["_id"]).await.is_none());
    assert_eq!(
        open(app, &app.users.customer_service, &sent["_id"])
            .await
            .status,
        404
    );
}

async fn what_is_not_there(app: &TestApp) {
    assert_eq!(
        open(app, &app.users.patient, &json!(uuid::Uuid::nil()))
            .await
            .status,
        404
    );
    assert_eq!(app.get(&app.users.patient, "/message/x").await.status, 404);
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many statements the calls of billing send to the database, without BEGIN and COMMIT: one more is a
//! decision and no accident. A file of many claims takes as many as a file of few, on the way out and back.

use chrono::TimeDelta;
use serde_json::json;

use super::{ago, billed, paid_by, path, visit};
use crate::support::{TestApp, User, counted, on_both};

/// Statements of the jobs that are waiting.
async fn settled(app: &TestApp) -> u64 {
    app.ctx.flush_events().await;
    let before = app.ctx.db.sent();
    app.settle().await;
    app.ctx.flush_events().await;
    app.ctx.db.sent() - before
}

/// Sends what is unsent, and takes the plan's answer; the statements of each.
async fn sent_and_answered(app: &TestApp) -> (u64, u64) {
    let admin = &app.users.admin;
    app.post(admin, "/tele-plan/send-unsent-bills", &json!({}))
        .await
        .ok();
    let sent = settled(app).await;
    app.post(admin, "/tele-plan/pull-latest-remittance", &json!({}))
        .await
        .ok();
    (sent, settled(app).await)
}

/// A bill of a visit some days ago.
async fn seen_before(app: &TestApp, patient: &User, days: i64, diagnosis: &str) {
    // The same request a moment after would be taken for a second click.
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let prescription = paid_by(app, patient).await;
    app.settle().await;
    let mut body = visit(app, &prescription, diagnosis);
    let day = 24 * 60 * days;
    body["billObj"]["serviceStartTime"] = ago(app, day + 6).into();
    body["billObj"]["serviceEndTime"] = ago(app, day + 2).into();
    let doctor = &app.users.doctor;
    let made = app.post(doctor, "/tele-plan/bill", &body).await.ok();
    assert_eq!(made["isExistBill"], false, "{made}");
}

on_both!(
    a_bill_is_made_changed_and_sent_again_in_few,
    a_line_is_assigned_by_hand_in_few,
    a_file_of_many_takes_as_many_as_a_file_of_few
);

async fn a_bill_is_made_changed_and_sent_again_in_few(app: &TestApp) {
    let (doctor, admin) = (&app.users.doctor, &app.users.admin);
    // The sessions note who is here.
    billed(app, &app.users.other, "401").await;
    app.get(admin, "/tele-plan/claim-numbers").await.ok();
    let prescription = paid_by(app, &app.users.patient).await;
    app.settle().await;
    let body = visit(app, &prescription, "784");
    let made = counted(app, "bill", 18, app.post(doctor, "/tele-plan/bill", &body))
        .await
        .ok();
    let bill = &made["bill"];
    let again = counted(
        app,
        "bill again",
        10,
        app.post(doctor, "/tele-plan/bill", &body),
    )
    .await
    .ok();
    assert_eq!(again["isExistBill"], true);
    let read = counted(app, "get", 5, app.get(admin, &path(bill)))
        .await
        .ok();
    assert_eq!(&read, bill);
    counted(
        app,
        "claim numbers",
        5,
        app.get(admin, "/tele-plan/claim-numbers"),
    )
    .await
    .ok();
    sent_and_answered(app).await;

    let read = app.get(admin, &path(bill)).await.ok();
    assert_eq!(read["status"], "rejected");
    counted(
        app,
        "problematic",
        7,
        app.get(admin, "/tele-plan/problematic-invoice-list"),
    )
    .await
    .ok();
    let change = json!({"version": read["version"], "billObj": {
        "diagnosisCode": "401", "serviceCode": "13537", "note": "Coverage was confirmed by telephone",
        "serviceStartTime": bill["serviceStartTime"], "serviceEndTime": bill["serviceEndTime"],
    }});
    let changed = counted(app, "change", 10, app.put(admin, &path(bill), &change))
        .await
        .ok();
    assert_eq!(changed, app.get(admin, &path(bill)).await.ok());
    let to = format!("{}/resubmit", path(bill));
    let version = json!({"version": changed["version"]});
    let unsent = counted(app, "resubmit", 7, app.put(admin, &to, &version))
        .await
        .ok();
    assert_eq!(unsent, app.get(admin, &path(bill)).await.ok());
}

async fn a_line_is_assigned_by_hand_in_few(app: &TestApp) {
    let admin = &app.users.admin;
    let bill = billed(app, &app.users.patient, "401").await;
    app.post(admin, "/tele-plan/send-unsent-bills", &json!({}))
        .await
        .ok();
    app.settle().await;
    // A folio that is nobody's: a person has to say whose it is.
    let line = format!(
        "S01X0001000000220261230AP0001000002D0001{}99999990003479202612200000000000  ",
        "  0000000".repeat(7)
    );
    let file = format!(
        "{line}\r\nVRCX000120261230S00000012026-12-30 20:10:05\r\nVTCX00012026-12-30 20:10:07S0000001C0000000B0000000M0000000X0000000V00000020000003\r\n"
    );
    app.sandbox
        .replay_remittance("remit201020.txt", file.as_bytes());
    app.post(admin, "/tele-plan/pull-latest-remittance", &json!({}))
        .await
        .ok();
    app.settle().await;
    let list = counted(
        app,
        "exceptions",
        5,
        app.get(admin, "/tele-plan/remittance-exceptions"),
    )
    .await
    .ok();
    let to = format!(
        "/tele-plan/remittance-exceptions/{}",
        list["remittances"][0]["_id"].as_str().expect("a line")
    );
    let settled = counted(
        app,
        "assign",
        9,
        app.put(admin, &to, &json!({"folio": bill["folio"]})),
    )
    .await
    .ok();
    assert_eq!(settled["billId"], bill["_id"]);
    let read = app.get(admin, &path(&bill)).await.ok();
    assert_eq!(
        (&read["status"], &read["paid"]),
        (&json!("paid"), &json!(34.79))
    );
}

async fn a_file_of_many_takes_as_many_as_a_file_of_few(app: &TestApp) {
    let patients = [&app.users.patient, &app.users.other];
    // The first file asks the plan for its counter.
    seen_before(app, patients[0], 1, "401").await;
    sent_and_answered(app).await;
    // The plan pays the one and refuses the other: it answers with two files.
    seen_before(app, patients[0], 2, "401").await;
    seen_before(app, patients[1], 2, "789").await;
    let few = sent_and_answered(app).await;
    for (patient, days, code) in [
        (0, 3, "401"),
        (0, 4, "784"),
        (0, 5, "789"),
        (1, 3, "789"),
        (1, 4, "250"),
    ] {
        seen_before(app, patients[patient], days, code).await;
    }
    let many = sent_and_answered(app).await;
    assert_eq!(few, many);
}

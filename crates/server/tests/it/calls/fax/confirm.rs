// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /fax/{id}/confirm`

use serde_json::{Value, json};

use super::{BUSY, faxed_to, id, newest};
use crate::support::{Answer, TestApp, User, on_both};

async fn confirm(app: &TestApp, by: &User, row: &Value, note: &str) -> Answer {
    let body = json!({"version": row["version"], "note": note});
    app.put(by, &format!("/fax/{}/confirm", id(row)), &body)
        .await
}

on_both!(
    somebody_said_by_telephone_that_it_arrived,
    refusals,
    a_delivered_one_needs_no_word
);

async fn somebody_said_by_telephone_that_it_arrived(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    let seen = confirm(
        app,
        &app.users.office,
        &row,
        " Ms. Example has both pages. ",
    )
    .await
    .ok();
    assert_eq!(
        (&seen["state"], &seen["trouble"], &seen["reason"]),
        (&json!("delivered"), &json!(false), &Value::Null)
    );
    assert_eq!(seen["confirmedBy"]["_id"], json!(app.users.office.person));
    let entry = &seen["clarificationList"][0];
    assert_eq!(
        (&entry["kind"], &entry["text"]),
        (&json!("confirmed"), &json!("Ms. Example has both pages."))
    );
    app.settle().await;
    let seen = app.see(&app.users.patient, &row["subject"]["_id"]).await;
    assert_eq!(
        (&seen["fax"]["state"], &seen["fax"]["undelivered"]),
        (&json!("delivered"), &json!(false))
    );
    assert_eq!(app.get(&app.users.office, "/fax").await.ok()["trouble"], 0);
    // It is confirmed once.
    confirm(app, &app.users.doctor, &newest(app).await, "Again.")
        .await
        .refused(409, "NOT_THIS_ONE");
}

async fn refusals(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        confirm(app, by, &row, "There.")
            .await
            .refused(403, "NOT_ALLOWED");
    }
    assert_eq!(
        confirm(app, &app.users.office, &row, "  ").await.fields(),
        ["note"]
    );
    assert_eq!(
        confirm(app, &app.users.office, &row, &"x".repeat(1001))
            .await
            .fields(),
        ["note"]
    );
    let mut old = row.clone();
    old["version"] = json!(1);
    let stale = confirm(app, &app.users.office, &old, "There.")
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(stale["current"]["version"], row["version"]);
    let nothing = json!({"_id": "0198a000-0000-7000-8000-000000000001", "version": 1});
    assert_eq!(
        confirm(app, &app.users.office, &nothing, "There.")
            .await
            .status,
        404
    );
    assert_eq!(newest(app).await["state"], "failed");
}

async fn a_delivered_one_needs_no_word(app: &TestApp) {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    confirm(app, &app.users.office, &newest(app).await, "There.")
        .await
        .refused(409, "NOT_THIS_ONE");
    app.settle().await;
    confirm(app, &app.users.office, &newest(app).await, "There.")
        .await
        .refused(409, "NOT_THIS_ONE");
}

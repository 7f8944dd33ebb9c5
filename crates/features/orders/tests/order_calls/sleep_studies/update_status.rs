// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /sleep-assessment/update-status`

use salal_orders::sleep_studies::waiting;
use serde_json::{Value, json};

use crate::support::{TestApp, on_both, sleep_story};

on_both!(
    the_staff_set_what_money_does_not_say,
    two_who_set_it_at_once_see_each_other,
    sent_by_hand_when_the_line_is_busy
);

async fn the_staff_set_what_money_does_not_say(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let made = app.sleep_order(patient, "coastal").await;
    let set = |status: &'static str| json!({"id": made["_id"], "status": status});
    let path = "/sleep-assessment/update-status";
    let seen = app
        .put(&app.users.office, path, &set("SUBMITTED"))
        .await
        .ok();
    assert_eq!(sleep_story(&seen), ["PENDING", "SUBMITTED"]);
    assert_eq!(
        seen["statuses"][0]["by"]["_id"],
        app.users.office.person.as_str()
    );
    // A second click changes nothing.
    assert_eq!(
        app.put(doctor, path, &set("SUBMITTED")).await.ok()["statuses"],
        seen["statuses"]
    );
    for status in ["PAID", "FREE", "FAXED", "REFUNDED"] {
        app.put(doctor, path, &set(status))
            .await
            .refused(409, "NOT_THIS_STATUS");
    }
    for status in ["", "pending", "Paid"] {
        assert_eq!(
            app.put(doctor, path, &set(status)).await.fields(),
            ["status"]
        );
    }
    app.put(patient, path, &set("CANCELED"))
        .await
        .refused(403, "NOT_ALLOWED");
    app.put(&app.users.customer_service, path, &set("CANCELED"))
        .await
        .refused(403, "NOT_ALLOWED");
    assert_eq!(
        app.put(
            doctor,
            path,
            &json!({"id": uuid::Uuid::nil(), "status": "CANCELED"})
        )
        .await
        .status,
        404
    );
    // What the staff looked at is still paid by the patient.
    assert_eq!(
        sleep_story(&app.pay_sleep(patient, &made).await),
        ["PENDING", "SUBMITTED", "PAID"]
    );
    app.settle().await;
}

async fn two_who_set_it_at_once_see_each_other(app: &TestApp) {
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    let made = app.sleep_order(patient, "coastal").await;
    let path = "/sleep-assessment/update-status";
    assert_eq!(made["canSet"], json!(["SUBMITTED", "CANCELED"]));
    let set =
        |status: &str| json!({"id": made["_id"], "status": status, "version": made["version"]});
    let seen = app.put(office, path, &set("SUBMITTED")).await.ok();
    let late = app.put(doctor, path, &set("CANCELED")).await;
    late.clone().refused(409, "STALE_VERSION");
    assert_eq!(late.body["current"], seen);
    let body = json!({"id": made["_id"], "status": "CANCELED", "version": late.body["current"]["version"]});
    let over = app.put(doctor, path, &body).await.ok();
    assert_eq!(
        (&over["status"], &over["canSet"]),
        (&json!("CANCELED"), &json!([]))
    );
}

async fn sent_by_hand_when_the_line_is_busy(app: &TestApp) {
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let made = app
        .order_sleep(patient, &info, &app.busy_sleep_clinic().await)
        .await
        .ok();
    app.pay_sleep(patient, &made).await;
    app.settle().await;
    assert_eq!(app.see_sleep(patient, &made["_id"]).await["status"], "PAID");
    let before = app
        .sandbox
        .outbox(Some("email"), Some(&patient.email))
        .len();
    let work = async || waiting(app.ctx.db.read(), 10).await.expect("the list");
    assert_eq!(work().await.len(), 1);
    let body = json!({"id": made["_id"], "status": "FAXED"});
    let seen = app
        .put(&app.users.office, "/sleep-assessment/update-status", &body)
        .await
        .ok();
    assert_eq!(
        (&seen["status"], &seen["fax"]["reason"]),
        (&json!("FAXED"), &Value::Null)
    );
    assert_eq!(app.see_sleep(&app.users.office, &made["_id"]).await, seen);
    assert!(work().await.is_empty(), "nobody has to look at it any more");
    app.settle().await;
    assert_eq!(
        app.sandbox
            .outbox(Some("email"), Some(&patient.email))
            .len(),
        before + 1
    );
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /fax/queue-sleep-assessment-fax`

use salal_sandbox::{Mode, Service};
use serde_json::json;

use crate::support::{TestApp, on_both, sleep_story};

const PATH: &str = "/fax/queue-sleep-assessment-fax";

on_both!(another_copy_after_one_that_failed, for_the_desk_only);

async fn another_copy_after_one_that_failed(app: &TestApp) {
    let (patient, office) = (&app.users.patient, &app.users.office);
    let made = app.sleep_order(patient, "coastal").await;
    let body = json!({"sleepAssessmentId": made["_id"], "personId": patient.person, "faxedBy": office.person, "faxNumber": "604-555-0199", "dataURL": "data:,"});
    app.post(office, PATH, &body).await.refused(409, "NOT_PAID");
    assert_eq!(made["canFax"], "This order is not paid yet.");
    let paid = app.pay_sleep(patient, &made).await;
    // The first copy has not been made yet.
    assert_eq!(
        (&paid["canFax"], &paid["canSet"]),
        (&json!("The fax is on its way."), &json!(["FAXED"]))
    );
    app.post(office, PATH, &body)
        .await
        .refused(409, "ON_ITS_WAY");
    app.fail(Service::Srfax, Mode::Decline, 1);
    app.settle().await;
    let seen = app.see_sleep(office, &made["_id"]).await;
    assert_eq!(
        (&seen["status"], &seen["fax"]["state"]),
        (&json!("PAID"), &json!("failed"))
    );
    assert_eq!(seen["canFax"], json!(null));
    let again = app.post(office, PATH, &body).await.ok();
    assert_eq!(
        (&again["fax"]["state"], &again["fax"]["copy"]),
        (&json!("queued"), &json!(2))
    );
    // One copy on its way at a time.
    app.post(
        &app.users.doctor,
        PATH,
        &json!({"sleepAssessmentId": made["_id"]}),
    )
    .await
    .refused(409, "ON_ITS_WAY");
    app.settle().await;
    let seen = app.see_sleep(office, &made["_id"]).await;
    assert_eq!(sleep_story(&seen), ["PENDING", "PAID", "FAXED"]);
    let digits = made["faxNumber"]
        .as_str()
        .expect("a number")
        .replace('-', "");
    assert_eq!(app.sandbox.outbox(Some("fax"), Some(&digits)).len(), 1);
    assert!(
        app.sandbox
            .outbox(Some("fax"), Some("6045550199"))
            .is_empty()
    );
}

async fn for_the_desk_only(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    let body = json!({"sleepAssessmentId": made["_id"]});
    for who in [patient, &app.users.customer_service, &app.users.admin] {
        app.post(who, PATH, &body).await.refused(403, "NOT_ALLOWED");
    }
    let other = json!({"sleepAssessmentId": made["_id"], "faxedBy": app.users.doctor.person});
    assert_eq!(app.post(&app.users.office, PATH, &other).await.status, 403);
    assert_eq!(
        app.post(
            &app.users.office,
            PATH,
            &json!({"sleepAssessmentId": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /sleep-assessment`, `GET /sleep-assessment/{id}`

use serde_json::json;

use crate::support::{TestApp, number, on_both, stable};

on_both!(
    an_order_waits_for_its_payment,
    the_same_answers_at_the_same_clinic_are_one_order,
    only_the_newest_answers_are_ordered,
    what_is_ordered_must_be_there
);

async fn an_order_waits_for_its_payment(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    insta::assert_json_snapshot!("sleep_order", stable(&made));
    assert_eq!(app.see_sleep(patient, &made["_id"]).await, made);
    assert_eq!(app.see_sleep(&app.users.doctor, &made["_id"]).await, made);
    let path = format!("/sleep-assessment/{}", made["_id"].as_str().expect("an id"));
    assert_eq!(app.get(&app.users.other, &path).await.status, 404);
    app.settle().await;
    assert!(app.sandbox.outbox(Some("fax"), None).is_empty());
    assert!(
        app.sandbox
            .outbox(Some("email"), Some(&patient.email))
            .is_empty()
    );
}

async fn the_same_answers_at_the_same_clinic_are_one_order(app: &TestApp) {
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let (coastal, mainland) = (
        app.sleep_clinic("coastal").await,
        app.sleep_clinic("mainland").await,
    );
    let first = app.order_sleep(patient, &info, &coastal).await.ok();
    let again = app.order_sleep(patient, &info, &coastal).await.ok();
    assert_eq!(
        (&again["_id"], &again["statuses"]),
        (&first["_id"], &first["statuses"])
    );
    let elsewhere = app.order_sleep(patient, &info, &mainland).await.ok();
    assert_ne!(elsewhere["_id"], first["_id"]);
    assert_ne!(elsewhere["label"], first["label"]);
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM sleep_assessment").await,
        2
    );
    // Once it went out, it does not go out again.
    app.pay_sleep(patient, &first).await;
    let refused = app
        .order_sleep(patient, &info, &coastal)
        .await
        .refused(409, "ALREADY_ORDERED");
    assert_eq!(refused["current"]["_id"], first["_id"]);
    app.settle().await;
}

async fn only_the_newest_answers_are_ordered(app: &TestApp) {
    let patient = &app.users.patient;
    let old = app.sleep_info(patient).await;
    let new = app.sleep_info(patient).await;
    let clinic = app.sleep_clinic("sleepworks").await;
    app.order_sleep(patient, &old, &clinic)
        .await
        .refused(409, "NEWER_INFO");
    app.order_sleep(patient, &new, &clinic).await.ok();
}

async fn what_is_ordered_must_be_there(app: &TestApp) {
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let clinic = app.sleep_clinic("coastal").await;
    let nobody = json!({"_id": uuid::Uuid::nil()});
    assert_eq!(
        app.post(patient, "/sleep-assessment", &json!({}))
            .await
            .fields(),
        ["sleepInfoObj"]
    );
    assert_eq!(
        app.order_sleep(patient, &info, &nobody).await.fields(),
        ["sleepClinicObj"]
    );
    assert_eq!(
        app.post(
            patient,
            "/sleep-assessment",
            &json!({"sleepInfoObj": info["_id"]})
        )
        .await
        .fields(),
        ["sleepClinicObj"]
    );
    assert_eq!(app.order_sleep(patient, &nobody, &clinic).await.status, 404);
    // Somebody else's answers do not exist.
    assert_eq!(
        app.order_sleep(&app.users.other, &info, &clinic)
            .await
            .status,
        404
    );
    app.order_sleep(&app.users.doctor, &info, &clinic)
        .await
        .refused(403, "NOT_ALLOWED");
    let odd = json!({"sleepInfoObj": "x", "sleepClinicObj": clinic});
    app.post(patient, "/sleep-assessment", &odd)
        .await
        .refused(400, "MALFORMED");
    // Ids may come as whole objects, and a page's document is not believed.
    let whole = json!({"sleepInfoObj": info, "sleepClinicObj": clinic, "document": "data:application/pdf;base64,AAAA"});
    app.post(patient, "/sleep-assessment", &whole).await.ok();
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! A sleep clinic that left its list receives nothing: no payment for it, no fax, no further copy (decision 178). One
//! whose fax number changed is chosen again.

use salal_domain::subjects::SubjectKind;
use salal_exchange::payments::PayableProvider;
use salal_sandbox::Service;
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};

use crate::support::{TestApp, on_both, sleep_story};

const GONE: &str = "This sleep clinic is no longer in the list, and its fax number may belong to someone else. Choose another one.";

on_both!(
    nothing_is_paid_for_a_clinic_that_left,
    a_charge_asks_again_in_its_own_transaction,
    what_was_paid_before_does_not_leave,
    no_further_copy_goes_there,
    an_unpaid_order_gives_way_once_the_number_changed,
    a_paid_order_does_not_give_way
);

async fn nothing_is_paid_for_a_clinic_that_left(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    close_all(app).await;
    assert_eq!(app.see_sleep(patient, &made["_id"]).await["canPay"], false);
    app.pay_sleep_with(patient, &made, "tok_visa")
        .await
        .refused(409, "CLINIC_GONE");
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
}

async fn a_charge_asks_again_in_its_own_transaction(app: &TestApp) {
    let made = app.sleep_order(&app.users.patient, "coastal").await;
    let id = uuid::Uuid::parse_str(made["_id"].as_str().expect("an id")).expect("an id");
    close_all(app).await;
    let provider = app
        .ctx
        .hooks
        .of_kind::<PayableProvider>(SubjectKind::SleepAssessment);
    let provider = provider.expect("sleep studies are paid");
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let error = (provider.before_charge)(&tx, &app.ctx, id)
        .await
        .expect_err("nothing is charged");
    assert_eq!(error.code, "CLINIC_GONE");
}

async fn what_was_paid_before_does_not_leave(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    app.pay_sleep(patient, &made).await;
    close_all(app).await;
    app.settle().await;
    app.expect_given_up(1);
    assert!(app.effects(Service::Srfax, "fax").is_empty());
    assert!(told(app).await.contains("Sleep study not sent"));
    let seen = app.see_sleep(&app.users.office, &made["_id"]).await;
    assert_eq!(
        (&seen["status"], &seen["fax"]),
        (&json!("PAID"), &Value::Null)
    );
    assert_eq!(seen["canFax"], GONE, "it is not on its way");
}

async fn no_further_copy_goes_there(app: &TestApp) {
    let office = &app.users.office;
    let made = app.sleep_order(&app.users.patient, "coastal").await;
    app.pay_sleep(&app.users.patient, &made).await;
    app.settle().await;
    close_all(app).await;
    assert_eq!(app.see_sleep(office, &made["_id"]).await["canFax"], GONE);
    let body = json!({"sleepAssessmentId": made["_id"]});
    app.post(office, "/fax/queue-sleep-assessment-fax", &body)
        .await
        .refused(409, "CLINIC_GONE");
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}

async fn an_unpaid_order_gives_way_once_the_number_changed(app: &TestApp) {
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let clinic = app.sleep_clinic("coastal").await;
    let made = app.order_sleep(patient, &info, &clinic).await.ok();
    renumber_all(app).await;
    assert_eq!(app.see_sleep(patient, &made["_id"]).await["canPay"], false);
    let why = app
        .pay_sleep_with(patient, &made, "tok_visa")
        .await
        .refused(409, "CLINIC_NUMBER_CHANGED");
    assert_eq!(
        why["message"],
        "The details of this sleep clinic have changed. You were not charged. Please choose it again."
    );

    // Chosen again, it is an order with the number of now.
    let now = app.order_sleep(patient, &info, &clinic).await.ok();
    assert_ne!(now["_id"], made["_id"]);
    assert_eq!(
        (&now["canPay"], &now["faxNumber"]),
        (&json!(true), &json!("604-555-0177"))
    );
    let old = app.see_sleep(patient, &made["_id"]).await;
    assert_eq!(sleep_story(&old), ["PENDING", "CANCELED"]);
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
    app.pay_sleep(patient, &now).await;
    app.settle().await;
    let seen = app.see_sleep(patient, &now["_id"]).await;
    assert_eq!(seen["status"], "FAXED");
}

async fn a_paid_order_does_not_give_way(app: &TestApp) {
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let clinic = app.sleep_clinic("coastal").await;
    let made = app.order_sleep(patient, &info, &clinic).await.ok();
    app.pay_sleep(patient, &made).await;
    renumber_all(app).await;
    app.order_sleep(patient, &info, &clinic)
        .await
        .refused(409, "ALREADY_ORDERED");
    app.settle().await;
    let seen = app.see_sleep(patient, &made["_id"]).await;
    assert_eq!(sleep_story(&seen), ["PENDING", "PAID"]);
    app.expect_given_up(1);
}

/// An import gives every sleep clinic another fax number.
async fn renumber_all(app: &TestApp) {
    let sql = "UPDATE sleep_clinic SET fax = '6045550177'";
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the list is changed");
}

/// An import leaves out every sleep clinic.
async fn close_all(app: &TestApp) {
    let sql = "UPDATE sleep_clinic SET active = false";
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the list is empty");
}

/// What the doctors' inbox says.
async fn told(app: &TestApp) -> String {
    let doctor = &app.users.doctor;
    let path = format!("/message/inbox/doctor/{}", doctor.person);
    app.get(doctor, &path).await.ok().to_string()
}

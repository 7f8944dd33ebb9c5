// SPDX-License-Identifier: AGPL-3.0-or-later

//! Services that say no: a declined card and then a good one, a refused refund, faxes that do not
//! arrive. Nobody is charged for nothing, and a person is told.

use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};

use crate::support::{TestApp, on_both, request};

/// Subjects in the doctor's inbox, newest first.
async fn inbox(app: &TestApp) -> Vec<String> {
    let doctor = &app.users.doctor;
    let list = app
        .get(doctor, &format!("/message/inbox/doctor/{}", doctor.person))
        .await
        .ok();
    let items = list["items"].as_array().cloned().unwrap_or_default();
    items
        .iter()
        .filter_map(|item| item["subject"].as_str().map(ToOwned::to_owned))
        .collect()
}

/// Signs a prescription to a pharmacy whose fax fails, faxes it, and lets everything settle.
async fn fax_to(app: &TestApp, pharmacy: &Value) -> Value {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let mut body = request(&app.users.samples, 1);
    body["pharmacy"] = json!({"_id": pharmacy["_id"]});
    let made = app.post(patient, "/prescription", &body).await.ok();
    let seen = app
        .acknowledge(doctor, &app.pay(patient, &made).await)
        .await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.sign(doctor, &seen).await;
    app.fax(doctor, &seen).await;
    app.settle().await;
    app.see(patient, &seen["_id"]).await
}

on_both!(
    a_declined_card_and_then_a_good_one,
    a_card_service_that_is_down_charges_nothing,
    a_wallet_that_declines,
    a_refund_that_is_refused_is_told_to_the_staff,
    a_busy_pharmacy_is_told_with_its_reason,
    a_refused_fax_is_told,
    a_canceled_request_is_never_charged
);

async fn a_declined_card_and_then_a_good_one(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    for (token, word) in [
        ("tok_chargeDeclined", "declined"),
        ("tok_chargeDeclinedInsufficientFunds", "insufficient funds"),
        ("tok_chargeDeclinedExpiredCard", "expired"),
        ("tok_chargeDeclinedIncorrectCvc", "security code"),
    ] {
        let refused = app
            .pay_with(patient, &made, token)
            .await
            .refused(422, "CARD_DECLINED");
        let message = refused["errors"][0]["message"].as_str().unwrap_or_default();
        assert!(
            message.contains(word) && message.contains("not charged"),
            "{token}: {message}"
        );
        assert_eq!(refused["errors"][0]["field"], "card");
    }
    let seen = app.see(patient, &made["_id"]).await;
    assert_eq!(
        (&seen["status"], &seen["canPay"], &seen["payment"]["state"]),
        (&json!("CREATED"), &json!(true), &json!("declined"))
    );
    assert_eq!(app.pay(patient, &made).await["status"], "PENDING");
    assert_eq!(app.moved(Service::Stripe, "charge").len(), 1);
}

async fn a_card_service_that_is_down_charges_nothing(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    app.fail(Service::Stripe, Mode::Error, 1);
    let answer = app.pay_with(patient, &made, "tok_visa").await;
    assert!(answer.status < 500, "{}", answer.body);
    app.settle().await;
    let seen = app.see(patient, &made["_id"]).await;
    let charges = app.moved(Service::Stripe, "charge").len();
    // Either it was asked again with the same key and charged, or the patient may try again.
    assert!(
        (charges == 1 && seen["status"] == "PENDING") || (charges == 0 && seen["canPay"] == true),
        "{seen}"
    );
}

async fn a_wallet_that_declines(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let order = app.approved_order(patient, &made).await;
    app.fail(Service::Paypal, Mode::Decline, 1);
    let answer = app
        .post(
            patient,
            "/payment/charge",
            &json!({"orderID": order, "amount": made["feeDue"]}),
        )
        .await
        .ok();
    assert_eq!(answer["state"], "declined");
    assert_eq!(app.pay(patient, &made).await["status"], "PENDING");
    assert!(app.moved(Service::Paypal, "capture").is_empty());
}

async fn a_refund_that_is_refused_is_told_to_the_staff(app: &TestApp) {
    let signed = app.signed(1).await;
    app.settle().await;
    app.fail(Service::Stripe, Mode::Decline, 1);
    app.refund(&app.users.doctor, &signed)
        .await
        .refused(409, "REFUND_REFUSED");
    app.expect_given_up(1);
    app.settle().await;
    assert!(app.moved(Service::Stripe, "refund").is_empty());
    assert!(
        inbox(app)
            .await
            .iter()
            .any(|subject| subject.contains("refund did not go through")),
        "{:?}",
        inbox(app).await
    );
    // It can be tried again.
    let seen = app.see(&app.users.doctor, &signed["_id"]).await;
    assert_eq!(seen["canRefund"], true);
    app.refund(&app.users.doctor, &seen).await.ok();
    assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
}

async fn a_busy_pharmacy_is_told_with_its_reason(app: &TestApp) {
    let seen = fax_to(app, &app.users.samples.busy_pharmacy).await;
    assert_eq!(
        (&seen["fax"]["state"], &seen["fax"]["reason"]),
        (&json!("failed"), &json!("The fax line was busy."))
    );
    assert!(
        inbox(app)
            .await
            .iter()
            .any(|subject| subject.starts_with("Fax not delivered")),
        "{:?}",
        inbox(app).await
    );
    assert_eq!(
        app.sandbox
            .outbox(Some("email"), Some(&app.users.office.email))
            .len(),
        1
    );
    assert_eq!(seen["fax"]["undelivered"], true);
    // Re-Fax, to the number on record: a second fax of its own.
    let again = app.fax(&app.users.doctor, &seen).await;
    assert_eq!(
        (&again["fax"]["state"], &again["fax"]["undelivered"]),
        (&json!("queued"), &json!(true))
    );
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 2);
    assert_eq!(
        app.sandbox
            .outbox(Some("email"), Some(&app.users.office.email))
            .len(),
        2
    );
}

async fn a_refused_fax_is_told(app: &TestApp) {
    app.fail(Service::Srfax, Mode::Decline, 1);
    let seen = fax_to(app, &app.users.samples.pharmacy).await;
    assert_eq!(seen["fax"]["state"], "failed");
    assert!(
        seen["fax"]["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    );
    assert!(
        inbox(app)
            .await
            .iter()
            .any(|subject| subject.starts_with("Fax not delivered"))
    );
    // The second copy arrives: nothing is left undelivered.
    app.fax(&app.users.doctor, &seen).await;
    app.settle().await;
    let arrived = app.see(&app.users.patient, &seen["_id"]).await;
    assert_eq!(
        (&arrived["fax"]["state"], &arrived["fax"]["undelivered"]),
        (&json!("delivered"), &json!(false))
    );
}

async fn a_canceled_request_is_never_charged(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let body = json!({"prescriptionId": made["_id"], "personId": patient.person});
    assert_eq!(
        app.put(patient, "/prescription/cancel", &body).await.ok()["status"],
        "CANCELED"
    );
    assert_eq!(app.pay_with(patient, &made, "tok_visa").await.status, 409);
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
}

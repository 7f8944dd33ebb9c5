//! Answers that never arrive: each service performs its effect once and stays silent, or breaks before
//! it. In the end everything happened exactly once.

use salal_sandbox::{Mode, Service};
use serde_json::json;

use crate::support::on_both;

on_both! {
    async fn a_lost_charge_is_asked_about_not_repeated(app: &TestApp) {
        let patient = &app.cast.patient;
        let made = app.create(patient, 2).await;
        app.fail(Service::Stripe, Mode::Lost, 1);
        let answer = app.pay_with(patient, &made, "tok_visa").await.ok();
        assert!(matches!(answer["payment"]["state"].as_str(), Some("unknown" | "charged")), "{}", answer["payment"]);
        if answer["payment"]["state"] == "unknown" {
            assert_eq!((&answer["status"], &answer["canPay"], &answer["canCancel"]), (&json!("CREATED"), &json!(false), &json!(false)));
            app.pay_with(patient, &made, "tok_visa").await.refused(409, "PAYMENT_OPEN");
        }
        app.settle().await;
        assert_eq!(app.moved(Service::Stripe, "charge").len(), 1);
        let seen = app.see(patient, &made["_id"]).await;
        assert_eq!((&seen["status"], &seen["payment"]["state"]), (&json!("PENDING"), &json!("charged")));
    }

    async fn a_lost_capture(app: &TestApp) {
        let patient = &app.cast.patient;
        let made = app.create(patient, 1).await;
        let order = app.approved_order(patient, &made).await;
        app.fail(Service::Paypal, Mode::Lost, 1);
        let answer = app.post(patient, "/payment/charge", &json!({"orderID": order, "amount": made["feeDue"]})).await.ok();
        assert_ne!(answer["state"], "declined");
        app.settle().await;
        assert_eq!(app.moved(Service::Paypal, "capture").len(), 1);
        assert_eq!(app.see(patient, &made["_id"]).await["status"], "PENDING");
    }

    async fn a_lost_refund(app: &TestApp) {
        let signed = app.signed(1).await;
        app.fail(Service::Stripe, Mode::Lost, 1);
        app.refund(&app.cast.doctor, &signed).await.ok();
        app.settle().await;
        assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
        let seen = app.see(&app.cast.patient, &signed["_id"]).await;
        assert_eq!((&seen["refundState"], &seen["payment"]["refundAmount"]), (&json!("done"), &signed["refundable"]));
    }

    async fn a_lost_refund_to_the_wallet(app: &TestApp) {
        let (patient, doctor) = (&app.cast.patient, &app.cast.doctor);
        let made = app.create(patient, 1).await;
        let paid = app.pay_by_wallet(patient, &made).await;
        let seen = app.acknowledge(doctor, &paid).await;
        let seen = app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
        app.fail(Service::Paypal, Mode::Lost, 1);
        app.refund(doctor, &seen).await.ok();
        app.settle().await;
        assert_eq!(app.moved(Service::Paypal, "refund").len(), 1);
        assert_eq!(app.see(patient, &made["_id"]).await["refundState"], "done");
    }

    async fn a_lost_fax(app: &TestApp) {
        let signed = app.signed(0).await;
        app.fail(Service::Srfax, Mode::Lost, 1);
        app.fax(&app.cast.doctor, &signed).await;
        app.settle().await;
        assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
        let seen = app.see(&app.cast.patient, &signed["_id"]).await;
        assert_eq!((&seen["status"], &seen["fax"]["state"], &seen["fax"]["attempts"]), (&json!("FAXED"), &json!("delivered"), &json!(1)));
    }

    async fn a_fax_service_that_breaks_first(app: &TestApp) {
        let signed = app.signed(0).await;
        app.fail(Service::Srfax, Mode::Error, 2);
        app.fax(&app.cast.doctor, &signed).await;
        app.settle().await;
        assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
        assert_eq!(app.see(&app.cast.patient, &signed["_id"]).await["fax"]["state"], "delivered");
    }

    async fn a_lost_note(app: &TestApp) {
        let seen = app.acknowledge(&app.cast.doctor, &app.paid(1).await).await;
        app.settle().await;
        app.fail(Service::Clinic, Mode::Lost, 1);
        app.decide(&app.cast.doctor, &seen, 0, json!("Approved")).await.ok();
        app.settle().await;
        assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
    }

    async fn a_lost_demographic_does_not_stop_the_patient(app: &TestApp) {
        app.fail(Service::Clinic, Mode::Lost, 1);
        app.create(&app.cast.patient, 1).await;
        app.settle().await;
        assert_eq!(app.effects(Service::Clinic, "demographic").len(), 1);
    }

    async fn a_dead_clinic_server_does_not_stop_the_patient(app: &TestApp) {
        let (patient, doctor) = (&app.cast.patient, &app.cast.doctor);
        app.fail(Service::Clinic, Mode::Error, 4);
        let seen = app.acknowledge(doctor, &app.paid(1).await).await;
        app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
        app.settle().await;
        assert_eq!(app.effects(Service::Clinic, "demographic").len(), 1);
        assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
        let person = app.get(patient, &format!("/person/{}", patient.person)).await.ok();
        assert!(person["oscarDemographicId"].is_string() || person["oscarDemographicId"].is_number(), "{person}");
    }

    async fn a_plan_that_does_not_answer_leaves_the_card_pending(app: &TestApp) {
        let patient = &app.cast.patient;
        app.fail(Service::Teleplan, Mode::Down, 20);
        let answer = app.post(patient, "/tele-plan/eligibility", &json!({"personId": patient.person})).await.ok();
        assert_eq!((&answer["status"], &answer["title"]), (&json!("pending"), &json!("Pending Eligibility")));
        app.create(patient, 1).await;
        app.sandbox.clear_faults();
    }

    async fn mails_and_texts_find_their_way(app: &TestApp) {
        let patient = &app.cast.patient;
        app.fail(Service::Email, Mode::Error, 3);
        app.create(patient, 1).await;
        app.settle().await;
        assert_eq!(app.sandbox.outbox(Some("email"), Some(&patient.email)).len(), 1);
        // A text message whose answer is lost was sent perhaps: it is not sent again.
        app.fail(Service::Twilio, Mode::Lost, 1);
        app.get(patient, &format!("/person/verify-number/{}", patient.person)).await.ok();
        app.settle().await;
        assert_eq!(app.sandbox.outbox(Some("sms"), Some(&patient.phone)).len(), 1);
    }
}

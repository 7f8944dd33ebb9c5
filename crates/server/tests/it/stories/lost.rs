// SPDX-License-Identifier: AGPL-3.0-or-later

//! Answers that never arrive: each service performs its effect once and stays silent, or breaks before
//! it. In the end everything happened exactly once.

use salal_db::Engine;
use salal_sandbox::{Mode, Service};
use serde_json::json;

use crate::support::{TestApp, User, new_key, number, on_both, register_form};

on_both!(
    a_lost_charge_is_asked_about_not_repeated,
    a_lost_capture,
    a_lost_refund,
    a_lost_refund_to_the_wallet,
    a_lost_fax,
    a_fax_service_that_breaks_first,
    a_lost_note,
    a_lost_demographic_does_not_stop_the_patient,
    a_dead_clinic_server_does_not_stop_the_patient,
    a_plan_that_does_not_answer_leaves_the_card_pending,
    mails_and_texts_find_their_way,
    a_lost_mail_comes_again_under_its_own_message_id,
    a_lost_answer_of_the_plan_is_pending_costs_nothing_more_and_is_asked_again
);

async fn a_lost_charge_is_asked_about_not_repeated(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 2).await;
    app.fail(Service::Stripe, Mode::Lost, 1);
    let answer = app.pay_with(patient, &made, "tok_visa").await.ok();
    assert!(
        matches!(
            answer["payment"]["state"].as_str(),
            Some("unknown" | "charged")
        ),
        "{}",
        answer["payment"]
    );
    if answer["payment"]["state"] == "unknown" {
        assert_eq!(
            (&answer["status"], &answer["canPay"], &answer["canCancel"]),
            (&json!("CREATED"), &json!(false), &json!(false))
        );
        app.pay_with(patient, &made, "tok_visa")
            .await
            .refused(409, "PAYMENT_OPEN");
    }
    app.settle().await;
    assert_eq!(app.moved(Service::Stripe, "charge").len(), 1);
    let seen = app.see(patient, &made["_id"]).await;
    assert_eq!(
        (&seen["status"], &seen["payment"]["state"]),
        (&json!("PENDING"), &json!("charged"))
    );
}

async fn a_lost_capture(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let order = app.approved_order(patient, &made).await;
    app.fail(Service::Paypal, Mode::Lost, 1);
    let answer = app
        .post(
            patient,
            "/payment/charge",
            &json!({"orderID": order, "amount": made["feeDue"]}),
        )
        .await
        .ok();
    assert_ne!(answer["state"], "declined");
    app.settle().await;
    assert_eq!(app.moved(Service::Paypal, "capture").len(), 1);
    assert_eq!(app.see(patient, &made["_id"]).await["status"], "PENDING");
}

async fn a_lost_refund(app: &TestApp) {
    let signed = app.signed(1).await;
    app.fail(Service::Stripe, Mode::Lost, 1);
    app.refund(&app.users.doctor, &signed).await.ok();
    app.settle().await;
    assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
    let seen = app.see(&app.users.patient, &signed["_id"]).await;
    assert_eq!(
        (&seen["refundState"], &seen["payment"]["refundAmount"]),
        (&json!("done"), &signed["refundable"])
    );
}

async fn a_lost_refund_to_the_wallet(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
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
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    let seen = app.see(&app.users.patient, &signed["_id"]).await;
    assert_eq!(
        (
            &seen["status"],
            &seen["fax"]["state"],
            &seen["fax"]["attempts"]
        ),
        (&json!("FAXED"), &json!("delivered"), &json!(1))
    );
}

async fn a_fax_service_that_breaks_first(app: &TestApp) {
    let signed = app.signed(0).await;
    app.fail(Service::Srfax, Mode::Error, 2);
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    assert_eq!(
        app.see(&app.users.patient, &signed["_id"]).await["fax"]["state"],
        "delivered"
    );
}

async fn a_lost_note(app: &TestApp) {
    let seen = app.acknowledge(&app.users.doctor, &app.paid(1).await).await;
    app.settle().await;
    app.fail(Service::Clinic, Mode::Lost, 1);
    app.decide(&app.users.doctor, &seen, 0, json!("Approved"))
        .await
        .ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
}

async fn a_lost_demographic_does_not_stop_the_patient(app: &TestApp) {
    app.fail(Service::Clinic, Mode::Lost, 1);
    app.create(&app.users.patient, 1).await;
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "demographic").len(), 1);
}

async fn a_dead_clinic_server_does_not_stop_the_patient(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    app.fail(Service::Clinic, Mode::Error, 4);
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "demographic").len(), 1);
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
    let person = app
        .get(patient, &format!("/person/{}", patient.person))
        .await
        .ok();
    assert!(
        person["oscarDemographicId"].is_string() || person["oscarDemographicId"].is_number(),
        "{person}"
    );
}

async fn a_plan_that_does_not_answer_leaves_the_card_pending(app: &TestApp) {
    let patient = &app.users.patient;
    app.fail(Service::Teleplan, Mode::Down, 20);
    let answer = app
        .post(
            patient,
            "/tele-plan/eligibility",
            &json!({"personId": patient.person}),
        )
        .await
        .ok();
    assert_eq!(
        (&answer["status"], &answer["title"]),
        (&json!("pending"), &json!("Pending Eligibility"))
    );
    app.create(patient, 1).await;
    app.sandbox.clear_faults();
}

async fn mails_and_texts_find_their_way(app: &TestApp) {
    let patient = &app.users.patient;
    app.fail(Service::Email, Mode::Error, 3);
    let made = app.create(patient, 1).await;
    app.pay(patient, &made).await;
    app.settle().await;
    assert_eq!(
        app.sandbox
            .outbox(Some("email"), Some(&patient.email))
            .len(),
        1
    );
    // A text message whose answer is lost was sent perhaps: it is not sent again.
    app.fail(Service::Twilio, Mode::Lost, 1);
    app.get(
        patient,
        &format!("/person/verify-number/{}", patient.person),
    )
    .await
    .ok();
    app.settle().await;
    assert_eq!(
        app.sandbox.outbox(Some("sms"), Some(&patient.phone)).len(),
        1
    );
}

async fn a_lost_mail_comes_again_under_its_own_message_id(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    app.fail(Service::Email, Mode::Lost, 2);
    for user in [patient, other] {
        let made = app.create(user, 1).await;
        app.pay(user, &made).await;
        app.settle().await;
    }
    let sent = |user: &User| -> Vec<String> {
        let mut all = app.effects(Service::Email, "message");
        all.retain(|entry| entry.to.as_deref() == Some(user.email.as_str()));
        all.into_iter()
            .map(|entry| {
                entry
                    .idempotency_key
                    .expect("every e-mail has a Message-ID")
            })
            .collect()
    };
    // Two answers were lost: three copies of one e-mail, which any mailbox knows for the same.
    let copies = sent(patient);
    assert_eq!(copies.len(), 3, "{copies:?}");
    assert!(copies.iter().all(|id| *id == copies[0]), "{copies:?}");
    let another = sent(other);
    assert!(another.len() == 1 && another[0] != copies[0], "{another:?}");
}

async fn a_lost_answer_of_the_plan_is_pending_costs_nothing_more_and_is_asked_again(app: &TestApp) {
    let patient = &app.users.patient;
    let ask = async || {
        app.post(
            patient,
            "/tele-plan/eligibility",
            &json!({"personId": patient.person}),
        )
        .await
        .ok()
    };
    app.fail(Service::Teleplan, Mode::Lost, 2);
    assert_eq!(ask().await["status"], "pending");
    let made = app.create(patient, 2).await;
    assert!(
        app.sandbox.faults().is_empty(),
        "the request asked the plan as well"
    );
    let usual = app.create(&app.users.other, 2).await;
    assert_eq!(
        (&made["feeDue"], &made["fee"]),
        (&usual["feeDue"], &usual["fee"])
    );
    assert_eq!(made["fee"]["withCard"], true);
    assert_eq!(ask().await["status"], "valid");
    // Today's answer is enough: the plan is not asked a second time.
    app.fail(Service::Teleplan, Mode::Lost, 1);
    assert_eq!(ask().await["status"], "valid");
    assert_eq!(app.sandbox.faults().len(), 1);
    app.sandbox.clear_faults();
}

/// The captcha's verdict is lost: nobody is registered or signed in, the person is told and tries again.
async fn a_lost_captcha(engine: Engine) {
    let app = TestApp::with(&crate::TESTED, engine, |settings| {
        settings.features.captcha = true;
    })
    .await;
    let counted = "SELECT (SELECT COUNT(*) FROM account) + (SELECT COUNT(*) FROM person) AS n";
    let before = number(&app.ctx.db, counted).await;
    let mut form = register_form(7);
    form["captcha"] = "sandbox-pass-once".into();
    app.fail(Service::Captcha, Mode::Lost, 1);
    let key = new_key();
    let answer = app.api.send_form("/user", &key, &form, &[]).await;
    let refused = answer.refused(502, "OUTSIDE_DOWN");
    let message = refused["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("captcha") && message.contains("try again"),
        "{message}"
    );
    assert_eq!(number(&app.ctx.db, counted).await, before);
    app.settle().await;
    assert!(app.sandbox.outbox(Some("email"), None).is_empty());
    // That box was used up with its answer; a fresh one lets the same form pass.
    let again = app.api.send_form("/user", &key, &form, &[]).await;
    assert_eq!(again.fields(), ["captcha"]);
    form["captcha"] = "sandbox-pass-again".into();
    app.api.send_form("/user", &key, &form, &[]).await.ok();
    assert_eq!(number(&app.ctx.db, counted).await, before + 2);

    let patient = &app.users.patient;
    let mut body =
        json!({"Email": patient.email, "Password": patient.password, "captcha": "sandbox-pass-in"});
    app.fail(Service::Captcha, Mode::Lost, 1);
    app.post_open("/user/authenticate", &body)
        .await
        .refused(502, "OUTSIDE_DOWN");
    app.settle().await;
    let texts = || app.sandbox.outbox(Some("sms"), Some(&patient.phone)).len();
    assert_eq!(texts(), 0, "no code was sent");
    body["captcha"] = "sandbox-pass-in-again".into();
    let asked = app.post_open("/user/authenticate", &body).await.ok();
    assert_eq!(asked["verifymfa"], true);
    app.at_rest().await;
    assert_eq!(texts(), 1);
}

mod a_lost_captcha_lets_nobody_in {
    use salal_db::Engine;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        super::a_lost_captcha(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        super::a_lost_captcha(Engine::Postgres).await;
    }
}

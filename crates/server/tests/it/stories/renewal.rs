// SPDX-License-Identifier: AGPL-3.0-or-later

//! The whole journey when nothing goes wrong: by card, by wallet, and in the free mode.

use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, request};

/// From a paid request to the delivered fax and the refund of the rejected line.
async fn review_to_refund(app: &TestApp, paid: &Value) -> Value {
    let doctor = &app.users.doctor;
    assert_eq!(paid["status"], "PENDING");
    let inbox = app
        .get(doctor, &format!("/message/inbox/doctor/{}", doctor.person))
        .await
        .ok();
    assert_eq!(inbox["items"][0]["prescription"], paid["_id"]);
    assert_eq!(inbox["items"][0]["isRead"], false);
    let seen = app.acknowledge(doctor, paid).await;
    assert_eq!(seen["status"], "ACKNOWLEDGED");
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let seen = app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    assert_eq!(seen["status"], "APPROVED");
    assert!(
        seen["canFax"].is_string(),
        "an unsigned prescription is not faxed: {}",
        seen["canFax"]
    );
    let signed = app.sign(doctor, &seen).await;
    assert_eq!(
        signed["prescription"]["signature"]["documentSha256"],
        signed["documentSha256"]
    );
    let queued = app.fax(doctor, &seen).await;
    assert_eq!(queued["fax"]["state"], "queued");
    app.settle().await;
    let sent = app.see(doctor, &paid["_id"]).await;
    assert_eq!(
        (&sent["status"], &sent["fax"]["state"]),
        (&json!("FAXED"), &json!("delivered"))
    );
    let refund = app.refund(doctor, &sent).await.ok();
    assert_eq!(
        (&refund["state"], &refund["refundAmount"]),
        (&json!("done"), &sent["refundable"])
    );
    let body = json!({"id": paid["_id"], "personId": app.users.patient.person, "refundedBy": doctor.person});
    app.put(doctor, "/prescription/refund-success", &body)
        .await
        .ok()
}

/// The mails to the patient: a link, and nothing of what it is about.
fn mails(app: &TestApp, to: &User) -> Vec<String> {
    let mut all = app.sandbox.outbox(Some("email"), Some(&to.email));
    all.reverse();
    all.into_iter().map(|mail| mail.subject).collect()
}

on_both!(
    by_card,
    what_is_faxed_is_what_was_signed,
    by_wallet,
    the_patient_follows_and_pays_what_was_said
);

async fn by_card(app: &TestApp) {
    let patient = &app.users.patient;
    let paid = app.paid(2).await;
    let done = review_to_refund(app, &paid).await;
    assert_eq!(app.moved(Service::Stripe, "charge").len(), 1);
    let fee = done["payment"]["chargeAmount"].as_f64().expect("an amount");
    let back = done["payment"]["refundAmount"].as_f64().expect("an amount");
    assert!(back > 0.0 && back < fee, "{back} of {fee}");
    let codes: Vec<&str> = done["statuses"]
        .as_array()
        .expect("a history")
        .iter()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert_eq!(
        codes,
        [
            "REFUNDED",
            "FAXED",
            "APPROVED",
            "ACKNOWLEDGED",
            "PENDING",
            "CREATED"
        ]
    );
    app.settle().await;
    assert_eq!(
        mails(app, patient).len(),
        4,
        "created, decided, faxed, refunded: {:?}",
        mails(app, patient)
    );
    let fax = app.effects(Service::Srfax, "fax");
    assert_eq!(fax.len(), 1);
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
    let invoice = app
        .get(
            patient,
            &format!(
                "/prescription/invoice/{}",
                done["_id"].as_str().expect("an id")
            ),
        )
        .await
        .ok();
    assert_eq!(
        (&invoice["charge"], &invoice["refund"]),
        (
            &done["payment"]["chargeAmount"],
            &done["payment"]["refundAmount"]
        )
    );
    for path in ["receipt", "document"] {
        let who = if path == "receipt" {
            patient
        } else {
            &app.users.doctor
        };
        let pdf = app
            .get(
                who,
                &format!(
                    "/prescription/{path}/{}",
                    done["_id"].as_str().expect("an id")
                ),
            )
            .await;
        assert_eq!(
            (pdf.status, pdf.content_type.as_str()),
            (200, "application/pdf")
        );
        assert!(pdf.bytes.starts_with(b"%PDF-"));
    }
}

async fn what_is_faxed_is_what_was_signed(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    app.fax(doctor, &signed).await;
    app.settle().await;
    let kept = app
        .get(
            doctor,
            &format!(
                "/prescription/document/{}",
                signed["_id"].as_str().expect("an id")
            ),
        )
        .await;
    let fax = app
        .sandbox
        .outbox(Some("fax"), None)
        .into_iter()
        .next()
        .expect("a fax in the outbox");
    let pages = app
        .sandbox
        .attachment(&fax.id, 1)
        .expect("the second file of the fax");
    assert!(
        kept.bytes == pages,
        "the pharmacy has other bytes than the doctor signed"
    );
    assert_eq!(
        salal_server::context::sha256_hex(&pages),
        signed["signature"]["documentSha256"]
            .as_str()
            .expect("a hash")
    );
    let ends = |text: &str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    assert!(
        ends(&fax.to).ends_with(&ends(signed["pharmacy"]["fax"].as_str().expect("a number"))),
        "{}",
        fax.to
    );
}

async fn by_wallet(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 2).await;
    let paid = app.pay_by_wallet(patient, &made).await;
    let done = review_to_refund(app, &paid).await;
    assert_eq!(done["payment"]["method"], "wallet");
    assert_eq!(app.moved(Service::Paypal, "capture").len(), 1);
    assert_eq!(app.moved(Service::Paypal, "refund").len(), 1);
    assert!(app.effects(Service::Stripe, "charge").is_empty());
}

async fn the_patient_follows_and_pays_what_was_said(app: &TestApp) {
    let patient = &app.users.patient;
    let fee = app
        .post(patient, "/prescription/fee", &json!({"medications": 3}))
        .await
        .ok();
    let made = app.create(patient, 3).await;
    assert_eq!(
        (&made["status"], &made["feeDue"]),
        (&json!("CREATED"), &fee["amount"])
    );
    let paid = app.pay(patient, &made).await;
    assert_eq!(
        (&paid["feeDue"], &paid["payment"]["chargeAmount"]),
        (&json!(0.0), &fee["amount"])
    );
    let list = app
        .get(patient, &format!("/prescription/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(
        (&list["total"], &list["items"][0]["_id"]),
        (&json!(1), &paid["_id"])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_free_mode_nothing_is_charged() {
    for engine in [salal_db::Engine::Sqlite, salal_db::Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.features.free = true;
        })
        .await;
        let body = request(&app.users.samples, 2);
        let made = app
            .post(
                &app.users.patient,
                "/prescription/create-and-pending",
                &body,
            )
            .await
            .ok();
        assert_eq!(
            (&made["status"], &made["feeDue"], &made["canPay"]),
            (&json!("PENDING"), &json!(0.0), &json!(false))
        );
        app.at_rest().await;
        assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /webhooks/stripe`: a notice is only a reason to ask, and a forged one not even that.

use hmac::{Hmac, Mac};
use reqwest::Method;
use salal_sandbox::{Mode, Service};
use serde_json::json;
use sha2::Sha256;

use crate::support::{Answer, TestApp, on_both, once};

async fn notice(app: &TestApp, body: &str, secret: &str, age_seconds: i64) -> Answer {
    let at = app.ctx.now().timestamp() - age_seconds;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key will do");
    mac.update(format!("{at}.{body}").as_bytes());
    let signature = format!("t={at},v1={}", hex::encode(mac.finalize().into_bytes()));
    let headers = [
        ("content-type", "application/json"),
        ("stripe-signature", signature.as_str()),
    ];
    app.api
        .send_raw(
            Method::POST,
            "/api/webhooks/stripe",
            &headers,
            body.as_bytes().to_vec(),
        )
        .await
}

on_both!(a_signed_notice_brings_the_question_forward);

once!(a_forged_or_old_notice_is_refused);

async fn a_signed_notice_brings_the_question_forward(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    app.fail(Service::Stripe, Mode::Lost, 1);
    let answer = app.pay_with(patient, &made, "tok_visa").await.ok();
    let event = json!({
        "id": "evt_1", "object": "event", "type": "payment_intent.succeeded",
        "data": {"object": {"id": "pi_1", "object": "payment_intent", "metadata": {"order": answer["payment"]["_id"]}}},
    });
    for _ in 0..2 {
        assert_eq!(
            notice(app, &event.to_string(), "whsec_sandbox", 0)
                .await
                .status,
            204
        );
    }
    app.settle().await;
    assert_eq!(app.see(patient, &made["_id"]).await["status"], "PENDING");
    assert_eq!(app.moved(Service::Stripe, "charge").len(), 1);
}

async fn a_forged_or_old_notice_is_refused(app: &TestApp) {
    let event = json!({"id": "evt_2", "type": "payment_intent.succeeded", "data": {"object": {"id": "pi_1"}}}).to_string();
    assert_eq!(notice(app, &event, "whsec_other", 0).await.status, 400);
    assert_eq!(notice(app, &event, "whsec_sandbox", 3600).await.status, 400);
    let bare = app
        .api
        .send_raw(
            Method::POST,
            "/api/webhooks/stripe",
            &[("content-type", "application/json")],
            event.into_bytes(),
        )
        .await;
    assert_eq!(bare.status, 400);
}

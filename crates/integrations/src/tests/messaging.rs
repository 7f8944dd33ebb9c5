// SPDX-License-Identifier: AGPL-3.0-or-later

//! Text messages and the captcha.

use base64::Engine as _;
use hmac::{Hmac, Mac};

use super::counterpart::{Counterpart, nobody};
use super::{services, services_at};
use crate::captcha::CaptchaVerdict;
use crate::sms::{Sms, SmsReceipt};
use crate::{Failure, ServiceError};

async fn send(file: &str) -> Result<SmsReceipt, ServiceError> {
    let counterpart = Counterpart::playing(&format!("sms/{file}.http")).await;
    let sms = Sms {
        to: "604-555-0142",
        body: "Your code is 123456",
    };
    let answer = services(&counterpart).sms.send(&sms).await;
    counterpart.finish().await;
    answer
}

async fn verify(file: &str) -> Result<CaptchaVerdict, ServiceError> {
    let counterpart = Counterpart::playing(&format!("captcha/{file}.http")).await;
    let answer = services(&counterpart)
        .captcha
        .verify("answer-1", Some("203.0.113.7"))
        .await;
    counterpart.finish().await;
    answer
}

#[tokio::test]
async fn a_message_is_taken() {
    let receipt = send("send").await.unwrap();
    assert_eq!(
        receipt,
        SmsReceipt {
            id: "SM0123".to_owned(),
            status: "queued".to_owned()
        }
    );
}

#[tokio::test]
async fn refusals_of_a_message_say_who_must_act() {
    let stopped = send("stopped").await.unwrap_err();
    assert_eq!(stopped.refusal_code(), Some("21610"));
    let printed = format!("{stopped} {stopped:?}");
    assert!(
        !printed.contains("6045550142"),
        "a number reached a log: {printed}"
    );
    let ours = send("bad-sign-on").await.unwrap_err();
    assert!(matches!(ours.kind, Failure::Misconfigured { .. }), "{ours}");
    let later = send("slow-down").await.unwrap_err();
    assert_eq!(
        later.kind,
        Failure::Busy {
            code: "20429".to_owned(),
            retry_after_seconds: None
        }
    );
    assert!(send("lost").await.unwrap_err().is_unknown());
}

#[tokio::test]
async fn nothing_is_sent_to_what_is_not_a_number() {
    let services = services_at(&nobody().await, |_| {});
    for to in ["", "555-0142", "24 604 555 0142 99", "+1"] {
        let error = services.sms.send(&Sms { to, body: "x" }).await.unwrap_err();
        assert_eq!(error.refusal_code(), Some("21211"), "{to}");
    }
    let error = services
        .sms
        .send(&Sms {
            to: "+16045550142",
            body: "x",
        })
        .await
        .unwrap_err();
    assert!(matches!(error.kind, Failure::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn a_delivery_report_is_believed_by_its_signature_only() {
    let services = services_at(&nobody().await, |_| {});
    let url = "https://salal.example/hooks/sms";
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut params = vec![
        pair("MessageStatus", "undelivered"),
        pair("MessageSid", "SM0123"),
        pair("ErrorCode", "30003"),
    ];
    let mut mac = Hmac::<sha1::Sha1>::new_from_slice(b"sandbox-token").unwrap();
    mac.update(format!("{url}ErrorCode30003MessageSidSM0123MessageStatusundelivered").as_bytes());
    let signature = base64::engine::general_purpose::STANDARD.encode(mac.finalize().into_bytes());
    let outcome = services
        .sms
        .read_callback(url, &params, &signature)
        .unwrap();
    assert_eq!(
        (outcome.id.as_str(), outcome.status.as_str()),
        ("SM0123", "undelivered")
    );
    assert_eq!(outcome.error_code.as_deref(), Some("30003"));
    params[0].1 = "delivered".to_owned();
    assert_eq!(services.sms.read_callback(url, &params, &signature), None);
    assert_eq!(services.sms.read_callback(url, &params, "not base64"), None);
}

#[tokio::test]
async fn the_captcha_passes_fails_or_asks_again() {
    assert_eq!(verify("passed").await, Ok(CaptchaVerdict::Passed));
    let codes = vec!["invalid-input-response".to_owned()];
    assert_eq!(verify("failed").await, Ok(CaptchaVerdict::Failed { codes }));
    assert_eq!(verify("used").await, Ok(CaptchaVerdict::AskAgain));
    let ours = verify("bad-secret").await.unwrap_err();
    assert!(matches!(ours.kind, Failure::Misconfigured { .. }), "{ours}");
    assert!(verify("lost").await.unwrap_err().is_unknown());
}

#[tokio::test]
async fn a_captcha_solved_on_another_host_does_not_count() {
    let counterpart = Counterpart::playing("captcha/passed.http").await;
    let services = services_at(&counterpart.address, |settings| {
        settings.captcha.hostnames = vec!["other.example".to_owned()];
    });
    let verdict = services
        .captcha
        .verify("answer-1", Some("203.0.113.7"))
        .await
        .unwrap();
    assert_eq!(
        verdict,
        CaptchaVerdict::Failed {
            codes: vec!["wrong-hostname".to_owned()]
        }
    );
}

#[tokio::test]
async fn an_empty_captcha_answer_is_not_even_sent() {
    let services = services_at(&nobody().await, |_| {});
    let verdict = services.captcha.verify("", None).await.unwrap();
    assert_eq!(
        verdict,
        CaptchaVerdict::Failed {
            codes: vec!["missing-input-response".to_owned()]
        }
    );
    let error = services.captcha.verify("answer-1", None).await.unwrap_err();
    assert!(matches!(error.kind, Failure::Unreachable { .. }), "{error}");
}

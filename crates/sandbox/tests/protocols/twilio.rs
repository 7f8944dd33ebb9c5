// SPDX-License-Identifier: AGPL-3.0-or-later

//! Twilio: a message reaches the outbox; magic numbers and bad fields are refused.

use reqwest::RequestBuilder;
use salal_sandbox::{Mode, Service};

use crate::test_sandbox::{TestSandbox, answer, cut};

pub(crate) fn send(sandbox: &TestSandbox, to: &str, body: &str) -> RequestBuilder {
    sandbox
        .post("/twilio/2010-04-01/Accounts/AC1/Messages.json")
        .basic_auth("AC1", Some("token"))
        .form(&[("To", to), ("From", "+16045550100"), ("Body", body)])
}

#[tokio::test]
async fn a_message_is_found_by_its_number_newest_first() {
    let sandbox = TestSandbox::new().await;
    let (status, sent) = answer(send(&sandbox, "+16045550142", "Code 111111")).await;
    assert_eq!((status, &sent["status"]), (201, &"queued".into()));
    answer(send(&sandbox, "+16045550142", "Code 222222")).await;
    answer(send(&sandbox, "+16045550143", "Code 333333")).await;
    let (_, outbox) = answer(sandbox.get("/outbox?channel=sms&to=604-555-0142")).await;
    let texts: Vec<_> = outbox
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["text"])
        .collect();
    assert_eq!(texts, ["Code 222222", "Code 111111"]);
    let path = format!(
        "/twilio/2010-04-01/Accounts/AC1/Messages/{}.json",
        sent["sid"].as_str().unwrap()
    );
    let (_, read) = answer(sandbox.get(&path).basic_auth("AC1", Some("token"))).await;
    assert_eq!(read["status"], "delivered");
}

#[tokio::test]
async fn refusals_carry_the_vendors_codes() {
    let sandbox = TestSandbox::new().await;
    for (to, code) in [
        ("+15005550004", 21610),
        ("+15005550009", 21614),
        ("6045550142", 21211),
    ] {
        let (status, no) = answer(send(&sandbox, to, "Hello")).await;
        assert_eq!((status, &no["code"]), (400, &code.into()), "{to}");
    }
    let (_, no) = answer(send(&sandbox, "+16045550142", &"x".repeat(1601))).await;
    assert_eq!(no["code"], 21617);
    sandbox.fail(Service::Twilio, Mode::Error, 1);
    assert_eq!(answer(send(&sandbox, "+16045550142", "Hello")).await.0, 503);
    let other = sandbox
        .post("/twilio/2010-04-01/Accounts/AC1/Messages.json")
        .basic_auth("AC2", Some("token"))
        .form(&[
            ("To", "+16045550142"),
            ("From", "+16045550100"),
            ("Body", "Hello"),
        ]);
    assert_eq!(answer(other).await.0, 401);
    assert!(sandbox.sandbox.outbox(None, None).is_empty());
    sandbox.fail(Service::Twilio, Mode::Lost, 1);
    assert!(cut(send(&sandbox, "+16045550142", "Hello")).await);
    assert_eq!(sandbox.sandbox.outbox(Some("sms"), None).len(), 1);
}

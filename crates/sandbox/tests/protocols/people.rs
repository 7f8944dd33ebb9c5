// SPDX-License-Identifier: AGPL-3.0-or-later

//! What people and tests ask: the page, switches over the wire, a state that survives.

use salal_sandbox::{SandboxSettings, Service};
use serde_json::{Value, json};

use crate::test_sandbox::{TestSandbox, answer, cut};

#[tokio::test]
async fn switches_are_set_shown_and_cleared_over_the_wire() {
    let sandbox = TestSandbox::new().await;
    let set = |body: Value| answer(sandbox.post("/faults").json(&body));
    assert_eq!(
        set(json!({"service": "sms", "mode": "down", "times": 2}))
            .await
            .0,
        201
    );
    let lost = json!({"service": "stripe", "mode": "lost", "operation": "refund"});
    assert_eq!(set(lost).await.1["times"], 1);
    assert_eq!(
        set(json!({"service": "stripe", "mode": "angry"})).await.0,
        422
    );
    assert_eq!(
        set(json!({"service": "stripe", "mode": "lost", "often": 1}))
            .await
            .0,
        422
    );
    let (_, faults) = answer(sandbox.get("/faults")).await;
    assert_eq!(
        faults[0],
        json!({"service": "twilio", "mode": "down", "times": 2})
    );
    assert_eq!(faults.as_array().unwrap().len(), 2);
    assert!(cut(sandbox.post("/twilio/2010-04-01/Accounts/AC1/Messages.json")).await);
    let (_, faults) = answer(sandbox.get("/faults")).await;
    assert_eq!(faults[0]["times"], 1);
    let clear = sandbox.client.delete(sandbox.sandbox.url("/faults"));
    assert_eq!(answer(clear).await.0, 204);
    assert_eq!(answer(sandbox.get("/faults")).await.1, json!([]));
}

#[tokio::test]
async fn a_slow_service_answers_in_the_end() {
    let slow = std::time::Duration::from_millis(50);
    let sandbox = TestSandbox::with(SandboxSettings {
        slow,
        ..SandboxSettings::for_tests()
    })
    .await;
    answer(
        sandbox
            .post("/faults")
            .json(&json!({"service": "clinic", "mode": "slow"})),
    )
    .await;
    let began = std::time::Instant::now();
    assert_eq!(answer(sandbox.get("/clinic/me")).await.0, 200);
    assert!(began.elapsed() >= slow);
}

#[tokio::test]
async fn the_page_shows_the_agreed_inputs() {
    let sandbox = TestSandbox::new().await;
    let page = sandbox.get("/").send().await.unwrap().text().await.unwrap();
    for part in [
        "Mailbox",
        "Staff authenticator",
        "Make something fail",
        "Play a day",
        "Ledger",
        "4242 4242 4242 4242",
        "9900000108",
        "0106",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("{{"));
    let mut files: Vec<&str> = page
        .split('"')
        .filter(|part| part.starts_with("/page"))
        .collect();
    files.extend(["/page/roles.css", "/page/regular.ttf", "/page/dom.js"]);
    for path in files {
        assert_eq!(
            sandbox.get(path).send().await.unwrap().status(),
            200,
            "{path}"
        );
    }
    assert_eq!(answer(sandbox.get("/page/nothing.js")).await.0, 404);
    assert_eq!(answer(sandbox.get("/outbox?channel=pigeon")).await.0, 422);
    assert_eq!(answer(sandbox.get("/ledger?service=nobody")).await.0, 422);
    assert_eq!(answer(sandbox.get("/nothing")).await.0, 404);
}

#[tokio::test]
async fn the_state_survives_a_restart() {
    let name = format!("salal-sandbox-restart-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let settings = SandboxSettings {
        state_file: Some(folder.join("state.jsonl")),
        ..SandboxSettings::for_tests()
    };
    let charge = [
        ("amount", "5000"),
        ("currency", "cad"),
        ("source", "tok_visa"),
    ];
    let ask = |sandbox: &TestSandbox| {
        let call = sandbox.post("/stripe/v1/charges").bearer_auth("sk_test");
        answer(call.header("idempotency-key", "k").form(&charge))
    };
    let sandbox = TestSandbox::with(settings.clone()).await;
    let (_, first) = ask(&sandbox).await;
    sandbox.sandbox.stop().await;
    let sandbox = TestSandbox::with(settings).await;
    assert_eq!(ask(&sandbox).await.1, first);
    assert_eq!(sandbox.operations(Service::Stripe), ["charge"]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn the_pharmanet_form_says_that_it_was_reached_and_keeps_no_password() {
    let sandbox = TestSandbox::new().await;
    let form = [
        ("phn", "9698658215"),
        ("login", "doctor"),
        ("password", "hidden"),
    ];
    let page = sandbox
        .post("/pharmanet")
        .form(&form)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(page.contains("The form arrived"));
    let ledger = serde_json::to_string(&sandbox.sandbox.ledger(Some(Service::Pharmanet))).unwrap();
    assert!(
        ledger.contains("open") && !ledger.contains("hidden") && !ledger.contains("9698658215")
    );
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The captcha: what passes, what does not, and that a checkbox's token passes once.

use salal_sandbox::{Mode, Service};
use serde_json::Value;

use crate::test_sandbox::{TestSandbox, answer};

async fn verify(sandbox: &TestSandbox, response: &str) -> Value {
    let form = [("secret", "s"), ("response", response)];
    answer(sandbox.post("/captcha/siteverify").form(&form))
        .await
        .1
}

#[tokio::test]
async fn tokens_pass_as_agreed() {
    let sandbox = TestSandbox::new().await;
    for _ in 0..2 {
        assert_eq!(verify(&sandbox, "sandbox-pass").await["success"], true);
    }
    assert_eq!(
        verify(&sandbox, "sandbox-fail").await["error-codes"][0],
        "invalid-input-response"
    );
    assert_eq!(
        verify(&sandbox, "").await["error-codes"][0],
        "missing-input-response"
    );
    assert_eq!(verify(&sandbox, "sandbox-pass-1").await["success"], true);
    assert_eq!(
        verify(&sandbox, "sandbox-pass-1").await["error-codes"][0],
        "timeout-or-duplicate"
    );
    sandbox.fail(Service::Captcha, Mode::Decline, 1);
    assert_eq!(verify(&sandbox, "sandbox-pass").await["success"], false);
    let script = sandbox
        .get("/captcha/api.js")
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(script.contains("I am not a robot"));
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! A sandbox of its own for each test, and a client that follows no redirect.

use reqwest::{Client, RequestBuilder};
use salal_sandbox::{Fault, Mode, Running, SandboxSettings, Service, start};
use serde_json::Value;

pub(crate) struct TestSandbox {
    pub(crate) sandbox: Running,
    pub(crate) client: Client,
}

impl TestSandbox {
    pub(crate) async fn new() -> Self {
        Self::with(SandboxSettings::for_tests()).await
    }

    pub(crate) async fn with(settings: SandboxSettings) -> Self {
        let sandbox = start(settings).await.unwrap();
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self { sandbox, client }
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(self.sandbox.url(path))
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(self.sandbox.url(path))
    }

    pub(crate) fn fail(&self, service: Service, mode: Mode, times: u32) {
        self.sandbox.set_fault(&Fault {
            service,
            mode,
            times,
            operation: None,
        });
    }

    /// The operations in the ledger of a service, oldest first.
    pub(crate) fn operations(&self, service: Service) -> Vec<String> {
        let entries = self.sandbox.ledger(Some(service));
        entries
            .into_iter()
            .rev()
            .map(|entry| entry.operation)
            .collect()
    }
}

/// Status and JSON of an answer.
pub(crate) async fn answer(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    (
        response.status().as_u16(),
        response.json().await.unwrap_or(Value::Null),
    )
}

/// True when the connection was cut before any answer.
pub(crate) async fn cut(request: RequestBuilder) -> bool {
    request.send().await.is_err()
}

/// The smallest thing that counts as a PDF of some pages.
pub(crate) fn pdf(pages: usize) -> Vec<u8> {
    format!("%PDF-1.7 <</Type/Pages>>{}", "<</Type/Page>>".repeat(pages)).into_bytes()
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The HTTP client shared by all services, and the one place that decides whether a failed request was sent.
//!
//! Redirects are not followed and nothing is retried here. Addresses are left out of errors and logs, because
//! some contain a health number.

mod departing;

use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder};
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use crate::hold::Does;
use crate::wait::Departure;
use crate::watch::RequestEnd;
use crate::{Requests, Service, ServiceError, Timeouts};

/// The maximum response size. The largest real response, a list of faxes, is far smaller.
const ANSWER_LIMIT_BYTES: usize = 8 * 1024 * 1024;
/// So much is read of a response whose status says all.
const BEGINNING_BYTES: usize = 4 * 1024;

/// How much of a response is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Whole,
    Beginning,
}

/// Shared by all services: the client, and what concerns all their requests.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    client: Client,
    requests: Requests,
}

/// Builds the shared client. The machine's root certificates are read only for a client that speaks TLS:
/// they are some hundred files, and a development build takes a tenth of a second over them.
pub(crate) fn shared_way(
    timeouts: &Timeouts,
    requests: &Requests,
    speaks_tls: bool,
) -> Result<Way, ServiceError> {
    let mut builder = Client::builder();
    if !speaks_tls {
        builder = builder.tls_certs_only([]);
    }
    let client = builder
        .connect_timeout(Duration::from_millis(timeouts.connect_ms))
        .timeout(Duration::from_millis(timeouts.total_ms))
        .pool_idle_timeout(Duration::from_secs(15))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .user_agent("Salal")
        .build()
        .map_err(|_| {
            // The fault is the machine's, not one service's; the first service is named for all of them.
            ServiceError::misconfigured(
                Service::Cards,
                "the HTTP client cannot be built: no TLS provider or no roots",
            )
        })?;
    Ok(Way {
        client,
        requests: requests.clone(),
    })
}

/// The connection to one service: the shared client and the service's base address.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    way: Way,
    service: Service,
    base: String,
}

impl Way {
    /// The client, for what is no service.
    pub(crate) fn client(&self) -> Client {
        self.client.clone()
    }
}

impl Line {
    pub(crate) fn new(way: &Way, service: Service, base: &str) -> Self {
        Self {
            way: way.clone(),
            service,
            base: base.trim_end_matches('/').to_owned(),
        }
    }

    /// A request to `path` (empty, or beginning with a slash) below the base address.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.way
            .client
            .request(method, format!("{}{path}", self.base))
    }

    /// Sends a request and reads the complete response, whatever its status. One that acts is refused while
    /// everything is held.
    pub(crate) async fn send(
        &self,
        does: Does,
        operation: &'static str,
        request: RequestBuilder,
    ) -> Result<Answer, ServiceError> {
        self.send_reading(does, operation, request, Reading::Whole)
            .await
    }

    /// Like `send`, where the status says all, and of the body only the beginning is read.
    pub(crate) async fn send_for_status(
        &self,
        does: Does,
        operation: &'static str,
        request: RequestBuilder,
    ) -> Result<Answer, ServiceError> {
        self.send_reading(does, operation, request, Reading::Beginning)
            .await
    }

    async fn send_reading(
        &self,
        does: Does,
        operation: &'static str,
        request: RequestBuilder,
        reading: Reading,
    ) -> Result<Answer, ServiceError> {
        let requests = &self.way.requests;
        requests.hold.allow(self.service, does)?;
        let started = Instant::now();
        let exchange = |departure| self.exchange(does, request, reading, departure);
        let waited = requests.waits.during(self.service, exchange).await;
        let taken = started.elapsed();
        let milliseconds = u64::try_from(taken.as_millis()).unwrap_or(u64::MAX);
        let service = self.service.name();
        let end = |status| RequestEnd {
            service: self.service,
            operation,
            outcome: "answered",
            status,
            taken,
        };
        let outcome = match waited {
            Ok(outcome) => outcome,
            Err(given_up) => {
                requests.watch.given_up(&given_up, end(None));
                tracing::info!(
                    service,
                    operation,
                    milliseconds,
                    "The wait for a service ended because Salal stops"
                );
                return Err(given_up);
            }
        };
        match &outcome {
            Ok(answer) => {
                let status = answer.status;
                if let Some(error) = answer.failure_by_status().filter(|_| !answer.is_ok()) {
                    requests.watch.failed(&error, end(Some(status)));
                    tracing::debug!(
                        service,
                        operation,
                        status,
                        milliseconds,
                        "Service answered with a failure"
                    );
                } else {
                    requests.watch.answered(end(Some(status)));
                    tracing::info!(service, operation, status, milliseconds, "Service answered");
                }
            }
            Err(error) => {
                requests.watch.failed(error, end(None));
                // That it is away was told once, by the monitor.
                tracing::debug!(service, operation, %error, milliseconds, "Service did not answer");
            }
        }
        outcome
    }

    async fn exchange(
        &self,
        does: Does,
        request: RequestBuilder,
        reading: Reading,
        departure: Departure,
    ) -> Result<Answer, ServiceError> {
        let mut request = request.build().map_err(|error| self.failure(&error))?;
        departing::tells(&mut request, does, departure);
        let client = &self.way.client;
        let mut response = client
            .execute(request)
            .await
            .map_err(|error| self.failure(&error))?;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let mut body = Vec::new();
        loop {
            if reading == Reading::Beginning && body.len() >= BEGINNING_BYTES {
                break;
            }
            match response.chunk().await {
                Ok(Some(chunk)) if reading == Reading::Beginning => {
                    let room = BEGINNING_BYTES - body.len();
                    body.extend_from_slice(&chunk[..chunk.len().min(room)]);
                }
                Err(_) if reading == Reading::Beginning => break,
                Ok(Some(chunk)) if body.len() + chunk.len() > ANSWER_LIMIT_BYTES => {
                    return Err(ServiceError::unknown(
                        self.service,
                        "the answer is too long",
                    ));
                }
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(_) => return Err(ServiceError::unknown(self.service, "the answer broke off")),
            }
        }
        Ok(Answer {
            service: self.service,
            status,
            headers,
            body,
        })
    }

    fn failure(&self, error: &reqwest::Error) -> ServiceError {
        if error.is_builder() {
            ServiceError::misconfigured(self.service, "the address or a header is not valid")
        } else if error.is_connect() {
            ServiceError::unreachable(self.service, failed_before_an_answer(error))
        } else {
            ServiceError::unknown(self.service, failed_before_an_answer(error))
        }
    }
}

/// What happened to a request that was not answered. The library's own words have the address.
pub(crate) fn failed_before_an_answer(error: &reqwest::Error) -> &'static str {
    if error.is_connect() {
        "no connection"
    } else if error.is_timeout() {
        "no answer in time"
    } else {
        "the connection broke before an answer"
    }
}

/// A complete response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) service: Service,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Whether the status says success.
    pub(crate) fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body of a success. A success that cannot be parsed is an unknown outcome, not a refusal.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, ServiceError> {
        serde_json::from_slice(&self.body)
            .map_err(|_| ServiceError::unknown(self.service, "the answer couldn't be understood"))
    }

    /// The body of a refusal, or its default when it is not the expected JSON.
    pub(crate) fn json_or_default<T: DeserializeOwned + Default>(&self) -> T {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// How long the service asks us to wait.
    pub(crate) fn retry_after_seconds(&self) -> Option<u64> {
        self.headers
            .get("retry-after")?
            .to_str()
            .ok()?
            .trim()
            .parse()
            .ok()
    }

    /// The failure determined by the status alone, for statuses with the same meaning in every service.
    /// `None` leaves the interpretation of a refusal to the service's own module.
    pub(crate) fn failure_by_status(&self) -> Option<ServiceError> {
        match self.status {
            401 | 403 => Some(ServiceError::misconfigured(
                self.service,
                format!("credentials refused with {}", self.status),
            )),
            429 => Some(ServiceError::busy(
                self.service,
                "429",
                self.retry_after_seconds(),
            )),
            400..=407 | 409..=428 | 430..=499 => None,
            other => Some(ServiceError::unknown(
                self.service,
                format!("answered with status {other}"),
            )),
        }
    }
}

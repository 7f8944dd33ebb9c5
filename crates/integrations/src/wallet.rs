//! Wallet payments through `PayPal`'s Orders v2 (payments-and-messaging.md 2): create, the payer approves on the
//! provider's page, capture, refund.
//!
//! Notices from the provider are deliberately not here; reading the order settles every question.

mod wire;

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::cards::Refund;
use crate::http::{Answer, Line, Way};
use crate::{Secret, Service, ServiceError, WalletSettings};

/// The wallet service.
#[derive(Debug)]
pub struct Wallet {
    line: Line,
    client_id: String,
    client_secret: Secret,
    brand_name: String,
    token: Mutex<Option<Token>>,
}

#[derive(Debug)]
struct Token {
    value: Secret,
    until: Instant,
}

/// What the payer is asked for. The same `request_id` never makes two orders.
#[derive(Clone, Copy, Debug)]
pub struct NewOrder<'a> {
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
    /// Our own order id, the only thing the provider learns about it.
    pub order: &'a str,
    /// Neutral words: no medicine, no plan, no name.
    pub description: &'a str,
    /// Where the payer comes back to after approving.
    pub return_url: &'a str,
    /// Where the payer comes back to after turning round.
    pub cancel_url: &'a str,
    /// One per payment attempt.
    pub request_id: &'a str,
}

/// What to give back. The same `request_id` never gives back twice.
#[derive(Clone, Copy, Debug)]
pub struct WalletRefund<'a> {
    /// The capture, not the order.
    pub capture_id: &'a str,
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
    /// One per refund decision.
    pub request_id: &'a str,
}

/// Where an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderStatus {
    Created,
    PayerActionRequired,
    Approved,
    Completed,
    Voided,
    /// A word this program does not know.
    #[serde(other)]
    Other,
}

/// Where the taking of the money stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CaptureStatus {
    Completed,
    Pending,
    Declined,
    Refunded,
    PartiallyRefunded,
    Failed,
    /// A word this program does not know.
    #[serde(other)]
    Other,
}

/// The money taken for an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// What a refund needs.
    pub id: String,
    pub status: CaptureStatus,
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
}

/// Who paid, as the provider knows them. Empty until the provider tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payer {
    pub given: String,
    pub surname: String,
}

/// An order as the provider tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletOrder {
    pub id: String,
    pub status: OrderStatus,
    /// The page on which the payer approves.
    pub approve_url: Option<String>,
    /// Our own order id.
    pub order: Option<String>,
    /// In cents; zero when the answer did not say.
    pub amount_cents: i64,
    /// Upper case, `CAD`.
    pub currency: String,
    pub capture: Option<Capture>,
    pub payer: Payer,
}

impl WalletOrder {
    /// Whether this order settles ours: the money was taken in full, in Canadian dollars, for the order we mean.
    pub fn is_paid(&self, amount_cents: i64, order: &str) -> bool {
        let taken = self.capture.as_ref().is_some_and(|capture| {
            capture.status == CaptureStatus::Completed && capture.amount_cents == amount_cents
        });
        taken && self.currency == "CAD" && self.order.as_deref() == Some(order)
    }
}

impl Wallet {
    pub(crate) fn new(way: &Way, settings: &WalletSettings) -> Self {
        Self {
            line: Line::new(way, Service::Wallet, &settings.base),
            client_id: settings.client_id.clone(),
            client_secret: settings.client_secret.clone(),
            brand_name: settings.brand_name.clone(),
            token: Mutex::new(None),
        }
    }

    /// Makes an order for the payer to approve.
    pub async fn create_order(&self, order: &NewOrder<'_>) -> Result<WalletOrder, ServiceError> {
        let body = json!({
            "intent": "CAPTURE",
            "purchase_units": [{
                "custom_id": order.order,
                "description": order.description,
                "amount": {"currency_code": "CAD", "value": wire::value_of(order.amount_cents)},
            }],
            "payment_source": {"paypal": {"experience_context": {
                "brand_name": self.brand_name,
                "shipping_preference": "NO_SHIPPING",
                "user_action": "PAY_NOW",
                "return_url": order.return_url,
                "cancel_url": order.cancel_url,
            }}},
        });
        let answer = self
            .call("create_order", || {
                self.line
                    .request(Method::POST, "/v2/checkout/orders")
                    .header("paypal-request-id", order.request_id)
                    .header("prefer", "return=representation")
                    .json(&body)
            })
            .await?;
        read::<wire::OrderWire>(&answer).map(WalletOrder::from)
    }

    /// Reads an order.
    pub async fn get_order(&self, id: &str) -> Result<WalletOrder, ServiceError> {
        let path = format!("/v2/checkout/orders/{}", segment(id)?);
        let answer = self
            .call("get_order", || self.line.request(Method::GET, &path))
            .await?;
        read::<wire::OrderWire>(&answer).map(WalletOrder::from)
    }

    /// Takes the money of an approved order. An order already captured is read and answered, so that calling again
    /// after a lost answer tells the truth.
    pub async fn capture(&self, id: &str, request_id: &str) -> Result<WalletOrder, ServiceError> {
        let path = format!("/v2/checkout/orders/{}/capture", segment(id)?);
        let answer = self
            .call("capture", || {
                self.line
                    .request(Method::POST, &path)
                    .header("paypal-request-id", request_id)
                    .header("prefer", "return=representation")
                    .json(&json!({}))
            })
            .await?;
        match read::<wire::OrderWire>(&answer) {
            Ok(order) => Ok(WalletOrder::from(order)),
            Err(error) if error.refusal_code() == Some("ORDER_ALREADY_CAPTURED") => {
                // The money is taken; not being able to read about it must not look like a refusal.
                self.get_order(id).await.map_err(|_| {
                    ServiceError::unknown(
                        Service::Wallet,
                        "the order was captured before and could not be read",
                    )
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Gives money back to the payer.
    pub async fn refund(&self, refund: &WalletRefund<'_>) -> Result<Refund, ServiceError> {
        let path = format!(
            "/v2/payments/captures/{}/refund",
            segment(refund.capture_id)?
        );
        let body = json!({"amount": {"currency_code": "CAD", "value": wire::value_of(refund.amount_cents)}});
        let answer = self
            .call("refund", || {
                self.line
                    .request(Method::POST, &path)
                    .header("paypal-request-id", refund.request_id)
                    .header("prefer", "return=representation")
                    .json(&body)
            })
            .await?;
        let wire: wire::RefundWire = read(&answer)?;
        let amount_cents = wire
            .amount
            .map_or(refund.amount_cents, |amount| amount.cents());
        Ok(Refund {
            id: wire.id,
            status: wire.status,
            amount_cents,
        })
    }

    /// Sends with the cached token; a token refused (before any effect) is renewed once.
    async fn call(
        &self,
        operation: &str,
        request: impl Fn() -> RequestBuilder + Send + Sync,
    ) -> Result<Answer, ServiceError> {
        let token = self.token().await.map_err(ServiceError::before_the_call)?;
        let answer = self
            .line
            .send(operation, request().bearer_auth(token.reveal()))
            .await?;
        if answer.status != 401 {
            return Ok(answer);
        }
        *self.token.lock().await = None;
        let token = self.token().await.map_err(ServiceError::before_the_call)?;
        self.line
            .send(operation, request().bearer_auth(token.reveal()))
            .await
    }

    async fn token(&self) -> Result<Secret, ServiceError> {
        if self.client_id.is_empty() || self.client_secret.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Wallet,
                "services.wallet credentials are missing",
            ));
        }
        // Held while asking, so that many calls at once ask for one token.
        let mut cached = self.token.lock().await;
        if let Some(token) = cached.as_ref().filter(|token| Instant::now() < token.until) {
            return Ok(token.value.clone());
        }
        let request = self
            .line
            .request(Method::POST, "/v1/oauth2/token")
            .basic_auth(&self.client_id, Some(self.client_secret.reveal()))
            .form(&[("grant_type", "client_credentials")]);
        let answer = self.line.send("token", request).await?;
        let wire: wire::TokenWire = read(&answer)?;
        // A minute early, so that a token never lapses on its way.
        let lifetime = Duration::from_secs(wire.expires_in.saturating_sub(60));
        let value = Secret::new(wire.access_token);
        *cached = Some(Token {
            value: value.clone(),
            until: Instant::now() + lifetime,
        });
        Ok(value)
    }
}

/// Ids go into paths; one that is not of the provider's letters cannot be his.
fn segment(id: &str) -> Result<&str, ServiceError> {
    let plausible = !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plausible {
        Ok(id)
    } else {
        Err(ServiceError::refused(
            Service::Wallet,
            "RESOURCE_NOT_FOUND",
            "no such order",
        ))
    }
}

fn read<T: serde::de::DeserializeOwned>(answer: &Answer) -> Result<T, ServiceError> {
    if answer.is_ok() {
        return answer.json();
    }
    // 403 says that this account may not touch this object, and names the issue; it is a refusal here.
    if answer.status != 403
        && let Some(error) = answer.failure_by_status()
    {
        return Err(error);
    }
    let error: wire::ErrorWire = answer.json_or_default();
    // The same request id is being worked on at this moment: its effect is about to exist.
    if answer.status == 409 {
        return Err(ServiceError::unknown(
            Service::Wallet,
            "the request id is in use",
        ));
    }
    let issue = error
        .details
        .into_iter()
        .next()
        .map(|detail| detail.issue)
        .filter(|issue| !issue.is_empty());
    let code = issue.unwrap_or(error.name);
    let code = if code.is_empty() {
        answer.status.to_string()
    } else {
        code
    };
    tracing::info!(
        service = "wallet",
        code,
        debug_id = error.debug_id,
        "Service refused"
    );
    Err(ServiceError::refused(Service::Wallet, code, error.message))
}

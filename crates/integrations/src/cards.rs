// SPDX-License-Identifier: AGPL-3.0-or-later

//! Card payments through Stripe's payment intents (payments-and-messaging.md 1).
//!
//! The browser turns the card into a token; the card number never reaches this server. Not here: strong
//! customer authentication in the page; a card that requires it is refused with `authentication_required`.

mod messages;
mod webhook;

use reqwest::{Method, RequestBuilder};
use serde::Deserialize;

use crate::hold::Does;
use crate::http::{Answer, Line, Way};
use crate::{CardSettings, Secret, Service, ServiceError};

use messages::{ErrorWire, IntentWire, RefundWire};
pub use webhook::{WebhookEvent, WebhookFault};

/// The card service.
#[derive(Debug)]
pub struct Cards {
    line: Line,
    secret_key: Secret,
    webhook_secret: Secret,
    version: String,
}

/// What to charge. Calling again with the same values and key never charges twice.
#[derive(Clone, Copy, Debug)]
pub struct CardCharge<'a> {
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
    /// The token the browser got for the card (`tok_…`).
    pub token: &'a str,
    /// Our own id of this attempt to pay.
    pub order: &'a str,
    /// Our own id of what is bought, the same for every attempt. Neither id tells what it is.
    pub subject: &'a str,
    /// Neutral text: no medication, no plan, no name.
    pub description: &'a str,
    /// One per payment attempt, up to 255 characters.
    pub idempotency_key: &'a str,
}

/// A refund.
#[derive(Clone, Copy, Debug)]
pub struct CardRefund<'a> {
    /// The payment intent (`pi_…`).
    pub intent: &'a str,
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
    /// Our own order id.
    pub order: &'a str,
    /// One per refund decision.
    pub idempotency_key: &'a str,
}

/// The state of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    Succeeded,
    Processing,
    RequiresAction,
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresCapture,
    Canceled,
    /// A value unknown to this program.
    #[serde(other)]
    Other,
}

/// The details of a card that may be stored and shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardFacts {
    /// Lower case: `visa`, `mastercard`, `amex`.
    pub brand: String,
    pub last4: String,
    /// The given names typed by the payer.
    pub given: String,
    /// The last word of the name typed by the payer.
    pub surname: String,
}

/// The charge behind a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// `ch_…`.
    pub id: String,
    /// The amount refunded so far, in cents.
    pub refunded_cents: i64,
    pub card: CardFacts,
}

/// A payment as reported by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// `pi_…`.
    pub id: String,
    pub status: IntentStatus,
    /// The requested amount, in cents.
    pub amount_cents: i64,
    /// The received amount, in cents.
    pub received_cents: i64,
    /// Lower case, `cad`.
    pub currency: String,
    /// Our own id of the attempt to pay, from the metadata.
    pub order: Option<String>,
    /// Our own id of what was bought, from the metadata.
    pub subject: Option<String>,
    pub charge: Option<Charge>,
    /// When it was made, in seconds since 1970.
    pub created_unix: i64,
}

impl Intent {
    /// Whether this payment settles the order: paid in full, in Canadian dollars, for this order.
    pub fn is_paid(&self, amount_cents: i64, order: &str) -> bool {
        self.status == IntentStatus::Succeeded
            && self.received_cents == amount_cents
            && self.currency == "cad"
            && self.order.as_deref() == Some(order)
    }
}

/// The state of a refund. The wallet uses the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    #[serde(alias = "COMPLETED")]
    Succeeded,
    #[serde(alias = "PENDING")]
    Pending,
    #[serde(alias = "FAILED")]
    Failed,
    #[serde(alias = "CANCELLED")]
    Canceled,
    /// A value unknown to this program.
    #[serde(other)]
    Other,
}

/// A refund as reported by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    pub id: String,
    pub status: RefundStatus,
    /// In cents of a Canadian dollar.
    pub amount_cents: i64,
}

/// A refund in the provider's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRefund {
    pub refund: Refund,
    /// The payment intent.
    pub intent: String,
    /// When it was made, in seconds since 1970.
    pub created_unix: i64,
}

/// The most that the provider lists on a page.
const PAGE: &str = "100";
/// The most pages that are read of a list.
const MOST_PAGES: usize = 100;

impl Cards {
    pub(crate) fn new(way: &Way, settings: &CardSettings) -> Self {
        Self {
            line: Line::new(way, Service::Cards, &settings.base),
            secret_key: settings.secret_key.clone(),
            webhook_secret: settings.webhook_secret.clone(),
            version: settings.version.clone(),
        }
    }

    /// Charges a card in one step. A decline is [`crate::Failure::Refused`] with the decline's code.
    pub async fn charge(&self, charge: &CardCharge<'_>) -> Result<Intent, ServiceError> {
        let amount = charge.amount_cents.to_string();
        let form = [
            ("amount", amount.as_str()),
            ("currency", "cad"),
            ("confirm", "true"),
            ("error_on_requires_action", "true"),
            ("payment_method_types[]", "card"),
            ("payment_method_data[type]", "card"),
            ("payment_method_data[card][token]", charge.token),
            ("description", charge.description),
            ("metadata[order]", charge.order),
            ("metadata[subject]", charge.subject),
            ("expand[]", "latest_charge"),
        ];
        let request = self
            .post("/v1/payment_intents", charge.idempotency_key)?
            .form(&form);
        let answer = self.line.send(Does::Acts, "charge", request).await?;
        read::<IntentWire>(&answer).map(Intent::from)
    }

    /// Reads a payment with its charge.
    pub async fn get_intent(&self, id: &str) -> Result<Intent, ServiceError> {
        let path = format!("/v1/payment_intents/{}", segment(id)?);
        let request = self
            .request(Method::GET, &path)?
            .query(&[("expand[]", "latest_charge")]);
        let answer = self.line.send(Does::Asks, "get_intent", request).await?;
        read::<IntentWire>(&answer).map(Intent::from)
    }

    /// The payments that were made since a time, up to another if one is given, newest first, with their charges.
    pub async fn list_intents(
        &self,
        since_unix: i64,
        until_unix: Option<i64>,
    ) -> Result<Vec<Intent>, ServiceError> {
        let wire: Vec<IntentWire> = self
            .list(
                "list_intents",
                "/v1/payment_intents",
                (since_unix, until_unix),
                |one: &IntentWire| one.id.clone(),
            )
            .await?;
        Ok(wire.into_iter().map(Intent::from).collect())
    }

    /// The refunds that were made since a time, newest first.
    pub async fn list_refunds(&self, since_unix: i64) -> Result<Vec<ListedRefund>, ServiceError> {
        let wire: Vec<RefundWire> = self
            .list(
                "list_refunds",
                "/v1/refunds",
                (since_unix, None),
                |one: &RefundWire| one.id.clone(),
            )
            .await?;
        let listed = |wire: RefundWire| ListedRefund {
            intent: wire.payment_intent.unwrap_or_default(),
            created_unix: wire.created,
            refund: Refund {
                id: wire.id,
                status: wire.status,
                amount_cents: wire.amount,
            },
        };
        Ok(wire.into_iter().map(listed).collect())
    }

    async fn list<T: serde::de::DeserializeOwned>(
        &self,
        operation: &'static str,
        path: &str,
        (since_unix, until_unix): (i64, Option<i64>),
        id: fn(&T) -> String,
    ) -> Result<Vec<T>, ServiceError> {
        let (since, mut all) = (since_unix.to_string(), Vec::new());
        for _ in 0..MOST_PAGES {
            let mut query = vec![("created[gte]", since.clone()), ("limit", PAGE.to_owned())];
            query.extend(until_unix.map(|until| ("created[lte]", until.to_string())));
            if path == "/v1/payment_intents" {
                query.push(("expand[]", "data.latest_charge".to_owned()));
            }
            query.extend(all.last().map(|last| ("starting_after", id(last))));
            let request = self.request(Method::GET, path)?.query(&query);
            let answer = self.line.send(Does::Asks, operation, request).await?;
            let page: messages::ListWire<T> = read(&answer)?;
            let is_last = !page.has_more || page.data.is_empty();
            all.extend(page.data);
            if is_last {
                break;
            }
        }
        Ok(all)
    }

    /// Gives money back to the card.
    pub async fn refund(&self, refund: &CardRefund<'_>) -> Result<Refund, ServiceError> {
        let amount = refund.amount_cents.to_string();
        let form = [
            ("payment_intent", refund.intent),
            ("amount", amount.as_str()),
            ("reason", "requested_by_customer"),
            ("metadata[order]", refund.order),
        ];
        let request = self
            .post("/v1/refunds", refund.idempotency_key)?
            .form(&form);
        let answer = self.line.send(Does::Acts, "refund", request).await?;
        let wire: RefundWire = read(&answer)?;
        Ok(Refund {
            id: wire.id,
            status: wire.status,
            amount_cents: wire.amount,
        })
    }

    /// Verifies and parses a webhook of the provider. `now_unix_seconds` is the time of its arrival.
    pub fn read_webhook(
        &self,
        signature_header: &str,
        raw_body: &[u8],
        now_unix_seconds: i64,
    ) -> Result<WebhookEvent, WebhookFault> {
        webhook::read(
            &self.webhook_secret,
            signature_header,
            raw_body,
            now_unix_seconds,
        )
    }

    fn post(&self, path: &str, idempotency_key: &str) -> Result<RequestBuilder, ServiceError> {
        Ok(self
            .request(Method::POST, path)?
            .header("idempotency-key", idempotency_key))
    }

    fn request(&self, method: Method, path: &str) -> Result<RequestBuilder, ServiceError> {
        if self.secret_key.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Cards,
                "services.cards.secret_key is missing",
            ));
        }
        let request = self
            .line
            .request(method, path)
            .bearer_auth(self.secret_key.reveal());
        Ok(request.header("stripe-version", &self.version))
    }
}

/// Ids go into paths; one with other characters cannot be the provider's.
fn segment(id: &str) -> Result<&str, ServiceError> {
    let plausible = !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if plausible {
        Ok(id)
    } else {
        Err(ServiceError::refused(
            Service::Cards,
            "resource_missing",
            "no such object",
        ))
    }
}

fn read<T: serde::de::DeserializeOwned>(answer: &Answer) -> Result<T, ServiceError> {
    if answer.is_ok() {
        return answer.json();
    }
    if let Some(error) = answer.failure_by_status() {
        return Err(error);
    }
    let ErrorWire { error } = answer.json_or_default();
    // A lock, or a key reused with other values: an effect under that key may exist.
    if answer.status == 409 || error.kind == "idempotency_error" {
        return Err(ServiceError::unknown(
            Service::Cards,
            "the idempotency key is in use",
        ));
    }
    let decline = error
        .decline_code
        .filter(|code| !code.is_empty() && code != "generic_decline");
    let code = decline.or(error.code).unwrap_or(error.kind);
    let code = if code.is_empty() {
        answer.status.to_string()
    } else {
        code
    };
    Err(ServiceError::refused(Service::Cards, code, error.message))
}

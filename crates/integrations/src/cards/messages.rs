// SPDX-License-Identifier: AGPL-3.0-or-later

//! The card provider's JSON (payments-and-messaging.md 1), and its conversion into our types.

use serde::Deserialize;

use super::{CardFacts, Charge, Intent, IntentStatus, RefundStatus};

#[derive(Default, Deserialize)]
pub(super) struct ErrorWire {
    pub(super) error: ErrorBodyWire,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ErrorBodyWire {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) code: Option<String>,
    pub(super) decline_code: Option<String>,
    pub(super) message: String,
}

#[derive(Deserialize)]
pub(super) struct IntentWire {
    pub(super) id: String,
    pub(super) status: IntentStatus,
    pub(super) amount: i64,
    #[serde(default)]
    pub(super) amount_received: i64,
    pub(super) currency: String,
    #[serde(default)]
    pub(super) metadata: MetadataWire,
    pub(super) latest_charge: Option<LatestCharge>,
    #[serde(default)]
    pub(super) created: i64,
}

/// A page of a list, newest first.
#[derive(Deserialize)]
pub(super) struct ListWire<T> {
    pub(super) data: Vec<T>,
    #[serde(default)]
    pub(super) has_more: bool,
}

#[derive(Default, Deserialize)]
pub(super) struct MetadataWire {
    pub(super) order: Option<String>,
    pub(super) subject: Option<String>,
}

/// The charge itself if it was expanded, otherwise its id.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum LatestCharge {
    Id(String),
    Whole(Box<ChargeWire>),
}

#[derive(Deserialize)]
pub(super) struct ChargeWire {
    id: String,
    #[serde(default)]
    amount_refunded: i64,
    #[serde(default)]
    billing_details: BillingWire,
    payment_method_details: Option<MethodWire>,
}

#[derive(Default, Deserialize)]
struct BillingWire {
    name: Option<String>,
}

#[derive(Deserialize)]
struct MethodWire {
    card: Option<CardWire>,
}

#[derive(Deserialize)]
struct CardWire {
    brand: Option<String>,
    last4: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct RefundWire {
    pub(super) id: String,
    pub(super) status: RefundStatus,
    pub(super) amount: i64,
    pub(super) payment_intent: Option<String>,
    #[serde(default)]
    pub(super) created: i64,
}

impl From<IntentWire> for Intent {
    fn from(wire: IntentWire) -> Self {
        Self {
            id: wire.id,
            status: wire.status,
            amount_cents: wire.amount,
            received_cents: wire.amount_received,
            currency: wire.currency,
            order: wire.metadata.order,
            subject: wire.metadata.subject,
            charge: wire.latest_charge.map(Charge::from),
            created_unix: wire.created,
        }
    }
}

impl From<LatestCharge> for Charge {
    fn from(wire: LatestCharge) -> Self {
        match wire {
            LatestCharge::Id(id) => Self {
                id,
                refunded_cents: 0,
                card: CardFacts::default(),
            },
            LatestCharge::Whole(whole) => {
                let card = whole.payment_method_details.and_then(|method| method.card);
                let (brand, last4) = card
                    .map(|card| (card.brand, card.last4))
                    .unwrap_or_default();
                let (given, surname) =
                    names(whole.billing_details.name.as_deref().unwrap_or_default());
                let card = CardFacts {
                    brand: brand.unwrap_or_default(),
                    last4: last4.unwrap_or_default(),
                    given,
                    surname,
                };
                Self {
                    id: whole.id,
                    refunded_cents: whole.amount_refunded,
                    card,
                }
            }
        }
    }
}

/// The payer types one name; the receipt shows given names and surname apart. The last word is the surname.
fn names(whole: &str) -> (String, String) {
    let words: Vec<&str> = whole.split_whitespace().collect();
    match words.split_last() {
        None => (String::new(), String::new()),
        Some((surname, given)) => (given.join(" "), (*surname).to_owned()),
    }
}

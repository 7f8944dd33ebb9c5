// SPDX-License-Identifier: AGPL-3.0-or-later

//! The wallet provider's JSON, and its conversion into our types. Amounts are text with two decimals.

use serde::Deserialize;

use super::{Capture, CaptureStatus, OrderStatus, Payer, WalletOrder};
use crate::cards::RefundStatus;

/// `2000` cents as `20.00`.
pub(super) fn value_of(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

#[derive(Deserialize)]
pub(super) struct TokenWire {
    pub(super) access_token: String,
    pub(super) expires_in: u64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ErrorWire {
    pub(super) name: String,
    pub(super) message: String,
    pub(super) debug_id: String,
    pub(super) details: Vec<DetailWire>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct DetailWire {
    pub(super) issue: String,
}

#[derive(Deserialize)]
pub(super) struct OrderWire {
    id: String,
    status: OrderStatus,
    #[serde(default)]
    links: Vec<LinkWire>,
    #[serde(default)]
    purchase_units: Vec<UnitWire>,
    payer: Option<PayerWire>,
    payment_source: Option<SourceWire>,
}

#[derive(Deserialize)]
struct LinkWire {
    href: String,
    rel: String,
}

#[derive(Deserialize)]
struct UnitWire {
    custom_id: Option<String>,
    amount: Option<AmountWire>,
    payments: Option<PaymentsWire>,
}

#[derive(Deserialize)]
struct PaymentsWire {
    #[serde(default)]
    captures: Vec<CaptureWire>,
}

#[derive(Deserialize)]
struct CaptureWire {
    id: String,
    status: CaptureStatus,
    amount: Option<AmountWire>,
    custom_id: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct AmountWire {
    currency_code: String,
    value: String,
}

#[derive(Deserialize)]
struct PayerWire {
    name: Option<NameWire>,
}

#[derive(Deserialize)]
struct SourceWire {
    paypal: Option<PayerWire>,
}

#[derive(Deserialize)]
struct NameWire {
    given_name: Option<String>,
    surname: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct RefundWire {
    pub(super) id: String,
    pub(super) status: RefundStatus,
    pub(super) amount: Option<AmountWire>,
}

impl AmountWire {
    /// The amount in cents; zero, which settles nothing, when the text is not an amount.
    pub(super) fn cents(&self) -> i64 {
        let (whole, part) = self.value.split_once('.').unwrap_or((&self.value, "00"));
        if part.len() != 2
            || !part
                .bytes()
                .chain(whole.bytes())
                .all(|byte| byte.is_ascii_digit())
        {
            return 0;
        }
        format!("{whole}{part}").parse().unwrap_or(0)
    }
}

impl From<OrderWire> for WalletOrder {
    fn from(wire: OrderWire) -> Self {
        let unit = wire.purchase_units.into_iter().next();
        let (custom_id, amount, payments) = unit
            .map(|unit| (unit.custom_id, unit.amount, unit.payments))
            .unwrap_or_default();
        let capture = payments.and_then(|payments| payments.captures.into_iter().next());
        // A minimal response omits the unit's own amount and id and has them in the capture only.
        let capture_order = capture
            .as_ref()
            .and_then(|capture| capture.custom_id.clone());
        let shown = amount
            .as_ref()
            .or(capture.as_ref().and_then(|capture| capture.amount.as_ref()));
        let amount_cents = shown.map_or(0, AmountWire::cents);
        let currency = shown
            .map(|amount| amount.currency_code.clone())
            .unwrap_or_default();
        let name = wire.payer.and_then(|payer| payer.name);
        let name = name.or(wire
            .payment_source
            .and_then(|source| source.paypal)
            .and_then(|payer| payer.name));
        let (given, surname) = name
            .map(|name| (name.given_name, name.surname))
            .unwrap_or_default();
        let approve = wire
            .links
            .into_iter()
            .find(|link| matches!(link.rel.as_str(), "payer-action" | "approve"));
        Self {
            id: wire.id,
            status: wire.status,
            approve_url: approve.map(|link| link.href),
            order: custom_id.or(capture_order),
            amount_cents,
            currency,
            capture: capture.map(|capture| Capture {
                id: capture.id,
                status: capture.status,
                amount_cents: capture.amount.as_ref().map_or(0, AmountWire::cents),
            }),
            payer: Payer {
                given: given.unwrap_or_default(),
                surname: surname.unwrap_or_default(),
            },
        }
    }
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Card and wallet.

use hmac::{Hmac, Mac};

use super::counterpart::{Counterpart, nobody};
use super::{services, services_at};
use crate::cards::{CardCharge, CardRefund, Intent, IntentStatus, RefundStatus, WebhookFault};
use crate::wallet::{CaptureStatus, NewOrder, OrderStatus, WalletOrder, WalletRefund};
use crate::{Failure, ServiceError};

const CHARGE: CardCharge<'_> = CardCharge {
    amount_cents: 2000,
    token: "tok_visa",
    order: "order-1",
    subject: "subject-1",
    description: "Service fee",
    idempotency_key: "pay-7f3a",
};
const ORDER: &str = "5O190127TN364715T";

async fn charge(file: &str) -> Result<Intent, ServiceError> {
    let counterpart = Counterpart::playing(&format!("cards/{file}.http")).await;
    let answer = services(&counterpart).cards.charge(&CHARGE).await;
    counterpart.finish().await;
    answer
}

async fn capture(file: &str) -> Result<WalletOrder, ServiceError> {
    let counterpart = Counterpart::playing(&format!("wallet/{file}.http")).await;
    let answer = services(&counterpart)
        .wallet
        .capture(ORDER, "capture-1")
        .await;
    counterpart.finish().await;
    answer
}

#[tokio::test]
async fn a_card_is_charged_once_and_its_facts_are_read() {
    let intent = charge("charge").await.unwrap();
    assert!(intent.is_paid(2000, "order-1"));
    assert!(!intent.is_paid(1999, "order-1"), "another amount");
    assert!(!intent.is_paid(2000, "order-2"), "another order");
    let charge = intent.charge.unwrap();
    assert_eq!((charge.id.as_str(), charge.refunded_cents), ("ch_3Abc", 0));
    let card = charge.card;
    assert_eq!((card.brand.as_str(), card.last4.as_str()), ("visa", "4242"));
    assert_eq!(
        (card.given.as_str(), card.surname.as_str()),
        ("Ada Maria", "Example")
    );
}

#[tokio::test]
async fn a_declined_card_is_refused_with_the_telling_code() {
    let error = charge("declined").await.unwrap_err();
    assert_eq!(error.refusal_code(), Some("insufficient_funds"));
    assert!(error.nothing_happened() && !error.worth_retrying());
    assert_eq!(
        charge("declined-generic").await.unwrap_err().refusal_code(),
        Some("card_declined")
    );
}

#[tokio::test]
async fn whatever_may_have_charged_is_unknown() {
    for file in ["lost", "broken", "half-an-answer", "key-in-use"] {
        let error = charge(file).await.unwrap_err();
        assert!(
            error.is_unknown() && error.worth_retrying(),
            "{file}: {error}"
        );
    }
}

#[tokio::test]
async fn an_answer_that_never_comes_is_unknown() {
    let counterpart = Counterpart::playing("cards/silent.http").await;
    let services = services_at(&counterpart.address, |settings| {
        settings.timeouts.total_ms = 500;
    });
    let error = services.cards.charge(&CHARGE).await.unwrap_err();
    assert_eq!(
        error.kind,
        Failure::Unknown {
            why: "no answer in time".to_owned()
        }
    );
    drop(services);
    counterpart.finish().await;
}

#[tokio::test]
async fn nobody_there_means_nothing_was_sent() {
    let services = services_at(&nobody().await, |_| {});
    let card = services.cards.charge(&CHARGE).await.unwrap_err();
    let wallet = services
        .wallet
        .capture(ORDER, "capture-1")
        .await
        .unwrap_err();
    for error in [card, wallet] {
        assert!(matches!(error.kind, Failure::Unreachable { .. }), "{error}");
        assert!(error.nothing_happened() && error.worth_retrying());
    }
}

#[tokio::test]
async fn a_bad_key_is_our_fault_and_haste_is_asked_to_wait() {
    let error = charge("bad-key").await.unwrap_err();
    assert!(
        matches!(error.kind, Failure::Misconfigured { .. }),
        "{error}"
    );
    let error = charge("slow-down").await.unwrap_err();
    assert_eq!(
        error.kind,
        Failure::Busy {
            code: "429".to_owned(),
            retry_after_seconds: Some(7)
        }
    );
}

#[tokio::test]
async fn a_payment_under_way_is_not_paid() {
    let counterpart = Counterpart::playing("cards/get-intent.http").await;
    let intent = services(&counterpart)
        .cards
        .get_intent("pi_3Abc")
        .await
        .unwrap();
    counterpart.finish().await;
    assert_eq!(intent.status, IntentStatus::Processing);
    assert!(!intent.is_paid(2000, "order-1"));
    assert_eq!(intent.charge.unwrap().id, "ch_3Abc");
}

#[tokio::test]
async fn an_id_that_is_a_path_is_never_sent() {
    let services = services_at(&nobody().await, |_| {});
    let card = services.cards.get_intent("../refunds").await.unwrap_err();
    let wallet = services.wallet.get_order("a/b").await.unwrap_err();
    assert_eq!(card.refusal_code(), Some("resource_missing"));
    assert_eq!(wallet.refusal_code(), Some("RESOURCE_NOT_FOUND"));
}

#[tokio::test]
async fn a_card_refund_succeeds_once() {
    let refund = CardRefund {
        intent: "pi_3Abc",
        amount_cents: 1000,
        order: "order-1",
        idempotency_key: "refund-1",
    };
    let counterpart = Counterpart::playing("cards/refund.http").await;
    let answer = services(&counterpart).cards.refund(&refund).await.unwrap();
    counterpart.finish().await;
    assert_eq!(
        (answer.status, answer.amount_cents),
        (RefundStatus::Succeeded, 1000)
    );
    let counterpart = Counterpart::playing("cards/refund-again.http").await;
    let error = services(&counterpart)
        .cards
        .refund(&refund)
        .await
        .unwrap_err();
    assert_eq!(error.refusal_code(), Some("charge_already_refunded"));
}

#[tokio::test]
async fn only_a_fresh_notice_with_our_secret_is_believed() {
    let services = services_at(&nobody().await, |_| {});
    let body = br#"{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","metadata":{"order":"order-1"}}}}"#;
    let sign = |secret: &str, stamp: i64, body: &[u8]| {
        let mut mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{stamp}.").as_bytes());
        mac.update(body);
        format!(
            "t={stamp},v1=00ff,v1={},v0=aa",
            hex::encode(mac.finalize().into_bytes())
        )
    };
    let read = |header: &str, body: &[u8]| services.cards.read_webhook(header, body, 1_000_000);
    let event = read(&sign("whsec_sandbox", 1_000_010, body), body).unwrap();
    assert_eq!(
        (event.id.as_str(), event.kind.as_str()),
        ("evt_1", "payment_intent.succeeded")
    );
    assert_eq!(
        (event.intent.as_deref(), event.order.as_deref()),
        (Some("pi_1"), Some("order-1"))
    );

    let refusals = [
        (
            sign("whsec_other", 1_000_000, body),
            body.as_slice(),
            WebhookFault::WrongSignature,
        ),
        (
            sign("whsec_sandbox", 1_000_000, body),
            b"{}",
            WebhookFault::WrongSignature,
        ),
        (
            sign("whsec_sandbox", 999_699, body),
            body,
            WebhookFault::TooOld,
        ),
        (
            sign("whsec_sandbox", 1_000_301, body),
            body,
            WebhookFault::TooOld,
        ),
        (
            sign("whsec_sandbox", 1_000_000, b"no"),
            b"no",
            WebhookFault::BadBody,
        ),
        ("t=1".to_owned(), body, WebhookFault::BadHeader),
        (String::new(), body, WebhookFault::BadHeader),
    ];
    for (header, body, fault) in refusals {
        assert_eq!(read(&header, body), Err(fault), "{header}");
    }
    let refund = br#"{"id":"evt_2","type":"charge.refunded","data":{"object":{"id":"ch_1","payment_intent":"pi_1"}}}"#;
    let event = read(&sign("whsec_sandbox", 1_000_000, refund), refund).unwrap();
    assert_eq!((event.intent.as_deref(), event.order), (Some("pi_1"), None));
}

#[tokio::test]
async fn a_wallet_order_is_made_and_read_with_one_token() {
    let counterpart = Counterpart::playing("wallet/create-and-read.http").await;
    let services = services(&counterpart);
    let order = NewOrder {
        amount_cents: 2005,
        order: "order-1",
        invoice: "subject-1",
        description: "Service fee",
        return_url: "https://salal.example/back",
        cancel_url: "https://salal.example/no",
        request_id: "pay-7f3a",
    };
    let made = services.wallet.create_order(&order).await.unwrap();
    assert_eq!(made.status, OrderStatus::PayerActionRequired);
    let page = "https://wallet.example/checkoutnow?token=5O190127TN364715T";
    assert_eq!(made.approve_url.as_deref(), Some(page));
    let read = services.wallet.get_order(&made.id).await.unwrap();
    counterpart.finish().await;
    assert_eq!(
        (read.status, read.amount_cents),
        (OrderStatus::Approved, 2005)
    );
    assert!(!read.is_paid(2005, "order-1"), "approved is not paid");
}

#[tokio::test]
async fn a_capture_takes_the_money_and_tells_who_paid() {
    let order = capture("capture").await.unwrap();
    assert!(order.is_paid(2005, "order-1"));
    assert!(!order.is_paid(2000, "order-1") && !order.is_paid(2005, "order-2"));
    assert_eq!(
        (order.payer.given.as_str(), order.payer.surname.as_str()),
        ("Ada", "Example")
    );
    let taken = order.capture.unwrap();
    assert_eq!(
        (taken.id.as_str(), taken.status),
        ("3C679366HH908993F", CaptureStatus::Completed)
    );
}

#[tokio::test]
async fn an_order_captured_before_is_read_instead() {
    assert!(
        capture("captured-before")
            .await
            .unwrap()
            .is_paid(2005, "order-1")
    );
}

#[tokio::test]
async fn a_lapsed_token_is_renewed_once() {
    assert!(
        capture("token-lapsed")
            .await
            .unwrap()
            .is_paid(2005, "order-1")
    );
}

#[tokio::test]
async fn a_refused_wallet_lost_capture_and_lost_token_differ() {
    assert_eq!(
        capture("declined").await.unwrap_err().refusal_code(),
        Some("INSTRUMENT_DECLINED")
    );
    assert!(capture("lost").await.unwrap_err().is_unknown());
    let error = capture("lost-token").await.unwrap_err();
    assert!(
        matches!(error.kind, Failure::Unreachable { .. }),
        "no capture was sent: {error}"
    );
}

#[tokio::test]
async fn a_wallet_refund_needs_the_capture() {
    let refund = WalletRefund {
        capture_id: "3C679366HH908993F",
        amount_cents: 1000,
        request_id: "refund-1",
    };
    let counterpart = Counterpart::playing("wallet/refund.http").await;
    let answer = services(&counterpart).wallet.refund(&refund).await.unwrap();
    counterpart.finish().await;
    assert_eq!(
        (answer.status, answer.amount_cents),
        (RefundStatus::Succeeded, 1000)
    );
}

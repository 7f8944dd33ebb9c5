// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fee of a cancelled order, for every kind of order (decisions 41 and 175): what the person read is what the
//! cancellation does, a charge that settles after it goes back by itself, and office and administrators may return a
//! fee that was kept. Each case runs for prescriptions and for sleep studies.

use salal_sandbox::{Mode, Service};
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, number, on_both};

/// A kind of order.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Prescription,
    Sleep,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Prescription, Self::Sleep];

    /// An unpaid order of the patient.
    async fn made(self, app: &TestApp) -> Value {
        match self {
            Self::Prescription => app.create(&app.users.patient, 1).await,
            Self::Sleep => app.sleep_order(&app.users.patient, "coastal").await,
        }
    }

    async fn pay(self, app: &TestApp, order: &Value) -> Answer {
        match self {
            Self::Prescription => app.pay_with(&app.users.patient, order, "tok_visa").await,
            Self::Sleep => {
                app.pay_sleep_with(&app.users.patient, order, "tok_visa")
                    .await
            }
        }
    }

    async fn see(self, app: &TestApp, by: &User, order: &Value) -> Value {
        match self {
            Self::Prescription => app.see(by, &order["_id"]).await,
            Self::Sleep => app.see_sleep(by, &order["_id"]).await,
        }
    }

    /// The patient cancels what they saw.
    async fn cancel(self, app: &TestApp, seen: &Value) -> Answer {
        let (path, body) = match self {
            Self::Prescription => (
                "/prescription/cancel",
                json!({"prescriptionId": seen["_id"], "version": seen["version"]}),
            ),
            Self::Sleep => (
                "/sleep-assessment/cancel",
                json!({"id": seen["_id"], "version": seen["version"]}),
            ),
        };
        app.put(&app.users.patient, path, &body).await
    }

    const fn fee(self) -> i64 {
        match self {
            Self::Prescription => 5000,
            Self::Sleep => 2000,
        }
    }

    /// Cancels it behind the back of the program, as no call can: while it is being paid, or after.
    async fn cancel_in_database(self, app: &TestApp) {
        let sql = match self {
            Self::Prescription => "UPDATE prescription SET status = 'CANCELED'",
            Self::Sleep => "UPDATE sleep_assessment SET status = 'CANCELED'",
        };
        let done = app.ctx.db.write().execute_unprepared(sql).await;
        done.expect("it is cancelled");
    }
}

on_both!(
    a_press_costs_what_the_person_read,
    what_is_paid_is_not_cancelled_unseen,
    what_is_unpaid_costs_nothing,
    a_charge_after_the_cancellation_goes_back_by_itself,
    the_office_returns_a_fee_that_was_kept,
    a_refund_of_another_kind_is_no_return_of_the_fee,
    an_unknown_return_is_asked_about_and_made_once
);

async fn a_press_costs_what_the_person_read(app: &TestApp) {
    for kind in Kind::ALL {
        let unpaid = kind.made(app).await;
        kind.pay(app, &unpaid).await.ok();
        let paid = kind.see(app, &app.users.patient, &unpaid).await;
        let refused = kind.cancel(app, &unpaid).await;
        let stale = refused.refused(409, "STALE_VERSION");
        assert_eq!(stale["current"]["version"], paid["version"], "{kind:?}");
        assert!(
            stale.to_string().contains("Nothing was cancelled."),
            "{stale}"
        );
        let after = kind.see(app, &app.users.patient, &unpaid).await;
        assert_eq!(after["status"], paid["status"], "{kind:?}");
    }
    app.settle().await;
}

async fn what_is_paid_is_not_cancelled_unseen(app: &TestApp) {
    for kind in Kind::ALL {
        let unpaid = kind.made(app).await;
        kind.pay(app, &unpaid).await.ok();
        let paid = kind.see(app, &app.users.patient, &unpaid).await;
        let unseen = json!({"_id": unpaid["_id"]});
        let refused = kind.cancel(app, &unseen).await;
        assert_eq!(
            (refused.status, refused.clone().fields()),
            (422, vec!["version".to_owned()]),
            "{kind:?}"
        );
        assert!(
            refused.body.to_string().contains("Nothing was cancelled."),
            "{}",
            refused.body
        );
        let after = kind.see(app, &app.users.patient, &unpaid).await;
        assert_eq!(after["status"], paid["status"], "{kind:?}");
    }
    app.settle().await;
}

async fn what_is_unpaid_costs_nothing(app: &TestApp) {
    for kind in Kind::ALL {
        let unpaid = kind.made(app).await;
        assert_eq!(
            unpaid["cancelEffect"], "You have not been charged, and you will not be charged.",
            "{kind:?}"
        );
        let gone = kind.cancel(app, &unpaid).await.ok();
        assert_eq!(
            (&gone["status"], &gone["cancelEffect"], &gone["returnable"]),
            (&json!("CANCELED"), &Value::Null, &json!(0.0)),
            "{kind:?}"
        );
    }
    app.settle().await;
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
}

async fn a_charge_after_the_cancellation_goes_back_by_itself(app: &TestApp) {
    for (before, kind) in Kind::ALL.into_iter().enumerate() {
        let unpaid = kind.made(app).await;
        app.fail(Service::Stripe, Mode::Lost, 1);
        kind.pay(app, &unpaid).await.ok();
        kind.cancel_in_database(app).await;
        app.settle().await;
        let back = app.moved(Service::Stripe, "refund");
        assert_eq!(back.len(), before + 1, "{kind:?}");
        assert_eq!(back[before], kind.fee(), "{kind:?}");
        let seen = kind.see(app, &app.users.patient, &unpaid).await;
        assert_eq!(
            (&seen["status"], &seen["refundState"], &seen["returnable"]),
            (&json!("REFUNDED"), &json!("done"), &json!(0.0)),
            "{kind:?}"
        );
        let said = seen["statuses"][0]["detail"].as_str().unwrap_or_default();
        assert!(said.contains("after the cancellation"), "{kind:?}: {said}");
        assert_eq!(letters(app), before + 1, "{kind:?}");
    }
}

async fn the_office_returns_a_fee_that_was_kept(app: &TestApp) {
    for (before, kind) in Kind::ALL.into_iter().enumerate() {
        let unpaid = kind.made(app).await;
        kind.pay(app, &unpaid).await.ok();
        app.settle().await;
        kind.cancel_in_database(app).await;
        app.settle().await;
        let (office, doctor) = (&app.users.office, &app.users.doctor);
        let kept = kind.see(app, office, &unpaid).await;
        let fee = f64::from(i32::try_from(kind.fee()).expect("small")) / 100.0;
        assert_eq!(kept["returnable"], fee, "{kind:?}");
        let charge = &kept["payment"]["chargeId"];
        let body = json!({"chargeId": charge, "reason": "They asked by telephone."});
        for nobody in [doctor, &app.users.patient] {
            app.put(nobody, "/payment/return-fee", &body)
                .await
                .refused(403, "NOT_ALLOWED");
        }
        for reason in [json!(""), json!("  "), json!("a".repeat(301))] {
            let wrong = json!({"chargeId": charge, "reason": reason});
            let refused = app.put(office, "/payment/return-fee", &wrong).await;
            assert_eq!(refused.fields(), ["reason"], "{kind:?}");
        }
        let first = app.put(office, "/payment/return-fee", &body).await.ok();
        assert_eq!(
            (&first["state"], &first["refundAmount"]),
            (&json!("done"), &json!(fee)),
            "{kind:?}"
        );
        // The same click once more finds it done; another reason is another return.
        app.put(office, "/payment/return-fee", &body).await.ok();
        let other = json!({"chargeId": charge, "reason": "Once more, please."});
        app.put(office, "/payment/return-fee", &other)
            .await
            .refused(409, "REFUND_OPEN");
        app.settle().await;
        assert_eq!(app.moved(Service::Stripe, "refund").len(), before + 1);
        let seen = kind.see(app, &app.users.patient, &unpaid).await;
        assert_eq!(seen["status"], "REFUNDED", "{kind:?}");
        let said = seen["statuses"][0]["detail"].as_str().unwrap_or_default();
        assert!(said.ends_with("They asked by telephone."), "{said}");
        assert_eq!(letters(app), before + 1, "{kind:?}");
    }
    let traced = "SELECT COUNT(*) AS n FROM audit WHERE action = 'PUT /payment/return-fee' AND actor_role = 'ROLE_OFFICE'";
    assert!(number(&app.ctx.db, traced).await >= 2);
}

async fn a_refund_of_another_kind_is_no_return_of_the_fee(app: &TestApp) {
    for kind in Kind::ALL {
        let paid = match kind {
            Kind::Prescription => app.signed(1).await,
            Kind::Sleep => {
                let unpaid = kind.made(app).await;
                kind.pay(app, &unpaid).await.ok();
                app.settle().await;
                kind.see(app, &app.users.doctor, &unpaid).await
            }
        };
        let charge = &paid["payment"]["chargeId"];
        let refund = json!({"chargeId": charge, "amount": paid["refundable"]});
        app.put(&app.users.doctor, "/payment/refund", &refund)
            .await
            .ok();
        let moved = app.moved(Service::Stripe, "refund");
        let body = json!({"chargeId": charge, "reason": "They asked by telephone."});
        app.put(&app.users.office, "/payment/return-fee", &body)
            .await
            .refused(409, "NOT_CANCELED");
        kind.cancel_in_database(app).await;
        app.put(&app.users.office, "/payment/return-fee", &body)
            .await
            .refused(409, "REFUND_OPEN");
        assert_eq!(app.moved(Service::Stripe, "refund"), moved, "{kind:?}");
    }
}

async fn an_unknown_return_is_asked_about_and_made_once(app: &TestApp) {
    for (before, kind) in Kind::ALL.into_iter().enumerate() {
        let unpaid = kind.made(app).await;
        kind.pay(app, &unpaid).await.ok();
        app.settle().await;
        let open = kind.see(app, &app.users.office, &unpaid).await;
        let body = json!({"chargeId": open["payment"]["chargeId"], "reason": "A mistake of ours."});
        app.put(&app.users.office, "/payment/return-fee", &body)
            .await
            .refused(409, "NOT_CANCELED");
        kind.cancel_in_database(app).await;
        app.fail(Service::Stripe, Mode::Lost, 1);
        let answer = app
            .put(&app.users.office, "/payment/return-fee", &body)
            .await
            .ok();
        assert_eq!(answer["state"], "unknown", "{kind:?}");
        app.settle().await;
        assert_eq!(app.moved(Service::Stripe, "refund").len(), before + 1);
        let seen = kind.see(app, &app.users.patient, &unpaid).await;
        assert_eq!(seen["status"], "REFUNDED", "{kind:?}");
    }
}

/// How many letters told the patient of a refund.
fn letters(app: &TestApp) -> usize {
    let mut all = app
        .sandbox
        .outbox(Some("email"), Some(&app.users.patient.email));
    all.retain(|letter| letter.subject.contains("refund"));
    all.len()
}

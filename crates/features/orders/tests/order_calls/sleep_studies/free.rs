// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /sleep-assessment` and `PUT /sleep-assessment/payment-completed` in the free mode.

use futures_util::future::join_all;
use salal_db::Engine;
use salal_sandbox::Service;
use serde_json::json;

use crate::support::{TestApp, number, sleep_story};

async fn free(engine: Engine) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        settings.features.free = true;
    })
    .await
}

async fn an_order_is_free_and_sent_at_once(engine: Engine) {
    let app = free(engine).await;
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, "coastal").await;
    assert_eq!(sleep_story(&made), ["PENDING", "FREE"]);
    assert_eq!(
        (&made["fee"]["amount"], &made["canPay"], &made["payment"]),
        (&json!(0.0), &json!(false), &json!(null))
    );
    // The contract's second step finds it done.
    let body = json!({"id": made["_id"], "personId": patient.person});
    let done = app
        .put(patient, "/sleep-assessment/payment-completed", &body)
        .await
        .ok();
    assert_eq!(sleep_story(&done), ["PENDING", "FREE"]);
    app.pay_sleep_with(patient, &made, "tok_visa")
        .await
        .refused(409, "ALREADY_PAID");
    app.settle().await;
    let seen = app.see_sleep(patient, &made["_id"]).await;
    assert_eq!(sleep_story(&seen), ["PENDING", "FREE", "FAXED"]);
    assert_eq!(seen["fax"]["state"], "delivered");
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    assert!(app.sandbox.ledger(Some(Service::Stripe)).is_empty());
    app.at_rest().await;
}

async fn many_presses_are_one_order_and_one_fax(engine: Engine) {
    let app = free(engine).await;
    let patient = &app.users.patient;
    let info = app.sleep_info(patient).await;
    let clinic = app.sleep_clinic("coastal").await;
    let presses = (0..64).map(|_| app.order_sleep(patient, &info, &clinic));
    let answers = join_all(presses).await;
    let made = answers.iter().filter(|one| one.status == 201).count();
    assert_eq!(made, 1);
    assert!(answers.iter().all(|one| matches!(one.status, 201 | 409)));
    app.settle().await;
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM sleep_assessment").await,
        1
    );
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    app.at_rest().await;
}

/// Made while a fee was due, finished after the deployment became free.
async fn an_older_order_becomes_free(engine: Engine) {
    let paying = TestApp::on(&crate::TESTED, engine).await;
    let patient = paying.users.patient.clone();
    let (one, other) = (
        paying.sleep_order(&patient, "coastal").await,
        paying.sleep_order(&patient, "mainland").await,
    );
    let users = paying.users.clone();
    let database = paying.end().await;
    let app = TestApp::start(&crate::TESTED, database, users, |settings| {
        settings.features.free = true;
    })
    .await;
    let body = json!({"id": one["_id"], "personId": patient.person});
    let done = app
        .put(&patient, "/sleep-assessment/payment-completed", &body)
        .await
        .ok();
    assert_eq!(sleep_story(&done), ["PENDING", "FREE"]);
    let info = &other["sleepInfo"];
    let again = app
        .order_sleep(&patient, info, &other["sleepClinic"])
        .await
        .ok();
    assert_eq!(again["_id"], other["_id"]);
    assert_eq!(sleep_story(&again), ["PENDING", "FREE"]);
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 2);
    app.at_rest().await;
}

macro_rules! on_engines {
    ($($name:ident),+) => {$(
        mod $name {
            use salal_db::Engine;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$name(Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                super::$name(Engine::Postgres).await;
            }
        }
    )+};
}

on_engines!(
    an_order_is_free_and_sent_at_once,
    many_presses_are_one_order_and_one_fax,
    an_older_order_becomes_free
);

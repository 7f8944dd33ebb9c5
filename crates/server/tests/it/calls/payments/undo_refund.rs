// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /payment/refund/undo`: a refund leaves some seconds after the click, and can be taken back.

use salal_db::Engine;
use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{TestApp, number};

async fn site(engine: Engine) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        settings.jobs.undo_seconds = 10;
    })
    .await
}

async fn taken_back_or_too_late(engine: Engine) {
    let app = site(engine).await;
    let doctor = &app.users.doctor;
    let signed = app.signed(1).await;
    let back = json!({"chargeId": signed["payment"]["chargeId"]});
    app.put(doctor, "/payment/refund/undo", &back)
        .await
        .refused(409, "TOO_LATE");
    let answer = app.refund(doctor, &signed).await.ok();
    assert_eq!(
        (&answer["state"], &answer["refundAmount"]),
        (&json!("waiting"), &signed["refundable"])
    );
    let seen = app.see(doctor, &signed["_id"]).await;
    assert_eq!(
        (&seen["refundState"], &seen["canRefund"]),
        (&json!("intended"), &json!(false))
    );
    // Taken back, it is as if nobody had asked.
    let undone = app
        .put(&app.users.office, "/payment/refund/undo", &back)
        .await;
    assert_eq!(undone.status, 204);
    let traced = "SELECT COUNT(*) AS n FROM audit WHERE action = 'PUT /payment/refund/undo' AND actor_role = 'ROLE_OFFICE'";
    assert_eq!(number(&app.ctx.db, traced).await, 1);
    app.settle().await;
    assert!(app.moved(Service::Stripe, "refund").is_empty());
    let seen = app.see(doctor, &signed["_id"]).await;
    assert_eq!(
        (&seen["refundState"], &seen["canRefund"]),
        (&Value::Null, &json!(true))
    );
    // Asked for again and left alone it leaves, once.
    app.refund(doctor, &signed).await.ok();
    app.settle().await;
    assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
    app.put(doctor, "/payment/refund/undo", &back)
        .await
        .refused(409, "TOO_LATE");
    assert_eq!(app.see(doctor, &signed["_id"]).await["status"], "REFUNDED");
    // Who may not, and what is no charge.
    let patient = &app.users.patient;
    app.put(patient, "/payment/refund/undo", &back)
        .await
        .refused(403, "NOT_ALLOWED");
    let nobodys = json!({"chargeId": "ch_nobody"});
    let gone = app.put(doctor, "/payment/refund/undo", &nobodys).await;
    assert_eq!(gone.status, 404);
    assert_eq!(
        app.put(doctor, "/payment/refund/undo", &json!({}))
            .await
            .status,
        400
    );
    app.at_rest().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taken_back_or_too_late_sqlite() {
    taken_back_or_too_late(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taken_back_or_too_late_postgres() {
    taken_back_or_too_late(Engine::Postgres).await;
}

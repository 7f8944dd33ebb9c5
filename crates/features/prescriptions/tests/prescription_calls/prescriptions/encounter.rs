// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/encounter`, and the setting that asks for one before an approval (decision 143).

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::{TestApp, on_both};

fn met(app: &TestApp, prescription: &Value, kind: &str, from: i64, to: i64) -> Value {
    let at = |minutes: i64| -> DateTime<Utc> { app.ctx.now() + TimeDelta::minutes(minutes) };
    json!({"prescriptionId": prescription["_id"], "kind": kind, "start": at(from), "end": at(to)})
}

on_both!(how_the_patient_was_met_is_kept, times_that_cannot_be);

async fn how_the_patient_was_met_is_kept(app: &TestApp) {
    let (doctor, office, path) = (
        &app.users.doctor,
        &app.users.office,
        "/prescription/encounter",
    );
    let paid = app.paid(1).await;
    app.put(doctor, path, &met(app, &paid, "phone", -12, -2))
        .await
        .ok();
    let seen = app
        .put(office, path, &met(app, &paid, "video", -60, -50))
        .await
        .ok();
    let kinds: Vec<&Value> = seen["encounters"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["kind"])
        .collect();
    assert_eq!(kinds, ["video", "phone"], "oldest first");
    assert_eq!(seen["encounters"][1]["by"]["_id"], json!(doctor.person));
    // The patient is not shown them.
    assert_eq!(
        app.see(&app.users.patient, &paid["_id"]).await["encounters"],
        json!([])
    );
}

async fn times_that_cannot_be(app: &TestApp) {
    let (doctor, path) = (&app.users.doctor, "/prescription/encounter");
    let paid = app.paid(1).await;
    for (kind, from, to, field) in [
        ("fax", -12, -2, "kind"),
        ("phone", -2, -12, "end"),
        ("phone", -2, -2, "end"),
        ("phone", -12, 30, "end"),
        ("phone", -600, -2, "end"),
        ("msg", -31 * 24 * 60, -31 * 24 * 60 + 5, "start"),
    ] {
        assert_eq!(
            app.put(doctor, path, &met(app, &paid, kind, from, to))
                .await
                .fields(),
            [field],
            "{kind} {from} {to}"
        );
    }
    assert_eq!(app.see(doctor, &paid["_id"]).await["encounters"], json!([]));
    assert_eq!(
        app.put(
            doctor,
            path,
            &met(app, &json!({"_id": uuid::Uuid::nil()}), "phone", -5, -2)
        )
        .await
        .status,
        404
    );
    app.put(&app.users.patient, path, &met(app, &paid, "phone", -5, -2))
        .await
        .refused(403, "NOT_ALLOWED");
    app.put(
        &app.users.customer_service,
        path,
        &met(app, &paid, "phone", -5, -2),
    )
    .await
    .refused(403, "NOT_ALLOWED");
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let unpaid = app.create(&app.users.patient, 1).await;
    app.put(doctor, path, &met(app, &unpaid, "phone", -5, -2))
        .await
        .refused(409, "NOT_OPEN");
}

async fn approved_after_an_encounter(engine: Engine) {
    let app = TestApp::with(&crate::TESTED, engine, |settings| {
        settings.prescriptions.require_encounter = true;
    })
    .await;
    let doctor = &app.users.doctor;
    let paid = app.paid(2).await;
    let seen = app.see(doctor, &paid["_id"]).await;
    assert_eq!(seen["canApprove"], "Record the encounter first.");
    app.decide(doctor, &seen, 0, json!("Approved"))
        .await
        .refused(409, "NO_ENCOUNTER");
    // A rejection needs none.
    app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    let met = met(&app, &paid, "msg", -9, -4);
    let seen = app.put(doctor, "/prescription/encounter", &met).await.ok();
    assert_eq!(seen["canApprove"], Value::Null);
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.at_rest().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approved_after_an_encounter_sqlite() {
    approved_after_an_encounter(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approved_after_an_encounter_postgres() {
    approved_after_an_encounter(Engine::Postgres).await;
}

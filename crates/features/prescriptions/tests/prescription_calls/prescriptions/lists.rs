// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /prescription/person/{personId}`, `/prescription/pending/person/{personId}`,
//! `/prescription/faxed-or-refunded`, the invoice and the receipt.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, on_both, stable};

async fn ids(app: &TestApp, path: &str) -> Vec<Value> {
    let list = app.get(&app.users.doctor, path).await.ok();
    let items = list
        .get("items")
        .unwrap_or(&list)
        .as_array()
        .expect("a list")
        .clone();
    items.into_iter().map(|one| one["_id"].clone()).collect()
}

on_both!(a_history_in_pages, open_work_and_what_left, the_receipt);

async fn a_history_in_pages(app: &TestApp) {
    let patient = &app.users.patient;
    let mut made = Vec::new();
    for _ in 0..4 {
        made.push(app.create(patient, 1).await["_id"].clone());
        app.ctx.clock.advance(TimeDelta::seconds(3));
    }
    let path = format!("/prescription/person/{}", patient.person);
    let oldest_first = ids(app, &format!("{path}?sort=createdAt&limit=100")).await;
    assert_eq!(oldest_first, made);
    let first = app.get(patient, &format!("{path}?limit=3")).await.ok();
    assert_eq!(
        (first["items"].as_array().map(Vec::len), &first["total"]),
        (Some(3), &json!(4))
    );
    let next = first["nextCursor"].as_str().expect("a second page");
    let second = app
        .get(patient, &format!("{path}?limit=3&cursor={next}"))
        .await
        .ok();
    assert_eq!(
        (&second["items"][0]["_id"], &second["nextCursor"]),
        (&made[0], &Value::Null)
    );
    assert_eq!(
        app.get(patient, &format!("{path}?sort=number"))
            .await
            .fields(),
        ["sort"]
    );
    assert_eq!(
        app.get(patient, &format!("{path}?cursor=x")).await.status,
        400
    );
}

async fn open_work_and_what_left(app: &TestApp) {
    let patient = &app.users.patient;
    let pending = format!("/prescription/pending/person/{}", patient.person);
    app.create(&app.users.other, 1).await;
    let signed = app.signed(0).await;
    assert_eq!(ids(app, &pending).await, [signed["_id"].clone()]);
    assert!(
        !ids(app, "/prescription/faxed-or-refunded?limit=100")
            .await
            .contains(&signed["_id"])
    );
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    assert!(
        ids(app, "/prescription/faxed-or-refunded?limit=100")
            .await
            .contains(&signed["_id"])
    );
}

async fn the_receipt(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 2).await;
    let id = made["_id"].as_str().expect("an id");
    app.get(patient, &format!("/prescription/invoice/{id}"))
        .await
        .refused(409, "NOT_PAID");
    app.pay(patient, &made).await;
    let invoice = app
        .get(patient, &format!("/prescription/invoice/{id}"))
        .await
        .ok();
    insta::assert_json_snapshot!("invoice", stable(&invoice));
    let pdf = app
        .get(patient, &format!("/prescription/receipt/{id}"))
        .await;
    assert!(pdf.status == 200 && pdf.bytes.starts_with(b"%PDF-"));
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on bills, claims and remittances.

use reqwest::Method;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::walk::Walk;
use crate::support::end_of_visits;

/// A visit is billed, refused by the plan, mended and sent again.
pub(super) async fn billing(walk: &mut Walk<'_>, prescription: &Value) {
    let (app, admin) = (walk.app, &walk.app.users.admin);
    let end = end_of_visits(app.ctx.now());
    let met = |minutes: i64| end - chrono::TimeDelta::minutes(minutes);
    let times =
        json!({"serviceCode": "13537", "serviceStartTime": met(9), "serviceEndTime": met(3)});
    let with = |more: Value| {
        let mut all = times.clone();
        for (key, value) in more.as_object().cloned().unwrap_or_default() {
            all[key] = value;
        }
        all
    };
    let person = &app.users.patient.person;
    let new = with(
        json!({"personId": person, "prescriptionId": prescription, "diagnosisCode": "784", "billWay": "phone"}),
    );
    let body = Some(json!({"billObj": new}));
    let made = walk
        .call(
            &app.users.doctor,
            Method::POST,
            "/tele-plan/bill",
            "/tele-plan/bill",
            body,
        )
        .await
        .body;
    let bill = &made["bill"];
    let path = format!("/tele-plan/bill/{}", bill["_id"].as_str().expect("an id"));
    walk.call(admin, Method::GET, "/tele-plan/bill/{id}", &path, None)
        .await;
    let change = with(json!({"diagnosisCode": "784", "note": "Seen by telephone"}));
    let body = Some(json!({"billObj": change, "version": 1}));
    walk.call(admin, Method::PUT, "/tele-plan/bill/{id}", &path, body)
        .await;
    let sql = async |sql: &str| {
        app.ctx
            .db
            .write()
            .execute_unprepared(sql)
            .await
            .expect("it runs");
    };
    sql("UPDATE bill SET waits_for = 'Nothing'").await;
    walk.list(
        admin,
        "/tele-plan/claim-numbers",
        "/tele-plan/claim-numbers",
    )
    .await;
    app.post(admin, "/tele-plan/send-unsent-bills", &json!({}))
        .await
        .ok();
    app.settle().await;
    app.post(admin, "/tele-plan/pull-latest-remittance", &json!({}))
        .await
        .ok();
    app.settle().await;
    for path in [
        "/tele-plan/remittance",
        "/tele-plan/problematic-invoice-list",
    ] {
        walk.list(admin, path, path).await;
    }
    let seen = app.get(admin, &path).await.ok();
    let again = format!("{path}/resubmit");
    let body = Some(json!({"version": seen["version"]}));
    walk.call(
        admin,
        Method::PUT,
        "/tele-plan/bill/{id}/resubmit",
        &again,
        body,
    )
    .await;
    sql("UPDATE remittance_line SET exception = 'Whose?', bill_id = NULL WHERE is_claim").await;
    let path = "/tele-plan/remittance-exceptions";
    let open = walk.list(admin, path, path).await.body;
    let line = open["remittances"][0]["_id"].as_str().expect("a line");
    let path = format!("/tele-plan/remittance-exceptions/{line}");
    let body = Some(json!({"folio": bill["folio"]}));
    walk.call(
        admin,
        Method::PUT,
        "/tele-plan/remittance-exceptions/{id}",
        &path,
        body,
    )
    .await;
    sql("UPDATE remittance_line SET settled_at = NULL WHERE is_claim").await;
    let many = "/tele-plan/remittance-exceptions";
    let body = Some(json!({"ids": [line]}));
    walk.call(admin, Method::PUT, many, many, body).await;
}

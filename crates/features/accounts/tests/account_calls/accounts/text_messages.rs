// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /user/text-messages`

use chrono::TimeDelta;
use reqwest::Method;
use sea_orm::{ConnectionTrait, Statement};

use crate::support::{TestApp, on_both};

async fn available(app: &TestApp) -> serde_json::Value {
    app.send(None, Method::GET, "/user/text-messages", None, None)
        .await
        .ok()
}

/// The service is away, as the circuit breaker notes it after several failures.
async fn away(app: &TestApp, service: &str) {
    let sql = "INSERT INTO service_outage (service, failures, since, until) VALUES ($1, 3, $2, $3)";
    let (now, db) = (app.ctx.now(), app.ctx.db.write());
    let values = [
        service.into(),
        now.into(),
        (now + TimeDelta::seconds(60)).into(),
    ];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    db.execute_raw(statement).await.expect("a row");
}

on_both!(tells_anybody_whether_text_messages_go_out);

async fn tells_anybody_whether_text_messages_go_out(app: &TestApp) {
    assert_eq!(available(app).await, serde_json::json!({"available": true}));
    away(app, "fax").await;
    assert_eq!(available(app).await["available"], true);
    away(app, "sms").await;
    assert_eq!(available(app).await["available"], false);
}

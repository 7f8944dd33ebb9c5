// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /drug/revert`, of what an import brought

use serde_json::{Value, json};

use super::register::two_drugs;
use crate::support::drugs::{named, save, with};
use crate::support::{Answer, TestApp, on_both};

async fn revert(app: &TestApp, drug: &Value) -> Answer {
    let body = json!({"id": drug["id"], "version": drug["version"]});
    app.put(&app.users.admin, "/drug/revert", &body).await
}

on_both!(health_canada_s_data_come_back);

async fn health_canada_s_data_come_back(app: &TestApp) {
    two_drugs(app, "SALALEX").await;
    let drug = named(app, "salalex").await;
    revert(app, &drug).await.refused(404, "NOT_FOUND");
    let edited = save(app, &with(&drug, &json!({"name": "SALALEX BY HAND"})))
        .await
        .ok();
    revert(app, &drug).await.refused(409, "STALE_VERSION");
    let back = revert(app, &edited).await.ok();
    assert_eq!(back["drug"], drug, "as it was before");
    assert_eq!(
        app.get(&app.users.patient, "/drug/search/hand").await.ok()["total"],
        0
    );
    let again = two_drugs(app, "SALALEX").await;
    assert!(
        again.contains("No changes: the catalogue is already up to date"),
        "{again}"
    );
}

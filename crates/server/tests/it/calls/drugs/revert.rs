// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /drug/revert`

use serde_json::{Value, json};

use super::edit::{named, new_drug, save, with};
use super::register::two_drugs;
use crate::support::{Answer, TestApp, on_both};

async fn revert(app: &TestApp, drug: &Value) -> Answer {
    let body = json!({"id": drug["id"], "version": drug["version"]});
    app.put(&app.users.admin, "/drug/revert", &body).await
}

on_both!(health_canada_s_data_come_back, a_drug_of_our_own_leaves);

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

async fn a_drug_of_our_own_leaves(app: &TestApp) {
    let made = save(app, &new_drug()).await.ok();
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        let body = json!({"id": made["id"], "version": made["version"]});
        assert_eq!(app.put(by, "/drug/revert", &body).await.status, 403);
    }
    assert_eq!(revert(app, &made).await.ok(), json!({"drug": null}));
    assert_eq!(
        app.get(&app.users.patient, "/drug/search/salalol")
            .await
            .ok()["total"],
        0
    );
    revert(app, &made).await.refused(404, "NOT_FOUND");
    // And may be added again.
    let again = save(
        app,
        &with(&new_drug(), &json!({"drug_code": made["drug_code"]})),
    )
    .await
    .ok();
    assert_eq!(again["id"], made["id"]);
    assert_eq!(
        app.get(&app.users.patient, "/drug/search/salalol")
            .await
            .ok()["total"],
        1
    );
}

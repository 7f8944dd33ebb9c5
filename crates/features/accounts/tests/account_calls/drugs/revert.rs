// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /drug/revert`

use serde_json::{Value, json};

use crate::support::drugs::{new_drug, save, with};
use crate::support::{Answer, TestApp, on_both};

async fn revert(app: &TestApp, drug: &Value) -> Answer {
    let body = json!({"id": drug["id"], "version": drug["version"]});
    app.put(&app.users.admin, "/drug/revert", &body).await
}

on_both!(a_drug_of_our_own_leaves);

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

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /other-work`

use salal_clinic::lab_tests::import_file;
use serde_json::{Value, json};

use crate::support::labs::{as_file, report};
use crate::support::{TestApp, User, on_both};

async fn work(app: &TestApp, by: &User) -> Vec<Value> {
    let list = app.get(by, "/other-work").await.ok();
    list.as_array().expect("a list").clone()
}

on_both!(results_wait_for_a_doctor_until_they_are_acknowledged);

async fn results_wait_for_a_doctor_until_they_are_acknowledged(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    assert_eq!(work(app, doctor).await, Vec::<Value>::new());
    let read = as_file(report(1), async |file| {
        Box::pin(import_file(&app.ctx, file)).await
    });
    read.await.expect("reads");
    app.settle().await;
    let found = work(app, doctor).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0]["kind"], &found[0]["person"]["_id"]),
        (&json!("labtest"), &json!(app.users.patient.person))
    );
    assert_eq!(work(app, office).await, Vec::<Value>::new());
    let done = json!({"personId": app.users.patient.person, "labtestId": found[0]["_id"]});
    app.put(doctor, "/lab-test/acknowledge", &done).await.ok();
    assert_eq!(work(app, doctor).await, Vec::<Value>::new());
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        assert_eq!(app.get(by, "/other-work").await.status, 403, "{}", by.email);
    }
}

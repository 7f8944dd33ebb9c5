// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /lab-test/{personId}`

use super::import;
use crate::support::labs::{ORDER, message, patient, report, tests_of};
use crate::support::{TestApp, on_both, stable};

on_both!(
    a_doctor_reads_what_the_laboratory_said,
    the_newest_stands_first,
    doctors_only
);

async fn a_doctor_reads_what_the_laboratory_said(app: &TestApp) {
    assert!(tests_of(app, &app.users.patient).await.is_empty());
    import(app, report(1)).await.expect("a good file");
    let found = tests_of(app, &app.users.patient).await;
    insta::assert_json_snapshot!("lab_test_list", stable(&found.into()));
    assert!(tests_of(app, &app.users.other).await.is_empty());
}

async fn the_newest_stands_first(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    app.ctx.clock.advance(chrono::TimeDelta::minutes(1));
    let other = ORDER
        .replace("C-1001", "C-1002")
        .replace("LIP^Lipids", "TSH^Thyroid");
    import(
        app,
        message(&[&patient(1), &other, "OBX|1|NM|TSH^TSH^L||2.0||||||F"]),
    )
    .await
    .expect("a good file");
    let titles: Vec<_> = tests_of(app, &app.users.patient)
        .await
        .iter()
        .map(|one| one["title"].clone())
        .collect();
    assert_eq!(titles, ["Thyroid", "Lipids"]);
}

async fn doctors_only(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    let users = &app.users;
    let path = format!("/lab-test/{}", users.patient.person);
    for who in [
        &users.patient,
        &users.other,
        &users.office,
        &users.customer_service,
        &users.admin,
    ] {
        app.get(who, &path).await.refused(403, "NOT_ALLOWED");
    }
    assert_eq!(
        app.get(&users.doctor, &format!("/lab-test/{}", uuid::Uuid::nil()))
            .await
            .status,
        404
    );
    assert!(matches!(
        app.get(&users.doctor, "/lab-test/nobody").await.status,
        404 | 422
    ));
}

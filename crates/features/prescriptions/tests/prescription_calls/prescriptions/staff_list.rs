// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /prescription`: the staff's list; and the mark of what was approved before and still runs.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, User, number, on_both, sign_in_staff};

async fn found(app: &TestApp, by: &User, query: &str) -> Vec<Value> {
    let list = app.get(by, &format!("/prescription?{query}")).await.ok();
    let items = list["items"].as_array().expect("a list");
    assert_eq!(list["total"], json!(items.len()));
    items.iter().map(|row| row["_id"].clone()).collect()
}

on_both!(
    every_prescription_by_state_number_and_name,
    a_list_of_people_and_drugs_is_traced_once_an_opening,
    customer_service_reads_no_prescription,
    what_was_approved_before_and_still_runs_is_marked
);

async fn every_prescription_by_state_number_and_name(app: &TestApp) {
    let staff = [&app.users.doctor, &app.users.office, &app.users.admin];
    let paid = app.paid(1).await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let made = app.create(&app.users.other, 1).await;
    let (paid_id, made_id) = (&paid["_id"], &made["_id"]);
    for by in staff {
        assert_eq!(
            found(app, by, "").await,
            [made_id.clone(), paid_id.clone()],
            "newest first"
        );
    }
    let office = &app.users.office;
    assert_eq!(
        found(app, office, "status=PENDING").await,
        std::slice::from_ref(paid_id)
    );
    assert_eq!(
        found(app, office, "status=CANCELED").await,
        Vec::<Value>::new()
    );
    let label = paid["label"].as_str().expect("a label");
    assert_eq!(
        found(app, office, &format!("q={label}")).await,
        std::slice::from_ref(paid_id)
    );
    assert_eq!(
        found(app, office, &format!("q={}", &label[2..])).await,
        std::slice::from_ref(paid_id)
    );
    assert_eq!(found(app, office, "q=testwell").await.len(), 2);
    assert_eq!(
        found(app, office, "q=testwell&status=CREATED").await,
        std::slice::from_ref(made_id)
    );
    assert_eq!(
        found(app, office, "q=nobodyofthatname").await,
        Vec::<Value>::new()
    );
    for (query, status) in [
        ("q=te", 422),
        ("status=GONE", 422),
        ("sort=name", 422),
        ("limit=x", 400),
        ("who=me", 400),
    ] {
        assert_eq!(
            app.get(office, &format!("/prescription?{query}"))
                .await
                .status,
            status,
            "{query}"
        );
    }
    app.get(&app.users.patient, "/prescription")
        .await
        .refused(403, "NOT_ALLOWED");
}

async fn a_list_of_people_and_drugs_is_traced_once_an_opening(app: &TestApp) {
    app.paid(1).await;
    app.create(&app.users.other, 1).await;
    app.settle().await;
    let office = &app.users.office;
    let lines = || {
        number(
            &app.ctx.db,
            "select count(*) as n from audit where action = 'GET /prescription' and patient <> actor",
        )
    };
    for _ in 0..2 {
        assert_eq!(found(app, office, "").await.len(), 2);
        app.settle().await;
        assert_eq!(
            lines().await,
            2,
            "one a patient, and none for the same list once more"
        );
    }
    app.ctx.clock.advance(TimeDelta::minutes(61));
    found(app, office, "").await;
    app.settle().await;
    assert_eq!(lines().await, 4);
}

async fn customer_service_reads_no_prescription(app: &TestApp) {
    let (by, paid) = (&app.users.customer_service, app.paid(1).await);
    let (id, person) = (
        paid["_id"].as_str().expect("an id"),
        &app.users.patient.person,
    );
    for path in [
        "/prescription".to_owned(),
        "/prescription/faxed-or-refunded".into(),
        format!("/prescription/{id}"),
        format!("/prescription/person/{person}"),
        format!("/prescription/pending/person/{person}"),
        format!("/prescription/receipt/{id}"),
        format!("/prescription/invoice/{id}"),
        format!("/sleep-info/person/{person}"),
        format!("/sleep-assessment/person/{person}"),
    ] {
        app.get(by, &path).await.refused(403, "NOT_ALLOWED");
    }
}

async fn what_was_approved_before_and_still_runs_is_marked(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let first = app.signed(0).await;
    app.ctx.clock.advance(TimeDelta::minutes(5));
    let again = app.create(patient, 2).await;
    let again = app.pay(patient, &again).await;
    let marks = |seen: &Value, line: usize| seen["medications"][line]["alreadyPrescribed"].clone();
    let seen = app.see(doctor, &again["_id"]).await;
    let mark = &marks(&seen, 0)[0];
    assert_eq!(
        (&mark["prescriptionId"], &mark["label"]),
        (&first["_id"], &first["label"])
    );
    assert_eq!(
        mark["ingredient"],
        first["medications"][0]["ingredients"][0]["ingredient_name"]
    );
    assert_eq!(marks(&seen, 1), json!([]), "another ingredient");
    assert_eq!(
        marks(&app.see(doctor, &first["_id"]).await, 0),
        json!([]),
        "never by itself"
    );
    // Rejected lines are no supply, and the patient is shown no marks.
    assert_eq!(marks(&app.see(patient, &again["_id"]).await, 0), json!([]));
    // Three months and one repeat: after half a year it has run out.
    app.ctx.clock.advance(TimeDelta::days(181));
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    assert_eq!(marks(&app.see(doctor, &again["_id"]).await, 0), json!([]));
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /audit`, `GET /audit/csv`, `GET /audit/patients`, `GET /audit/accessedBy`, `POST /audit`

use serde_json::{Value, json};

use crate::support::{TestApp, on_both, once, stable};

async fn find(app: &TestApp, filters: Value) -> Value {
    app.put(&app.users.admin, "/audit", &filters).await.ok()
}

fn items(page: &Value) -> &Vec<Value> {
    page["items"].as_array().expect("a list")
}

on_both!(
    finds_by_patient_staff_and_day,
    comes_in_pages_newest_first,
    choices_are_searched,
    an_access_told_of_is_there_once
);

once!(refuses_days_that_make_no_sense);

async fn finds_by_patient_staff_and_day(app: &TestApp) {
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    for by in [doctor, office] {
        app.get(by, &format!("/person/{}", patient.person))
            .await
            .ok();
    }
    app.get(doctor, &format!("/person/{}", app.users.other.person))
        .await
        .ok();
    let one = find(
        app,
        json!({"patient": patient.person, "accessedBy": office.person}),
    )
    .await;
    assert_eq!((items(&one).len(), &one["total"]), (1, &json!(1)), "{one}");
    insta::assert_json_snapshot!("audit_search", stable(&one));
    // As filters of an inner object, which is the other reading of the contract.
    let inner = find(
        app,
        json!({"filters": {"patient": patient.person, "accessedBy": office.person}}),
    )
    .await;
    assert_eq!(items(&inner), items(&one));
    let today = salal_domain::days::vancouver_day(app.ctx.now());
    let all = find(
        app,
        json!({"accessedBy": doctor.person, "startDate": today, "endDate": today, "limit": 100}),
    )
    .await;
    assert!(items(&all).len() >= 2, "{all}");
    let before = today - chrono::Days::new(1);
    let none = find(
        app,
        json!({"accessedBy": doctor.person, "startDate": before, "endDate": before}),
    )
    .await;
    assert_eq!(
        (items(&none).len(), &none["total"], &none["nextCursor"]),
        (0, &json!(0), &Value::Null)
    );
}

async fn comes_in_pages_newest_first(app: &TestApp) {
    let patient = &app.users.patient;
    for _ in 0..4 {
        app.get(&app.users.doctor, &format!("/person/{}", patient.person))
            .await
            .ok();
    }
    let asked = |cursor: &Value| json!({"patient": patient.person, "limit": 3, "cursor": cursor});
    let (mut cursor, mut seen) = (Value::Null, Vec::new());
    loop {
        let page = find(app, asked(&cursor)).await;
        seen.extend(
            items(&page)
                .iter()
                .map(|line| (line["createdAt"].clone(), line["_id"].clone())),
        );
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
        assert_eq!(items(&page).len(), 3);
    }
    assert!(seen.len() >= 4);
    let newest_first = |pair: &[(Value, Value)]| {
        pair[0].0.as_str() >= pair[1].0.as_str() && pair[0].1 != pair[1].1
    };
    assert!(seen.windows(2).all(newest_first), "{seen:?}");
    // A page of one search is no page of another.
    let first = find(app, asked(&Value::Null)).await;
    let other = json!({"patient": app.users.other.person, "cursor": first["nextCursor"]});
    app.put(&app.users.admin, "/audit", &other)
        .await
        .refused(400, "MALFORMED");
}

async fn refuses_days_that_make_no_sense(app: &TestApp) {
    let admin = &app.users.admin;
    let tomorrow = salal_domain::days::vancouver_day(app.ctx.now()) + chrono::Days::new(1);
    let late = app
        .put(admin, "/audit", &json!({"endDate": tomorrow}))
        .await;
    assert_eq!(late.fields(), ["endDate"]);
    let turned = app
        .put(
            admin,
            "/audit",
            &json!({"startDate": "2026-03-02", "endDate": "2026-03-01"}),
        )
        .await;
    assert_eq!(turned.fields(), ["startDate", "endDate"]);
    for odd in [
        json!({"startDate": "2026-02-30"}),
        json!({"patient": "somebody"}),
        json!({"who": 1}),
    ] {
        assert_eq!(app.put(admin, "/audit", &odd).await.status, 400, "{odd}");
    }
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(
            app.put(by, "/audit", &json!({})).await.status,
            403,
            "{}",
            by.email
        );
    }
}

async fn choices_are_searched(app: &TestApp) {
    let (admin, patient, doctor) = (&app.users.admin, &app.users.patient, &app.users.doctor);
    app.get(doctor, &format!("/person/{}", patient.person))
        .await
        .ok();
    let has = |list: &Value, id: &str| {
        list.as_array()
            .expect("a list")
            .iter()
            .any(|one| one["_id"] == json!(id))
    };
    assert!(has(
        &app.get(admin, "/audit/patients").await.ok(),
        &patient.person
    ));
    let person = app
        .get(doctor, &format!("/person/{}", patient.person))
        .await
        .ok();
    let name = person["LastName"].as_str().expect("a name").to_lowercase();
    assert!(has(
        &app.get(admin, &format!("/audit/patients?q={name}"))
            .await
            .ok(),
        &patient.person
    ));
    assert!(!has(
        &app.get(admin, "/audit/patients?q=zzzqqq").await.ok(),
        &patient.person
    ));
    let staff = app.get(admin, "/audit/accessedBy").await.ok();
    assert!(
        has(&staff, &doctor.person) && has(&staff, &admin.person) && !has(&staff, &patient.person)
    );
    assert_eq!(
        app.get(admin, "/audit/accessedBy?q=zzzqqq").await.ok(),
        json!([])
    );
}

async fn an_access_told_of_is_there_once(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let by = json!({"patient": patient.person, "accessedBy": doctor.person, "limit": 100});
    let before = items(&find(app, by.clone()).await).len();
    let told = json!({"patientId": patient.person, "accessedBy": doctor.person});
    for _ in 0..3 {
        assert_eq!(app.post(doctor, "/audit", &told).await.status, 201);
    }
    assert_eq!(items(&find(app, by).await).len(), before + 1);
    let forged = json!({"patientId": patient.person, "accessedBy": app.users.office.person});
    assert_eq!(app.post(doctor, "/audit", &forged).await.status, 403);
    let nobody = json!({"patientId": uuid::Uuid::nil()});
    assert_eq!(app.post(doctor, "/audit", &nobody).await.status, 404);
}

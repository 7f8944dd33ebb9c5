// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /lab-test/exceptions`, `PUT /lab-test/exceptions/file`, `PUT /lab-test/exceptions/set-aside`

use serde_json::{Value, json};

use super::import;
use crate::support::labs::{LDL, ORDER, message, patient, report, tests_of};
use crate::support::{TestApp, on_both, stable};

const LIST: &str = "/lab-test/exceptions";
const FILE: &str = "/lab-test/exceptions/file";
const ASIDE: &str = "/lab-test/exceptions/set-aside";

on_both!(
    a_doctor_files_what_waits,
    a_doctor_sets_aside_what_is_nobodys,
    an_order_of_another_patient_is_refused,
    pages_hold_all_of_them_once,
    doctors_only_and_only_what_is_there
);

async fn a_doctor_files_what_waits(app: &TestApp) {
    let (person, doctor) = (&app.users.patient, &app.users.doctor);
    let born_otherwise = patient(1).replace("19680409", "19680904");
    import(app, message(&[&born_otherwise, ORDER, LDL]))
        .await
        .expect("a good file");
    let list = app.get(doctor, LIST).await.ok();
    insta::assert_json_snapshot!("lab_exceptions", stable(&list));
    let one = &list["items"][0];
    assert_eq!(one["candidates"][0]["_id"], person.person.as_str());
    let body = json!({"exceptionId": one["_id"], "personId": person.person});
    let filed = app.put(doctor, FILE, &body).await.ok();
    assert_eq!(tests_of(app, person).await, [filed]);
    assert_eq!(app.get(doctor, LIST).await.ok()["total"], 0);
    // Once.
    app.put(&app.users.second_doctor, FILE, &body)
        .await
        .refused(409, "SETTLED");
    app.put(
        doctor,
        ASIDE,
        &json!({"exceptionId": one["_id"], "note": "Twice."}),
    )
    .await
    .refused(409, "SETTLED");
    // Filed to somebody else after an answer that was lost: told what was done, not that earlier results are another's.
    let other = json!({"exceptionId": one["_id"], "personId": app.users.other.person});
    let said = app.put(doctor, FILE, &other).await.refused(409, "SETTLED");
    let said = said["message"].as_str().unwrap_or_default();
    assert!(said.starts_with("You filed this report already."), "{said}");
    assert!(tests_of(app, &app.users.other).await.is_empty());
    assert_eq!(tests_of(app, person).await.len(), 1);
    // The same report in another file is known.
    let again = import(app, message(&[&born_otherwise, ORDER, LDL]) + "\r")
        .await
        .expect("a good file");
    assert!(again.contains("1 known already"), "{again}");
}

async fn a_doctor_sets_aside_what_is_nobodys(app: &TestApp) {
    let doctor = &app.users.doctor;
    import(app, report(77)).await.expect("a good file");
    let one = app.get(doctor, LIST).await.ok()["items"][0].clone();
    assert_eq!(
        (&one["reason"], &one["candidates"]),
        (&json!("No patient has this health number."), &json!([]))
    );
    for note in ["", "   ", "x".repeat(501).as_str()] {
        assert_eq!(
            app.put(
                doctor,
                ASIDE,
                &json!({"exceptionId": one["_id"], "note": note})
            )
            .await
            .fields(),
            ["note"]
        );
    }
    let body = json!({"exceptionId": one["_id"], "note": "The laboratory mixed us up."});
    assert_eq!(app.put(doctor, ASIDE, &body).await.status, 204);
    assert_eq!(app.get(doctor, LIST).await.ok()["total"], 0);
    // It is kept: the same report does not come back.
    let again = import(app, report(77) + "\r").await.expect("a good file");
    assert!(again.contains("1 known already"), "{again}");
}

async fn an_order_of_another_patient_is_refused(app: &TestApp) {
    let doctor = &app.users.doctor;
    import(app, report(1)).await.expect("a good file");
    import(app, report(2).replace("C-1002", "C-1001"))
        .await
        .expect("a good file");
    let one = app.get(doctor, LIST).await.ok()["items"][0].clone();
    let body = json!({"exceptionId": one["_id"], "personId": app.users.other.person});
    app.put(doctor, FILE, &body)
        .await
        .refused(409, "OTHER_PATIENT");
    assert!(tests_of(app, &app.users.other).await.is_empty());
}

async fn pages_hold_all_of_them_once(app: &TestApp) {
    let doctor = &app.users.doctor;
    let reports: String = (0..45)
        .map(|n| report(77).replace("C-1077", &format!("E-{n}")))
        .collect();
    import(app, reports).await.expect("a good file");
    let (mut path, mut orders) = (LIST.to_owned(), Vec::new());
    loop {
        let page = app.get(doctor, &path).await.ok();
        assert_eq!(page["total"], 45);
        orders.extend(
            page["items"]
                .as_array()
                .expect("items")
                .iter()
                .map(|one| one["order"].clone()),
        );
        let Value::String(cursor) = &page["nextCursor"] else {
            break;
        };
        path = format!("{LIST}?cursor={}", cursor.replace('+', "%2B"));
    }
    let wanted: Vec<Value> = (0..45).map(|n| json!(format!("E-{n}"))).collect();
    assert_eq!(orders, wanted);
    app.get(doctor, &format!("{LIST}?cursor=x"))
        .await
        .refused(400, "MALFORMED");
}

async fn doctors_only_and_only_what_is_there(app: &TestApp) {
    import(app, report(77)).await.expect("a good file");
    let (users, nothing) = (&app.users, uuid::Uuid::nil());
    let one = app.get(&users.doctor, LIST).await.ok()["items"][0]["_id"].clone();
    for who in [
        &users.patient,
        &users.office,
        &users.customer_service,
        &users.admin,
    ] {
        app.get(who, LIST).await.refused(403, "NOT_ALLOWED");
        app.put(
            who,
            FILE,
            &json!({"exceptionId": one, "personId": users.patient.person}),
        )
        .await
        .refused(403, "NOT_ALLOWED");
        app.put(who, ASIDE, &json!({"exceptionId": one, "note": "No."}))
            .await
            .refused(403, "NOT_ALLOWED");
    }
    assert_eq!(
        app.put(
            &users.doctor,
            FILE,
            &json!({"exceptionId": one, "personId": nothing})
        )
        .await
        .status,
        404
    );
    assert_eq!(
        app.put(
            &users.doctor,
            FILE,
            &json!({"exceptionId": nothing, "personId": users.patient.person})
        )
        .await
        .status,
        404
    );
    assert_eq!(
        app.put(
            &users.doctor,
            ASIDE,
            &json!({"exceptionId": nothing, "note": "No."})
        )
        .await
        .status,
        404
    );
}

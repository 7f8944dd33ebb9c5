// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /lab-test/acknowledge`

use serde_json::json;

use super::{import, told};
use crate::support::labs::{LDL, ORDER, message, patient, report, tests_of};
use crate::support::{TestApp, on_both};

const PATH: &str = "/lab-test/acknowledge";

on_both!(
    a_doctor_says_once_that_it_is_read,
    what_the_laboratory_corrected_is_not_signed_for,
    a_replaced_version_that_was_acknowledged_stays_so,
    nobody_else_and_nothing_else
);

async fn a_doctor_says_once_that_it_is_read(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let test = tests_of(app, patient).await.remove(0);
    let told = told(app).await;
    assert_eq!((told.len(), &told[0]["labtest"]), (1, &test["_id"]));
    assert_eq!(told[0]["isRead"], false);
    let body =
        json!({"personId": patient.person, "messageId": told[0]["_id"], "labtestId": test["_id"]});
    let seen = app.put(doctor, PATH, &body).await.ok();
    assert_eq!(seen["acknowledgedBy"]["_id"], doctor.person.as_str());
    assert_eq!(super::told(app).await[0]["isRead"], true);
    // Another doctor, and another click, find it done by the first.
    app.ctx.clock.advance(chrono::TimeDelta::minutes(5));
    let again = app
        .put(
            &app.users.second_doctor,
            PATH,
            &json!({"personId": patient.person, "labtestId": test["_id"]}),
        )
        .await
        .ok();
    assert_eq!(
        (&again["acknowledgedAt"], &again["acknowledgedBy"]),
        (&seen["acknowledgedAt"], &seen["acknowledgedBy"])
    );
}

async fn what_the_laboratory_corrected_is_not_signed_for(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    let (patient_user, doctor) = (&app.users.patient, &app.users.doctor);
    let first = tests_of(app, patient_user).await.remove(0);
    let corrected = LDL.replace("3.9", "3.1").replace("|H|||F", "||||C");
    import(app, message(&[&patient(1), ORDER, &corrected]))
        .await
        .expect("a good file");
    let body = json!({"personId": patient_user.person, "labtestId": first["_id"]});
    let refused = app.put(doctor, PATH, &body).await;
    refused.refused(409, "STALE_VERSION");
    let now = tests_of(app, patient_user).await.remove(0);
    assert_eq!(now["acknowledgedAt"], serde_json::Value::Null);
    // The message about the first report leads to the second one.
    let about_first = told(app)
        .await
        .into_iter()
        .find(|one| one["labtest"] == first["_id"])
        .expect("a message");
    let body = json!({"personId": patient_user.person, "messageId": about_first["_id"], "labtestId": now["_id"]});
    app.put(doctor, PATH, &body).await.ok();
}

async fn a_replaced_version_that_was_acknowledged_stays_so(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    let (patient_user, doctor) = (&app.users.patient, &app.users.doctor);
    let first = tests_of(app, patient_user).await.remove(0);
    app.put(
        doctor,
        PATH,
        &json!({"personId": patient_user.person, "labtestId": first["_id"]}),
    )
    .await
    .ok();
    import(
        app,
        message(&[
            &patient(1),
            ORDER,
            &LDL.replace("3.9", "3.1").replace("|||F", "|||C"),
        ]),
    )
    .await
    .expect("a good file");
    let now = tests_of(app, patient_user).await.remove(0);
    assert_eq!(
        (&now["version"], &now["acknowledgedAt"]),
        (&json!(2), &serde_json::Value::Null)
    );
    assert_eq!(
        now["earlier"][0]["acknowledgedBy"]["_id"],
        doctor.person.as_str()
    );
    assert_eq!(now["earlier"][0]["items"], first["items"]);
}

async fn nobody_else_and_nothing_else(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    let (patient, other, doctor) = (&app.users.patient, &app.users.other, &app.users.doctor);
    let test = tests_of(app, patient).await.remove(0);
    let body = json!({"personId": patient.person, "labtestId": test["_id"]});
    for who in [
        patient,
        &app.users.office,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        app.put(who, PATH, &body).await.refused(403, "NOT_ALLOWED");
    }
    // The test of one patient under the name of another, and a message about something else.
    assert_eq!(
        app.put(
            doctor,
            PATH,
            &json!({"personId": other.person, "labtestId": test["_id"]})
        )
        .await
        .status,
        404
    );
    for message in [json!(uuid::Uuid::nil()), test["_id"].clone()] {
        let body =
            json!({"personId": patient.person, "labtestId": test["_id"], "messageId": message});
        assert_eq!(app.put(doctor, PATH, &body).await.status, 404);
    }
    assert_eq!(
        app.put(doctor, PATH, &json!({"personId": patient.person}))
            .await
            .status,
        400
    );
    let seen = tests_of(app, patient).await.remove(0);
    assert_eq!(seen["acknowledgedAt"], serde_json::Value::Null);
}

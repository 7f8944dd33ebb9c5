// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /tele-plan/bill`, `GET` and `PUT /tele-plan/bill/{id}`

use sea_orm::ConnectionTrait as _;
use serde_json::json;

use super::{billed, paid_by, path, visit};
use crate::support::{TestApp, on_both, stable};

on_both!(
    bills_a_visit_once,
    each_refusal,
    bill_and_encounter_name_the_doctor_who_saw_the_patient,
    an_encounter_names_who_saw_the_patient_and_the_bill_follows,
    an_unpaid_request_is_not_billed,
    a_cancelled_request_is_not_billed_once_its_fee_was_returned,
    a_change_keeps_its_history_and_overwrites_nobody
);

async fn bills_a_visit_once(app: &TestApp) {
    let prescription = paid_by(app, &app.users.patient).await;
    app.settle().await;
    let body = visit(app, &prescription, "401");
    let answer = app
        .post(&app.users.doctor, "/tele-plan/bill", &body)
        .await
        .ok();
    assert_eq!(answer["message"], "Save bill information successfully");
    let mut bill = stable(&answer["bill"]);
    bill["serviceDate"] = "[day]".into();
    bill["prescription"]["label"] = "[label]".into();
    insta::assert_json_snapshot!("bill", bill);
    let again = app
        .post(&app.users.second_doctor, "/tele-plan/bill", &body)
        .await
        .ok();
    assert_eq!(
        (again["isExistBill"].clone(), again["message"].clone()),
        (json!(true), json!("Bill already exists"))
    );
    assert_eq!(again["bill"], json!(null));
    // The visit is on record with the prescription.
    let seen = app.see(&app.users.doctor, &prescription["_id"]).await;
    assert_eq!(seen["encounters"][0]["kind"], "phone");
    let read = app.get(&app.users.admin, &path(&answer["bill"])).await.ok();
    assert_eq!(read["history"][0]["text"], "Billed");
}

async fn each_refusal(app: &TestApp) {
    let doctor = &app.users.doctor;
    let prescription = paid_by(app, &app.users.patient).await;
    app.settle().await;
    let good = visit(app, &prescription, "401");
    let with = |field: &str, value: serde_json::Value| {
        let mut body = good.clone();
        body["billObj"][field] = value;
        body
    };
    for (field, value) in [
        ("diagnosisCode", json!("")),
        ("diagnosisCode", json!("ZZZZ")),
        ("serviceCode", json!("13437")),
        ("serviceCode", json!("13037")),
        ("serviceStartTime", json!("2099-01-01T10:00:00Z")),
        ("serviceEndTime", json!("2020-01-01T10:00:00Z")),
    ] {
        let fields = app
            .post(doctor, "/tele-plan/bill", &with(field, value))
            .await
            .fields();
        assert!(fields.contains(&field.to_owned()), "{field}: {fields:?}");
    }
    // The record of one patient under the name of another.
    let other = with("personId", json!(app.users.other.person));
    app.post(doctor, "/tele-plan/bill", &other)
        .await
        .refused(404, "NOT_FOUND");
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        assert_eq!(app.post(by, "/tele-plan/bill", &good).await.status, 403);
    }
    // Nobody took it up, so the office has no doctor to bill for.
    app.post(&app.users.office, "/tele-plan/bill", &good)
        .await
        .refused(409, "NO_PRACTITIONER");
    app.acknowledge(doctor, &prescription).await;
    app.post(&app.users.office, "/tele-plan/bill", &good)
        .await
        .ok();
}

async fn bill_and_encounter_name_the_doctor_who_saw_the_patient(app: &TestApp) {
    let (first, second) = (&app.users.doctor, &app.users.second_doctor);
    let prescription = paid_by(app, &app.users.patient).await;
    app.settle().await;
    app.acknowledge(first, &prescription).await;
    let body = visit(app, &prescription, "401");
    // The other doctor presses the button for a visit of the first one's.
    let answer = app.post(second, "/tele-plan/bill", &body).await.ok();
    assert_eq!(answer["bill"]["practitioner"]["_id"], json!(first.person));
    let met = app.see(first, &prescription["_id"]).await["encounters"][0].clone();
    assert_eq!(
        (&met["by"]["_id"], &met["recordedBy"]["_id"]),
        (&json!(first.person), &json!(second.person))
    );
}

async fn an_encounter_names_who_saw_the_patient_and_the_bill_follows(app: &TestApp) {
    let (first, second) = (&app.users.doctor, &app.users.second_doctor);
    let prescription = paid_by(app, &app.users.patient).await;
    app.settle().await;
    app.acknowledge(first, &prescription).await;
    let visit = visit(app, &prescription, "401");
    let mut met = json!({"prescriptionId": prescription["_id"], "kind": "phone",
            "start": visit["billObj"]["serviceStartTime"], "end": visit["billObj"]["serviceEndTime"]});
    // The front desk writes down a call of the doctor who took it up, or of one whom it names.
    let by_desk = app
        .put(&app.users.office, "/prescription/encounter", &met)
        .await
        .ok();
    assert_eq!(by_desk["encounters"][0]["by"]["_id"], json!(first.person));
    assert_eq!(
        by_desk["encounters"][0]["recordedBy"]["_id"],
        json!(app.users.office.person)
    );
    met["seenBy"] = json!(app.users.patient.person);
    assert_eq!(
        app.put(&app.users.office, "/prescription/encounter", &met)
            .await
            .fields(),
        ["seenBy"]
    );
    met["seenBy"] = json!(second.person);
    met["start"] = super::ago(app, 5).into();
    app.put(&app.users.office, "/prescription/encounter", &met)
        .await
        .ok();
    let answer = app
        .post(&app.users.office, "/tele-plan/bill", &visit)
        .await
        .ok();
    assert_eq!(answer["bill"]["practitioner"]["_id"], json!(second.person));
}

async fn an_unpaid_request_is_not_billed(app: &TestApp) {
    let made = app.create(&app.users.patient, 1).await;
    app.post(
        &app.users.doctor,
        "/tele-plan/bill",
        &visit(app, &made, "401"),
    )
    .await
    .refused(409, "NOT_OPEN");
}

async fn a_cancelled_request_is_not_billed_once_its_fee_was_returned(app: &TestApp) {
    let patient = &app.users.patient;
    let made = app.create(patient, 1).await;
    let cancel = json!({"prescriptionId": made["_id"]});
    app.put(patient, "/prescription/cancel", &cancel).await.ok();
    let sql = "UPDATE prescription SET status = 'REFUNDED'";
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the fee is returned");
    let visit = visit(app, &made, "401");
    app.post(&app.users.doctor, "/tele-plan/bill", &visit)
        .await
        .refused(409, "NOT_OPEN");
}

async fn a_change_keeps_its_history_and_overwrites_nobody(app: &TestApp) {
    let admin = &app.users.admin;
    let bill = billed(app, &app.users.patient, "401").await;
    let change = |code: &str, version: i64| {
        json!({"version": version, "billObj": {
            "diagnosisCode": code, "serviceCode": "13537", "note": "Seen by telephone",
            "serviceStartTime": bill["serviceStartTime"], "serviceEndTime": bill["serviceEndTime"],
        }})
    };
    let changed = app.put(admin, &path(&bill), &change("250", 1)).await.ok();
    assert_eq!(
        (changed["diagnosisCode"].clone(), changed["version"].clone()),
        (json!("250"), json!(2))
    );
    assert_eq!(
        changed["history"][1]["detail"],
        "Diagnosis 401 to 250. Note changed"
    );
    let stale = app
        .put(admin, &path(&bill), &change("311", 1))
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(stale["current"]["diagnosisCode"], "250");
    app.put(admin, &path(&bill), &change("", 2)).await.fields();
    assert_eq!(
        app.put(&app.users.doctor, &path(&bill), &change("311", 2))
            .await
            .status,
        403
    );
    assert_eq!(app.get(&app.users.office, &path(&bill)).await.status, 403);
    let nobody = format!("/tele-plan/bill/{}", uuid::Uuid::nil());
    app.get(admin, &nobody).await.refused(404, "NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_billed_while_the_flag_is_off() {
    let off = |settings: &mut salal_platform::settings::Settings| settings.features.billing = false;
    let app = TestApp::with(&crate::TESTED, salal_db::Engine::Sqlite, off).await;
    // What stands there is read by every administrator (decision 17), and classes keep their codes.
    for path in [
        "/tele-plan/remittance",
        "/tele-plan/remittance-months",
        "/tele-plan/balance",
        "/tele-plan/status-retrieved",
        "/medication-bill",
        "/icd/name/hyper",
    ] {
        app.get(&app.users.admin, path).await.ok();
    }
    app.get(&app.users.admin, "/tele-plan/claim-numbers")
        .await
        .refused(404, "BILLING_OFF");
}

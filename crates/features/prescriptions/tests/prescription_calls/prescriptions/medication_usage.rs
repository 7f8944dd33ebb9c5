// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/medication/medication-usage` (doctor), `PUT /prescription/medication/usage` (office),
//! `PUT /prescription/dr-pharmacy`

use serde_json::{Value, json};

use crate::support::{TestApp, on_both, stable, usage};

const DOCTOR: &str = "/prescription/medication/medication-usage";
const OFFICE: &str = "/prescription/medication/usage";

fn edit(seen: &Value, change: &[(&str, Value)]) -> Value {
    let mut usage = usage();
    for (field, value) in change {
        usage[*field] = value.clone();
    }
    let line = &seen["medications"][0];
    json!({"prescription": {"_id": seen["_id"]}, "medication": {"_id": line["_id"], "version": line["version"]}, "usage": usage})
}

on_both!(
    the_history_keeps_every_change,
    a_total_is_computed_or_typed,
    refusals,
    the_doctors_pharmacy
);

async fn the_history_keeps_every_change(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let seen = app
        .put(
            &app.users.office,
            OFFICE,
            &edit(&seen, &[("frequency", json!("Twice a day"))]),
        )
        .await
        .ok();
    let mut other_drug = edit(
        &seen,
        &[("frequency", json!("Twice a day")), ("repeat", json!(3))],
    );
    other_drug["medication"]["drugId"] = app.users.samples.drugs[2]["_id"].clone();
    let seen = app.put(doctor, DOCTOR, &other_drug).await.ok();
    insta::assert_json_snapshot!("edited", stable(&seen["medications"][0]));
    // Saving what stands already makes no line in the history.
    let same = app
        .put(doctor, DOCTOR, &{
            let mut body = edit(
                &seen,
                &[("frequency", json!("Twice a day")), ("repeat", json!(3))],
            );
            body["medication"]["drugId"] = app.users.samples.drugs[2]["_id"].clone();
            body
        })
        .await
        .ok();
    assert_eq!(
        same["medications"][0]["changes"],
        seen["medications"][0]["changes"]
    );
}

async fn a_total_is_computed_or_typed(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    assert_eq!(seen["medications"][0]["toDispense"]["figures"], "90");
    let mut body = edit(&seen, &[]);
    body["toDispense"] = json!("45 tablets");
    let typed = app.put(doctor, DOCTOR, &body).await.ok();
    let total = &typed["medications"][0]["toDispense"];
    assert_eq!(
        (&total["figures"], &total["typed"]),
        (&json!("45"), &json!(true))
    );
    for bad in [
        "none",
        "0",
        "-4",
        "ninety tablets",
        "1e9",
        "1,000 mL",
        "1.23456 mL",
    ] {
        let mut body = edit(&typed, &[]);
        body["toDispense"] = bad.into();
        let answer = app.put(doctor, DOCTOR, &body).await;
        assert_eq!(answer.status, 422, "{bad}");
        assert_eq!(answer.fields(), ["toDispense"], "{bad}");
    }
    let mut body = edit(&typed, &[]);
    body["toDispense"] = json!("");
    assert_eq!(
        app.put(doctor, DOCTOR, &body).await.ok()["medications"][0]["toDispense"]["typed"],
        false
    );
}

async fn refusals(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    for (field, value) in [
        ("quantity", json!("")),
        ("frequency", json!("Hourly")),
        ("duration", json!("")),
        ("repeat", json!(101)),
    ] {
        let answer = app
            .put(doctor, DOCTOR, &edit(&seen, &[(field, value.clone())]))
            .await;
        assert_eq!(answer.status, 422, "{field} = {value}: {}", answer.body);
    }
    let mut drug = edit(&seen, &[]);
    drug["medication"]["drugId"] = app.users.samples.drugs[1]["_id"].clone();
    app.put(office, OFFICE, &drug)
        .await
        .refused(403, "NOT_ALLOWED");
    drug["medication"]["drugId"] = json!(uuid::Uuid::nil());
    assert_eq!(app.put(doctor, DOCTOR, &drug).await.fields(), ["drugId"]);
    app.put(doctor, OFFICE, &edit(&seen, &[]))
        .await
        .refused(403, "NOT_ALLOWED");
    app.put(office, DOCTOR, &edit(&seen, &[]))
        .await
        .refused(403, "NOT_ALLOWED");
    assert_eq!(
        app.see(doctor, &seen["_id"]).await["medications"],
        seen["medications"]
    );
}

async fn the_doctors_pharmacy(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let choose = |pharmacy: Value| {
        let id = seen["_id"].clone();
        async move {
            app.put(
                doctor,
                "/prescription/dr-pharmacy",
                &json!({"prescription": {"_id": id, "drPharmacy": pharmacy}}),
            )
            .await
        }
    };
    let wanted = &app.users.samples.second_pharmacy["_id"];
    assert_eq!(
        &choose(json!({"_id": wanted})).await.ok()["drPharmacy"]["_id"],
        wanted
    );
    assert!(matches!(
        choose(json!({"_id": uuid::Uuid::nil()})).await.status,
        404 | 422
    ));
    assert_eq!(choose(Value::Null).await.ok()["drPharmacy"], Value::Null);
}

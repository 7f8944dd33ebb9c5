// SPDX-License-Identifier: AGPL-3.0-or-later

//! A doctor's explicit act for a drug of a crossed-out class (decision 157): asked for, written into the
//! line's history and the audit, good for that drug on that line.

use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, on_both, usage};

/// Entries of the catalogue under a name.
async fn found(app: &TestApp, name: &str) -> Value {
    app.get(&app.users.doctor, &format!("/drug/name/{name}"))
        .await
        .ok()[0]
        .clone()
}

async fn edit(app: &TestApp, by: &User, seen: &Value, drug: &Value, act: Value) -> Answer {
    let line = &seen["medications"][0];
    let mut body = json!({
        "prescription": {"_id": seen["_id"]}, "usage": usage(),
        "medication": {"_id": line["_id"], "version": line["version"], "drugId": drug["_id"]},
    });
    if !act.is_null() {
        body["exception"] = act;
    }
    app.put(by, "/prescription/medication/medication-usage", &body)
        .await
}

on_both!(
    a_reason_goes_all_the_way_to_the_pharmacy,
    a_reason_is_for_one_drug,
    a_class_crossed_out_since_the_request_is_approved_with_a_reason
);

async fn a_reason_goes_all_the_way_to_the_pharmacy(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let amoxicillin = found(app, "amoxicillin").await;
    let refused = edit(app, doctor, &seen, &amoxicillin, Value::Null)
        .await
        .refused(409, "NEEDS_REASON");
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("AMOXICILLIN is crossed out.")),
        "{refused}"
    );
    for (act, field) in [
        (json!({"code": "BECAUSE"}), "exception.code"),
        (json!({"code": "OTHER", "text": " "}), "exception.text"),
        (
            json!({"code": "SPECIALIST", "text": "é".repeat(501)}),
            "exception.text",
        ),
    ] {
        assert_eq!(
            edit(app, doctor, &seen, &amoxicillin, act).await.fields(),
            [field]
        );
    }
    let act = json!({"code": "SPECIALIST", "text": " Since March "});
    let seen = edit(app, doctor, &seen, &amoxicillin, act).await.ok();
    let line = &seen["medications"][0];
    assert_eq!(
        (
            &line["name"],
            &line["needsReason"],
            &line["neverPrescribed"]
        ),
        (&json!("AMOXICILLIN"), &Value::Null, &Value::Null)
    );
    let change = &line["changes"][1];
    assert_eq!(change["kind"], "drug");
    assert_eq!(
        change["exception"],
        json!({"code": "SPECIALIST", "reason": "A specialist started it", "text": "Since March"})
    );
    assert_eq!(change["by"]["_id"], doctor.person.as_str());
    // The patient sees the drug, not the doctor's words.
    let theirs = app.see(patient, &seen["_id"]).await;
    assert_eq!(
        theirs["medications"][0]["changes"][1]["exception"],
        Value::Null
    );
    // The audit says so.
    let log = app
        .get(patient, &format!("/person/access-log/{}", patient.person))
        .await
        .ok();
    let said = "Changed a medication, of a class that is crossed out: A specialist started it";
    assert!(
        log["items"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["what"] == said)),
        "{log}"
    );
    // No further reason is asked for the same drug on this line.
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let signed = app.sign(doctor, &seen).await["prescription"].clone();
    app.fax(doctor, &signed).await;
    app.settle().await;
    assert_eq!(app.see(doctor, &seen["_id"]).await["status"], "FAXED");
}

async fn a_reason_is_for_one_drug(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let (amoxicillin, ciprofloxacin) = (
        found(app, "amoxicillin").await,
        found(app, "ciprofloxacin").await,
    );
    let act = json!({"code": "ASSESSED"});
    let seen = edit(app, doctor, &seen, &amoxicillin, act.clone())
        .await
        .ok();
    edit(app, doctor, &seen, &ciprofloxacin, Value::Null)
        .await
        .refused(409, "NEEDS_REASON");
    let seen = edit(app, doctor, &seen, &ciprofloxacin, act).await.ok();
    // Back to the first one: its reason was for then.
    edit(app, doctor, &seen, &amoxicillin, Value::Null)
        .await
        .refused(409, "NEEDS_REASON");
    // A drug that nothing speaks against takes no reason along.
    let plain = app.users.samples.drugs[2].clone();
    let seen = edit(app, doctor, &seen, &plain, json!({"code": "ASSESSED"}))
        .await
        .ok();
    let changes = seen["medications"][0]["changes"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(
        changes.last().expect("the newest")["exception"],
        Value::Null
    );
    // Controlled substances: whatever the reason.
    let lorazepam = app.users.samples.crossed_out.clone();
    let refused = edit(app, doctor, &seen, &lorazepam, json!({"code": "ASSESSED"})).await;
    assert_eq!(refused.body["code"], "NEVER_PRESCRIBED");
    assert_eq!(refused.fields(), ["drugId"]);
    // Emergency contraception is crossed out by its name.
    let plan_b = found(app, "plan b").await;
    edit(app, doctor, &seen, &plan_b, Value::Null)
        .await
        .refused(409, "NEEDS_REASON");
}

async fn a_class_crossed_out_since_the_request_is_approved_with_a_reason(app: &TestApp) {
    let (doctor, admin) = (&app.users.doctor, &app.users.admin);
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let class = seen["medications"][0]["tc_ahfs_numbers"][0].clone();
    app.post(
        admin,
        "/medication-filter",
        &json!({"tc_ahfs_number": class, "status": "CROSS_OUT", "activeList": []}),
    )
    .await
    .ok();
    app.decide(doctor, &seen, 0, json!("Approved"))
        .await
        .refused(409, "NEEDS_REASON");
    let line = &seen["medications"][0];
    let body = json!({
        "prescription": {"_id": seen["_id"]}, "status": "Approved", "exception": {"code": "CONTINUING"},
        "medication": {"_id": line["_id"], "version": line["version"]},
    });
    let seen = app
        .put(doctor, "/prescription/medication/updateStatus", &body)
        .await
        .ok();
    let changes = &seen["medications"][0]["changes"];
    assert_eq!(
        (&changes[1]["kind"], &changes[1]["exception"]["code"]),
        (&json!("exception"), &json!("CONTINUING"))
    );
    assert_eq!(seen["medications"][0]["status"], "Approved");
    app.sign(doctor, &seen).await;
    // It may be rejected without any.
    let other = app.see(doctor, &seen["_id"]).await;
    app.decide(doctor, &other, 0, json!("Rejected")).await.ok();
}

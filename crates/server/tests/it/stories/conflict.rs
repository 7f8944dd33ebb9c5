// SPDX-License-Identifier: AGPL-3.0-or-later

//! Two doctors, two devices: whoever comes second learns what the first did, and overwrites nothing.

use serde_json::{Value, json};

use crate::support::{TestApp, line, on_both, strokes, usage};

on_both!(
    two_doctors_decide_the_same_line,
    two_doctors_at_the_same_moment,
    an_edit_over_an_edit,
    a_change_takes_the_signature_back,
    two_devices_write_one_draft
);

async fn two_doctors_decide_the_same_line(app: &TestApp) {
    let (first, second) = (&app.users.doctor, &app.users.second_doctor);
    let seen = app.acknowledge(first, &app.paid(2).await).await;
    app.decide(first, &seen, 0, json!("Approved")).await.ok();
    let lost = app
        .decide(second, &seen, 0, json!("Rejected"))
        .await
        .refused(409, "STALE_VERSION");
    let line = &lost["current"]["medications"][0];
    assert_eq!(
        (&line["status"], &line["decidedBy"]["_id"]),
        (&json!("Approved"), &json!(first.person))
    );
    let now = app.see(second, &seen["_id"]).await;
    assert_eq!(now["medications"][0]["status"], "Approved");
    // The other line is nobody's yet: both may still decide it.
    app.decide(second, &now, 1, json!("Rejected")).await.ok();
}

async fn two_doctors_at_the_same_moment(app: &TestApp) {
    let (first, second) = (&app.users.doctor, &app.users.second_doctor);
    let seen = app.acknowledge(first, &app.paid(1).await).await;
    let (one, other) = tokio::join!(
        app.decide(first, &seen, 0, json!("Approved")),
        app.decide(second, &seen, 0, json!("Rejected")),
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let winner = if one.status == 200 {
        "Approved"
    } else {
        "Rejected"
    };
    assert_eq!(
        app.see(first, &seen["_id"]).await["medications"][0]["status"],
        winner
    );
}

async fn an_edit_over_an_edit(app: &TestApp) {
    let (first, second) = (&app.users.doctor, &app.users.second_doctor);
    let seen = app.acknowledge(first, &app.paid(1).await).await;
    let edit = |frequency: &str| {
        let medication = &seen["medications"][0];
        let mut usage = usage();
        usage["frequency"] = frequency.into();
        json!({
            "prescription": {"_id": seen["_id"]}, "usage": usage,
            "medication": {"_id": medication["_id"], "version": medication["version"]},
        })
    };
    let path = "/prescription/medication/medication-usage";
    app.put(first, path, &edit("Twice a day")).await.ok();
    let lost = app
        .put(second, path, &edit("Three times a day"))
        .await
        .refused(409, "STALE_VERSION");
    let changes = lost["current"]["medications"][0]["changes"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let said: Vec<&Value> = changes
        .iter()
        .map(|change| &change["usage"]["frequency"])
        .collect();
    assert_eq!(said, [&json!("Once a day"), &json!("Twice a day")]);
}

async fn a_change_takes_the_signature_back(app: &TestApp) {
    let (doctor, second) = (&app.users.doctor, &app.users.second_doctor);
    let signed = app.signed(0).await;
    let pharmacy = &app.users.samples.second_pharmacy;
    let body =
        json!({"prescription": {"_id": signed["_id"], "drPharmacy": {"_id": pharmacy["_id"]}}});
    let changed = app
        .put(second, "/prescription/dr-pharmacy", &body)
        .await
        .ok();
    assert_eq!(
        (&changed["signature"], &changed["drPharmacy"]["_id"]),
        (&Value::Null, &pharmacy["_id"])
    );
    let body = json!({"prescriptionId": signed["_id"]});
    assert_eq!(
        app.post(doctor, "/fax/queue-prescription-fax", &body)
            .await
            .status,
        409
    );
    // Who signs what has changed since learns of it as well.
    let stale = json!({"prescriptionId": signed["_id"], "strokes": strokes(), "version": signed["version"]});
    app.put(doctor, "/prescription/sign", &stale)
        .await
        .refused(409, "STALE_VERSION");
}

async fn two_devices_write_one_draft(app: &TestApp) {
    let patient = &app.users.patient;
    let draft = |name: &Value, version: i64| json!({"version": version, "content": {"medications": [line(name)], "pharmacy": null, "loadCurrent": false, "step": null}});
    let drugs = &app.users.samples.drugs;
    app.put(patient, "/prescription/draft", &draft(&drugs[0], 0))
        .await
        .ok();
    app.put(patient, "/prescription/draft", &draft(&drugs[1], 1))
        .await
        .ok();
    let lost = app
        .put(patient, "/prescription/draft", &draft(&drugs[2], 1))
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(
        lost["current"]["content"]["medications"][0]["drugId"],
        drugs[1]["_id"]
    );
    let kept = app.get(patient, "/prescription/draft").await.ok();
    assert_eq!(
        (
            &kept["version"],
            &kept["content"]["medications"][0]["drugId"]
        ),
        (&json!(2), &drugs[1]["_id"])
    );
}

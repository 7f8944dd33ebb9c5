// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/verify-number`

use serde_json::{Value, json};

use crate::support::{TestApp, on_both};

on_both!(somebody_asked_the_pharmacy, refusals);

async fn somebody_asked_the_pharmacy(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let paid = app.paid(1).await;
    let known = app.see(doctor, &paid["_id"]).await["pharmacyNumber"].clone();
    assert_eq!(known["verified"], Value::Null);
    let asked = json!({"prescriptionId": paid["_id"], "number": known["number"]});
    let seen = app
        .put(office, "/prescription/verify-number", &asked)
        .await
        .ok();
    assert_eq!(
        seen["pharmacyNumber"]["verified"]["by"]["_id"],
        json!(office.person)
    );
    assert_eq!(
        seen["version"],
        app.see(doctor, &paid["_id"]).await["version"]
    );

    // Another pharmacy has another number, which nobody asked about yet.
    let pharmacies = app.get(doctor, "/pharmacy").await.ok();
    let all = pharmacies.as_array().expect("pharmacies");
    let other = all
        .iter()
        .find(|one| one["fax"] != known["number"])
        .expect("another");
    let seen = app.acknowledge(doctor, &seen).await;
    let chosen = json!({"prescription": {"_id": seen["_id"], "drPharmacy": {"_id": other["_id"]}}});
    let seen = app
        .put(doctor, "/prescription/dr-pharmacy", &chosen)
        .await
        .ok();
    assert_eq!(
        seen["pharmacyNumber"],
        json!({"number": other["fax"], "verified": null})
    );
    let refused = app.put(office, "/prescription/verify-number", &asked).await;
    assert_eq!(
        refused.status, 409,
        "the number that was asked about is not the one that stands there"
    );
    assert_eq!(
        refused.body["current"]["pharmacyNumber"]["number"],
        other["fax"]
    );
}

async fn refusals(app: &TestApp) {
    let paid = app.paid(1).await;
    let asked = |number: &str| json!({"prescriptionId": paid["_id"], "number": number});
    let path = "/prescription/verify-number";
    assert_eq!(
        app.put(&app.users.patient, path, &asked("604-555-0130"))
            .await
            .status,
        403
    );
    assert_eq!(
        app.put(&app.users.doctor, path, &asked("none"))
            .await
            .fields(),
        ["number"]
    );
    let unknown =
        json!({"prescriptionId": "0198a000-0000-7000-8000-000000000001", "number": "604-555-0130"});
    assert_eq!(app.put(&app.users.doctor, path, &unknown).await.status, 404);
}

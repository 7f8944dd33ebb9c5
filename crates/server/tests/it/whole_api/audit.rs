// SPDX-License-Identifier: AGPL-3.0-or-later

//! Every traced call of the staff leaves a line in the audit: who, whose record, which call.

mod billing;
mod copies;
mod lists;
mod rooms;
mod walk;

use reqwest::Method;
use salal_server::api::{self, Access, Audit};
use salal_server::app;
use serde_json::{Value, json};

use crate::support::{TestApp, medical_info, number, on_both, strokes, usage};
use walk::Walk;

/// The traced calls that touch others' records and that somebody of the staff may make.
fn traced_calls_of_staff() -> impl Iterator<Item = String> {
    let all = app::routes().into_iter().filter(|row| {
        let staff = match row.access {
            Access::Roles(roles) => roles.iter().any(|role| role.is_staff()),
            Access::AnySignedIn => true,
            Access::Public(_) | Access::ByLink(_) => false,
        };
        let others = matches!(row.scope, api::ScopePolicy::AnyPatient);
        staff && others && matches!(row.audit, Audit::PatientRecord(_))
    });
    all.map(|row| format!("{} {}", row.method.name(), row.path))
}

on_both!(
    every_traced_call_of_the_staff_leaves_a_line,
    a_refused_or_hidden_record_leaves_no_line
);

async fn every_traced_call_of_the_staff_leaves_a_line(app: &TestApp) {
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    let person = patient.person.clone();
    let mut paid = app.paid(2).await;
    let id = paid["_id"].as_str().expect("an id").to_owned();
    let mut walk = Walk {
        app,
        done: Vec::new(),
        lists: Vec::new(),
    };
    let (get, put, post) = (Method::GET, Method::PUT, Method::POST);
    for (template, path) in [
        ("/person/{id}", format!("/person/{person}")),
        ("/person/profile/{id}", format!("/person/profile/{person}")),
        ("/person/page/{id}", format!("/person/page/{person}")),
        (
            "/medicalinfo/person/{id}",
            format!("/medicalinfo/person/{person}"),
        ),
        (
            "/prescription/person/{personId}",
            format!("/prescription/person/{person}"),
        ),
        (
            "/prescription/pending/person/{personId}",
            format!("/prescription/pending/person/{person}"),
        ),
        ("/prescription/{id}", format!("/prescription/{id}")),
        (
            "/prescription/invoice/{id}",
            format!("/prescription/invoice/{id}"),
        ),
        (
            "/prescription/receipt/{id}",
            format!("/prescription/receipt/{id}"),
        ),
        (
            "/prescription/fax-cover/{id}",
            format!("/prescription/fax-cover/{id}"),
        ),
    ] {
        walk.call(doctor, get.clone(), template, &path, None).await;
    }
    for (template, path) in [
        ("/prescription/queue", "/prescription/queue"),
        ("/today", "/today"),
        ("/prescription", "/prescription"),
        ("/user/patients", "/user/patients?q=wren.1@"),
        ("/person/search-key/{key}", "/person/search-key/wren.1@"),
    ] {
        walk.list(doctor, template, path).await;
    }
    let typed = json!({"login": "hvarga01", "password": "Wild-rose 17"});
    let sealed = app.post(doctor, "/pharmanet/encrypt", &typed).await.ok()["encryptedStr"].clone();
    let asked = json!({"encryptedStr": sealed, "personId": person});
    walk.call(
        doctor,
        post.clone(),
        "/pharmanet/form",
        "/pharmanet/form",
        Some(asked),
    )
    .await;
    let charge = paid["payment"]["chargeId"]
        .as_str()
        .expect("a charge")
        .to_owned();
    walk.call(
        doctor,
        get.clone(),
        "/payment/card-by-charge/{id}",
        &format!("/payment/card-by-charge/{charge}"),
        None,
    )
    .await;
    let infos = app
        .get(doctor, &format!("/medicalinfo/person/{person}"))
        .await
        .ok();
    let info = infos[0]["_id"].as_str().expect("an id").to_owned();
    walk.call(
        doctor,
        get.clone(),
        "/medicalinfo/{id}",
        &format!("/medicalinfo/{info}"),
        None,
    )
    .await;
    let mut changed = medical_info(&app.users.samples);
    changed["Person"] = json!(person);
    changed["_id"] = json!(info);
    walk.call(
        doctor,
        post.clone(),
        "/medicalinfo/update",
        "/medicalinfo/update",
        Some(json!({"medicalInfoObj": changed})),
    )
    .await;
    walk.call(
        doctor,
        post.clone(),
        "/tele-plan/eligibility",
        "/tele-plan/eligibility",
        Some(json!({"personId": person})),
    )
    .await;
    walk.call(
        doctor,
        post.clone(),
        "/person/demographic/{id}",
        &format!("/person/demographic/{person}"),
        Some(json!({})),
    )
    .await;
    walk.call(
        doctor,
        put.clone(),
        "/prescription/acknowledge",
        "/prescription/acknowledge",
        Some(json!({"prescriptionId": id})),
    )
    .await;
    paid = app.see(doctor, &paid["_id"]).await;
    let edit = |line: &Value| json!({"prescription": id, "usage": usage(), "medication": {"_id": line["_id"]}, "toDispense": null});
    walk.call(
        office,
        put.clone(),
        "/prescription/medication/usage",
        "/prescription/medication/usage",
        Some(edit(&paid["medications"][0])),
    )
    .await;
    walk.call(
        doctor,
        put.clone(),
        "/prescription/medication/medication-usage",
        "/prescription/medication/medication-usage",
        Some(edit(&paid["medications"][0])),
    )
    .await;
    let text = json!({"data": {"prescriptionId": id, "text": "Seen."}});
    walk.call(
        doctor,
        post.clone(),
        "/prescription/set-text",
        "/prescription/set-text",
        Some(text),
    )
    .await;
    let pharmacy = json!({"prescription": {"_id": id, "drPharmacy": {"_id": app.users.samples.pharmacy["_id"]}}});
    walk.call(
        doctor,
        put.clone(),
        "/prescription/dr-pharmacy",
        "/prescription/dr-pharmacy",
        Some(pharmacy),
    )
    .await;
    let met = |minutes: i64| app.ctx.now() - chrono::TimeDelta::minutes(minutes);
    for (path, body) in [
        (
            "/prescription/encounter",
            json!({"prescriptionId": id, "kind": "phone", "start": met(9), "end": met(3)}),
        ),
        ("/prescription/claim-next", json!({})),
        ("/prescription/release", json!({"personId": person})),
        ("/prescription/claim", json!({"personId": person})),
    ] {
        walk.call(doctor, put.clone(), path, path, Some(body)).await;
    }
    walk.call(
        office,
        get.clone(),
        "/prescription/claim/{personId}",
        &format!("/prescription/claim/{person}"),
        None,
    )
    .await;
    for (line, status) in [(0, "Approved"), (1, "Rejected")] {
        let body = json!({"prescription": id, "medication": paid["medications"][line]["_id"], "status": status});
        walk.call(
            doctor,
            put.clone(),
            "/prescription/medication/updateStatus",
            "/prescription/medication/updateStatus",
            Some(body),
        )
        .await;
    }
    walk.call(
        doctor,
        put.clone(),
        "/prescription/sign",
        "/prescription/sign",
        Some(json!({"prescriptionId": id, "strokes": strokes()})),
    )
    .await;
    walk.call(
        doctor,
        get.clone(),
        "/prescription/document/{id}",
        &format!("/prescription/document/{id}"),
        None,
    )
    .await;
    copies::copies(&mut walk, &paid["_id"]).await;
    walk.call(
        doctor,
        post,
        "/fax/queue-prescription-fax",
        "/fax/queue-prescription-fax",
        Some(json!({"prescriptionId": id})),
    )
    .await;
    app.settle().await;
    let path = "/prescription/faxed-or-refunded";
    walk.list(doctor, path, path).await;
    let seen = app.see(doctor, &paid["_id"]).await;
    let back = json!({"chargeId": charge, "amount": seen["refundable"]});
    walk.call(
        doctor,
        put.clone(),
        "/payment/refund",
        "/payment/refund",
        Some(back),
    )
    .await;
    walk.call(
        doctor,
        put,
        "/prescription/refund-success",
        "/prescription/refund-success",
        Some(json!({"id": id})),
    )
    .await;
    rooms::sleep_study(&mut walk).await;
    rooms::messages(&mut walk).await;
    rooms::notes(&mut walk).await;
    let corrected = json!({
        "firstName": "Wren", "lastName": "Testwell", "dateOfBirth": "1968-04-09", "address": "9 Harbour Road", "city": "Nanaimo",
        "province": "BC", "postalCode": "V9S 3C4", "phoneNumber": patient.phone, "bestNumber": "250-555-0199",
    });
    app.form(
        office,
        Method::PUT,
        &format!("/person/personal-info/{person}"),
        &corrected,
        &[],
    )
    .await
    .ok();
    walk.found(office, "PUT /person/personal-info/{id}".into())
        .await;
    for (path, body) in rooms::lab_bodies(&mut walk).await {
        walk.call(doctor, Method::PUT, path, path, Some(body)).await;
    }
    walk.call(
        doctor,
        Method::GET,
        "/lab-test/{personId}",
        &format!("/lab-test/{person}"),
        None,
    )
    .await;
    billing::billing(&mut walk, &paid["_id"]).await;
    // No traced call of the staff was left out.
    // A refund can be taken back only where it leaves later: `calls/payments/undo_refund.rs` has its line.
    walk.done.push("PUT /payment/refund/undo".into());
    // Nothing paid was cancelled here: `stories/cancelled_fees.rs` has its line.
    walk.done.push("PUT /payment/return-fee".into());
    // No file is set aside here: `clinic_calls/billing/remittances.rs` has its line.
    walk.done
        .push("POST /tele-plan/remittance-files/{id}/take-again".into());
    // Nobody here lacks a person: `calls/accounts/create_person.rs` has its line.
    walk.done.push("POST /user/create-person".into());
    // Nothing is held here: `stories/restored.rs` has their lines.
    for name in [
        "PUT /operations/restore/books",
        "PUT /operations/restore/release",
        "PUT /operations/restore/release/{id}",
        "PUT /operations/restore/take-over/{id}",
    ] {
        walk.done.push(name.into());
    }
    for all in [&mut walk.done, &mut walk.lists] {
        all.push("GET /operations/restore".into());
        all.push("GET /operations/restore/books".into());
    }
    let missing: Vec<String> = traced_calls_of_staff()
        .filter(|name| !walk.done.contains(name))
        .collect();
    assert!(
        missing.is_empty(),
        "traced calls without a test here: {missing:?}"
    );
    // Nor was a list asked for once only.
    let missing: Vec<String> = lists::over_patients()
        .filter(|name| !walk.lists.contains(name))
        .collect();
    assert!(
        missing.is_empty(),
        "lists that were not asked for twice: {missing:?}"
    );
}

async fn a_refused_or_hidden_record_leaves_no_line(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let before = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await;
    assert_eq!(
        app.get(other, &format!("/person/{}", patient.person))
            .await
            .status,
        404
    );
    // Who reads the own record leaves none either.
    app.get(patient, &format!("/person/{}", patient.person))
        .await
        .ok();
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await,
        before
    );
}

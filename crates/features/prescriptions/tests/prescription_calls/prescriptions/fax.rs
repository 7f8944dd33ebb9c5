// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /fax/queue-prescription-fax`, `GET /prescription/fax-cover/{id}`

use salal_sandbox::Service;
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};

use crate::support::{TestApp, number, on_both, stable};

on_both!(
    queued_sent_delivered,
    refusals,
    the_cover_before_it_leaves,
    a_call_settles_the_fax_of_a_cancellation
);

async fn queued_sent_delivered(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    let body = json!({"prescriptionId": signed["_id"], "personId": app.users.patient.person, "faxNumber": "+1 604-555-0199", "dataURL": "data:application/pdf;base64,AAAA", "faxedBy": doctor.person});
    let queued = app
        .post(doctor, "/fax/queue-prescription-fax", &body)
        .await
        .ok();
    insta::assert_json_snapshot!("fax_queued", stable(&queued["fax"]));
    assert_eq!(
        app.post(doctor, "/fax/queue-prescription-fax", &body)
            .await
            .status,
        409,
        "one copy on its way at a time"
    );
    app.settle().await;
    insta::assert_json_snapshot!(
        "fax_delivered",
        stable(&app.see(doctor, &signed["_id"]).await["fax"])
    );
    // The record's number was dialled, not the page's.
    let sent = app.effects(Service::Srfax, "fax");
    let digits = |text: &str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let record = digits(signed["pharmacy"]["fax"].as_str().expect("a number"));
    assert!(
        digits(sent[0].to.as_deref().unwrap_or_default()).ends_with(&record),
        "{:?}",
        sent[0].to
    );
    // Sent again, it says so, and the patient is not mailed twice.
    app.fax(doctor, &signed).await;
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 2);
    assert_eq!(app.see(doctor, &signed["_id"]).await["fax"]["copy"], 2);
    assert_eq!(
        app.sandbox
            .outbox(Some("email"), Some(&app.users.patient.email))
            .len(),
        3,
        "created, decided, faxed"
    );
}

async fn refusals(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(1).await;
    let body = json!({"prescriptionId": paid["_id"]});
    assert_eq!(
        app.post(doctor, "/fax/queue-prescription-fax", &body)
            .await
            .status,
        409,
        "not decided, not signed"
    );
    assert_eq!(
        app.post(
            doctor,
            "/fax/queue-prescription-fax",
            &json!({"prescriptionId": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
    app.post(&app.users.office, "/fax/queue-prescription-fax", &body)
        .await
        .refused(403, "NOT_ALLOWED");
    app.settle().await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());
}

async fn the_cover_before_it_leaves(app: &TestApp) {
    let signed = app.signed(0).await;
    let cover = app
        .get(
            &app.users.doctor,
            &format!(
                "/prescription/fax-cover/{}",
                signed["_id"].as_str().expect("an id")
            ),
        )
        .await;
    assert!(
        cover.status == 200
            && cover.content_type == "application/pdf"
            && cover.bytes.starts_with(b"%PDF-")
    );
}

/// Its fax was not confirmed, the old pharmacy was called: nobody has to look at that fax any more.
async fn a_call_settles_the_fax_of_a_cancellation(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    app.fax(doctor, &signed).await;
    app.settle().await;
    let seen = app.see(doctor, &signed["_id"]).await;
    let copy = &seen["copies"][0]["_id"];
    let voided = json!({
        "prescriptionId": seen["_id"], "copyId": copy, "reason": "other_pharmacy", "words": "They moved", "how": "fax",
        "pharmacy": {"_id": app.users.samples.second_pharmacy["_id"]},
    });
    app.put(doctor, "/prescription/void", &voided).await.ok();
    let sql = "UPDATE fax SET trouble = true, reason = 'No answer' WHERE subject_kind = 'prescription_void'";
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the fax needs attention");
    let told = json!({"prescriptionId": seen["_id"], "copyId": copy, "toldName": "Ana", "toldAt": app.ctx.now()});
    let now = app.put(doctor, "/prescription/void-told", &told).await.ok();
    assert_eq!(now["copies"][0]["void"]["faxTrouble"], Value::Bool(false));
    assert_eq!(app.see(doctor, &seen["_id"]).await, now);
    let left = "SELECT COUNT(*) AS n FROM fax WHERE trouble OR (subject_kind = 'prescription_void' AND reason IS NOT NULL)";
    assert_eq!(number(&app.ctx.db, left).await, 0);
    app.settle().await;
}

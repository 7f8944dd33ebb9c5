//! `PUT /prescription/medication/updateStatus`

use salal_sandbox::Service;
use serde_json::{Value, json};

use crate::support::{on_both, shown};

on_both! {
    async fn approve_reject_undo(app: &TestApp) {
        let doctor = &app.cast.doctor;
        let seen = app.acknowledge(doctor, &app.paid(2).await).await;
        let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
        let seen = app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
        insta::assert_json_snapshot!("decided", shown(&seen));
        // Undone, the prescription is open again.
        let seen = app.decide(doctor, &seen, 1, Value::Null).await.ok();
        assert_eq!((&seen["medications"][1]["status"], &seen["medications"][1]["decidedBy"]), (&Value::Null, &Value::Null));
        app.settle().await;
        assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
        // Taking an approval back is noted as well.
        app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
        app.settle().await;
        assert_eq!(app.effects(Service::Clinic, "note").len(), 2);
        // The patient hears of the decision once.
        let mails = app.sandbox.outbox(Some("email"), Some(&app.cast.patient.email));
        assert_eq!(mails.len(), 2, "created and decided");
    }

    async fn all_rejected_is_rejected(app: &TestApp) {
        let doctor = &app.cast.doctor;
        let seen = app.acknowledge(doctor, &app.paid(1).await).await;
        let seen = app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
        assert_eq!((&seen["status"], &seen["canRefund"], &seen["refundable"]), (&json!("REJECTED"), &json!(true), &seen["payment"]["chargeAmount"]));
        assert!(seen["canSign"].is_string());
        app.settle().await;
        assert!(app.effects(Service::Clinic, "note").is_empty());
    }

    async fn refusals(app: &TestApp) {
        let doctor = &app.cast.doctor;
        let paid = app.paid(1).await;
        let seen = app.acknowledge(doctor, &paid).await;
        assert_eq!(app.decide(doctor, &seen, 0, json!("Perhaps")).await.fields(), ["status"]);
        app.decide(&app.cast.office, &seen, 0, json!("Approved")).await.refused(403, "NOT_ALLOWED");
        let nobody = json!({"prescription": uuid::Uuid::nil(), "medication": seen["medications"][0]["_id"], "status": "Approved"});
        assert_eq!(app.put(doctor, "/prescription/medication/updateStatus", &nobody).await.status, 404);
        let no_line = json!({"prescription": seen["_id"], "medication": uuid::Uuid::nil(), "status": "Approved"});
        assert_eq!(app.put(doctor, "/prescription/medication/updateStatus", &no_line).await.status, 404);
        // What was refused, cancelled or is unpaid is not decided.
        let unpaid = app.create(&app.cast.other, 1).await;
        assert_eq!(app.decide(doctor, &unpaid, 0, json!("Approved")).await.status, 409);
    }
}

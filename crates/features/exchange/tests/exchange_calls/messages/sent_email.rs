// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /message/sent-email`

use serde_json::json;

use crate::support::threads::write;
use crate::support::{TestApp, on_both};

on_both!(the_receiver_is_told_without_the_content, refusals);

async fn the_receiver_is_told_without_the_content(app: &TestApp) {
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    let sent = write(app, doctor, &patient.person, "A very private parrot.", &[])
        .await
        .ok();
    app.settle().await;
    let before = app
        .sandbox
        .outbox(Some("email"), Some(&patient.email))
        .len();
    app.post(office, "/message/sent-email", &json!({"id": sent["_id"]}))
        .await
        .ok();
    let to_group = write(app, doctor, "Customer Service", "Please call.", &[])
        .await
        .ok();
    app.post(
        doctor,
        "/message/sent-email",
        &json!({"id": to_group["_id"]}),
    )
    .await
    .ok();
    let to_colleague = write(app, doctor, &office.person, "Please.", &[])
        .await
        .ok();
    app.post(
        doctor,
        "/message/sent-email",
        &json!({"id": to_colleague["_id"]}),
    )
    .await
    .ok();
    app.settle().await;
    let mails = app.sandbox.outbox(Some("email"), Some(&patient.email));
    assert_eq!(mails.len(), before + 1);
    assert!(mails[0].text.contains("/reply/") && !mails[0].text.contains("parrot"));
    for address in [
        &office.email,
        &app.ctx.settings.clinic.customer_service_email,
    ] {
        let mails = app.sandbox.outbox(Some("email"), Some(address));
        assert!(mails[0].text.contains("/messaging"), "{address}");
    }
}

async fn refusals(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let sent = write(app, doctor, &patient.person, "x", &[]).await.ok();
    let body = json!({"id": sent["_id"]});
    app.post(patient, "/message/sent-email", &body)
        .await
        .refused(403, "NOT_ALLOWED");
    assert_eq!(
        app.post(&app.users.customer_service, "/message/sent-email", &body)
            .await
            .status,
        404
    );
    assert_eq!(
        app.post(
            doctor,
            "/message/sent-email",
            &json!({"id": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
}

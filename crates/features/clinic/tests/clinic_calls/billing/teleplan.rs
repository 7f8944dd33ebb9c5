// SPDX-License-Identifier: AGPL-3.0-or-later

//! Claims on their way to the plan, and remittances on their way back.

use salal_sandbox::{Fault, Mode, Service};
use serde_json::{Value, json};

use super::{billed, path};
use crate::support::{TestApp, on_both, phn};

async fn send(app: &TestApp) -> Value {
    let made = app
        .post(&app.users.admin, "/tele-plan/send-unsent-bills", &json!({}))
        .await
        .ok();
    app.settle().await;
    made
}

async fn files(app: &TestApp) -> Value {
    app.get(&app.users.admin, "/tele-plan/claim-numbers")
        .await
        .ok()
}

async fn pull(app: &TestApp) -> Value {
    app.post(
        &app.users.admin,
        "/tele-plan/pull-latest-remittance",
        &json!({}),
    )
    .await
    .ok();
    app.settle().await;
    app.get(&app.users.admin, "/tele-plan/status-retrieved")
        .await
        .ok()["pull"]
        .clone()
}

async fn status(app: &TestApp, bill: &Value) -> String {
    let read = app.get(&app.users.admin, &path(bill)).await.ok();
    read["status"].as_str().expect("a status").to_owned()
}

fn fail(app: &TestApp, operation: &str, mode: Mode) {
    app.sandbox.set_fault(&Fault {
        service: Service::Teleplan,
        mode,
        times: 1,
        operation: Some(operation.into()),
    });
}

on_both!(
    a_bill_is_sent_paid_and_counted,
    a_lost_answer_is_asked_of_the_counter,
    wrong_numbers_are_put_right_and_a_refusal_gives_back,
    a_refused_file_leaves_its_bills_unsent,
    what_the_plan_refuses_can_be_mended_and_sent_again,
    a_note_is_sent_or_refused_with_a_sentence,
    a_pending_card_waits_with_its_reason,
    the_password_is_changed_there_and_here
);

async fn a_bill_is_sent_paid_and_counted(app: &TestApp) {
    let bill = billed(app, &app.users.patient, "401").await;
    let made = send(app).await;
    assert_eq!(made["number"], "0001");
    let list = files(app).await;
    let file = &list["items"][0];
    assert_eq!(
        (
            file["statusText"].clone(),
            file["bills"].clone(),
            file["records"].clone()
        ),
        (json!("Sent"), json!(1), json!(2))
    );
    assert_eq!(
        (file["firstSequence"].clone(), file["lastSequence"].clone()),
        (json!("0000001"), json!("0000002"))
    );
    assert_eq!(list["unsent"]["bills"], 0);
    assert_eq!(status(app, &bill).await, "sent");
    app.post(&app.users.admin, "/tele-plan/send-unsent-bills", &json!({}))
        .await
        .refused(409, "NOTHING_TO_SEND");

    let done = pull(app).await;
    assert_eq!(
        (
            done["state"].clone(),
            done["matched"].clone(),
            done["exceptions"].clone()
        ),
        (json!("done"), json!(1), json!(0)),
        "{done}"
    );
    assert_eq!(status(app, &bill).await, "paid");
    let list = app
        .get(&app.users.admin, "/tele-plan/remittance?limit=1&skip=0")
        .await
        .ok();
    let line = &list["remittances"][0];
    assert_eq!(
        (
            list["total"].clone(),
            line["seqNumber"].clone(),
            line["remittanceType"].clone()
        ),
        (json!(1), json!("0000002"), json!("S01"))
    );
    assert_eq!(
        (line["amountPaid"].clone(), line["feeCode"].clone()),
        (json!(34.79), json!("13537"))
    );
    let balance = app
        .get(&app.users.admin, "/tele-plan/balance?months=1")
        .await
        .ok();
    assert_eq!(
        (
            balance[0]["billed"].clone(),
            balance[0]["paid"].clone(),
            balance[0]["outstanding"].clone()
        ),
        (json!(34.79), json!(34.79), json!(0.0))
    );
    // The same again changes nothing.
    let again = pull(app).await;
    assert_eq!(
        (again["state"].clone(), again["lines"].clone()),
        (json!("done"), json!(0))
    );
    for by in [&app.users.doctor, &app.users.office, &app.users.patient] {
        assert_eq!(app.get(by, "/tele-plan/remittance").await.status, 403);
    }
}

async fn a_lost_answer_is_asked_of_the_counter(app: &TestApp) {
    let bill = billed(app, &app.users.patient, "401").await;
    // The first call of the service is the counter's question; then the file goes out and its answer is lost.
    app.sandbox.set_fault(&Fault {
        service: Service::Teleplan,
        mode: Mode::Lost,
        times: 2,
        operation: Some("claims".into()),
    });
    send(app).await;
    let list = files(app).await;
    assert_eq!(list["items"][0]["statusText"], "Sent", "{list}");
    assert_eq!(status(app, &bill).await, "sent");
    // Sent once: one line comes back for it.
    assert_eq!(pull(app).await["lines"].as_i64(), Some(5));
    assert_eq!(status(app, &bill).await, "paid");
}

async fn wrong_numbers_are_put_right_and_a_refusal_gives_back(app: &TestApp) {
    let first = billed(app, &app.users.patient, "401").await;
    send(app).await;
    let second = billed(app, &app.users.other, "250").await;
    fail(app, "sequence", Mode::Decline);
    send(app).await;
    let list = files(app).await;
    assert_eq!(
        (
            list["items"][0]["statusText"].clone(),
            list["items"][0]["firstSequence"].clone()
        ),
        (json!("Sent"), json!("0000010")),
        "{list}"
    );
    assert_eq!(
        (status(app, &first).await, status(app, &second).await),
        ("sent".into(), "sent".into())
    );
}

async fn a_refused_file_leaves_its_bills_unsent(app: &TestApp) {
    // The counter is known, so that the next answer is the file's own.
    billed(app, &app.users.patient, "401").await;
    send(app).await;
    let bill = billed(app, &app.users.other, "250").await;
    fail(app, "claims", Mode::Decline);
    send(app).await;
    let list = files(app).await;
    assert_eq!(list["items"][0]["statusText"], "Not sent");
    assert_eq!(
        list["items"][0]["told"],
        "Teleplan refused the file (TETA-020). Nothing of it was taken."
    );
    assert_eq!(
        (status(app, &bill).await, list["unsent"]["bills"].clone()),
        ("unsent".into(), json!(1))
    );
    send(app).await;
    assert_eq!(status(app, &bill).await, "sent");
}

async fn what_the_plan_refuses_can_be_mended_and_sent_again(app: &TestApp) {
    let admin = &app.users.admin;
    let bill = billed(app, &app.users.patient, "784").await;
    send(app).await;
    pull(app).await;
    let list = app
        .get(admin, "/tele-plan/problematic-invoice-list")
        .await
        .ok();
    let item = &list["items"][0];
    assert_eq!(
        (
            item["status"].clone(),
            item["description"].clone(),
            item["total"].clone()
        ),
        (
            json!("Rejected"),
            json!("13537 · Not insured"),
            json!(34.79)
        )
    );
    let again = format!("{}/resubmit", path(&bill));
    let version = item["bill"]["version"].clone();
    assert_eq!(
        app.put(admin, &again, &json!({"version": version}))
            .await
            .fields(),
        ["note"]
    );
    let change = json!({"version": version, "billObj": {
        "diagnosisCode": "401", "serviceCode": "13537", "note": "Coverage was confirmed by telephone",
        "serviceStartTime": bill["serviceStartTime"], "serviceEndTime": bill["serviceEndTime"],
    }});
    let changed = app.put(admin, &path(&bill), &change).await.ok();
    assert_eq!(changed["status"], "rejected");
    app.put(admin, &again, &json!({"version": changed["version"]}))
        .await
        .ok();
    send(app).await;
    // Header, claim and the note that goes with it.
    assert_eq!(files(app).await["items"][0]["records"], 3);
    pull(app).await;
    assert_eq!(status(app, &bill).await, "paid");
}

async fn a_note_is_sent_or_refused_with_a_sentence(app: &TestApp) {
    let admin = &app.users.admin;
    // Refused before it was looked at: it leaves as an ordinary claim, and the note goes along.
    let bill = billed(app, &app.users.patient, "789").await;
    send(app).await;
    pull(app).await;
    assert_eq!(status(app, &bill).await, "refused");
    let read = app.get(admin, &path(&bill)).await.ok();
    let change = |note: &str| {
        json!({"version": read["version"], "billObj": {
            "diagnosisCode": "401", "serviceCode": "13537", "note": note,
            "serviceStartTime": bill["serviceStartTime"], "serviceEndTime": bill["serviceEndTime"],
        }})
    };
    for wrong in ["Seen \u{1F600}", &"ß".repeat(201), "患者"] {
        assert_eq!(
            app.put(admin, &path(&bill), &change(wrong)).await.fields(),
            ["note"],
            "{wrong}"
        );
    }
    let changed = app
        .put(admin, &path(&bill), &change("Échographie – déjà vue"))
        .await
        .ok();
    app.put(
        admin,
        &format!("{}/resubmit", path(&bill)),
        &json!({"version": changed["version"]}),
    )
    .await
    .ok();
    send(app).await;
    // Header, claim and note.
    assert_eq!(files(app).await["items"][0]["records"], 3);
}

async fn a_pending_card_waits_with_its_reason(app: &TestApp) {
    let patient = &app.users.patient;
    let prescription = app.paid(1).await;
    app.settle().await;
    // A new card is pending until the plan answers for it.
    let card = json!({"personId": patient.person, "BCCardNumber": phn(70)});
    let place = format!("/person/healthDoc/{}", patient.person);
    app.form(patient, reqwest::Method::PUT, &place, &card, &[])
        .await
        .ok();
    let body = super::visit(app, &prescription, "401");
    let made = app
        .post(&app.users.doctor, "/tele-plan/bill", &body)
        .await
        .ok();
    assert_eq!(made["isExistBill"], false);
    send(app).await;
    let list = files(app).await;
    assert_eq!(list["items"][0]["statusText"], "Not sent");
    assert_eq!(
        list["unsent"]["waiting"][0]["waitsFor"],
        "The plan has not confirmed the patient’s card yet."
    );
}

async fn the_password_is_changed_there_and_here(app: &TestApp) {
    let admin = &app.users.admin;
    let body = |password: &str, confirm: &str| json!({"password": password, "confirm": confirm});
    app.post(
        admin,
        "/tele-plan/password",
        &body("NewPass2026", "NewPass2026"),
    )
    .await
    .ok();
    assert_eq!(
        app.post(admin, "/tele-plan/password", &body("short", "short"))
            .await
            .fields(),
        ["password"]
    );
    assert_eq!(
        app.post(admin, "/tele-plan/password", &body("NewPass2026", "other"))
            .await
            .fields(),
        ["confirm"]
    );
    assert_eq!(
        app.post(
            &app.users.office,
            "/tele-plan/password",
            &body("NewPass2026", "NewPass2026")
        )
        .await
        .status,
        403
    );
}

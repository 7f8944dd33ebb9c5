// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /notedraft`

use reqwest::Method;
use serde_json::{Value, json};

use super::notes;
use crate::support::{Answer, TestApp, User, new_key, number, on_both};

async fn save(app: &TestApp, by: &User, body: Value) -> Answer {
    app.put(by, "/notedraft", &body).await
}

async fn stored(app: &TestApp, by: &User) -> Value {
    let path = format!("/notedraft/person/{}", app.users.patient.person);
    app.get(by, &path).await.ok()[0].clone()
}

on_both!(
    typed_here_and_found_there,
    the_first_save_may_name_the_patient_in_the_place_of_the_draft,
    two_machines_never_overwrite_one_another,
    refusals,
    what_nobody_sees_is_not_kept,
    one_save_is_one_save
);

async fn typed_here_and_found_there(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient.person);
    let first = save(
        app,
        doctor,
        json!({"personId": patient, "text": "TSH from Aug"}),
    )
    .await
    .ok();
    assert_eq!(
        (
            &first["version"],
            &first["marker"],
            &first["changed"],
            &first["edit"]
        ),
        (&json!(1), &json!("[Draft]"), &json!(true), &json!(true))
    );
    let more = save(
        app,
        doctor,
        json!({"id": first["_id"], "text": "TSH from August\r\nreviewed", "version": 1}),
    )
    .await
    .ok();
    assert_eq!(
        (&more["_id"], &more["version"], &more["text"]),
        (
            &first["_id"],
            &json!(2),
            &json!("TSH from August\nreviewed")
        )
    );
    assert_eq!(stored(app, doctor).await, more);
    // Closing its box keeps the words.
    let closed = save(
        app,
        doctor,
        json!({"id": first["_id"], "text": more["text"], "edit": false, "version": 2}),
    )
    .await
    .ok();
    assert_eq!(
        (&closed["edit"], &closed["text"]),
        (&json!(false), &more["text"])
    );
    // It is nobody's note yet.
    assert!(notes(app, doctor).await.is_empty());
    // An empty draft holds nothing to sign.
    let empty = save(
        app,
        doctor,
        json!({"id": first["_id"], "text": " ", "version": 3}),
    )
    .await
    .ok();
    assert_eq!(empty["changed"], false);
}

async fn the_first_save_may_name_the_patient_in_the_place_of_the_draft(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient.person);
    let made = save(app, doctor, json!({"id": patient, "text": "a"}))
        .await
        .ok();
    assert_eq!(made["personId"], *patient);
    save(app, doctor, json!({"id": made["_id"], "text": "ab"}))
        .await
        .ok();
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM note_draft").await,
        1
    );
}

async fn two_machines_never_overwrite_one_another(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient.person);
    let first = save(app, doctor, json!({"personId": patient, "text": "Here."}))
        .await
        .ok();
    save(
        app,
        doctor,
        json!({"id": first["_id"], "text": "There.", "version": 1}),
    )
    .await
    .ok();
    let lost = save(
        app,
        doctor,
        json!({"id": first["_id"], "text": "Here, too.", "version": 1}),
    )
    .await
    .refused(409, "STALE_VERSION");
    assert_eq!(
        (&lost["current"]["text"], &lost["current"]["version"]),
        (&json!("There."), &json!(2))
    );
    // A page that has not heard of a draft does not replace it either; the same words are no conflict.
    let lost = save(
        app,
        doctor,
        json!({"personId": patient, "text": "New page."}),
    )
    .await
    .refused(409, "STALE_VERSION");
    assert_eq!(lost["current"]["text"], "There.");
    assert_eq!(
        save(app, doctor, json!({"personId": patient, "text": "There."}))
            .await
            .status,
        200
    );
    assert_eq!(stored(app, doctor).await["text"], "There.");
}

async fn refusals(app: &TestApp) {
    let users = &app.users;
    let mine = save(
        app,
        &users.doctor,
        json!({"personId": users.patient.person, "text": "Mine"}),
    )
    .await
    .ok();
    for by in [&users.patient, &users.customer_service, &users.admin] {
        assert_eq!(
            save(
                app,
                by,
                json!({"personId": users.patient.person, "text": "x"})
            )
            .await
            .status,
            403
        );
    }
    // Nobody writes into somebody else's draft, or into one's own under another patient.
    save(app, &users.office, json!({"id": mine["_id"], "text": "x"}))
        .await
        .refused(404, "NOT_FOUND");
    save(
        app,
        &users.doctor,
        json!({"id": mine["_id"], "personId": users.other.person, "text": "x"}),
    )
    .await
    .refused(404, "NOT_FOUND");
    save(
        app,
        &users.doctor,
        json!({"personId": users.second_doctor.person, "text": "x"}),
    )
    .await
    .refused(404, "NOT_FOUND");
    save(
        app,
        &users.doctor,
        json!({"personId": uuid::Uuid::nil(), "text": "x"}),
    )
    .await
    .refused(404, "NOT_FOUND");
    assert_eq!(
        save(app, &users.doctor, json!({"text": "x"}))
            .await
            .fields(),
        ["personId"]
    );
    assert_eq!(
        save(
            app,
            &users.doctor,
            json!({"id": mine["_id"], "text": "x".repeat(10_001)})
        )
        .await
        .fields(),
        ["text"]
    );
    assert_eq!(
        save(
            app,
            &users.doctor,
            json!({"id": mine["_id"], "text": "a\u{7}"})
        )
        .await
        .fields(),
        ["text"]
    );
    assert_eq!(
        save(
            app,
            &users.doctor,
            json!({"id": mine["_id"], "text": "x", "from": users.office.person})
        )
        .await
        .status,
        400
    );
    assert_eq!(stored(app, &users.doctor).await["text"], "Mine");
}

async fn what_nobody_sees_is_not_kept(app: &TestApp) {
    let doctor = &app.users.doctor;
    let text = "Take 50\u{202e}01\u{202c} mg\u{200b} twice\u{ad} a day";
    let saved = save(
        app,
        doctor,
        json!({"personId": app.users.patient.person, "text": text}),
    )
    .await
    .ok();
    assert_eq!(saved["text"], "Take 5001 mg twice a day");
    let body = json!({"id": saved["_id"], "personId": app.users.patient.person, "text": text, "from": doctor.person});
    let note = app.put(doctor, "/notedraft/sign", &body).await.ok();
    let signed = note["text"].as_str().unwrap_or_default();
    assert!(
        signed.starts_with("Take 5001 mg twice a day\n[Signed by"),
        "{note}"
    );
}

async fn one_save_is_one_save(app: &TestApp) {
    let (doctor, key) = (&app.users.doctor, new_key());
    let body = json!({"personId": app.users.patient.person, "text": "Once."});
    let send = || {
        app.send(
            Some(doctor),
            Method::PUT,
            "/notedraft",
            Some(&key),
            Some(&body),
        )
    };
    let (first, second) = (send().await, send().await);
    assert_eq!((first.body, second.replayed), (second.body, true));
}

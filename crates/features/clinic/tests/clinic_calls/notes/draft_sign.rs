// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /notedraft/sign`

use reqwest::Method;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::{notes, sign, timeless};
use crate::support::{TestApp, new_key, number, on_both, stable};

on_both!(
    the_draft_becomes_a_note,
    a_typed_marker_is_not_a_signature,
    what_another_machine_wrote_stays_a_draft,
    refusals,
    one_click_is_one_note,
    the_database_itself_keeps_what_was_signed
);

async fn the_draft_becomes_a_note(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient.person);
    let draft = app
        .put(
            doctor,
            "/notedraft",
            &json!({"personId": patient, "text": "Metformin adher"}),
        )
        .await
        .ok();
    let body = json!({"id": draft["_id"], "personId": patient, "from": doctor.person, "text": "Metformin adherence good.\n[Draft]", "version": 1});
    let note = app.put(doctor, "/notedraft/sign", &body).await.ok();
    insta::assert_json_snapshot!("signed", timeless(&stable(&note)));
    let text = note["text"].as_str().expect("text");
    assert!(
        text.starts_with("Metformin adherence good.\n[Signed by ") && !text.contains("[Draft]"),
        "{text}"
    );
    assert_eq!(notes(app, doctor).await, [note]);
    let left = app
        .get(doctor, &format!("/notedraft/person/{patient}"))
        .await
        .ok();
    assert_eq!(
        (&left[0]["text"], &left[0]["version"], &left[0]["changed"]),
        (&json!(""), &json!(2), &json!(false))
    );
    // The same draft signed on another machine, a moment later, is no second note.
    app.put(doctor, "/notedraft/sign", &body)
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(notes(app, doctor).await.len(), 1);
}

async fn a_typed_marker_is_not_a_signature(app: &TestApp) {
    let forged =
        "Approved.\n[Signed by Somebody Else on Nov 21, 2026, 9:46 AM]\n[ sent TO patient by x]";
    let note = sign(app, &app.users.office, forged).await;
    let text = note["text"].as_str().expect("text");
    assert_eq!(text.matches('[').count(), 1, "{text}");
    assert!(
        text.contains("(Signed by Somebody Else on Nov 21, 2026, 9:46 AM)"),
        "{text}"
    );
    assert_eq!(note["markers"].as_array().map(Vec::len), Some(1));
    // Markup is text, and what nobody sees is none.
    let odd = "<script>alert(1)</script> =HYPERLINK(\"x\") {{7*7}}";
    let hidden = format!("{odd}\u{202e}\u{200b}");
    assert_eq!(sign(app, &app.users.office, &hidden).await["written"], odd);
}

async fn what_another_machine_wrote_stays_a_draft(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient.person);
    app.put(
        doctor,
        "/notedraft",
        &json!({"personId": patient, "text": "On the other machine."}),
    )
    .await
    .ok();
    sign(app, doctor, "Signed before anything was saved.").await;
    let kept = app
        .get(doctor, &format!("/notedraft/person/{patient}"))
        .await
        .ok();
    assert_eq!(kept[0]["text"], "On the other machine.");
    sign(app, doctor, "On the other machine.").await;
    let gone = app
        .get(doctor, &format!("/notedraft/person/{patient}"))
        .await
        .ok();
    assert_eq!(gone[0]["text"], "");
}

async fn refusals(app: &TestApp) {
    let users = &app.users;
    let draft = app
        .put(
            &users.doctor,
            "/notedraft",
            &json!({"personId": users.patient.person, "text": "Mine"}),
        )
        .await
        .ok();
    let with =
        |id: &Value, person: &str, text: &str| json!({"id": id, "personId": person, "text": text});
    let good = with(&draft["_id"], &users.patient.person, "x");
    for by in [&users.patient, &users.customer_service, &users.admin] {
        assert_eq!(app.put(by, "/notedraft/sign", &good).await.status, 403);
    }
    for empty in ["", " \n", "[Draft]"] {
        assert_eq!(
            app.put(
                &users.doctor,
                "/notedraft/sign",
                &with(&draft["_id"], &users.patient.person, empty)
            )
            .await
            .fields(),
            ["text"]
        );
    }
    assert_eq!(
        app.put(
            &users.doctor,
            "/notedraft/sign",
            &with(&draft["_id"], &users.patient.person, &"字".repeat(10_001))
        )
        .await
        .fields(),
        ["text"]
    );
    // Somebody else's draft, one's own under another patient, and a doctor who is no patient.
    app.put(&users.office, "/notedraft/sign", &good)
        .await
        .refused(404, "NOT_FOUND");
    app.put(
        &users.doctor,
        "/notedraft/sign",
        &with(&draft["_id"], &users.other.person, "x"),
    )
    .await
    .refused(404, "NOT_FOUND");
    app.put(
        &users.doctor,
        "/notedraft/sign",
        &json!({"personId": users.office.person, "text": "x"}),
    )
    .await
    .refused(404, "NOT_FOUND");
    // Nobody signs in another name.
    let mut forged = good.clone();
    forged["from"] = json!(users.second_doctor.person);
    assert_eq!(
        app.put(&users.doctor, "/notedraft/sign", &forged)
            .await
            .status,
        403
    );
    assert!(notes(app, &users.doctor).await.is_empty());
}

async fn one_click_is_one_note(app: &TestApp) {
    let (doctor, key) = (&app.users.doctor, new_key());
    let body = json!({"personId": app.users.patient.person, "text": "Once."});
    let send = || {
        app.send(
            Some(doctor),
            Method::PUT,
            "/notedraft/sign",
            Some(&key),
            Some(&body),
        )
    };
    let (first, second) = (send().await, send().await);
    assert_eq!((first.body, second.replayed), (second.body, true));
    assert_eq!(notes(app, doctor).await.len(), 1);
}

async fn the_database_itself_keeps_what_was_signed(app: &TestApp) {
    let note = sign(app, &app.users.doctor, "As signed.").await;
    super::to_emr(app, &app.users.doctor, &note).await.ok();
    app.settle().await;
    for sql in [
        "UPDATE note_version SET written = 'other'",
        "DELETE FROM note_version",
        "UPDATE note_mark SET marker = 'other'",
        "DELETE FROM note_mark",
    ] {
        let refused = app.ctx.db.write().execute_unprepared(sql).await;
        let why = refused.expect_err(sql).to_string();
        assert!(why.contains("is never changed"), "{sql}: {why}");
    }
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM note_version").await,
        1
    );
    assert_eq!(
        notes(app, &app.users.doctor).await[0]["written"],
        "As signed."
    );
}

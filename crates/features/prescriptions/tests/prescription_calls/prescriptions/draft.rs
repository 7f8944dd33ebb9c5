// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET`, `PUT` and `DELETE /prescription/draft`

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, line, on_both, once, request, stable};

on_both!(
    a_draft_survives_and_goes_with_the_request,
    a_late_save_does_not_bring_back_what_was_sent,
    thrown_away
);

once!(refusals);

async fn a_draft_survives_and_goes_with_the_request(app: &TestApp) {
    let patient = &app.users.patient;
    let empty = app.get(patient, "/prescription/draft").await.ok();
    assert_eq!(
        (&empty["content"], &empty["version"]),
        (&Value::Null, &json!(0))
    );
    let content = json!({"medications": [line(&app.users.samples.drugs[0])], "pharmacy": {"_id": app.users.samples.pharmacy["_id"]}, "loadCurrent": true, "step": "form"});
    app.put(
        patient,
        "/prescription/draft",
        &json!({"content": content, "version": 0}),
    )
    .await
    .ok();
    let kept = app.get(patient, "/prescription/draft").await.ok();
    insta::assert_json_snapshot!("draft", stable(&kept));
    assert_eq!(
        kept["content"]["pharmacy"], app.users.samples.pharmacy,
        "any device can show it"
    );
    // What a page read it may send back.
    app.put(
        patient,
        "/prescription/draft",
        &json!({"content": kept["content"], "version": kept["version"]}),
    )
    .await
    .ok();
    assert_eq!(
        app.get(&app.users.other, "/prescription/draft").await.ok()["content"],
        Value::Null
    );
    app.post(patient, "/prescription", &request(&app.users.samples, 1))
        .await
        .ok();
    assert_eq!(
        app.get(patient, "/prescription/draft").await.ok(),
        json!({"content": null, "version": 3, "updatedAt": null})
    );
}

async fn a_late_save_does_not_bring_back_what_was_sent(app: &TestApp) {
    let patient = &app.users.patient;
    app.post(patient, "/prescription", &request(&app.users.samples, 1))
        .await
        .ok();
    let draft = |version: i64| {
        let content = json!({"medications": [line(&app.users.samples.drugs[0])], "pharmacy": null, "loadCurrent": false, "step": null});
        json!({"content": content, "version": version})
    };
    // The first save of this draft was overtaken by the request itself.
    let late = app
        .put(patient, "/prescription/draft", &draft(0))
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(late["current"]["content"], Value::Null);
    assert_eq!(
        app.get(patient, "/prescription/draft").await.ok()["content"],
        Value::Null
    );
    // The next request's is begun on what was told.
    app.put(patient, "/prescription/draft", &draft(1))
        .await
        .ok();
    assert_eq!(
        app.get(patient, "/prescription/draft").await.ok()["version"],
        2
    );
}

async fn thrown_away(app: &TestApp) {
    let patient = &app.users.patient;
    let content = json!({"medications": [], "pharmacy": null, "loadCurrent": false, "step": null});
    app.put(
        patient,
        "/prescription/draft",
        &json!({"content": content, "version": 0}),
    )
    .await
    .ok();
    for _ in 0..2 {
        assert_eq!(
            app.send(
                Some(patient),
                Method::DELETE,
                "/prescription/draft",
                None,
                None
            )
            .await
            .status,
            204
        );
    }
    assert_eq!(
        app.get(patient, "/prescription/draft").await.ok(),
        json!({"content": null, "version": 3, "updatedAt": null})
    );
    app.put(
        patient,
        "/prescription/draft",
        &json!({"content": content, "version": 1}),
    )
    .await
    .refused(409, "STALE_VERSION");
}

async fn refusals(app: &TestApp) {
    let patient = &app.users.patient;
    let many: Vec<Value> = (0..51).map(|_| line(&app.users.samples.drugs[0])).collect();
    let content =
        json!({"medications": many, "pharmacy": null, "loadCurrent": false, "step": null});
    assert_eq!(
        app.put(
            patient,
            "/prescription/draft",
            &json!({"content": content, "version": 0})
        )
        .await
        .fields(),
        ["medications"]
    );
    let odd = json!({"content": {"medications": [], "somethingElse": 1}, "version": 0});
    assert_eq!(
        app.put(patient, "/prescription/draft", &odd).await.status,
        400
    );
    app.put(&app.users.doctor, "/prescription/draft", &odd)
        .await
        .refused(403, "NOT_ALLOWED");
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /notedraft/person/{id}`

use serde_json::json;

use crate::support::{TestApp, on_both, stable};

on_both!(everybody_has_a_draft_of_their_own);

async fn everybody_has_a_draft_of_their_own(app: &TestApp) {
    let users = &app.users;
    let path = format!("/notedraft/person/{}", users.patient.person);
    assert_eq!(app.get(&users.doctor, &path).await.ok(), json!([]));
    for by in [&users.doctor, &users.office] {
        let body = json!({"personId": users.patient.person, "text": format!("By {}", by.person)});
        app.put(by, "/notedraft", &body).await.ok();
    }
    let own = app.get(&users.doctor, &path).await.ok();
    assert_eq!(own.as_array().map(Vec::len), Some(1));
    assert_eq!(own[0]["text"], format!("By {}", users.doctor.person));
    let mut plain = own[0].clone();
    plain["text"] = json!("[text]");
    insta::assert_json_snapshot!("draft", stable(&plain));
    // Another doctor sees none, and neither does the same doctor at another patient.
    assert_eq!(app.get(&users.second_doctor, &path).await.ok(), json!([]));
    let elsewhere = format!("/notedraft/person/{}", users.other.person);
    assert_eq!(app.get(&users.doctor, &elsewhere).await.ok(), json!([]));
    for by in [&users.patient, &users.customer_service, &users.admin] {
        assert_eq!(app.get(by, &path).await.status, 403);
    }
    let nobody = format!("/notedraft/person/{}", uuid::Uuid::nil());
    app.get(&users.doctor, &nobody)
        .await
        .refused(404, "NOT_FOUND");
}

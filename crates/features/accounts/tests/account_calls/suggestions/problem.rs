// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /problem`, `GET /problem`, `PUT /problem/acknowledge`, `GET /problem/count-unread`

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::support::files::{jpeg, pdf, png};
use crate::support::{TestApp, on_both, once, stable};

fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:image/{kind};base64,{}", STANDARD.encode(bytes))
}

async fn unread(app: &TestApp) -> Value {
    app.get(&app.users.admin, "/problem/count-unread")
        .await
        .ok()["count"]
        .clone()
}

on_both!(
    reaches_the_administrators_with_its_picture,
    is_paged_without_gaps,
    each_refusal,
    one_click_is_one_suggestion
);

once!(the_list_is_the_administrators);

async fn reaches_the_administrators_with_its_picture(app: &TestApp) {
    let (patient, admin) = (&app.users.patient, &app.users.admin);
    let body = json!({"dataURL": data_url("png", &png(64, 48)), "message": "  The button is hard to find 🙂  ", "personId": patient.person});
    let answer = app.post(patient, "/problem", &body).await;
    assert_eq!(
        (answer.status, answer.ok()),
        (201, json!({"message": "Problem reported successfully!"}))
    );
    let plain = json!({"message": "Without a picture", "dataURL": ""});
    app.post(&app.users.doctor, "/problem", &plain).await.ok();
    assert_eq!(unread(app).await, 2);
    let list = app.get(admin, "/problem").await.ok();
    insta::assert_json_snapshot!("problems", stable(&list));
    let with_picture = &list["items"][1];
    let file = format!(
        "/file/{}",
        with_picture["file"]["_id"].as_str().expect("an id")
    );
    assert_eq!(app.get(admin, &file).await.content_type, "image/png");
    for by in [
        patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(
            app.get(by, &file).await.status,
            404,
            "{} opens the picture",
            by.email
        );
    }
    let read = app
        .put(
            admin,
            "/problem/acknowledge",
            &json!({"id": with_picture["_id"]}),
        )
        .await
        .ok();
    assert_eq!(read["isRead"], true);
    app.put(
        admin,
        "/problem/acknowledge",
        &json!({"id": with_picture["_id"]}),
    )
    .await
    .ok();
    assert_eq!(unread(app).await, 1);
    assert_eq!(
        app.put(
            admin,
            "/problem/acknowledge",
            &json!({"id": uuid::Uuid::nil()})
        )
        .await
        .status,
        404
    );
}

async fn is_paged_without_gaps(app: &TestApp) {
    for n in 0..5 {
        app.post(
            &app.users.patient,
            "/problem",
            &json!({"message": format!("number {n}")}),
        )
        .await
        .ok();
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    while seen.len() < 20 {
        let page = app
            .get(&app.users.admin, &format!("/problem?limit=2{cursor}"))
            .await
            .ok();
        assert_eq!(page["total"], 5);
        seen.extend(
            page["items"]
                .as_array()
                .expect("items")
                .iter()
                .map(|one| one["message"].clone()),
        );
        let Some(next) = page["nextCursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(
        seen,
        ["number 4", "number 3", "number 2", "number 1", "number 0"]
    );
    assert_eq!(
        app.get(&app.users.admin, "/problem?cursor=x").await.status,
        400
    );
}

async fn each_refusal(app: &TestApp) {
    let patient = &app.users.patient;
    let empty = app
        .post(patient, "/problem", &json!({"message": " \n "}))
        .await;
    assert_eq!(
        empty.body["errors"][0]["message"],
        "Please enter text in the text box below to explain the suggestion you have for us. Then click the Submit button. Thanks."
    );
    for (body, status) in [
        (json!({"message": "x".repeat(5_001)}), 422),
        (json!({"message": "x\0"}), 400),
        (
            json!({"message": "x", "personId": app.users.other.person}),
            403,
        ),
        (
            json!({"message": "x", "dataURL": "https://nowhere.example/a.png"}),
            422,
        ),
        (
            json!({"message": "x", "dataURL": "data:image/png;base64,!!!"}),
            422,
        ),
        (
            json!({"message": "x", "dataURL": data_url("svg+xml", b"<svg/>")}),
            422,
        ),
        (
            json!({"message": "x", "dataURL": data_url("png", &pdf(""))}),
            415,
        ),
        (
            json!({"message": "x", "dataURL": data_url("png", &png(300, 300)[..500])}),
            422,
        ),
        (
            json!({"message": "x", "dataURL": data_url("png", &vec![7; 5 * 1024 * 1024 + 4])}),
            413,
        ),
        (
            json!({"message": "x", "dataURL": data_url("png", &vec![7; 6 * 1024 * 1024])}),
            413,
        ),
    ] {
        let answer = app.post(patient, "/problem", &body).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    let large = json!({"message": "x", "dataURL": data_url("jpeg", &[jpeg(900, 900), vec![0; 2_000_000]].concat())});
    app.post(patient, "/problem", &large).await.ok();
    assert_eq!(unread(app).await, 1);
}

async fn the_list_is_the_administrators(app: &TestApp) {
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(app.get(by, "/problem").await.status, 403);
        assert_eq!(app.get(by, "/problem/count-unread").await.status, 403);
        assert_eq!(
            app.put(
                by,
                "/problem/acknowledge",
                &json!({"id": uuid::Uuid::nil()})
            )
            .await
            .status,
            403
        );
    }
    assert_eq!(
        app.post_open("/problem", &json!({"message": "x"}))
            .await
            .status,
        401
    );
}

async fn one_click_is_one_suggestion(app: &TestApp) {
    let body = json!({"message": "once"});
    let send = || {
        app.send(
            Some(&app.users.patient),
            reqwest::Method::POST,
            "/problem",
            Some("one-click"),
            Some(&body),
        )
    };
    assert!(!send().await.replayed);
    assert!(send().await.replayed);
    assert_eq!(unread(app).await, 1);
}

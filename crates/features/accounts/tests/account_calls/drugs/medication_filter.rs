// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET`, `POST`, `DELETE /medication-filter`, its import and download, and `GET /drug/tcAhfs/{x}`

use reqwest::Method;
use serde_json::json;

use crate::support::{TestApp, on_both, stable};

async fn classes(app: &TestApp) -> Vec<String> {
    let list = app.get(&app.users.admin, "/medication-filter").await.ok();
    let list = list.as_array().expect("a list").clone();
    list.iter()
        .map(|one| one["tc_ahfs_number"].as_str().expect("a class").to_owned())
        .collect()
}

async fn import(app: &TestApp, bytes: &[u8]) -> crate::support::Answer {
    let files = [("file", "filters.csv", bytes.to_vec())];
    app.form(
        &app.users.admin,
        Method::POST,
        "/medication-filter/import-data",
        &json!({}),
        &files,
    )
    .await
}

on_both!(
    a_rule_counts_at_once_and_no_more_when_it_is_taken_away,
    what_makes_no_sense_is_refused,
    a_file_comes_in_whole_or_not_at_all
);

async fn a_rule_counts_at_once_and_no_more_when_it_is_taken_away(app: &TestApp) {
    let (admin, doctor) = (&app.users.admin, &app.users.doctor);
    let found = app.get(doctor, "/drug/search/atorvastatin").await.ok();
    let name = found["items"][0]["name"].clone();
    assert_eq!(found["items"][0]["selectable"], true, "{found}");
    let entries = app
        .get(
            doctor,
            &format!("/drug/name/{}", name.as_str().expect("a name")),
        )
        .await
        .ok();
    let class = entries[0]["tc_ahfs_numbers"][0]
        .as_str()
        .expect("a class")
        .to_owned();
    let would = app.get(admin, &format!("/drug/tcAhfs/{class}")).await.ok();
    assert!(
        would["drugs"].as_u64().is_some_and(|drugs| drugs > 0),
        "{would}"
    );
    let made = app
        .post(
            admin,
            "/medication-filter",
            &json!({"tc_ahfs_number": class, "status": "CROSS_OUT", "activeList": []}),
        )
        .await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.body;
    insta::assert_json_snapshot!("medication_filter", stable(&made));
    assert!(classes(app).await.contains(&class));
    let crossed = app.get(doctor, "/drug/search/atorvastatin").await.ok();
    assert_eq!(crossed["items"][0]["selectable"], false, "{crossed}");
    let twice = app
        .post(
            admin,
            "/medication-filter",
            &json!({"tc_ahfs_number": class, "status": "DO_NOT_SHOW_UP"}),
        )
        .await;
    assert_eq!(twice.fields(), ["tc_ahfs_number"]);
    let id = made["_id"].as_str().expect("an id");
    let path = format!("/medication-filter/{id}");
    let gone = app
        .send(Some(admin), Method::DELETE, &path, Some("one"), None)
        .await;
    assert_eq!(gone.status, 204, "{}", gone.body);
    let again = app
        .send(Some(admin), Method::DELETE, &path, Some("two"), None)
        .await;
    assert_eq!(again.status, 404);
    assert!(!classes(app).await.contains(&class));
    let back = app.get(doctor, "/drug/search/atorvastatin").await.ok();
    assert_eq!(back["items"][0]["selectable"], true, "{back}");
}

async fn what_makes_no_sense_is_refused(app: &TestApp) {
    let admin = &app.users.admin;
    for (body, fields) in [
        (
            json!({"tc_ahfs_number": "", "status": ""}),
            vec!["status", "tc_ahfs_number"],
        ),
        (
            json!({"tc_ahfs_number": "28.08", "status": "CROSS_OUT"}),
            vec!["tc_ahfs_number"],
        ),
        (
            json!({"tc_ahfs_number": "28:08", "status": "MAYBE"}),
            vec!["status"],
        ),
    ] {
        let mut found = app.post(admin, "/medication-filter", &body).await.fields();
        found.sort();
        assert_eq!(found, fields, "{body}");
    }
    assert_eq!(app.get(admin, "/drug/tcAhfs/everything").await.status, 422);
    assert_eq!(
        app.get(admin, "/medication-filter/download/exe")
            .await
            .status,
        404
    );
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(app.get(by, "/medication-filter").await.status, 403);
        assert_eq!(
            app.post(
                by,
                "/medication-filter",
                &json!({"tc_ahfs_number": "28:08", "status": "CROSS_OUT"})
            )
            .await
            .status,
            403
        );
    }
}

async fn a_file_comes_in_whole_or_not_at_all(app: &TestApp) {
    let before = classes(app).await;
    let file = b"status,tc_ahfs_number,activeIngredients\r\nCROSS_OUT,92:36,LEFLUNOMIDE; ANAKINRA\r\nDO_NOT_SHOW_UP,92:40,\r\n";
    assert_eq!(
        import(app, file).await.ok(),
        json!({"added": 2, "changed": 0, "unchanged": 0})
    );
    assert_eq!(
        import(app, file).await.ok(),
        json!({"added": 0, "changed": 0, "unchanged": 2})
    );
    assert_eq!(classes(app).await.len(), before.len() + 2);
    let other = br#"[{"tc_ahfs_number":"92:40","status":"CROSS_OUT","activeIngredients":[]}]"#;
    assert_eq!(
        import(app, other).await.ok(),
        json!({"added": 0, "changed": 1, "unchanged": 0})
    );
    let faulty: [&[u8]; 5] = [
        b"",
        b"status\nCROSS_OUT\n",
        b"status,tc_ahfs_number\nCROSS_OUT,92:44\nNO,92:48\n",
        b"\xff\xfe",
        b"[{\"tc_ahfs_number\":\"92:44\"",
    ];
    for bytes in faulty {
        assert_eq!(
            import(app, bytes)
                .await
                .fields()
                .first()
                .map(String::as_str),
            Some("file")
        );
    }
    let after = classes(app).await;
    assert_eq!(after.len(), before.len() + 2, "{after:?}");
    // What is saved comes in again unchanged.
    assert_eq!(
        app.get(&app.users.admin, "/medication-filter/download/csv")
            .await
            .status,
        200
    );
    let saved = app
        .get(&app.users.admin, "/medication-filter/download/json")
        .await
        .ok();
    let again = import(app, saved.to_string().as_bytes()).await.ok();
    assert_eq!(
        (&again["added"], &again["changed"]),
        (&json!(0), &json!(0)),
        "{again}"
    );
}

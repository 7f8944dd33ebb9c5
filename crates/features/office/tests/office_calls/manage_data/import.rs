// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /manage-data/import-data`, `GET /manage-data/imports`, `PUT /manage-data/cancel/{id}` and
//! `GET /manage-data/skipped/{id}`.

use reqwest::Method;
use serde_json::{Value, json};

use super::{act, display, imported, newest, send};
use crate::support::{TestApp, new_key, on_both};

const FORMS: &[u8] = b"\"71\",\"85\",\"TABLET\",\"\"\r\n\"x\",\"85\",\"TABLET\",\"\"\r\n\"72\",\"85\",\"CAPSULE\",\"\"\r\n\"72\",\"85\"\r\n\"73\",\"85\",\"CREAM\",\"\"\r\n";

on_both!(
    a_file_comes_in_with_its_history_and_what_was_left_out,
    nothing_counts_before_the_worker_has_done_its_work,
    an_import_is_undone_to_the_one_before,
    the_sets_of_the_register_stand_beside_one_another,
    without_a_resource_or_a_file_the_form_says_so,
    only_administrators_come_in,
    a_click_that_comes_twice_is_one_import
);

async fn a_file_comes_in_with_its_history_and_what_was_left_out(app: &TestApp) {
    let done = imported(app, "Dosage Form", "form.txt", FORMS).await;
    assert_eq!(
        (&done["state"], &done["resource"]),
        (&json!("done"), &json!("Dosage Form")),
        "{done}"
    );
    assert_eq!(
        (&done["rowsDone"], &done["rowsSkipped"]),
        (&json!(3), &json!(2))
    );
    assert!(
        done["reasons"][0]["firstLine"]
            .as_i64()
            .is_some_and(|line| line == 2 || line == 4),
        "{done}"
    );
    assert!(
        done["by"].as_str().is_some_and(|name| !name.is_empty()),
        "who: {done}"
    );
    let told = app.get(&app.users.admin, &act("skipped", &done)).await;
    let told = String::from_utf8(told.bytes).expect("CSV");
    assert!(
        told.contains("form.txt,2,the drug code is not a number"),
        "{told}"
    );
    assert!(
        told.contains("form.txt,4,the row has another number of columns than the file"),
        "{told}"
    );
    let shown = display(app, "Dosage Form").await;
    assert_eq!(shown["total"], 3);
    assert_eq!(
        shown["items"][1],
        json!({"drug_code": 72, "pharmaceutical_form_name": "CAPSULE"})
    );
}

async fn nothing_counts_before_the_worker_has_done_its_work(app: &TestApp) {
    imported(app, "Dosage Form", "form.txt", FORMS).await;
    send(app, "Dosage Form", &[("form.txt", b"9,85,KIT,\n")])
        .await
        .ok();
    assert_eq!(
        display(app, "Dosage Form").await["total"],
        3,
        "what was in force still is"
    );
    send(app, "Dosage Form", &[("form.txt", FORMS)])
        .await
        .refused(409, "IMPORT_RUNNING");
    let active = app.get(&app.users.admin, "/manage-data/imports").await.ok()["active"].clone();
    assert_eq!(active["state"], "queued");
    app.put(&app.users.admin, &act("cancel", &active), &json!({}))
        .await
        .ok();
    app.put(&app.users.admin, &act("cancel", &active), &json!({}))
        .await
        .refused(409, "NOT_RUNNING");
    app.settle().await;
    assert_eq!(newest(app).await["state"], "cancelled");
    assert_eq!(display(app, "Dosage Form").await["total"], 3);
}

async fn an_import_is_undone_to_the_one_before(app: &TestApp) {
    let first = imported(app, "Dosage Form", "form.txt", FORMS).await;
    let second = imported(app, "Dosage Form", "form.txt", b"9,85,KIT,\n").await;
    assert_eq!(display(app, "Dosage Form").await["total"], 1);
    app.put(&app.users.admin, &act("undo", &first), &json!({}))
        .await
        .refused(409, "NOT_IN_FORCE");
    let undone = app
        .put(&app.users.admin, &act("undo", &second), &json!({}))
        .await
        .ok();
    assert_eq!(undone["state"], "undone");
    assert_eq!(display(app, "Dosage Form").await["total"], 3);
    app.put(&app.users.admin, &act("undo", &second), &json!({}))
        .await
        .refused(409, "NOT_IN_FORCE");
    app.put(&app.users.admin, &act("undo", &first), &json!({}))
        .await
        .ok();
    assert_eq!(display(app, "Dosage Form").await["total"], 0);
}

async fn the_sets_of_the_register_stand_beside_one_another(app: &TestApp) {
    imported(app, "Dosage Form", "form.txt", FORMS).await;
    imported(
        app,
        "Dosage Form",
        "form_ap.txt",
        b"9,85,KIT,\n10,85,GEL,\n",
    )
    .await;
    assert_eq!(display(app, "Dosage Form").await["total"], 5);
    imported(app, "Dosage Form", "form_ap.txt", b"9,85,KIT,\n").await;
    assert_eq!(display(app, "Dosage Form").await["total"], 4);
    imported(
        app,
        "Dosage Form",
        "form.json",
        b"[{\"drug_code\":9,\"pharmaceutical_form_name\":\"Kit\"}]",
    )
    .await;
    assert_eq!(
        display(app, "Dosage Form").await["total"],
        1,
        "the web API's list is all sets together"
    );
}

async fn without_a_resource_or_a_file_the_form_says_so(app: &TestApp) {
    let warning = "Please choose the file and correct resource name before import!";
    for (resource, files) in [
        ("", vec![("form.txt", FORMS)]),
        ("Veterinary", vec![("form.txt", FORMS)]),
        ("Drugs", vec![("form.txt", FORMS)]),
        ("Dosage Form", vec![]),
        ("Dosage Form", vec![("", b"".as_slice())]),
    ] {
        let answer = send(app, resource, &files).await;
        assert_eq!(answer.status, 422, "{resource}");
        assert!(answer.body.to_string().contains(warning), "{}", answer.body);
    }
    assert_eq!(
        app.get(&app.users.admin, "/manage-data/imports").await.ok()["items"],
        json!([])
    );
}

async fn only_administrators_come_in(app: &TestApp) {
    let fields = json!({"collection": "Dosage Form"});
    let files = vec![("file", "form.txt", FORMS.to_vec())];
    for user in [&app.users.doctor, &app.users.office, &app.users.patient] {
        let answer = app
            .api
            .form(
                Some(user),
                Method::POST,
                "/manage-data/import-data",
                &new_key(),
                &fields,
                &files,
            )
            .await;
        assert_eq!(answer.status, 403);
        app.get(user, "/manage-data/imports")
            .await
            .refused(403, "NOT_ALLOWED");
        app.get(user, "/manage-data/build-drugs")
            .await
            .refused(403, "NOT_ALLOWED");
        app.get(user, "/manage-data/display-data/Drugs")
            .await
            .refused(403, "NOT_ALLOWED");
    }
    let nobody = uuid::Uuid::nil();
    for path in ["undo", "cancel"] {
        app.put(
            &app.users.admin,
            &format!("/manage-data/{path}/{nobody}"),
            &json!({}),
        )
        .await
        .refused(404, "NOT_FOUND");
    }
    app.get(&app.users.admin, &format!("/manage-data/skipped/{nobody}"))
        .await
        .refused(404, "NOT_FOUND");
    app.get(&app.users.admin, "/manage-data/display-data/Veterinary")
        .await
        .refused(404, "NOT_FOUND");
    assert_eq!(
        app.get(&app.users.admin, "/manage-data/imports").await.ok()["active"],
        Value::Null
    );
}

async fn a_click_that_comes_twice_is_one_import(app: &TestApp) {
    let (key, fields) = (new_key(), json!({"collection": "Dosage Form"}));
    let files = vec![("file", "form.txt", FORMS.to_vec())];
    let path = "/manage-data/import-data";
    let first = app
        .api
        .form(
            Some(&app.users.admin),
            Method::POST,
            path,
            &key,
            &fields,
            &files,
        )
        .await
        .ok();
    let again = app
        .api
        .form(
            Some(&app.users.admin),
            Method::POST,
            path,
            &key,
            &fields,
            &files,
        )
        .await
        .ok();
    assert_eq!(first["_id"], again["_id"]);
    app.settle().await;
    assert_eq!(
        app.get(&app.users.admin, "/manage-data/imports").await.ok()["items"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

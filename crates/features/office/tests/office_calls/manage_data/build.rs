// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /manage-data/build-drugs`, its undoing, and `GET /manage-data/display-data/{x}`.

use serde_json::{Value, json};

use super::{act, display, found, import_register, imported, newest};
use crate::support::{TestApp, on_both, register};

async fn build(app: &TestApp) -> serde_json::Value {
    app.get(&app.users.admin, "/manage-data/build-drugs")
        .await
        .ok();
    app.settle().await;
    newest(app).await
}

on_both!(
    a_build_needs_all_seven_resources,
    the_drugs_are_built_and_a_build_is_undone,
    rows_of_unknown_drugs_are_told_by_the_build,
    a_long_resource_is_displayed_page_by_page
);

async fn a_build_needs_all_seven_resources(app: &TestApp) {
    for (resource, bytes) in register("SALALEX").into_iter().take(6) {
        imported(app, resource, "list.json", &bytes).await;
    }
    let refused = app.get(&app.users.admin, "/manage-data/build-drugs").await;
    assert_eq!(refused.status, 409);
    assert!(
        refused.body["message"]
            .as_str()
            .is_some_and(|text| text.contains("Schedule")),
        "{}",
        refused.body
    );
    assert_eq!(
        found(app, "ramipril").await,
        1,
        "the catalogue is what it was"
    );
}

async fn the_drugs_are_built_and_a_build_is_undone(app: &TestApp) {
    import_register(app, "SALALEX").await;
    assert_eq!(
        found(app, "arbutine").await,
        0,
        "an import alone changes no drug"
    );
    let first = build(app).await;
    assert_eq!(
        (&first["state"], &first["canUndo"]),
        (&json!("done"), &json!(false)),
        "{first}"
    );
    assert_eq!(
        (found(app, "arbutine").await, found(app, "salalex").await),
        (json!(1), json!(1))
    );
    import_register(app, "SALALEX FORTE").await;
    let second = build(app).await;
    assert_eq!(second["canUndo"], true, "{second}");
    assert!(
        second["report"][1]
            .as_str()
            .is_some_and(|told| told.starts_with("0 new, 1 changed, 1 unchanged")),
        "{second}"
    );
    assert_eq!(
        display(app, "Drugs").await["items"][1]["name"],
        "SALALEX FORTE"
    );
    app.put(&app.users.admin, &act("undo", &second), &json!({}))
        .await
        .ok();
    assert_eq!(
        display(app, "Drugs").await["items"][1]["name"],
        "SALALEX FORTE",
        "until the worker has switched"
    );
    app.settle().await;
    let shown = display(app, "Drugs").await;
    assert_eq!(
        (&shown["total"], &shown["items"][1]["name"]),
        (&json!(2), &json!("SALALEX"))
    );
    let list = app.get(&app.users.admin, "/manage-data/imports").await.ok();
    let states: Vec<_> = list["items"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["resource"] == "Drugs")
        .map(|one| (one["kind"].clone(), one["state"].clone()))
        .collect();
    assert_eq!(
        states,
        [
            (json!("undo"), json!("done")),
            (json!("build"), json!("undone")),
            (json!("build"), json!("done"))
        ]
    );
}

async fn rows_of_unknown_drugs_are_told_by_the_build(app: &TestApp) {
    import_register(app, "SALALEX").await;
    let forms = b"[{\"drug_code\":71,\"pharmaceutical_form_name\":\"Tablet\"},{\"drug_code\":99,\"pharmaceutical_form_name\":\"Gel\"}]";
    imported(app, "Dosage Form", "form.json", forms).await;
    let built = build(app).await;
    assert_eq!(built["rowsSkipped"], 1, "{built}");
    let told = app.get(&app.users.admin, &act("skipped", &built)).await;
    assert!(
        String::from_utf8_lossy(&told.bytes).contains("form.json,2,no product has this drug code")
    );
}

async fn a_long_resource_is_displayed_page_by_page(app: &TestApp) {
    let rows: Vec<String> = (1..=2_345)
        .map(|code| format!("{code},85,FORM {code},\n"))
        .collect();
    let rows = rows.concat();
    imported(app, "Dosage Form", "form.txt", rows.as_bytes()).await;
    let first = app
        .get(&app.users.admin, "/manage-data/display-data/Dosage%20Form")
        .await
        .ok();
    let mark = first["nextCursor"]
        .as_str()
        .and_then(|next| next.strip_suffix("25"))
        .expect("a second page")
        .to_owned();
    let page = app
        .get(
            &app.users.admin,
            &format!("/manage-data/display-data/Dosage%20Form?cursor={mark}1990"),
        )
        .await
        .ok();
    assert_eq!(
        (&page["total"], &page["from"]),
        (&json!(2_345), &json!(1_990))
    );
    let items = page["items"].as_array().expect("a list");
    assert_eq!(
        (items.len(), &items[0]["drug_code"], &items[24]["drug_code"]),
        (25, &json!(1_991), &json!(2_015))
    );
    let last = app
        .get(
            &app.users.admin,
            &format!("/manage-data/display-data/Dosage%20Form?cursor={mark}2340"),
        )
        .await
        .ok();
    assert_eq!(last["items"].as_array().map(Vec::len), Some(5));
    assert_eq!(
        (&page["nextCursor"], &last["nextCursor"]),
        (&json!(format!("{mark}2015")), &Value::Null)
    );
    app.get(
        &app.users.admin,
        "/manage-data/display-data/form?cursor=behind",
    )
    .await
    .refused(400, "MALFORMED");
}

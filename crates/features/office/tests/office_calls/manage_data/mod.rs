// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reference data that comes in as files: imports and their history, the build, what is displayed, and
//! files that are good for nothing.

mod bad_files;
mod build;
mod falling;
mod import;
mod lists;
mod silent;
mod terminal;

use reqwest::Method;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, new_key, register};

/// Sends files of a resource in as the administrator.
async fn send(app: &TestApp, resource: &str, files: &[(&str, &[u8])]) -> Answer {
    let files: Vec<(&str, &str, Vec<u8>)> = files
        .iter()
        .map(|(name, bytes)| ("file", *name, bytes.to_vec()))
        .collect();
    let fields = json!({"collection": resource});
    let path = "/manage-data/import-data";
    app.api
        .form(
            Some(&app.users.admin),
            Method::POST,
            path,
            &new_key(),
            &fields,
            &files,
        )
        .await
}

/// Sends one file in, has it imported, and gives what the history says of it.
async fn imported(app: &TestApp, resource: &str, name: &str, bytes: &[u8]) -> Value {
    let begun = send(app, resource, &[(name, bytes)]).await.ok();
    assert_eq!(begun["state"], "queued", "{begun}");
    app.settle().await;
    newest(app).await
}

/// Goes on with an import that stopped, has it done, and gives what the history says of it.
async fn gone_on(app: &TestApp, stopped: &Value, reason: &str) -> Value {
    let sent = json!({"reason": reason});
    app.put(&app.users.admin, &act("go-on", stopped), &sent)
        .await
        .ok();
    app.settle().await;
    newest(app).await
}

/// As [`imported`], going on where the list would lose too much to do so unasked.
async fn imported_all_the_same(app: &TestApp, resource: &str, name: &str, bytes: &[u8]) -> Value {
    let done = imported(app, resource, name, bytes).await;
    if done["state"] == "failed" && done["silent"] != json!([]) {
        return gone_on(app, &done, "It is the whole list.").await;
    }
    done
}

/// As if all imports had ended long ago.
async fn long_ago(app: &TestApp) {
    let sql =
        "update data_import set ended_at = '2020-01-01T00:00:00+00:00' where ended_at is not null";
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the database takes it");
}

/// The newest line of the history.
async fn newest(app: &TestApp) -> Value {
    let list = app.get(&app.users.admin, "/manage-data/imports").await.ok();
    assert_eq!(list["active"], Value::Null, "{list}");
    list["items"][0].clone()
}

async fn display(app: &TestApp, resource: &str) -> Value {
    let path = format!("/manage-data/display-data/{}", resource.replace(' ', "%20"));
    app.get(&app.users.admin, &path).await.ok()
}

/// The path of an act on an import.
fn act(what: &str, import: &Value) -> String {
    format!(
        "/manage-data/{what}/{}",
        import["_id"].as_str().expect("an id")
    )
}

async fn import_register(app: &TestApp, second: &str) {
    for (resource, bytes) in register(second) {
        let done = imported(app, resource, "list.json", &bytes).await;
        assert_eq!(done["state"], "done", "{resource}: {done}");
    }
}

async fn found(app: &TestApp, text: &str) -> Value {
    let path = format!("/drug/name/only/{text}");
    app.get(&app.users.patient, &path).await.ok()["total"].clone()
}

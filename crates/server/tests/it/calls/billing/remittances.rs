// SPDX-License-Identifier: AGPL-3.0-or-later

//! A file of remittances that is set aside stands on the page of Operations until somebody takes it.

use serde_json::{Value, json};

use crate::support::{TestApp, on_both};

/// A whole file, with lines of another payee too.
const MIXED: &str = include_str!("../../../../../formats/tests/teleplan/mixed.txt");

on_both!(a_file_set_aside_is_told_until_it_is_taken);

/// The page, and what it finds wrong with remittances.
async fn page(app: &TestApp) -> (Value, Option<Value>) {
    let house = app.get(&app.users.admin, "/operations").await.ok();
    let findings = house["findings"].as_array().expect("a list");
    let found = findings.iter().find(|one| one["area"] == "remittances");
    (house["setAside"]["files"].clone(), found.cloned())
}

async fn a_file_set_aside_is_told_until_it_is_taken(app: &TestApp) {
    let admin = &app.users.admin;
    let (cut, _) = MIXED.split_once("VTCX").expect("its end");
    app.sandbox
        .replay_remittance("remit201009.txt", cut.as_bytes());
    let to = "/tele-plan/pull-latest-remittance";
    app.post(admin, to, &json!({})).await.ok();
    app.settle().await;
    let seen = app.get(admin, "/tele-plan/status-retrieved").await.ok();
    let (files, found) = page(app).await;
    assert_eq!(files, 1, "{seen}");
    assert_eq!(found.expect("it is told")["level"], "wrong");
    let id = seen["setAside"][0]["_id"].as_str().expect("an id");
    let again = format!("/tele-plan/remittance-files/{id}/take-again");
    let taken = app
        .post(admin, &again, &json!({"allTheSame": true}))
        .await
        .ok();
    assert_eq!(taken["taken"], true, "{taken}");
    assert_eq!(page(app).await.0, 0);
}

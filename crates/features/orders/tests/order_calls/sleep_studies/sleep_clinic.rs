// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /sleep-clinic`

use salal_db::Engine;
use salal_platform::settings::Environment;
use serde_json::Value;

use crate::support::{TestApp, on_both, stable};

fn routes(all: &Value) -> Vec<&str> {
    let mut routes: Vec<&str> = all
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["route"].as_str())
        .collect();
    routes.sort_unstable();
    routes.dedup();
    routes
}

on_both!(the_branches_of_every_company_by_name);

async fn the_branches_of_every_company_by_name(app: &TestApp) {
    let all = app.get(&app.users.patient, "/sleep-clinic").await.ok();
    assert_eq!(
        routes(&all),
        ["coastal", "mainland", "sleepworks", "solutions", "test"]
    );
    insta::assert_json_snapshot!("sleep_clinic", stable(&all[0]));
    let names: Vec<&str> = all
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert!(names.is_sorted(), "{names:?}");
    assert_eq!(app.get(&app.users.office, "/sleep-clinic").await.ok(), all);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_test_clinic_is_not_for_prod() {
    for environment in [Environment::Test, Environment::Prod] {
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
            settings.environment = environment;
            // The users signed in an hour ago.
            settings.session.idle_seconds = 36_000;
        })
        .await;
        let all = app.get(&app.users.patient, "/sleep-clinic").await.ok();
        assert_eq!(
            routes(&all).contains(&"test"),
            environment == Environment::Test,
            "{environment:?}"
        );
    }
}

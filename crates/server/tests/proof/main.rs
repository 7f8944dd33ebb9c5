// SPDX-License-Identifier: AGPL-3.0-or-later

//! `make proof`: the whole drug register becomes the catalogue, on SQLite and on PostgreSQL. The program `it`
//! does the same with a fixture, in every run. And the drill of backups, which the program `kill` runs in short.

#[path = "../../../formats/tests/support/whole_data.rs"]
mod whole_data;

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/drill.rs"]
mod drill;

#[path = "../support/interrupted.rs"]
mod interrupted;

#[path = "../support/tags.rs"]
mod tags;

use std::path::Path;

use salal_db::Engine;
use salal_server::features::manage_data::{Terminal, import_path};
use support::{
    TESTED, TestApp, classes_of_the_extract_have_as_many_drugs, extract_builds_as_its_figures_say,
    on_both,
};
use whole_data::whole_data;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gigabyte_under_load_is_back_within_a_minute() {
    let extent = drill::Extent {
        megabytes: 1_000,
        kills: 0,
    };
    let done = Box::pin(drill::run(&extent)).await.expect("a gigabyte");
    println!("A gigabyte under load: {done:?}");
    let longest = done.restore.max(done.first_backup).max(done.next_backup);
    assert!(longest.as_secs() < 60 && done.steps > 0, "{done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_survive_a_hundred_kills_under_load() {
    let extent = drill::Extent {
        megabytes: 10,
        kills: 100,
    };
    let done = Box::pin(drill::run(&extent))
        .await
        .expect("a hundred kills");
    println!("A hundred kills: {done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn migrations_survive_a_hundred_kills_on_sqlite() {
    migrations_survive(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn migrations_survive_a_hundred_kills_on_postgres() {
    migrations_survive(Engine::Postgres).await;
}

async fn migrations_survive(engine: Engine) {
    let done = Box::pin(interrupted::run(engine, 100)).await;
    let figures = done.expect("each migration is whole or not there");
    println!("Migrations killed on {}: {figures:?}", engine.name());
    assert!(figures.undone > 0 && figures.done > 0, "{figures:?}");
}

async fn import(app: &TestApp, folder: &Path) -> String {
    Box::pin(import_path(&app.ctx, Terminal::Register, folder, |_| ()))
        .await
        .expect("the files are good")
}

on_both!(
    the_whole_extract_builds_as_its_figures_say,
    the_whole_extract_has_as_many_drugs_of_these_classes
);

async fn the_whole_extract_builds_as_its_figures_say(app: &TestApp) {
    let figures = [
        "13251 drugs,",
        "12140 with an AHFS",
        "11108 human,",
        "11098 human with",
        "348 distinct",
        "13251 new",
    ];
    extract_builds_as_its_figures_say(app, &whole_data(), figures, import).await;
}

async fn the_whole_extract_has_as_many_drugs_of_these_classes(app: &TestApp) {
    let classes = [("28:08.08", 302), ("28:24.08", 90)];
    classes_of_the_extract_have_as_many_drugs(app, &whole_data(), classes, import).await;
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `make proof`: the whole drug register becomes the catalogue, on SQLite and on PostgreSQL. The program `it`
//! does the same with a fixture, in every run.

#[path = "../../../formats/tests/support/whole_data.rs"]
mod whole_data;

#[path = "../support/mod.rs"]
mod support;

use std::path::Path;

use salal_server::features::manage_data::{Terminal, import_path};
use support::{
    TESTED, TestApp, classes_of_the_extract_have_as_many_drugs, extract_builds_as_its_figures_say,
    on_both,
};
use whole_data::whole_data;

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

// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /drug/tcAhfs/{x}`, of a whole extract

use std::path::Path;

use salal_server::features::manage_data::{Terminal, import_path};

use crate::support::{TestApp, classes_of_the_extract_have_as_many_drugs, fixtures, on_both};

async fn import_register(app: &TestApp, folder: &Path) -> String {
    Box::pin(import_path(&app.ctx, Terminal::Register, folder, |_| ()))
        .await
        .expect("the files are good")
}

on_both!(the_may_2020_extract_has_as_many_drugs_of_these_classes);

async fn the_may_2020_extract_has_as_many_drugs_of_these_classes(app: &TestApp) {
    let classes = [("28:08.08", 74), ("28:24.08", 15)];
    classes_of_the_extract_have_as_many_drugs(app, &fixtures(), classes, import_register).await;
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! A small register of Health Canada's, and the real one of May 2020 where it lies beside the checkout.

use std::path::{Path, PathBuf};

use salal_server::features::manage_data::{Terminal, import_path};

use crate::support::{TestApp, register_files};

const EXTRACT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/data/dpd/2020-05"
);
const ROLES: [&str; 8] = [
    "drug", "ingred", "form", "route", "ther", "status", "comp", "schedule",
];

/// A folder of its own, removed in the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("salal-register-{}", uuid::Uuid::new_v4().simple());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Takes a register of two drugs in, the second under this name; gives the report.
pub(super) async fn two_drugs(app: &TestApp, second: &str) -> String {
    let folder = Folder::new();
    for (file, bytes) in register_files(second) {
        std::fs::write(folder.0.join(file), bytes).expect("a file can be written");
    }
    take_in(app, &folder.0).await
}

/// Takes the extract of May 2020 in; false, loudly, where it is not at hand.
pub(super) async fn may_2020(app: &TestApp) -> bool {
    if !Path::new(EXTRACT).is_dir() {
        eprintln!("NOT TESTED: the register's extract is not beside the checkout ({EXTRACT})");
        return false;
    }
    let folder = Folder::new();
    for role in ROLES {
        let file = format!("{role}.txt.gz");
        std::fs::copy(Path::new(EXTRACT).join(&file), folder.0.join(&file))
            .expect("a file can be copied");
    }
    take_in(app, &folder.0).await;
    true
}

async fn take_in(app: &TestApp, folder: &Path) -> String {
    Box::pin(import_path(&app.ctx, Terminal::Register, folder, |_| ()))
        .await
        .expect("the files are good")
}

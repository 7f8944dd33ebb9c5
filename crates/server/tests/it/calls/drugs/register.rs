// SPDX-License-Identifier: AGPL-3.0-or-later

//! A small register in the form of Health Canada's, taken in as the terminal does.

use std::path::PathBuf;

use salal_server::features::manage_data::{Terminal, import_path};

use crate::support::{TestApp, register_files};

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
    Box::pin(import_path(&app.ctx, Terminal::Register, &folder.0, |_| ()))
        .await
        .expect("the files are good")
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Puts the built web app into release builds: its files compressed, and its documents as the
//! templates they are. Development builds read both from the folder, so that a change of the web app
//! needs no new server.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const DIST: &str = "../../web/dist";

#[expect(
    clippy::disallowed_methods,
    reason = "a build script is told its profile and its folder by the environment alone"
)]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        memory_serve::load_directory(DIST);
        let out = std::env::var("OUT_DIR").expect("cargo names the folder of build scripts");
        fs::write(Path::new(&out).join("templates.rs"), templates())
            .expect("the folder of build scripts can be written");
    }
}

/// `&[("faq.html", include_str!("…")), …]`: the public pages and the app's own document.
fn templates() -> String {
    let dist = Path::new(DIST)
        .canonicalize()
        .expect("web/dist is there: build the web app first");
    let pages = dist.join("pages");
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = vec![("app".to_owned(), dist.join("index.html"))];
    for file in within(&pages) {
        let name = file.strip_prefix(&pages).unwrap_or(&file);
        files.push((name.to_string_lossy().into_owned(), file.clone()));
    }
    let mut list = String::from("&[");
    for (name, file) in files {
        write!(
            list,
            "({name:?}, include_str!({:?})),",
            file.display().to_string()
        )
        .expect("a text can be written to");
    }
    list + "]"
}

fn within(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("web/dist/pages is there: build the web app first");
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a file of web/dist/pages can be read").path();
        if path.is_dir() {
            files.extend(within(&path));
        } else {
            files.push(path);
        }
    }
    files
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reading the source tree for the tests beside it: which files there are, what of a Rust file is
//! code, and how faults are told. Deliberately not here: any rule; the rules are in `tests/`, one
//! file a subject, and use nothing but the standard library.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

mod rust;
mod uses;

pub use rust::{code, product_code};
pub use uses::paths_after;

/// Folders that hold nothing written by hand.
const SKIPPED: &[&str] = &[
    ".git",
    ".venv",
    "data",
    "dist",
    "generated",
    "node_modules",
    "salal_client",
    "target",
    "test-results",
    "playwright-report",
    "__screenshots__",
];

/// The root of the source tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the tree.
#[derive(Clone, Debug)]
pub struct File {
    /// From the root, with forward slashes.
    pub path: String,
    pub text: String,
}

impl File {
    /// Whether the whole file is test code: a test target, what those stand on, or the tests of a module beside it.
    pub fn is_test(&self) -> bool {
        let parts: Vec<&str> = self.path.split('/').collect();
        let folders = &parts[..parts.len() - 1];
        folders
            .iter()
            .any(|part| matches!(*part, "tests" | "e2e" | "testing"))
            || self.path.starts_with("proof/")
            || self.path.starts_with("crates/harness/")
            || self.path.ends_with("/tests.rs")
            || self.path.contains(".test.")
            || self.path.ends_with("test-setup.ts")
    }

    pub fn extension(&self) -> &str {
        self.path
            .rsplit_once('.')
            .map_or("", |(_, extension)| extension)
    }
}

/// Every file under `folder` (from the root) with one of these extensions, in order of their paths.
///
/// # Panics
/// When the tree cannot be read.
pub fn files(folder: &str, extensions: &[&str]) -> Vec<File> {
    let mut found = Vec::new();
    walk(&root().join(folder), folder, extensions, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn walk(folder: &Path, name: &str, extensions: &[&str], found: &mut Vec<File>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let file_name = entry.file_name().to_string_lossy().into_owned();
        let path = if name.is_empty() {
            file_name.clone()
        } else {
            format!("{name}/{file_name}")
        };
        if entry.path().is_dir() {
            if !SKIPPED.contains(&file_name.as_str()) {
                walk(&entry.path(), &path, extensions, found);
            }
        } else if extensions
            .iter()
            .any(|extension| file_name.ends_with(&format!(".{extension}")))
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            found.push(File { path, text });
        }
    }
}

/// One file, when it is there.
pub fn file(path: &str) -> Option<File> {
    let text = fs::read_to_string(root().join(path)).ok()?;
    Some(File {
        path: path.to_owned(),
        text,
    })
}

/// The folders directly in `folder`.
pub fn folders(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder))
        .into_iter()
        .flatten()
        .flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// The crates, by their folders under `crates`: those of the features are one level deeper.
pub fn crates() -> BTreeSet<String> {
    let features = folders("crates/features");
    let features = features.iter().map(|name| format!("features/{name}"));
    let mut all = folders("crates");
    all.remove("features");
    all.extend(features);
    all
}

/// The folder of each feature of the server, by its name: a crate under `crates/features` has some, and the server's
/// own crate the rest.
pub fn features() -> BTreeMap<String, String> {
    let crates = folders("crates/features");
    let roots = crates
        .iter()
        .map(|name| format!("crates/features/{name}/src"))
        .chain(["crates/server/src/features".to_owned()]);
    roots
        .flat_map(|root| {
            let named = |name: String| (name.clone(), format!("{root}/{name}"));
            folders(&root).into_iter().map(named).collect::<Vec<_>>()
        })
        .collect()
}

/// What the product's code on the server is made of: the folders of the platform, the site, the features, the demo
/// and the program.
pub fn server_code() -> Vec<File> {
    [
        "crates/platform/src",
        "crates/site/src",
        "crates/features",
        "crates/demo/src",
        "crates/server/src",
    ]
    .iter()
    .flat_map(|folder| files(folder, &["rs"]))
    .collect()
}

/// The line of a place in a text, from 1.
pub fn line_of(text: &str, place: usize) -> usize {
    text[..place].matches('\n').count() + 1
}

/// Every place of `needle` in the file's `code`, told as `path:line`.
pub fn places(file: &File, code: &str, needle: &str) -> Vec<String> {
    code.match_indices(needle)
        .map(|(place, _)| format!("{}:{}", file.path, line_of(code, place)))
        .collect()
}

/// A list of exceptions that may only shrink: an entry that no longer excepts anything is a fault.
#[derive(Debug)]
pub struct Exceptions {
    entries: &'static [(&'static str, &'static str)],
    used: BTreeSet<&'static str>,
}

impl Exceptions {
    /// Paths (or beginnings of paths that end in a slash), each with its reason.
    pub fn new(entries: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            entries,
            used: BTreeSet::new(),
        }
    }

    /// Whether this path is excepted; remembers that the entry was needed.
    pub fn cover(&mut self, path: &str) -> bool {
        let entry = self
            .entries
            .iter()
            .find(|(name, _)| *name == path || (name.ends_with('/') && path.starts_with(name)));
        entry.is_some_and(|(name, _)| {
            self.used.insert(name);
            true
        })
    }

    /// Entries without a reason, and entries that nothing needs any more.
    pub fn faults(&self) -> Vec<String> {
        let unused = self
            .entries
            .iter()
            .filter(|(name, _)| !self.used.contains(name));
        let bare = self.entries.iter().filter(|(_, reason)| reason.is_empty());
        unused
            .map(|(name, _)| format!("{name}: needs no exception any more, take it off the list"))
            .chain(bare.map(|(name, _)| format!("{name}: an exception needs a reason")))
            .collect()
    }
}

/// Fails with every fault, one a line.
///
/// # Panics
/// When there is a fault.
pub fn no_faults<T: Display>(rule: &str, faults: &[T]) {
    let list: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
    assert!(faults.is_empty(), "{rule}\n{}", list.join("\n"));
}

// SPDX-License-Identifier: AGPL-3.0-or-later

//! The files of the Drug Product Database in a folder, for tests of several crates, which include this file by
//! its path. Deliberately not here: which folder.

use std::path::Path;

use salal_formats::drug_database::Source;

/// All files of a folder: the products on the market, those that are approved, and the dormant ones.
pub(crate) fn sources(folder: &Path) -> Vec<Source> {
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", folder.display()));
    entries
        .map(|entry| {
            let path = entry.expect("the folder can be read").path();
            Source {
                file: path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
                bytes: std::fs::read(&path).expect("the file can be read"),
            }
        })
        .collect()
}

/// The products on the market alone.
pub(crate) fn marketed(folder: &Path) -> Vec<Source> {
    let mut sources = sources(folder);
    sources.retain(|source| !source.file.contains("_ap") && !source.file.contains("_dr"));
    sources
}

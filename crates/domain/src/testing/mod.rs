// SPDX-License-Identifier: AGPL-3.0-or-later

//! The real drug register for tests of rules that must hold for all of it, if the shared data is beside the
//! checkout.

use std::path::PathBuf;

use salal_formats::drug_database::Source;

/// The extract in a folder of the shared data.
pub(crate) fn real_extract(folder: &str) -> Option<Vec<Source>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/dpd")
        .join(folder);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("SKIPPED: no drug database beside the checkout, so its figures were not checked");
        return None;
    };
    let sources = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            Source {
                file: path.file_name().unwrap().to_string_lossy().into_owned(),
                bytes: std::fs::read(&path).unwrap(),
            }
        })
        .collect();
    Some(sources)
}

/// The marketed products of the real extract.
pub(crate) fn marketed() -> Option<Vec<Source>> {
    let mut sources = real_extract("2020-05")?;
    sources.retain(|source| !source.file.contains("_ap") && !source.file.contains("_dr"));
    Some(sources)
}

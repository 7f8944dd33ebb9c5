// SPDX-License-Identifier: AGPL-3.0-or-later

//! When the newest backup of a folder was made, or found to be as good as a new one because nothing had changed. It is
//! beside the backups and not in the database: to write it there would be a change that has to be backed up.

use std::fs;
use std::io;
use std::path::Path;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::make::Made;
use super::store::Store;

const FILE: &str = "salal-newest.json";

/// The newest backup of a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::operations) struct Newest {
    /// Everything until then is in it.
    pub(in crate::operations) until: DateTime<Utc>,
    pub(in crate::operations) name: String,
    pub(in crate::operations) bytes: u64,
}

/// Notes the newest backup. The folder is locked.
pub(super) fn note(store: &Store, until: DateTime<Utc>, made: &Made) -> io::Result<()> {
    let newest = Newest {
        until,
        name: made.name.clone(),
        bytes: made.bytes,
    };
    let text = serde_json::to_vec(&newest).map_err(io::Error::other)?;
    let file = store.folder().join(FILE);
    let part = file.with_extension("part");
    fs::write(&part, text)?;
    fs::rename(part, file)
}

/// The newest backup of a folder; `None` if none was made there, or the folder is away.
pub(in crate::operations) fn newest(folder: &Path) -> Option<Newest> {
    serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()
}

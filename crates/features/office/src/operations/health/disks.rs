// SPDX-License-Identifier: AGPL-3.0-or-later

//! Free space on the disks that hold growing data.

use std::path::{Path, PathBuf};

use super::report::Disk;
use crate::settings::Settings;

/// Free space for the database's file (if it is one), uploaded files and backups; one entry per disk.
pub(super) fn room(settings: &Settings) -> Vec<Disk> {
    let places = [
        ("Database", salal_db::file_of(&settings.database.url)),
        (
            "Uploaded files",
            Some(PathBuf::from(&settings.database.uploads)),
        ),
        ("Backups", Some(PathBuf::from(&settings.backup.folder))),
    ];
    let all = places
        .into_iter()
        .filter_map(|(what, path)| of(what, &path?));
    all.collect()
}

/// Measured at the nearest existing folder.
fn of(what: &'static str, path: &Path) -> Option<Disk> {
    let there = path.ancestors().find(|one| one.exists());
    let there = there.unwrap_or_else(|| Path::new("."));
    let there = if there.as_os_str().is_empty() {
        Path::new(".")
    } else {
        there
    };
    let stat = rustix::fs::statvfs(there).ok()?;
    Some(Disk {
        what,
        free: stat.f_bavail.saturating_mul(stat.f_frsize),
        total: stat.f_blocks.saturating_mul(stat.f_frsize),
    })
}
